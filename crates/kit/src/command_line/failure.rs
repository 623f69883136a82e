//! How a command fails: an exit code, and what to say about it; and the files that all commands read.

use crate::command_line::known::read_known_under;
use content::{ContentError, Files, GivenRules, game_folder};
use engine::{Rules, Tables};
use generate::Known;
use journey::{Save, TypedLevel};
use level::Level;
use renderer::Art;
use std::{
    fmt::Display,
    fs,
    io::{self, Read, Write},
    path::Path,
    sync::Arc,
};

/// Why a command ends early.
pub(crate) struct Failure {
    /// The exit code.
    pub(crate) code: u8,
    /// What to say on stderr.
    pub(crate) message: String,
}

impl Failure {
    /// The arguments do not fit together or do not fit the level.
    pub(crate) fn arguments(message: impl Display) -> Self {
        Failure { code: 2, message: format!("error: {message}") }
    }

    /// Something inside a file is wrong.
    pub(crate) fn data(message: impl Display) -> Self {
        Failure { code: 3, message: message.to_string() }
    }

    /// A demo does not show what it recorded.
    pub(crate) fn out_of_step(message: impl Display) -> Self {
        Failure { code: 4, message: message.to_string() }
    }

    /// A file cannot be read or written.
    pub(crate) fn file(path: &Path, verb: &str, error: impl Display) -> Self {
        Failure { code: 5, message: format!("{}: cannot be {verb}: {error}", path.display()) }
    }
}

impl From<ContentError> for Failure {
    fn from(error: ContentError) -> Failure {
        Failure { code: if error.readable { 3 } else { 5 }, message: error.what }
    }
}

/// What is wrong with a text in JSON, after line and column.
pub(crate) fn json_error(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let what = message.rsplit_once(" at line ").map_or(message.as_str(), |(what, _)| what);
    // The name of an unknown field may contain line breaks.
    let what = what.replace(char::is_control, " ");
    format!("{}:{}: {what}", error.line(), error.column())
}

/// From now on an exit signal ends the command as its own end does: what was asked for is written first.
pub(crate) fn watch_exit_signals() -> Result<(), Failure> {
    let unusable = |error| Failure { code: 5, message: format!("signals cannot be watched for: {error}") };
    console::watch_exit_signals().map_err(unusable)
}

/// The largest file that is read, in bytes: more than any level or demo may have.
const MAX_BYTES: u64 = 65 << 20;

/// The bytes of a file, of a bounded number: a device has no end.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let unreadable = |error| Failure::file(path, "read", error);
    let mut bytes = Vec::new();
    fs::File::open(path).map_err(unreadable)?.take(MAX_BYTES).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

/// Prints a line on stdout. Nobody reading it any more is no failure.
pub(crate) fn say(line: &str) -> Result<(), Failure> {
    match writeln!(io::stdout(), "{line}") {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::file(Path::new("stdout"), "written", error))
        }
        _ => Ok(()),
    }
}

/// The save in a file.
pub(crate) fn read_save(path: &Path) -> Result<Save, Failure> {
    Save::read(&read(path)?).map_err(|error| Failure::data(format!("{}: {error}", path.display())))
}

/// The level in a file; or the one that a pipeline makes of a seed, if it is called as demos and saves call it:
/// `assets/pipelines/labyrinth_a.ron#0000000000000007`.
pub(crate) fn read_level(path: &Path) -> Result<Arc<Level>, Failure> {
    read_level_under(path, None)
}

/// The same made for the rules in a file, if one is named.
pub(crate) fn read_level_under(path: &Path, rules: Option<&Path>) -> Result<Arc<Level>, Failure> {
    let name = path.display().to_string();
    let typed = TypedLevel::read(&name).map_err(Failure::arguments)?;
    let known = if typed.seed.is_some() { read_known_under(rules)? } else { Known::default() };
    let file = if typed.seed.is_some() { Path::new(typed.file) } else { path };
    typed.level(&read(file)?, &known).map_err(Failure::data)
}

/// The files of the game in whose folder this runs, if it does.
pub(crate) fn game_files() -> Result<Option<Files>, Failure> {
    Ok(game_folder().map(|folder| Files::of_folder(&folder)).transpose()?)
}

/// The files of the game in whose folder this runs.
pub(crate) fn need_game_files() -> Result<Files, Failure> {
    let what =
        "assets: cannot be found above the program or the working directory; run hullkit inside the game's folder";
    game_files()?.ok_or_else(|| Failure { code: 5, message: what.to_owned() })
}

/// The rules in a file, or those of the game; what a file does not describe is as the game's tables say.
pub(crate) fn read_rules(path: Option<&Path>) -> Result<Arc<Rules>, Failure> {
    if let Some(files) = game_files()? {
        let given = path.map(GivenRules::read).transpose()?;
        return Ok(content::read_rules(&files, given.as_ref())?.0);
    }
    let Some(path) = path else { return Ok(Arc::new(Rules::standard())) };
    Rules::read(&path.display().to_string(), &read(path)?, &Tables::default()).map(Arc::new).map_err(Failure::data)
}

/// The game's pictures.
pub(crate) fn read_art() -> Result<Art, Failure> {
    Ok(content::read_art(&need_game_files()?)?)
}

/// Fails if a level names a texture that there is no picture of.
pub(crate) fn check_textures(path: &Path, level: &Level, art: &Art) -> Result<(), Failure> {
    let say = |missing: String| format!("{}: {missing}", path.display());
    let missing: Vec<String> = art.missing_on(level).into_iter().map(say).collect();
    if missing.is_empty() { Ok(()) } else { Err(Failure::data(missing.join("\n"))) }
}

/// Fails if there is no picture or sound of an undead of the rules, or no picture of something that every game shows.
pub(crate) fn check_assets(rules: &Rules, art: &Art) -> Result<(), Failure> {
    let files = game_files()?;
    let exists = |name: &str| files.as_ref().is_none_or(|files| files.contains(&format!("assets/sounds/{name}.wav")));
    let missing = [art.missing(rules), rules.missing_sounds(exists)].concat();
    if missing.is_empty() { Ok(()) } else { Err(Failure::data(missing.join("\n"))) }
}
