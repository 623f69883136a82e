//! The promise that nothing stops the raycaster: pictures of scenes that nobody would build.

use crate::testing::room;
use crate::{Axis, Camera, Cell, CellKind, Frame, Map, Raycaster, Scene, Sprite, TextureId};

/// Numbers that look like chance and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn below(&mut self, end: u64) -> usize {
        (self.next() % end) as usize
    }

    /// Mostly a number about as large as a map, often a whole or a half one, sometimes a monstrous one or none.
    fn float(&mut self) -> f32 {
        let part = self.below(1_000_000) as f32 / 1e6;
        match self.below(24) {
            0 => f32::NAN,
            1 => f32::INFINITY,
            2 => -f32::MAX,
            3 => f32::MIN_POSITIVE,
            4 => -1e9 * part,
            5..=9 => self.below(9) as f32 / 2.0,
            10..=12 => self.below(8) as f32 + 1e-6 * (part - 0.5),
            _ => part * 10.0 - 1.0,
        }
    }

    fn texture(&mut self) -> TextureId {
        TextureId(self.below(10) as u16)
    }

    fn cell(&mut self) -> Cell {
        let along = if self.below(2) == 0 { Axis::X } else { Axis::Y };
        let kind = match self.below(6) {
            0 | 1 => CellKind::Wall { texture: self.texture() },
            2 => CellKind::Door { panel: self.texture(), jamb: self.texture(), along, open: self.float() },
            _ => CellKind::Open,
        };
        Cell { kind, floor: self.texture(), ceiling: self.texture(), light: self.below(256) as u8 }
    }

    fn sprite(&mut self) -> Sprite {
        Sprite {
            x: self.float(),
            y: self.float(),
            texture: self.texture(),
            width: self.float(),
            height: self.float(),
            bottom: self.float(),
            bright: self.below(2) == 0,
        }
    }

    fn scene(&mut self) -> Scene {
        let (width, height) = (1 + self.below(7), 1 + self.below(7));
        let cells = (0..width * height).map(|_| self.cell()).collect();
        Scene {
            map: Map::new(width, height, cells).unwrap(),
            sprites: (0..self.below(6)).map(|_| self.sprite()).collect(),
            camera: Camera { x: self.float(), y: self.float(), angle: self.float(), fov: self.float() },
            ..room("#")
        }
    }
}

#[test]
fn any_scene_in_any_frame_gives_a_picture() {
    let mut numbers = Numbers(1);
    let mut raycaster = Raycaster::new();
    let mut frame = Frame::new(1, 1);
    for _ in 0..4000 {
        let scene = numbers.scene();
        frame.resize(1 + numbers.below(40), 1 + numbers.below(30));
        frame.pixels_mut().fill(0);
        raycaster.draw(&scene, &mut frame);
        assert!(frame.pixels().iter().all(|pixel| pixel >> 24 == 255), "a gap: {:?}", scene.camera);
    }
}

#[test]
fn along_grid_lines_and_through_corners_there_is_no_gap() {
    let mut scene = room("#####\n#   #\n# # #\n#   #\n#####");
    let mut raycaster = Raycaster::new();
    let mut frame = Frame::new(31, 17);
    for place in 0..17 * 17 {
        for eighth in 0..8 {
            let (x, y) = (1.0 + (place % 17) as f32 / 8.0, 1.0 + (place / 17) as f32 / 8.0);
            scene.camera = Camera { x, y, angle: eighth as f32 * std::f32::consts::FRAC_PI_4, fov: 1.2 };
            frame.pixels_mut().fill(0);
            raycaster.draw(&scene, &mut frame);
            let all = frame.pixels().iter().all(|&pixel| pixel >> 24 == 255 && pixel != 0xff00_0000);
            assert!(all, "from {x} {y}, {eighth} eighths of a turn");
        }
    }
}
