//! Lessons: each mechanic is introduced where it cannot hurt. Every test is a row of the table in `docs/story.md`.

use crate::{
    scenario::{NOTHING, Scenario},
    scenario_builder::file,
};
use bevy::prelude::{IVec2, Vec2};
use engine::{Deck, GameEvent, Gravity, Grid, Heading, Intent, Outcome, Player, Run, Start};
use level::{Level, Lock, TerminalGame, ThingKind};
use std::{
    f32::consts::{FRAC_PI_2, PI},
    sync::Arc,
};

const RIGHT: f32 = 0.0;
const DOWN: f32 = FRAC_PI_2;
const LEFT: f32 = PI;

/// Begins a deck of the game on the easiest skill, as a new player does.
fn on(deck: &str) -> Scenario {
    let level = Level::read(deck, file(&format!("levels/{deck}.ron")).as_bytes()).expect("a deck of the game");
    Scenario::begin(Start { skill: 1, ..Start::on(Arc::new(level)) })
}

/// Puts the player into a cell, looking in a direction.
fn stand(scenario: &mut Scenario, (x, y): (f32, f32), facing: f32) {
    scenario.put_player(x, y);
    let world = scenario.headless.world_mut();
    world.query_filtered::<&mut Heading, bevy::prelude::With<Player>>().single_mut(world).expect("a player").0 = facing;
}

/// Returns true if the player is alive and has lost no health.
fn is_unharmed(scenario: &mut Scenario) -> bool {
    scenario.outcome() == Outcome::Running && scenario.health() == 100
}

fn level_of(scenario: &Scenario) -> Arc<Level> {
    Arc::clone(&scenario.headless.world().resource::<Deck>().0)
}

#[test]
fn first_breach_is_seen_from_behind_a_pane() {
    let mut scenario = on("deck1");
    stand(&mut scenario, (22.5, 5.5), RIGHT);
    scenario.wait(9.0);
    assert_eq!((scenario.count(GameEvent::HullBreaks), scenario.count(GameEvent::ShutterFalls)), (2, 2));
    let (x, y) = scenario.player();
    assert!((x - 22.5).abs() < 0.01 && (y - 5.5).abs() < 0.01, "nothing pulls: {x} {y}");
    assert!(is_unharmed(&mut scenario));
}

#[test]
fn first_sealed_door_opens_by_itself_after_the_breach() {
    let mut scenario = on("deck1");
    stand(&mut scenario, (23.4, 7.5), RIGHT);
    scenario.wait(0.1).press_use();
    assert_eq!(scenario.count(GameEvent::DoorRefuses(Lock::Sealed)), 1);
    stand(&mut scenario, (22.5, 5.5), RIGHT);
    scenario.wait(9.0);
    assert!(scenario.count(GameEvent::DoorOpens) > 0);
    assert!(is_unharmed(&mut scenario));
}

#[test]
fn first_bait_lies_in_the_first_room() {
    let mut scenario = on("deck1");
    let level = level_of(&scenario);
    let is_bait =
        |kind| matches!(kind, ThingKind::Pickup(index) if ["ration", "banana"].contains(&level.pickup(index)));
    let baits: Vec<_> =
        level.things.iter().filter(|thing| is_bait(thing.kind) && thing.x < 11 && thing.y < 9).collect();
    assert!(baits.len() >= 2, "{baits:?}");
    for bait in baits {
        stand(&mut scenario, (bait.x as f32 + 0.5, bait.y as f32 + 0.5), RIGHT);
        scenario.wait(0.3);
    }
    assert!(scenario.has("rations") >= 2);
    assert!(is_unharmed(&mut scenario));
}

#[test]
fn first_push_wall_hides_something_in_the_gymnasium() {
    let mut scenario = on("deck1");
    stand(&mut scenario, (6.5, 15.6), DOWN);
    scenario.wait(0.1).press_use().wait(0.5);
    assert_eq!(scenario.headless.world().resource::<Run>().found, 1);
    assert!(is_unharmed(&mut scenario));
}

#[test]
fn first_weightless_room_is_switched_from_outside() {
    let mut scenario = on("deck2");
    stand(&mut scenario, (10.5, 7.4), DOWN);
    scenario.wait(0.1).press_use().wait(0.5);
    let world = scenario.headless.world();
    let (gravity, grid) = (world.resource::<Gravity>(), world.resource::<Grid>());
    let share = |x: f32, y: f32| gravity.share(grid, Vec2::new(x, y));
    assert!(share(8.5, 12.5) == 0.0 && share(10.5, 7.4) == 1.0);
    assert!(is_unharmed(&mut scenario));
}

#[test]
fn first_board_is_played_in_a_room_without_monsters() {
    let mut scenario = on("deck2");
    let level = level_of(&scenario);
    let table = level.terminals.iter().find(|terminal| matches!(terminal.game, TerminalGame::Table(_)));
    let table = table.expect("the deck has a table");
    let cell = IVec2::new(table.x as i32, table.y as i32);
    stand(&mut scenario, (cell.x as f32 + 1.7, cell.y as f32 + 0.5), LEFT);
    scenario.wait(0.1).press_use();
    assert!(scenario.headless.world().resource::<engine::AtTerminal>().0.is_some());
    scenario.wait(8.0);
    assert!(is_unharmed(&mut scenario));
}

#[test]
fn patch_gun_lies_behind_a_breach_that_only_looks_dangerous() {
    let mut scenario = on("deck3");
    scenario.wait(9.0);
    assert!(scenario.count(GameEvent::HullBreaks) > 0 && is_unharmed(&mut scenario));
    stand(&mut scenario, (15.5, 4.5), RIGHT);
    scenario.tick(NOTHING);
    scenario.tick(Intent::default());
    assert_eq!(scenario.has("patcher"), 1);
    assert!(is_unharmed(&mut scenario));
}

#[test]
fn heat_module_lies_before_the_first_cinder() {
    let mut scenario = on("deck3");
    stand(&mut scenario, (18.5, 17.5), DOWN);
    scenario.wait(0.5);
    assert_eq!(scenario.has("heat module"), 1);
    assert!(is_unharmed(&mut scenario));
}
