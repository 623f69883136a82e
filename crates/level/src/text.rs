//! The text of a level: what stands in the RON file, before it is checked.

use crate::legend::{self, AirText, Base, Legend, Par};
use crate::things::ThingAt;
use crate::wiring::TriggerText;
use crate::{Level, TextError, check, layers, patrol, ron_text};
use serde::de::Visitor;
use serde::{Deserialize, Deserializer};
use std::fmt;

/// The largest file that is read, in bytes; it bounds everything that reading a level allocates.
pub const MAX_BYTES: usize = 4 << 20;

/// A level's file as serde reads it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LevelText<'a> {
    /// The deck's name.
    pub(crate) name: String,
    /// What a character of the map means where its own entry says nothing.
    #[serde(default)]
    pub(crate) base: Base,
    /// What each character means.
    #[serde(deserialize_with = "legend::read")]
    pub(crate) legend: Legend,
    /// The walls, doors and things.
    #[serde(borrow)]
    pub(crate) map: Vec<Row<'a>>,
    /// Floors and ceilings, where the map's characters do not say them.
    #[serde(borrow, default)]
    pub(crate) floors: Vec<Row<'a>>,
    /// Lights, where the map's characters do not say them.
    #[serde(borrow, default)]
    pub(crate) lights: Vec<Row<'a>>,
    /// Single things, and more about those that the map draws.
    #[serde(default)]
    pub(crate) things: Vec<ThingAt>,
    /// What somebody sets off, and what comes of it.
    #[serde(borrow, default)]
    pub(crate) triggers: Vec<TriggerText<'a>>,
    /// The fog.
    #[serde(default)]
    pub(crate) air: AirText,
    /// How long a good player takes, in seconds.
    #[serde(default)]
    pub(crate) par: Option<Par>,
}

/// A row of a layer. It borrows from the file's text, so a cell's line and column can be told from its address.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a>(pub(crate) &'a str);

impl<'de: 'a, 'a> Deserialize<'de> for Row<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RowVisitor;
        impl<'de> Visitor<'de> for RowVisitor {
            type Value = Row<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a row of the map in quotes, without a backslash")
            }

            fn visit_borrowed_str<E>(self, row: &'de str) -> Result<Row<'de>, E> {
                Ok(Row(row))
            }
        }
        deserializer.deserialize_str(RowVisitor)
    }
}

impl Level {
    /// Reads a level from the bytes of its file; `file` is what messages call it.
    ///
    /// # Errors
    /// The first mistakes, each with line and column.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Level, TextError> {
        let source = ron_text::decode(file, bytes, MAX_BYTES)?;
        let text: LevelText = ron_text::parse(file, source)?;
        let (mut level, mut mistakes) = layers::build(&text, source);
        // A map whose rows do not fit together or whose characters are not known has no cells to check.
        if level.cells.len() == level.width * level.height {
            mistakes.extend(check::check(&level, |x, y| layers::place(source, text.map[y], x)));
            check::turn(&mut level);
            // Where patrols lead is certain only on a map that is sound otherwise.
            if mistakes.is_empty() {
                mistakes = patrol::check(&level, |x, y| layers::place(source, text.map[y], x));
            }
        }
        if mistakes.is_empty() { Ok(level) } else { Err(TextError::new(file, mistakes)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const DECK: &str = include_str!("../../../levels/deck1.ron");
    const LEGEND: &str = r#"{
        '#': (wall: "hull", overlay: "sign"), '.': (), '@': (thing: Player), 'a': (pickup: "clip", skill: 2), 'k': (prop: "crate"), 'c': (climate: "reactor"),
        'L': (wall: "hull", lift: "on"), '+': (door: "door"), '%': (door: "hatch", hang: Swinging), 'W': (window: "glass"),
        'G': (grating: "bars"), 'P': (pillar: "hull"), 'D': (diagonal: "hull"), 'B': (push: "hull"), 'o': (lamp: ()),
        'z': (monster: "shambler", ambush: true), 'p': (monster: "crawler", patrol: true, facing: 90),
        '>': (turn: 0), 'v': (turn: 90), '<': (turn: 180), '^': (turn: 270),
    }"#;

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            let _ = Level::read("any", &bytes);
        }

        #[test]
        fn a_deck_with_some_bytes_changed_is_read_or_refused_at_a_place_in_it(
            changes in proptest::collection::vec((0..DECK.len(), any::<u8>()), 1..6),
        ) {
            let mut bytes = DECK.as_bytes().to_vec();
            for (at, byte) in changes {
                bytes[at] = byte;
            }
            if let Err(error) = Level::read("deck", &bytes) {
                let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() + 1;
                prop_assert!(!error.mistakes.is_empty());
                prop_assert!(error.mistakes.iter().all(|mistake| (1..=lines).contains(&mistake.line)), "{}", error);
            }
        }

        #[test]
        fn a_deck_that_ends_early_is_refused(end in 0..DECK.len() - 2) {
            prop_assert!(Level::read("deck", &DECK.as_bytes()[..end]).is_err());
        }

        #[test]
        fn any_map_of_known_characters_is_read_or_refused(
            inner in (3_usize..9).prop_flat_map(|width| {
                let cell = proptest::sample::select("###...+%WGPDBozLapkc>v<^".chars().collect::<Vec<_>>());
                proptest::collection::vec(proptest::collection::vec(cell, width), 2..9)
            }),
        ) {
            let border = "#".repeat(inner[0].len() + 2);
            let mut rows = vec![border.clone()];
            rows.extend(inner.iter().map(|row| format!("#{}#", row.iter().collect::<String>())));
            rows.push(border);
            rows[1].replace_range(1..2, "@");
            let text = format!("(name: \"\", legend: {LEGEND}, map: {rows:?})");
            match Level::read("any", text.as_bytes()) {
                Ok(level) => {
                    prop_assert_eq!(level.cells.len(), level.width * level.height);
                    prop_assert_eq!((level.player.x, level.player.y), (1, 1));
                    let _ = level.warnings();
                }
                // Only what stands wrongly among its neighbours can be wrong with such a map.
                Err(error) => {
                    for mistake in error.mistakes {
                        let who = [
                            "a door needs", "a window or grating needs", "a diagonal needs", "a push-wall needs",
                            "the patrol of this crawler leads into a",
                        ];
                        prop_assert!(who.iter().any(|what| mistake.what.starts_with(what)), "{}", mistake.what);
                    }
                }
            }
        }
    }
}
