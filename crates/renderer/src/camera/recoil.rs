//! Recoil: a shot kicks the weapon back and the view up, and both settle before the next shot.

use crate::{camera::camera::Blend, stage::options::ViewOptions, stage::stage::Stage};
use bevy::prelude::*;
use engine::{Player, Rules, ticks};

/// How long it takes to settle, in ticks.
const SETTLE: u32 = ticks(0.22);
/// How far the view is kicked up, as a share of the frame's height.
const RISE: f32 = 0.016;
/// How far the weapon is kicked back, which appears as down, in pixels of the HUD.
const BACK: f32 = 8.0;

/// The maximum recoil that is shown; more would push the weapon off the frame.
const STRONGEST: f32 = 4.0;

/// Returns the share of the kick that remains this number of ticks after a shot, 1 to 0; it falls quickly at first,
/// then slowly.
fn left(since_shot: f32) -> f32 {
    let left = 1.0 - (since_shot / SETTLE as f32).min(1.0);
    left * left
}

/// Returns how far down a weapon with this recoil is, this number of ticks after a shot, in pixels of the HUD.
pub(crate) fn weapon(since_shot: f32, recoil: f32) -> f32 {
    BACK * recoil.min(STRONGEST) * left(since_shot)
}

/// Kicks the view up.
pub(crate) fn throw(
    player: Single<&Player>,
    rules: Option<Res<Rules>>,
    blend: Res<Blend>,
    options: Res<ViewOptions>,
    mut stage: ResMut<Stage>,
) {
    let recoil = rules.and_then(|rules| player.weapon(&rules).map(|(_, weapon)| weapon.recoil));
    if let (Some(scene), Some(recoil)) = (&mut stage.scene, recoil) {
        let strength = recoil.min(STRONGEST) * options.recoil.part();
        scene.camera.pitch += RISE * left(blend.since(player.since_shot)) * strength;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        stage::options::Strength,
        testing::{camera, game, wait},
    };
    use engine::Intent;

    /// The number of ticks from one shot to the next.
    const SHOT: u32 = ticks(0.3);

    #[test]
    fn shot_kicks_the_view_up_and_it_settles_before_the_next() {
        let mut game = game(&["#####", "#@  #", "#####"]);
        let fire = Intent { fire: true, ..Intent::default() };
        game.tick(fire);
        assert_eq!(camera(&mut game).pitch, RISE);
        wait(&mut game, 4, Intent::default());
        assert!((0.1 * RISE..0.9 * RISE).contains(&camera(&mut game).pitch));
        wait(&mut game, SHOT - 6, Intent::default());
        assert_eq!(camera(&mut game).pitch, 0.0);
        wait(&mut game, 1, Intent::default());
        game.tick(fire);
        game.world_mut().insert_resource(ViewOptions { recoil: Strength::percent(50), ..default() });
        assert_eq!(camera(&mut game).pitch, RISE / 2.0);
    }

    #[test]
    fn weapon_is_kicked_back_by_a_shot_and_is_still_otherwise() {
        assert_eq!((weapon(u32::MAX as f32, 1.0), weapon(SHOT as f32, 1.0), weapon(0.0, 1.0)), (0.0, 0.0, BACK));
        assert_eq!(weapon(0.0, 2.0), 2.0 * BACK);
    }
}
