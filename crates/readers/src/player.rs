//! Readers of the small files of a player: settings, and names.

// A part of the game, which is a program and therefore cannot be linked.
#[path = "../../game/src/files/unknown_keys.rs"]
mod unknown_keys;

use self::unknown_keys::{with_changes, with_unknown};
use crate::oracle::checked;
use level::read_ron;
use serde::de::IgnoredAny;
use std::collections::BTreeSet;

/// Maximum size, as of most of these files.
const MAX_BYTES: usize = 1 << 16;

/// Settings that are written over an input.
const OURS: &str = "(volumes: (all: 5, music: 7), skill: 3, bindings: {\"Fire\": [\"F\"]}, mono: true)";
const KNOWN: &str = "(volumes: (all: 9, music: 7), skill: 3, bindings: {\"Fire\": [\"G\"]})";

/// Merges settings with an input. Settings that can be read remain so.
pub(crate) fn settings(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let merged = [with_unknown(OURS, text), with_changes(OURS, KNOWN, text)];
    if is_readable(text) && text.trim_start().starts_with('(') {
        for merged in merged {
            assert!(is_readable(&merged), "settings must remain readable: {merged}");
        }
    }
}

fn is_readable(text: &str) -> bool {
    checked(read_ron::<IgnoredAny>("settings.ron", text.as_bytes(), MAX_BYTES)).is_some()
}

pub(crate) fn settings_files() -> Vec<Vec<u8>> {
    let texts = [
        OURS,
        "(view: (bob: 40, wings: \"x\"), // why\n skill: 3, volumes: (all: 5, new: ['a']), more: Some((1, 2)), fall: 4)",
        "(bindings: {\"Fire\": [\"F\", \"Mouse left\"]}, /* note */ screen: (rows: 200, scaling: Fill))",
    ];
    texts.map(|text| text.as_bytes().to_vec()).into()
}

/// Reads a list of names, such as those of decks that were reached.
pub(crate) fn names(bytes: &[u8]) {
    checked(read_ron::<BTreeSet<String>>("names.ron", bytes, MAX_BYTES));
}

pub(crate) fn name_lists() -> Vec<Vec<u8>> {
    vec![b"[\"holds\", \"labyrinth a\", r#\"a \"b\" c\"#, \"\\u{e9}\\n\"]".to_vec()]
}
