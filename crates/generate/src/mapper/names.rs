//! Interned names of a level.

/// Number of guesses.
const GUESSES: usize = 64;

/// Distinct names, in the order of their first use.
pub(super) struct Names {
    pub(super) all: Vec<String>,
    /// Indices of names that were looked up before, by the address of the text. Most cells ask for the same texts.
    guesses: [u16; GUESSES],
}

impl Default for Names {
    fn default() -> Self {
        Names { all: Vec::new(), guesses: [0; GUESSES] }
    }
}

impl Names {
    /// Returns the index of a name, adding it if necessary.
    pub(super) fn index(&mut self, name: &str) -> u16 {
        let guess = &mut self.guesses[name.as_ptr().addr() / 16 % GUESSES];
        if self.all.get(usize::from(*guess)).is_none_or(|known| known != name) {
            let found = self.all.iter().position(|known| known == name);
            let index = found.unwrap_or_else(|| {
                self.all.push(name.to_owned());
                self.all.len() - 1
            });
            // A pipeline's file is too small for more than 65 535 names.
            *guess = index as u16;
        }
        *guess
    }
}
