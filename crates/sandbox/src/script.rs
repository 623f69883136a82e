//! Scripts, as their files hold them.

use crate::{dialect, mistake::Mistake};
use serde::{Deserialize, Serialize};

/// The largest file of a script, in bytes.
pub const MAX_SCRIPT: usize = 1 << 18;

/// A script: the text of its file, as the machine is to run it. It need not compile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Script {
    pub(crate) file: String,
    pub(crate) text: String,
    /// What is wrong with its file, if that holds no script at all.
    pub(crate) broken: Option<Mistake>,
}

impl Script {
    /// Reads a script from the bytes of its file, which messages call `file`.
    ///
    /// # Errors
    /// If the file is too large or no UTF-8, or holds what differs between machines: see the page on scripts.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Script, Mistake> {
        if bytes.len() > MAX_SCRIPT {
            let words = format!("a script has at most {} kB, and this one has {}", MAX_SCRIPT >> 10, bytes.len() >> 10);
            return Err(Mistake::new(file, None, words));
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let line = 1 + bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
            Mistake::new(file, u32::try_from(line).ok(), "this is not UTF-8: save the file as UTF-8")
        })?;
        let text = dialect::translate(text.trim_start_matches('\u{feff}'));
        let text = text.map_err(|(line, words)| Mistake::new(file, Some(line), words))?;
        Ok(Script { file: file.to_owned(), text, broken: None })
    }

    /// One whose file could not be read as a script, with the mistake that [`Script::read`] told: each call of it fails with that.
    pub fn broken(mistake: Mistake) -> Script {
        Script { file: mistake.file.clone(), text: String::new(), broken: Some(mistake) }
    }

    /// What messages call its file.
    pub fn file(&self) -> &str {
        &self.file
    }
}
