//! The skybox: the sky around the level, which rotates slowly.

use crate::{art::art::Art, stage::options::ViewOptions, stage::stage::Stage};
use bevy::prelude::*;
use engine::{Run, ticks};
use level::{Level, SKY};
use raycast::{TextureId, Textures};
use std::f64::consts::TAU;

/// The time of one rotation at full strength, in ticks.
const ROUND: u32 = ticks(900.0);

/// Adds the sky of a level to the textures and returns its id. A level without openings to the sky has none.
pub(crate) fn sky_of(level: &Level, art: &Art, textures: &mut Textures) -> TextureId {
    if !level.textures.iter().any(|name| name == SKY) {
        return TextureId::MISSING;
    }
    // A sky that cannot be read is shown as the error pattern; its error has already been reported.
    art.sky(&level.sky).ok().and_then(|sky| textures.push(&sky).ok()).unwrap_or(TextureId::MISSING)
}

/// Rotates the sky, scaled by the player's option.
pub(crate) fn turn(run: Option<Res<Run>>, options: Res<ViewOptions>, mut stage: ResMut<Stage>) {
    if let (Some(scene), Some(run)) = (&mut stage.scene, run) {
        scene.sky_turn = turned(run.tick, options.sky_turn.part());
    }
}

/// Returns the rotation of the sky at a tick, in radians. At half the strength it rotates half as fast.
fn turned(tick: u64, strength: f32) -> f32 {
    let turns = tick as f64 * f64::from(strength) / f64::from(ROUND);
    (turns.fract() * TAU) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        stage::options::{Hud, Strength},
        testing::{game, picture, wait},
    };
    use engine::Intent;

    #[test]
    fn sky_rotates_slowly_and_not_at_all_if_turned_off() {
        let full = turned(u64::from(ticks(60.0)), 1.0);
        assert!((0.2..0.6).contains(&full), "{full} radians per minute");
        assert!((turned(u64::from(ticks(60.0)), 0.5) * 2.0 - full).abs() < 1e-4);
        assert_eq!(turned(u64::MAX, 0.0), 0.0);
        assert!((turned(u64::from(ROUND), 1.0)).abs() < 1e-4, "a full rotation must end at the start");
        let mut game = game(&["sssssss", "s@    s", "s     s", "sssssss"]);
        game.world_mut().insert_resource(Hud { shown: false, fades: false });
        let first = picture(&mut game, 96, 54);
        wait(&mut game, ticks(6.0), Intent::default());
        assert_ne!(picture(&mut game, 96, 54), first);
        game.world_mut().insert_resource(ViewOptions { sky_turn: Strength::NONE, ..default() });
        assert_eq!(picture(&mut game, 96, 54), first);
    }
}
