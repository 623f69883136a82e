//! Hand-drawn maps with generated contents: long paths, hidden monsters and shortcuts.

use generate::{GeneratorData, Pipeline};
use level::{CellShape, GameData, Level, MonsterData, PickupData, ThingKind};
use proptest::prelude::*;
use std::collections::{BTreeMap, VecDeque};

/// Two rooms side by side that are connected only through a third one.
const ROOMS: [&str; 9] = [
    "###############",
    "#@....#.......L",
    "#.....#.......#",
    "#.....#.......#",
    "#.....#.......#",
    "###+#####.#####",
    "#.............#",
    "#.............#",
    "###############",
];

fn known() -> GeneratorData {
    let (mut game_data, shambler) = (GameData::default(), MonsterData { health: 40, harm: 1, ticks: 400, shoots: 0 });
    game_data.health = 1000;
    game_data.hurts = 1000;
    game_data.monsters = BTreeMap::from([("shambler".to_owned(), shambler)]);
    game_data.pickups = ["medkit", "shotgun"].map(|name| (name.to_owned(), PickupData::default())).into();
    GeneratorData { game_data, ..GeneratorData::default() }
}

/// Returns the level of these rows with some content creators, or the error.
fn made(rows: &[&str], creators: &str, seed: u64) -> Result<Level, String> {
    let rows: Vec<String> = rows.iter().map(|row| format!("\"{row}\"")).collect();
    let rows = rows.join(", ");
    let text = format!("(generators: [Drawn(rows: [{rows}])], content_creators: [{creators}], mapper: Holds)");
    let deck = Pipeline::read("f.ron", text.as_bytes())?.generate(seed, &known(), true);
    deck.map_err(|error| error.to_string())?.into_level().ok_or_else(|| "no level".to_owned())
}

/// Returns the steps of each cell from a cell, without pushing walls.
fn steps(level: &Level, from: (usize, usize)) -> BTreeMap<(usize, usize), usize> {
    let (mut steps, mut frontier) = (BTreeMap::from([(from, 0)]), VecDeque::from([from]));
    while let Some((x, y)) = frontier.pop_front() {
        let step = steps[&(x, y)] + 1;
        for (x, y) in [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)] {
            let is_open = matches!(level.cell(x, y).shape, CellShape::Open | CellShape::Door { .. });
            if is_open && !steps.contains_key(&(x, y)) {
                steps.insert((x, y), step);
                frontier.push_back((x, y));
            }
        }
    }
    steps
}

/// Returns the cells in front of lifts.
fn before_lifts(level: &Level) -> impl Iterator<Item = (usize, usize)> + '_ {
    (0..level.cells.len()).filter_map(|cell| {
        let CellShape::Lift { face: Some(face), .. } = level.cells[cell].shape else { return None };
        let (right, down) = face.step();
        let (x, y) = (cell % level.width, cell / level.width);
        Some((x.checked_add_signed(right as isize)?, y.checked_add_signed(down as isize)?))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]
    #[test]
    fn content_is_added_to_a_drawn_map_without_changing_it(seed: u64) {
        let level = made(&ROOMS, "Creatures(kinds: [\"shambler\"], count: 3, nearest: 6), Finds(pickups: [\"medkit\", \"shotgun\"])", seed).unwrap();
        let drawn = |x: usize, y: usize| ROOMS[y].as_bytes()[x];
        for (cell, of) in level.cells.iter().enumerate() {
            let letter = drawn(cell % level.width, cell / level.width);
            let fits = match of.shape {
                CellShape::Wall { .. } => letter == b'#',
                CellShape::Lift { .. } => letter == b'L',
                CellShape::Door { .. } => letter == b'+',
                CellShape::Open => letter == b'.' || letter == b'@',
                _ => false,
            };
            prop_assert!(fits, "{cell}: {:?}", of.shape);
        }
        prop_assert_eq!((level.player.x, level.player.y), (1, 1));
        let monsters: Vec<_> = level.things.iter().filter(|thing| matches!(thing.kind, ThingKind::Monster(_))).collect();
        prop_assert_eq!((monsters.len(), level.things.len()), (3, 5));
        // The whole first room is visible from its corner.
        prop_assert!(monsters.iter().all(|thing| thing.x > 6 || thing.y > 5), "{:?}", monsters);
    }

    #[test]
    fn path_to_the_lift_has_the_minimum_length(seed: u64) {
        let shortest = |long_way: &str| {
            let text = format!(
                "(generators: [ShipRooms()], translators: [FillBorder(width: 4), ThinHull()],
                content_creators: [Start(), Exit(){long_way}], mapper: Holds)"
            );
            let deck = Pipeline::read("f.ron", text.as_bytes()).unwrap().generate(seed, &known(), true).ok()?;
            let level = deck.into_level().unwrap();
            let steps = steps(&level, (level.player.x, level.player.y));
            before_lifts(&level).map(|lift| steps[&lift]).min()
        };
        // Require one step more than the path of this seed has without the limit. If no attempt succeeds, an error is
        // reported instead.
        let least = shortest("").unwrap() + 1;
        if let Some(way) = shortest(&format!(", LongWay(least: {least})")) {
            prop_assert!(way >= least, "{way} steps, not {least}");
        }
    }

    #[test]
    fn shortcuts_save_the_minimum_number_of_steps(seed: u64) {
        let level = made(&ROOMS, "Shortcuts(count: 2, saves: 12)", seed).unwrap();
        let mut count = 0;
        for (cell, of) in level.cells.iter().enumerate() {
            let CellShape::Push { way: Some(way), .. } = of.shape else { continue };
            let ((x, y), (right, down)) = ((cell % level.width, cell / level.width), way.step());
            let side = |far: i32| ((x as i32 + right * far) as usize, (y as i32 + down * far) as usize);
            let round = steps(&level, side(-1))[&side(1)];
            prop_assert!(round >= 14, "the detour has {round} steps");
            count += 1;
        }
        prop_assert!((1..=2).contains(&count), "{count}");
        // No two places separated by a wall are far enough apart to save this many steps.
        let none = made(&ROOMS, "Shortcuts(count: 2, saves: 60)", seed).unwrap();
        let pushes = none.cells.iter().filter(|cell| matches!(cell.shape, CellShape::Push { .. })).count();
        prop_assert_eq!(pushes, 0);
    }
}

