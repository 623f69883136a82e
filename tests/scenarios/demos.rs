//! Demos: recordings can be replayed, and divergences are detected.

use crate::{
    bot::shipped_decks,
    scenario::{FIRE, FORWARD, NOTHING, Scenario, armed, level},
};
use bevy::prelude::*;
use engine::{
    ContainerError, Demo, DemoError, GameEvent, GameRng, Headless, Health, Intent, KindId, Monster, Outcome, Recorder,
    Replay, Rules, Start, WeaponChoice, WeaponId, bot::Bot,
};
use std::{mem::discriminant, sync::Arc};

/// Returns the demo of the first `seconds` of a run that `who` plays, and the events in it.
fn played(start: &Start, seconds: f32, mut who: impl FnMut(&mut Headless) -> Intent) -> (Demo, Vec<GameEvent>) {
    let mut headless = Headless::begin(start);
    let mut recorder = Recorder::new(start, "levels/deck1.ron");
    let mut happened = Vec::new();
    for _ in 0..engine::ticks(seconds) {
        let intent = who(&mut headless);
        headless.tick(intent);
        happened.extend(headless.events().iter().map(|report| report.what));
        recorder.record(intent, headless.world_mut());
    }
    (recorder.finish(headless.world_mut()), happened)
}

/// Returns the demo of the bot's first `seconds` on the first deck.
fn recorded(seconds: f32) -> (Start, Demo) {
    let start = Start { seed: 3, ..Start::on(shipped_decks().remove(0)) };
    let mut bot = Bot::new(3);
    let (demo, _) = played(&start, seconds, |headless| bot.intent(headless.world_mut()));
    (start, demo)
}

/// Plays a demo to its end, or returns where it diverges.
fn replay(demo: Demo, start: &Start, disturb: Option<u64>) -> Result<Outcome, DemoError> {
    let mut headless = Headless::begin(start);
    let mut replay = Replay::new(demo, &start.level, &start.rules)?;
    replay.begin(headless.world_mut())?;
    while let Some(intent) = replay.next_intent() {
        let other = Intent { forward: -1.0, ..intent };
        let disturbed = disturb == Some(headless.run().tick);
        headless.tick(if disturbed { other } else { intent });
        replay.compare(headless.world_mut())?;
    }
    Ok(headless.run().outcome)
}

#[test]
fn demo_can_be_replayed_from_its_file() {
    let (start, demo) = recorded(12.3);
    let read = Demo::read(&demo.bytes().expect("it can be written")).expect("a written file can be read");
    assert_eq!(read, demo);
    assert_eq!(replay(read, &start, None), Ok(Outcome::Running));
}

/// A shot, and the death of a monster.
const SHOT: GameEvent = GameEvent::Shot(WeaponId(0));
const KILL: GameEvent = GameEvent::MonsterDies(KindId(0));

/// Replays a demo from its file, and checks that it contains the events `holds`, for any kind of thing.
fn plays_again(start: &Start, (demo, happened): (Demo, Vec<GameEvent>), holds: &[GameEvent]) {
    for what in holds {
        let is_such = |other: &GameEvent| discriminant(other) == discriminant(what);
        assert!(happened.iter().any(is_such), "{what:?} has not happened");
    }
    let read = Demo::read(&demo.bytes().expect("it can be written")).expect("a written file can be read");
    replay(read, start, None).expect("it replays as recorded");
}

#[test]
fn demo_with_a_second_weapon_can_be_replayed() {
    let start = Start {
        loadout: armed(&["pistol", "shotgun"], &[("rounds", 20), ("shells", 8)]),
        ..Start::on(level("########\n#@...z.#\n########"))
    };
    let choose = |slot| Intent { weapon: Some(WeaponChoice::Slot(slot)), ..NOTHING };
    let demo = played(&start, 4.0, |headless| match headless.run().tick {
        60 => choose(3),
        240 => choose(2),
        tick if tick % 40 < 20 => FIRE,
        _ => NOTHING,
    });
    plays_again(&start, demo, &[GameEvent::Changes(WeaponId(0)), SHOT, KILL]);
}

