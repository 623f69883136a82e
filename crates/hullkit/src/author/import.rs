//! `hullkit import`: converts files of other programs to levels.

pub(crate) mod retro_rampage;
pub(crate) mod wolf;

use crate::{
    author::check::warn,
    author::import::retro_rampage::Imported,
    command_line::failure::{Failure, read, read_text, say},
    command_line::file_kind::FileKind,
    command_line::known::read_known,
    command_line::output::{Force, Outputs, write},
};
use clap::{Args, Subcommand};
use level::{GameData, Level, MAX_BYTES, TextError};
use std::path::{Path, PathBuf};

/// Converts files of other programs to levels.
#[derive(Args)]
pub(crate) struct Import {
    #[command(subcommand)]
    from: From,
}

#[derive(Subcommand)]
enum From {
    RetroRampage(RetroRampage),
    Tiled(Tiled),
    Wolf(wolf::Wolf),
}

/// Converts a file of the tutorial game Retro Rampage to levels.
///
/// The file contains one level or a list of them. For a list of several, numbers from 1 are added to the name of the
/// output file: deck.ron becomes deck1.ron, deck2.ron and so on.
#[derive(Args)]
struct RetroRampage {
    /// The file with the other game's levels.
    #[arg(value_name = "FILE.json")]
    file: PathBuf,
    /// The level file to write.
    #[arg(long, value_name = "LEVEL.ron")]
    out: PathBuf,
    #[command(flatten)]
    force: Force,
}

/// Converts a map of the Tiled editor, such as `hullkit export tiled` writes, to a level.
///
/// Parts of the map that a level cannot contain are reported and left out. External tilesets must be in the map's
/// folder.
#[derive(Args)]
struct Tiled {
    /// The map file.
    #[arg(value_name = "FILE.tmx")]
    file: PathBuf,
    /// The level file to write.
    #[arg(long, value_name = "LEVEL.ron")]
    out: PathBuf,
    #[command(flatten)]
    force: Force,
}

impl Import {
    /// Reads, converts and writes.
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self.from {
            From::RetroRampage(import) => import.run(),
            From::Tiled(import) => import.run(),
            From::Wolf(import) => import.run(),
        }
    }
}

impl RetroRampage {
    /// Writes all levels of the file, or none if one of them is invalid.
    fn run(self) -> Result<(), Failure> {
        let outputs = Outputs::beside([self.file.as_path()], self.force);
        outputs.check_apart(&self.out)?;
        let file = self.file.display();
        let bytes = read_text(&self.file)?;
        if bytes.len() > MAX_BYTES {
            return Err(Failure::data(format!("{file}: a file may have at most {MAX_BYTES} bytes")));
        }
        let sources = retro_rampage::parse(&bytes).map_err(|error| Failure::data(format!("{file}:{error}")))?;
        let title = self.file.file_stem().unwrap_or_default().to_string_lossy();
        let one = sources.len() == 1;
        let mut levels = Vec::new();
        for (number, source) in (1..).zip(&sources) {
            let title = if one { title.to_string() } else { format!("{title} {number}") };
            let wrong = |error| Failure::data(format!("{file}: level {number}: {error}"));
            let imported = source.import(&title).map_err(wrong)?;
            let level = Level::read("", imported.text.as_bytes()).map_err(|error| wrong(place(&error, &imported)))?;
            for note in &imported.notes {
                eprintln!("{file}: level {number}: note: {note}");
            }
            levels.push((if one { self.out.clone() } else { numbered(&self.out, number) }, level, imported));
        }
        for (out, ..) in &levels {
            if one { outputs.check(out, FileKind::Level) } else { outputs.check_unnamed(out) }?;
        }
        for (out, level, imported) in levels {
            write(&out, &imported.text)?;
            warn(&out, &level.findings(&GameData::default()));
            let out = out.display();
            say(&format!("{out}: {:?} ({} by {} cells), {}", level.name, level.width, level.height, imported.things))?;
        }
        Ok(())
    }
}

impl Tiled {
    fn run(self) -> Result<(), Failure> {
        let outputs = Outputs::beside([self.file.as_path()], self.force);
        outputs.check(&self.out, FileKind::Level)?;
        let file = self.file.display().to_string();
        let beside = |name: &str| read(&self.file.with_file_name(name)).map_err(|failure| failure.message);
        let absolute = std::path::absolute(&self.file).map_err(|error| Failure::file(&self.file, "found", error))?;
        let folder = absolute.parent().unwrap_or(&absolute).to_string_lossy();
        let map = tiled_map::import_in(&folder, &file, &read(&self.file)?, beside).map_err(Failure::data)?;
        for note in &map.notes {
            eprintln!("{file}: note: {note}");
        }
        let level = map.level;
        let text = level.write().map_err(|what| Failure::data(format!("{file}: {what}")))?;
        outputs.write(&self.out, FileKind::Level, text)?;
        warn(&self.out, &level.findings(&read_known()?.game_data));
        say(&format!("{}: {:?} ({} by {} cells)", self.out.display(), level.name, level.width, level.height))
    }
}

/// Returns the first error of an imported level, at its cell in the other game's file.
fn place(error: &TextError, imported: &Imported) -> String {
    let Some(diagnostic) = error.diagnostics.first() else { return error.to_string() };
    match imported.cell_at(diagnostic.line, diagnostic.column) {
        Some((x, y)) => format!("({x}, {y}): {}", diagnostic.what),
        None => diagnostic.what.clone(),
    }
}

/// Returns a file name with a number before its extension.
pub(crate) fn numbered(path: &Path, number: usize) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(number.to_string());
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}
