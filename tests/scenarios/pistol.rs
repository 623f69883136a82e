//! The pistol: it hits the first living monster in its line, needs ammunition, and has a cooldown.

use crate::scenario::{FIRE, NOTHING, Scenario, turn};
use engine::{GameEvent, Intent, Loadout, MonsterState};

#[test]
fn held_trigger_fires_three_shots_per_second() {
    let mut scenario = Scenario::on("########\n#@.....#\n########");
    scenario.for_seconds(3.0, FIRE);
    assert!((10..=11).contains(&scenario.count_any(GameEvent::Shot)), "{} shots", scenario.count_any(GameEvent::Shot));
    assert_eq!(scenario.ammo() as usize, 40 - scenario.count_any(GameEvent::Shot));
}

#[test]
fn empty_pistol_clicks_once_per_press() {
    let mut scenario = Scenario::with("########\n#@....z#\n########", Loadout::with_pistol(100, 0));
    scenario.for_seconds(0.5, FIRE).for_seconds(0.1, NOTHING).for_seconds(0.5, FIRE);
    assert_eq!(scenario.count_any(GameEvent::Shot), 0);
    assert_eq!(scenario.count(GameEvent::Empty), 2);
    assert_ne!(scenario.undead()[0].0, MonsterState::Hurt);
}

#[test]
fn shot_only_hits_the_nearest_body_in_line() {
    let mut scenario = Scenario::on("###########\n#@....z..z#\n###########");
    scenario.tick(FIRE);
    let undead = scenario.undead();
    assert_eq!(undead[0].0, MonsterState::Hurt);
    assert_ne!(undead[1].0, MonsterState::Hurt);
}

#[test]
fn shot_past_a_body_misses() {
    let mut scenario = Scenario::on("###########\n#@....z...#\n###########");
    scenario.tick(turn(10.0));
    scenario.tick(FIRE);
    assert_eq!(scenario.count_any(GameEvent::Shot), 1);
    assert_eq!(scenario.count_any(GameEvent::MonsterHurt), 0);
}

#[test]
fn walls_and_closed_doors_stop_shots() {
    let mut wall = Scenario::on("##########\n#@.#...z.#\n#........#\n##########");
    wall.tick(FIRE);
    assert_eq!(wall.count_any(GameEvent::MonsterHurt), 0);

    let mut door = Scenario::on("##########\n#.@+...z.#\n##########");
    door.tick(FIRE);
    assert_eq!(door.count_any(GameEvent::MonsterHurt), 0);
    door.press_use().wait(0.8).tick(FIRE);
    assert_eq!(door.count_any(GameEvent::MonsterHurt), 1);
}

#[test]
fn corpses_do_not_stop_shots() {
    let mut scenario = Scenario::on("###########\n#@....z..z#\n###########");
    let step_back = Intent { forward: -1.0, ..FIRE };
    scenario.until(step_back, |scenario| scenario.undead().iter().any(|(state, _)| *state == MonsterState::Dead));
    let hits = scenario.count_any(GameEvent::MonsterHurt);
    scenario.for_seconds(0.4, FIRE);
    assert!(scenario.count_any(GameEvent::MonsterHurt) + scenario.count_any(GameEvent::MonsterDies) > hits + 1);
}

#[test]
fn about_five_hits_kill() {
    let mut scenario = Scenario::on("############\n#@........z#\n############");
    scenario.for_seconds(3.0, FIRE);
    assert_eq!(scenario.count_any(GameEvent::MonsterDies), 1);
    assert!((3..=6).contains(&scenario.count_any(GameEvent::MonsterHurt)));
    assert_eq!(scenario.headless.run().kills, 1);
}
