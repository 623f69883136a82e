//! Shared helpers of the tests: small decks as text, and sessions with them.

use engine::Rules;
use level::Level;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use text_mode::{Alone, Decks, Setting, Style, Talk, Tongue};
use unicode_segmentation::UnicodeSegmentation;

/// The legend of the test maps.
const LEGEND: &str = r#"
    '#': (wall: "hull"), '.': (), '+': (door: "door"), 'L': (wall: "lift_switch", lift: "lift_switch_on"),
    '@': (thing: Player), 'z': (monster: "shambler", facing: 180), 'Z': (monster: "shambler"), 'c': (monster: "crawler"),
    'a': (pickup: "clip"), 'h': (pickup: "medkit"), 'k': (thing: Key(A)), 'X': (door: "door", lock: A),
    'W': (window: "glass"), 'P': (pillar: "stone"), 'D': (diagonal: "hull"), 'B': (push: "hull"), 'C': (prop: "crate"),
    'S': (pickup: "shotgun"), 'O': (prop: "barrel"), 'T': (table: (level: 1)), 'J': (wall: "hull", conduit: (optimum: 2, seed: 4)), 'b': (monster: "bloater", facing: 180),
    'f': (monster: "fox", facing: 180), 'R': (pickup: "ration"),
"#;

/// Returns a deck with this map.
pub(crate) fn deck(map: &str) -> Decks {
    let rows: Vec<String> = map.split_whitespace().map(|row| format!("{row:?},")).collect();
    let text = format!("(name: \"Test\", legend: {{{LEGEND}}}, map: [{}])", rows.concat());
    let level = Level::read("test.ron", text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    Decks::of_level("test.ron", Arc::new(level))
}

/// Returns the setting of a game on these decks: skill 2, seed 1.
pub(crate) fn setting(decks: Decks, style: Style) -> Setting {
    let rules = Arc::new(Rules::standard());
    Setting {
        decks,
        rules,
        style,
        skill: 2,
        seed: Some(1),
        tongue: Tongue::default(),
        language: None,
        own_levels: None,
    }
}

/// Begins a session on a deck with this map.
pub(crate) fn talk(map: &str, style: Style) -> Talk {
    Talk::begin(setting(deck(map), style), Alone::default()).expect("no save is loaded")
}

/// Returns the game folder.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the last line of a reply: the next number.
pub(crate) fn next(reply: &str) -> &str {
    reply.lines().last().expect("a reply has lines")
}

/// Returns the number of perceived characters in a reply.
pub(crate) fn length(reply: &str) -> usize {
    reply.graphemes(true).count()
}

/// Sends commands with the next number.
pub(crate) fn say(talk: &mut Talk, number: &mut String, words: &str) -> String {
    let reply = talk.answer(format!("{number} {words}").as_bytes());
    *number = next(&reply).to_owned();
    reply
}

/// Sends each of these messages. Returns the last reply.
pub(crate) fn all(talk: &mut Talk, messages: &[&str]) -> String {
    let mut number = talk.answer(b"").lines().last().expect("a reply has lines").to_owned();
    let replies = messages.iter().map(|words| say(talk, &mut number, words));
    replies.last().expect("there is a message")
}
