//! `hullkit export wolf` and `hullkit export uwmf`: convert levels to maps of Wolfenstein 3D.

use crate::{
    author::wolf_game::OfGame,
    command_line::failure::{Failure, read_level, say},
    command_line::output::{Force, Outputs},
};
use clap::Args;
use std::path::{Path, PathBuf};
use wolf_maps::{Exported, Game, export, write_gamemaps, write_uwmf};

/// Writes levels as MAPHEAD and GAMEMAPS, in their order, for Wolfenstein 3D, its relatives and their editors.
///
/// Notes list what a map cannot contain, such as lights, air and terminals. Existing files are replaced only with
/// --force.
#[derive(Args)]
pub(crate) struct Wolf {
    #[command(flatten)]
    levels: Levels,
}

/// Writes each level as UWMF text for ECWolf and editors: deck1.ron becomes deck1.uwmf.
///
/// Notes list what a map cannot contain, such as lights, air and terminals. Existing files are replaced only with
/// --force.
#[derive(Args)]
pub(crate) struct Uwmf {
    #[command(flatten)]
    levels: Levels,
}

/// The levels, and the folder for their maps.
#[derive(Args)]
struct Levels {
    /// Level files, or generated levels such as assets/pipelines/holds.ron#0000000000000007.
    #[arg(required = true, value_name = "LEVEL.ron")]
    levels: Vec<PathBuf>,
    /// The folder for the maps. It is created if necessary.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    game: OfGame,
    #[command(flatten)]
    force: Force,
}

impl Levels {
    /// Converts all levels, and reports what maps cannot contain.
    fn export(&self) -> Result<(Game, Vec<Exported>), Failure> {
        let game = self.game.read(self.levels.iter().take(0))?;
        let mut maps = Vec::new();
        for path in &self.levels {
            let level = read_level(path)?;
            let wrong = |what: String| Failure::data(format!("{}: {what}", path.display()));
            let exported = export(&game, &level).map_err(wrong)?;
            for note in &exported.notes {
                eprintln!("{}: note: {note}", path.display());
            }
            maps.push(exported);
        }
        Ok((game, maps))
    }

    /// Writes all files or none.
    fn write(&self, files: &[(PathBuf, Vec<u8>)]) -> Result<(), Failure> {
        let outputs = Outputs::beside(self.levels.iter().map(PathBuf::as_path), self.force);
        outputs.write_unnamed(files)?;
        files.iter().try_for_each(|(file, _)| say(&file.display().to_string()))
    }
}

impl Wolf {
    /// Reads, converts and writes.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let (game, exported) = self.levels.export()?;
        let maps: Vec<_> = exported.into_iter().map(|exported| exported.map).collect();
        let written = write_gamemaps(&maps).map_err(Failure::data)?;
        let extension = game.extensions.first().map_or("WL6".to_owned(), |extension| extension.to_uppercase());
        let file = |stem: &str| self.levels.out.join(format!("{stem}.{extension}"));
        self.levels.write(&[(file("MAPHEAD"), written.head), (file("GAMEMAPS"), written.maps)])
    }
}

impl Uwmf {
    /// Reads, converts and writes.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let (game, exported) = self.levels.export()?;
        let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
        for (path, Exported { map, .. }) in self.levels.levels.iter().zip(exported) {
            let (text, notes) = write_uwmf(&game, &map);
            for note in notes {
                eprintln!("{}: note: {note}", path.display());
            }
            let file = self.levels.out.join(text_name(path));
            if files.iter().any(|(other, _)| *other == file) {
                return Err(Failure::arguments(format!("two levels would be written to {}", file.display())));
            }
            files.push((file, text.into_bytes()));
        }
        self.levels.write(&files)
    }
}

/// The name of a level's map. A generated level is named after its pipeline and its seed.
fn text_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy().replace(".ron#", "_");
    format!("{}.uwmf", name.strip_suffix(".ron").unwrap_or(&name))
}
