//! The game without its window: in numbered words over stdin and stdout.

use crate::arguments::{Arguments, TextStyle};
use crate::files::saves_folder;
use crate::files::trouble::Trouble;
use console::{Alone, FileError, Setting, Style, TextError, Who, text};
use std::io::{self, IsTerminal};

/// Plays as the command line says, in words of this style, until the input ends.
pub(crate) fn play(arguments: &Arguments, style: TextStyle) -> Result<(), Trouble> {
    let nowhere = "there is no folder 'assets/textures' here, nor above here or above the game itself";
    let folder = renderer::game_folder().ok_or_else(|| Trouble::unreadable(nowhere))?;
    let style = match style {
        TextStyle::Emoji => Style::Emoji,
        TextStyle::Ascii => Style::Ascii,
        TextStyle::Long => Style::Long,
    };
    let skill = arguments.skill.unwrap_or_default().get();
    let setting = Setting::read(&folder, arguments.level.as_deref(), arguments.rules.as_deref(), style, skill);
    let setting = setting.map_err(|error| match error {
        FileError::Unusable(what) => Trouble::unreadable(what),
        FileError::Wrong(what) => Trouble::bad_data(what),
    })?;
    let setting = Setting { seed: arguments.seed, ..setting };
    let load = arguments.load.as_deref().map(saves_folder::read_save).transpose()?.map(Box::new);
    let saves = saves_folder::folder(arguments.save_dir.clone());
    let alone = Alone { saves, load, record: arguments.record.clone() };
    let who = Who::One { alone, greets: io::stdin().is_terminal() };
    text(setting, who, io::stdin().lock(), io::stdout().lock()).map_err(|error| match error {
        TextError::Save(what) => Trouble::bad_data(what),
        TextError::Pipe(_) | TextError::File(_) => Trouble::unreadable(error),
    })
}
