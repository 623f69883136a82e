//! Animated textures: `screen@2.png`, `screen@3.png` and so on follow `screen.png`, and then it begins anew.

use bevy::prelude::*;
use engine::ticks;
use raycast::TextureId;

/// For how many ticks each picture is seen: six follow each other in a second.
const PICTURE_TICKS: u64 = ticks(1.0 / 6.0) as u64;

/// A texture that moves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AnimatedTexture {
    /// The texture, as cells name it.
    pub(crate) shown: TextureId,
    /// What it shows, one after the other.
    pub(crate) frames: Vec<TextureId>,
}

impl AnimatedTexture {
    /// What it shows at a tick.
    pub(crate) fn at(&self, tick: u64) -> TextureId {
        self.frames[(tick / PICTURE_TICKS) as usize % self.frames.len()]
    }
}

/// The textures of a level that move.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct AnimatedTextures(pub(crate) Vec<AnimatedTexture>);

/// The texture that the picture of this name belongs to, and its number in the animation, if it is not the first.
pub(crate) fn follower(name: &str) -> Option<(&str, usize)> {
    let (first, number) = name.rsplit_once('@')?;
    Some((first, number.parse().ok().filter(|&number| number >= 2)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_pictures_follow_each_other_in_a_second_and_begin_anew() {
        let reel = AnimatedTexture { shown: TextureId(9), frames: [4, 5, 6].map(TextureId).to_vec() };
        let seen = [0, 19, 20, 40, 59, 60, 120].map(|tick| reel.at(tick).0);
        assert_eq!(seen, [4, 4, 5, 6, 6, 4, 4]);
        assert_eq!(reel.at(u64::MAX), reel.at(u64::MAX - 1));
    }

    #[test]
    fn only_a_number_from_two_on_makes_a_follower() {
        assert_eq!(follower("screen@2"), Some(("screen", 2)));
        assert_eq!(follower("a@b@12"), Some(("a@b", 12)));
        for name in ["screen", "screen@", "screen@1", "screen@x", "screen@-3"] {
            assert_eq!(follower(name), None, "{name}");
        }
    }
}
