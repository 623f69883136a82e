//! Dust: where air rushes out, loose dust and paper fly with it to the hole.

use crate::marks::particles::{ParticleKind, Particles, Throw};
use bevy::prelude::*;
use engine::{Air, Grid, Player, Position, Run, TICKS_PER_SECOND};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// The interval between two particles, in ticks, and their maximum distance from the player on each axis, in tiles.
const EVERY: u64 = 3;
const AROUND: f32 = 7.0;
/// The minimum speed of a wind that raises dust, in tiles per second.
const BREEZE: f32 = 1.0;
/// The lifetime of a particle, in seconds.
const LIFE: f32 = 0.7;

/// Launches dust and paper in the wind around the player.
pub(crate) fn raise(
    (run, grid, air): (Option<Res<Run>>, Option<Res<Grid>>, Option<Res<Air>>),
    player: Option<Single<&Position, With<Player>>>,
    mut particles: ResMut<Particles>,
    mut last: Local<u64>,
) {
    let (Some(run), Some(grid), Some(air), Some(player)) = (run, grid, air, player) else { return };
    if run.tick == *last || !run.tick.is_multiple_of(EVERY) {
        return;
    }
    *last = run.tick;
    let mut dice = Pcg32::seed_from_u64(run.tick);
    let mut off = || dice.random_range(-AROUND..AROUND);
    let at = player.0 + Vec2::new(off(), off());
    let (way, speed) = air.wind(at).normalize_and_length();
    if speed > BREEZE {
        let (height, rise) = (dice.random_range(0.05..0.7), dice.random_range(-0.2..0.3));
        let life = (LIFE * TICKS_PER_SECOND as f32) as u32;
        particles.launch(&grid, ParticleKind::Dust, Throw { at, height, way, speed, rise, life }, run.tick);
    }
}
