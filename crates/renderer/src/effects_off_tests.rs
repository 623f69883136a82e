//! With all sliders of flashes, shaking and flicker at 0, a whole run looks, byte for byte, as it does to a renderer without the systems
//! that flash and shake, on a deck whose lamps never flicker.

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

/// The longest run that is looked at, in ticks.
const LONGEST: u32 = 120 * 600;

fn deck(name: &str) -> Arc<Level> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels").join(format!("{name}.ron"));
    Arc::new(Level::read(name, &std::fs::read(path).unwrap()).unwrap())
}

/// A run of a deck, with the renderer.
fn game(level: Arc<Level>) -> Headless {
    let mut game = Headless::begin_with(&Start { seed: 3, skill: 3, ..Start::on(level) }, |app| {
        app.add_plugins(RendererPlugin);
    });
    game.world_mut().insert_resource(art());
    game
}

/// A run in which whatever flashes, shakes or flickers has been taken out of renderer and deck.
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
        assert_eq!(removed.map(Result::unwrap), [1; 5], "each of them was there");
    });
    game
}

/// What nobody sees anything flash, shake or flicker with.
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

/// Plays a deck by the bot and looks at every so manieth tick, in both ways; how many pictures there were, and how many of them
/// would have been others with the effects.
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
    assert!(!sliders.run().goes_on(), "{name}: it is a whole run");
    (pictures, others)
}

#[test]
fn with_all_sliders_at_nothing_nothing_flashes_shakes_or_flickers_in_a_whole_run() {
    let (pictures, others) = compare("deck1", 12, (96, 54));
    assert!(pictures > 150 && others > 20, "{others} of {pictures} pictures have something to leave out");
}

#[test]
#[ignore = "it draws every tick of five decks three times"]
fn every_picture_of_whole_runs_is_that_of_a_renderer_without_flashes_and_shaking() {
    for name in ["deck1", "deck2", "deck3", "deck4", "secret"] {
        let (pictures, others) = compare(name, 1, (320, 180));
        println!("{name}: {pictures} pictures, of which {others} would flash, shake or flicker");
        assert!(others > 0, "{name}");
    }
}
