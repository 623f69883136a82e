//! Floors and ceilings of the kits.

use crate::{textures::kits::kit::Kit, tools::canvas::Canvas, tools::palette::GUNMETAL};
use music::chance::{Dice, white};

/// Dirt, scuffs and wear that differ from variant to variant.
fn trodden(mut floor: Canvas, kit: &Kit, seed: u32, bar: f32) -> Canvas {
    floor.grain(seed, 0.05);
    floor.patina(seed ^ 0x61, kit.decay, bar);
    let mut dice = Dice::new(seed ^ 0x62);
    for _ in 0..5 {
        let (x, y, length) = (dice.whole(0, 64), dice.whole(0, 64), dice.whole(4, 16));
        for step in 0..length {
            floor.lighten(x + step, y + step / 3, -0.07);
        }
    }
    floor
}

/// Plates with raised treads.
pub(super) fn treads(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 200 + variant;
    let mut floor = Canvas::texture(kit.main.at(0.14));
    for (left, top) in [(0, 0), (32, 0), (0, 32), (32, 32)] {
        floor.block(left + 1, top + 1, 30, 30, 2.0, kit.main.at(0.4));
        for row in 0..6 {
            for column in 0..6 {
                let (x, y) = (left + 3 + column * 5, top + 3 + row * 5);
                let (wide, high) = if (row + column) % 2 == 0 { (3, 1) } else { (1, 3) };
                floor.block(x, y, wide, high, 3.2, kit.main.at(0.52));
            }
        }
    }
    if variant == 1 {
        floor.block(34, 2, 28, 28, 3.0, kit.metal.at(0.36));
    }
    floor.light();
    trodden(floor, kit, seed, [0.8, 0.78, 0.72, 0.66][variant as usize % 4])
}

/// Tiles of two tones.
pub(super) fn checks(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 220 + variant;
    let mut floor = Canvas::texture(kit.main.at(0.16));
    for row in 0..4 {
        for column in 0..4 {
            let dark = if (row + column) % 2 == 0 { 0.1 } else { -0.06 };
            let worn = white(seed, column, row) * 0.07;
            floor.block(column * 16, row * 16, 15, 15, 1.0, kit.main.at(0.4 + dark - worn));
        }
    }
    floor.light();
    if variant > 0 {
        let (x, y) = (10.0 + variant as f32 * 12.0, 8.0 + variant as f32 * 10.0);
        floor.lines(&[(x, y), (x + 6.0, y + 5.0), (x + 5.0, y + 12.0), (x + 13.0, y + 17.0)], kit.main.at(0.12));
    }
    trodden(floor, kit, seed, 0.76)
}

/// Planks on joists, nailed.
pub(super) fn boards(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 240 + variant;
    let mut floor = Canvas::texture(kit.main.at(0.1));
    let mut dice = Dice::new(seed);
    for top in (0..64).step_by(8) {
        let tone = 0.4 + dice.between(-0.07, 0.05);
        floor.block(0, top, 64, 7, 1.6, kit.main.at(tone));
        let end = dice.whole(6, 58);
        floor.block(end, top, 1, 7, 0.0, kit.main.at(0.12));
        for x in [end - 3, end + 3] {
            floor.lighten(x, top + 1, 0.2);
            floor.lighten(x, top + 5, 0.2);
        }
    }
    floor.light();
    floor.every(|x, y, ink| ink.lit((white(seed ^ 3, x / 7, y) - 0.5) * 0.12));
    trodden(floor, kit, seed, 0.74)
}

/// Fire bricks, set on edge.
pub(super) fn bricks(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 260 + variant;
    let mut floor = Canvas::texture(kit.main.at(0.14));
    for row in 0..8 {
        for column in 0..4 {
            let left = column * 16 + if row % 2 == 0 { 0 } else { 8 };
            let tone = 0.36 + white(seed, column, row) * 0.14;
            floor.block(left, row * 8, 15, 7, 1.4, kit.main.at(tone));
        }
    }
    floor.light();
    trodden(floor, kit, seed, 0.72)
}

/// A carpet with a border, worn along the walkway.
pub(super) fn carpet(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 280 + variant;
    let mut floor = Canvas::texture(kit.main.at(0.42));
    floor.every(|x, y, ink| {
        let weave = if (x + y) % 2 == 0 { 0.03 } else { -0.03 };
        let figure = (x % 16 - 8).abs() + (y % 16 - 8).abs();
        let drawn = if figure == 6 || figure == 1 { 0.12 } else { 0.0 };
        ink.lit(weave + drawn)
    });
    trodden(floor, kit, seed, [0.84, 0.78, 0.74, 0.7][variant as usize % 4])
}

