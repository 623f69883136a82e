//! `hullkit sight` as users run it.

use crate::command::{file, hullkit};
use serde_json::{Value, json};

/// Returns the exit code, stdout and stderr.
fn sight(arguments: &[&str]) -> (i32, String, String) {
    hullkit(&[&["sight"][..], arguments].concat())
}

fn cells(arguments: &[&str]) -> Value {
    let (code, stdout, stderr) = sight(&[arguments, &["--json"]].concat());
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    serde_json::from_str(&stdout).expect("stdout is JSON")
}

const ROOM: &str = "#####\n#...#\n#.#.#\n#...#\n#####\n";

#[test]
fn plain_map_shows_visible_cells_and_spaces() {
    let map = file("pillar.txt", ROOM);
    let (code, stdout, stderr) = sight(&[&map, "--plain", "--at", "1,2"]);
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (0, "#### \n#..  \n#.#  \n#..  \n#### \n", ""));
    assert_eq!(
        cells(&[&map, "--plain", "--at", "1,1", "--radius", "1"]),
        json!({"cells": [[1, 0], [0, 1], [1, 1], [2, 1], [1, 2]]})
    );
    assert_eq!(cells(&[&map, "--plain", "--at", "1,1", "--radius", "0"]), json!({"cells": [[1, 1]]}));
}

#[test]
fn view_from_outside_the_map_is_empty() {
    let map = file("outside.txt", ROOM);
    for outside in ["-1,2", "5,2", "2,5", "2,-2147483648", "2147483647,0"] {
        assert_eq!(cells(&[&map, "--plain", "--at", outside]), json!({"cells": []}), "{outside}");
        let (code, stdout, _) = sight(&[&map, "--plain", "--at", outside]);
        assert_eq!((code, stdout), (0, "     \n".repeat(5)));
    }
}

#[test]
fn view_on_a_level_has_closed_doors() {
    let level = file(
        "sight.ron",
        r#"(name: "Sight", legend: { 'W': (wall: "hull"), '.': (), '@': (thing: Player), '+': (door: "door"),
            'I': (window: "window"), 'P': (pillar: "hull"), 'D': (diagonal: "hull") },
            map: ["WWWWWWWWWW", "W@.I...+.W", "WPWW...WWW", "W.WWD..WWW", "WWWWWWWWWW"])"#,
    );
    let (code, stdout, stderr) = sight(&[&level, "--at", "1,1"]);
    let picture = "########  \n#..=...+  \n#o##  .#  \n          \n          \n";
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (0, picture, ""));
}

#[test]
fn visibility_is_symmetric_on_a_deck() {
    let deck = "levels/deck1.ron";
    let seen = |at: &[i32; 2]| -> Vec<[i32; 2]> {
        serde_json::from_value(cells(&[deck, "--at", &format!("{},{}", at[0], at[1]), "--radius", "9"])["cells"].take())
            .unwrap()
    };
    let (_, picture, _) = sight(&[deck, "--at", "3,3", "--radius", "9"]);
    let is_floor =
        |cell: &&[i32; 2]| picture.lines().nth(cell[1] as usize).unwrap().chars().nth(cell[0] as usize) == Some('.');
    let from = [3, 3];
    let all = seen(&from);
    assert!(all.is_sorted_by_key(|cell| (cell[1], cell[0])) && all.iter().filter(is_floor).count() > 12, "{picture}");
    for cell in all.iter().filter(is_floor).step_by(3) {
        assert!(seen(cell).contains(&from), "{cell:?}");
    }
}

#[test]
fn invalid_sight_maps_and_arguments_are_reported() {
    for (name, text, what) in [
        ("ragged.txt", &b"###\n#.\n###\n"[..], ":2:3: this row has 2 cells, but the first has 3"),
        ("long.txt", b"##\r\n##\r\n###", ":3:3: this row has 3 cells, but the first has 2"),
        ("gap.txt", b"##\n\n##\n", ":2:1: this row has 0 cells, but the first has 2"),
        ("other.txt", b"#.#\n#@#\n", ":2:2: `@` is not a cell: expected # (wall) or . (floor)"),
        ("odd.txt", b"#.\xff", ":1:3: `\u{fffd}` is not a cell: expected # (wall) or . (floor)"),
        ("empty.txt", b"", ":1:1: the map is empty"),
        ("blank.txt", b"\n", ":1:1: the map is empty"),
    ] {
        let map = file(name, text);
        let (code, stdout, stderr) = sight(&[&map, "--plain", "--at", "0,0"]);
        assert_eq!((code, stdout.as_str(), stderr), (3, "", format!("{map}{what}\n")));
    }
    let map = file("fine.txt", ROOM);
    for arguments in [
        &[map.as_str(), "--plain"][..],
        &[&map, "--plain", "--at", "1"],
        &[&map, "--plain", "--at", "1.5,2"],
        &[&map, "--plain", "--at", "99999999999,2"],
        &[&map, "--plain", "--at", "1,1", "--radius", "-1"],
    ] {
        let (code, stdout, stderr) = sight(arguments);
        assert_eq!((code, stdout.as_str(), stderr.is_empty()), (2, "", false), "{arguments:?}");
    }
    assert_eq!(sight(&["none.txt", "--plain", "--at", "1,1"]).0, 5);
    assert_eq!(sight(&[&map, "--at", "1,1"]).0, 3, "a plain map is not a level");
}

#[test]
#[cfg(target_os = "linux")]
fn endless_map_is_refused() {
    let (code, _, stderr) = sight(&["/dev/zero", "--plain", "--at", "1,1"]);
    assert_eq!((code, stderr.as_str()), (3, "/dev/zero: a map may have at most 4194304 bytes\n"));
}
