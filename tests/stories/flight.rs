//! Flight: some have enough when they are badly hit, and run; after that they fight on.

use crate::setting::Setting;
use crate::story::{FIRE, NOTHING, Story};
use crate::trail::Trail;
use bevy::prelude::Vec2;
use engine::{GameEvent, MonsterState};

/// A coward that sees the player, and two ways for it to run.
fn hit() -> Story {
    let mut story = Setting::on(
        "####################
         #@....c............#
         ######.###########.#
         ######.............#
         ####################",
    )
    .begin();
    story.wait(0.4).tick(FIRE);
    assert_eq!(story.monsters()[0].state, MonsterState::Hurt);
    story
}

#[test]
fn it_runs_from_the_player_for_its_time_and_comes_back() {
    let mut story = hit();
    let player = Vec2::from(story.player());
    story.until(NOTHING, |story| story.monsters()[0].state == MonsterState::Flee);
    let (from, began) = (story.monsters()[0].at, story.now());
    let mut trail = Trail::default();
    story.until(NOTHING, |story| {
        trail.0.push(story.monsters()[0].at);
        story.monsters()[0].state != MonsterState::Flee
    });
    let ticks = story.now() - began;
    assert!((480..=490).contains(&ticks), "it ran for {ticks} ticks");
    let at = story.monsters()[0].at;
    assert!(at.distance(player) > from.distance(player) + 4.0, "it ran from {from} to {at}");
    assert!(trail.turning() < 360.0, "it turned by {} degrees", trail.turning());
    assert_eq!(story.health(), 100);
    story.until(NOTHING, |story| story.health() < 100);
}

#[test]
fn it_runs_once_in_its_life() {
    let mut story = hit();
    story.until(NOTHING, |story| story.monsters()[0].state == MonsterState::Flee);
    story.until(NOTHING, |story| story.monsters()[0].state == MonsterState::Attack).tick(FIRE);
    assert_eq!((story.count_any(GameEvent::MonsterHurt), story.monsters()[0].state), (2, MonsterState::Hurt));
    for _ in 0..600 {
        story.tick(NOTHING);
        assert_ne!(story.monsters()[0].state, MonsterState::Flee);
    }
}

#[test]
fn one_that_has_run_to_the_end_of_its_way_stands_there() {
    let mut story = Setting::on("############\n#@....c....#\n############").begin();
    story.wait(0.4).tick(FIRE);
    story.until(NOTHING, |story| story.monsters()[0].state == MonsterState::Flee);
    let mut trail = Trail::default();
    while story.monsters()[0].state == MonsterState::Flee {
        trail.0.push(story.monsters()[0].at);
        story.tick(NOTHING);
    }
    let end = trail.0.last().expect("it fled");
    assert!(end.x > 10.0, "it ran to the end, to {end}");
    assert!(trail.length() < 5.5, "and walked {} tiles", trail.length());
    assert!(trail.jogging() < 60, "it jogged on the spot for {} ticks", trail.jogging());
}

#[test]
fn it_runs_through_doors() {
    let mut story = Setting::on("################\n#@...c..+......#\n################").begin();
    story.wait(0.4).tick(FIRE);
    story.until(NOTHING, |story| story.monsters()[0].state == MonsterState::Flee);
    story.until(NOTHING, |story| story.monsters()[0].state != MonsterState::Flee);
    assert!(story.monsters()[0].at.x > 9.0, "it is behind the door, at {}", story.monsters()[0].at);
    assert_eq!(story.count(GameEvent::DoorOpens), 1);
}

#[test]
fn what_it_had_lies_where_it_fell() {
    let mut story = Setting::on("##########\n#@.....c.#\n##########").begin();
    story.until(FIRE, |story| story.count_any(GameEvent::MonsterDies) == 1);
    assert_eq!(story.pickups(), []);
    let at = story.monsters()[0].at;
    story.until(NOTHING, |story| story.monsters()[0].state == MonsterState::Dead).tick(NOTHING);
    assert_eq!(story.pickups(), [("medkit".to_owned(), at)]);
}
