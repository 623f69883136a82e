//! The corpus of runs in `tests/demos` covers rare events: every weapon fires in it, and every kind of trigger is
//! activated.

use content::DemoContent;
use engine::{Demo, GameEvent, Headless, Replay, Rules, Triggers};
use level::{Level, Repeat, TriggerAction, TriggerCause, Walker};
use std::{
    collections::BTreeSet,
    fs,
    mem::discriminant,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Returns the path of a file of the repository.
fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// Returns a deck that was made for the corpus.
fn deck(name: &str) -> Arc<Level> {
    let path = format!("tests/corpus/{name}.ron");
    Arc::new(Level::read(&path, &fs::read(file(&path)).expect("a deck of the corpus")).expect("a valid deck"))
}

/// Replays the corpus runs on this deck, and shows each tick to `watch`.
fn replay(deck: &Arc<Level>, name: &str, mut watch: impl FnMut(&mut Headless)) {
    let demos = fs::read_dir(file("tests/demos")).expect("the corpus").map(|entry| entry.expect("a file").path());
    let mut of_deck: Vec<PathBuf> =
        demos.filter(|path| path.file_name().is_some_and(|file| file.to_string_lossy().starts_with(name))).collect();
    of_deck.sort();
    assert!(!of_deck.is_empty(), "there are runs called {name}");
    for path in of_deck {
        let demo = Demo::read(&fs::read(&path).expect("a demo")).expect("a valid demo");
        let (mut level, mut rules) = (Arc::clone(deck), Arc::new(Rules::standard()));
        if demo.fits(&level, &rules).is_err() {
            let stored = DemoContent::beside(&path);
            level = stored.level(demo.head()).expect("a valid level").unwrap_or(level);
            rules = stored.rules(demo.head()).expect("valid rules").unwrap_or(rules);
        }
        let mut replay =
            Replay::new(demo, &level, &rules).expect("a demo of this deck and these tables: run scripts/record_corpus");
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
fn every_trigger_of_the_tour_is_activated_in_the_corpus() {
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
fn tour_has_every_trigger_cause_mode_and_action() {
    let level = deck("triggers");
    let place = level::NamedAreaIndex(0);
    let causes = [
        TriggerCause::Use,
        TriggerCause::Shot,
        TriggerCause::Step,
        TriggerCause::Won,
        TriggerCause::Lost,
        TriggerCause::LostThreeTimes,
        TriggerCause::Solved,
        TriggerCause::SolvedBest,
    ];
    for cause in causes {
        assert!(level.triggers.iter().any(|trigger| trigger.on == cause), "{cause:?}");
    }
    for how in [Repeat::Once, Repeat::Always, Repeat::Toggle, Repeat::Timed(1.0), Repeat::WhileHeld] {
        assert!(level.triggers.iter().any(|trigger| discriminant(&trigger.repeat) == discriminant(&how)), "{how:?}");
    }
    for by in [Walker::Player, Walker::Undead, Walker::Anybody] {
        assert!(level.triggers.iter().any(|trigger| trigger.by == by), "{by:?}");
    }
    let actions = [
        TriggerAction::Open(place),
        TriggerAction::Close(place),
        TriggerAction::Lock(place),
        TriggerAction::Unlock(place),
        TriggerAction::Push(place),
        TriggerAction::Light(place, None),
        TriggerAction::Lamps(place, true),
        TriggerAction::Wake(place),
        TriggerAction::Spawn(place),
        TriggerAction::Say(0),
        TriggerAction::Teleport(place, place),
        TriggerAction::SecretExit,
        TriggerAction::Vent(place),
        TriggerAction::Seal(place),
        TriggerAction::Break(place),
        TriggerAction::Drop(place, place),
        TriggerAction::Gravity(None, level::Pull::default()),
    ];
    for act in actions {
        let has = level
            .triggers
            .iter()
            .flat_map(|trigger| &trigger.actions)
            .any(|other| discriminant(other) == discriminant(&act));
        assert!(has, "{act:?}");
    }
}
