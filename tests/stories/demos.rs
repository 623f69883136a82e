//! Demos: what was recorded plays again, and whatever strays is noticed.

use crate::bot::shipped_decks;
use engine::bot::Bot;
use engine::{Demo, DemoError, Headless, Intent, Outcome, Recorder, Replay, Rules, Start};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use std::sync::Arc;

/// The demo of the bot's first `seconds` on the first deck.
fn recorded(seconds: f32) -> (Start, Demo) {
    let start = Start { seed: 3, ..Start::on(shipped_decks().remove(0)) };
    let mut headless = Headless::begin(&start);
    let mut bot = Bot::new(3);
    let mut recorder = Recorder::new(&start);
    for _ in 0..engine::ticks(seconds) {
        let intent = bot.intent(headless.world_mut());
        headless.tick(intent);
        recorder.record(intent, &mut headless);
    }
    (start, recorder.finish(&mut headless))
}

/// Plays a demo to its end, and tells where it strays.
fn replay(demo: Demo, start: &Start, disturb: Option<u64>) -> Result<Outcome, DemoError> {
    let mut headless = Headless::begin(&demo.start(&start.level, &start.rules)?);
    let mut replay = Replay::new(demo);
    while let Some(intent) = replay.next_intent() {
        let other = Intent { forward: -1.0, ..intent };
        let disturbed = disturb == Some(headless.run().tick);
        headless.tick(if disturbed { other } else { intent });
        if headless.run().is_whole_second() {
            replay.compare(&mut headless)?;
        }
    }
    replay.compare(&mut headless).map(|()| headless.run().outcome)
}

#[test]
fn a_demo_survives_its_file_and_plays_again() {
    let (start, demo) = recorded(12.3);
    let read = Demo::read("bot.demo", demo.text().as_bytes()).expect("what was written can be read");
    assert_eq!(read, demo);
    assert_eq!(replay(read, &start, None), Ok(Outcome::Running));
}

#[test]
fn one_other_intent_is_noticed_in_its_second() {
    let (start, demo) = recorded(5.5);
    assert_eq!(replay(demo.clone(), &start, Some(250)), Err(DemoError::OutOfStep { second: 3 }));
    assert_eq!(replay(demo, &start, Some(640)), Err(DemoError::OutOfStep { second: 6 }));
}

#[test]
fn a_demo_of_another_level_is_refused() {
    let (_, demo) = recorded(1.0);
    let other = shipped_decks().remove(1);
    assert_eq!(demo.start(&Arc::clone(&other), &Arc::new(Rules::standard())).err(), Some(DemoError::OtherLevel));
}

#[test]
fn a_damaged_file_is_refused_with_its_place() {
    let (_, demo) = recorded(1.0);
    let text = demo.text().replacen("seed: 3", "seed: three", 1);
    let error = Demo::read("bot.demo", text.as_bytes()).expect_err("three is no number");
    assert_eq!((error.mistakes[0].line, error.mistakes[0].column > 1), (6, true), "{error}");
    assert!(Demo::read("bot.demo", &demo.text().as_bytes()[..200]).is_err());
    assert!(Demo::read("bot.demo", b"").is_err());
}

#[test]
fn a_file_with_some_bytes_changed_is_refused_or_played_without_a_panic() {
    let (start, demo) = recorded(2.0);
    let text = demo.text();
    let mut chance = Pcg32::seed_from_u64(1);
    for _ in 0..300 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..chance.random_range(1..4) {
            let at = chance.random_range(0..bytes.len());
            bytes[at] = chance.random_range(b' '..b'~');
        }
        let Ok(damaged) = Demo::read("damaged.demo", &bytes) else { continue };
        let Ok(from) = damaged.start(&start.level, &start.rules) else { continue };
        let mut headless = Headless::begin(&from);
        let mut replay = Replay::new(damaged);
        // A damaged number may ask for hours; what matters is whether the first seconds hold.
        for _ in 0..240 {
            let Some(intent) = replay.next_intent() else { break };
            headless.tick(intent);
        }
    }
}
