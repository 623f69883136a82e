//! Generated ships: saves identify them by their codes, and the bot can finish them.

use campaign::{Decks, Extras, Journey, Save, ShipCode, ship_of};
use engine::{Headless, Outcome, Rules, bot::Bot, ticks};
use std::{path::Path, sync::Arc};

/// Returns the decks of the ship with this code, and no others.
fn decks(code: ShipCode) -> Decks {
    let sets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/treasure_sets.ron");
    let sets = std::fs::read(sets).expect("it is there");
    let mut decks = Decks::for_ships(Vec::new(), &sets, &Rules::standard()).expect("valid sets");
    let ship = decks.make_ship(code).unwrap_or_else(|what| panic!("{what}"));
    decks.board(ship);
    decks
}

fn code(seed: u64, danger: u8, length: u8) -> ShipCode {
    ShipCode::new(seed, danger, length).expect("in range")
}

#[test]
fn save_restores_its_ship_from_its_code() {
    let (code, rules) = (code(20_261_122, 2, 5), Arc::new(Rules::standard()));
    let here = decks(code);
    let mut journey = Journey::first(&here, 2, 7, None);
    let (next, _) = here.after(here.first(), "lift").expect("another deck follows");
    journey.deck = next.reference(0);
    let level = here.level(&journey.deck).expect("it is on the ship");
    let start = journey.start(&level, &rules);
    let mut headless = Headless::begin(&start);
    let mut bot = Bot::new(1);
    for _ in 0..200 {
        let intent = bot.intent(headless.world_mut());
        headless.tick(intent);
    }
    let hash = headless.snapshot().hash();
    let bytes = Save::of(&journey, &start, "x", headless.world_mut()).bytes().expect("it can be written");
    // Loading only needs the file.
    let save = Save::read(&bytes).expect("a valid save");
    let found = ship_of(&save.head.level).expect("it identifies the ship");
    assert_eq!(found, code);
    let there = decks(found);
    let level = there.level(&save.head.level).expect("the same deck is there");
    let mut headless = Headless::begin(&journey.start(&level, &rules));
    save.restore(headless.world_mut(), &level, &rules).unwrap_or_else(|what| panic!("{what}"));
    assert_eq!(headless.snapshot().hash(), hash);
}

/// Lets the bot play a whole ship on the easiest skill level, with retries, and returns the number of finished decks.
fn played(code: ShipCode) -> usize {
    let (decks, rules) = (decks(code), Arc::new(Rules::standard()));
    let mut journey = Journey::first(&decks, 1, code.seed(), None);
    let (mut left, mut tries) = (0, 0);
    while tries < 8 {
        let level = decks.level(&journey.deck).expect("it is on the ship");
        let mut headless = Headless::begin(&journey.start(&level, &rules));
        let (start, _) = journey.begin(&decks, &level, &rules, headless.world_mut());
        let mut bot = Bot::new(start.seed);
        while headless.run().outcome == Outcome::Running && headless.run().tick < u64::from(ticks(600.0)) {
            let intent = bot.intent(headless.world_mut());
            headless.tick(intent);
        }
        if headless.run().outcome.is_done() {
            (left, tries) = (left + 1, 0);
            if !journey.go_on(&decks, headless.world_mut(), Extras::default()) {
                break;
            }
        } else {
            tries += 1;
            journey.again(Some(&headless.run()));
        }
    }
    left
}

#[test]
#[ignore = "minutes: whole ships are played; `hullkit journey --ships --count 300` plays many"]
fn bot_finishes_ships() {
    for seed in 0..3 {
        assert_eq!(played(code(seed, 1, 5)), 5, "seed {seed}");
    }
}
