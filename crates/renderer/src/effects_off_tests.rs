//! Tests that the comfort options work: with all sliders of flashes, shaking and flicker at 0, a whole run looks the
//! same, byte for byte, as with a renderer without these systems, on a level whose lamps never flicker.

use crate::{
    RendererPlugin,
    light::flash,
    stage::options::{Strength, ViewOptions},
    stage::screen::DrawFrame,
    testing::{art, picture},
};
use bevy::{ecs::schedule::ScheduleCleanupPolicy, prelude::*};
use engine::{Headless, Intent, Start, bot::Bot};
use level::{Level, Mood};
use std::{path::Path, sync::Arc};

/// The maximum length of a run, in ticks.
const LONGEST: u32 = 120 * 600;

fn deck(name: &str) -> Arc<Level> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels").join(format!("{name}.ron"));
    Arc::new(Level::read(name, &std::fs::read(path).unwrap()).unwrap())
}

/// Starts a run of a level, with the renderer.
fn game(level: Arc<Level>) -> Headless {
    let mut game = Headless::begin_with(&Start { seed: 3, skill: 3, ..Start::on(level) }, |app| {
        app.add_plugins(RendererPlugin);
    });
    game.world_mut().insert_resource(art());
    game
}

/// Starts a run with everything that flashes, shakes or flickers removed from the renderer and the level.
fn without_effects(name: &str) -> Headless {
    let mut level = deck(name);
    Arc::make_mut(&mut level).lamps.iter_mut().for_each(|lamp| lamp.mood = Mood::Steady);
    let mut game = game(level);
    let world = game.world_mut();
    world.schedule_scope(DrawFrame, |world, schedule| {
        let policy = ScheduleCleanupPolicy::RemoveSystemsOnly;
        let removed = [
            schedule.remove_systems_in_set(crate::camera::shake::shake, world, policy),
            schedule.remove_systems_in_set(crate::hud::screen_flash::flash, world, policy),
            schedule.remove_systems_in_set(flash::muzzle, world, policy),
            schedule.remove_systems_in_set(flash::projectiles, world, policy),
            schedule.remove_systems_in_set(flash::explosions, world, policy),
        ];
        assert_eq!(removed.map(Result::unwrap), [1; 5], "all of these systems must exist");
    });
    game
}

/// Returns the options with all flashes, shaking and flicker turned off.
fn calm() -> ViewOptions {
    let none = Strength::NONE;
    ViewOptions {
        shake: none,
        blast_shake: none,
        lift_shake: none,
        flashes: none,
        gain_flashes: none,
        death_flashes: none,
        shot_light: none,
        flicker: none,
        pulse: none,
        ..default()
    }
}

/// Lets the bot play a level, and compares every `every`-th frame with the sliders at 0 and with the systems removed.
/// Returns the number of frames, and how many of them would have been different with the effects.
fn compare(name: &str, every: u32, (width, height): (usize, usize)) -> (u32, u32) {
    let [mut sliders, mut lively] = [calm(), ViewOptions::default()].map(|options| {
        let mut game = game(deck(name));
        game.world_mut().insert_resource(options);
        game
    });
    let mut without = without_effects(name);
    let mut bot = Bot::new(3);
    let (mut pictures, mut others) = (0, 0);
    for tick in 0..LONGEST {
        let intent: Intent = bot.intent(sliders.world_mut());
        for game in [&mut sliders, &mut without, &mut lively] {
            game.tick(intent);
        }
        if tick % every == 0 {
            let seen = picture(&mut sliders, width, height);
            assert!(seen.pixels() == picture(&mut without, width, height).pixels(), "{name}, tick {tick}");
            pictures += 1;
            others += u32::from(seen.pixels() != picture(&mut lively, width, height).pixels());
        }
        if !sliders.run().goes_on() {
            break;
        }
    }
    assert!(!sliders.run().goes_on(), "{name}: the run must end");
    (pictures, others)
}

#[test]
fn sliders_at_zero_remove_all_flashes_and_shaking() {
    let (pictures, others) = compare("deck1", 12, (96, 54));
    assert!(pictures > 150 && others > 20, "{others} of {pictures} frames have effects to leave out");
}

#[test]
#[ignore = "slow: draws every tick of five decks three times"]
fn every_frame_of_calm_runs_matches_a_renderer_without_effects() {
    for name in ["deck1", "deck2", "deck3", "deck4", "secret"] {
        let (pictures, others) = compare(name, 1, (320, 180));
        println!("{name}: {pictures} frames, of which {others} would flash, shake or flicker");
        assert!(others > 0, "{name}");
    }
}
