//! `hullkit import` as level authors run it.

use crate::command::hullkit;
use std::{fs, path::Path};

/// A level in the other game's format: a room, a secret to its right, and the lift behind a door.
const LEVEL: &str = r#"{
    "width": 8,
    "tiles": [
        1, 1, 2, 1, 1, 1, 1, 1,
        1, 0, 0, 0, 3, 4, 4, 1,
        1, 0, 4, 0, 1, 4, 4, 1,
        1, 1, 5, 1, 1, 1, 1, 1,
        1, 6, 5, 6, 1, 1, 1, 1,
        1, 1, 7, 1, 1, 1, 1, 1
    ],
    "things": [
        0, 0, 0, 0, 0, 0, 0, 0,
        0, 1, 0, 0, 4, 0, 7, 0,
        0, 6, 0, 2, 0, 0, 0, 0,
        0, 0, 3, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 5, 0, 0, 0, 0, 0
    ]
}"#;

/// Imports a file with this content. Returns exit code, stdout and stderr, without the folder's name in stderr.
fn import(folder: &Path, json: &str) -> (i32, String, String) {
    let (file, out) = (folder.join("tower.json"), folder.join("tower.ron"));
    fs::write(&file, json).expect("the file can be written");
    let paths = [&file, &out].map(|path| path.to_str().expect("a plain path"));
    let (code, stdout, stderr) = hullkit(&["import", "retro-rampage", paths[0], "--out", paths[1]]);
    let folder = format!("{}/", folder.display());
    (code, stdout.replace(&folder, ""), stderr.replace(&folder, ""))
}

#[test]
fn imported_level_is_valid_and_the_bot_finds_the_lift() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    let (code, stdout, stderr) = import(folder, LEVEL);
    let there = "1 player, 1 monster, 1 door, 1 push-wall, 1 switch, 1 medkit, 1 shotgun";
    assert_eq!((code, stdout), (0, format!("tower.ron: \"tower\" (8 by 6 cells), {there}\n")));
    assert_eq!(stderr, "", "the push-wall moves the shotgun in its path behind itself");

    let level = folder.join("tower.ron");
    let text = fs::read_to_string(&level).unwrap();
    let map = ["##R#####", "#@..p.s#", "#h.z#..#", "##+#####", "#L.L####", "##^#####"];
    // The push-wall uncovers the floor of the first cell next to it, row by row.
    let floors = ["        ", "     :: ", "  :  :: ", "  _     ", "  _     ", "        "];
    let row = |row: &&str| format!("        \"{row}\",\n");
    let layer = |rows: [&str; 6]| rows.iter().map(row).collect::<String>();
    assert!(text.contains(&format!("    map: [\n{}    ],\n", layer(map))), "{text}");
    assert!(text.contains(&format!("    floors: [\n{}    ],\n", layer(floors))), "{text}");
    let switch = "'^': (wall: \"lift\", overlay: \"switch_off\", lift: \"switch_on\", face: 270)";
    for entry in ["'p': (push: \"hull_pipes\", push_cells: 512)", switch] {
        assert!(text.contains(entry), "{text}");
    }

    let level = level.to_str().unwrap();
    assert_eq!(hullkit(&["check", level]).0, 0);
    let (code, run, stderr) = hullkit(&["run", level, "--bot"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(run.contains("\"outcome\":\"lift\"") && run.contains("\"monsters\":1"), "{run}");
}

#[test]
fn each_level_of_a_list_is_written_to_its_own_file() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    let (code, stdout, _) = import(folder, &format!("[{LEVEL},{LEVEL}]"));
    assert_eq!((code, stdout.lines().count()), (0, 2));
    assert!(stdout.starts_with("tower1.ron: \"tower 1\""), "{stdout}");
    assert!(stdout.contains("tower2.ron: \"tower 2\""), "{stdout}");
    assert!(folder.join("tower1.ron").exists() && folder.join("tower2.ron").exists());
    assert_eq!(import(folder, &format!("[{LEVEL}]")).1.matches("tower.ron: \"tower\" (").count(), 1);
}

#[test]
fn list_with_an_invalid_level_writes_nothing() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    let (code, stdout, stderr) =
        import(folder, &format!("[{LEVEL},{}]", LEVEL.replace("\"width\": 8", "\"width\": 7")));
    assert_eq!((code, stdout.as_str()), (3, ""));
    assert!(stderr.ends_with("tower.json: level 2: 48 tiles are not a multiple of the width 7\n"), "{stderr}");
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1, "there is only the file to import");
}

