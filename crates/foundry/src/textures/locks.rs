//! Keys, their icons for the status bar, and lock plates. Each of the three keys has its own letter, shape and colour.

use crate::{
    tools::canvas::Canvas,
    tools::palette::{ALARM, AMBER, GUNMETAL, ICE, Ink, LEATHER, PHOSPHOR, RUST, Ramp, STEEL},
    tools::shapes::{Point, marks},
};

/// One of the three key types.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// Round.
    A,
    /// Square.
    B,
    /// Triangular.
    C,
}

/// The letter A with a pointed top. The font's A is flat, and looks like an H at this size.
const POINTED_A: [&str; 9] = ["..##..", "..##..", ".####.", ".#..#.", "##..##", "######", "##..##", "##..##", "##..##"];

impl Kind {
    fn ramp(self) -> Ramp {
        match self {
            Kind::A => ICE,
            Kind::B => AMBER,
            Kind::C => ALARM,
        }
    }

    /// Draws its shape around a centre with a size in pixels, dark at the rim, with its letter in it.
    fn draw(self, picture: &mut Canvas, middle: Point, reach: f32) {
        for (shrink, ink) in [(0.0, self.ramp().at(0.3)), (1.2, self.ramp().at(0.86))] {
            self.fill(picture, middle, reach - shrink, ink);
        }
        self.fill(picture, (middle.0, middle.1 + 0.6), reach - 2.2, self.ramp().at(0.74));
        // The letter is placed where the shape is widest.
        let down = if matches!(self, Kind::C) { 3.0 } else { 0.0 };
        let (x, y) = (libm::roundf(middle.0 - 3.0) as i32, libm::roundf(middle.1 - 5.0 + down) as i32);
        let ink = LEATHER.at(0.02);
        match self {
            Kind::A => marks(&POINTED_A).for_each(|(right, below, _)| picture.dot(x + right, y + 1 + below, ink)),
            Kind::B => picture.write(x, y, "B", |_| ink),
            Kind::C => picture.write(x, y, "C", |_| ink),
        }
    }

    fn fill(self, picture: &mut Canvas, (x, y): Point, reach: f32, ink: Ink) {
        match self {
            Kind::A => picture.ellipse((x, y), (reach, reach), |_, _| ink),
            Kind::B => {
                let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
                let side = reach * 0.92;
                picture.polygon(&corners.map(|(right, down)| (x + right * side, y + down * side)), |_, _| ink);
            }
            Kind::C => {
                let corners = [(0.0, -1.25), (1.28, 1.0), (-1.28, 1.0)];
                picture.polygon(&corners.map(|(right, down)| (x + right * reach, y + down * reach)), |_, _| ink);
            }
        }
    }
}

/// A key standing on the deck, leaning on its bit.
pub(crate) fn key(kind: Kind) -> Canvas {
    let mut picture = Canvas::new(64, 64);
    for (row, step) in [(0, 8), (1, 6), (2, 5), (3, 3)] {
        picture.rect(32, 51 + row, 22, 1, STEEL.flat(step));
    }
    for (left, length) in [(40, 5), (45, 8), (50, 6)] {
        picture.rect(left, 55, 3, length, STEEL.flat(5));
        picture.rect(left + 2, 55, 1, length, STEEL.flat(3));
        picture.rect(left, 54 + length, 3, 1, STEEL.flat(2));
    }
    let y = if matches!(kind, Kind::A) { 52.0 } else { 52.5 };
    kind.draw(&mut picture, (24.0, y), 11.0);
    picture.outline(LEATHER.flat(0));
    picture
}

/// The icon of the key for the status bar.
pub(crate) fn icon(kind: Kind) -> Canvas {
    let mut picture = Canvas::new(16, 16);
    let (y, reach) = match kind {
        Kind::A => (8.0, 7.0),
        Kind::B => (8.6, 7.0),
        Kind::C => (8.6, 6.2),
    };
    kind.draw(&mut picture, (8.0, y), reach);
    picture.outline(LEATHER.flat(0));
    picture
}

/// The plate of a lock on a door: red while it is locked, green once it is open.
pub(crate) fn lock(kind: Kind, open: bool) -> Canvas {
    let mut overlay = plate();
    kind.draw(&mut overlay, (32.0, 25.5), 10.0);
    lamp(&mut overlay, if open { PHOSPHOR } else { ALARM });
    overlay.outline(LEATHER.at(0.04));
    overlay
}

/// The plate of a sealed door: striped, with a bar across.
pub(crate) fn sealed() -> Canvas {
    let mut overlay = plate();
    for y in 14..37 {
        for x in 20..44 {
            overlay.dot(x, y, if (x + y) % 8 < 4 { AMBER.at(0.6) } else { LEATHER.at(0.1) });
        }
    }
    overlay.rect(17, 23, 30, 6, GUNMETAL.at(0.3));
    overlay.rect(17, 23, 30, 1, STEEL.at(0.8));
    overlay.rect(17, 24, 30, 3, STEEL.at(0.55));
    for x in [19, 31, 43] {
        overlay.rivet(x, 25);
    }
    lamp(&mut overlay, ALARM);
    overlay.outline(LEATHER.at(0.04));
    overlay
}

fn plate() -> Canvas {
    let mut overlay = Canvas::new(64, 64);
    overlay.plate(17, 10, 30, 38, 3.0, GUNMETAL.at(0.46));
    overlay.plate(19, 12, 26, 27, 2.0, GUNMETAL.at(0.24));
    overlay.light();
    for (x, y) in [(18, 11), (45, 11), (18, 46), (45, 46)] {
        overlay.rivet(x, y);
    }
    overlay.grain(261, 0.05);
    overlay.patina(262, RUST, 0.74);
    overlay
}

fn lamp(overlay: &mut Canvas, ramp: Ramp) {
    overlay.rect(25, 40, 14, 6, LEATHER.at(0.04));
    overlay.rect(26, 41, 12, 4, ramp.at(0.7).shining());
    overlay.rect(27, 41, 9, 1, ramp.at(0.95).shining());
}