#[test]
fn demo_with_a_lift_within_the_deck_can_be_replayed() {
    let legend =
        "'s': (wall: \"hull\", switch: \"hull\", name: \"lever\"), '1': (name: \"cabin\"), '2': (name: \"attic\"),";
    let fields = "triggers: [(at: \"lever\", on: Use, repeat: Always, after: 0.5, do: [Carry(\"cabin\", \"attic\")])],
        things: [(at: (2, 1), thing: Player), (at: (2, 1), name: \"cabin\")]";
    let level = Scenario::level_in_words("##########\n#1.s#22##L\n##########", legend, fields);
    let start = Start::on(level);
    let demo = played(&start, 3.0, |headless| Intent { use_: headless.run().tick == 60, ..FORWARD });
    plays_again(&start, demo, &[GameEvent::SwitchThrown, GameEvent::Carried]);
}

#[test]
fn demo_of_the_chapel_can_be_replayed() {
    let chapel =
        shipped_decks().into_iter().find(|deck| deck.name.contains("Chapel")).expect("it is a deck of the game");
    let start = Start { seed: 5, skill: 3, ..Start::on(chapel) };
    let mut bot = Bot::new(5);
    let demo = played(&start, 20.0, |headless| bot.intent(headless.world_mut()));
    plays_again(&start, demo, &[SHOT, KILL]);
}

/// Returns the tick in which a replay diverges, and the parts of the state that differ.
fn strays(demo: Demo, start: &Start, disturb: Option<u64>) -> (u64, Vec<String>) {
    match replay(demo, start, disturb) {
        Err(DemoError::OutOfStep { tick, parts }) => (tick, parts),
        other => panic!("it does not diverge: {other:?}"),
    }
}

#[test]
fn changed_intent_is_detected_in_its_second() {
    let (start, demo) = recorded(5.5);
    for (tick, in_second) in [(250, 3), (640, 6)] {
        let (noticed, parts) = strays(demo.clone(), &start, Some(tick));
        assert_eq!((noticed.div_ceil(120), parts.contains(&"player".to_owned())), (in_second, true), "{parts:?}");
    }
}

#[test]
fn diverging_replay_names_the_tick_and_part() {
    let start = Start::on(level("########\n#@.+.z.#\n########"));
    let luck = |world: &mut World| world.insert_resource(GameRng::new(99));
    let wound = |world: &mut World| {
        let mut undead = world.query_filtered::<&mut Health, With<Monster>>();
        undead.iter_mut(world).for_each(|mut health| health.0 -= 1);
    };
    let meddlers: [(&str, fn(&mut World)); 2] = [("chance", luck), ("monsters", wound)];
    for (part, meddle) in meddlers {
        let mut headless = Headless::begin(&start);
        let mut recorder = Recorder::new(&start, "story.ron");
        for _ in 0..engine::ticks(1.5) {
            headless.tick(NOTHING);
            if headless.run().tick == 137 {
                meddle(headless.world_mut());
            }
            recorder.record(NOTHING, headless.world_mut());
        }
        let demo = recorder.finish(headless.world_mut());
        assert_eq!(strays(demo.clone(), &start, None), (137, vec![part.to_owned()]));
        let error = replay(demo, &start, None).expect_err("it diverges");
        assert_eq!(error.to_string(), format!("it diverges from its recording in tick 137, in second 2: {part}"));
    }
}

#[test]
fn demo_of_another_level_is_rejected_with_its_name() {
    let (_, demo) = recorded(1.0);
    let other = shipped_decks().remove(1);
    let error = demo.start(&other, &Arc::new(Rules::standard())).expect_err("it is another level");
    assert!(matches!(error, DemoError::Container(ContainerError::OtherLevel(_))), "{error}");
    assert!(error.to_string().contains("levels/deck1.ron"), "{error}");
}

#[test]
fn demo_of_other_rules_is_rejected() {
    let (start, demo) = recorded(1.0);
    let mut other = Rules::standard();
    other.unaware += 1;
    let error = demo.start(&start.level, &Arc::new(other)).err();
    let sentence =
        "it belongs to other rules, or to these before they were changed: the file of rules has changed since";
    assert_eq!(error.map(|error| error.to_string()), Some(sentence.to_owned()));
}

#[test]
fn changed_or_truncated_demos_are_rejected() {
    let (_, demo) = recorded(1.0);
    let file = demo.bytes().expect("it can be written");
    for at in 0..file.len() {
        let mut damaged = file.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(Demo::read(&damaged).is_err(), "byte {at} of {}", file.len());
        assert!(Demo::read(&file[..at]).is_err(), "{at} bytes of {}", file.len());
    }
}
