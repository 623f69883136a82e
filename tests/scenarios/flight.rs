//! Fleeing: some monsters flee once when they are badly hit, and fight on afterwards.

use crate::{
    scenario::{FIRE, NOTHING, Scenario},
    scenario_builder::ScenarioBuilder,
    trail::Trail,
};
use bevy::prelude::Vec2;
use engine::{GameEvent, MonsterState};

/// Returns a fearful monster that sees the player, with two escape routes.
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
fn monster_flees_for_its_time_and_returns() {
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
fn monster_flees_only_once() {
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
fn fleeing_monster_stops_at_a_dead_end() {
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
fn monster_flees_through_doors() {
    let mut scenario = ScenarioBuilder::on("################\n#@...c..+......#\n################").begin();
    scenario.wait(0.4).tick(FIRE);
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Flee);
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state != MonsterState::Flee);
    assert!(scenario.monsters()[0].at.x > 9.0, "it is behind the door, at {}", scenario.monsters()[0].at);
    assert_eq!(scenario.count(GameEvent::DoorOpens), 1);
}

#[test]
fn monster_drops_its_item_where_it_falls() {
    let mut scenario = ScenarioBuilder::on("##########\n#@.....c.#\n##########").begin();
    scenario.until(FIRE, |scenario| scenario.count_any(GameEvent::MonsterDies) == 1);
    assert_eq!(scenario.pickups(), []);
    let at = scenario.monsters()[0].at;
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Dead).tick(NOTHING);
    assert_eq!(scenario.pickups(), [("medkit".to_owned(), at)]);
}
