//! The weapons in the player's hands, at the lower edge of the screen.
//!
//! Projectiles and weapon pickups are in `sprites`.

pub(crate) mod flamer;
pub(crate) mod held;
pub(crate) mod launcher;
pub(crate) mod nailgun;
pub(crate) mod patcher;
pub(crate) mod pistol;
pub(crate) mod ration;
pub(crate) mod shotgun;
pub(crate) mod wrench;

use crate::{
    tools::canvas::Canvas, tools::framed::Holds, tools::job::Job, tools::picture::frame, weapons::held::MOMENTS,
};

/// Sheet of the weapons.
const SHEET: &str = "weapons";

/// Draws a weapon in one of the [`MOMENTS`], by its index.
type Draw = fn(usize) -> Canvas;

/// The weapons in the player's hands.
const HANDS: &[(&str, Draw)] = &[
    ("wrench", wrench::drawn),
    ("pistol", pistol::drawn),
    ("shotgun", shotgun::drawn),
    ("nailgun", nailgun::drawn),
    ("flamer", flamer::drawn),
    ("patcher", patcher::drawn),
    ("ration", ration::drawn),
    ("launcher", launcher::drawn),
];

/// Names of all weapons.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    HANDS.iter().map(|(weapon, _)| *weapon)
}

/// Returns the jobs that make this module's sheet.
pub(crate) fn jobs() -> Vec<Job> {
    let moments = HANDS.iter().flat_map(|(weapon, draw)| {
        let named = MOMENTS.iter().enumerate();
        named.map(move |(moment, name)| (format!("{weapon}_{name}"), move || draw(moment)))
    });
    moments.map(|(name, draw)| frame(Holds::Sprites, SHEET, name, draw)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{tools::palette::SHINING, weapons::held::SIZE};

    #[test]
    fn weapons_touch_the_lower_edge_and_their_shots_glow() {
        for (weapon, draw) in HANDS {
            let drawn: Vec<Canvas> = (0..MOMENTS.len()).map(draw).collect();
            for (moment, canvas) in MOMENTS.iter().zip(&drawn) {
                assert_eq!((canvas.width(), canvas.height()), SIZE, "{weapon}_{moment}");
                assert!(canvas.alphas().all(|alpha| matches!(alpha, 0 | SHINING..)), "{weapon}_{moment}");
                assert!((0..SIZE.0).any(|x| canvas.ink(x, SIZE.1 - 1).is_some()), "{weapon}_{moment} floats");
            }
            let [resting, shot] = [0, 1].map(|moment: usize| drawn[moment].alphas().filter(|a| *a == SHINING).count());
            assert!(shot > resting + 200 || matches!(*weapon, "wrench" | "ration"), "{weapon} fires without a flash");
        }
    }
}
