//! The player walks, runs, strafes, turns and slides along walls.

use crate::scenario::{BACK, FORWARD, NOTHING, Scenario, turn};
use bevy::math::ops;
use engine::Intent;

const HALL: &str = "
    ############
    #..........#
    #..........#
    #.@........#
    #..........#
    #..........#
    ############";

#[test]
fn player_walks_forwards_and_backwards_along_the_heading() {
    let mut scenario = Scenario::on(HALL);
    let (x, y) = scenario.for_seconds(1.0, FORWARD).player();
    assert!((4.8..5.3).contains(&x), "a second's walk is about 2.75 tiles, it came to {x}");
    assert_eq!(y, 3.5);
    let (x, _) = scenario.for_seconds(1.2, BACK).player();
    assert!(x < 2.5, "it came back to {x}");
}

#[test]
fn player_runs_faster_than_it_walks() {
    let walked = Scenario::on(HALL).for_seconds(1.0, FORWARD).player().0;
    let ran = Scenario::on(HALL).for_seconds(1.0, Intent { run: true, ..FORWARD }).player().0;
    assert!(ran - 2.5 > 1.5 * (walked - 2.5), "walked to {walked}, ran to {ran}");
}

#[test]
fn player_strafes_to_the_right() {
    // When looking to the right of the map, the right-hand side is down.
    let (x, y) = Scenario::on(HALL).for_seconds(0.5, Intent { strafe: 1.0, ..NOTHING }).player();
    assert_eq!(x, 2.5);
    assert!((4.6..4.9).contains(&y), "half a second at 2.75 tiles per second leads to {y}");
}

#[test]
fn diagonal_walking_is_not_faster() {
    let askew = Intent { forward: 1.0, strafe: 1.0, ..NOTHING };
    let (x, y) = Scenario::on(HALL).for_seconds(0.5, askew).player();
    let straight = Scenario::on(HALL).for_seconds(0.5, FORWARD).player().0 - 2.5;
    let way = ops::hypot(x - 2.5, y - 3.5);
    assert!((way - straight).abs() < 0.01, "diagonal {way}, straight {straight}");
}

#[test]
fn player_turns_by_the_angle_of_the_intent() {
    let mut scenario = Scenario::on(HALL);
    scenario.tick(turn(90.0));
    assert!((scenario.heading_degrees() - 90.0).abs() < 0.01);
    let (_, y) = scenario.for_seconds(0.5, FORWARD).player();
    assert!(y > 4.5, "a quarter turn to the right leads down the map, to {y}");
}

#[test]
fn player_stops_without_input() {
    let mut scenario = Scenario::on(HALL);
    let (x, _) = scenario.for_seconds(0.5, FORWARD).wait(0.5).player();
    assert_eq!(scenario.wait(1.0).player().0, x);
}

#[test]
fn player_slides_along_walls() {
    let mut scenario = Scenario::on(HALL);
    scenario.tick(turn(-60.0));
    let mut last = scenario.player().0;
    for _ in 0..240 {
        scenario.tick(FORWARD);
        let (x, y) = scenario.player();
        assert!(y >= 1.25 - 1e-4, "the body of 0.25 tiles is in the wall at {y}");
        last = last.max(x);
    }
    assert!(last > 4.0, "it slid along the wall to {last}");
}

#[test]
fn player_never_passes_a_wall_at_any_speed() {
    let mut scenario = Scenario::on(
        "########
         #@.#...#
         #..#...#
         #.##...#
         #......#
         ########",
    );
    for step in 0_u16..2000 {
        let run = Intent { forward: 1.0, turn: 0.013 * f32::from(step % 7), run: true, ..NOTHING };
        scenario.tick(run);
        let (x, y) = scenario.player();
        let wall = |x: f32, y: f32| !(1.0..7.0).contains(&x) || !(1.0..5.0).contains(&y) || x.floor() == 3.0 && y < 4.0;
        for (dx, dy) in [(0.24, 0.0), (-0.24, 0.0), (0.0, 0.24), (0.0, -0.24)] {
            assert!(!wall(x + dx, y + dy), "in a wall at {x}, {y} in step {step}");
        }
    }
}

#[test]
fn invalid_intents_are_harmless() {
    let mut scenario = Scenario::on(HALL);
    let wild = Intent { forward: f32::NAN, strafe: f32::INFINITY, turn: f32::NAN, ..NOTHING };
    let (x, y) = scenario.for_seconds(1.0, wild).player();
    assert!(x.is_finite() && y.is_finite());
    assert!(y <= 5.75 + 1e-4);
}
