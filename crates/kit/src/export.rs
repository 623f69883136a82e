//! `hullkit export`: makes files for other programs of levels.

use crate::failure::{Failure, read, read_level, say, write};
use clap::{Args, Subcommand};
use renderer::decode_png;
use std::path::{Path, PathBuf};
use tiled_map::Picture;

/// Makes files for other programs of levels.
#[derive(Args)]
pub(crate) struct Export {
    #[command(subcommand)]
    to: To,
}

#[derive(Subcommand)]
enum To {
    Tiled(Tiled),
}

/// Makes a map for the editor Tiled of a level, and beside it the picture of its tiles, made of the game's textures.
///
/// `hullkit import tiled` makes a level of the map again; nothing of it is lost.
#[derive(Args)]
struct Tiled {
    /// The level; or one that a pipeline makes, such as assets/pipelines/holds.ron#0000000000000007.
    #[arg(value_name = "LEVEL.ron")]
    level: PathBuf,
    /// The map to write. The picture has its name, with .png at the end.
    #[arg(long, value_name = "FILE.tmx")]
    out: PathBuf,
}

impl Export {
    /// Reads, converts and writes.
    pub(crate) fn go(self) -> Result<(), Failure> {
        match self.to {
            To::Tiled(export) => export.go(),
        }
    }
}

impl Tiled {
    fn go(self) -> Result<(), Failure> {
        if self.out.extension().is_none_or(|extension| extension != "tmx") {
            return Err(Failure::arguments(format!("--out {}: its name must end in .tmx", self.out.display())));
        }
        let level = read_level(&self.level)?;
        let folder = renderer::game_folder().map(|folder| folder.join("assets/textures")).ok_or_else(|| {
            let what = "assets: cannot be found above the working directory; run hullkit inside the game's folder";
            Failure { code: 5, message: what.to_owned() }
        })?;
        let image = self.out.with_extension("png");
        let name = image.file_name().unwrap_or_default().to_string_lossy();
        let wrong = |what: String| Failure::data(format!("{}: {what}", self.level.display()));
        let map = tiled_map::export(&level, &textures(&folder)?, &name).map_err(wrong)?;
        let picture = |name: &str| {
            let picture = decode_png(&read(&folder.join(name).with_added_extension("png")).ok()?).ok()?;
            let (width, height) = (picture.width(), picture.height());
            Some(Picture { width, height, texels: picture.texels().to_vec() })
        };
        let png = map.sheet.png(picture).map_err(|error| Failure::file(&image, "written", error))?;
        write(&image, png)?;
        write(&self.out, &map.tmx)?;
        let (width, height) = (level.width, level.height);
        say(&format!("{}: {:?} ({width} by {height} cells), with {name}", self.out.display(), level.name))
    }
}

/// The names of the textures in a folder, in their order, each without its further pictures, such as `alarm@2` and `hull~3`.
fn textures(folder: &Path) -> Result<Vec<String>, Failure> {
    let unreadable = |error| Failure::file(folder, "read", error);
    let mut names = Vec::new();
    for entry in folder.read_dir().map_err(unreadable)? {
        let name = entry.map_err(unreadable)?.file_name().to_string_lossy().into_owned();
        names.extend(name.strip_suffix(".png").filter(|name| !name.contains(['@', '~'])).map(str::to_owned));
    }
    names.sort();
    Ok(names)
}
