//! While the next deck is being made: a bar on which a light runs to and fro.

use crate::flow::phase::Phase;
use crate::ui::front::Front;
use crate::ui::text_layout::BLACK;
use bevy::prelude::*;
use renderer::{Area, Canvas, Colour, DrawFrame, Screen};

/// How long the light takes from one end of the bar to the other, in seconds.
const RUN: f32 = 0.8;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Phase::Making)));
}

fn draw(time: Res<Time<Real>>, mut screen: ResMut<Screen>) {
    let mut canvas = Canvas::new(&mut screen.0);
    let (width, height) = (canvas.width(), canvas.height());
    canvas.tint(BLACK);
    let bar = Area::new(width / 4, height / 2 - 4, width / 2, 8);
    canvas.outline(bar.within(-3), 1, Colour::rgb(110, 120, 130));
    canvas.bar(bar, 0.0, Colour::rgb(190, 60, 40), Colour::rgb(24, 26, 30));
    let light = Area::new(bar.x + place(time.elapsed_secs(), bar.width * 4 / 5), bar.y, bar.width / 5, bar.height);
    canvas.bar(light, 1.0, Colour::rgb(190, 60, 40), Colour::rgb(24, 26, 30));
}

/// How far the light has run of so many pixels, to and fro.
fn place(seconds: f32, way: i32) -> i32 {
    let phase = (seconds / RUN).rem_euclid(2.0);
    ((if phase > 1.0 { 2.0 - phase } else { phase }) * way as f32) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_light_runs_to_and_fro_on_its_bar() {
        let places = [0.0, 0.4, 0.8, 1.2, 1.6].map(|seconds| place(seconds, 100));
        assert_eq!(places, [0, 50, 100, 50, 0]);
        assert!((0..1000).all(|tick| (0..=100).contains(&place(tick as f32 * 0.0137, 100))));
    }
}
