//! The bob: with the player's steps his head goes up and down, and his hand from side to side.

use crate::{camera::camera::Blend, stage::options::ViewOptions, stage::stage::Stage};
use bevy::{math::ops, prelude::*};
use engine::{Player, Position, PreviousPosition, Run, TICKS_PER_SECOND, Velocity, ticks};
use std::f32::consts::TAU;

/// How long two steps take, at any speed.
const STRIDE: u32 = ticks(0.8);
/// How far the head goes up and down at a walk, in parts of the frame's height.
const NOD: f32 = 0.011;
/// How far the hand goes to each side at a walk and how far down between, in pixels of the HUD.
const SWING: Vec2 = Vec2::new(4.0, 3.0);
/// The speed of a walk, in tiles a second.
const WALK: f32 = 2.75;
/// A run takes the head and the hand at most so many times as far as a walk.
const MAX: f32 = 1.6;

/// The player's steps at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Gait {
    /// How far he is through two steps, in radians.
    angle: f32,
    /// How far they take his head and his hand: 0 at rest, 1 at a walk.
    reach: f32,
}

impl Gait {
    /// How someone walks who moved so in the last tick.
    pub(crate) fn new(run: &Run, blend: Blend, at: Position, before: PreviousPosition, velocity: Velocity) -> Gait {
        let time = (run.tick % u64::from(STRIDE)) as f32 + blend.beyond_last_tick();
        // Who walks against a wall wants to move and does not; who is pushed moves and does not want to.
        let moved = at.0.distance(before.0) * TICKS_PER_SECOND as f32;
        let pace = (moved.min(velocity.0.length()) / WALK).min(MAX);
        // The steps begin and end softly.
        let reach = if pace < 1.0 { pace * pace } else { pace };
        Gait { angle: time / STRIDE as f32 * TAU, reach }
    }

    /// How far the head is up, in parts of the frame's height.
    fn head(self) -> f32 {
        ops::sin(2.0 * self.angle) * NOD * self.reach
    }

    /// How far the hand is to the right and down, in pixels of the HUD; it is never up.
    pub(crate) fn hand(self) -> Vec2 {
        SWING * Vec2::new(ops::sin(self.angle), (1.0 - ops::cos(2.0 * self.angle)) / 2.0) * self.reach
    }
}

/// Moves the head. It moves as if it looked up and down: that keeps the eye halfway up the walls, where it sees fastest.
pub(crate) fn nod(
    player: Single<(&Position, &PreviousPosition, &Velocity), With<Player>>,
    run: Option<Res<Run>>,
    blend: Res<Blend>,
    options: Res<ViewOptions>,
    mut stage: ResMut<Stage>,
) {
    let (Some(scene), Some(run)) = (&mut stage.scene, run) else { return };
    let (position, previous, velocity) = *player;
    let gait = Gait::new(&run, *blend, *position, *previous, *velocity);
    scene.camera.pitch += gait.head() * options.bob.part();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{camera, game, wait};
    use engine::{Headless, Intent};

    const WALK: Intent = Intent { forward: 1.0, ..Intent::NONE };

    /// How far the horizon goes from its middle while this lasts, and the farthest that it goes in one tick.
    fn horizon(game: &mut Headless, ticks: u32, intent: Intent) -> (f32, f32) {
        let (mut farthest, mut fastest, mut last) = (0.0_f32, 0.0_f32, camera(game).pitch);
        for _ in 0..ticks {
            game.tick(intent);
            let pitch = camera(game).pitch;
            (farthest, fastest, last) = (farthest.max(pitch.abs()), fastest.max((pitch - last).abs()), pitch);
        }
        (farthest, fastest)
    }

    #[test]
    fn the_head_goes_up_and_down_with_the_steps_and_comes_to_rest_softly() {
        let mut game = game(&["##################", "#@               #", "##################"]);
        assert_eq!(horizon(&mut game, 60, Intent::default()), (0.0, 0.0));
        let (walking, fastest) = horizon(&mut game, 240, WALK);
        assert!((0.8 * NOD..=1.01 * NOD).contains(&walking), "{walking}");
        assert!(fastest < 0.35 * NOD, "{fastest}");
        let (_, fastest) = horizon(&mut game, 120, Intent::default());
        assert!(fastest < 0.4 * NOD && camera(&mut game).pitch.abs() < 1e-5, "{fastest}");
        let run = |game: &mut Headless| horizon(game, 60, Intent { run: true, ..WALK }).0;
        assert!(run(&mut game) > 1.2 * walking, "a run shakes more");
        game.world_mut().insert_resource(ViewOptions { bob: crate::stage::options::Strength::NONE, ..default() });
        assert_eq!(run(&mut game), 0.0);
    }

    #[test]
    fn nobody_bobs_against_a_wall() {
        let mut game = game(&["####", "#@ #", "####"]);
        wait(&mut game, 120, WALK);
        assert!(horizon(&mut game, 120, WALK).0 < 1e-4);
    }

    #[test]
    fn the_hand_hangs_still_at_rest_and_never_rises() {
        for step in 0..100 {
            let angle = step as f32 / 100.0 * TAU;
            assert_eq!(Gait { angle, reach: 0.0 }.hand(), Vec2::ZERO);
            assert!(Gait { angle, reach: MAX }.hand().y >= 0.0);
        }
    }
}
