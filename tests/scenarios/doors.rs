//! Sliding doors: they open by touch or use, stay open, close, and never close on a body.

use crate::scenario::{BACK, FIRE, FORWARD, NOTHING, Scenario};
use engine::{DoorState, GameEvent, Loadout, MonsterState, Outcome};

const CORRIDOR: &str = "
    #########
    #.@.+...#
    #########";

#[test]
fn closed_door_stops_the_player_until_it_opens() {
    let mut scenario = Scenario::on(CORRIDOR);
    let (x, _) = scenario.for_seconds(0.8, FORWARD).player();
    assert!(x < 4.16, "the panel is in the middle of the cell, the player came to {x}");
    let (x, _) = scenario.for_seconds(1.5, FORWARD).player();
    assert!(x > 5.5, "it opened by touch, and the player went on to {x}");
    assert_eq!(scenario.count(GameEvent::DoorOpens), 1);
}

#[test]
fn use_opens_a_door_from_a_step_away() {
    let mut scenario = Scenario::on(CORRIDOR);
    scenario.for_seconds(0.3, FORWARD).press_use();
    assert_eq!(scenario.door().0, DoorState::Opening);
    assert_eq!(scenario.wait(0.6).door(), (DoorState::Open, 1.0));
}

#[test]
fn use_does_not_reach_a_door_across_the_room() {
    let mut scenario = Scenario::on(CORRIDOR);
    assert_eq!(scenario.press_use().door().0, DoorState::Closed);
}

#[test]
fn door_stays_open_for_three_seconds_and_closes() {
    let mut scenario = Scenario::on(CORRIDOR);
    scenario.for_seconds(0.3, FORWARD).press_use();
    assert_eq!(scenario.wait(3.4).door().0, DoorState::Open);
    assert_eq!(scenario.wait(0.3).door().0, DoorState::Closing);
    assert_eq!(scenario.wait(0.5).door(), (DoorState::Closed, 0.0));
    assert_eq!(scenario.count(GameEvent::DoorCloses), 1);
}

#[test]
fn use_closes_an_open_door_once_per_press() {
    let mut scenario = Scenario::on(CORRIDOR);
    scenario.for_seconds(0.3, FORWARD).press_use().wait(1.0);
    assert_eq!(scenario.door().0, DoorState::Open);
    let hold = engine::Intent { use_: true, ..NOTHING };
    scenario.for_seconds(0.3, hold);
    assert_eq!(scenario.door().0, DoorState::Closing);
    assert_eq!(scenario.for_seconds(0.5, hold).door().0, DoorState::Closed);
}

#[test]
fn door_never_closes_on_a_body() {
    let mut scenario = Scenario::on(CORRIDOR);
    scenario.until(FORWARD, |scenario| scenario.player().0 > 4.4).wait(10.0);
    assert!((4.4..4.6).contains(&scenario.player().0), "the player is in the doorway");
    assert_eq!(scenario.door(), (DoorState::Open, 1.0));
    scenario.for_seconds(1.0, FORWARD);
    assert_eq!(scenario.wait(4.0).door().0, DoorState::Closed);
}

#[test]
fn closing_door_reopens_for_a_body() {
    let mut scenario = Scenario::on(CORRIDOR);
    scenario.for_seconds(0.5, FORWARD).press_use().wait(3.65);
    assert_eq!(scenario.door().0, DoorState::Closing);
    let open = scenario.door().1;
    scenario.for_seconds(0.3, FORWARD);
    assert_eq!(scenario.door().0, DoorState::Opening);
    assert!(scenario.door().1 > 0.5 * open, "it reopened from where it was");
    let (x, _) = scenario.for_seconds(1.5, FORWARD).player();
    assert!(x > 5.5, "the path was free again, to {x}");
}

#[test]
fn monsters_open_doors() {
    let mut scenario = Scenario::on(
        "##########
         #.@.+...z#
         ##########",
    );
    // The monster must see the player once: the door opens, the player steps back, the door closes.
    scenario.for_seconds(0.3, FORWARD).press_use().wait(1.0).for_seconds(0.6, BACK).wait(3.0);
    assert_eq!(scenario.count_any(GameEvent::Notices), 1);
    scenario.wait(6.0);
    let (_, (x, _)) = scenario.undead()[0];
    assert!(x < 4.0, "it came through the door, to {x}");
}

