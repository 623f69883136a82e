//! Interned names of a level.

/// Distinct names, in the order of their first use. There are few of them, so a linear search is fastest.
#[derive(Default)]
pub(super) struct Names(pub(super) Vec<String>);

impl Names {
    /// Returns the index of a name, adding it if necessary.
    pub(super) fn index(&mut self, name: &str) -> u16 {
        let found = self.0.iter().position(|known| known == name);
        let index = found.unwrap_or_else(|| {
            self.0.push(name.to_owned());
            self.0.len() - 1
        });
        // A pipeline's file is too small for more than 65 535 names.
        index as u16
    }
}
