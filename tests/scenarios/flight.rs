//! Flight: some have enough when they are badly hit, and run; after that they fight on.

use crate::scenario::{FIRE, NOTHING, Scenario};
use crate::scenario_builder::ScenarioBuilder;
use crate::trail::Trail;
use bevy::prelude::Vec2;
use engine::{GameEvent, MonsterState};

/// A coward that sees the player, and two ways for it to run.
fn hit() -> Scenario {
    let mut scenario = ScenarioBuilder::on(
        "####################
         #@....c............#
         ######.###########.#
         ######.............#
         ####################",
    )
    .begin();
    scenario.wait(0.4).tick(FIRE);
    assert_eq!(scenario.monsters()[0].state, MonsterState::Hurt);
    scenario
}

#[test]
fn it_runs_from_the_player_for_its_time_and_comes_back() {
    let mut scenario = hit();
    let player = Vec2::from(scenario.player());
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Flee);
    let (from, began) = (scenario.monsters()[0].at, scenario.now());
    let mut trail = Trail::default();
    scenario.until(NOTHING, |scenario| {
        trail.0.push(scenario.monsters()[0].at);
        scenario.monsters()[0].state != MonsterState::Flee
    });
    let ticks = scenario.now() - began;
    assert!((480..=490).contains(&ticks), "it ran for {ticks} ticks");
    let at = scenario.monsters()[0].at;
    assert!(at.distance(player) > from.distance(player) + 4.0, "it ran from {from} to {at}");
    assert!(trail.turning() < 360.0, "it turned by {} degrees", trail.turning());
    assert_eq!(scenario.health(), 100);
    scenario.until(NOTHING, |scenario| scenario.health() < 100);
}

#[test]
fn it_runs_once_in_its_life() {
    let mut scenario = hit();
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Flee);
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Attack).tick(FIRE);
    assert_eq!((scenario.count_any(GameEvent::MonsterHurt), scenario.monsters()[0].state), (2, MonsterState::Hurt));
    for _ in 0..600 {
        scenario.tick(NOTHING);
        assert_ne!(scenario.monsters()[0].state, MonsterState::Flee);
    }
}

#[test]
fn one_that_has_run_to_the_end_of_its_way_stands_there() {
    let mut scenario = ScenarioBuilder::on("############\n#@....c....#\n############").begin();
    scenario.wait(0.4).tick(FIRE);
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Flee);
    let mut trail = Trail::default();
    while scenario.monsters()[0].state == MonsterState::Flee {
        trail.0.push(scenario.monsters()[0].at);
        scenario.tick(NOTHING);
    }
    let end = trail.0.last().expect("it fled");
    assert!(end.x > 10.0, "it ran to the end, to {end}");
    assert!(trail.length() < 5.5, "and walked {} tiles", trail.length());
    assert!(trail.jogging() < 60, "it jogged on the spot for {} ticks", trail.jogging());
}

#[test]
fn it_runs_through_doors() {
    let mut scenario = ScenarioBuilder::on("################\n#@...c..+......#\n################").begin();
    scenario.wait(0.4).tick(FIRE);
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Flee);
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state != MonsterState::Flee);
    assert!(scenario.monsters()[0].at.x > 9.0, "it is behind the door, at {}", scenario.monsters()[0].at);
    assert_eq!(scenario.count(GameEvent::DoorOpens), 1);
}

#[test]
fn what_it_had_lies_where_it_fell() {
    let mut scenario = ScenarioBuilder::on("##########\n#@.....c.#\n##########").begin();
    scenario.until(FIRE, |scenario| scenario.count_any(GameEvent::MonsterDies) == 1);
    assert_eq!(scenario.pickups(), []);
    let at = scenario.monsters()[0].at;
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Dead).tick(NOTHING);
    assert_eq!(scenario.pickups(), [("medkit".to_owned(), at)]);
}
