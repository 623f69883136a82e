//! Reads a level: parses its text into a model and validates the model.

use crate::{
    check::{air, neighbours, patrol},
    model::level::{Level, MAX_STAIRS, MAX_TERMINALS},
    source::diagnostic::{Diagnostic, TextError},
    source::ron_text::{decode, parse},
    text::builder::Builder,
    text::level_text::{LevelText, MAX_BYTES},
};

impl Level {
    /// Reads a level from the bytes of its file. `file` is the name for messages.
    ///
    /// # Errors
    /// The first errors, each with line and column.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Level, TextError> {
        let source = decode(file, bytes, MAX_BYTES)?;
        let text: LevelText = parse(file, source)?;
        let (mut level, mut diagnostics) = build(&text, source);
        // If rows have different lengths or characters are unknown, there are no cells to check.
        if level.cells.len() == level.width * level.height {
            diagnostics.extend(neighbours::check(&level, |x, y| text.map[y].position(source, x)));
            neighbours::orient(&mut level);
            diagnostics.extend(air::fill(&mut level, |x, y| text.map[y].position(source, x)));
            // Patrols can only be followed on an otherwise valid map.
            if diagnostics.is_empty() {
                diagnostics = patrol::check(&level, |x, y| text.map[y].position(source, x));
            }
        }
        if diagnostics.is_empty() { Ok(level) } else { Err(TextError::new(file, diagnostics)) }
    }
}

/// Returns the level that the text describes and the errors. The level is complete only if there are no errors.
fn build(text: &LevelText, source: &str) -> (Level, Vec<Diagnostic>) {
    let mut builder = Builder::new(text, source);
    let (width, height) = (text.map.first().map_or(0, |row| row.text().chars().count()), text.map.len());
    let mut level = Level {
        fog: text.fog.fog(),
        sky: text.sky.0.clone(),
        par: text.par.map(|par| par.0),
        ..Level::empty(&text.name, width, height)
    };
    builder.sizes(&level);
    if builder.is_valid() {
        builder.map(&mut level);
        builder.floors(&mut level);
        builder.lights(&mut level);
        builder.things(&mut level);
        builder.player(&mut level);
        builder.count_lamps(&mut level);
        builder.check_max(level.terminals.len(), MAX_TERMINALS, "terminals");
        builder.check_max(level.stairs.len(), MAX_STAIRS, "walls with stairs");
        builder.arrivals(&mut level);
        builder.names(&mut level);
        builder.count_places(&mut level);
        builder.triggers(&mut level);
        builder.allowances(&mut level);
        builder.called(&mut level);
    }
    let diagnostics = builder.finish(&mut level);
    (level, diagnostics)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const DECK: &str = include_str!("../../../../levels/deck1.ron");
    const LEGEND: &str = r#"{
        '#': (wall: "hull", overlay: "sign"), '.': (), '@': (thing: Player), 'a': (pickup: "clip", skill: 2), 'k': (prop: "crate"), 'c': (climate: "reactor"),
        'L': (wall: "hull", lift: "on"), '+': (door: "door"), '%': (door: "hatch", hang: Swinging), 'W': (window: "glass"),
        'G': (grating: "bars"), 'J': (barrier: "barrier"), 'P': (pillar: "hull"), 'D': (diagonal: "hull"), 'B': (push: "hull"), 'o': (lamp: ()), 't': (table: ()), 'C': (wall: "hull", conduit: (optimum: 3)),
        'z': (monster: "shambler", ambush: true), 'p': (monster: "crawler", patrol: true, facing: 90),
        '>': (turn: 0), 'v': (turn: 90), '<': (turn: 180), '^': (turn: 270),
    }"#;

    proptest! {
        #[test]
        fn arbitrary_bytes_are_read_or_rejected(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            let _ = Level::read("any", &bytes);
        }

        #[test]
        fn damaged_decks_are_read_or_rejected_with_a_position(
            changes in proptest::collection::vec((0..DECK.len(), any::<u8>()), 1..6),
        ) {
            let mut bytes = DECK.as_bytes().to_vec();
            for (at, byte) in changes {
                bytes[at] = byte;
            }
            if let Err(error) = Level::read("deck", &bytes) {
                let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() + 1;
                prop_assert!(!error.diagnostics.is_empty());
                prop_assert!(error.diagnostics.iter().all(|diagnostic| (1..=lines).contains(&diagnostic.line)), "{}", error);
            }
        }

        #[test]
        fn truncated_decks_are_rejected(end in 0..DECK.len() - 2) {
            prop_assert!(Level::read("deck", &DECK.as_bytes()[..end]).is_err());
        }

        #[test]
        fn maps_of_known_characters_are_read_or_rejected(
            inner in (3_usize..9).prop_flat_map(|width| {
                let cell = proptest::sample::select("###...+%WGPDBozLapkctC>v<^".chars().collect::<Vec<_>>());
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
                    let _ = level.findings(&crate::proof::game_data::GameData::default());
                }
                // The only possible errors in these maps are violated neighbour rules and patrols that end.
                Err(error) => {
                    for diagnostic in error.diagnostics {
                        let expected = [
                            "a door needs", "a window, grating or barrier needs", "a diagonal needs", "a push-wall needs",
                            "the patrol of this crawler leads into a",
                        ];
                        prop_assert!(expected.iter().any(|what| diagnostic.what.starts_with(what)), "{}", diagnostic.what);
                    }
                }
            }
        }
    }
}
