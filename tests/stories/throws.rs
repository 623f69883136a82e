//! Throws: nothing goes through what stops it, however fast it is thrown.

use crate::jumps::{JUMP, height};
use crate::story::{NOTHING, Story};
use bevy::math::Vec2;
use bevy::prelude::With;
use engine::{Heading, Knockback, Player};

/// Something throws the player, in tiles a second.
pub(crate) fn throw(story: &mut Story, velocity: Vec2) {
    let world = story.headless.world_mut();
    let mut thrown = world.query_filtered::<&mut Knockback, With<Player>>();
    thrown.single_mut(world).expect("a run has one player").0 = velocity;
}

#[test]
fn nobody_is_thrown_through_walls_panes_or_doors_at_a_hundred_tiles_a_second() {
    let words = "'J': (barrier: \"barrier\"), '1': (door: \"door\", lock: A),";
    let map = "###########\n#....W....#\n#....#....#\n#....G....#\n#..@.#....#\n#....J....#\n#....#....#\n#....1....#\n###########";
    for angle in 0..48 {
        for fails in
            ["", "triggers: [(at: \"here\", on: Step, do: [Gravity(0.0)])], names: [(name: \"here\", at: (3, 4))]"]
        {
            let mut story = Story::in_words(map, words, fails);
            story.tick(NOTHING);
            throw(&mut story, 100.0 * Heading(angle as f32 * 0.131).direction());
            for _ in 0..60 {
                story.tick(NOTHING);
                let (x, y) = story.player();
                assert!((1.2..5.3).contains(&x) && (1.2..7.8).contains(&y), "{angle} {fails}: {x} {y}");
                assert_eq!(story.stuck_body(), None, "{angle} {fails}");
            }
        }
    }
}

#[test]
fn whoever_is_thrown_slides_to_a_halt_on_the_floor_and_in_the_air_goes_on_as_he_was() {
    let hall = "##################\n#@...............#\n##################";
    let mut story = Story::on(hall);
    throw(&mut story, Vec2::new(5.0, 0.0));
    story.wait(1.5);
    let (halt, _) = story.player();
    story.wait(1.0);
    assert!((2.0..3.0).contains(&halt) && story.player().0 == halt, "{halt}");
    let mut story = Story::on(hall);
    story.tick(JUMP);
    throw(&mut story, Vec2::new(5.0, 0.0));
    let from = story.player().0;
    let mut ticks = 0.0;
    loop {
        story.tick(NOTHING);
        ticks += 1.0;
        if !height(&mut story).is_in_the_air() {
            break;
        }
        let gone = story.player().0 - from;
        assert!((gone - 5.0 / 120.0 * ticks).abs() < 1e-2, "{gone} after {ticks} ticks");
    }
    assert!(ticks > 30.0, "{ticks}");
}
