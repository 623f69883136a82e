//! What content creators put into rooms, onto walls and along the way: each is asked for what it promises.

use generate::{Known, Pipeline};
use level::{Act, Cause, CellShape, Facts, Level, Lock, MonsterFacts, PickupFacts, ThingKind};
use proptest::prelude::*;
use std::collections::{BTreeMap, VecDeque};

fn known() -> Known {
    let creature = |name: &str| (name.to_owned(), MonsterFacts { health: 50, harm: 600, ticks: 400, shoots: 0 });
    let pickup = |name: &str| (name.to_owned(), PickupFacts::default());
    Known {
        facts: Facts {
            health: 1000,
            hurts: 1000,
            monsters: ["crawler", "brute"].map(creature).into(),
            pickups: ["shotgun", "relic"].map(pickup).into(),
            ..Facts::default()
        },
        ..Known::default()
    }
}

/// A level of a small ship with some content creators, or what is told.
fn made(creators: &str, seed: u64) -> Result<Level, String> {
    let text = format!(
        "(generators: [ShipRooms()], translators: [FillBorder(width: 4), ThinHull()],
        content_creators: [Start(), Exit(), {creators}], mapper: Cargo)"
    );
    let deck = Pipeline::read("f.ron", text.as_bytes())?.generate(seed, &known(), true);
    deck.map_err(|error| error.to_string())?.into_level().ok_or_else(|| "no level".to_owned())
}

/// The same, if all sealed doors stay shut.
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

/// How many steps each cell lies from the start.
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

/// The cells of all things of a kind.
fn cells(level: &Level, is_one: impl Fn(ThingKind) -> bool) -> Vec<(usize, usize)> {
    level.things.iter().filter(|thing| is_one(thing.kind)).map(|thing| (thing.x, thing.y)).collect()
}

/// Makes vaults, and sees that each is shut, and can be opened by whoever has been in none.
fn are_vaults_sound(seed: u64) -> Result<(), TestCaseError> {
    let bare = made("Locks(count: 0)", seed).expect("a sound pipeline");
    let level = made("Vaults(count: 2, moves: (3, 5))", seed).expect("a sound pipeline");
    prop_assert!(level.terminals.len() <= 2);
    prop_assert_eq!(level.findings(&known().facts), []);
    let open = steps(&bare);
    for trigger in &level.triggers {
        let [Act::Open(door), Act::Say(_)] = trigger.acts[..] else { panic!("it opens nothing") };
        let (x, y) = level.place(door).cells[0];
        let is_sealed = matches!(level.cell(x, y).shape, CellShape::Door { lock: Some(Lock::Sealed), .. });
        prop_assert!(is_sealed);
        let (x, y) = level.place(trigger.at).cells[0];
        prop_assert!(trigger.on == Cause::Solved && level.terminal_at(x, y).is_some());
        // Somebody who has not been in any vault stands before it.
        let beside = [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)];
        prop_assert!(beside.iter().any(|cell| steps_without_sealed(&level).contains_key(cell)));
    }
    prop_assert!(open.len() - steps_without_sealed(&level).len() >= 10 * level.terminals.len());
    Ok(())
}

