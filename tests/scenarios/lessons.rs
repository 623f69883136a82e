//! Lessons: each mechanic is introduced where it cannot hurt. Every test is a row of the table in `docs/story.md`.

use crate::{
    labyrinths::campaign,
    scenario::{FIRE, NOTHING, Scenario},
    scenario_builder::file,
};
use bevy::{
    math::ops,
    prelude::{IVec2, Vec2},
};
use engine::{Deck, GameEvent, Gravity, Grid, Heading, Intent, MonsterState, Outcome, Player, PropId, Run, Start};
use level::{CellShape, Level, Lock, TerminalGame, ThingKind};
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
fn first_barrel_burns_behind_the_bars_of_the_galley() {
    let mut scenario = on("deck2");
    // Across the galley, through the grating, to the barrel behind it.
    let (from, barrel) = (Vec2::new(4.5, 4.5), Vec2::new(8.5, 3.5));
    let to = barrel - from;
    stand(&mut scenario, (from.x, from.y), ops::atan2(to.y, to.x));
    scenario.within(5.0, FIRE, |scenario| scenario.count_any(|_: u16| GameEvent::PropExplodes(PropId(0))) > 0);
    scenario.wait(3.0);
    assert!(is_unharmed(&mut scenario));
}

#[test]
fn first_window_without_monsters_can_be_held_out() {
    let mut scenario = on("deck2");
    // In the galley, at the wall across from the window.
    stand(&mut scenario, (6.6, 4.5), LEFT);
    scenario.within(10.0, FIRE, |scenario| scenario.count(GameEvent::HullBreaks) > 0);
    scenario.within(20.0, Intent { use_: true, ..NOTHING }, |scenario| scenario.count(GameEvent::ShutterFalls) > 0);
    let (x, _) = scenario.wait(3.0).player();
    assert!(x > 6.0, "the wall holds the player: {x}");
    // The air is gone for a few seconds.
    assert!(scenario.outcome() == Outcome::Running && scenario.health() > 60, "{}", scenario.health());
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

/// Returns where to stand in front of a cell, and the direction to it.
fn in_front_of(level: &Level, (x, y): (i32, i32)) -> Option<((f32, f32), f32)> {
    let sides = [(-1, 0, RIGHT), (1, 0, LEFT), (0, -1, DOWN), (0, 1, -DOWN)];
    let free = sides.into_iter().find(|(dx, dy, _)| level.shape_at(x + dx, y + dy) == Some(CellShape::Open));
    free.map(|(dx, dy, facing)| (((x + dx) as f32 + 0.5, (y + dy) as f32 + 0.5), facing))
}

#[test]
fn first_key_opens_a_room_of_the_quarters() {
    let decks = campaign();
    for seed in 1..=3 {
        let level = decks.level(&format!("assets/pipelines/crew_deck.ron#{seed:016x}")).expect("it can be made");
        let locks = (0..level.cells.len()).filter_map(|index| match level.cells[index].shape {
            CellShape::Door { lock: Some(lock), .. } => Some((index, lock)),
            _ => None,
        });
        let [(index, lock)] = locks.collect::<Vec<_>>()[..] else { panic!("there must be one lock") };
        let key = lock.key().expect("a key opens it");
        let lies = level.things.iter().find(|thing| thing.kind == ThingKind::Key(key)).expect("the key is here");
        let door = ((index % level.width) as i32, (index / level.width) as i32);
        let (before, facing) = in_front_of(&level, door).expect("the door can be reached");
        let mut scenario = Scenario::begin(Start { skill: 1, ..Start::on(Arc::clone(&level)) });
        stand(&mut scenario, before, facing);
        scenario.wait(0.1).press_use();
        assert_eq!(scenario.count(GameEvent::DoorRefuses(lock)), 1, "seed {seed}");
        stand(&mut scenario, (lies.x as f32 + 0.5, lies.y as f32 + 0.5), facing);
        scenario.wait(0.1);
        stand(&mut scenario, before, facing);
        scenario.wait(0.1).press_use();
        assert_eq!(scenario.count(GameEvent::Unlocked(key)), 1, "seed {seed}");
        assert!(is_unharmed(&mut scenario), "seed {seed}");
    }
}

#[test]
fn first_bones_rise_long_after_they_fell() {
    let mut scenario = on("deck3");
    // Kell's colleagues in the hall are dead already.
    let others: Vec<_> = (0..).zip(scenario.monsters()).filter(|(_, monster)| monster.kind != "skeleton").collect();
    for (number, monster) in others.into_iter().filter(|(_, monster)| monster.at.y < 8.0 && monster.at.x > 15.0) {
        scenario.put_monster(number, 4.5 + monster.at.x / 20.0, 12.5);
    }
    stand(&mut scenario, (21.2, 6.5), RIGHT);
    let is_dead = |scenario: &mut Scenario| scenario.monster("skeleton").state == MonsterState::Dead;
    scenario.within(8.0, FIRE, is_dead);
    scenario.wait(9.0);
    assert!(is_dead(&mut scenario) && is_unharmed(&mut scenario), "there is time to leave");
    scenario.within(3.0, NOTHING, |scenario| scenario.monster("skeleton").state != MonsterState::Dead);
}

#[test]
fn first_steps_outside_are_behind_a_rail() {
    // Out of both airlocks, running straight on, a little to the left or to the right.
    for (door, angle) in [(15.5, -0.4), (15.5, 0.4), (31.5, -0.4), (31.5, 0.4)] {
        let mut scenario = on("hull");
        stand(&mut scenario, (44.4, door), RIGHT);
        scenario.wait(0.1).press_use().wait(0.5);
        stand(&mut scenario, (45.6, door), angle);
        scenario.for_seconds(1.5, Intent { forward: 1.0, run: true, ..NOTHING });
        let (x, y) = scenario.player();
        assert!(scenario.outcome() == Outcome::Running && x > 45.4, "lost at {x} {y} from {door} towards {angle}");
    }
}
