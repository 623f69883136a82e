//! Sources of table entries, so that an error in an entry is reported with the file that contains it.

use std::collections::BTreeSet;

/// A table that a rules file may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Table {
    /// Monster kinds.
    Monsters,
    /// Ammunition kinds.
    Ammunition,
    /// Weapons.
    Weapons,
    /// Pickup kinds.
    Pickups,
    /// Prop kinds.
    Props,
}

impl Table {
    /// Returns the file of the table, relative to the folder of assets.
    pub const fn file(self) -> &'static str {
        match self {
            Table::Monsters => "monsters.ron",
            Table::Ammunition | Table::Weapons => "weapons.ron",
            Table::Pickups => "pickups.ron",
            Table::Props => "props.ron",
        }
    }
}

/// The entries that a rules file contains; all others come from the tables.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sources {
    file: String,
    changed: BTreeSet<(Table, String)>,
}

impl Sources {
    /// Returns an empty set of entries for the file that error messages call `file`.
    pub(crate) fn new(file: &str) -> Self {
        Sources { file: file.to_owned(), changed: BTreeSet::new() }
    }

    /// Records that the file contains these entries.
    pub(crate) fn note<'a>(&mut self, table: Table, names: impl IntoIterator<Item = &'a String>) {
        self.changed.extend(names.into_iter().map(|name| (table, name.clone())));
    }

    /// Returns the file that contains an entry.
    pub(crate) fn file_of(&self, table: Table, name: &str) -> &str {
        if self.changed.contains(&(table, name.to_owned())) { &self.file } else { table.file() }
    }
}
