//! Kernel autotuning: every kernel that the processor supports renders the same few frames, to find the fastest one.
//!
//! The features of a processor do not reveal which instructions are fast on it. The frames show what most frames of a
//! level show: near and far floors and ceilings, walls, pillars, sprites and uneven light. This module has no clock of
//! its own; the caller provides one.

use crate::{
    lanes::kernel::Kernel,
    run::raycaster::Raycaster,
    scene::fog::Fog,
    scene::frame::Frame,
    scene::light::Light,
    scene::scene::{Camera, CellKind, Map, MapCell, Scene, Sprite},
    scene::texture::Texture,
    scene::textures::{TextureId, Textures},
};
use std::{sync::Arc, time::Duration};

/// The size of a frame: large enough that rendering takes longer than reading a clock, small enough to be done at
/// startup.
const SIZE: [usize; 2] = [480, 270];
/// The camera positions in the room: x and y in tiles, and the angle in radians.
const POSES: [(f32, f32, f32); 3] = [(2.5, 8.5, 0.1), (8.5, 3.2, 1.4), (13.5, 12.5, -2.3)];
/// The minimum number of rounds for each kernel, whatever the time limit; the first round warms up memory and caches.
const MIN_WALKS: usize = 3;
/// The side of the room, in tiles, and the side of its textures, in texels.
const ROOM: usize = 16;
const SIDE: usize = 64;
/// The number of textures for walls, floors and ceilings; the texture after them belongs to the sprites.
const SURFACES: usize = 6;

/// The speed of one kernel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// The kernel.
    pub kernel: Kernel,
    /// The mean time per pixel, in nanoseconds, from the best time of each frame.
    pub ns_per_pixel: f64,
}

impl Trial {
    /// Measures how fast each kernel of this processor renders on the calling thread, and returns the fastest first.
    ///
    /// `clock` returns the time since some fixed moment. No kernel starts another round after `limit`, but each runs at
    /// least three rounds, which take about 3 ms on an idle machine.
    pub fn of_all(clock: &mut dyn FnMut() -> Duration, limit: Duration) -> Vec<Trial> {
        let mut scene = scene();
        let mut frame = Frame::new(SIZE[0], SIZE[1]);
        let mut all: Vec<(Raycaster, [Duration; POSES.len()])> =
            Kernel::available().map(|kernel| (Raycaster::with(kernel, 1), [Duration::MAX; POSES.len()])).collect();
        let end = clock() + limit;
        let mut walks = 0;
        // The kernels take turns, so that a slow moment of the machine affects all of them equally.
        while walks < MIN_WALKS || clock() < end {
            for (raycaster, best) in &mut all {
                for (&(x, y, angle), best) in POSES.iter().zip(best) {
                    scene.camera = Camera::new(x, y, angle, 1.3);
                    let began = clock();
                    raycaster.draw(&scene, &mut frame);
                    *best = clock().saturating_sub(began).min(*best);
                }
            }
            walks += 1;
        }
        let pixels = (POSES.len() * SIZE[0] * SIZE[1]) as f64;
        let trial = |(raycaster, best): &(Raycaster, [Duration; POSES.len()])| Trial {
            kernel: raycaster.kernel(),
            ns_per_pixel: best.iter().sum::<Duration>().as_secs_f64() * 1e9 / pixels,
        };
        let mut trials: Vec<Trial> = all.iter().map(trial).collect();
        // The sort is stable: equally fast kernels stay in their order, widest registers first.
        trials.sort_by(|one, other| one.ns_per_pixel.total_cmp(&other.ns_per_pixel));
        trials
    }
}

