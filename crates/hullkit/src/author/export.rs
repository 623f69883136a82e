//! `hullkit export`: converts levels to files of other programs.

pub(crate) mod wolf;

use crate::{
    command_line::failure::{Failure, read, read_art, read_level, say},
    command_line::file_kind::FileKind,
    command_line::output::{Force, Outputs},
};
use clap::{Args, Subcommand};
use std::path::PathBuf;
use tiled_map::Image;

/// Converts levels to files of other programs.
#[derive(Args)]
pub(crate) struct Export {
    #[command(subcommand)]
    to: To,
}

#[derive(Subcommand)]
enum To {
    Tiled(Tiled),
    Uwmf(wolf::Uwmf),
    Wolf(wolf::Wolf),
}

/// Converts a level to a map for the Tiled editor, with a tile image made of the game's textures next to it.
///
/// `hullkit import tiled` converts the map back to a level without loss. An existing image with the name of the tile
/// image is replaced only with --force, unless it was written by an earlier export.
#[derive(Args)]
struct Tiled {
    /// The level file; or a generated level such as assets/pipelines/holds.ron#0000000000000007.
    #[arg(value_name = "LEVEL.ron")]
    level: PathBuf,
    /// The map file to write. The tile image has the same name, with the extension .png.
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
            To::Uwmf(export) => export.run(),
            To::Wolf(export) => export.run(),
        }
    }
}

impl Tiled {
    fn run(self) -> Result<(), Failure> {
        if self.out.extension().is_none_or(|extension| extension != "tmx") {
            return Err(Failure::arguments(format!("--out {}: the name must end in .tmx", self.out.display())));
        }
        let outputs = Outputs::beside([self.level.as_path()], self.force);
        outputs.check(&self.out, FileKind::Map)?;
        let level = read_level(&self.level)?;
        let art = read_art()?;
        // Variants of a texture, such as `alarm@2` and `hull~3`, are not tiles of their own.
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
        // The tile image of an earlier export is replaced together with its map.
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
