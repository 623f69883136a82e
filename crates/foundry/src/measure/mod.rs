//! Quality measurements of images and sounds, with limits. The module reads the files in the assets folder, and does
//! not know how they are generated.

pub(crate) mod bar;
pub(crate) mod decks;
pub(crate) mod figures;
pub(crate) mod files;
pub(crate) mod hearing;
pub(crate) mod music;
pub(crate) mod pictures;
pub(crate) mod rooms;
pub(crate) mod spectrum;
pub(crate) mod themes;
pub(crate) mod weapons;

use crate::{measure::bar::Bar, measure::pictures::Pictures};
use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write},
    path::Path,
};

/// Result of a comparison with the stored values.
pub(crate) struct Verdict {
    /// All limits are met.
    pub(crate) holds: bool,
    /// Messages about values that have got worse.
    pub(crate) behind: Vec<String>,
}

/// Measures the files in the assets folder, the views of decks in another folder, and optionally the music. Prints the
/// values, and compares them with those stored in a file.
pub(crate) fn measure(
    assets: &Path,
    views: Option<&Path>,
    music: bool,
    json: bool,
    not_worse: Option<&Path>,
) -> Result<Verdict, String> {
    let pictures = Pictures::read(assets)?;
    let figures = figures::all(&pictures)?;
    let mut bars = figures::bars(&figures);
    bars.extend(weapons::bars(&pictures)?);
    if let Some(views) = views {
        bars.extend(decks::bars(views, &pictures, &figures)?);
    }
    bars.extend(hearing::bars(assets)?);
    if music {
        bars.extend(music::bars(assets)?);
    }
    let before = not_worse.map(kept).transpose()?.unwrap_or_default();
    let text = if json { as_json(&bars)? } else { as_lines(&bars) };
    io::stdout().write_all(text.as_bytes()).map_err(|error| format!("cannot print the figures: {error}"))?;
    Ok(Verdict { holds: bars.iter().all(Bar::holds), behind: bar::fallen_behind(&bars, &before) })
}

/// Returns the stored values.
fn kept(path: &Path) -> Result<BTreeMap<String, f64>, String> {
    let wrong =
        |what: &dyn std::fmt::Display| format!("{}: {what}; --measure --json prints such a file", path.display());
    let text = fs::read_to_string(path).map_err(|error| wrong(&error))?;
    serde_json::from_str(&text).map_err(|error| wrong(&error))
}

fn as_json(bars: &[Bar]) -> Result<String, String> {
    serde_json::to_string_pretty(&bar::figures(bars)).map(|text| text + "\n").map_err(|error| error.to_string())
}

fn as_lines(bars: &[Bar]) -> String {
    let hold = bars.iter().filter(|bar| bar.holds()).count();
    let lines = bars.iter().map(|bar| bar.line() + "\n");
    lines.chain([format!("{hold} of {} limits are met\n", bars.len())]).collect()
}
