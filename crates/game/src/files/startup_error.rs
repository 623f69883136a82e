//! Errors that prevent the game from starting: a message and the exit code for scripts.

use bevy::ecs::resource::Resource;
use content::ContentError;
use std::io::{self, Write};

/// Exit code for invalid data; the same as in `hullkit`.
pub(crate) const BAD_DATA: u8 = 3;
/// Exit code for an unreadable file.
pub(crate) const UNREADABLE: u8 = 5;

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
/// If stdout cannot be written, for example because the disk is full.
pub(crate) fn print_text(text: &str) -> Result<(), StartupError> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(StartupError::unreadable(format!("stdout cannot be written: {error}")))
        }
        _ => Ok(()),
    }
}
