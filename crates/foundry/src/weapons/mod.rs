//! The weapons in the player's hands.
//!
//! Here lives what is seen at the lower edge of the picture. What they throw, and how they lie on the deck, does not.

mod flamer;
mod held;
mod launcher;
mod nailgun;
mod patcher;
mod pistol;
mod ration;
mod shotgun;
mod wrench;

use crate::tools::canvas::Canvas;
use crate::tools::job::Job;
use crate::tools::picture::picture;
use held::MOMENTS;

/// The weapons in the player's hands, each in all [`MOMENTS`].
const HANDS: &[(&str, [fn() -> Canvas; MOMENTS.len()])] = &[
    ("wrench", [wrench::idle, wrench::fire1, wrench::fire2, wrench::fire3]),
    ("pistol", [pistol::idle, pistol::fire1, pistol::fire2, pistol::fire3]),
    ("shotgun", [shotgun::idle, shotgun::fire1, shotgun::fire2, shotgun::fire3]),
    ("nailgun", [nailgun::idle, nailgun::fire1, nailgun::fire2, nailgun::fire3]),
    ("flamer", [flamer::idle, flamer::fire1, flamer::fire2, flamer::fire3]),
    ("patcher", [patcher::idle, patcher::fire1, patcher::fire2, patcher::fire3]),
    ("ration", [ration::idle, ration::fire1, ration::fire2, ration::fire3]),
    ("launcher", [launcher::idle, launcher::fire1, launcher::fire2, launcher::fire3]),
];

/// What makes the files of this room.
pub(crate) fn jobs() -> Vec<Job> {
    let moments = HANDS.iter().flat_map(|(weapon, drawings)| {
        MOMENTS.iter().zip(drawings).map(move |(moment, draw)| (format!("sprites/{weapon}_{moment}.png"), draw))
    });
    moments.map(|(path, draw)| picture(path, draw)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::palette::SHINING;
    use held::SIZE;

    #[test]
    fn weapons_reach_the_lower_edge_in_every_moment_and_their_shots_shine() {
        for (weapon, drawings) in HANDS {
            let drawn: Vec<Canvas> = drawings.iter().map(|draw| draw()).collect();
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
