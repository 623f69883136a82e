//! Animated textures: `screen@2.png`, `screen@3.png` and so on follow `screen.png`, and then the animation repeats.

use bevy::prelude::*;
use engine::ticks;
use raycast::TextureId;

/// The duration of each frame of an animation, in ticks: six frames per second.
const PICTURE_TICKS: u64 = ticks(1.0 / 6.0) as u64;

/// An animated texture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AnimatedTexture {
    /// The texture, as cells refer to it.
    pub(crate) shown: TextureId,
    /// Its frames, in order.
    pub(crate) frames: Vec<TextureId>,
}

impl AnimatedTexture {
    /// Returns the frame at a tick.
    pub(crate) fn at(&self, tick: u64) -> TextureId {
        self.frames[(tick / PICTURE_TICKS) as usize % self.frames.len()]
    }
}

/// The animated textures of a level.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct AnimatedTextures(pub(crate) Vec<AnimatedTexture>);

/// Returns the texture to which the frame of this name belongs and the number of the frame, unless it is the first
/// frame.
pub(crate) fn follower(name: &str) -> Option<(&str, usize)> {
    let (first, number) = name.rsplit_once('@')?;
    Some((first, number.parse().ok().filter(|&number| number >= 2)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn animation_shows_six_frames_per_second_and_repeats() {
        let reel = AnimatedTexture { shown: TextureId(9), frames: [4, 5, 6].map(TextureId).to_vec() };
        let seen = [0, 19, 20, 40, 59, 60, 120].map(|tick| reel.at(tick).0);
        assert_eq!(seen, [4, 4, 5, 6, 6, 4, 4]);
        assert_eq!(reel.at(u64::MAX), reel.at(u64::MAX - 1));
    }

    #[test]
    fn only_numbers_from_two_mark_a_later_frame() {
        assert_eq!(follower("screen@2"), Some(("screen", 2)));
        assert_eq!(follower("a@b@12"), Some(("a@b", 12)));
        for name in ["screen", "screen@", "screen@1", "screen@x", "screen@-3"] {
            assert_eq!(follower(name), None, "{name}");
        }
    }
}
