//! Scripts, as read from their files.

use crate::{dialect, script_error::ScriptError};
use serde::{Deserialize, Serialize};

/// Maximum size of a script file, in bytes.
pub const MAX_SCRIPT: usize = 1 << 18;

/// A script: the translated text of its file. It need not compile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Script {
    pub(crate) file: String,
    pub(crate) text: String,
    /// The error found when the file was read, if it cannot be used as a script at all.
    pub(crate) broken: Option<ScriptError>,
}

impl Script {
    /// Reads a script from the bytes of its file; `file` is the file name used in messages.
    ///
    /// # Errors
    /// If the file is too large, is not UTF-8 or uses syntax that differs between machines (see `docs/scripting.md`).
    pub fn read(file: &str, bytes: &[u8]) -> Result<Script, ScriptError> {
        if bytes.len() > MAX_SCRIPT {
            let words = format!("a script must be at most {} kB, got {} kB", MAX_SCRIPT >> 10, bytes.len() >> 10);
            return Err(ScriptError::new(file, None, words));
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let line = 1 + bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
            ScriptError::new(file, u32::try_from(line).ok(), "a byte that is not UTF-8; save the file as UTF-8 text")
        })?;
        let text = dialect::translate(text.trim_start_matches('\u{feff}'));
        let text = text.map_err(|(line, words)| ScriptError::new(file, Some(line), words))?;
        Ok(Script { file: file.to_owned(), text, broken: None })
    }

    /// Creates a script whose file could not be read, with the error of [`Script::read`]. Each call of it fails with
    /// that error.
    pub fn broken(error: ScriptError) -> Script {
        Script { file: error.file.clone(), text: String::new(), broken: Some(error) }
    }

    /// Returns the file name used in messages.
    pub fn file(&self) -> &str {
        &self.file
    }
}
