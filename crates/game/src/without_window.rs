//! The game without a window: in text mode over stdin and stdout, or drawn in a terminal.

use crate::{
    arguments::{Arguments, TextStyle},
    files::given::game_files,
    files::settings_file::SettingsFile,
    files::startup_error::StartupError,
    files::{language, saves_folder},
};
use bevy::app::AppExit;
use content::Files;
use engine::RewindBuffer;
use ports::Store;
use std::io::{self, BufReader, IsTerminal};
use text_mode::{
    Alone, Colours, Played, Screened, Setting, Style, TerminalError, TextError, Who, exit_signal, terminal, text,
};

/// Returns the exit status after a game without a window: success, or the code of the signal that ended it.
pub(crate) fn exit() -> AppExit {
    exit_signal().map_or(AppExit::Success, |signal| AppExit::from_code(signal.exit_code()))
}

/// Plays in text mode with this style until the input ends.
pub(crate) fn play_in_words(arguments: &Arguments, style: TextStyle, minute: RewindBuffer) -> Result<(), StartupError> {
    let style = match style {
        TextStyle::Emoji => Style::Emoji,
        TextStyle::Ascii => Style::Ascii,
        TextStyle::Long => Style::Long,
    };
    let (files, _) = game_files(arguments, &Store::on_disk(arguments.folders()))?;
    let setting = setting(arguments, &files, style)?;
    let who = Who::One { alone: alone(arguments, minute)?, greets: io::stdin().is_terminal() };
    text(setting, who, BufReader::new(io::stdin()), io::stdout().lock()).map_err(|error| match error {
        TextError::Save(what) => StartupError::bad_data(what),
        TextError::Pipe(_) | TextError::File(_) => StartupError::unreadable(error),
    })
}

/// Plays in this terminal until the player quits.
pub(crate) fn play_in_terminal(arguments: &Arguments, minute: RewindBuffer) -> Result<(), StartupError> {
    let (files, _) = game_files(arguments, &Store::on_disk(arguments.folders()))?;
    let setting = setting(arguments, &files, Style::Ascii)?;
    let art = content::read_art(&files)?;
    let (alone, colours) = (alone(arguments, minute)?, Colours::of_terminal());
    terminal(Screened { setting, alone, art, colours }).map_err(|error| match error {
        TerminalError::Save(what) => StartupError::bad_data(what),
        TerminalError::NoTerminal | TerminalError::DumbTerminal | TerminalError::Io(_) | TerminalError::File(_) => {
            StartupError::unreadable(error)
        }
    })
}

/// Reads the files and returns the initial settings of the game.
fn setting(arguments: &Arguments, files: &Files, style: Style) -> Result<Setting, StartupError> {
    let skill = arguments.skill.unwrap_or_default().get();
    let played = arguments.level.as_deref().map_or(Played::Campaign, Played::Level);
    let setting = Setting::read(files, played, arguments.rules.as_deref(), style, skill)?;
    // The window reports a broken settings file.
    let (file, _) = SettingsFile::open(&Store::on_disk(arguments.folders()));
    let language = if file.is_new() { language::of_machine() } else { file.settings().language };
    Ok(Setting { seed: arguments.seed, tongue: setting.tongue.speaking(language), ..setting })
}

/// Returns the save to continue from, and the folders of a single-player game.
fn alone(arguments: &Arguments, minute: RewindBuffer) -> Result<Alone, StartupError> {
    let load = arguments.load.as_deref().map(saves_folder::read_save).transpose()?.map(Box::new);
    let folders = arguments.folders();
    let (saves, demos) = (folders.path("saves"), folders.path("demos"));
    let alone = Alone { saves, load, record: arguments.record.clone(), demos, last_minute: Some(minute) };
    let record = alone.record_file();
    let apart = record.as_ref().map_or(Ok(()), |file| file.check_apart_from(arguments.used_files()));
    apart.map_err(StartupError::bad_data)?;
    alone.check_record().map_err(StartupError::unreadable)?;
    if let Some(note) = record.and_then(|file| file.note()) {
        eprintln!("hullbreach: {note}");
    }
    Ok(alone)
}