#[test]
fn corpse_in_the_doorway_keeps_the_door_open() {
    let mut scenario = Scenario::on(
        "##########
         #.@..+.z.#
         ##########",
    );
    scenario.for_seconds(0.7, FORWARD).press_use().for_seconds(0.5, BACK);
    scenario.until(NOTHING, |scenario| scenario.undead()[0].1.0 < 5.55).for_seconds(2.0, FIRE);
    assert_eq!(scenario.undead()[0].0, MonsterState::Dead);
    assert_eq!(scenario.wait(10.0).door().0, DoorState::Open);
}

#[test]
fn door_that_must_close_pushes_corpses_away() {
    let map = "###########\n#.@..5.z..#\n##_########\n###########";
    let words = |door: &str| format!("'_': (name: \"plate\"), '5': (door: \"door\", {door} name: \"gate\"),");
    let orders = |act: &str| format!("triggers: [(at: \"plate\", on: Step, do: [{act}])]");
    for (door, act, locks) in
        [("", "Close(\"gate\")", false), ("", "Lock(\"gate\")", true), ("hang: Swinging,", "Lock(\"gate\")", true)]
    {
        let mut scenario = Scenario::in_words(map, &words(door), &orders(act));
        scenario.for_seconds(0.7, FORWARD).press_use().for_seconds(0.5, BACK);
        scenario.until(NOTHING, |scenario| scenario.undead()[0].1.0 < 5.6).for_seconds(2.0, FIRE);
        assert_eq!((scenario.undead()[0].0, scenario.wait(6.0).door().0), (MonsterState::Dead, DoorState::Open));
        scenario.put_player(2.5, 2.5).wait(1.0);
        assert_eq!(scenario.door().0, DoorState::Closed, "{door} {act}");
        let (_, (x, _)) = scenario.undead()[0];
        assert!(!(5.0..6.0).contains(&x), "{door} {act}: the corpse is at {x}");
        let is_locked = scenario
            .headless
            .world_mut()
            .query::<&engine::Door>()
            .iter(scenario.headless.world())
            .all(|door| door.lock().is_some());
        assert_eq!(is_locked, locks, "{door} {act}");
    }
}

#[test]
fn order_to_close_outlasts_a_death_in_the_doorway() {
    let words = "'_': (name: \"plate\"), '5': (door: \"door\", name: \"gate\"),";
    let fields = "triggers: [(at: \"plate\", on: Step, do: [Close(\"gate\")])]";
    let mut scenario = Scenario::in_words("###########\n#.@..5.z..#\n##_########\n###########", words, fields);
    scenario.for_seconds(0.7, FORWARD).press_use().for_seconds(0.5, BACK);
    scenario.until(NOTHING, |scenario| scenario.undead()[0].1.0 < 5.6).put_player(2.5, 2.5);
    scenario.tick(NOTHING);
    scenario.put_player(4.0, 1.5);
    scenario.until(FIRE, |scenario| scenario.undead()[0].0 == MonsterState::Dead).wait(6.0);
    assert_eq!(scenario.door().0, DoorState::Closed);
}

#[test]
fn dead_player_in_the_doorway_keeps_the_door_open() {
    let mut scenario = Scenario::with("########\n#.@+.z.#\n########", Loadout::with_pistol(1, 0));
    scenario.until(FORWARD, |scenario| scenario.player().0 > 3.4);
    scenario.until(NOTHING, |scenario| scenario.outcome() == Outcome::Dead);
    assert_eq!(scenario.wait(10.0).door().0, DoorState::Open);
}

#[test]
fn bars_say_that_nothing_opens_them() {
    let mut scenario = Scenario::on("######\n#@G..#\n######");
    scenario.press_use();
    assert_eq!(scenario.count(GameEvent::BarsRefuse), 1);
    let mut scenario = Scenario::on("######\n#@W..#\n######");
    scenario.press_use();
    assert_eq!(scenario.count(GameEvent::BarsRefuse), 0, "a window");
}
