//! Walks: the player goes by himself to a point that somebody has pointed at.

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

/// Waits until he stands; the lengths of his steps meanwhile, in tiles a second.
fn steps(scenario: &mut Scenario) -> Vec<f32> {
    let mut steps = Vec::new();
    while goes_on(scenario) {
        let before = at(scenario);
        scenario.tick(NOTHING);
        steps.push(before.distance(at(scenario)) * 120.0);
        assert!(steps.len() < 2400, "he arrives some time");
    }
    steps
}

#[test]
fn he_goes_round_corners_at_a_constant_speed_and_then_stands_still() {
    let mut scenario = Scenario::on(HALL);
    scenario.tick(to(1.3, 3.6));
    let speed = scenario.headless.world().resource::<engine::Rules>().player.walk;
    let mut steps = steps(&mut scenario);
    // In the last of them he has arrived already.
    steps.truncate(steps.len() - 2);
    assert!(steps.len() > 300 && steps.iter().all(|step| (step - speed).abs() < 0.01), "{steps:?}");
    let there = at(&mut scenario);
    assert!(there.distance(Vec2::new(1.3, 3.6)) < 0.01, "{there}");
    for _ in 0..120 {
        scenario.tick(NOTHING);
        assert_eq!(at(&mut scenario), there, "he does not tremble");
    }
    assert!((scenario.heading_degrees().abs() - 180.0).abs() < 5.0, "he looks where he went");
}

#[test]
fn to_walk_where_he_stands_moves_nothing() {
    let mut scenario = Scenario::on(HALL);
    let here = at(&mut scenario);
    scenario.for_seconds(0.5, to(here.x, here.y));
    assert_eq!((at(&mut scenario), goes_on(&mut scenario)), (here, false));
}

#[test]
fn with_run_he_runs_there() {
    let seconds = |run: bool| {
        let mut scenario = Scenario::on(HALL);
        let wanted = Intent { run, ..to(1.3, 3.6) };
        scenario.until(wanted, |scenario| at(scenario).distance(Vec2::new(1.3, 3.6)) < 0.01);
        scenario.now()
    };
    assert!(seconds(true) < seconds(false) * 2 / 3, "{} {}", seconds(true), seconds(false));
}

#[test]
fn he_stops_at_once_when_he_wants_anything_else() {
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
fn doors_open_for_him_but_those_whose_key_he_lacks() {
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
fn a_point_in_a_wall_stands_for_the_nearest_that_is_not_and_no_way_is_no_walk() {
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
fn whoever_is_held_up_gives_up_and_does_not_tremble() {
    let words = "'C': (prop: \"crate\"),";
    let mut scenario = Scenario::in_words("########\n#@..C..#\n########", words, "");
    scenario.tick(to(4.5, 1.5));
    assert!(steps(&mut scenario).len() < 600);
    // The crate pushes back whoever leans on it.
    scenario.wait(0.5);
    let there = at(&mut scenario);
    assert!(there.x > 3.5, "{there}");
    for _ in 0..120 {
        scenario.tick(NOTHING);
        assert!(at(&mut scenario).distance(there) < 1e-4);
    }
}

#[test]
fn a_walk_survives_a_save() {
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
