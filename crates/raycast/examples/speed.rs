//! How fast pictures are: time of a frame, nanoseconds a pixel, and both against filling the same frame.
//!
//! `cargo run --release -p raycast --example speed`, or without `--release` for what a developer sees.

use raycast::{Axis, Camera, Cell, CellKind, Frame, Map, Raycaster, Scene, Sprite, Texture, TextureId, Textures};
use std::f32::consts::TAU;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

const SIDE: usize = 24;
const POSES: usize = 120;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut scene = scene()?;
    let mut raycaster = Raycaster::new();
    println!("{:>11} {:>9} {:>9} {:>9} {:>9} {:>6}", "frame", "mean us", "worst us", "ns/pixel", "fill us", "ratio");
    for (width, height) in [(320, 180), (640, 360), (1280, 720), (1920, 1080)] {
        let mut frame = Frame::new(width, height);
        let mut times = [Duration::MAX; POSES];
        let mut fill = Duration::MAX;
        for _ in 0..5 {
            for (pose, time) in times.iter_mut().enumerate() {
                scene.camera = camera(pose as f32 / POSES as f32);
                let start = Instant::now();
                raycaster.draw(&scene, &mut frame);
                *time = start.elapsed().min(*time);
                black_box(frame.pixels());
            }
            for colour in 0..20 {
                let start = Instant::now();
                frame.pixels_mut().fill(black_box(colour));
                fill = start.elapsed().min(fill);
            }
        }
        let micros = |time: Duration| time.as_secs_f64() * 1e6;
        let mean = times.iter().copied().map(micros).sum::<f64>() / POSES as f64;
        let worst = times.iter().copied().map(micros).fold(0.0, f64::max);
        let each = mean * 1e3 / (width * height) as f64;
        let (size, fill) = (format!("{width}x{height}"), micros(fill));
        println!("{size:>11} {mean:9.1} {worst:9.1} {each:9.3} {fill:9.1} {:6.1}", mean / fill);
    }
    Ok(())
}

/// A round through the hall, always looking ahead.
fn camera(part: f32) -> Camera {
    let (sin, cos) = (part * TAU).sin_cos();
    let middle = SIDE as f32 / 2.0;
    Camera { x: middle + 8.0 * cos, y: middle + 8.0 * sin, angle: part * TAU + TAU / 3.0, fov: 1.3 }
}

/// A hall of pillars, doors and rooms with thirty sprites.
fn scene() -> Result<Scene, Box<dyn std::error::Error>> {
    let mut textures = Textures::new();
    for number in 0..6 {
        textures.push(&texture(number)?)?;
    }
    let cell = |index: usize| {
        let (x, y) = (index % SIDE, index / SIDE);
        let border = x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1;
        let kind = if border || (x % 5 == 2 && y % 4 != 1) && (x + y) % 3 != 0 {
            CellKind::Wall { texture: TextureId((x * y % 3) as u16) }
        } else if x % 5 == 2 && y % 4 == 1 {
            CellKind::Door { panel: TextureId(3), jamb: TextureId(0), along: Axis::Y, open: (y % 3) as f32 / 2.0 }
        } else {
            CellKind::Open
        };
        let light = 120 + (x * 37 + y * 11) as u8 % 136;
        Cell { kind, floor: TextureId((3 + (x + y) % 2) as u16), ceiling: TextureId(1), light }
    };
    let sprite = |number: usize| {
        let (x, y) = ((number * 7 % 22 + 1) as f32 + 0.5, (number * 13 % 22 + 1) as f32 + 0.5);
        Sprite { x, y, texture: TextureId(5), width: 1.0, height: 1.0, bottom: 0.0, bright: false }
    };
    Ok(Scene {
        textures: Arc::new(textures),
        map: Map::new(SIDE, SIDE, (0..SIDE * SIDE).map(cell).collect())?,
        sprites: (0..30).map(sprite).collect(),
        camera: camera(0.0),
    })
}

/// 64 by 64 texels of a pattern of its own; number 5 is round, with nothing in its corners.
fn texture(number: usize) -> Result<Texture, raycast::TextureError> {
    let texel = |index: usize| {
        let (x, y) = (index % 64, index / 64);
        let round = (2 * x).abs_diff(63).pow(2) + (2 * y).abs_diff(63).pow(2) < 64 * 64;
        let seam = x.is_multiple_of(16) || (y + 8 * number).is_multiple_of(16);
        let level = if seam { 40 } else { 120 + (x * 31 + y * 17) as u8 % 60 };
        [level, level.saturating_sub(20 * number as u8), level / 2, if round || number != 5 { 255 } else { 0 }]
    };
    Texture::new(64, 64, (0..64 * 64).map(texel).collect::<Vec<_>>().as_flattened())
}
