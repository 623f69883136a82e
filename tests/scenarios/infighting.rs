//! Infighting: who is hit by one of his own turns on him.

use crate::scenario::{FIRE, NOTHING, Scenario};
use crate::scenario_builder::ScenarioBuilder;
use engine::{GameEvent, MonsterState};

/// A gunner that throws at the player past one that stands in between.
fn crossfire(between: char) -> Scenario {
    ScenarioBuilder::on(&format!("##############\n#@....{between}....g.#\n##############")).begin()
}

#[test]
fn a_bolt_that_hits_another_makes_him_turn_on_its_thrower() {
    let mut scenario = crossfire('z');
    scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::MonsterHurt) > 0);
    let (hit, from) = (scenario.monster("shambler"), scenario.monster("shambler").at.x);
    assert_eq!((hit.health, scenario.monster("gunner").health), (40, 60));
    scenario.until(NOTHING, |scenario| scenario.monster("gunner").health < 60);
    assert!(scenario.monster("shambler").at.x > from + 1.0, "it went for the gunner");
    assert_eq!(scenario.health(), 100);
}

#[test]
fn the_one_that_is_attacked_fights_back_and_who_is_left_goes_for_the_player() {
    let mut scenario = crossfire('z');
    scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::MonsterDies) > 0);
    let left = scenario.monsters().into_iter().find(|undead| undead.health > 0).expect("one is left");
    assert!(left.health < if left.kind == "gunner" { 60 } else { 50 }, "both fought: {left:?}");
    assert_eq!(scenario.health(), 100, "nobody cared for the player");
    scenario.until(NOTHING, |scenario| scenario.health() < 100);
    assert_eq!(scenario.count_any(GameEvent::MonsterDies), 1);
}

#[test]
fn one_that_the_player_hits_turns_back_to_him() {
    let mut scenario = crossfire('z');
    scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::MonsterHurt) > 0).wait(0.5);
    assert_eq!(scenario.monster("shambler").facing, 0.0, "it faces the gunner");
    scenario.tick(FIRE);
    scenario.wait(0.5);
    assert_eq!(scenario.monster("shambler").facing, 180.0, "it faces the player");
}

#[test]
fn a_bolt_does_not_hit_its_thrower_and_claws_hit_their_foe_only() {
    let mut scenario = ScenarioBuilder::on(
        "########
         #.zzz..#
         #.z@z..#
         #.zzz..#
         ########",
    )
    .begin();
    scenario.until(NOTHING, |scenario| scenario.health() <= 0);
    assert_eq!(scenario.count_any(GameEvent::MonsterHurt), 0);
    let mut scenario = ScenarioBuilder::on("##########\n#@.....g.#\n##########").begin();
    scenario.until(NOTHING, |scenario| scenario.health() < 100);
    assert_eq!(scenario.monster("gunner").health, 60);
}

#[test]
fn a_burst_wakes_who_sleeps_and_its_victims_come_for_the_player() {
    // The burst is the player's doing: nobody else is left to be blamed.
    let mut scenario = ScenarioBuilder::on("###########\n#@...b.Z..#\n###########").begin();
    scenario.until(FIRE, |scenario| scenario.count_any(GameEvent::Bursts) == 1).wait(0.2);
    assert!(scenario.monster("shambler").health < 50);
    assert_ne!(scenario.monster("shambler").state, MonsterState::Idle);
    scenario.until(NOTHING, |scenario| scenario.health() < 100);
}