#[test]
fn lift_without_a_switch_gets_one_in_its_back_wall() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    let without = LEVEL.replace("0, 0, 5", "0, 0, 0");
    assert!(import(folder, &without).1.contains("1 switch"));
    let elsewhere = without.replacen("0, 0, 0, 0, 0, 0, 0, 0", "0, 0, 5, 0, 0, 0, 0, 0", 1);
    assert!(import(folder, &elsewhere).1.contains("1 switch"));
    let text = fs::read_to_string(folder.join("tower.ron")).unwrap();
    assert!(text.contains("\"##j#####\",") && text.contains("\"##L#####\","), "{text}");
}

/// A level with randomly placed things: two rooms, a doorway between them, a passage, and two lifts.
const CHANCE: &str = r#"{
    "width": 13, "seed": 7, "monsters": 6, "medkits": 3, "shotguns": 2, "pushwalls": 1,
    "tiles": [
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1,
        1, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 1,
        1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
        1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1,
        1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1,
        1, 1, 5, 1, 1, 1, 1, 1, 1, 1, 5, 1, 1,
        1, 6, 5, 6, 1, 1, 1, 1, 1, 6, 5, 6, 1,
        1, 1, 7, 1, 1, 1, 1, 1, 1, 1, 7, 1, 1
    ]
}"#;

/// Returns the rows of the map of an imported level.
fn made(folder: &Path, json: &str) -> Vec<Vec<char>> {
    let (code, stdout, stderr) = import(folder, json);
    assert_eq!(code, 0, "{stdout}{stderr}");
    let text = fs::read_to_string(folder.join("tower.ron")).expect("it was written");
    let map = text.split("map: [").nth(1).and_then(|rest| rest.split(']').next()).expect("a map");
    map.split('"').skip(1).step_by(2).map(|row| row.chars().collect()).collect()
}

/// Returns column and row of all cells with one of these letters.
fn cells(map: &[Vec<char>], letters: &str) -> Vec<(usize, usize)> {
    let all =
        map.iter().enumerate().flat_map(|(y, row)| row.iter().enumerate().map(move |(x, letter)| (x, y, *letter)));
    all.filter(|(.., letter)| letters.contains(*letter)).map(|(x, y, _)| (x, y)).collect()
}

#[test]
fn random_things_follow_counts_and_seed() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    let (code, stdout, stderr) = import(folder, CHANCE);
    let there = "1 player, 6 monsters, 3 doors, 1 push-wall, 2 switches, 3 medkits, 2 shotguns";
    assert_eq!((code, stdout), (0, format!("tower.ron: \"tower\" (13 by 9 cells), {there}\n")), "{stderr}");
    let map = made(folder, CHANCE);
    assert_eq!(map, made(folder, CHANCE), "the same seed gives the same level");
    let others: Vec<_> =
        (8..12).map(|seed| made(folder, &CHANCE.replace("\"seed\": 7", &format!("\"seed\": {seed}")))).collect();
    assert!(others.iter().all(|other| *other != map), "another seed gives another");
    // Things that the file contains are placed first.
    let things = "\"things\": [0,0,0,0,0,0,0,0,0,0,0,0,0, 0,1,0,0,0,0,0,0,0,0,0,6,0, ".to_owned()
        + &["0"; 13 * 7].join(",")
        + "],";
    let drawn = made(folder, &CHANCE.replacen("\"tiles\"", &format!("{things} \"tiles\""), 1));
    assert_eq!((cells(&drawn, "@"), drawn[1][11], cells(&drawn, "h").len()), (vec![(1, 1)], 'h', 4));
}

#[test]
fn placed_things_follow_the_rules_of_the_other_game() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    for seed in [0, 1, 2, 3, 40, u64::MAX] {
        let map = made(folder, &CHANCE.replace("\"seed\": 7", &format!("\"seed\": {seed}")));
        // Doors are placed wherever they fit: in the doorway between the rooms, and in front of both lifts.
        assert_eq!(cells(&map, "+"), [(6, 3), (2, 6), (10, 6)]);
        // Only the wall between the rooms has cells with walls above and below and two free cells on both sides.
        let [push] = cells(&map, "%p")[..] else { panic!("one push-wall: {map:?}") };
        assert!(push.0 == 6 && [1, 5].contains(&push.1), "{push:?}");
        // Each lift has a switch.
        assert_eq!(cells(&map, "^"), [(2, 8), (10, 8)]);
        let [(x, y)] = cells(&map, "@")[..] else { panic!("one player: {map:?}") };
        let monsters = cells(&map, "z");
        assert_eq!((monsters.len(), cells(&map, "h").len(), cells(&map, "s").len()), (6, 3, 2));
        for (monster_x, monster_y) in monsters {
            let far = (monster_x.abs_diff(x).pow(2) + monster_y.abs_diff(y).pow(2)) as f32;
            assert!(far.sqrt() > 2.5, "a monster is next to the player: {map:?}");
        }
    }
    // The player must start where a path leads to the lift: only the second of these two rooms has one.
    let apart = CHANCE
        .replace("1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,", "1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1,")
        .replace("1, 1, 5, 1, 1, 1,", "1, 1, 1, 1, 1, 1,")
        .replace("\"pushwalls\": 1", "\"pushwalls\": 0");
    for seed in 0..6 {
        let map = made(folder, &apart.replace("\"seed\": 7", &format!("\"seed\": {seed}")));
        assert!(cells(&map, "@")[0].0 > 6, "{map:?}");
    }
}

