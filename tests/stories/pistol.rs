//! The pistol: hits the first living undead in its line, needs rounds, and takes its time.

use crate::story::{FIRE, NOTHING, Story, turn};
use engine::{GameEvent, Intent, Loadout, MonsterState};

#[test]
fn a_held_trigger_fires_three_shots_a_second() {
    let mut story = Story::on("########\n#@.....#\n########");
    story.for_seconds(3.0, FIRE);
    assert!((10..=11).contains(&story.count_any(GameEvent::Shot)), "{} shots", story.count_any(GameEvent::Shot));
    assert_eq!(story.ammo() as usize, 40 - story.count_any(GameEvent::Shot));
}

#[test]
fn an_empty_pistol_clicks_once_a_press() {
    let mut story = Story::with("########\n#@....z#\n########", Loadout::with_pistol(100, 0));
    story.for_seconds(0.5, FIRE).for_seconds(0.1, NOTHING).for_seconds(0.5, FIRE);
    assert_eq!(story.count_any(GameEvent::Shot), 0);
    assert_eq!(story.count(GameEvent::Empty), 2);
    assert_ne!(story.undead()[0].0, MonsterState::Hurt);
}

#[test]
fn a_shot_hits_the_nearest_in_line_only() {
    let mut story = Story::on("###########\n#@....z..z#\n###########");
    story.tick(FIRE);
    let undead = story.undead();
    assert_eq!(undead[0].0, MonsterState::Hurt);
    assert_ne!(undead[1].0, MonsterState::Hurt);
}

#[test]
fn a_shot_past_a_body_misses() {
    let mut story = Story::on("###########\n#@....z...#\n###########");
    story.tick(turn(10.0));
    story.tick(FIRE);
    assert_eq!(story.count_any(GameEvent::Shot), 1);
    assert_eq!(story.count_any(GameEvent::MonsterHurt), 0);
}

#[test]
fn walls_and_shut_doors_stop_shots_and_open_doors_do_not() {
    let mut wall = Story::on("##########\n#@.#...z.#\n#........#\n##########");
    wall.tick(FIRE);
    assert_eq!(wall.count_any(GameEvent::MonsterHurt), 0);

    let mut door = Story::on("##########\n#.@+...z.#\n##########");
    door.tick(FIRE);
    assert_eq!(door.count_any(GameEvent::MonsterHurt), 0);
    door.press_use().wait(0.8).tick(FIRE);
    assert_eq!(door.count_any(GameEvent::MonsterHurt), 1);
}

#[test]
fn corpses_let_shots_pass() {
    let mut story = Story::on("###########\n#@....z..z#\n###########");
    let step_back = Intent { forward: -1.0, ..FIRE };
    story.until(step_back, |story| story.undead().iter().any(|(state, _)| *state == MonsterState::Dead));
    let hits = story.count_any(GameEvent::MonsterHurt);
    story.for_seconds(0.4, FIRE);
    assert!(story.count_any(GameEvent::MonsterHurt) + story.count_any(GameEvent::MonsterDies) > hits + 1);
}

#[test]
fn about_five_hits_kill() {
    let mut story = Story::on("############\n#@........z#\n############");
    story.for_seconds(3.0, FIRE);
    assert_eq!(story.count_any(GameEvent::MonsterDies), 1);
    assert!((3..=6).contains(&story.count_any(GameEvent::MonsterHurt)));
    assert_eq!(story.headless.run().kills, 1);
}
