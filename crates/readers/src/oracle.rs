//! What every reader has to fulfil apart from returning at all.

use std::fmt::Display;

/// Maximum number of lines of a message; a level lists several errors.
const MAX_LINES: usize = 100;

/// Checks the message of a refusal.
///
/// # Panics
/// If it is empty, or floods a terminal.
pub(crate) fn check_message(what: impl Display) {
    let what = what.to_string();
    assert!(!what.trim().is_empty(), "a refusal must say what is wrong");
    assert!(what.lines().count() <= MAX_LINES, "a message must have at most {MAX_LINES} lines: {what}");
}

/// Returns what was read; checks the message if it was refused.
///
/// # Panics
/// As [`check_message`].
pub(crate) fn checked<T, E: Display>(read: Result<T, E>) -> Option<T> {
    read.map_err(check_message).ok()
}