/// Slabs of marble with gold in the corners.
pub(super) fn slabs(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 300 + variant;
    let mut floor = Canvas::texture(kit.main.at(0.14));
    for (left, top) in [(0, 0), (32, 0), (0, 32), (32, 32)] {
        floor.block(left, top, 31, 31, 1.0, kit.main.at(0.36 + white(seed, left, top) * 0.12));
    }
    floor.light();
    for (x, y) in [(31, 31), (63, 31), (31, 63), (63, 63)] {
        for away in -4..5_i32 {
            let reach = 4 - away.abs();
            floor.rect(x - reach, y + away, reach * 2 + 1, 1, kit.metal.at(0.44));
        }
    }
    if variant == 2 {
        floor.lines(&[(6.0, 4.0), (14.0, 16.0), (12.0, 28.0)], kit.main.at(0.1));
    }
    trodden(floor, kit, seed, 0.82)
}

/// An open grating over the dark, with a pipe in it.
pub(super) fn grate(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 320 + variant;
    let mut floor = Canvas::texture(GUNMETAL.at(0.05));
    for row in 0..10 {
        let round = row as f32 / 9.0;
        floor.block(0, 14 + variant as i32 * 12 + row, 64, 1, -2.0, kit.metal.at(0.4 - (round - 0.3).abs() * 0.4));
    }
    for bar in (0..64).step_by(8) {
        floor.block(0, bar, 64, 3, 2.0, kit.main.at(0.48));
        floor.block(bar, 0, 3, 64, 2.0, kit.main.at(0.48));
    }
    floor.light();
    floor.grain(seed, 0.07);
    floor
}

/// A ceiling of sunk panels; one of them lacks its cover.
pub(super) fn coffers(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 340 + variant;
    let mut ceiling = Canvas::texture(kit.main.at(0.34));
    for (number, (left, top)) in [(0, 0), (32, 0), (0, 32), (32, 32)].into_iter().enumerate() {
        ceiling.block(left, top, 32, 32, 4.0, kit.main.at(0.38));
        ceiling.block(left + 4, top + 4, 24, 24, 1.0, kit.main.at(0.46));
        if number as u32 + 1 == variant {
            ceiling.block(left + 5, top + 5, 22, 22, -3.0, GUNMETAL.at(0.1));
            ceiling.block(left + 11, top + 5, 4, 22, 0.0, kit.metal.at(0.4));
            ceiling.block(left + 19, top + 5, 2, 22, 0.0, kit.metal.at(0.3));
        }
    }
    ceiling.light_deep(seed);
    ceiling.grain(seed, 0.05);
    ceiling
}

/// A ceiling of beams with cable trays between them.
pub(super) fn rafters(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 360 + variant;
    let mut ceiling = Canvas::texture(kit.main.at(0.36));
    for left in [0, 32] {
        ceiling.block(left, 0, 9, 64, 6.0, kit.main.at(0.5));
        ceiling.block(left + 3, 0, 3, 64, 4.5, kit.main.at(0.36));
    }
    for cable in 0..=variant as i32 {
        ceiling.block(
            14 + cable * 4,
            0,
            2,
            64,
            3.0,
            if cable % 2 == 0 { kit.metal.at(0.46) } else { kit.other.at(0.5) },
        );
    }
    ceiling.block(0, 20 + variant as i32 * 11, 64, 6, 7.0, kit.main.at(0.48));
    ceiling.light_deep(seed);
    ceiling.grain(seed, 0.06);
    ceiling
}

/// A ceiling of vaults whose ribs meet in a boss.
pub(super) fn vault(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 380 + variant;
    let mut ceiling = Canvas::texture(kit.main.at(0.4));
    for y in 0..64 {
        for x in 0..64 {
            let (across, down) = ((x as f32 - 31.5).abs(), (y as f32 - 31.5).abs());
            let rib = (across - down).abs() < 2.5 || across.max(down) > 29.0;
            let bow = 1.0 - across.min(down) / 32.0;
            let (rise, tone) = if rib { (6.0, 0.52) } else { (bow * 3.0, 0.36 + bow * 0.08) };
            ceiling.raise(x, y, rise, kit.main.at(tone));
        }
    }
    ceiling.light_deep(seed);
    ceiling.ellipse((32.0, 32.0), (5.0 + variant as f32, 5.0 + variant as f32), |_, y| kit.metal.at(0.5 - y * 0.16));
    ceiling.grain(seed, 0.04);
    ceiling
}

/// A ceiling with a round duct below it.
pub(super) fn duct(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 400 + variant;
    let mut ceiling = Canvas::texture(kit.main.at(0.36));
    for column in 0..30 {
        let round = (column as f32 + 0.5) / 30.0;
        let tone = 0.58 - (round - 0.35) * (round - 0.35) * 0.9;
        ceiling.block(17 + column, 0, 1, 64, 5.0, kit.main.at(tone));
    }
    for top in [variant as i32 * 10, 32 + variant as i32 * 6] {
        ceiling.block(15, top, 34, 4, 6.5, kit.metal.at(0.5));
    }
    ceiling.light_deep(seed);
    ceiling.grain(seed, 0.06);
    ceiling
}
