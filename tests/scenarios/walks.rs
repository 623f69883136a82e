//! Click-to-walk: the player walks to a selected point.

use crate::scenario::{NOTHING, Scenario};
use bevy::math::Vec2;
use engine::{BoardAct, Intent, Player, WeaponChoice};

const HALL: &str = "########\n#@.....#\n######.#\n#......#\n########";

fn to(x: f32, y: f32) -> Intent {
    Intent { walk_to: Some(Vec2::new(x, y)), ..NOTHING }
}

fn at(scenario: &mut Scenario) -> Vec2 {
    scenario.player().into()
}

fn goes_on(scenario: &mut Scenario) -> bool {
    let world = scenario.headless.world_mut();
    world.query::<&Player>().single(world).expect("a run has one player").walk.target().is_some()
}

/// Waits until the player stands still, and returns the speeds in tiles per second until then.
fn steps(scenario: &mut Scenario) -> Vec<f32> {
    let mut steps = Vec::new();
    while goes_on(scenario) {
        let before = at(scenario);
        scenario.tick(NOTHING);
        steps.push(before.distance(at(scenario)) * 120.0);
        assert!(steps.len() < 2400, "the player arrives eventually");
    }
    steps
}

#[test]
fn walk_leads_around_corners_at_constant_speed() {
    let mut scenario = Scenario::on(HALL);
    scenario.tick(to(1.3, 3.6));
    let speed = scenario.headless.world().resource::<engine::Rules>().player.walk;
    let mut steps = steps(&mut scenario);
    // In the last of them the player has already arrived.
    steps.truncate(steps.len() - 2);
    assert!(steps.len() > 300 && steps.iter().all(|step| (step - speed).abs() < 0.01), "{steps:?}");
    let there = at(&mut scenario);
    assert!(there.distance(Vec2::new(1.3, 3.6)) < 0.01, "{there}");
    for _ in 0..120 {
        scenario.tick(NOTHING);
        assert_eq!(at(&mut scenario), there, "the player does not jitter");
    }
    assert!((scenario.heading_degrees().abs() - 180.0).abs() < 5.0, "the player looks in the direction of movement");
}

#[test]
fn walk_to_the_present_position_does_nothing() {
    let mut scenario = Scenario::on(HALL);
    let here = at(&mut scenario);
    scenario.for_seconds(0.5, to(here.x, here.y));
    assert_eq!((at(&mut scenario), goes_on(&mut scenario)), (here, false));
}

#[test]
fn running_walk_is_faster() {
    let seconds = |run: bool| {
        let mut scenario = Scenario::on(HALL);
        let wanted = Intent { run, ..to(1.3, 3.6) };
        scenario.until(wanted, |scenario| at(scenario).distance(Vec2::new(1.3, 3.6)) < 0.01);
        scenario.now()
    };
    assert!(seconds(true) < seconds(false) * 2 / 3, "{} {}", seconds(true), seconds(false));
}

#[test]
fn other_input_stops_the_walk() {
    let wishes = [
        Intent { strafe: -1.0, ..NOTHING },
        Intent { turn: 0.01, ..NOTHING },
        Intent { fire: true, ..NOTHING },
        Intent { use_: true, ..NOTHING },
        Intent { weapon: Some(WeaponChoice::Next), ..NOTHING },
        Intent { board: Some(BoardAct::Leave), ..NOTHING },
    ];
    for wish in wishes {
        let mut scenario = Scenario::on(HALL);
        scenario.tick(to(5.5, 1.5));
        scenario.wait(0.3);
        let before = at(&mut scenario);
        scenario.tick(wish);
        assert!(before.distance(at(&mut scenario)) < 0.01 && !goes_on(&mut scenario), "{wish:?}");
        let stopped = at(&mut scenario);
        scenario.wait(0.3);
        assert!(wish.strafe != 0.0 || at(&mut scenario) == stopped, "{wish:?}");
    }
}

#[test]
fn walk_opens_doors_except_locked_ones() {
    let map = "########\n#@.+...#\n########";
    let mut scenario = Scenario::on(map);
    scenario.tick(to(6.5, 1.5));
    steps(&mut scenario);
    assert!(at(&mut scenario).x > 6.4);
    let words = "'1': (door: \"door\", lock: A), 'p': (thing: Key(A)),";
    for (map, arrives) in [("########\n#@p1...#\n########", true), ("########\n#@.1...#\n########", false)] {
        let mut scenario = Scenario::in_words(map, words, "");
        scenario.tick(to(2.5, 1.5));
        steps(&mut scenario);
        scenario.tick(to(6.5, 1.5));
        steps(&mut scenario);
        assert_eq!(at(&mut scenario).x > 6.4, arrives, "{}", at(&mut scenario));
    }
}

#[test]
fn walk_to_a_wall_ends_at_the_nearest_point() {
    let mut scenario = Scenario::on("########\n#@...#.#\n########");
    scenario.tick(to(3.9, 1.02));
    steps(&mut scenario);
    assert!(at(&mut scenario).distance(Vec2::new(3.9, 1.25)) < 0.01, "{}", at(&mut scenario));
    for (x, y) in
        [(6.5, 1.5), (-5.0, 1.5), (f32::NAN, 1.5), (f32::INFINITY, 0.0), (-1e30, 1e30), (1e9, 1.5), (9e3, 9e3)]
    {
        let before = at(&mut scenario);
        scenario.tick(to(x, y));
        steps(&mut scenario);
        assert_eq!(at(&mut scenario), before, "{x} {y}");
    }
}

#[test]
fn blocked_walk_ends_without_jitter() {
    let words = "'C': (prop: \"crate\"),";
    let mut scenario = Scenario::in_words("########\n#@..C..#\n########", words, "");
    scenario.tick(to(4.5, 1.5));
    assert!(steps(&mut scenario).len() < 600);
    // The crate pushes back bodies that lean on it.
    scenario.wait(0.5);
    let there = at(&mut scenario);
    assert!(there.x > 3.5, "{there}");
    for _ in 0..120 {
        scenario.tick(NOTHING);
        assert!(at(&mut scenario).distance(there) < 1e-4);
    }
}

#[test]
fn walk_survives_a_save() {
    let mut scenario = Scenario::on(HALL);
    scenario.tick(to(1.3, 3.6));
    scenario.wait(1.0);
    let mut restored = scenario.restored();
    for _ in 0..400 {
        scenario.tick(NOTHING);
        restored.tick(NOTHING);
        assert_eq!(restored.snapshot(), scenario.headless.snapshot());
    }
}
