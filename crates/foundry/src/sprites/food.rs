//! Food that lures the ship's animals: rations and bananas.

use crate::{
    tools::canvas::Canvas,
    tools::palette::{ALARM, AMBER, ENAMEL, LEATHER, STEEL, WALNUT},
    tools::shapes::Point,
};

/// A ration: a bar in foil with crimped ends and a red label, lying on the deck.
pub(crate) fn ration() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    bar(&mut picture, (32.0, 56.0), 1.0, 0.12);
    picture.standing(LEATHER.flat(0))
}

/// A ration in the air, tumbling, at one of two moments counted from 0.
pub(crate) fn thrown(step: u32) -> Canvas {
    let mut picture = Canvas::new(64, 64);
    bar(&mut picture, (32.0, 32.0), 0.7, if step == 0 { 0.6 } else { -1.0 });
    picture.outline(LEATHER.flat(0));
    picture
}

/// The icon of rations: a bar standing on its corner.
pub(crate) fn icon_rations() -> Canvas {
    let mut picture = Canvas::new(16, 16);
    bar(&mut picture, (8.0, 7.5), 0.5, -0.7);
    picture.standing(LEATHER.flat(0))
}

/// A bar with a given centre, size and angle.
pub(crate) fn bar(picture: &mut Canvas, middle: Point, size: f32, angle: f32) {
    let (cos, sin) = (libm::cosf(angle), libm::sinf(angle));
    let at =
        |x: f32, y: f32| -> Point { ((x * cos - y * sin) * size + middle.0, (x * sin + y * cos) * size + middle.1) };
    let corners = [at(-13.0, -5.6), at(13.0, -5.6), at(13.0, 5.6), at(-13.0, 5.6)];
    picture.polygon(&corners, |x, y| {
        let (dx, dy) = ((x as f32 + 0.5 - middle.0) / size, (y as f32 + 0.5 - middle.1) / size);
        let (across, down) = (dx * cos + dy * sin, dy * cos - dx * sin);
        let crease = libm::sinf(across * 1.9 + down * 0.8) * 0.07;
        match across.abs() {
            far if far > 10.6 => STEEL.at(if libm::sinf(across * 3.4) > 0.0 { 0.92 } else { 0.5 }),
            far if far < 6.4 && down.abs() < 1.1 && libm::fmodf(across + 20.0, 3.2) < 2.2 => ENAMEL.at(0.95),
            far if far < 7.0 => ALARM.at(0.62 - down * 0.05),
            _ => STEEL.at(0.78 - down * 0.06 + crease),
        }
    });
}

/// A banana, lying on its back.
pub(crate) fn banana() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    for y in 44..63 {
        for x in 14..52 {
            let (across, down) = (x as f32 + 0.5 - 32.0, y as f32 + 0.5);
            let outer = libm::hypotf(across, down - 44.0) / 16.5;
            let inner = libm::hypotf(across, down - 38.0) / 17.0;
            if outer > 1.0 || inner < 1.0 {
                continue;
            }
            let tip = across.abs() > 13.6;
            let bruise = libm::sinf(across * 1.7) * libm::sinf(down * 2.3 + across) > 0.86;
            let light = 0.98 - (outer * outer) * 0.34 + if inner < 1.1 { -0.08 } else { 0.0 };
            picture.dot(x, y, if tip || bruise { WALNUT.at(0.42) } else { AMBER.at(light) });
        }
    }
    picture.standing(LEATHER.flat(0))
}
