//! A gradient that moves, drawn on the CPU: `cargo run -p present --example gradient`.

use bevy::prelude::*;
use bevy_a11y::AccessibilityPlugin;
use bevy_math::UVec2;
use bevy_window::WindowPlugin;
use bevy_winit::WinitPlugin;
use present::{Backend, Frame, PresentPlugin, Scaling};

const SIZE: UVec2 = UVec2::new(320, 180);

#[derive(Resource)]
struct Pixels(Vec<u32>);

fn main() -> AppExit {
    App::new()
        .add_plugins((DefaultPlugins, WindowPlugin::default(), AccessibilityPlugin, WinitPlugin::default()))
        .add_plugins(PresentPlugin { frame, backend: Backend::Auto })
        .insert_resource(Pixels(vec![0; SIZE.element_product() as usize]))
        .add_systems(Update, draw)
        .run()
}

fn frame(world: &World) -> Option<Frame<'_>> {
    let pixels = &world.resource::<Pixels>().0;
    Some(Frame { pixels, size: SIZE, scaling: Scaling::Integer, pixel_height: 1.0 })
}

fn draw(time: Res<Time>, mut pixels: ResMut<Pixels>) {
    let shift = (time.elapsed_secs() * 60.0) as u32;
    for (number, pixel) in (0..).zip(&mut pixels.0) {
        let (x, y) = (number % SIZE.x, number / SIZE.x);
        *pixel = u32::from_ne_bytes([(x + shift) as u8, y as u8, 96, 255]);
    }
}
