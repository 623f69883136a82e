//! Maps and levels that go to a format and come back.

use crate::drawing::{draw, files, original};
use generate::{GeneratorData, Pipeline, read_treasure_sets};
use level::{Axis, CellShape, Direction, GameData, Level, Lock, MonsterData, PickupData, ThingKind};
use proptest::prelude::*;
use std::collections::BTreeMap;
use wolf_maps::{PlaneMap, export, import, read_maps, read_uwmf, write_uwmf};

/// Maps of any numbers, mostly of those that mean something.
fn any_map() -> impl Strategy<Value = PlaneMap> {
    let wall = prop_oneof![6 => 106_u16..112, 3 => 1_u16..50, 1 => 90_u16..102, 1 => Just(21), 1 => any::<u16>()];
    let thing = prop_oneof![8 => Just(0_u16), 1 => 19_u16..24, 2 => 23_u16..75, 2 => 90_u16..100, 3 => 100_u16..262, 1 => any::<u16>()];
    (3_usize..20, 3_usize..20).prop_flat_map(move |(width, height)| {
        let cells = |one| proptest::collection::vec(one, width * height);
        (cells(wall.clone().boxed()), cells(thing.clone().boxed()), cells((0_u16..3).boxed())).prop_map(move |planes| {
            let map = PlaneMap::new("any", width, height).expect("it is valid");
            PlaneMap { planes: [planes.0, planes.1, planes.2], ..map }
        })
    })
}

/// Moves the player of a map to one cell.
fn with_one_start(mut map: PlaneMap) -> PlaneMap {
    for number in &mut map.planes[1] {
        if (19..23).contains(number) {
            *number = 0;
        }
    }
    let cell = map.width + 1;
    (map.planes[0][cell], map.planes[1][cell]) = (108, 19);
    map
}

fn containers_keep_maps(maps: &[PlaneMap]) {
    let found = read_maps(original(), &files(maps)).expect("it is valid");
    assert_eq!(found.len(), maps.len());
    for (found, map) in found.into_iter().zip(maps) {
        let found = found.map.expect("it is valid");
        // A comparison that fails must not print thousands of numbers.
        assert!((found.width, found.height, &found.planes) == (map.width, map.height, &map.planes), "{}", map.name);
        assert!(map.name.starts_with(&found.name), "'{}' is not '{}'", found.name, map.name);
    }
}

