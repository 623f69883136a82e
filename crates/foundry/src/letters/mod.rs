//! The game's pixel font: its letters, the font file, and drawing text on images. It does not know which texts are
//! drawn where.

pub(crate) mod accents;
pub(crate) mod alphabet;
pub(crate) mod cyrillic;
pub(crate) mod font;
pub(crate) mod glyph;
pub(crate) mod glyphs;
pub(crate) mod greek;
pub(crate) mod lettering;

use crate::{tools::job::Job, tools::store::Made};

/// Returns the jobs that make this module's files.
pub(crate) fn jobs() -> Vec<Job> {
    vec![Box::new(|| Ok(vec![Made { path: "fonts/hullbreach.ttf".to_owned(), bytes: font::truetype()? }.into()]))]
}
