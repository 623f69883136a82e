//! Contents of rooms, walls and paths: each content creator keeps its promises.

use generate::{GeneratorData, Pipeline};
use level::{CellShape, GameData, Level, Lock, MonsterData, PickupData, ThingKind, TriggerAction, TriggerCause};
use proptest::prelude::*;
use std::collections::{BTreeMap, VecDeque};

fn known() -> GeneratorData {
    let creature = |name: &str| (name.to_owned(), MonsterData { health: 50, harm: 600, ticks: 400, shoots: 0 });
    let pickup = |name: &str| (name.to_owned(), PickupData::default());
    GeneratorData {
        game_data: GameData {
            health: 1000,
            hurts: 1000,
            monsters: ["crawler", "brute"].map(creature).into(),
            pickups: ["shotgun", "relic"].map(pickup).into(),
            furniture: ["locker".to_owned()].into(),
            ..GameData::default()
        },
        ..GeneratorData::default()
    }
}

/// Returns a level of a small ship with some content creators, or the error.
fn made(creators: &str, seed: u64) -> Result<Level, String> {
    let text = format!(
        "(generators: [ShipRooms()], translators: [FillBorder(width: 4), ThinHull()],
        content_creators: [Start(), Exit(), {creators}], mapper: Cargo)"
    );
    let deck = Pipeline::read("f.ron", text.as_bytes())?.generate(seed, &known(), true);
    deck.map_err(|error| error.to_string())?.into_level().ok_or_else(|| "no level".to_owned())
}

/// Like [`steps`], with all sealed doors closed.
fn steps_without_sealed(level: &Level) -> BTreeMap<(usize, usize), usize> {
    let mut level = level.clone();
    let wall = level.cells[0].shape;
    for cell in &mut level.cells {
        if matches!(cell.shape, CellShape::Door { lock: Some(Lock::Sealed), .. }) {
            cell.shape = wall;
        }
    }
    steps(&level)
}

/// Returns the steps of each cell from the start.
fn steps(level: &Level) -> BTreeMap<(usize, usize), usize> {
    let mut steps = BTreeMap::from([((level.player.x, level.player.y), 0)]);
    let mut frontier = VecDeque::from([(level.player.x, level.player.y)]);
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

/// Returns the cells of all things of a kind.
fn cells(level: &Level, is_one: impl Fn(ThingKind) -> bool) -> Vec<(usize, usize)> {
    level.things.iter().filter(|thing| is_one(thing.kind)).map(|thing| (thing.x, thing.y)).collect()
}

/// Makes vaults, and checks that each one is closed and can be opened without entering any of them.
fn check_vaults(seed: u64) -> Result<(), TestCaseError> {
    let bare = made("Locks(count: 0)", seed).expect("a sound pipeline");
    let level = made("Vaults(count: 2, moves: (3, 5))", seed).expect("a sound pipeline");
    prop_assert!(level.terminals.len() <= 2);
    prop_assert_eq!(level.findings(&known().game_data), []);
    let open = steps(&bare);
    for trigger in &level.triggers {
        let [TriggerAction::Open(door), TriggerAction::Say(_)] = trigger.actions[..] else {
            panic!("it opens nothing")
        };
        let (x, y) = level.place(door).cells[0];
        let is_sealed = matches!(level.cell(x, y).shape, CellShape::Door { lock: Some(Lock::Sealed), .. });
        prop_assert!(is_sealed);
        let (x, y) = level.place(trigger.at).cells[0];
        prop_assert!(trigger.on == TriggerCause::Solved && level.terminal_at(x, y).is_some());
        // The panel can be reached without entering any vault.
        let beside = [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)];
        prop_assert!(beside.iter().any(|cell| steps_without_sealed(&level).contains_key(cell)));
    }
    prop_assert!(open.len() - steps_without_sealed(&level).len() >= 10 * level.terminals.len());
    Ok(())
}

