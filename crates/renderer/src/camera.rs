//! The camera: where the picture is seen from.

use crate::scene::Stage;
use bevy::math::ops;
use bevy::prelude::*;
use engine::{Heading, Player, Position, Previous};
use raycast::Camera;

/// How far the picture is between the last two ticks: 0 shows the one before, 1 (as at first) the last.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Blend(pub f32);

impl Default for Blend {
    fn default() -> Self {
        Blend(1.0)
    }
}

impl Blend {
    /// Where something is that was at one place a tick ago and is at another now.
    pub(crate) fn between(self, previous: Previous, position: Position) -> Vec2 {
        previous.0.lerp(position.0, self.0.clamp(0.0, 1.0))
    }

    /// How many ticks the picture is ahead of the last one: from -1 to 0.
    pub(crate) fn beyond_last_tick(self) -> f32 {
        self.0.clamp(0.0, 1.0) - 1.0
    }

    /// How many ticks ago something is seen to have happened that the engine says was so many ticks ago.
    pub(crate) fn since(self, ticks: u32) -> f32 {
        (ticks as f32 + self.beyond_last_tick()).max(0.0)
    }
}

/// How far the view is turned beyond the player's heading, in radians: what the mouse did since the last tick.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct ViewTurn(pub f32);

/// The horizontal field of view of a 4:3 picture, in radians; wider pictures see more to both sides.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct FieldOfView(pub f32);

impl Default for FieldOfView {
    /// 90 degrees in a picture of 16:9.
    fn default() -> Self {
        FieldOfView::of_wide_picture(90.0)
    }
}

impl FieldOfView {
    /// The field of view with which a picture of 16:9 spans so many degrees from its left edge to its right one.
    pub fn of_wide_picture(degrees: f32) -> FieldOfView {
        let half = degrees.to_radians() / 2.0;
        FieldOfView(2.0 * ops::atan(ops::tan(half) * (4.0 / 3.0) / (16.0 / 9.0)))
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Blend>();
    app.init_resource::<ViewTurn>();
    app.init_resource::<FieldOfView>();
}

/// Puts the camera where the player's eyes are.
pub(crate) fn aim(
    player: Single<(&Position, &Previous, &Heading), With<Player>>,
    blend: Res<Blend>,
    turn: Res<ViewTurn>,
    fov: Res<FieldOfView>,
    mut stage: ResMut<Stage>,
) {
    let (position, previous, heading) = *player;
    if let Some(scene) = &mut stage.scene {
        let at = blend.between(*previous, *position);
        scene.camera = Camera::new(at.x, at.y, heading.0 + turn.0, fov.0);
    }
}
