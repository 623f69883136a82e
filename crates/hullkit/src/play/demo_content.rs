//! Stores the levels and rules of demos next to them.

use crate::command_line::failure::{Failure, need_game_files};
use content::{DemoContent, GivenRules, read_rule_files};
use engine::Head;
use level::Level;
use ports::write_whole;
use std::{
    io::{Cursor, Write},
    path::Path,
};
use zip::{ZipWriter, write::SimpleFileOptions};

/// Stores the level and the rules of a demo, unless they are there. `file` is the rules file that replaced the game's,
/// if any.
pub(crate) fn store(content: &DemoContent, head: &Head, level: &Level, file: Option<&Path>) -> Result<(), Failure> {
    let path = content.level_archive(head);
    if !path.exists() {
        let text = level.write().map_err(|what| Failure::data(format!("{}: {what}", head.level)))?;
        write_archive(&path, [(DemoContent::LEVEL, text.as_bytes())])?;
    }
    let path = content.rules_archive(head);
    if !path.exists() {
        let given = file.map(GivenRules::read).transpose()?;
        let files = read_rule_files(&need_game_files()?, given.as_ref())?;
        write_archive(&path, files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())))?;
    }
    Ok(())
}

/// Writes a zip archive of these files. The same files give the same bytes.
fn write_archive<'a>(path: &Path, files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Result<(), Failure> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let written = files.into_iter().try_for_each(|(name, bytes)| {
        zip.start_file(name, SimpleFileOptions::default())?;
        Ok(zip.write_all(bytes)?)
    });
    let bytes = written.and_then(|()| zip.finish()).map_err(|error| Failure::file(path, "written", error))?;
    write_whole(path, &bytes.into_inner()).map_err(|error| Failure::file(path, "written", error))
}
