//! The corpus of runs in `tests/demos` has what is seldom met: every weapon fires in it, and every kind of trigger is set off.

use engine::{Demo, GameEvent, Headless, Replay, Rules, Triggers};
use level::{Act, Cause, How, Level, Walker};
use std::collections::BTreeSet;
use std::fs;
use std::mem::discriminant;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file of the repository.
fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// A deck that was drawn for the corpus.
fn deck(name: &str) -> Arc<Level> {
    let path = format!("tests/corpus/{name}.ron");
    Arc::new(
        Level::read(&path, &fs::read(file(&path)).expect("a deck of the corpus")).expect("a deck without mistakes"),
    )
}

/// Plays the runs of the corpus on this deck, and shows each tick to `watch`.
fn replay(deck: &Arc<Level>, name: &str, mut watch: impl FnMut(&mut Headless)) {
    let rules = Arc::new(Rules::standard());
    let demos = fs::read_dir(file("tests/demos")).expect("the corpus").map(|entry| entry.expect("a file").path());
    let mut of_deck: Vec<PathBuf> =
        demos.filter(|path| path.file_name().is_some_and(|file| file.to_string_lossy().starts_with(name))).collect();
    of_deck.sort();
    assert!(!of_deck.is_empty(), "there are runs called {name}");
    for path in of_deck {
        let demo = Demo::read(&fs::read(&path).expect("a demo")).expect("a whole demo");
        let mut replay = Replay::new(demo, deck, &rules).expect("a demo of this deck: type scripts/record_corpus");
        let mut headless = Headless::begin(replay.start());
        replay.begin(headless.world_mut()).expect("it begins");
        while let Some(intent) = replay.next_intent() {
            headless.tick(intent);
            watch(&mut headless);
        }
    }
}

#[test]
fn every_weapon_fires_in_the_corpus() {
    let mut fired = BTreeSet::new();
    replay(&deck("weapons"), "all-weapons", |headless| {
        fired.extend(headless.events().iter().filter_map(|report| match report.what {
            GameEvent::Shot(weapon) => Some(weapon.0),
            _ => None,
        }));
    });
    let silent: Vec<_> =
        Rules::standard().weapons.into_iter().enumerate().filter(|(id, _)| !fired.contains(&(*id as _))).collect();
    assert!(silent.is_empty(), "{silent:?}");
}

#[test]
fn every_trigger_of_the_tour_is_set_off_in_the_corpus() {
    let level = deck("triggers");
    let mut never: BTreeSet<usize> = (0..level.triggers.len()).collect();
    replay(&level, "all-triggers", |headless| {
        let triggers = headless.world().resource::<Triggers>();
        never.retain(|&number| !triggers.was_used(number));
    });
    let never: Vec<_> = never.into_iter().map(|number| &level.triggers[number]).collect();
    assert!(never.is_empty(), "{never:?}");
}

#[test]
fn the_tour_has_every_cause_way_of_working_and_act() {
    let level = deck("triggers");
    let place = level::PlaceIndex(0);
    let causes = [
        Cause::Use,
        Cause::Shot,
        Cause::Step,
        Cause::Won,
        Cause::Lost,
        Cause::LostThreeTimes,
        Cause::Solved,
        Cause::SolvedBest,
    ];
    for cause in causes {
        assert!(level.triggers.iter().any(|trigger| trigger.on == cause), "{cause:?}");
    }
    for how in [How::Once, How::Again, How::Toggle, How::Timed(1.0), How::Held] {
        assert!(level.triggers.iter().any(|trigger| discriminant(&trigger.how) == discriminant(&how)), "{how:?}");
    }
    for by in [Walker::Player, Walker::Undead, Walker::Anybody] {
        assert!(level.triggers.iter().any(|trigger| trigger.by == by), "{by:?}");
    }
    let acts = [
        Act::Open(place),
        Act::Close(place),
        Act::Lock(place),
        Act::Unlock(place),
        Act::Push(place),
        Act::Light(place, None),
        Act::Lamps(place, true),
        Act::Wake(place),
        Act::Spawn(place),
        Act::Say(0),
        Act::Carry(place, place),
        Act::SecretExit,
        Act::Vent(place),
        Act::Seal(place),
        Act::Break(place),
        Act::Drop(place, place),
        Act::Gravity(None, level::Pull::default()),
    ];
    for act in acts {
        let has = level
            .triggers
            .iter()
            .flat_map(|trigger| &trigger.acts)
            .any(|other| discriminant(other) == discriminant(&act));
        assert!(has, "{act:?}");
    }
}