fn imports(map: &PlaneMap) {
    let imported = import(original(), map, 1, &GameData::default()).expect("it is valid");
    let text = imported.level.write().expect("it is valid");
    assert_eq!(Level::read("again", text.as_bytes()).expect("it is valid"), imported.level);
    let (text, _) = write_uwmf(original(), map);
    assert!(read_uwmf(original(), "any", text.as_bytes()).is_ok());
    assert!(export(original(), &imported.level).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn maps_survive_their_container(maps in proptest::collection::vec(any_map(), 1..3)) {
        containers_keep_maps(&maps);
    }

    #[test]
    fn every_map_with_one_start_becomes_a_level(map in any_map()) {
        imports(&with_one_start(map));
    }
}

/// Parts of a level that must survive: shapes that both formats have.
#[derive(Debug, PartialEq)]
enum Kept {
    Wall,
    Floor,
    Push,
    Door(Axis, Option<Lock>),
    /// A shape that a map has not.
    Other,
}

fn kept(level: &Level) -> BTreeMap<(usize, usize), Kept> {
    let is_open = |x: usize, y: usize, side: Direction| {
        let (right, down) = side.step();
        let shape = level.shape_at(x as i32 + right, y as i32 + down);
        matches!(shape, Some(CellShape::Open | CellShape::Door { .. } | CellShape::Push { .. }))
    };
    let of = |x: usize, y: usize| match level.cell(x, y).shape {
        CellShape::Open => Kept::Floor,
        CellShape::Push { .. } => Kept::Push,
        CellShape::Door { along, lock, .. } => {
            let sides = match along {
                Axis::X => [Direction::North, Direction::South],
                Axis::Y => [Direction::East, Direction::West],
            };
            // A door at a window or a diagonal would lead into a wall.
            if sides.into_iter().all(|side| is_open(x, y, side)) { Kept::Door(along, lock) } else { Kept::Other }
        }
        shape if shape.is_wall() => Kept::Wall,
        _ => Kept::Other,
    };
    (0..level.height).flat_map(|y| (0..level.width).map(move |x| (x, y))).map(|(x, y)| ((x, y), of(x, y))).collect()
}

/// Exports a level, and checks that it comes back the same through GAMEMAPS and through UWMF.
fn survives(level: &Level) {
    let game = original();
    let exported = export(game, level).expect("it is valid");
    containers_keep_maps(std::slice::from_ref(&exported.map));
    let (text, _) = write_uwmf(game, &exported.map);
    let text = read_uwmf(game, "x.uwmf", text.as_bytes()).expect("it is valid");
    for map in [&exported.map, &text.map] {
        let back = import(game, map, 1, &GameData::default()).expect("it is valid").level;
        let there = kept(&back);
        for (at, wanted) in kept(level).into_iter().filter(|(_, kept)| *kept != Kept::Other) {
            assert_eq!(there[&at], wanted, "{at:?} of {}", level.name);
        }
        let start = |level: &Level| (level.player.x, level.player.y, Direction::from_facing(level.player.facing));
        assert_eq!(start(&back), start(level));
        let keys = |level: &Level| {
            let keys =
                level.things.iter().filter(|thing| matches!(thing.kind, ThingKind::Key(key) if key != level::Key::C));
            keys.map(|thing| (thing.x, thing.y, thing.kind)).collect::<Vec<_>>()
        };
        assert_eq!(keys(&back), keys(level));
    }
}

#[test]
fn texts_keep_every_number_that_has_a_name() {
    let game = original();
    let mut map = PlaneMap::new("all", 64, 64).expect("it is valid");
    map.planes[0].fill(108);
    let walls = game.walls.iter().filter(|(_, wall)| wall.uwmf.is_some()).map(|(number, _)| *number);
    // A lift's switch is one because of its trigger, which needs floor next to it.
    for (cell, number) in (2..).step_by(2).zip(walls.chain(90..102)) {
        map.planes[0][cell] = number;
    }
    let things = game.things.iter().filter(|(_, item)| item.uwmf.is_some()).map(|(number, _)| *number);
    let guards =
        (108..124).chain(126..142).chain(144..160).chain(162..178).chain(180..196).chain(198..214).chain(216..224);
    for (cell, number) in
        (640..).zip(things.chain(guards).chain(234..242).chain(252..260).chain(90..98).chain([99, 20]))
    {
        map.planes[1][cell] = number;
    }
    let marks = [(1664, 1, 98), (1800, 106, 110), (1810, 143, 0), (1900, 21, 0), (1901, 107, 0), (2000, 0, 0)];
    for (cell, wall, thing) in marks {
        (map.planes[0][cell], map.planes[1][cell]) = (wall, thing);
    }
    let (text, notes) = write_uwmf(game, &map);
    assert_eq!(notes, Vec::<String>::new());
    let read = read_uwmf(game, "all.uwmf", text.as_bytes()).expect("it is valid");
    assert_eq!(read.notes, Vec::<String>::new());
    for plane in 0..2 {
        let pairs = read.map.planes[plane].iter().zip(&map.planes[plane]).enumerate();
        let different: Vec<_> = pairs.filter(|(_, (read, wanted))| read != wanted).take(5).collect();
        assert!(different.is_empty(), "plane {plane}: {different:?}");
    }
}

#[test]
fn texts_have_the_arguments_that_ecwolf_expects() {
    let map = draw(&["#######", "#@.|..#", "#.#%#.#", "#.....L", "#######"], &[]);
    let (text, _) = write_uwmf(original(), &map);
    let trigger = |action: &str| {
        let is_it = |line: &&str| line.contains(&format!("action = \"{action}\""));
        text.lines().find(is_it).unwrap_or_else(|| panic!("no {action} in {text}"))
    };
    // Speed, direction away from the player, and distance.
    assert!(trigger("Pushwall_Move").contains("arg1 = 8; arg2 = 2; arg3 = 2; playeruse = true; secret = true;"));
    // Speed, delay, lock, and whether it leads north and south.
    assert!(trigger("Door_Open").contains("arg1 = 16; arg2 = 300; arg3 = 0; arg4 = 0;"));
    let lift = "activatenorth = false; activateeast = false; activatesouth = false; activatewest = true;";
    assert!(trigger("Exit_Normal").contains(lift), "{}", trigger("Exit_Normal"));
}

#[test]
fn exported_doors_have_numbers_by_lock_and_direction() {
    let text = "(name: \"\", legend: {'#': (wall: \"a\"), '@': (thing: Player), '.': (), '+': (door: \"holds_door\"),
            'A': (door: \"holds_door\", lock: A), 'B': (door: \"holds_door\", lock: B), 'C': (door: \"x\", lock: C),
            'S': (door: \"x\", lock: Sealed), 'l': (door: \"door\")},
        map: [\"##########\", \"#@+A.B.C.#\", \"####.#.#S#\", \"####+#l#.#\", \"####.#.#.#\", \"##########\"])";
    let level = Level::read("x", text.as_bytes()).expect("it is valid");
    let map = export(original(), &level).expect("it is valid").map;
    let doors = [(2, 1), (3, 1), (5, 1), (7, 1), (8, 2), (4, 3), (6, 3)].map(|(x, y)| map.get(0, x, y));
    assert_eq!(doors, [90, 92, 94, 96, 99, 91, 101]);
}

/// Pickups that the pipelines of the game use.
const PICKUPS: &str = "clip, shells, nails, fuel, rockets, shotgun, nailgun, flamer, launcher, medkit, serum, plate, vest, \
    ingot, medal, goblet, pistol, patcher, heat module, filter module, insulator module, thermal module, relic, banana, ration";

/// A pipeline of the game.
fn pipeline(name: &str) -> Pipeline {
    let file = format!("{}/../../assets/pipelines/{name}.ron", env!("CARGO_MANIFEST_DIR"));
    Pipeline::read(&file, &std::fs::read(&file).expect("a readable file")).expect("it is valid")
}

fn generated_decks_survive(seeds: std::ops::Range<u64>) -> usize {
    let pipelines = ["holds", "laboratory", "engineering", "crew_deck", "wreck", "labyrinth"].map(pipeline);
    let sets = format!("{}/../../assets/treasure_sets.ron", env!("CARGO_MANIFEST_DIR"));
    let treasure_sets =
        read_treasure_sets(&sets, &std::fs::read(&sets).expect("a readable file")).expect("it is valid");
    let monster = |name: &str| (name.to_owned(), MonsterData { health: 50, harm: 600, ticks: 400, shoots: 0 });
    let monsters =
        ["shambler", "crawler", "bloater", "officer", "cinder", "skeleton", "brute", "minotaur"].map(monster);
    let animals = ["chicken", "fox", "monkey", "robot"].map(|name| (name.to_owned(), MonsterData::default()));
    let pickup = |name: &str| (name.to_owned(), PickupData { heals: 25, hurts: 100 });
    let pickups = PICKUPS.split(", ").map(pickup).collect();
    let known = GeneratorData {
        treasure_sets,
        game_data: GameData { monsters: monsters.into_iter().chain(animals).collect(), pickups, ..GameData::default() },
        ..GeneratorData::default()
    };
    let mut decks = 0;
    for seed in seeds {
        let pipeline = &pipelines[seed as usize % pipelines.len()];
        let deck = pipeline.generate(seed, &known, true).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        if let Some(level) = deck.into_level() {
            decks += 1;
            survives(&level);
        }
    }
    decks
}

#[test]
fn generated_decks_survive_a_round_trip() {
    assert!(generated_decks_survive(0..6) > 0);
}

#[test]
#[ignore = "it generates and converts 300 decks, which takes a minute"]
fn three_hundred_generated_decks_survive_a_round_trip() {
    assert!(generated_decks_survive(0..300) > 200);
}

#[test]
fn hand_drawn_decks_survive_a_round_trip() {
    for name in ["deck1", "deck2", "deck3", "deck4"] {
        let file = format!("{}/../../levels/{name}.ron", env!("CARGO_MANIFEST_DIR"));
        survives(&Level::read(name, &std::fs::read(&file).expect("a readable file")).expect("it is valid"));
    }
}

#[test]
#[ignore = "100 000 maps take minutes"]
fn a_hundred_thousand_maps_survive_their_container() {
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(100_000));
    let run = runner.run(&any_map(), |map| {
        containers_keep_maps(std::slice::from_ref(&map));
        imports(&with_one_start(map));
        Ok(())
    });
    run.expect("it is valid");
}
