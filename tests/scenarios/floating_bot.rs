//! The bot without gravity: it pushes off from walls, floor and ceiling, and gets out of rooms in which nothing holds it.

use crate::{
    bot::{let_it_play, let_it_play_with},
    scenario::{FORWARD, Scenario},
};
use bevy::{math::Vec2, prelude::With};
use engine::{Height, Loadout, Outcome, Player, Start, Velocity};
use std::sync::Arc;

#[test]
fn floating_bot_gets_out_of_mid_air() {
    let map = "
        #################
        #...............#
        #...............#
        #@_.............L
        #...............#
        #...............#
        #################";
    let fields = "triggers: [(at: \"plate\", on: Step, do: [Gravity(0.0)])]";
    let level = Scenario::level_in_words(map, "'_': (name: \"plate\"),", fields);
    let loadout = Loadout::with_pistol(100, 60);
    let mut scenario = Scenario::begin(Start { loadout, ..Start::on(level) });
    scenario.until(FORWARD, |scenario| scenario.player().0 > 4.0);
    // At rest in the middle of the hall, below the ceiling.
    let world = scenario.headless.world_mut();
    let mut player = world.query_filtered::<(&mut Velocity, &mut Height), With<Player>>();
    let (mut velocity, mut height) = player.single_mut(world).expect("a run has one player");
    (velocity.0, *height) = (Vec2::ZERO, Height { at: 0.1, rises: 0.0 });
    scenario.put_player(8.5, 3.3);
    let_it_play(&mut scenario);
    assert_eq!(scenario.outcome(), Outcome::Lift);
}

#[test]
fn bot_does_not_fly_to_and_fro_endlessly() {
    let map = "
        ##########
        ####..####
        ####..L###
        #####+####
        #........#
        #........#
        #........#
        #........#
        #...@_...#
        #........#
        ##########";
    let fields = "triggers: [(at: \"plate\", on: Step, do: [Gravity(0.0)])]";
    let level = Scenario::level_in_words(map, "'_': (name: \"plate\"),", fields);
    let leaves = |seed: &u64| {
        let mut scenario =
            Scenario::begin(Start { loadout: Loadout::with_pistol(100, 0), ..Start::on(Arc::clone(&level)) });
        scenario.until(FORWARD, |scenario| scenario.player().0 > 5.1);
        // It flies past the door, and pushes off at the floor and below the ceiling in the same places again and again.
        let turned = scenario.orientation;
        let world = scenario.headless.world_mut();
        let mut player = world.query_filtered::<(&mut Velocity, &mut Height), With<Player>>();
        let (mut velocity, mut height) = player.single_mut(world).expect("a run has one player");
        (velocity.0, *height) = (turned.vector(Vec2::new(-4.493, -0.248)), Height { at: 0.135, rises: -0.3 });
        scenario.put_player(5.376, 4.493);
        let_it_play_with(&mut scenario, *seed);
        scenario.outcome() == Outcome::Lift
    };
    // It escapes by a detour in a random direction; about 1 in 8 detours leads nowhere.
    let count = (1..=5).filter(leaves).count();
    assert!(count >= 3, "{count} of 5 bots leave");
}
