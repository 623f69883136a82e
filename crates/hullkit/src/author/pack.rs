//! `hullkit pack`: writes the files of the game into one archive, for the page in a browser.

use crate::{
    command_line::failure::{Failure, need_game_files, say},
    command_line::file_kind::FileKind,
    command_line::output::{Force, Outputs},
};
use clap::Args;
use content::Files;
use std::{
    io::{Cursor, Write},
    path::PathBuf,
};
use zip::{CompressionMethod, ZipWriter, result::ZipError, write::SimpleFileOptions};

/// Folders and files that the game does not read: they belong to tools, to the desktop or to the documentation.
const NOT_READ: [&str; 5] =
    ["assets/README.md", "assets/views.ron", "assets/wolf/", "assets/icons/", "levels/samples/"];
/// The icon that the game reads.
const ICON: &str = "assets/icons/128.png";
/// The folder of the sounds.
const SOUNDS: &str = "assets/sounds/";

/// Write the files of the game into one zip archive, as the page in a browser loads them.
///
/// The files are not compressed, because the server compresses the archive as a whole. The same files give the same
/// bytes.
#[derive(Args)]
pub(crate) struct Pack {
    /// The archive to write.
    out: PathBuf,
    /// Leave out the sounds.
    #[arg(long)]
    silent: bool,
    #[command(flatten)]
    force: Force,
}

impl Pack {
    /// Runs the command.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let files = need_game_files()?;
        let outputs = Outputs::beside([], self.force);
        outputs.check(&self.out, FileKind::Archive)?;
        let names: Vec<String> = files.names().into_iter().filter(|name| self.contains(name)).collect();
        let bytes = archive(&files, &names)?;
        outputs.write(&self.out, FileKind::Archive, &bytes)?;
        say(&format!("{}: {} files, {} bytes", self.out.display(), names.len(), bytes.len()))
    }

    /// Returns true if the game reads this file.
    fn contains(&self, name: &str) -> bool {
        let is_read = name == ICON || !NOT_READ.iter().any(|prefix| name.starts_with(prefix));
        is_read && !(self.silent && name.starts_with(SOUNDS))
    }
}

/// Returns an archive of these files.
fn archive(files: &Files, names: &[String]) -> Result<Vec<u8>, Failure> {
    let failed = |name: &str, error: ZipError| Failure::data(format!("{name}: cannot be packed: {error}"));
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for name in names {
        let bytes = files.read(name)?;
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        let written = zip.start_file(name.as_str(), options).and_then(|()| Ok(zip.write_all(&bytes)?));
        written.map_err(|error| failed(name, error))?;
    }
    Ok(zip.finish().map_err(|error| failed("the archive", error))?.into_inner())
}
