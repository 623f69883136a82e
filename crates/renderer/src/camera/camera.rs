//! The camera: the point of view of the frame.

use crate::stage::stage::Stage;
use bevy::{math::ops, prelude::*};
use engine::{Heading, Height, Player, Position, PreviousPosition, TICKS_PER_SECOND};
use raycast::Camera;

/// The interpolation of the frame between the last two ticks: 0 shows the previous tick, 1 (the default) the last.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Blend(pub f32);

impl Default for Blend {
    fn default() -> Self {
        Blend(1.0)
    }
}

impl Blend {
    /// Returns the interpolated position between the previous tick and now.
    pub(crate) fn between(self, previous: PreviousPosition, position: Position) -> Vec2 {
        previous.0.lerp(position.0, self.0.clamp(0.0, 1.0))
    }

    /// Returns the interpolated height.
    pub(crate) fn height(self, height: Height) -> f32 {
        let rises = height.rises as f32 / TICKS_PER_SECOND as f32;
        (height.at as f32 + rises * self.beyond_last_tick()).max(0.0)
    }

    /// Returns how many ticks the frame is ahead of the last tick: -1 to 0.
    pub(crate) fn beyond_last_tick(self) -> f32 {
        self.0.clamp(0.0, 1.0) - 1.0
    }

    /// Returns the interpolated number of ticks since something happened, from the engine's whole number of ticks.
    pub(crate) fn since(self, ticks: u32) -> f32 {
        (ticks as f32 + self.beyond_last_tick()).max(0.0)
    }
}

/// The turn of the view beyond the player's heading, in radians: the mouse movement since the last tick.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct ViewTurn(pub f32);

/// The horizontal field of view of a 4:3 frame, in radians; wider frames show more on both sides.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct FieldOfView(pub f32);

impl Default for FieldOfView {
    /// Returns 90 degrees in a 16:9 frame.
    fn default() -> Self {
        FieldOfView::of_wide_picture(90.0)
    }
}

impl FieldOfView {
    /// Returns the field of view with which a 16:9 frame spans this number of degrees horizontally.
    pub fn of_wide_picture(degrees: f32) -> FieldOfView {
        let half = degrees.to_radians() / 2.0;
        FieldOfView(2.0 * ops::atan(ops::tan(half) * (4.0 / 3.0) / (16.0 / 9.0)))
    }
}

/// Whether the frame is shown with pixels 1.2 times as high as wide, like those of 320 by 200 on a 4:3 screen. The
/// level is then drawn lower by this factor and equally wide, so nothing appears stretched.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TallPixels(pub bool);

impl TallPixels {
    /// The ratio of a tall pixel's height to its width.
    pub const HEIGHT: f32 = 1.2;

    /// Returns the ratio of a pixel's height to its width.
    pub fn height(self) -> f32 {
        if self.0 { TallPixels::HEIGHT } else { 1.0 }
    }

    /// Returns the field of view for the camera: a frame of tall pixels is only as wide as a higher frame of square
    /// pixels.
    fn field(self, fov: f32) -> f32 {
        if self.0 { 2.0 * ops::atan(ops::tan(fov / 2.0) / TallPixels::HEIGHT) } else { fov }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<TallPixels>();
    app.init_resource::<Blend>();
    app.init_resource::<ViewTurn>();
    app.init_resource::<FieldOfView>();
}

/// Places the camera at the player's eyes.
pub(crate) fn aim(
    player: Single<(&Position, &PreviousPosition, &Heading, &Height), With<Player>>,
    blend: Res<Blend>,
    turn: Res<ViewTurn>,
    (fov, pixels): (Res<FieldOfView>, Res<TallPixels>),
    mut stage: ResMut<Stage>,
) {
    let (position, previous, heading, height) = *player;
    if let Some(scene) = &mut stage.scene {
        let at = blend.between(*previous, *position);
        scene.camera = Camera::new(at.x, at.y, heading.0 + turn.0, pixels.field(fov.0));
        scene.camera.stretch = 1.0 / pixels.height();
        scene.camera.eye += blend.height(*height);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        stage::options::Hud,
        testing::{game, picture, put},
    };
    use engine::Headless;

    /// Returns the width and height, in pixels, of the face at the end of a corridor, which is a square of a unique
    /// colour.
    fn face(game: &mut Headless, degrees: f32, (width, height): (usize, usize)) -> [usize; 2] {
        game.world_mut().insert_resource(FieldOfView::of_wide_picture(degrees));
        let frame = picture(game, width, height);
        let is_red = |x: usize, y: usize| {
            let [r, g, ..] = frame.pixel(x, y).unwrap().to_le_bytes();
            u32::from(r) > 3 * u32::from(g)
        };
        // Up to the letter in its middle, and on behind it.
        let long = |mut seen: Vec<usize>| seen.pop().map_or(0, |last| last + 1 - seen[0]);
        [
            long((0..width).filter(|&x| is_red(x, height / 2)).collect()),
            long((0..height).filter(|&y| is_red(width / 2, y)).collect()),
        ]
    }

    #[test]
    fn tall_pixels_keep_the_width_and_reduce_the_height() {
        let mut game = game(&["######", "#@  >#", "######"]);
        game.world_mut().insert_resource(Hud { shown: false, fades: false });
        put(&mut game, 2.0, 1.5, 0.0);
        // A 4:3 screen shows 480 rows of square pixels, or 400 of tall ones.
        let square = face(&mut game, 90.0, (640, 480));
        game.world_mut().insert_resource(TallPixels(true));
        let tall = face(&mut game, 90.0, (640, 400));
        assert!(tall[0].abs_diff(square[0]) <= 2, "{tall:?} {square:?}");
        assert!((tall[1] as f32 * 1.2 - square[1] as f32).abs() < 3.0, "{tall:?} {square:?}");
    }

    #[test]
    fn wider_frame_shows_more_without_stretching() {
        let mut game = game(&["######", "#@  >#", "######"]);
        game.world_mut().insert_resource(Hud { shown: false, fades: false });
        put(&mut game, 2.0, 1.5, 0.0);
        // The face is two tiles away; this is its width in pixels for this field of view in a 16:9 frame.
        for degrees in [60.0_f32, 90.0, 120.0] {
            let pixels = 640.0 / (2.0 * ops::tan(degrees.to_radians() / 2.0)) / 2.0;
            let [wide, high] = face(&mut game, degrees, (640, 360));
            assert!((wide as f32 - pixels).abs() < 2.5, "{degrees}: {wide} is not {pixels}");
            assert!(wide.abs_diff(high) <= 2, "{degrees}: {wide} by {high}");
        }
        // A wider frame shows the same height, and more on both sides.
        let [square, wide] = [(480, 360), (860, 360)].map(|size| face(&mut game, 90.0, size));
        assert!(square[0].abs_diff(wide[0]) <= 1 && square[1] == wide[1], "{square:?} {wide:?}");
    }
}
