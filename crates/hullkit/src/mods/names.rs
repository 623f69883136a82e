//! `hullkit mod names`: the names that tables, levels and scripts can use.

use crate::{
    command_line::failure::{Failure, need_game_files, read_rules, say},
    command_line::mods::use_mods,
};
use clap::{Args, ValueEnum};
use content::{Files, stem};
use level::read_ron;
use serde::{Deserialize, de::IgnoredAny};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

/// Maximum size of the file of a sheet, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// Prints names that tables and levels can use, one per line.
#[derive(Args)]
pub(crate) struct Names {
    /// The things whose names to print.
    #[arg(value_enum)]
    of: Named,
    /// A mod whose names to include. May be given several times.
    #[arg(long = "with", value_name = "DIR|FILE")]
    others: Vec<PathBuf>,
}

/// Things with names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Named {
    Monsters,
    Weapons,
    Ammunition,
    Pickups,
    Props,
    DamageZones,
    Scripts,
    Sounds,
    Sprites,
    Textures,
    Skies,
    Music,
}

/// A sheet, of which only the names matter here.
#[derive(Deserialize)]
struct Sheet {
    holds: Holds,
    frames: BTreeMap<String, IgnoredAny>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
enum Holds {
    Sprites,
    Textures,
}

impl Names {
    /// Prints the names.
    pub(crate) fn run(self) -> Result<(), Failure> {
        use_mods(&need_game_files()?, &self.others)?;
        let (files, rules) = (need_game_files()?, read_rules(None)?);
        let of_table = |names: &mut dyn Iterator<Item = &String>| names.cloned().collect::<BTreeSet<String>>();
        let names = match self.of {
            Named::Monsters => of_table(&mut rules.monsters.iter().map(|(name, _)| name)),
            Named::Weapons => of_table(&mut rules.weapons.iter().map(|(name, _)| name)),
            Named::Ammunition => of_table(&mut rules.ammunition.iter().map(|(name, _)| name)),
            Named::Pickups => of_table(&mut rules.pickups.iter().map(|(name, _)| name)),
            Named::Props => of_table(&mut rules.props.iter().map(|(name, _)| name)),
            Named::DamageZones => of_table(&mut rules.damage_zones.keys()),
            Named::Scripts => of_table(&mut rules.scripts.iter().map(|(name, _)| name)),
            Named::Sounds => in_folder(&files, "assets/sounds", ".wav"),
            Named::Skies => in_folder(&files, "assets/skies", ".png"),
            Named::Music => in_folder(&files, "assets/music", ".ron"),
            Named::Sprites => images(&files, Holds::Sprites, "assets/sprites")?,
            Named::Textures => images(&files, Holds::Textures, "assets/textures")?,
        };
        say(&names.into_iter().collect::<Vec<_>>().join("\n"))
    }
}

/// Returns the names of the files in a folder, without their variants such as `shot~2` and `screen@2`.
fn in_folder(files: &Files, folder: &str, ending: &str) -> BTreeSet<String> {
    files.list(folder, ending).iter().map(|file| whole(stem(file)).to_owned()).collect()
}

fn whole(name: &str) -> &str {
    name.split(['~', '@']).next().unwrap_or(name)
}

/// Returns the names of the images on sheets and in files of their own.
fn images(files: &Files, holds: Holds, folder: &str) -> Result<BTreeSet<String>, Failure> {
    let mut names = in_folder(files, folder, ".png");
    for file in files.list("assets/sheets", ".ron") {
        let sheet: Sheet = read_ron(&file, &files.read(&file)?, MAX_BYTES).map_err(Failure::data)?;
        if sheet.holds == holds {
            names.extend(sheet.frames.keys().map(|name| whole(name).to_owned()));
        }
    }
    Ok(names)
}
