//! `hullkit picture`: draws the plan of a level.

pub(crate) mod drawing;
pub(crate) mod key;
pub(crate) mod plan;

use crate::{
    command_line::failure::{Failure, read_art, read_level, say},
    command_line::file_kind::FileKind,
    command_line::output::{Force, Outputs},
};
use clap::Args;
use std::path::PathBuf;

/// Draws the plan of a level with a legend: walls, doors and locks, secrets, things, and the wiring as arrows.
#[derive(Args)]
pub(crate) struct Picture {
    /// The level file.
    level: PathBuf,
    /// The image file to write; its extension selects PNG or SVG.
    #[arg(long, value_name = "MAP.(png|svg)")]
    out: PathBuf,
    #[command(flatten)]
    force: Force,
}

impl Picture {
    /// Reads, draws and writes.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let extension = self.out.extension().unwrap_or_default().to_ascii_lowercase();
        let is_svg = extension == "svg";
        if !is_svg && extension != "png" {
            return Err(Failure::arguments(format!("--out {}: the name must end in .png or .svg", self.out.display())));
        }
        let outputs = Outputs::beside([self.level.as_path()], self.force);
        outputs.check(&self.out, if is_svg { FileKind::Drawing } else { FileKind::Image })?;
        let level = read_level(&self.level)?;
        let drawing = plan::draw(&level);
        if is_svg {
            outputs.write(&self.out, FileKind::Drawing, drawing.svg())?;
        } else {
            let frame = drawing.frame(read_art()?.pen());
            outputs.write_png(&self.out, &frame)?;
        }
        say(&format!("{}: {:?}, {} by {} pixels", self.out.display(), level.name, drawing.width, drawing.height))
    }
}
