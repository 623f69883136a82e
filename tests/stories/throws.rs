//! Throws: nothing goes through what stops it, however fast it is thrown.

use crate::story::{NOTHING, Story};
use bevy::prelude::With;
use engine::{Heading, Player, Thrown};

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
            let world = story.headless.world_mut();
            let mut thrown = world.query_filtered::<&mut Thrown, With<Player>>();
            thrown.single_mut(world).expect("a run has one player").0 =
                100.0 * Heading(angle as f32 * 0.131).direction();
            for _ in 0..60 {
                story.tick(NOTHING);
                let (x, y) = story.player();
                assert!((1.2..5.3).contains(&x) && (1.2..7.8).contains(&y), "{angle} {fails}: {x} {y}");
                assert_eq!(story.stuck_body(), None, "{angle} {fails}");
            }
        }
    }
}
