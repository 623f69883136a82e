//! `hullkit mod new`: writes a small mod that works.

use crate::{
    command_line::failure::{Failure, say},
    command_line::output::{Force, Outputs},
};
use clap::Args;
use std::path::{Path, PathBuf};

/// The files of the mod. `NAME` in a text or a file name is replaced by the name for files, and `TITLE` by the name.
const TEMPLATE: [(&str, &str); 6] = [
    ("mod.ron", include_str!("template/mod.ron")),
    ("README.md", include_str!("template/README.md")),
    ("levels/NAME.ron", include_str!("template/level.ron")),
    ("assets/monsters.ron", include_str!("template/monsters.ron")),
    ("assets/scripts/NAME.lua", include_str!("template/script.lua")),
    ("tests/watch.ron", include_str!("template/test.ron")),
];

/// Creates a mod with a level, a monster, a script and a test, in a new folder.
#[derive(Args)]
pub(crate) struct New {
    /// The name of the mod, as players read it. The folder gets this name in lower case, with _ for other characters.
    name: String,
    /// The folder in which the mod's folder is created.
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
}

impl New {
    /// Writes the files.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let title = self.name.trim();
        let file_name = file_name(title);
        if title.is_empty() || file_name.is_empty() || title.chars().count() > 40 || title.contains(['"', '\\']) {
            return Err(Failure::arguments(format!(
                "`{title}` is not a name of 1 to 40 characters with a letter from a to z, and without quotes"
            )));
        }
        let folder = self.dir.join(&file_name);
        if folder.symlink_metadata().is_ok() {
            return Err(Failure::arguments(format!("{}: exists already: choose another name", folder.display())));
        }
        let filled = |text: &str| text.replace("NAME", &file_name).replace("TITLE", title);
        let files: Vec<(PathBuf, Vec<u8>)> =
            TEMPLATE.iter().map(|(name, text)| (folder.join(filled(name)), filled(text).into_bytes())).collect();
        Outputs::beside([], Force::default()).write_unnamed(&files)?;
        let shown = shown(&folder);
        say(&format!(
            "{shown} is a mod. Check it with `hullkit mod check {shown}`, test it with `hullkit mod test {shown}`,"
        ))?;
        say(&format!("and play it with `hullbreach --mod {shown} levels/{file_name}.ron`."))
    }
}

fn shown(path: &Path) -> String {
    path.strip_prefix(".").unwrap_or(path).display().to_string()
}

/// Returns the name for files and kinds: letters from a to z, digits and _.
fn file_name(title: &str) -> String {
    let plain =
        title.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' });
    let name = plain.collect::<String>();
    let name = name.trim_matches('_').to_owned();
    if name.contains(|letter: char| letter.is_ascii_lowercase()) { name } else { String::new() }
}
