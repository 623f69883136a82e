//! `hullkit mod pack`: writes a mod as one file.

use crate::{
    command_line::failure::{Failure, say},
    command_line::output::{Force, Outputs},
};
use clap::Args;
use content::{Mod, first_error};
use ports::write_whole;
use std::{
    io::{Cursor, Write},
    path::PathBuf,
};
use zip::{CompressionMethod, DateTime, ZipWriter, write::SimpleFileOptions};

/// Packs the folder of a mod into one file for players. The same files always give the same bytes.
#[derive(Args)]
pub(crate) struct Pack {
    /// The folder of the mod.
    #[arg(value_name = "DIR")]
    path: PathBuf,
    /// The archive to write (default: the name of the folder with the extension `.hull`, next to the folder).
    #[arg(long, value_name = "FILE.hull")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

impl Pack {
    /// Writes the archive.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let packed = Mod::open(&self.path)?;
        let refused = packed.refused();
        if !refused.is_empty() {
            return Err(Failure::data(refused.join("\n")));
        }
        if let Some(what) = first_error(&packed) {
            return Err(Failure::data(what));
        }
        let out = match self.out {
            Some(out) => out,
            None => {
                let folder = self.path.canonicalize().map_err(|error| Failure::file(&self.path, "read", error))?;
                let mut name = folder.file_name().unwrap_or_default().to_owned();
                name.push(".hull");
                self.path
                    .parent()
                    .filter(|_| self.path.file_name().is_some())
                    .map_or_else(|| folder.with_file_name(&name), |parent| parent.join(&name))
            }
        };
        Outputs::beside([self.path.as_path()], self.force).check_unnamed(&out)?;
        let files = packed.files();
        let bytes = archive(&packed, &files)?;
        write_whole(&out, &bytes).map_err(|error| Failure::file(&out, "written", error))?;
        say(&format!("{}: {} files, {} bytes", out.display(), files.len(), bytes.len()))
    }
}

/// Returns the archive. Order, times, rights and compression are always the same.
fn archive(packed: &Mod, files: &[String]) -> Result<Vec<u8>, Failure> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(6))
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    for name in files {
        let bytes = packed.read(name)?;
        let written = zip.start_file(name.as_str(), options).map_err(Failure::data).map(|()| zip.write_all(&bytes));
        written?.map_err(Failure::data)?;
    }
    Ok(zip.finish().map_err(Failure::data)?.into_inner())
}
