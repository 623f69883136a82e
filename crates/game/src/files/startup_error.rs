//! Errors that prevent the game from starting: a message and the exit code for scripts.

use crate::flow::exit_code::{BAD_DATA, UNREADABLE};
use bevy::ecs::resource::Resource;
use content::ContentError;
use ports::print_text;

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

/// Prints text on stdout. A closed pipe is not an error.
///
/// # Errors
/// If stdout cannot be written.
pub(crate) fn print(text: &str) -> Result<(), StartupError> {
    print_text(text).map_err(|error| StartupError::unreadable(format!("stdout cannot be written: {error}")))
}