#[test]
fn shortcuts_do_not_bypass_locks() {
    let mut locked = 0;
    for seed in 0..40 {
        let creators = "Locks(count: 1), Shortcuts(count: 9, saves: 2)";
        let Ok(level) = made(&ROOMS, creators, seed) else { continue };
        let steps = |shut: bool| {
            let mut level = level.clone();
            let wall = level.cells[0].shape;
            for cell in &mut level.cells {
                match cell.shape {
                    CellShape::Door { lock: Some(_), .. } if shut => cell.shape = wall,
                    CellShape::Push { .. } => cell.shape = CellShape::Open,
                    _ => {}
                }
            }
            steps(&level, (level.player.x, level.player.y)).len()
        };
        assert!(steps(true) < steps(false), "seed {seed}: a locked area is reachable without the key");
        locked += 1;
    }
    assert!(locked > 10, "only {locked} decks have a lock");
}

#[test]
fn invalid_drawn_maps_are_rejected() {
    for (rows, what) in [
        (vec![], "each side of the map must be 3 to 4096, got 0 by 0"),
        (vec!["###", "#.#"], "got 3 by 2"),
        (vec!["###", "#.##", "###"], "row 2 must have 3 letters like the first one, got 4"),
        (vec!["###", "#x#", "###"], "row 2, column 2: the letter must be"),
        (vec!["####", "#@@#", "####"], "a map must have at most one start ('@'), got 2"),
        (vec!["L###", "#@.#", "####"], "row 1, column 1: a lift must be next to floor"),
    ] {
        let error = made(&rows, "", 1).expect_err("it cannot be");
        assert!(error.contains(what), "{what}: {error}");
    }
    let twice =
        "(generators: [Cave(size: (width: 20, height: 20)), Drawn(rows: [\"###\", \"#@#\", \"###\"])], mapper: Holds)";
    let error = Pipeline::read("f.ron", twice.as_bytes()).expect("it can be read").generate(1, &known(), true).err();
    assert!(error.is_some_and(|error| error.what.contains("a drawn map must be the first generator")));
    for (creators, what) in [
        ("LongWay(least: 0)", "`least` must be a whole number from 1 to 1000000, got 0"),
        ("LongWay(least: 500)", "the path to the exit has 22 steps, but `least` is 500 (tried 32 times)"),
        ("Shortcuts(count: 1000000000)", "`count` must be a whole number from 0 to 100"),
        ("Shortcuts(count: 1, saves: -3)", "`saves` must be a whole number from 2"),
    ] {
        let error = made(&ROOMS, creators, 1).expect_err("it cannot be");
        assert!(error.contains(what), "{what}: {error}");
    }
    let xml = "<layout><generators><generator type=\"drawn\"><rows><row>#####</row><row>#@..L</row><row>#####</row></rows></generator></generators>\
        <mapper type=\"holds\"/></layout>";
    let deck =
        Pipeline::read("f.xml", xml.as_bytes()).unwrap_or_else(|error| panic!("{error}")).generate(1, &known(), true);
    assert_eq!(deck.expect("a valid map").rows().expect("tiles"), ["#####", "#@..#", "#####"]);
}
