//! Content creators: the game's own pipelines, and rules that hold for each of their decks.

use generate::{GeneratorData, Pipeline, read_treasure_sets};
use level::{CellShape, Finding, GameData, IdleBehaviour, Key, Level, Lock, MonsterData, PickupData, ThingKind};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn asset(name: &str) -> Vec<u8> {
    let file = format!("{}/../../assets/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&file).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Data of a game in which monsters are stronger the later their names come in the list.
fn known() -> GeneratorData {
    let creature = |(number, name): (u32, &str)| {
        (name.to_owned(), MonsterData { health: 20 + 30 * number, harm: 600, ticks: 1125, shoots: 0 })
    };
    let creatures = ["crawler", "shambler", "bloater", "cinder", "officer", "brute", "minotaur"];
    // The animals of prefab rooms, which do not have to be fought.
    let animals = ["chicken", "fox", "monkey", "robot"].map(|name| (name.to_owned(), MonsterData::default()));
    let pickup = |(name, heals, hurts): (&str, u32, u32)| (name.to_owned(), PickupData { heals, hurts });
    let (ammunition, health) =
        ([("clip", 0, 110), ("shells", 0, 400), ("nails", 0, 280)], [("medkit", 25, 0), ("serum", 100, 0)]);
    let others = ["plate", "vest", "ingot", "medal", "goblet", "shotgun", "nailgun"].map(|name| (name, 0, 0));
    GeneratorData {
        treasure_sets: read_treasure_sets("treasure_sets.ron", &asset("treasure_sets.ron")).expect("valid sets"),
        game_data: GameData {
            monsters: (0..).zip(creatures).map(creature).chain(animals).collect(),
            pickups: ammunition.into_iter().chain(health).chain(others).map(pickup).collect(),
            ..GameData::default()
        },
        ..GeneratorData::default()
    }
}

const SHIPPED: [&str; 9] = [
    "moosecastle_2.xml",
    "labyrinth.ron",
    "labyrinth_a.ron",
    "labyrinth_b.ron",
    "crew_deck.ron",
    "holds.ron",
    "engineering.ron",
    "laboratory.ron",
    "wreck.ron",
];

fn shipped(name: &str) -> Pipeline {
    Pipeline::read(name, &asset(&format!("pipelines/{name}"))).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the serious findings of the solver.
fn serious_findings(level: &Level) -> Vec<Finding> {
    level.findings(&known().game_data).into_iter().filter(|finding| finding.lint.rejects_deck()).collect()
}

fn level(pipeline: &Pipeline, seed: u64) -> Level {
    let deck = pipeline.generate(seed, &known(), true).unwrap_or_else(|error| panic!("{error}"));
    deck.into_level().expect("it has a mapper")
}

/// Returns a level of a small pipeline with some content creators.
fn made(creators: &str, seed: u64) -> Result<Level, String> {
    let text = format!(
        "(generators: [ShipRooms()], translators: [FillBorder(width: 4), ThinHull()],
        content_creators: [Start(), Exit(), {creators}], mapper: Holds)"
    );
    let pipeline = Pipeline::read("f.ron", text.as_bytes())?;
    let deck = pipeline.generate(seed, &known(), true).map_err(|error| error.to_string())?;
    deck.into_level().ok_or_else(|| "no level".to_owned())
}

/// Returns the steps of each cell from the start, through doors except those with these locks, and not through
/// push-walls and props.
fn steps(level: &Level, shut: &[Lock]) -> BTreeMap<(usize, usize), u32> {
    let props = level.things.iter().filter(|thing| matches!(thing.kind, ThingKind::Prop(_)));
    let props: BTreeSet<(usize, usize)> = props.map(|thing| (thing.x, thing.y)).collect();
    let mut steps = BTreeMap::from([((level.player.x, level.player.y), 0)]);
    let mut frontier = std::collections::VecDeque::from([(level.player.x, level.player.y)]);
    while let Some((x, y)) = frontier.pop_front() {
        let step = steps[&(x, y)] + 1;
        for (x, y) in [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)] {
            let is_open = match level.cell(x, y).shape {
                CellShape::Open => true,
                CellShape::Door { lock, .. } => lock.is_none_or(|lock| !shut.contains(&lock)),
                _ => false,
            };
            if is_open && !props.contains(&(x, y)) && !steps.contains_key(&(x, y)) {
                steps.insert((x, y), step);
                frontier.push_back((x, y));
            }
        }
    }
    steps
}

/// Returns true if the straight line between the centres of two cells crosses only open cells and windows.
fn is_seen(level: &Level, from: (usize, usize), to: (usize, usize)) -> bool {
    let (x, y) = (from.0 as f64 + 0.5, from.1 as f64 + 0.5);
    let (far_x, far_y) = (to.0 as f64 + 0.5 - x, to.1 as f64 + 0.5 - y);
    let samples = (far_x.abs().max(far_y.abs()) * 50.0) as usize + 1;
    (0..=samples).all(|number| {
        let part = number as f64 / samples as f64;
        let shape = level.cell((x + far_x * part) as usize, (y + far_y * part) as usize).shape;
        matches!(shape, CellShape::Open | CellShape::Pane { .. })
    })
}

fn pickups(level: &Level) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for thing in &level.things {
        if let ThingKind::Pickup(index) = thing.kind {
            *counts.entry(level.pickup(index)).or_default() += 1;
        }
    }
    counts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(70))]
    #[test]
    fn shipped_decks_are_valid_and_survive_a_round_trip(number in 0..SHIPPED.len(), seed: u64) {
        let level = level(&shipped(SHIPPED[number]), seed);
        prop_assert!(serious_findings(&level).is_empty(), "{:?}", serious_findings(&level));
        let text = level.write().unwrap();
        let read = Level::read("written", text.as_bytes());
        prop_assert!(read.as_ref().is_ok_and(|read| *read == level), "{:?}\n{}", read.err(), text);
        let steps = steps(&level, &[]);
        for thing in level.things.iter().filter(|thing| matches!(thing.kind, ThingKind::Monster(_))) {
            // Animals may be behind bars.
            let is_far = steps.get(&(thing.x, thing.y)).is_none_or(|steps| *steps >= 8);
            prop_assert!(is_far, "a monster is next to the start\n{}", text);
            let is_seen = is_seen(&level, (level.player.x, level.player.y), (thing.x, thing.y));
            prop_assert!(!is_seen, "a monster at {}, {} sees the start\n{}", thing.x, thing.y, text);
        }
    }

    #[test]
    fn keys_can_be_reached_without_their_locks(seed: u64) {
        let level = made("Locks(count: 3)", seed).unwrap();
        let locks = level.cells.iter().filter_map(|cell| match cell.shape {
            CellShape::Door { lock, .. } => lock,
            _ => None,
        });
        prop_assert_eq!(locks.count(), 3);
        let mut shut = vec![Lock::A, Lock::B, Lock::C];
        while !shut.is_empty() {
            let steps = steps(&level, &shut);
            let found = level.things.iter().filter(|thing| steps.contains_key(&(thing.x, thing.y)));
            let keys: Vec<Key> = found.filter_map(|thing| match thing.kind {
                ThingKind::Key(key) => Some(key),
                _ => None,
            }).collect();
            let before = shut.len();
            shut.retain(|lock| !lock.key().is_some_and(|key| keys.contains(&key)));
            prop_assert!(shut.len() < before, "the keys to {:?} lie behind them", shut);
        }
    }

    #[test]
    fn secret_rooms_hide_treasures_behind_push_walls(seed: u64) {
        let level = made("SecretRooms(count: 4, treasure_sets: [\"hoard\"])", seed).unwrap();
        let walls = level.cells.iter().filter(|cell| matches!(cell.shape, CellShape::Push { secret: true, .. })).count();
        prop_assert!((1..=4).contains(&walls), "{walls} push-walls");
        let steps = steps(&level, &[]);
        prop_assert_eq!(level.things.len(), walls * 4, "four treasures in each");
        prop_assert!(level.things.iter().all(|thing| !steps.contains_key(&(thing.x, thing.y))), "they are hidden");
        prop_assert!(serious_findings(&level).is_empty(), "{:?}", serious_findings(&level));
    }

    #[test]
    fn lamps_have_the_requested_density_and_every_room_has_one(seed: u64) {
        let level = made("Lamps(every: 20)", seed).unwrap();
        let floor = steps(&level, &[]).keys().filter(|(x, y)| level.cell(*x, *y).shape == CellShape::Open).count();
        prop_assert!((floor / 30..=floor / 10).contains(&level.lamps.len()), "{} lamps over {floor}", level.lamps.len());
    }
}

