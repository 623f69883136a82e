//! Names of a level with their numbers.

/// Names, each once, in the order in which they were first asked for. There are few of them, so a list is the fastest.
#[derive(Default)]
pub(super) struct Names(pub(super) Vec<String>);

impl Names {
    /// The number of a name.
    pub(super) fn index(&mut self, name: &str) -> u16 {
        let found = self.0.iter().position(|known| known == name);
        let index = found.unwrap_or_else(|| {
            self.0.push(name.to_owned());
            self.0.len() - 1
        });
        // A pipeline's file is too small for so many names.
        index as u16
    }
}
