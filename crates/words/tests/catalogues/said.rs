//! All that is said in the game, by the file that says it.

use crate::{data, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The words by the file that says them.
pub(crate) type Said = BTreeMap<String, BTreeSet<String>>;

/// The letters, signs and blanks that a sentence must have outside its gaps: with fewer it only joins what was said elsewhere.
const LEAST: usize = 3;

/// Sentences that are put together of pieces, and by whom.
const PUT_TOGETHER: [(&str, &str); 6] = [
    ("crates/game/src/pages/bestiary_words.rs", "{one} and {other}"),
    ("crates/renderer/src/automap/guide.rs", "Key {key}"),
    ("crates/game/src/input/trigger.rs", "Ctrl"),
    ("crates/game/src/input/trigger.rs", "Shift"),
    ("crates/game/src/input/trigger.rs", "left stick"),
    ("crates/game/src/input/trigger.rs", "right stick"),
];

/// Words in our sources that mean the same to everybody, or that nobody reads.
const NOT_SAID: [&str; 22] = [
    "BTreeMap<String, Vec<String>>",
    "HULLBREACH",
    "Pad",
    "Num",
    "ship",
    "> {said} <",
    "light {1}",
    "screen {1}",
    "the map must have a start: add the content creator Start or Stairs",
    "a level must be at most {most} by {most} cells, got {width} by {height}",
    "Sel",
    "LB",
    "O2",
    // Directions, which each language has in the code.
    "NE",
    "SE",
    "SW",
    "NW",
    "NO",
    "SO",
    "{wanted}/{2}: {sentence}",
    "{1}: cannot be used: {error}",
    "{1} is none of the decks that are here",
];

/// All of it.
pub(crate) fn all(root: &Path) -> Said {
    let mut said = Said::new();
    sources::read(root, &mut said);
    data::read(root, &mut said);
    for (file, sentence) in PUT_TOGETHER {
        said.entry(file.to_owned()).or_default().insert(sentence.to_owned());
    }
    for words in said.values_mut() {
        words.retain(|word| !NOT_SAID.contains(&word.as_str()));
    }
    said.retain(|_, words| !words.is_empty());
    said
}

/// The pieces of a text that are said one by one, as a catalogue has them: `Time {}` is `Time {1}`.
pub(crate) fn pieces(text: &str) -> Vec<String> {
    let parts = text.split('\n').flat_map(|line| line.split("   ")).map(str::trim);
    parts.filter_map(sentence).collect()
}

/// A sentence with the names of its gaps; none if it has hardly anything but gaps.
fn sentence(text: &str) -> Option<String> {
    let (mut sentence, mut rest, mut outside, mut number) = (String::new(), text, 0, 0);
    while let Some((before, after)) = rest.split_once('{') {
        let (gap, after) = after.split_once('}')?;
        number += 1;
        let name = gap.split(':').next().unwrap_or_default();
        let name = if name.is_empty() { number.to_string() } else { name.to_owned() };
        outside += before.chars().count();
        sentence += &format!("{before}{{{name}}}");
        rest = after;
    }
    outside += rest.chars().count();
    sentence += rest;
    let has_letters = sentence.chars().any(char::is_alphabetic);
    (has_letters && (number == 0 || outside >= LEAST)).then_some(sentence)
}
