//! The command line.

use crate::skill::Skill;
use clap::Parser;
use std::path::PathBuf;

/// Hullbreach: find your way through a derelict starship, deck by deck, to the lift.
#[derive(Parser, Clone, Debug)]
#[command(name = "hullbreach", version)]
pub(crate) struct Arguments {
    /// Plays this level at once instead of the campaign.
    #[arg(value_name = "LEVEL.ron")]
    pub(crate) level: Option<PathBuf>,
    /// The seed of chance; without it every game is another.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// How hard it is, from 1 (easiest) to 4, instead of what was chosen on the title.
    #[arg(long, value_name = "1..4")]
    pub(crate) skill: Option<Skill>,
    /// A file of rules instead of the game's, such as assets/rules/classic.ron.
    #[arg(long, value_name = "FILE.ron")]
    pub(crate) rules: Option<PathBuf>,
    /// The size of the picture in pixels, which the window then enlarges by a whole number.
    #[arg(long, value_name = "WxH", default_value = "640x360")]
    pub(crate) size: FrameSize,
    /// Starts in full screen; Alt+Enter changes it at any time.
    #[arg(long)]
    pub(crate) fullscreen: bool,
    /// The file of the player's options, instead of hullbreach/settings.ron in his folder of configurations.
    #[arg(long, value_name = "FILE.ron")]
    pub(crate) settings: Option<PathBuf>,
    /// Plays no sound.
    #[arg(long)]
    pub(crate) mute: bool,
}

/// The size of the picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FrameSize {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// The smallest picture on which the menus can be read.
const SMALLEST: FrameSize = FrameSize { width: 320, height: 180 };
/// The largest one: 8K, as large as the textures of most graphics cards.
const LARGEST: FrameSize = FrameSize { width: 7680, height: 4320 };

impl std::str::FromStr for FrameSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (width, height) = text.split_once(['x', 'X']).ok_or("a size is written like 640x360")?;
        let side = |side: &str| side.parse::<u32>().map_err(|_| format!("'{side}' is not a number of pixels"));
        let size = FrameSize { width: side(width)?, height: side(height)? };
        let fits = (SMALLEST.width..=LARGEST.width).contains(&size.width)
            && (SMALLEST.height..=LARGEST.height).contains(&size.height);
        let limits = || {
            let (FrameSize { width: w, height: h }, FrameSize { width: x, height: y }) = (SMALLEST, LARGEST);
            format!("the size must lie between {w}x{h} and {x}x{y}")
        };
        fits.then_some(size).ok_or_else(limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_two_numbers_within_limits() {
        assert_eq!("640x360".parse(), Ok(FrameSize { width: 640, height: 360 }));
        for wrong in ["", "640", "640x", "x360", "640x-1", "640x360x2", "1x1", "99999x360", "640x99999999999"] {
            assert!(wrong.parse::<FrameSize>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_command_line_holds_together() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }
}