// On this deck the second panel was once inside the first vault.
#[test]
fn panels_are_never_inside_another_vault() {
    check_vaults(14_602_364_664_164_552_818).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn finds_are_in_their_section_of_the_path(seed: u64, from in 0..60_usize) {
        let to = from + 30;
        let level = made(&format!("Finds(pickups: [\"shotgun\", \"relic\"], from: {from}, to: {to})"), seed).unwrap();
        let steps = steps(&level);
        let farthest = steps.values().max().unwrap();
        let found = cells(&level, |kind| matches!(kind, ThingKind::Pickup(_)));
        prop_assert_eq!(found.len(), 2);
        for cell in found {
            prop_assert!((farthest * from..=farthest * to).contains(&(steps[&cell] * 100)), "{} of {farthest}", steps[&cell]);
        }
    }

    #[test]
    fn packs_are_close_together_and_guards_are_at_the_lift(seed: u64) {
        let level = made("Packs(packs: [(kinds: [\"brute\", \"crawler\", \"crawler\"], at_lift: true)])", seed).unwrap();
        let pack = cells(&level, |kind| matches!(kind, ThingKind::Monster(_)));
        let lift = level.cells.iter().position(|cell| matches!(cell.shape, CellShape::Lift { .. })).unwrap();
        let (x, y) = (lift % level.width, lift / level.width);
        prop_assert_eq!(pack.len(), 3);
        prop_assert!(pack.iter().all(|cell| cell.0.abs_diff(x) + cell.1.abs_diff(y) <= 6), "{pack:?} and the lift {x} {y}");
        let level = made("Packs(packs: [(kinds: [\"brute\", \"crawler\", \"crawler\"], from: 50)])", seed).unwrap();
        let pack = cells(&level, |kind| matches!(kind, ThingKind::Monster(_)));
        let spread = |of: fn(&(usize, usize)) -> usize| pack.iter().map(of).max().unwrap() - pack.iter().map(of).min().unwrap();
        prop_assert!(spread(|cell| cell.0) + spread(|cell| cell.1) <= 6, "{pack:?}");
    }

    #[test]
    fn screens_show_their_texts_in_order_along_the_path(seed: u64) {
        let level = made("Screens(texts: [\"One.\", \"Two.\", \"Three.\"])", seed).unwrap();
        prop_assert_eq!(&level.messages, &["One.", "Two.", "Three."]);
        let steps = steps(&level);
        let mut before = 0;
        for trigger in &level.triggers {
            prop_assert!(trigger.on == TriggerCause::Use && matches!(trigger.actions[..], [TriggerAction::Say(_)]));
            let (x, y) = level.place(trigger.at).cells[0];
            let CellShape::Switch { face: Some(face), .. } = level.cell(x, y).shape else { panic!("no screen") };
            let (right, down) = face.step();
            let reader = ((x as i32 + right) as usize, (y as i32 + down) as usize);
            let way = *steps.get(&reader).expect("one gets before it");
            prop_assert!(way >= before, "{way} after {before}");
            before = way;
        }
        prop_assert_eq!(level.findings(&known().game_data), []);
    }

    #[test]
    fn furniture_blocks_no_path(seed: u64) {
        let bare = made("Locks(count: 0)", seed).unwrap();
        let level = made("Furniture(pillars: 50, stores: 50, props: [\"crate\", \"barrel\"])", seed).unwrap();
        let pillars = level.cells.iter().filter(|cell| matches!(cell.shape, CellShape::Pillar { .. })).count();
        let props = cells(&level, |kind| matches!(kind, ThingKind::Prop(_)));
        prop_assert!(pillars + props.len() > 5, "{pillars} pillars, {} props", props.len());
        let (all, walked) = (steps(&bare), steps(&level));
        prop_assert_eq!(all.len(), walked.len() + pillars, "pillars block no path");
        // Props are bodies: no path may require breaking one.
        let mut without = level.clone();
        for &(x, y) in &props {
            without.cells[y * level.width + x].shape = CellShape::Pillar { texture: level.cells[0].floor };
        }
        prop_assert_eq!(steps(&without).len() + props.len(), walked.len(), "props block no path");
        prop_assert_eq!(level.findings(&known().game_data), []);
    }

    #[test]
    fn districts_look_different_and_block_no_path(seed: u64) {
        let district = |floor: &str| format!("(walls: [\"rust\"], floor: \"{floor}\", lamp: (1, 2, 3), props: [\"crate\", \"locker\"])");
        let districts = format!("Lamps(every: 6), Districts(props: 50, districts: [{}, {}, ()]), StepLights(percent: 50)", district("one"), district("two"));
        let (bare, level) = (made("Lamps(every: 6)", seed).unwrap(), made(&districts, seed).unwrap());
        let floors = |wanted: &str| {
            level.cells.iter().filter(|cell| cell.shape == CellShape::Open && level.texture(cell.floor) == wanted).count()
        };
        prop_assert!(floors("one") > 5 && floors("two") > 5, "{} and {} cells", floors("one"), floors("two"));
        prop_assert_eq!((level.player.x, level.player.y), (bare.player.x, bare.player.y), "the same attempt");
        prop_assert!(level.lamps.iter().any(|lamp| lamp.colour == [1, 2, 3]), "{} lamps", level.lamps.len());
        let props = cells(&level, |kind| matches!(kind, ThingKind::Prop(_)));
        prop_assert!(props.len() > 3, "{} props", props.len());
        let mut without = level.clone();
        for &(x, y) in &props {
            without.cells[y * level.width + x].shape = CellShape::Pillar { texture: level.cells[0].floor };
        }
        prop_assert_eq!(steps(&without).len() + props.len(), steps(&bare).len(), "props block no path");
        prop_assert_eq!(level.findings(&known().game_data), []);
    }

    #[test]
    fn bays_divide_long_halls(seed: u64) {
        let bays = "Districts(bays: (every: 5, wall: \"band\", floor: \"sill\", ceiling: \"beam\"), districts: [()])";
        let (bare, level) = (made("Lamps(every: 6)", seed).unwrap(), made(&format!("Lamps(every: 6), {bays}"), seed).unwrap());
        let banded = (0..level.cells.len()).filter(|cell| level.texture(level.cells[*cell].floor) == "sill");
        let banded: Vec<(usize, usize)> = banded.map(|cell| (cell % level.width, cell / level.width)).collect();
        let floor = steps(&bare).len();
        prop_assert!((1..floor / 4).contains(&banded.len()), "{} of {floor} cells", banded.len());
        prop_assert!(banded.iter().all(|(x, y)| x % 5 == 0 || y % 5 == 0));
        let is_band = |shape: CellShape| matches!(shape, CellShape::Wall { texture, .. } if level.texture(texture) == "band");
        prop_assert!(level.cells.iter().any(|cell| is_band(cell.shape)));
    }

    #[test]
    fn vaults_are_optional_and_sealed_until_solved(seed: u64) {
        check_vaults(seed)?;
    }

    #[test]
    fn requested_share_of_rooms_is_dark(seed: u64) {
        let lamps = |dark: u32| made(&format!("Lamps(every: 20, dark: {dark})"), seed).unwrap().lamps;
        let (none, half, all) = (lamps(0), lamps(50), lamps(100));
        prop_assert!(all.len() <= half.len() && half.len() <= none.len() && all.len() < none.len(), "{} {} {}", all.len(), half.len(), none.len());
        prop_assert!(half.iter().all(|lamp| none.contains(lamp)), "the other lamps stay in place");
    }
}