// On this deck the second panel once hung in the first vault.
#[test]
fn no_panel_hangs_in_another_vault() {
    are_vaults_sound(14_602_364_664_164_552_818).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn finds_lie_on_their_part_of_the_way(seed: u64, from in 0..60_usize) {
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
    fn a_pack_stands_together_and_keepers_stand_round_the_lift(seed: u64) {
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
    fn screens_say_their_texts_in_their_order_along_the_way(seed: u64) {
        let level = made("Screens(texts: [\"One.\", \"Two.\", \"Three.\"])", seed).unwrap();
        prop_assert_eq!(&level.messages, &["One.", "Two.", "Three."]);
        let steps = steps(&level);
        let mut before = 0;
        for trigger in &level.triggers {
            prop_assert!(trigger.on == Cause::Use && matches!(trigger.acts[..], [Act::Say(_)]));
            let (x, y) = level.place(trigger.at).cells[0];
            let CellShape::Switch { face: Some(face), .. } = level.cell(x, y).shape else { panic!("no screen") };
            let (right, down) = face.step();
            let reader = ((x as i32 + right) as usize, (y as i32 + down) as usize);
            let way = *steps.get(&reader).expect("one gets before it");
            prop_assert!(way >= before, "{way} after {before}");
            before = way;
        }
        prop_assert_eq!(level.findings(&known().facts), []);
    }

    #[test]
    fn furniture_leaves_every_way_open(seed: u64) {
        let bare = made("Locks(count: 0)", seed).unwrap();
        let level = made("Furniture(pillars: 50, stores: 50, props: [\"crate\", \"barrel\"])", seed).unwrap();
        let pillars = level.cells.iter().filter(|cell| matches!(cell.shape, CellShape::Pillar { .. })).count();
        let props = cells(&level, |kind| matches!(kind, ThingKind::Prop(_)));
        prop_assert!(pillars + props.len() > 5, "{pillars} pillars, {} props", props.len());
        let (all, walked) = (steps(&bare), steps(&level));
        prop_assert_eq!(all.len(), walked.len() + pillars, "pillars shut nobody out");
        // Props are bodies: nobody needs to break one to get on.
        let mut without = level.clone();
        for &(x, y) in &props {
            without.cells[y * level.width + x].shape = CellShape::Pillar { texture: level.cells[0].floor };
        }
        prop_assert_eq!(steps(&without).len() + props.len(), walked.len(), "props shut nobody out");
        prop_assert_eq!(level.findings(&known().facts), []);
    }

    #[test]
    fn a_vault_is_shut_until_its_conduit_is_solved_and_nobody_needs_it(seed: u64) {
        are_vaults_sound(seed)?;
    }

    #[test]
    fn some_rooms_are_dark_if_it_is_asked_for(seed: u64) {
        let lamps = |dark: u32| made(&format!("Lamps(every: 20, dark: {dark})"), seed).unwrap().lamps;
        let (none, half, all) = (lamps(0), lamps(50), lamps(100));
        prop_assert!(all.len() <= half.len() && half.len() <= none.len() && all.len() < none.len(), "{} {} {}", all.len(), half.len(), none.len());
        prop_assert!(half.iter().all(|lamp| none.contains(lamp)), "the others hang where they hung");
    }
}

#[test]
fn what_cannot_stand_or_hang_anywhere_is_told() {
    let long = "x".repeat(201);
    for (creators, what) in [
        ("Finds(pickups: [\"gold\"])".to_owned(), "content_creators[2]: no pickup is called 'gold'"),
        ("Finds(pickups: [], from: 50, to: 20)".to_owned(), "`to` is a whole number from 50 to 100, not 20"),
        ("Packs(packs: [(kinds: [])])".to_owned(), "`number of `kinds``"),
        (
            "Packs(packs: [(kinds: [\"ghost\"])])".to_owned(),
            "no undead is called 'ghost'; there are 'brute', 'crawler'",
        ),
        ("Screens(texts: [\"\"])".to_owned(), "`number of letters of a text` is a whole number from 1 to 200, not 0"),
        (format!("Screens(texts: [\"{long}\"])"), "from 1 to 200, not 201"),
        ("Furniture(stores: 10)".to_owned(), "stores need `props` that stand in them"),
        ("Furniture(pillars: 60, stores: 50)".to_owned(), "`stores` is a whole number from 0 to 40, not 50"),
        ("Vaults(count: 1, moves: (4, 19))".to_owned(), "`most `moves`` is a whole number from 4 to 18, not 19"),
        ("Lamps(every: 9, dark: 101)".to_owned(), "`dark` is a whole number from 0 to 100, not 101"),
    ] {
        let told = made(&creators, 1).err().unwrap_or_default();
        assert!(told.contains(what), "{creators}: {told}");
    }
    let many = format!("Screens(texts: [{}])", "\"x\", ".repeat(100));
    let small = "(generators: [MazeGrowTree(size: (width: 2, height: 2), newest: 1)], translators: [SimpleMaze(block_width: 1), FillBorder()],
        content_creators: [Start(), Exit(), SCREENS], mapper: Command)";
    let deck = Pipeline::read("f.ron", small.replace("SCREENS", &many).as_bytes()).unwrap().generate(1, &known(), true);
    assert!(deck.is_err_and(|error| error.to_string().contains("there is no wall for the screen number")));
}
