//! Limits for the weapons in hand: firing must move them visibly, and muzzle flashes must differ.

use crate::{
    measure::bar::{Bar, least, most},
    measure::figures::alike,
    measure::files::Image,
    measure::pictures::Pictures,
    tools::framed::Holds,
    tools::palette::SHINING,
    weapons,
    weapons::held::MOMENTS,
};

/// The images of a weapon: one at rest, and the frames of its firing animation.
struct Hand {
    name: &'static str,
    moments: Vec<Image>,
}

impl Hand {
    fn read(pictures: &Pictures, name: &'static str) -> Result<Self, String> {
        let moments = MOMENTS.iter().map(|moment| pictures.get(Holds::Sprites, &format!("{name}_{moment}")).cloned());
        Ok(Self { name, moments: moments.collect::<Result<_, _>>()? })
    }

    /// Returns the share of painted pixels, in percent, that differ between each image and the next; the first image
    /// follows the last.
    fn changes(&self) -> impl Iterator<Item = (f64, String)> {
        let pairs = self.moments.iter().zip(self.moments.iter().cycle().skip(1)).enumerate();
        pairs.map(|(moment, (one, two))| (100.0 * change(one, two), MOMENTS[moment].to_owned()))
    }

    /// Returns true if the weapon has a muzzle flash.
    fn flashes(&self) -> bool {
        self.moments[1].pixels.iter().filter(|pixel| shines(pixel)).count() > 200
    }
}

/// Returns all limits for the weapons among these images.
pub(super) fn bars(pictures: &Pictures) -> Result<Vec<Bar>, String> {
    let hands: Vec<Hand> = weapons::names().map(|name| Hand::read(pictures, name)).collect::<Result<_, _>>()?;
    let mut bars: Vec<Bar> = hands
        .iter()
        .map(|hand| {
            Bar::least(format!("{}: pixels that change with each frame, %", hand.name), 5.0, least(hand.changes()))
        })
        .collect();
    for hand in hands.iter().filter(|hand| hand.flashes()) {
        let others = hands.iter().filter(|other| other.name != hand.name && other.flashes());
        let same = others.map(|other| (alike(&hand.moments[1], &other.moments[1], shines), other.name.to_owned()));
        bars.push(Bar::most(format!("{}: flash overlap with another weapon", hand.name), 0.6, most(same)));
        let fade = alike(&hand.moments[1], &hand.moments[2], shines);
        bars.push(Bar::most(format!("{}: flash overlap with the next frame", hand.name), 0.75, (fade, String::new())));
    }
    Ok(bars)
}

fn shines(pixel: &[u8; 4]) -> bool {
    pixel[3] == SHINING
}

/// Returns the share of painted pixels of two images that differ.
fn change(one: &Image, two: &Image) -> f64 {
    let (mut others, mut painted) = (0.0, 0.0_f64);
    for (one, two) in one.pixels.iter().zip(&two.pixels) {
        if one[3] > 0 || two[3] > 0 {
            painted += 1.0;
            others += f64::from(u8::from(one != two));
        }
    }
    others / painted.max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn change_is_the_share_of_differing_pixels() {
        let row = |pixels: &str| {
            let pixel = |byte: u8| [byte, 0, 0, if byte == b'.' { 0 } else { 255 }];
            Image { width: pixels.len(), pixels: pixels.bytes().map(pixel).collect() }
        };
        let of = |one, two| change(&row(one), &row(two));
        assert!(of("aab.", "aab.").abs() < 1e-9 && (of("aab.", "aac.") - 1.0 / 3.0).abs() < 1e-9);
        assert!((of("a...", ".a..") - 1.0).abs() < 1e-9, "a moved pixel counts in both places");
    }
}
