//! `hullkit export`: makes files for other programs of levels.

use crate::{
    command_line::failure::{Failure, read, read_art, read_level, say},
    command_line::file_kind::FileKind,
    command_line::output::{Force, Outputs},
};
use clap::{Args, Subcommand};
use std::path::PathBuf;
use tiled_map::Image;

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
/// `hullkit import tiled` makes a level of the map again; nothing of it is lost. An image that has the picture's name and was not made by
/// such an export is replaced with --force only.
#[derive(Args)]
struct Tiled {
    /// The level; or one that a pipeline makes, such as assets/pipelines/holds.ron#0000000000000007.
    #[arg(value_name = "LEVEL.ron")]
    level: PathBuf,
    /// The map to write. The picture has its name, with .png at the end.
    #[arg(long, value_name = "FILE.tmx")]
    out: PathBuf,
    #[command(flatten)]
    force: Force,
}

impl Export {
    /// Reads, converts and writes.
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self.to {
            To::Tiled(export) => export.run(),
        }
    }
}

impl Tiled {
    fn run(self) -> Result<(), Failure> {
        if self.out.extension().is_none_or(|extension| extension != "tmx") {
            return Err(Failure::arguments(format!("--out {}: its name must end in .tmx", self.out.display())));
        }
        let outputs = Outputs::beside([self.level.as_path()], self.force);
        outputs.check(&self.out, FileKind::Map)?;
        let level = read_level(&self.level)?;
        let art = read_art()?;
        // A texture stands for its further pictures, such as `alarm@2` and `hull~3`.
        let textures = art.texture_names().filter(|name| !name.contains(['@', '~'])).map(str::to_owned);
        let textures: Vec<String> = textures.collect();
        let image = self.out.with_extension("png");
        let name = image.file_name().unwrap_or_default().to_string_lossy();
        let wrong = |what: String| Failure::data(format!("{}: {what}", self.level.display()));
        let map = tiled_map::export(&level, &textures, &name).map_err(wrong)?;
        let picture = |name: &str| {
            let picture = art.texture_picture(name)?;
            let (width, height) = (picture.width(), picture.height());
            Some(Image { width, height, texels: picture.texels().to_vec() })
        };
        let png = map.sheet.png(picture).map_err(|error| Failure::file(&image, "written", error))?;
        // The sheet of an earlier export is replaced with its map.
        if read(&image).is_ok_and(|old| tiled_map::is_own_sheet(&old)) {
            outputs.write(&image, FileKind::Image, png)?;
        } else {
            outputs.write_unnamed(&[(image.clone(), png)])?;
        }
        outputs.write(&self.out, FileKind::Map, &map.tmx)?;
        let (width, height) = (level.width, level.height);
        say(&format!("{}: {:?} ({width} by {height} cells), with {name}", self.out.display(), level.name))
    }
}
