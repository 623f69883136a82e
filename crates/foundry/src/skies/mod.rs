//! Skies: panoramas of the space outside of the hull.
//!
//! A level names one of them.

pub(crate) mod limb;
pub(crate) mod moon;
pub(crate) mod nebula;
pub(crate) mod space;
pub(crate) mod sun;
pub(crate) mod wreck;

use crate::{
    tools::job::Job,
    tools::picture::{Drawing, drawn},
};

/// The skies, 2048x1024 and shining.
const SKIES: &[Drawing] =
    &[("nebula", nebula::sky), ("limb", limb::sky), ("sun", sun::sky), ("moon", moon::sky), ("wreck", wreck::sky)];

/// Returns the jobs that make this module's files.
pub(crate) fn jobs() -> Vec<Job> {
    drawn("skies", SKIES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::palette::SHINING;

    #[test]
    fn skies_are_luminous_and_seamless() {
        for (name, draw) in SKIES {
            let sky = draw();
            assert!(sky.alphas().all(|alpha| alpha == SHINING), "{name}");
            let pixels = sky.pixels();
            let step = |one: i32, other: i32| -> u32 {
                let at = |x: i32, y: i32| &pixels[((y * sky.width() + x) * 4) as usize..][..3];
                let rows = (0..sky.height()).flat_map(|y| at(one, y).iter().zip(at(other, y)));
                rows.map(|(a, b)| u32::from(a.abs_diff(*b))).sum()
            };
            let within: u32 = (0..sky.width() - 1).map(|x| step(x, x + 1)).max().unwrap();
            assert!(step(sky.width() - 1, 0) <= within, "the seam of {name} is visible");
        }
    }
}