#[test]
fn impossible_contents_are_rejected() {
    let long = "x".repeat(201);
    for (creators, what) in [
        ("Finds(pickups: [\"gold\"])".to_owned(), "content_creators[2]: no pickup is called 'gold'"),
        ("Finds(pickups: [], from: 50, to: 20)".to_owned(), "`to` must be a whole number from 50 to 100, got 20"),
        ("Packs(packs: [(kinds: [])])".to_owned(), "`number of `kinds``"),
        (
            "Packs(packs: [(kinds: [\"ghost\"])])".to_owned(),
            "no monster is called 'ghost'; there are 'brute', 'crawler'",
        ),
        (
            "Screens(texts: [\"\"])".to_owned(),
            "`number of letters of a text` must be a whole number from 1 to 200, got 0",
        ),
        (format!("Screens(texts: [\"{long}\"])"), "from 1 to 200, got 201"),
        ("Furniture(stores: 10)".to_owned(), "`props` must have at least one name if there are stores"),
        ("Furniture(pillars: 60, stores: 50)".to_owned(), "`stores` must be a whole number from 0 to 40, got 50"),
        ("Vaults(count: 1, moves: (4, 19))".to_owned(), "`most `moves`` must be a whole number from 4 to 18, got 19"),
        ("Districts(districts: [])".to_owned(), "`number of `districts`` must be a whole number from 1 to 20, got 0"),
        ("Lamps(every: 9, dark: 101)".to_owned(), "`dark` must be a whole number from 0 to 100, got 101"),
    ] {
        let error = made(&creators, 1).err().unwrap_or_default();
        assert!(error.contains(what), "{creators}: {error}");
    }
    let many = format!("Screens(texts: [{}])", "\"x\", ".repeat(100));
    let small = "(generators: [MazeGrowTree(size: (width: 2, height: 2), newest: 1)], translators: [SimpleMaze(block_width: 1), FillBorder()],
        content_creators: [Start(), Exit(), SCREENS], mapper: Command)";
    let deck = Pipeline::read("f.ron", small.replace("SCREENS", &many).as_bytes()).unwrap().generate(1, &known(), true);
    assert!(deck.is_err_and(|error| error.to_string().contains("no wall is left for screen")));
}
