//! `hullkit pack`: writes the files of the game into one archive, for the page in a browser.

use crate::{
    command_line::failure::{Failure, need_game_files, read_art, read_rules, say},
    command_line::file_kind::FileKind,
    command_line::output::{Force, Outputs},
};
use campaign::Source;
use clap::Args;
use content::{Files, read_campaign};
use std::{
    collections::BTreeSet,
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
/// The folders of the images that only decks show. A page in a browser downloads them while the title is shown.
const OF_DECKS: [&str; 2] = ["assets/sheets/", "assets/skies/"];
/// The list of these images.
const LIST: &str = "later.json";

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
    /// Write the images that only decks show into this folder instead, and a list of them to later.json there: first
    /// those of the first deck, then those of the second, and so on.
    ///
    /// The file of assets/sheets/fox.png is called sheets.fox.png.
    #[arg(long, value_name = "DIR")]
    later: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

impl Pack {
    /// Runs the command.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let files = need_game_files()?;
        let outputs = Outputs::beside([], self.force);
        outputs.check(&self.out, FileKind::Archive)?;
        let (later, names): (Vec<String>, Vec<String>) =
            files.names().into_iter().filter(|name| self.contains(name)).partition(|name| self.is_later(name));
        if let Some(folder) = &self.later {
            let mut written =
                vec![(folder.join(LIST), serde_json::to_vec(&in_order(&files, &later)?).unwrap_or_default())];
            for name in &later {
                written.push((folder.join(flat(name)), files.read(name)?));
            }
            outputs.write_unnamed(&written)?;
        }
        let bytes = archive(&files, &names)?;
        outputs.write(&self.out, FileKind::Archive, &bytes)?;
        say(&format!("{}: {} files, {} bytes", self.out.display(), names.len(), bytes.len()))
    }

    /// Returns true if the game reads this file.
    fn contains(&self, name: &str) -> bool {
        let is_read = name == ICON || !NOT_READ.iter().any(|prefix| name.starts_with(prefix));
        is_read && !(self.silent && name.starts_with(SOUNDS))
    }

    /// Returns true if a file is not in the archive, because only decks show it.
    fn is_later(&self, name: &str) -> bool {
        self.later.is_some() && name.ends_with(".png") && OF_DECKS.iter().any(|folder| name.starts_with(folder))
    }
}

/// Returns the name of a file outside of its folder.
fn flat(name: &str) -> String {
    name.trim_start_matches("assets/").replace('/', ".")
}

/// Sorts images by the first deck of the campaign that shows them. Those that no hand-made deck shows are the last.
fn in_order(files: &Files, images: &[String]) -> Result<Vec<String>, Failure> {
    let (art, rules) = (read_art()?, read_rules(None)?);
    let decks = read_campaign(files, &rules)?;
    let mut left: BTreeSet<&String> = images.iter().collect();
    let mut order = Vec::new();
    for deck in decks.0.iter() {
        let Source::Level(level) = &deck.source else { continue };
        let shown = art.files_of(level, &rules);
        let shown = shown.iter().map(|name| format!("assets/{name}"));
        order.extend(shown.filter(|name| left.remove(name)));
    }
    order.extend(left.into_iter().cloned());
    Ok(order)
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
