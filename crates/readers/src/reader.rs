//! The table.

use crate::{assets, lines, maps, player, rules, runs, seeds::path};
use std::{fs, path::PathBuf};

/// A reader.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    /// Name of its fuzz target.
    pub name: &'static str,
    /// Reads any bytes. It panics only if there is a bug.
    pub read: fn(&[u8]),
    /// Returns valid inputs.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All readers in alphabetical order.
pub const READERS: &[Reader] = &[
    Reader { name: "archives", read: assets::archive, seeds: assets::archives },
    Reader { name: "boards", read: lines::board, seeds: lines::boards },
    Reader { name: "campaigns", read: rules::campaign, seeds: rules::campaigns },
    Reader { name: "catalogues", read: assets::catalogue, seeds: assets::catalogues },
    Reader { name: "codes", read: lines::code, seeds: lines::codes },
    Reader { name: "console", read: lines::console, seeds: lines::console_lines },
    Reader { name: "demos", read: runs::demo, seeds: runs::demos },
    Reader { name: "dice", read: rules::formula, seeds: rules::formulas },
    Reader { name: "filters", read: rules::filter, seeds: rules::filters },
    Reader { name: "fonts", read: assets::font, seeds: assets::fonts },
    Reader { name: "levels", read: maps::level, seeds: maps::levels },
    Reader { name: "mods", read: assets::unpacked, seeds: assets::mods },
    Reader { name: "names", read: player::names, seeds: player::name_lists },
    Reader { name: "pictures", read: assets::picture, seeds: assets::pictures },
    Reader { name: "pipelines", read: maps::pipeline, seeds: maps::pipelines },
    Reader { name: "requests", read: lines::request, seeds: lines::requests },
    Reader { name: "rooms", read: maps::rooms, seeds: maps::room_files },
    Reader { name: "rules", read: rules::rules, seeds: rules::rules_files },
    Reader { name: "saves", read: runs::save, seeds: runs::saves },
    Reader { name: "scores", read: assets::score, seeds: assets::scores },
    Reader { name: "scripts", read: rules::script, seeds: rules::scripts },
    Reader { name: "settings", read: player::settings, seeds: player::settings_files },
    Reader { name: "sheets", read: assets::sheet, seeds: assets::sheets },
    Reader { name: "snapshots", read: runs::snapshot, seeds: runs::snapshots },
    Reader { name: "sounds", read: assets::sound, seeds: assets::sounds },
    Reader { name: "tables", read: rules::table, seeds: rules::tables },
    Reader { name: "tiled_maps", read: maps::tiled, seeds: maps::tiled_maps },
    Reader { name: "uniforms", read: assets::uniforms, seeds: assets::uniforms_files },
    Reader { name: "wolf_games", read: maps::wolf_game, seeds: maps::wolf_games },
    Reader { name: "wolf_maps", read: maps::wolf, seeds: maps::wolf_files },
    Reader { name: "words", read: lines::words, seeds: lines::conversations },
];

impl Reader {
    /// Returns the folder of the inputs that were found to break the reader, and are fixed.
    pub fn found(&self) -> PathBuf {
        path("fuzz/found").join(self.name)
    }

    /// Returns the folder in which fuzzing collects inputs.
    pub fn corpus(&self) -> PathBuf {
        path("fuzz/corpus").join(self.name)
    }

    /// Writes the valid inputs into the folder in which fuzzing collects inputs.
    ///
    /// # Panics
    /// If they cannot be written.
    pub fn write_seeds(&self) {
        fs::create_dir_all(self.corpus()).expect("a folder below the repository");
        for (number, bytes) in (self.seeds)().into_iter().enumerate() {
            fs::write(self.corpus().join(format!("seed{number}")), bytes).expect("a writable folder");
        }
    }
}

/// Returns the reader of a fuzz target. A target evaluates this as a constant, so that its program contains no other
/// reader.
///
/// # Panics
/// If there is none. A target with a wrong name does not compile.
pub const fn named(name: &str) -> Reader {
    let mut index = 0;
    while index < READERS.len() {
        if is_same(READERS[index].name.as_bytes(), name.as_bytes()) {
            return READERS[index];
        }
        index += 1;
    }
    panic!("no reader has this name");
}

/// Compares texts in constants.
const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}
