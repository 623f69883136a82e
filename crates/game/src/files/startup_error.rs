//! Errors that prevent the game from starting: a message and the exit code for scripts.

use bevy::ecs::resource::Resource;
use content::ContentError;

/// Exit code for invalid data; the same as in `hullkit`.
pub(crate) const BAD_DATA: u8 = 3;
/// Exit code for an unreadable file.
const UNREADABLE: u8 = 5;

/// Message and exit code.
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
    /// Creates the error for a missing or unreadable file or folder.
    pub(crate) fn unreadable(what: impl ToString) -> StartupError {
        StartupError { what: what.to_string(), code: UNREADABLE }
    }

    /// Creates the error for invalid content of a file.
    pub(crate) fn bad_data(what: impl ToString) -> StartupError {
        StartupError { what: what.to_string(), code: BAD_DATA }
    }
}
