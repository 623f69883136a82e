//! Prefab rooms: their files, their errors, and how they are placed.

use generate::{GeneratorData, Pipeline, RoomSet, read_treasure_sets};
use level::{CellShape, GameData, Level, MonsterData, PickupData, ThingKind, TriggerAction, TriggerCause};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn file(name: &str) -> Vec<u8> {
    let file = format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&file).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Returns a game in which all pickups and monsters of the rooms exist, and all props are furniture.
fn known() -> GeneratorData {
    let mut game_data = GameData::default();
    for (what, name) in RoomSet::default().names() {
        match what {
            "pickup" => drop(game_data.pickups.insert(name.to_owned(), PickupData::default())),
            "monster" => drop(game_data.monsters.insert(name.to_owned(), MonsterData::default())),
            "prop" => drop(game_data.furniture.insert(name.to_owned())),
            _ => {}
        }
    }
    for name in ["crawler", "shambler", "bloater", "officer"] {
        game_data.monsters.insert(name.to_owned(), MonsterData { health: 40, harm: 500, ticks: 1000, shoots: 0 });
    }
    for (name, heals, hurts) in [("clip", 0, 100), ("shells", 0, 400), ("medkit", 25, 0), ("serum", 100, 0)] {
        game_data.pickups.insert(name.to_owned(), PickupData { heals, hurts });
    }
    for name in ["plate", "vest", "ingot", "medal", "goblet", "shotgun", "nailgun", "nails"] {
        game_data.pickups.entry(name.to_owned()).or_default();
    }
    let treasure_sets = file("assets/treasure_sets.ron");
    let treasure_sets = read_treasure_sets("treasure_sets.ron", &treasure_sets).expect("valid sets");
    GeneratorData { treasure_sets, game_data, ..GeneratorData::default() }
}

/// Returns a level with rooms of a file with this text, next to halls.
fn made(rooms: &str, stage: &str, seed: u64) -> Result<Level, String> {
    let rooms = RoomSet::read([("rooms.ron", rooms.as_bytes())]).map_err(|error| error.to_string())?;
    let text = format!(
        "(generators: [ShipRooms(size: (width: 50, height: 34), least_rooms: 1, most_rooms: 2)],
        translators: [Rooms({stage}), FillBorder(width: 4), ThinHull()],
        content_creators: [Start(), Exit()], mapper: Holds)"
    );
    let pipeline = Pipeline::read("f.ron", text.as_bytes())?;
    let known = GeneratorData { rooms, ..known() };
    let deck = pipeline.generate(seed, &known, true).map_err(|error| error.to_string())?;
    deck.into_level().ok_or_else(|| "no level".to_owned())
}

/// Returns a file with one room of this map.
fn drawn(map: &str, fields: &str) -> String {
    let rows: Vec<String> = map.lines().map(|row| format!("            {row:?},")).collect();
    format!(
        "(theme: \"t\", legend: {{ 'b': (props: [\"bunk\"]), 'm': (monsters: [\"fox\"]), 'h': (pickups: [\"clip\"]) }}, rooms: [\n    (\n        \
         name: \"a\", landmark: \"bunk\", {fields} map: [\n{}\n        ],\n    ),\n])",
        rows.join("\n")
    )
}

const CABIN: &str = "##+##\n#...#\n#b.h+\n#...#\n##+##";

fn error(text: &str) -> String {
    RoomSet::read([("rooms.ron", text.as_bytes())]).map(|_| ()).expect_err("an invalid file").to_string()
}

