//! What keeps the game from beginning: a sentence, and the exit code that tells a script of it.

use bevy::ecs::resource::Resource;
use content::ContentError;

/// The exit code for bad data, as `hullkit` has it.
pub(crate) const BAD_DATA: u8 = 3;
/// The exit code for a file that cannot be read.
const UNREADABLE: u8 = 5;

/// What is wrong, in a sentence, and the exit code.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub(crate) struct StartupError {
    pub(crate) what: String,
    pub(crate) code: u8,
}

impl From<ContentError> for StartupError {
    fn from(error: ContentError) -> StartupError {
        if error.readable { StartupError::bad_data(error.what) } else { StartupError::unreadable(error.what) }
    }
}

impl StartupError {
    /// A file or folder is missing or cannot be read.
    pub(crate) fn unreadable(what: impl ToString) -> StartupError {
        StartupError { what: what.to_string(), code: UNREADABLE }
    }

    /// What stands in a file is wrong.
    pub(crate) fn bad_data(what: impl ToString) -> StartupError {
        StartupError { what: what.to_string(), code: BAD_DATA }
    }
}
