//! The outlook: the sky that a deck is seen to drift in, which turns slowly about it.

use crate::{art::art::Art, stage::options::ViewOptions, stage::stage::Stage};
use bevy::prelude::*;
use engine::{Run, ticks};
use level::{Level, SKY};
use raycast::{TextureId, Textures};
use std::f64::consts::TAU;

/// How long the sky takes to turn once, at full strength.
const ROUND: u32 = ticks(900.0);

/// The sky of a level, which nothing else shows; a deck from which none is seen has none.
pub(crate) fn sky_of(level: &Level, art: &Art, textures: &mut Textures) -> TextureId {
    if !level.textures.iter().any(|name| name == SKY) {
        return TextureId::MISSING;
    }
    // One that cannot be read shows that it is missing; what is wrong with it has been told by then.
    art.sky(&level.sky).ok().and_then(|sky| textures.push(&sky).ok()).unwrap_or(TextureId::MISSING)
}

/// Lets it turn, as far as whoever looks likes it to.
pub(crate) fn turn(run: Option<Res<Run>>, options: Res<ViewOptions>, mut stage: ResMut<Stage>) {
    if let (Some(scene), Some(run)) = (&mut stage.scene, run) {
        scene.sky_turn = turned(run.tick, options.sky_turn.part());
    }
}

/// How far the sky has turned at a tick, in radians. At half the strength it turns half as fast.
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
    fn the_sky_turns_slowly_and_not_at_all_for_whom_it_shall_not() {
        let full = turned(u64::from(ticks(60.0)), 1.0);
        assert!((0.2..0.6).contains(&full), "in a minute {full} radians");
        assert!((turned(u64::from(ticks(60.0)), 0.5) * 2.0 - full).abs() < 1e-4);
        assert_eq!(turned(u64::MAX, 0.0), 0.0);
        assert!((turned(u64::from(ROUND), 1.0)).abs() < 1e-4, "once round it is as it was");
        let mut game = game(&["sssssss", "s@    s", "s     s", "sssssss"]);
        game.world_mut().insert_resource(Hud { shown: false, fades: false });
        let first = picture(&mut game, 96, 54);
        wait(&mut game, ticks(6.0), Intent::default());
        assert_ne!(picture(&mut game, 96, 54), first);
        game.world_mut().insert_resource(ViewOptions { sky_turn: Strength::NONE, ..default() });
        assert_eq!(picture(&mut game, 96, 54), first);
    }
}
