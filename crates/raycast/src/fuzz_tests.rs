//! Fuzz tests: the raycaster renders random, even absurd scenes without panicking, and every kernel and thread count
//! renders the same pixels.

use crate::{
    lanes::kernel::Kernel,
    run::raycaster::Raycaster,
    scene::fog::Fog,
    scene::frame::Frame,
    scene::light::Light,
    scene::scene::{Camera, CellKind, Map, MapCell, Model, ModelEdge, Round, Scene, Sprite},
    scene::textures::TextureId,
    testing::{Batch, room},
};

fn texture(numbers: &mut Batch) -> TextureId {
    TextureId([numbers.below(12) as u16, TextureId::SKY.0][usize::from(numbers.below(8) == 0)])
}

fn light(numbers: &mut Batch) -> Light {
    let mut corner = || [0; 3].map(|_| numbers.below(256) as u8);
    let corners = [corner(), corner(), corner(), corner()];
    match numbers.below(3) {
        0 => Light::even(corners[0]),
        1 => Light::corners(corners.map(|[grey, ..]| [grey; 3])),
        _ => Light::corners(corners),
    }
}

fn cell(numbers: &mut Batch) -> MapCell {
    let kind = match numbers.below(6) {
        0 | 1 => CellKind::Wall([0; 4].map(|_| texture(numbers))),
        2 => CellKind::Model(numbers.below(8) as u16),
        _ => CellKind::Open,
    };
    MapCell { kind, floor: texture(numbers), ceiling: texture(numbers), light: light(numbers) }
}

fn model(numbers: &mut Batch) -> Model {
    let part = |numbers: &mut Batch| {
        if numbers.below(20) == 0 { numbers.float() } else { numbers.below(9) as f32 / 8.0 }
    };
    let edges = (0..numbers.below(5)).map(|_| ModelEdge {
        from: [part(numbers), part(numbers)],
        to: [part(numbers), part(numbers)],
        texture: texture(numbers),
        across: [part(numbers), part(numbers)],
        clear: numbers.below(2) == 0,
    });
    let edges = edges.collect();
    let rounds = (0..numbers.below(2)).map(|_| Round {
        middle: [part(numbers), part(numbers)],
        radius: part(numbers),
        texture: texture(numbers),
    });
    Model { edges, rounds: rounds.collect() }
}

fn sprite(numbers: &mut Batch) -> Sprite {
    Sprite {
        x: numbers.float(),
        y: numbers.float(),
        texture: texture(numbers),
        width: numbers.float(),
        height: numbers.float(),
        bottom: numbers.float(),
        mirrored: numbers.below(2) == 0,
        bright: numbers.below(2) == 0,
        cover: numbers.below(256) as u8,
    }
}

fn scene(numbers: &mut Batch) -> Scene {
    let (width, height) = (1 + numbers.below(7), 1 + numbers.below(7));
    let cells = (0..width * height).map(|_| cell(numbers)).collect();
    let mut map = Map::new(width, height, cells).unwrap();
    for _ in 0..numbers.below(8) {
        let _ = map.push_model(model(numbers));
    }
    let mostly = |numbers: &mut Batch, usual: f32| if numbers.below(3) == 0 { numbers.float() } else { usual };
    Scene {
        map,
        sprites: (0..numbers.below(6)).map(|_| sprite(numbers)).collect(),
        camera: Camera {
            eye: mostly(numbers, 0.5),
            pitch: mostly(numbers, 0.1),
            stretch: mostly(numbers, 1.0),
            ..Camera::new(numbers.float(), numbers.float(), numbers.float(), numbers.float())
        },
        fog: Fog {
            colour: [0; 3].map(|_| numbers.below(256) as u8),
            clear: mostly(numbers, 5.0),
            side: mostly(numbers, 0.7).clamp(0.0, 1.0),
            dither: numbers.below(2) == 0,
        },
        sky: TextureId(numbers.below(11) as u16),
        sky_turn: numbers.float(),
        far_levels: numbers.below(2) == 0,
        ..room("#")
    }
}

/// The prime of the FNV-1a hash that sums up the pixels.
const PRIME: u64 = 0x0100_0000_01b3;

#[test]
fn random_scenes_render_alike_on_all_kernels_and_threads() {
    let mut numbers = Batch(1);
    let mut raycaster = Raycaster::with(Kernel::Portable, 1);
    let kernels = Kernel::available();
    let mut others: Vec<Raycaster> = kernels
        .zip([2, 1, 3, 1].into_iter().cycle())
        .map(|(kernel, threads)| Raycaster::with(kernel, threads))
        .collect();
    let (mut frame, mut other) = (Frame::new(1, 1), Frame::new(1, 1));
    let mut sum = 0_u64;
    for _ in 0..3000 {
        let scene = scene(&mut numbers);
        frame.resize(1 + numbers.below(90), 1 + numbers.below(70));
        frame.pixels_mut().fill(0);
        raycaster.draw(&scene, &mut frame);
        assert!(frame.pixels().iter().all(|pixel| pixel >> 24 == 255), "a gap: {:?}", scene.camera);
        sum = frame.pixels().iter().fold(sum, |sum, &pixel| (sum ^ u64::from(pixel)).wrapping_mul(PRIME));
        for raycaster in &mut others {
            other.resize(frame.width(), frame.height());
            other.pixels_mut().fill(0);
            raycaster.draw(&scene, &mut other);
            assert!(frame == other, "{:?} differs: {:?}", raycaster.kernel(), scene.camera);
        }
    }
    // `scripts/check_targets` compares this line across processors.
    let names: Vec<&str> = others.iter().map(|raycaster| raycaster.kernel().name()).collect();
    println!("pictures by {}: {sum:016x}", names.join(", "));
}

#[test]
fn rays_along_grid_lines_and_through_corners_leave_no_gap() {
    let mut scene = room("#####\n#   #\n# # #\n#   #\n#####");
    let mut raycaster = Raycaster::new();
    let mut frame = Frame::new(31, 17);
    for place in 0..17 * 17 {
        for eighth in 0..8 {
            let (x, y) = (1.0 + (place % 17) as f32 / 8.0, 1.0 + (place / 17) as f32 / 8.0);
            scene.camera = Camera::new(x, y, eighth as f32 * std::f32::consts::FRAC_PI_4, 1.2);
            frame.pixels_mut().fill(0);
            raycaster.draw(&scene, &mut frame);
            let all = frame.pixels().iter().all(|&pixel| pixel >> 24 == 255 && pixel != 0xff00_0000);
            assert!(all, "from {x} {y}, {eighth} eighths of a turn");
        }
    }
}

#[test]
fn every_size_and_field_of_view_fills_the_frame() {
    let mut scene = room("#########\n#   :   #\n#  o  / #\n#   |   #\n#########");
    let mut raycaster = Raycaster::with(Kernel::Auto, 2);
    for (width, height) in
        [(160, 90), (321, 201), (1366, 768), (1921, 1079), (2560, 1080), (3840, 2160), (1, 999), (999, 1)]
    {
        let mut frame = Frame::new(width, height);
        for degrees in [60_f32, 90.0, 120.0] {
            scene.camera = Camera::new(1.3, 2.2, degrees / 30.0, degrees.to_radians());
            frame.pixels_mut().fill(0);
            raycaster.draw(&scene, &mut frame);
            let all = frame.pixels().iter().all(|&pixel| pixel >> 24 == 255 && pixel != 0xff00_0000);
            assert!(all, "{width} by {height}, {degrees} degrees");
        }
    }
}
