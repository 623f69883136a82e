//! The camera: where the picture is seen from.

use crate::scene::Stage;
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
}

/// How far the view is turned beyond the player's heading, in radians: what the mouse did since the last tick.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct ViewTurn(pub f32);

/// The horizontal field of view of a 4:3 picture, in radians; wider pictures see more to both sides.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct FieldOfView(pub f32);

impl Default for FieldOfView {
    /// 74 degrees, which are 90 in a picture of 16:9.
    fn default() -> Self {
        FieldOfView(74_f32.to_radians())
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