#[test]
fn each_room_file_of_the_game_is_built_in_and_valid() {
    let folder = format!("{}/../../assets/rooms", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("a readable folder")
        .map(|entry| format!("assets/rooms/{}", entry.expect("an entry").file_name().to_string_lossy()))
        .collect();
    names.sort();
    let files: Vec<(String, Vec<u8>)> = names.into_iter().map(|name| (name.clone(), file(&name))).collect();
    let files = files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
    let read = RoomSet::read(files).unwrap_or_else(|error| panic!("{error}"));
    assert!(read == RoomSet::default(), "a file is missing in `rooms/set.rs`");
    assert!(read.count() >= 24);
}

#[test]
fn errors_name_line_and_column() {
    let cabin = drawn(CABIN, "");
    for (text, expected) in [
        (drawn("##+##\n#...#\n#b.?+\n#...#\n##+##", ""), "rooms.ron:6:17: '?' is not in the legend"),
        (
            drawn("##+##\n#...#\n#b.h+\n#...\n##+##", ""),
            "rooms.ron:7:18: this row must have 5 characters like the first one, got 4",
        ),
        (drawn("##+##\n#.b.#\n#b.h+\n#...#\n##+##", ""), "rooms.ron:4:16: a door must be in the outermost wall"),
        (drawn("#####\n#...#\n#b+h#\n#...#\n##+##", ""), "rooms.ron:6:16: a door must be in the outermost wall"),
        (drawn("#####\n#...#\n#b.h#\n#...#\n#####", ""), "rooms.ron:4:14: a room without a door ('+') fits nowhere"),
        (drawn("##+##\n#...#\n#b.h \n#...#\n##+##", ""), "rooms.ron:5:17: the room must have a wall here: it is open"),
        (
            drawn("##+##\n#...#\n#bbb#\n#..h#\n#####", ""),
            "rooms.ron:7:15: the player cannot get here from the first door",
        ),
        (drawn("#+#\n#.#\n#b#", ""), "rooms.ron:3:16: each side of a room must have 4 to 32 cells, got 3 by 3"),
        (drawn(CABIN, "weight: 0,"), "this must be a whole number from 1 to 1000, got 0"),
        (drawn(CABIN, "weight: 1e30,"), "this must be a whole number from 1 to 1000, got 1e30"),
        (drawn(CABIN, "most: 2.5,"), "this must be a whole number from 1 to 100, got 2.5"),
        (
            cabin.replace("landmark: \"bunk\"", "landmark: \"globe\""),
            "rooms.ron:3:31: the landmark must be a prop or a texture of the room, got 'globe'",
        ),
        (cabin.replace("'b':", "'#':"), "'#' must keep its meaning"),
        (cabin.replace("'m':", "'b':"), "'b' is listed twice"),
        (cabin.replace("'b': (", "'b': (wall: \"hull\", "), "a cell must have at most one of wall"),
        (cabin.replace("map:", "size: 3, map:"), "unknown field `size`"),
        (cabin.replace("pickups", "prizes"), "a room with prizes must have a table"),
        (cabin.replace("theme: \"t\"", "theme: \"\""), "rooms.ron:1:10: this text must not be empty"),
        ("(theme: \"t\", rooms: [])".to_owned(), "rooms.ron:1:10: a theme must have at least one room per file"),
    ] {
        let error = error(&text);
        assert!(error.starts_with("rooms.ron:") && error.contains(expected), "{expected}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        let mut place = error.split(':').skip(1);
        assert!(place.by_ref().take(2).all(|number| number.parse::<u32>().is_ok()), "{error}");
    }
    let room = cabin.split_once("rooms: [").expect("rooms").1.trim_end_matches("])").to_owned();
    let many: String = (0..201).map(|number| room.replace("\"a\"", &format!("\"a{number}\""))).collect();
    let many = cabin.replace(&room, &many);
    assert!(error(&many).contains("a file must have at most 200 rooms, got 201"), "{}", error(&many));
    let twice = cabin.replace(&room, &format!("{room}{room}"));
    assert!(error(&twice).contains("the room 'a' is listed twice"), "{}", error(&twice));
    let million = cabin.replace(&room, &room.repeat(10_000));
    assert!(error(&million).contains("the file must have at most 1048576 bytes"), "{}", error(&million));
    let two = [("a.ron", cabin.as_bytes()), ("b.ron", cabin.as_bytes())];
    let error = RoomSet::read(two).map(|_| ()).expect_err("two rooms of a name").to_string();
    assert_eq!(error, "b.ron:3:16: another file of the theme 't' has a room 'a', too");
}

#[test]
fn missing_rooms_are_reported() {
    let cabin = drawn(CABIN, "most: 9,");
    for (stage, expected) in [
        ("theme: \"u\", count: (1, 2)", "no theme of rooms is called 'u'; there are 't'"),
        ("theme: \"t\", count: (1, 2), must: [\"x\"]", "no room of the theme 't' is called 'x'; there are 'a'"),
        ("theme: \"t\", count: (3, 2)", "`greatest `count`` must be a whole number from 3 to 1000, got 2"),
        ("theme: \"t\", count: (10, 12)", "translators[0]: only 9 rooms fit, but the least `count` is 10"),
    ] {
        let error = made(&cabin, stage, 1).map(|_| ()).expect_err(stage);
        assert!(error.contains(expected), "{stage}: {error}");
    }
    // A room that is larger than the deck is an error only if the pipeline demands it.
    let row = format!("#{}#", ".".repeat(30));
    let hall = [&format!("{}+{}", "#".repeat(15), "#".repeat(16)), &row.replacen('.', "b", 1)];
    let wall = "#".repeat(32);
    let rows: Vec<&String> = hall.into_iter().chain(std::iter::repeat_n(&row, 29)).chain([&wall]).collect();
    let hall = drawn(&rows.iter().map(|row| row.as_str()).collect::<Vec<_>>().join("\n"), "");
    let error = made(&hall, "theme: \"t\", count: (0, 1), must: [\"a\"]", 1).map(|_| ()).expect_err("no space");
    assert!(error.contains("translators[0]: the room 'a' (rooms.ron:3:16) does not fit: increase"), "{error}");
    assert!(made(&hall, "theme: \"t\", count: (0, 1)", 1).is_ok());
}

#[test]
fn table_pays_its_prize_and_gravity_fails_at_the_door() {
    let text = drawn("##+##\n#...#\n#b.z+\n#T..#\n##+##", "weightless: true,")
        .replace("'m':", "'T': (table: 2), 'z': (prizes: [\"serum\"]), 'm':");
    let level = made(&text, "theme: \"t\", count: (1, 1)", 3).unwrap();
    assert_eq!(level.terminals.len(), 1);
    let prize = level.things.iter().find(|thing| matches!(thing.kind, ThingKind::Pickup(_))).expect("a prize");
    assert!(prize.waits);
    let won = level.triggers.iter().find(|trigger| trigger.on == TriggerCause::Won).expect("a trigger");
    assert!(matches!(won.actions[..], [TriggerAction::Spawn(_), TriggerAction::Say(_)]));
    let entered = level.triggers.iter().find(|trigger| trigger.on == TriggerCause::Step).expect("a trigger");
    let TriggerAction::Gravity(Some(place), pull) = entered.actions[0] else { panic!("no gravity") };
    assert_eq!((level.place(place).cells.len(), pull.share()), (9, 0.0), "the room without its walls");
    assert_eq!(level.findings(&known().game_data), []);
}

/// Returns the floor patterns of all rooms, to compare neighbours.
fn shipped(name: &str, seed: u64) -> Level {
    let pipeline = Pipeline::read(name, &file(&format!("assets/pipelines/{name}"))).expect("a valid pipeline");
    let deck = pipeline.generate(seed, &known(), true).unwrap_or_else(|error| panic!("{error}"));
    deck.into_level().expect("it has a mapper")
}

// On this deck a door on the axis was once next to its mirror image.
#[test]
fn mirrored_doors_do_not_share_their_walls() {
    assert!(shipped("laboratory.ron", 32).player.x > 0, "it is generated");
}

#[test]
fn almost_all_furnished_decks_have_animals() {
    // Animals that would see the player's start are left out.
    let animals = ["monkey", "chicken", "fox", "robot"];
    for name in ["crew_deck.ron", "laboratory.ron"] {
        let has_some = |seed: &u64| shipped(name, *seed).monsters.iter().any(|kind| animals.contains(&kind.as_str()));
        let count = (0..20).filter(has_some).count();
        assert!(count >= 18, "{count} of 20 decks of {name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn furnished_decks_are_proved_and_survive_a_round_trip(number in 0..2_usize, seed: u64) {
        let level = shipped(["crew_deck.ron", "laboratory.ron"][number], seed);
        let serious: Vec<_> =
            level.findings(&known().game_data).into_iter().filter(|finding| finding.lint.rejects_deck()).collect();
        prop_assert!(serious.is_empty(), "{:?}", serious);
        let text = level.write().unwrap();
        let read = Level::read("written", text.as_bytes());
        prop_assert!(read.as_ref().is_ok_and(|read| *read == level), "{:?}\n{}", read.err(), text);
        let props: BTreeSet<&str> = level.props.iter().map(String::as_str).collect();
        prop_assert!(props.len() >= 8, "{props:?}");
        let wanted: &[&str] = [&["bunk", "mess table"][..], &["lab bench", "cage", "specimen tank", "chart table"]][number];
        prop_assert!(wanted.iter().all(|prop| props.contains(prop)), "{props:?}");
    }

    #[test]
    fn weightless_rooms_have_one_door_and_neither_start_nor_lift(seed: u64) {
        let map = "###+####\n#......#\n+..b...+\n#......#\n###+####";
        let text = drawn(map, "most: 60, weightless: true,");
        let level = made(&text, "theme: \"t\", count: (3, 12), doors: 100", seed).unwrap();
        let weightless = level.triggers.iter().filter_map(|trigger| match trigger.actions[0] {
            TriggerAction::Gravity(place, _) => place,
            _ => None,
        });
        let mut rooms = 0;
        for place in weightless {
            rooms += 1;
            let cells = &level.place(place).cells;
            prop_assert!(!cells.contains(&(level.player.x, level.player.y)), "it is the start");
            let beside = cells.iter().flat_map(|&(x, y)| [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)]);
            let shapes: Vec<CellShape> = beside.map(|(x, y)| level.cell(x, y).shape).collect();
            let doors = shapes.iter().filter(|shape| matches!(shape, CellShape::Door { .. })).count();
            prop_assert_eq!(doors, 1);
            let lift = level.cells.iter().position(|cell| matches!(cell.shape, CellShape::Lift { .. })).unwrap();
            let CellShape::Lift { face: Some(face), .. } = level.cells[lift].shape else { panic!("no switch") };
            let (right, down) = face.step();
            let before = ((lift % level.width).wrapping_add_signed(right as isize), (lift / level.width).wrapping_add_signed(down as isize));
            prop_assert!(!cells.contains(&before), "it has the lift");
        }
        prop_assert!(rooms >= 3, "{} rooms", rooms);
    }

    #[test]
    fn neighbours_are_never_the_same_room_in_the_same_orientation(seed: u64) {
        // The pattern of walls and props differs in each of the eight orientations.
        let map = "##+####\n#b....#\n#.....+\n#...h.#\n##+####";
        let level = made(&drawn(map, "most: 60,"), "theme: \"t\", count: (3, 20), doors: 100", seed).unwrap();
        let bunks: Vec<(usize, usize)> =
            level.things.iter().filter(|thing| matches!(thing.kind, ThingKind::Prop(_))).map(|thing| (thing.x, thing.y)).collect();
        let clips: Vec<(i64, i64)> =
            level.things.iter().filter(|thing| matches!(thing.kind, ThingKind::Pickup(_))).map(|thing| (thing.x as i64, thing.y as i64)).collect();
        prop_assert!(bunks.len() >= 3);
        // The way from the bunk to the clip shows the orientation. A room's bunk is the only one in its corner.
        let ways: Vec<((i64, i64), (i64, i64))> = bunks.iter().map(|&(x, y)| {
            let (x, y) = (x as i64, y as i64);
            let of_room = [(3, 2), (3, -2), (-3, 2), (-3, -2), (2, 3), (2, -3), (-2, 3), (-2, -3)];
            let open = |(right, down): (i64, i64)| (0..=3).all(|step| {
                level.shape_at((x + right * step / 3) as i32, (y + down * step / 3) as i32) == Some(CellShape::Open)
            });
            let way = of_room.into_iter().find(|&(right, down)| clips.contains(&(x + right, y + down)) && open((right, down)));
            ((x, y), way.unwrap_or_default())
        }).collect();
        for (index, (one, way)) in ways.iter().enumerate() {
            for (other, other_way) in &ways[..index] {
                let apart = ((one.0 - other.0).abs(), (one.1 - other.1).abs());
                let (wide, high) = if way.0.abs() == 3 { (6, 4) } else { (4, 6) };
                prop_assert!(way != other_way || apart.0 > wide || apart.1 > high, "{one:?} and {other:?}: {way:?}");
            }
        }
    }
}
