//! Ships that nobody has drawn: saves bring them back by their codes, and the bot gets to the end of them.

use engine::bot::Bot;
use engine::{Headless, Outcome, Rules, ticks};
use journey::{Decks, Extras, Journey, Save, ShipCode, ship_of};
use std::path::Path;
use std::sync::Arc;

/// The decks of the ship of a code, and no others.
fn decks(code: ShipCode) -> Decks {
    let sets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/treasure_sets.ron");
    let mut decks = Decks::for_ships(Vec::new(), &std::fs::read(sets).expect("it is there")).expect("good sets");
    let ship = decks.make_ship(code).unwrap_or_else(|what| panic!("{what}"));
    decks.board(ship);
    decks
}

fn code(seed: u64, danger: u8, length: u8) -> ShipCode {
    ShipCode::new(seed, danger, length).expect("in range")
}

#[test]
fn a_save_holds_the_code_of_its_ship_and_goes_on_where_the_ship_is_made_anew() {
    let (code, rules) = (code(20_261_122, 2, 5), Arc::new(Rules::standard()));
    let here = decks(code);
    let mut journey = Journey::first(&here, 2, 7, None);
    let (next, _) = here.after(here.first(), "lift").expect("another deck follows");
    journey.deck = next.reference(0);
    let level = here.level(&journey.deck).expect("it is aboard");
    let start = journey.start(&level, &rules);
    let mut headless = Headless::begin(&start);
    let mut bot = Bot::new(1);
    for _ in 0..200 {
        let intent = bot.intent(headless.world_mut());
        headless.tick(intent);
    }
    let hash = headless.snapshot().hash();
    let bytes = Save::of(&journey, &start, "x", headless.world_mut()).bytes().expect("it can be written");
    // Somebody else has nothing but the file.
    let save = Save::read(&bytes).expect("a good save");
    let found = ship_of(&save.head.level).expect("it says which ship");
    assert_eq!(found, code);
    let there = decks(found);
    let level = there.level(&save.head.level).expect("the same deck is there");
    let mut headless = Headless::begin(&journey.start(&level, &rules));
    save.restore(headless.world_mut(), &level, &rules).unwrap_or_else(|what| panic!("{what}"));
    assert_eq!(headless.snapshot().hash(), hash);
}

/// Lets the bot play a whole ship on the easiest skill, and each deck as often as it takes; how many decks it has left behind.
fn played(code: ShipCode) -> usize {
    let (decks, rules) = (decks(code), Arc::new(Rules::standard()));
    let mut journey = Journey::first(&decks, 1, code.seed(), None);
    let (mut left, mut tries) = (0, 0);
    while tries < 8 {
        let level = decks.level(&journey.deck).expect("it is aboard");
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
fn the_bot_finishes_ships() {
    for seed in 0..3 {
        assert_eq!(played(code(seed, 1, 5)), 5, "seed {seed}");
    }
}
