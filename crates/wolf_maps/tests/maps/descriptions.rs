//! The descriptions of games name only what the game has.

use crate::drawing::original;
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};
use wolf_maps::{Game, Kind};

/// Themes, each of which must have every texture with `{theme}` in its name.
const THEMES: [&str; 9] = ["cryo", "holds", "crew", "labyrinth", "engine", "chapel", "lab", "hull", "command"];

fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets")
}

/// The keys of a table or a sheet: names in quotation marks before a colon.
fn keys(file: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(file).expect("a readable file");
    let key = |line: &str| Some(line.trim().strip_prefix('"')?.split_once("\":")?.0.to_owned());
    text.lines().filter_map(key).collect()
}

/// The names of all frames of all sheets.
fn frames() -> BTreeSet<String> {
    let sheets = assets().join("sheets").read_dir().expect("a readable folder").flatten().map(|entry| entry.path());
    sheets.filter(|file| file.extension().is_some_and(|it| it == "ron")).flat_map(|file| keys(&file)).collect()
}

/// The textures and overlays that a description names.
fn textures(game: &Game) -> Vec<&str> {
    let mut all = vec![game.lift.texture.as_str(), &game.lift.overlay, &game.lift.thrown];
    let stand_ins = &game.stand_ins;
    all.extend([stand_ins.wall.as_str(), &stand_ins.floor, &stand_ins.decoration]);
    all.extend(game.episodes.iter().flat_map(|one| one.floors.iter().chain(&one.ceilings)).map(String::as_str));
    all.extend(game.walls.values().flat_map(|wall| wall.textures.iter().chain(&wall.overlay)).map(String::as_str));
    all.extend(game.doors.iter().map(|door| door.panel.as_str()));
    all.extend(game.things.values().filter_map(|item| match &item.is {
        Kind::Floor(texture) => Some(texture.as_str()),
        _ => None,
    }));
    all
}

#[test]
fn descriptions_name_only_existing_items() {
    let spear = std::fs::read(assets().join("wolf/spear.ron")).expect("a readable file");
    let spear = Game::read("spear.ron", &spear).expect("it is valid");
    let (frames, props) = (frames(), keys(&assets().join("props.ron")));
    let (pickups, monsters) = (keys(&assets().join("pickups.ron")), keys(&assets().join("monsters.ron")));
    for game in [original(), &spear] {
        for texture in textures(game) {
            for theme in THEMES {
                let name = texture.replace("{theme}", theme);
                assert!(frames.contains(&name), "{}: there is no texture '{name}'", game.name);
            }
        }
        for episode in &game.episodes {
            assert!(THEMES.contains(&episode.theme.as_str()), "{}: there is no theme '{}'", game.name, episode.theme);
            let sky = assets().join(format!("skies/{}.png", episode.sky));
            assert!(sky.is_file(), "{}: there is no sky '{}'", game.name, episode.sky);
        }
        let mut names: Vec<(&str, &BTreeSet<String>)> = vec![(&game.stand_ins.thing, &props)];
        names.extend(game.guards.iter().map(|guard| (guard.monster.as_str(), &monsters)));
        let left = game.guards.iter().filter_map(|guard| guard.leaves.as_ref());
        names.extend(left.map(|leaves| (leaves.pickup.as_str(), &pickups)));
        for item in game.things.values() {
            match &item.is {
                Kind::Pickup(all) => names.extend(all.iter().map(|name| (name.as_str(), &pickups))),
                Kind::Prop(name) | Kind::LitProp(name) | Kind::Decoration(name) => names.push((name, &props)),
                Kind::Monster(name) | Kind::Master(name) | Kind::Keeper(name, _) => names.push((name, &monsters)),
                Kind::Goal(name) => names.push((name, &pickups)),
                Kind::Key(_) | Kind::Lamp | Kind::Floor(_) => {}
            }
        }
        for (name, known) in names {
            assert!(known.contains(name), "{}: there is no '{name}'", game.name);
        }
    }
}

#[test]
fn every_number_of_the_original_game_has_a_meaning() {
    let game = original();
    let is_wall = |number: &u16| game.walls.contains_key(number);
    assert!((1..=53).chain([85]).all(|number| is_wall(&number)), "all walls");
    let things = (23..=70).chain([124, 160, 178, 179, 196, 197, 214, 215]).chain(224..=227);
    let unknown: Vec<u16> = things.filter(|number| !game.things.contains_key(number)).collect();
    assert_eq!(unknown, Vec::<u16>::new());
}

#[test]
fn every_number_of_the_second_game_has_a_meaning() {
    let game = Game::read("spear.ron", include_bytes!("../../../../assets/wolf/spear.ron")).expect("it is valid");
    assert!((1..=63).chain([85]).all(|number| game.walls.contains_key(&number)), "all walls");
    let things = (23..=74).chain([106, 107, 124, 125, 142, 143, 161]);
    let unknown: Vec<u16> = things.filter(|number| !game.things.contains_key(number)).collect();
    assert_eq!(unknown, Vec::<u16>::new());
    assert_eq!([17, 18, 19, 20].map(|map| game.way(map, false)), [18, 21, 5, 13]);
    let keepers = game.things.values().filter(|item| matches!(item.is, Kind::Keeper(..))).count();
    assert_eq!(keepers, 4, "four bosses have the key to the way on");
}
