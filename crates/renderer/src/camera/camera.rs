//! The camera: where the picture is seen from.

use crate::stage::stage::Stage;
use bevy::{math::ops, prelude::*};
use engine::{Heading, Height, Player, Position, PreviousPosition, TICKS_PER_SECOND};
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
    pub(crate) fn between(self, previous: PreviousPosition, position: Position) -> Vec2 {
        previous.0.lerp(position.0, self.0.clamp(0.0, 1.0))
    }

    /// How high something is that is at a height now.
    pub(crate) fn height(self, height: Height) -> f32 {
        let rises = height.rises as f32 / TICKS_PER_SECOND as f32;
        (height.at as f32 + rises * self.beyond_last_tick()).max(0.0)
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

/// Whether the picture is shown with pixels 1.2 times as high as wide, as those of 320 by 200 were on a screen of 4:3. The deck is drawn
/// so much lower, and as wide as ever, so nothing on it is stretched.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TallPixels(pub bool);

impl TallPixels {
    /// How many times as high as wide they are.
    pub const HEIGHT: f32 = 1.2;

    /// How high a pixel is, of these or of square ones, in its widths.
    pub fn height(self) -> f32 {
        if self.0 { TallPixels::HEIGHT } else { 1.0 }
    }

    /// The field of view that a camera is to have, where this one is wanted: the picture is as wide as a higher one of square pixels.
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

/// Puts the camera where the player's eyes are.
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

    /// How wide and how high the face at the end of a corridor is seen, in pixels: a square of a colour that nothing else has.
    fn face(game: &mut Headless, degrees: f32, (width, height): (usize, usize)) -> [usize; 2] {
        game.world_mut().insert_resource(FieldOfView::of_wide_picture(degrees));
        let frame = picture(game, width, height);
        let is_red = |x: usize, y: usize| {
            let [r, g, ..] = frame.pixel(x, y).unwrap().to_le_bytes();
            u32::from(r) > 3 * u32::from(g)
        };
        // Up to the letter in its middle and on behind it.
        let long = |mut seen: Vec<usize>| seen.pop().map_or(0, |last| last + 1 - seen[0]);
        [
            long((0..width).filter(|&x| is_red(x, height / 2)).collect()),
            long((0..height).filter(|&y| is_red(width / 2, y)).collect()),
        ]
    }

    #[test]
    fn with_tall_pixels_all_is_as_wide_as_before_and_so_much_lower() {
        let mut game = game(&["######", "#@  >#", "######"]);
        game.world_mut().insert_resource(Hud { shown: false, fades: false });
        put(&mut game, 2.0, 1.5, 0.0);
        // A screen of 4:3 shows 480 rows of square pixels, or 400 of tall ones.
        let square = face(&mut game, 90.0, (640, 480));
        game.world_mut().insert_resource(TallPixels(true));
        let tall = face(&mut game, 90.0, (640, 400));
        assert!(tall[0].abs_diff(square[0]) <= 2, "{tall:?} {square:?}");
        assert!((tall[1] as f32 * 1.2 - square[1] as f32).abs() < 3.0, "{tall:?} {square:?}");
    }

    #[test]
    fn a_wider_view_shows_more_and_stretches_nothing() {
        let mut game = game(&["######", "#@  >#", "######"]);
        game.world_mut().insert_resource(Hud { shown: false, fades: false });
        put(&mut game, 2.0, 1.5, 0.0);
        // The face is two tiles away: it spans so many pixels of a picture of 16:9 that spans so many degrees.
        for degrees in [60.0_f32, 90.0, 120.0] {
            let pixels = 640.0 / (2.0 * ops::tan(degrees.to_radians() / 2.0)) / 2.0;
            let [wide, high] = face(&mut game, degrees, (640, 360));
            assert!((wide as f32 - pixels).abs() < 2.5, "{degrees}: {wide} is not {pixels}");
            assert!(wide.abs_diff(high) <= 2, "{degrees}: {wide} by {high}");
        }
        // A wider picture shows as much of the height, and more to both sides.
        let [square, wide] = [(480, 360), (860, 360)].map(|size| face(&mut game, 90.0, size));
        assert!(square[0].abs_diff(wide[0]) <= 1 && square[1] == wide[1], "{square:?} {wide:?}");
    }
}
