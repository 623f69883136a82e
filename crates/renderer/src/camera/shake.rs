//! Screen shake: hits, explosions and lifts shake the view, which then comes to rest.

use crate::{
    camera::camera::Blend, camera::recent_hits::RecentHits, canvas::hash::wave, stage::options::ViewOptions,
    stage::stage::Stage,
};
use bevy::prelude::*;
use engine::{Explosion, Player, Position, Run, ticks};

/// How far a shake of strength 1 moves the view up and down, as a share of the frame's height.
const UP: f32 = 0.022;
/// How far it turns the view to the sides, in radians.
const ASIDE: f32 = 0.014;
/// The time from one displacement to the next, in ticks.
const THROW: f32 = 5.0;
/// The period after which the displacements repeat, in ticks; it keeps the numbers small.
const ROUND: u64 = 1 << 16;

/// A cause of shaking.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Jolt {
    /// Its initial strength, 0 to 1.
    strength: f32,
    /// The number of ticks since it began.
    since: f32,
    /// Its duration, in ticks.
    lasts: u32,
}

impl Jolt {
    /// Returns its remaining strength.
    fn left(self) -> f32 {
        let left = 1.0 - (self.since / self.lasts as f32).min(1.0);
        self.strength * left * left
    }
}

/// Returns the active screen shakes, scaled by the weight of the last hit and by the player's comfort options.
fn jolts(player: &Player, weight: f32, options: &ViewOptions, blend: Blend) -> [Jolt; 3] {
    let (blow, lift) = (options.shake.part(), options.lift_shake.part());
    [
        Jolt { strength: blow * (0.15 + 0.45 * weight), since: blend.since(player.since_hurt), lasts: ticks(0.4) },
        Jolt { strength: blow * 0.4, since: blend.since(player.since_death), lasts: ticks(0.8) },
        // A lift that stops shakes the view.
        Jolt { strength: lift * 0.5, since: blend.since(player.since_carried), lasts: ticks(0.6) },
    ]
}

/// Returns how strongly a shock wave is felt at a position: up to three times its reach, and less as it spreads.
fn quake(explosion: &Explosion, at: Vec2) -> f32 {
    let near = 1.0 - (explosion.at().distance(at) / (3.0 * explosion.reach())).min(1.0);
    near * (1.0 - explosion.front() / explosion.reach())
}

/// Shakes the view.
pub(crate) fn shake(
    player: Single<(&Player, &Position)>,
    explosions: Query<&Explosion>,
    run: Option<Res<Run>>,
    blend: Res<Blend>,
    (options, blows): (Res<ViewOptions>, Res<RecentHits>),
    mut stage: ResMut<Stage>,
) {
    let (Some(scene), Some(run)) = (&mut stage.scene, run) else { return };
    let (player, at) = *player;
    let quakes = explosions.iter().map(|explosion| quake(explosion, at.0)).fold(0.0, f32::max);
    let jolts = jolts(player, blows.weight(), &options, *blend);
    let felt = jolts.into_iter().map(Jolt::left).sum::<f32>() + quakes * options.blast_shake.part();
    let felt = felt.min(1.0);
    if felt > 0.0 {
        let time = ((run.tick % ROUND) as f32 + blend.beyond_last_tick()) / THROW;
        scene.camera.pitch += UP * felt * wave(1, time);
        scene.camera.angle += ASIDE * felt * wave(2, time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        stage::options::Strength,
        testing::{camera, game, hurt},
    };
    use engine::{Headless, Intent};
    use raycast::Camera;

    /// Returns the camera in some ticks after the player was hurt.
    fn shaken(game: &mut Headless) -> Vec<Camera> {
        hurt(game);
        let mut view = || {
            game.tick(Intent::default());
            camera(game)
        };
        (0..60).map(|_| view()).collect()
    }

    #[test]
    fn shake_is_deterministic_and_comes_to_rest() {
        let start = || game(&["####", "#@ #", "####"]);
        let still = camera(&mut start());
        let cameras = shaken(&mut start());
        let off = |camera: &Camera| (camera.pitch - still.pitch).abs() + (camera.angle - still.angle).abs();
        assert!(cameras[..20].iter().map(off).fold(0.0, f32::max) > 0.004);
        assert!(cameras.iter().map(off).fold(0.0, f32::max) < UP + ASIDE);
        assert_eq!(cameras[59], still);
        assert_eq!(cameras, shaken(&mut start()));
        let mut game = start();
        game.world_mut().insert_resource(ViewOptions { shake: Strength::NONE, ..default() });
        assert!(shaken(&mut game).iter().all(|camera| *camera == still));
    }

    #[test]
    fn options_scale_the_shake_of_hits_explosions_and_lifts() {
        let felt = |options: ViewOptions, player: &Player| {
            jolts(player, 1.0, &options, Blend(1.0)).into_iter().map(Jolt::left).sum::<f32>()
        };
        let mut game = game(&["####", "#@ #", "####"]);
        let world = game.world_mut();
        let mut player = world.query::<&mut Player>().single_mut(world).unwrap();
        (player.since_hurt, player.since_carried) = (0, u32::MAX);
        let none = Strength::NONE;
        assert!(felt(ViewOptions { lift_shake: none, blast_shake: none, ..default() }, &player) > 0.5);
        assert_eq!(felt(ViewOptions { shake: none, ..default() }, &player), 0.0);
        (player.since_hurt, player.since_carried) = (u32::MAX, 0);
        assert!(felt(ViewOptions { shake: none, blast_shake: none, ..default() }, &player) > 0.4);
        assert_eq!(felt(ViewOptions { lift_shake: none, ..default() }, &player), 0.0);
    }
}
