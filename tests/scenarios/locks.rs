//! Locks: three kinds of keys, doors that only a trigger opens, and doors that lock behind the player.

use crate::scenario::{BACK, FIRE, FORWARD, NOTHING, Scenario, turn};
use engine::{DoorState, GameEvent, Grid, MonsterState, Player, Shape, route};
use level::{Key, Lock};

/// Additional legend entries: locked doors and their keys, and a door that locks itself.
const LOCKS: &str = "
    '1': (door: \"door\", lock: A), '2': (door: \"hatch\", hang: Swinging, lock: B), '3': (door: \"door\", lock: C),
    '4': (door: \"door\", lock: Sealed), '5': (door: \"door\", locks_behind: true),
    'p': (thing: Key(A)), 'q': (thing: Key(B)), 'r': (thing: Key(C)),";

fn on(map: &str) -> Scenario {
    Scenario::in_words(map, LOCKS, "")
}

fn has(scenario: &mut Scenario, key: Key) -> bool {
    let world = scenario.headless.world_mut();
    world.query::<&Player>().single(world).expect("a run has one player").keys.has(key)
}

fn lock(scenario: &mut Scenario) -> Option<Lock> {
    let world = scenario.headless.world_mut();
    world.query::<&engine::Door>().single(world).expect("the scenario has one door").lock()
}

#[test]
fn locked_door_stays_closed_and_names_its_key() {
    for (door, takes) in [('1', Lock::A), ('2', Lock::B), ('3', Lock::C), ('4', Lock::Sealed)] {
        let mut scenario = on(&format!("########\n#.@.{door}..#\n########"));
        scenario.for_seconds(3.0, FORWARD);
        assert_eq!(
            scenario.count(GameEvent::DoorRefuses(takes)),
            2,
            "leaning on the door repeats the message now and then"
        );
        scenario.press_use();
        assert_eq!(scenario.count(GameEvent::DoorRefuses(takes)), 3, "using the door repeats the message at once");
        assert_eq!((scenario.door().0, lock(&mut scenario)), (DoorState::Closed, Some(takes)));
        assert!(scenario.player().0 < 4.5, "the player does not get through");
        assert_eq!(scenario.count(GameEvent::DoorOpens), 0);
    }
}

#[test]
fn key_opens_its_lock_permanently_and_is_kept() {
    for (door, thing, key) in [('1', 'p', Key::A), ('2', 'q', Key::B), ('3', 'r', Key::C)] {
        let mut scenario = on(&format!("#########\n#@{thing}.{door}..z#\n#########"));
        scenario.for_seconds(0.5, FORWARD);
        assert_eq!(scenario.count_any(GameEvent::Taken), 1);
        assert!(has(&mut scenario, key));
        scenario.until(FORWARD, |scenario| scenario.count(GameEvent::Unlocked(key)) == 1);
        assert_eq!((scenario.door().0, lock(&mut scenario)), (DoorState::Opening, None));
        scenario.for_seconds(0.6, BACK).wait(9.0);
        assert!(has(&mut scenario, key));
        assert!(scenario.count(GameEvent::DoorOpens) >= 1 && scenario.count(GameEvent::DoorRefuses(Lock::A)) == 0);
    }
}

#[test]
fn wrong_key_does_not_open_a_lock() {
    let mut scenario = on("########\n#@qr1..#\n########");
    scenario.for_seconds(2.5, FORWARD).press_use();
    assert!(has(&mut scenario, Key::B) && has(&mut scenario, Key::C) && !has(&mut scenario, Key::A));
    assert_eq!(scenario.door().0, DoorState::Closed);
}

#[test]
fn second_key_of_a_kind_is_not_taken() {
    let mut scenario = on("########\n#@pp...#\n########");
    scenario.for_seconds(2.0, FORWARD);
    assert_eq!(scenario.count_any(GameEvent::Taken), 1);
}

#[test]
fn monsters_do_not_pass_locked_doors() {
    let mut scenario = on("#########\n#@..1..z#\n#########");
    engine::alarm(scenario.headless.world_mut());
    scenario.wait(8.0);
    assert_eq!(scenario.door().0, DoorState::Closed);
    assert!(scenario.undead()[0].1.0 > 4.5);
    let grid = scenario.headless.world().resource::<Grid>();
    let cell = |x, y| scenario.orientation.cell(bevy::math::IVec2::new(x, y));
    assert!(matches!(grid.shape(cell(4, 1)), Shape::Locked { .. }));
    assert_eq!(route(grid, cell(7, 1), cell(1, 1)), None);
}

#[test]
fn monsters_walk_around_a_locked_door() {
    let mut scenario = on("##########\n#@...1..z#\n#.##.##..#\n#........#\n##########");
    engine::alarm(scenario.headless.world_mut());
    scenario.until(NOTHING, |scenario| scenario.undead()[0].1.0 < 3.0);
    assert_eq!(scenario.door().0, DoorState::Closed);
}

#[test]
fn locked_door_muffles_noises_like_any_closed_door() {
    // A shot is heard at a distance of twelve cells, and a closed door counts as five.
    let hears = |door: char, cells: usize| {
        let row = format!("#@{door}{}Z#", ".".repeat(cells - 2));
        let wall = "#".repeat(row.len());
        let mut scenario = on(&format!("{wall}\n{row}\n{wall}"));
        scenario.tick(FIRE);
        scenario.wait(0.5).undead()[0].0 != MonsterState::Idle
    };
    for door in ['+', '1', '4'] {
        assert!(hears(door, 8) && !hears(door, 9), "{door}");
    }
}

#[test]
fn door_locks_behind_the_player() {
    let mut scenario = on("##########\n#@.5.....#\n##########");
    scenario.until(FORWARD, |scenario| scenario.player().0 > 6.0).wait(4.0);
    assert_eq!((scenario.door().0, lock(&mut scenario)), (DoorState::Closed, Some(Lock::Sealed)));
    assert_eq!(scenario.count(GameEvent::DoorLocks), 1);
    scenario.tick(turn(180.0));
    let (x, _) = scenario.for_seconds(3.0, FORWARD).press_use().player();
    assert!(x > 3.5, "there is no way back, the player is at {x}");
    assert_eq!(scenario.count(GameEvent::DoorRefuses(Lock::Sealed)), 3);
}

#[test]
fn door_does_not_lock_if_the_player_turns_back() {
    let mut scenario = on("##########\n#@.5.....#\n##########");
    scenario.until(FORWARD, |scenario| scenario.door().0 == DoorState::Open).for_seconds(0.5, BACK).wait(4.0);
    assert_eq!((scenario.door().0, lock(&mut scenario)), (DoorState::Closed, None));
    scenario.until(FORWARD, |scenario| scenario.player().0 > 6.0).wait(4.0);
    assert_eq!(lock(&mut scenario), Some(Lock::Sealed), "it locks when the player passes it later");
}

#[test]
fn snapshots_contain_locks_and_keys() {
    let mut scenario = on("########\n#@p.1..#\n########");
    scenario.for_seconds(0.8, FORWARD);
    let snapshot = scenario.headless.snapshot();
    let mut again = scenario.restore(&snapshot).expect("it is whole");
    assert_eq!(again.snapshot(), snapshot);
    let text = ron::to_string(&snapshot).expect("plain data has a text");
    assert_eq!(text.matches("lock:Some(A)").count(), 1);
    for broken in [("lock:Some(A)", "lock:Some(B)"), ("locks_behind:false", "locks_behind:true")] {
        let damaged = ron::from_str(&text.replacen(broken.0, broken.1, 1)).expect("it is a snapshot still");
        let told = scenario.restore(&damaged).err().map(|error| error.to_string());
        assert_eq!(told.as_deref(), Some("it is damaged: the doors do not match the level"), "{broken:?}");
    }
}
