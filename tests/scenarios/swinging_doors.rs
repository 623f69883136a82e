//! Swinging doors: they open away from the body that opens them, wait for bodies behind them, and close.

use crate::scenario::{BACK, FIRE, FORWARD, NOTHING, Scenario, turn};
use bevy::prelude::{Vec2, With};
use engine::{DoorState, GameEvent, Intent, Loadout, MonsterState, Position, Prop, Rules};

const CORRIDOR: &str = "
    #########
    #.@.%...#
    #########";

#[test]
fn swinging_door_opens_away_from_the_player() {
    let mut scenario = Scenario::on(CORRIDOR);
    scenario.for_seconds(0.3, FORWARD).press_use().wait(0.6);
    assert_eq!((scenario.door().0, scenario.leaves()), (DoorState::Open, 1.0), "to the right, away from the player");
    let (x, _) = scenario.for_seconds(1.0, FORWARD).player();
    assert!(x > 5.3, "there is room between the leaves, the player came to {x}");
    scenario.wait(5.0).tick(turn(180.0));
    assert_eq!(scenario.leaves(), 0.0);
    scenario.until(FORWARD, |scenario| scenario.door().0 == DoorState::Open);
    assert_eq!(scenario.leaves(), -1.0, "to the left, away from the player");
    assert_eq!(scenario.count(GameEvent::DoorOpens), 2);
}

#[test]
fn closed_swinging_door_stops_bodies_sight_and_shots() {
    let mut scenario = Scenario::on("##########\n#.@.%...z#\n##########");
    scenario.wait(1.0).tick(FIRE);
    assert_eq!((scenario.count_any(GameEvent::Notices), scenario.count_any(GameEvent::MonsterHurt)), (0, 0));
    let at = scenario.reports(GameEvent::Impact)[0].at;
    assert!((at.x - 4.44).abs() < 1e-3, "the leaf is 0.1 thick, the mark is at {at}");
    let (x, _) = scenario.for_seconds(0.75, FORWARD).player();
    assert!(x < 4.3, "the player came to {x}");
}

#[test]
fn swinging_door_closes_after_three_seconds() {
    let mut scenario = Scenario::on(CORRIDOR);
    scenario.for_seconds(0.3, FORWARD).press_use();
    assert_eq!(scenario.wait(3.4).door().0, DoorState::Open);
    assert_eq!(scenario.wait(0.3).door().0, DoorState::Closing);
    assert_eq!(scenario.wait(0.5).door(), (DoorState::Closed, 0.0));
    assert_eq!(scenario.count(GameEvent::DoorCloses), 1);
}

#[test]
fn swinging_door_never_closes_on_a_body() {
    let mut scenario = Scenario::on(CORRIDOR);
    scenario.until(FORWARD, |scenario| scenario.player().0 > 4.6).wait(10.0);
    assert_eq!(scenario.door(), (DoorState::Open, 1.0));
    scenario.for_seconds(1.0, FORWARD);
    assert_eq!(scenario.wait(4.0).door().0, DoorState::Closed);
}

#[test]
fn swinging_door_waits_for_a_body_behind_it() {
    let mut scenario = Scenario::on("##########\n#.@.%.Z..#\n##########");
    // The player reaches the door from the left; an unaware monster is right behind it.
    scenario.place(4.12, 5.02);
    for _ in 0..engine::ticks(1.0) {
        scenario.tick(FORWARD);
        assert_eq!(scenario.stuck_body(), None);
    }
    assert_eq!(scenario.door().0, DoorState::Opening);
    assert!((0.01..0.9).contains(&scenario.leaves()), "it is turned by {}", scenario.leaves());
    scenario.place(4.12, 7.5).wait(0.6);
    assert_eq!(scenario.leaves(), 1.0);
}

#[test]
fn blocked_swinging_door_opens_the_other_way() {
    // The monster hears neither the door nor the slow footsteps.
    let mut rules = Rules::standard();
    rules.noises.door = 0;
    let mut scenario = Scenario::with_rules(rules, "##########\n#.@.%.Z..#\n##########", Loadout::default());
    let sneak = |forward| Intent { forward, ..NOTHING };
    scenario.place(4.12, 5.02).for_seconds(0.5, sneak(0.5));
    assert!(scenario.leaves() > 0.0);
    // The player steps back and the leaves close; the monster behind the door can open it towards the player.
    scenario.for_seconds(0.7, sneak(-0.5)).wait(1.5);
    assert_eq!((scenario.door(), scenario.count(GameEvent::DoorCloses)), ((DoorState::Closed, 0.0), 1));
    let (x, _) = scenario.player();
    scenario.place(x, 4.95).wait(0.6);
    assert_eq!(scenario.leaves(), -1.0);
}

/// Moves the only prop.
fn put_crate(scenario: &mut Scenario, x: f32, y: f32) {
    let at = scenario.orientation.point(Vec2::new(x, y));
    let mut props = scenario.headless.world_mut().query_filtered::<&mut Position, With<Prop>>();
    props.single_mut(scenario.headless.world_mut()).expect("one prop").0 = at;
}

#[test]
fn swinging_door_pushes_a_crate_that_jams_it_aside() {
    // The wind has left the crate in the doorway, where the player, who has no weapon that reaches it, cannot break it.
    let mut scenario = Scenario::on("##########\n#.@.%C...#\n##########");
    put_crate(&mut scenario, 4.94, 1.5);
    assert_eq!(scenario.wait(1.0).door().0, DoorState::Closed, "a crate does not open it");
    scenario.for_seconds(0.9, FORWARD);
    assert_eq!(scenario.door().0, DoorState::Opening, "the crate is in the way");
    assert!(scenario.leaves() < 0.5, "the leaves are turned by {}", scenario.leaves());
    let (x, _) = scenario.for_seconds(3.0, FORWARD).player();
    assert!(x > 4.6, "the player came to {x}");
}

#[test]
fn monsters_pass_swinging_doors() {
    let mut scenario = Scenario::on("##############\n#.@.%.......z#\n##############");
    // The monster must see the player once; then the door closes again.
    scenario.for_seconds(0.3, FORWARD).press_use().wait(1.0).for_seconds(0.6, BACK).wait(3.0);
    assert_eq!((scenario.count_any(GameEvent::Notices), scenario.door().0), (1, DoorState::Closed));
    scenario.until(NOTHING, |scenario| scenario.undead()[0].1.0 < 4.0);
    assert_eq!((scenario.count(GameEvent::DoorOpens), scenario.leaves() < 0.0), (2, true));
}

#[test]
fn corpse_keeps_a_swinging_door_open() {
    let mut scenario = Scenario::on("##########\n#.@..%.z.#\n##########");
    scenario.for_seconds(0.7, FORWARD).press_use().for_seconds(0.5, BACK);
    scenario.until(NOTHING, |scenario| scenario.undead()[0].1.0 < 5.7).for_seconds(2.0, FIRE);
    assert_eq!(scenario.undead()[0].0, MonsterState::Dead);
    assert_eq!(scenario.wait(10.0).door().0, DoorState::Open);
}
