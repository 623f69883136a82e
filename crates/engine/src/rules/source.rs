//! Which file says what: so that a mistake in an entry of a table is told with the file that holds it.

use std::collections::BTreeSet;

/// The tables that a file of rules may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Table {
    /// The kinds of undead.
    Monsters,
    /// The kinds of ammunition.
    Ammunition,
    /// The weapons.
    Weapons,
    /// The kinds of pickups.
    Pickups,
    /// The kinds of props.
    Props,
}

impl Table {
    /// The file of the table, below the folder of the assets.
    pub const fn file(self) -> &'static str {
        match self {
            Table::Monsters => "monsters.ron",
            Table::Ammunition | Table::Weapons => "weapons.ron",
            Table::Pickups => "pickups.ron",
            Table::Props => "props.ron",
        }
    }
}

/// The entries that a file of rules holds; all others are the tables' own.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sources {
    file: String,
    changed: BTreeSet<(Table, String)>,
}

impl Sources {
    /// No entries yet, of the file that messages call `file`.
    pub(crate) fn new(file: &str) -> Self {
        Sources { file: file.to_owned(), changed: BTreeSet::new() }
    }

    /// Notes that the file holds these entries.
    pub(crate) fn note<'a>(&mut self, table: Table, names: impl IntoIterator<Item = &'a String>) {
        self.changed.extend(names.into_iter().map(|name| (table, name.clone())));
    }

    /// The file that holds an entry.
    pub(crate) fn file_of(&self, table: Table, name: &str) -> &str {
        if self.changed.contains(&(table, name.to_owned())) { &self.file } else { table.file() }
    }
}
