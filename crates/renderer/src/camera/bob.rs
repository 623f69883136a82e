//! View bobbing: with the player's steps, the head moves up and down and the hand from side to side.

use crate::{camera::camera::Blend, stage::options::ViewOptions, stage::stage::Stage};
use bevy::{math::ops, prelude::*};
use engine::{Player, Position, PreviousPosition, Run, TICKS_PER_SECOND, Velocity, ticks};
use std::f32::consts::TAU;

/// The duration of two steps at any speed, in ticks.
const STRIDE: u32 = ticks(0.8);
/// How far the head moves up and down while walking, as a share of the frame's height.
const NOD: f32 = 0.011;
/// How far the hand moves to each side while walking, and how far down in between, in pixels of the HUD.
const SWING: Vec2 = Vec2::new(4.0, 3.0);
/// The speed of walking, in tiles per second.
const WALK: f32 = 2.75;
/// The maximum bobbing while running, relative to walking.
const MAX: f32 = 1.6;

/// The phase of the player's steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Gait {
    /// The progress through two steps, in radians.
    angle: f32,
    /// The strength of the movement: 0 at rest, 1 while walking.
    reach: f32,
}

impl Gait {
    /// Returns the gait of a player who moved like this in the last tick.
    pub(crate) fn new(run: &Run, blend: Blend, at: Position, before: PreviousPosition, velocity: Velocity) -> Gait {
        let time = (run.tick % u64::from(STRIDE)) as f32 + blend.beyond_last_tick();
        // A player who walks against a wall has velocity but does not move; one who is pushed moves without velocity.
        let moved = at.0.distance(before.0) * TICKS_PER_SECOND as f32;
        let pace = (moved.min(velocity.0.length()) / WALK).min(MAX);
        // The bobbing fades in and out smoothly.
        let reach = if pace < 1.0 { pace * pace } else { pace };
        Gait { angle: time / STRIDE as f32 * TAU, reach }
    }

    /// Returns how far up the head is, as a share of the frame's height.
    fn head(self) -> f32 {
        ops::sin(2.0 * self.angle) * NOD * self.reach
    }

    /// Returns how far the hand is to the right and down, in pixels of the HUD; it never moves up.
    pub(crate) fn hand(self) -> Vec2 {
        SWING * Vec2::new(ops::sin(self.angle), (1.0 - ops::cos(2.0 * self.angle)) / 2.0) * self.reach
    }
}

/// Moves the head. The view is pitched instead of raised: that keeps the eye halfway up the walls, where rendering is
/// fastest.
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

    /// Returns how far the horizon moves from the middle in this time, and the farthest that it moves in one tick.
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
    fn head_bobs_with_the_steps_and_stops_smoothly() {
        let mut game = game(&["##################", "#@               #", "##################"]);
        assert_eq!(horizon(&mut game, 60, Intent::default()), (0.0, 0.0));
        let (walking, fastest) = horizon(&mut game, 240, WALK);
        assert!((0.8 * NOD..=1.01 * NOD).contains(&walking), "{walking}");
        assert!(fastest < 0.35 * NOD, "{fastest}");
        let (_, fastest) = horizon(&mut game, 120, Intent::default());
        assert!(fastest < 0.4 * NOD && camera(&mut game).pitch.abs() < 1e-5, "{fastest}");
        let run = |game: &mut Headless| horizon(game, 60, Intent { run: true, ..WALK }).0;
        assert!(run(&mut game) > 1.2 * walking, "running must bob more");
        game.world_mut().insert_resource(ViewOptions { bob: crate::stage::options::Strength::NONE, ..default() });
        assert_eq!(run(&mut game), 0.0);
    }

    #[test]
    fn walking_against_a_wall_does_not_bob() {
        let mut game = game(&["####", "#@ #", "####"]);
        wait(&mut game, 120, WALK);
        assert!(horizon(&mut game, 120, WALK).0 < 1e-4);
    }

    #[test]
    fn hand_is_still_at_rest_and_never_rises() {
        for step in 0..100 {
            let angle = step as f32 / 100.0 * TAU;
            assert_eq!(Gait { angle, reach: 0.0 }.hand(), Vec2::ZERO);
            assert!(Gait { angle, reach: MAX }.hand().y >= 0.0);
        }
    }
}