#[test]
fn things_without_room_are_reported() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    let (code, _, stderr) = import(folder, &CHANCE.replace("\"pushwalls\": 1", "\"pushwalls\": 9"));
    assert_eq!(code, 0);
    assert!(stderr.contains("note: there is only room for 2 of 9 push-walls\n"), "{stderr}");
    let (code, _, stderr) = import(folder, &CHANCE.replace("\"seed\": 7, ", ""));
    assert_eq!(code, 0);
    assert!(stderr.contains("no `seed` given: using 0"), "{stderr}");
    for (json, what) in [
        (
            CHANCE.replace("\"monsters\": 6", "\"monsters\": 18446744073709551615"),
            "at most 10000 things can be placed randomly, got 18446744073709551615",
        ),
        (CHANCE.replace('5', "0"), "the player cannot be placed: there is no lift floor"),
    ] {
        let (code, _, stderr) = import(folder, &json);
        assert_eq!(code, 3);
        assert!(stderr.contains(what), "{what}: {stderr}");
    }
}

#[test]
fn invalid_imports_are_refused_with_the_place() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    let with = |old: &str, new: &str| LEVEL.replacen(old, new, 1);
    for (json, what) in [
        (String::new(), "tower.json:1:0: EOF while parsing a value"),
        ("[]".to_owned(), "tower.json:1:1: the list has no levels"),
        ("7".to_owned(), "tower.json:1:1: invalid type: integer `7`, expected a level or a list of levels"),
        (with("8,", "8"), "tower.json:3:5: expected `,` or `}`"),
        (with("\"width\": 8,", ""), "tower.json:19:1: missing field `width`"),
        (with("8,", "-8,"), "tower.json:2:15: invalid value: integer `-8`, expected usize"),
        (with("8,", "0,"), "tower.json: level 1: 48 tiles are not a multiple of the width 0"),
        (with("8,", "99999999999999999,"), "tower.json: level 1: 48 tiles are not a multiple of the width 9999999"),
        (with("1, 1, 2", "1, 1, \"2\""), "tower.json:4:17: invalid type: string \"2\", expected i64"),
        (with("1, 1, 2", "1, 1, 8"), "tower.json: level 1: (2, 0): a tile must be from 0 to 7, got 8"),
        (with("1, 1, 2", "1, 1, -1"), "tower.json: level 1: (2, 0): a tile must be from 0 to 7, got -1"),
        (with("0, 6, 0", "0, 9, 0"), "tower.json: level 1: (1, 2): a thing must be from 0 to 7, got 9"),
        (with("0, 6, 0", "6, 0"), "tower.json: level 1: there are 47 things, but 48 tiles"),
        (with("0, 6, 0", "0, 1, 0"), "tower.json: level 1: there must be one player (thing 1), got 2"),
        (with("0, 1, 0", "0, 0, 0"), "tower.json: level 1: there must be one player (thing 1), got 0"),
        (with("0, 6, 0", "6, 0, 0"), "tower.json: level 1: (0, 2): a medkit cannot be in a wall"),
        (with("0, 6, 0", "0, 5, 0"), "tower.json: level 1: (1, 2): a switch must be on a wall"),
        (with("0, 6, 0", "0, 3, 0"), "tower.json: level 1: (1, 2): a door needs walls on two opposite sides"),
        (with("1, 1, 2", "0, 1, 2"), "tower.json: level 1: (0, 0): the border of the map must be wall"),
    ] {
        let (code, stdout, stderr) = import(folder, &json);
        assert_eq!((code, stdout.as_str(), stderr.lines().count()), (3, "", 1), "{stderr}");
        assert!(stderr.starts_with(what), "{what}: {stderr}");
    }
    assert_eq!(hullkit(&["import", "retro-rampage", "none.json", "--out", "x.ron"]).0, 5);
    assert_eq!(hullkit(&["import", "retro-rampage", "none.json"]).0, 2);
    assert_eq!(hullkit(&["import", "doom", "none.json", "--out", "x.ron"]).0, 2);
}