#[test]
fn treasures_are_in_halls_and_not_at_dead_ends() {
    let pipeline = shipped("moosecastle_2.xml");
    for seed in 0..40 {
        let level = level(&pipeline, seed);
        let sum: usize = pickups(&level).values().sum();
        assert_eq!(
            (pickups(&level)["clip"], pickups(&level)["medal"], sum),
            (4, 1, 14),
            "the set as the file counts it"
        );
        for thing in &level.things {
            let beside = [(1, 0), (0, 1), (-1, 0), (0, -1)];
            let open = |(x, y): &(i32, i32)| !level.shape_at(thing.x as i32 + x, thing.y as i32 + y).unwrap().is_wall();
            assert!(beside.iter().filter(|beside| open(beside)).count() >= 2, "it is at a dead end");
        }
    }
}

#[test]
fn oversized_treasure_set_is_placed_in_part() {
    let sets = "{ \"heap\": [(\"ingot\", 1000000000000), (\"medal\", 500000000000)] }";
    let known = GeneratorData { treasure_sets: read_treasure_sets("f.ron", sets.as_bytes()).unwrap(), ..known() };
    let pipeline = Pipeline::read(
        "f.ron",
        b"(generators: [Cave(size: (width: 40, height: 40))], translators: [FillBorder()],
        content_creators: [Start(), Exit(), HallTreasures(treasure_sets: [\"heap\"])], mapper: Holds)",
    )
    .unwrap();
    let level = pipeline.generate(1, &known, true).unwrap().into_level().unwrap();
    let counts = pickups(&level);
    assert!(counts["ingot"] > counts["medal"] && counts["medal"] > counts["ingot"] / 4, "{counts:?}");
}

#[test]
fn strongest_monsters_are_farthest_from_the_start() {
    let (mut near, mut far) = (Vec::new(), Vec::new());
    for seed in 0..30 {
        let level = made("Creatures(kinds: [\"crawler\", \"brute\"], per_thousand: 60)", seed).unwrap();
        let steps = steps(&level, &[]);
        for thing in &level.things {
            let ThingKind::Monster(index) = thing.kind else { continue };
            let distances = if level.monster(index) == "brute" { &mut far } else { &mut near };
            distances.push(steps[&(thing.x, thing.y)]);
        }
        assert!(level.things.iter().any(|thing| thing.habit == IdleBehaviour::Ambush));
        assert!(level.things.iter().any(|thing| thing.skill == 4) && level.things.iter().any(|thing| thing.skill == 1));
    }
    let mean = |distances: &[u32]| distances.iter().sum::<u32>() as usize / distances.len();
    assert!(mean(&near) + 10 < mean(&far), "{} and {}", mean(&near), mean(&far));
}

#[test]
fn supplies_match_the_expected_cost_of_fights() {
    let creatures = "Creatures(kinds: [\"brute\"], per_thousand: 10), ";
    for seed in 0..20 {
        let supplies = "Supplies(ammunition: [\"shells\"], health: [\"medkit\"], percent: 100)";
        let level = made(&format!("{creatures}{supplies}"), seed).unwrap();
        let monsters = level.things.iter().filter(|thing| matches!(thing.kind, ThingKind::Monster(_))).count();
        let counts = pickups(&level);
        // A brute of this game has 170 points; seven of ten shots hit; it deals 600 points per minute, for three
        // seconds.
        assert_eq!(counts["shells"], (monsters * (170 * 100 / 70)).div_ceil(400));
        assert_eq!(counts["medkit"], (monsters * 30).div_ceil(25));
    }
}

#[test]
fn labyrinth_cells_light_up_when_stepped_on() {
    let level = level(&shipped("labyrinth.ron"), 3);
    let lit: BTreeSet<(usize, usize)> = level.places.iter().flat_map(|place| place.cells.iter().copied()).collect();
    let floor: BTreeSet<(usize, usize)> = steps(&level, &[]).into_keys().collect();
    assert_eq!(lit, floor);
    assert_eq!(level.triggers.len(), level.places.len());
}

#[test]
fn unknown_names_are_rejected() {
    for (creators, what) in [
        (
            "HallTreasures(treasure_sets: [\"gold\"])",
            "content_creators[2]: no treasure set is called 'gold'; there are 'armoury', 'basic_goodies'",
        ),
        ("HallTreasures(treasure_sets: [])", "content_creators[2]: `treasure_sets` must have at least one name"),
        ("Creatures(kinds: [\"ghost\"], per_thousand: 1)", "no monster is called 'ghost'; there are 'bloater'"),
        ("Creatures(kinds: [], per_thousand: 1)", "`number of `kinds``"),
        ("Creatures(kinds: [\"bloater\"], count: 2, nearest: 9999)", "only 0 of 2 monsters fit out of sight"),
        ("Supplies(ammunition: [\"medkit\"])", "'medkit' does not cause damage"),
        ("Supplies(health: [\"clip\"])", "'clip' does not heal"),
        ("Supplies(health: [\"cake\"])", "no pickup is called 'cake'"),
        ("Locks(count: 4)", "`count` must be a whole number from 0 to 3, got 4"),
        ("Start()", "the map has a start already"),
    ] {
        // Supplies are only needed if there are monsters.
        let creators = if creators.starts_with("Supplies") {
            format!("Creatures(kinds: [\"brute\"], per_thousand: 5), {creators}")
        } else {
            creators.to_owned()
        };
        let error = made(&creators, 1).err().unwrap_or_default();
        assert!(error.contains(what), "{creators}: {error}");
    }
    let sets = read_treasure_sets("f.ron", b"{ \"a\": [(\"clip\", -1)] }");
    assert!(sets.unwrap_err().to_string().starts_with("f.ron:1:"));
}

/// Returns the number of steps from one cell to another.
fn steps_between(level: &Level, from: (usize, usize), to: (usize, usize)) -> u32 {
    let mut level = level.clone();
    (level.player.x, level.player.y) = from;
    steps(&level, &[])[&to]
}

#[test]
fn lift_of_the_crew_and_the_laboratory_is_far_away_and_locked() {
    for (name, seed) in
        ["crew_deck.ron", "laboratory.ron"].into_iter().flat_map(|name| (0..12).map(move |seed| (name, seed)))
    {
        let level = level(&shipped(name), seed);
        let lift = level.cells.iter().position(|cell| matches!(cell.shape, CellShape::Lift { .. })).unwrap();
        let (right, down) = level.cells[lift].shape.face().expect("generated lifts have one side").step();
        let front = (
            (lift % level.width).wrapping_add_signed(right as isize),
            (lift / level.width).wrapping_add_signed(down as isize),
        );
        let [open, locked] = [&[][..], &[Lock::A]].map(|shut| steps(&level, shut));
        let beside = |steps: &BTreeMap<(usize, usize), u32>| steps.get(&front).copied();
        let farthest = open.values().max().unwrap();
        assert!(beside(&open).unwrap() * 100 >= farthest * 60, "{name} {seed}: {:?} of {farthest}", beside(&open));
        assert_eq!(beside(&locked), None, "{name} {seed}: key A is needed");
        let animals = ["chicken", "fox", "monkey", "robot"];
        let hostile = level.things.iter().filter(|thing| match thing.kind {
            ThingKind::Monster(index) => thing.skill == 1 && !animals.contains(&level.monster(index)),
            _ => false,
        });
        assert!(hostile.count() >= 8, "{name} {seed}");
    }
}

#[test]
fn keys_are_far_from_their_locks() {
    for (name, seed) in
        ["crew_deck.ron", "laboratory.ron"].into_iter().flat_map(|name| (0..12).map(move |seed| (name, seed)))
    {
        let level = level(&shipped(name), seed);
        let key = level.things.iter().find(|thing| thing.kind == ThingKind::Key(Key::A)).expect("it has a lock");
        let mut from_key = level.clone();
        (from_key.player.x, from_key.player.y) = (key.x, key.y);
        let from_key = steps(&from_key, &[Lock::A]);
        let is_lock = |place: &usize| matches!(level.cells[*place].shape, CellShape::Door { lock: Some(Lock::A), .. });
        let locks = (0..level.cells.len()).filter(is_lock).map(|place| (place % level.width, place / level.width));
        let steps = |(x, y): (usize, usize)| {
            let beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
            beside.iter().filter_map(|place| from_key.get(place)).min()
        };
        let nearest = locks.filter_map(steps).min().expect("the key is on the player's side of the lock");
        assert!(*nearest >= 24, "{name} {seed}: {nearest} steps from key to lock");
    }
}

#[test]
fn minotaur_is_on_the_long_way_to_the_stairs() {
    for (name, seed) in
        ["labyrinth_a.ron", "labyrinth_b.ron"].into_iter().flat_map(|name| (0..12).map(move |seed| (name, seed)))
    {
        let level = level(&shipped(name), seed);
        let is_minotaur = |kind| matches!(kind, ThingKind::Monster(index) if level.monster(index) == "minotaur");
        let minotaur = level.things.iter().find(|thing| is_minotaur(thing.kind)).unwrap();
        let down = level.arrivals.iter().find(|arrival| arrival.name == "down").unwrap();
        let [start, minotaur, down] = [(level.player.x, level.player.y), (minotaur.x, minotaur.y), (down.x, down.y)];
        let whole = steps_between(&level, start, down);
        assert!(whole >= 46, "{name} {seed}: {whole} steps");
        let by_minotaur = steps_between(&level, start, minotaur) + steps_between(&level, minotaur, down);
        assert_eq!(by_minotaur, whole, "{name} {seed}: the minotaur cannot be missed");
    }
}

#[test]
fn stairs_that_lead_on_have_a_green_lamp() {
    for name in ["labyrinth_a.ron", "labyrinth_b.ron"] {
        for seed in 0..10 {
            let level = level(&shipped(name), seed);
            let down = level.arrivals.iter().find(|arrival| arrival.name == "down").expect("stairs that lead on");
            let green = level.lamps.iter().filter(|lamp| lamp.colour == [190, 255, 190]);
            assert_eq!(green.map(|lamp| (lamp.x, lamp.y)).collect::<Vec<_>>(), [(down.x, down.y)], "{name} {seed}");
        }
    }
}

/// Returns a hash of a level, without the author's allowances, stairs that do not exist, the default sky, names, which a
/// pipeline's messages do not have, and the orientation, in which it is always drawn.
fn hash(level: &Level) -> u64 {
    format!("{level:?}")
        .replace(", allow: []", "")
        .replace(", stairs: []", "")
        .replace(", names: {}", "")
        .replace(", sky: \"nebula\"", "")
        .replace(&format!(", orientation: {:?}", level.orientation), "")
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn screen_is_never_on_the_wall_of_stairs() {
    // Before screens looked for stairs, one was behind those of this deck.
    let level = level(&shipped("labyrinth_b.ron"), 16_998_150_666_982_969_185);
    let text = level.write().unwrap();
    Level::read("written", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn stairs_of_the_ducts_are_only_reached_past_a_monster() {
    for (pipeline, seed) in
        ["labyrinth_a.ron", "labyrinth_b.ron"].into_iter().flat_map(|name| (0..30).map(move |seed| (name, seed)))
    {
        let mut level = level(&shipped(pipeline), seed);
        let down = level.arrivals.iter().find(|arrival| arrival.name == "down").map(|arrival| (arrival.x, arrival.y));
        assert!(steps(&level, &[]).contains_key(&down.unwrap()), "{pipeline} {seed}");
        let monsters = level.things.iter().filter(|thing| matches!(thing.kind, ThingKind::Monster(_)));
        for (x, y) in monsters.map(|thing| (thing.x, thing.y)).collect::<Vec<_>>() {
            let cell = y * level.width + x;
            level.cells[cell].shape = level.cells[0].shape;
        }
        assert!(!steps(&level, &[]).contains_key(&down.unwrap()), "{pipeline} {seed}: no monster is on the path");
    }
}

#[test]
fn decks_of_a_seed_never_change() {
    let hashes: Vec<(&str, u64)> = SHIPPED.iter().map(|name| (*name, hash(&level(&shipped(name), 42)))).collect();
    assert_eq!(hashes, PINNED, "a shared seed would give another deck");
}

const PINNED: [(&str, u64); 9] = [
    ("moosecastle_2.xml", 829957277886835483),
    ("labyrinth.ron", 8796791471003836202),
    ("labyrinth_a.ron", 1778391512084171974),
    ("labyrinth_b.ron", 6534628147093937256),
    ("crew_deck.ron", 5289071270544322805),
    ("holds.ron", 10756802328139480083),
    ("engineering.ron", 15767823907605957495),
    ("laboratory.ron", 3279326021196778690),
    ("wreck.ron", 858365494938120161),
];

#[test]
fn every_stage_is_used_by_a_shipped_pipeline_or_by_ships() {
    let source = |name: &str| {
        let file = format!("{}/src/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"))
    };
    let mut users: String =
        SHIPPED.map(|name| String::from_utf8_lossy(&asset(&format!("pipelines/{name}"))).into_owned()).concat();
    users.extend(["ship/frames.ron", "ship/frame.rs", "ship/plan.rs"].map(source));
    let mut stages = BTreeSet::new();
    for list in ["generators", "translators", "creators"] {
        let text = source(&format!("{list}/mod.rs"));
        let variants = text.split_once("pub(crate) enum").expect("the list").1.split_once("\n}").expect("its end").0;
        let names = variants.lines().filter_map(|line| line.trim().split_once('(').map(|(name, _)| name.to_owned()));
        stages.extend(names);
    }
    assert!(stages.len() > 20, "{stages:?}");
    stages.retain(|stage| !users.contains(&format!("{stage}(")));
    // Authors can draw the map of a pipeline by hand; the game's own drawn maps are levels.
    assert_eq!(stages, BTreeSet::from(["Drawn".to_owned()]), "stages without a user");
}
