//! Knockback: thrown bodies never pass through obstacles, at any speed.

use crate::{
    jumps::{JUMP, height},
    scenario::{NOTHING, Scenario},
};
use bevy::{math::Vec2, prelude::With};
use engine::{Heading, Knockback, Player};

/// Throws the player with a velocity in tiles per second.
pub(crate) fn throw(scenario: &mut Scenario, velocity: Vec2) {
    let velocity = scenario.orientation.vector(velocity);
    let world = scenario.headless.world_mut();
    let mut thrown = world.query_filtered::<&mut Knockback, With<Player>>();
    thrown.single_mut(world).expect("a run has one player").0 = velocity;
}

#[test]
fn fast_bodies_are_not_thrown_through_obstacles() {
    let words = "'J': (barrier: \"barrier\"), '1': (door: \"door\", lock: A),";
    let map = "###########\n#....W....#\n#....#....#\n#....G....#\n#..@.#....#\n#....J....#\n#....#....#\n#....1....#\n###########";
    for angle in 0..48 {
        for fails in
            ["", "triggers: [(at: \"here\", on: Step, do: [Gravity(0.0)])], names: [(name: \"here\", at: (3, 4))]"]
        {
            let mut scenario = Scenario::in_words(map, words, fails);
            scenario.tick(NOTHING);
            throw(&mut scenario, 100.0 * Heading(angle as f32 * 0.131).direction());
            for _ in 0..60 {
                scenario.tick(NOTHING);
                let (x, y) = scenario.player();
                assert!((1.2..5.3).contains(&x) && (1.2..7.8).contains(&y), "{angle} {fails}: {x} {y}");
                assert_eq!(scenario.stuck_body(), None, "{angle} {fails}");
            }
        }
    }
}

#[test]
fn thrown_bodies_slow_down_on_the_floor_only() {
    let hall = "##################\n#@...............#\n##################";
    let mut scenario = Scenario::on(hall);
    throw(&mut scenario, Vec2::new(5.0, 0.0));
    scenario.wait(1.5);
    let (halt, _) = scenario.player();
    scenario.wait(1.0);
    assert!((2.0..3.0).contains(&halt) && scenario.player().0 == halt, "{halt}");
    let mut scenario = Scenario::on(hall);
    scenario.tick(JUMP);
    throw(&mut scenario, Vec2::new(5.0, 0.0));
    let from = scenario.player().0;
    let mut ticks = 0.0;
    loop {
        scenario.tick(NOTHING);
        ticks += 1.0;
        if !height(&mut scenario).is_in_the_air() {
            break;
        }
        let gone = scenario.player().0 - from;
        assert!((gone - 5.0 / 120.0 * ticks).abs() < 1e-2, "{gone} after {ticks} ticks");
    }
    assert!(ticks > 30.0, "{ticks}");
}