/// Builds a room with pillars and pseudorandom textures, the same every time.
fn scene() -> Scene {
    let mut seed = 1_u32;
    let mut next = move || {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        seed
    };
    let mut textures = Textures::new();
    for number in 0..=SURFACES {
        let texel = |at: usize| {
            // The sprite is a disc.
            let [x, y] = [at % SIDE, at / SIDE].map(|side| side.abs_diff(SIDE / 2));
            let is_hole = number == SURFACES && x * x + y * y > SIDE * SIDE / 5;
            let [red, green, blue, _] = next().to_le_bytes();
            [red, green, blue, if is_hole { 0 } else { 255 }]
        };
        let texels: Vec<[u8; 4]> = (0..SIDE * SIDE).map(texel).collect();
        let texture = Texture::new(SIDE, SIDE, texels.as_flattened()).expect("the texels match the size");
        textures.push(&texture).expect("a few textures fit");
    }
    let surface = |number: usize| TextureId((number % SURFACES) as u16);
    let brightness = |x: usize, y: usize| [(80 + (x * 37 + y * 57) % 170) as u8; 3];
    let cell = |at: usize| {
        let (x, y) = (at % ROOM, at / ROOM);
        let is_wall = x == 0 || y == 0 || x == ROOM - 1 || y == ROOM - 1 || (x % 5 == 0 && y % 4 == 0);
        let kind =
            if is_wall { CellKind::Wall([0, 1, 2, 3].map(|side| surface(x + y + side))) } else { CellKind::Open };
        let corners = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].map(|(x, y)| brightness(x, y));
        MapCell { kind, floor: surface(3 * x + 5 * y), ceiling: surface(x + 2 * y + 1), light: Light::corners(corners) }
    };
    let map = Map::new(ROOM, ROOM, (0..ROOM * ROOM).map(cell).collect()).expect("the cells match the size");
    let sprite = |number: usize| {
        Sprite::new((2 + number * 5 % 12) as f32 + 0.3, (2 + number * 7 % 12) as f32 + 0.6, TextureId(SURFACES as u16))
    };
    Scene {
        textures: Arc::new(textures),
        map,
        sprites: (0..12).map(sprite).collect(),
        camera: Camera::new(0.0, 0.0, 0.0, 1.0),
        fog: Fog::default(),
        sky: TextureId::MISSING,
        sky_turn: 0.0,
        far_levels: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::frame::BLACK;

    /// Returns a clock by which the given kernel is the fastest, and which counts how often it is read.
    fn clock(quickest: usize, kernels: usize) -> impl FnMut() -> Duration {
        let (mut now, mut reads) = (Duration::ZERO, 0);
        move || {
            // The first reading is the start. Two more follow for each frame and, from the third round on, one between
            // rounds.
            let inside = (reads as usize).wrapping_sub(1);
            let a_walk = 2 * kernels * POSES.len();
            let walk = if inside < MIN_WALKS * a_walk {
                inside % a_walk
            } else {
                (inside - MIN_WALKS * a_walk) % (a_walk + 1)
            };
            let kernel = walk / (2 * POSES.len());
            now += Duration::from_micros(if walk % 2 == 1 && kernel != quickest { 50 } else { 30 });
            reads += 1;
            now
        }
    }

    #[test]
    fn autotune_lists_the_fastest_kernel_first() {
        let kernels: Vec<Kernel> = Kernel::available().collect();
        for (number, &kernel) in kernels.iter().enumerate() {
            let trials = Trial::of_all(&mut clock(number, kernels.len()), Duration::ZERO);
            assert_eq!(trials[0].kernel, kernel, "{trials:?}");
            assert_eq!(trials.len(), kernels.len());
            let pixels = (SIZE[0] * SIZE[1]) as f64;
            assert!((trials[0].ns_per_pixel - 30e3 / pixels).abs() < 1e-6, "{trials:?}");
            assert!(trials[1..].iter().all(|other| (other.ns_per_pixel - 50e3 / pixels).abs() < 1e-6), "{trials:?}");
        }
    }

    #[test]
    fn autotune_ends_soon_after_its_limit_even_if_the_clock_stops() {
        let mut reads = 0_u32;
        let mut tick = || {
            reads += 1;
            Duration::from_millis(u64::from(reads))
        };
        Trial::of_all(&mut tick, Duration::from_secs(1));
        let a_walk = 2 * Kernel::available().count() * POSES.len();
        assert!(reads as usize > 1000 && (reads as usize) < 1000 + 2 * a_walk, "{reads}");
        let trials = Trial::of_all(&mut || Duration::ZERO, Duration::ZERO);
        assert_eq!(Some(trials[0].kernel), Kernel::available().next());
    }

    #[test]
    fn autotune_frames_show_walls_floors_and_sprites() {
        let mut scene = scene();
        let mut raycaster = Raycaster::with(Kernel::Plain, 1);
        let (mut with, mut without) = (Frame::new(SIZE[0], SIZE[1]), Frame::new(SIZE[0], SIZE[1]));
        let sprites = scene.sprites.clone();
        for (x, y, angle) in POSES {
            scene.camera = Camera::new(x, y, angle, 1.3);
            scene.sprites.clone_from(&sprites);
            raycaster.draw(&scene, &mut with);
            scene.sprites.clear();
            raycaster.draw(&scene, &mut without);
            let black = with.pixels().iter().filter(|&&pixel| pixel == BLACK).count();
            assert!(black * 100 < with.pixels().len(), "{black} from {x} {y}");
            assert!(with != without, "no sprite is visible from {x} {y}");
        }
    }
}
