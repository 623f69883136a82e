//! The letters of the game's own pixel font, the font file, and writing on pictures.
//!
//! Here lives whatever knows how a letter looks. What is written where does not.

pub(crate) mod accents;
pub(crate) mod alphabet;
pub(crate) mod cyrillic;
pub(crate) mod font;
pub(crate) mod glyph;
pub(crate) mod glyphs;
pub(crate) mod greek;
pub(crate) mod lettering;

use crate::{tools::job::Job, tools::store::Made};

/// What makes the files of this room.
pub(crate) fn jobs() -> Vec<Job> {
    vec![Box::new(|| Ok(vec![Made { path: "fonts/hullbreach.ttf".to_owned(), bytes: font::truetype()? }.into()]))]
}
