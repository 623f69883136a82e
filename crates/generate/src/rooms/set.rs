//! The rooms of the game, by theme.

use crate::rooms::{
    read::{MAX_BYTES, Themes, read},
    room::{Holds, Part, Room},
};
use level::{Diagnostic, TextError};
use std::sync::{Arc, LazyLock};

/// The rooms of the game by theme, which pipelines place.
#[derive(Clone, Debug, PartialEq)]
pub struct RoomSet(Arc<Themes>);

/// The game's own room files.
const FILES: [(&str, &str); 10] = [
    ("assets/rooms/chapel.ron", include_str!("../../../../assets/rooms/chapel.ron")),
    ("assets/rooms/command.ron", include_str!("../../../../assets/rooms/command.ron")),
    ("assets/rooms/crew.ron", include_str!("../../../../assets/rooms/crew.ron")),
    ("assets/rooms/cryo.ron", include_str!("../../../../assets/rooms/cryo.ron")),
    ("assets/rooms/engine.ron", include_str!("../../../../assets/rooms/engine.ron")),
    ("assets/rooms/holds.ron", include_str!("../../../../assets/rooms/holds.ron")),
    ("assets/rooms/hull.ron", include_str!("../../../../assets/rooms/hull.ron")),
    ("assets/rooms/lab.ron", include_str!("../../../../assets/rooms/lab.ron")),
    ("assets/rooms/labyrinth.ron", include_str!("../../../../assets/rooms/labyrinth.ron")),
    ("assets/rooms/ship.ron", include_str!("../../../../assets/rooms/ship.ron")),
];

/// The game's own rooms. Every test of decks would detect an error in the embedded files.
static STANDARD: LazyLock<RoomSet> = LazyLock::new(|| {
    let files = FILES.map(|(file, text)| (file, text.as_bytes()));
    RoomSet::read(files).expect("the rooms of the game are right")
});

impl Default for RoomSet {
    /// Returns the rooms that are built into the program.
    fn default() -> Self {
        STANDARD.clone()
    }
}

impl RoomSet {
    /// Maximum size of a room file, in bytes.
    pub const MAX_FILE_BYTES: usize = MAX_BYTES;

    /// Reads room files, each with its name in messages. Files of the same theme complement each other.
    ///
    /// # Errors
    /// The first error, with line and column.
    pub fn read<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Result<RoomSet, TextError> {
        let mut themes = Themes::new();
        for (file, bytes) in files {
            let (theme, rooms) = read(file, bytes)?;
            let known = themes.entry(theme.clone()).or_default();
            if let Some(twin) = rooms.iter().find(|room| known.iter().any(|known| known.name == room.name)) {
                let what = format!("another file of the theme '{theme}' has a room '{}', too", twin.name);
                let (line, column) = twin.at;
                let diagnostics = vec![Diagnostic { line, column, what }];
                return Err(TextError { file: file.to_owned(), diagnostics });
            }
            known.extend(rooms);
        }
        Ok(RoomSet(Arc::new(themes)))
    }

    /// Returns the rooms of a theme.
    pub(crate) fn theme(&self, theme: &str) -> Option<&[Arc<Room>]> {
        self.0.get(theme).map(Vec::as_slice)
    }

    /// Returns the names of the themes.
    pub(crate) fn themes(&self) -> impl Iterator<Item = &String> {
        self.0.keys()
    }

    /// Returns the number of rooms.
    pub fn count(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }

    /// Returns the names of everything that the rooms contain and that other files define, each with what it is:
    /// `texture`, `prop`, `pickup`, `monster` or `damage zone`.
    pub fn names(&self) -> Vec<(&'static str, &str)> {
        let mut names = Vec::new();
        for cell in self.0.values().flatten().flat_map(|room| &room.cells) {
            let dress = &cell.dress;
            let textures = [&dress.wall, &dress.overlay, &dress.floor, &dress.ceiling].into_iter().flatten();
            let of_lamp = cell.lamp.iter().filter_map(|lamp| lamp.ceiling.as_ref());
            names.extend(textures.chain(of_lamp).map(|name| ("texture", name.as_str())));
            names.extend(dress.damage_zone.iter().map(|name| ("damage zone", name.as_str())));
            let (what, held) = match &cell.holds {
                Some(Holds::Props(held)) => ("prop", &held[..]),
                Some(Holds::Pickups(held) | Holds::Prizes(held)) => ("pickup", &held[..]),
                Some(Holds::Monsters(held)) => ("monster", &held[..]),
                None => ("", &[][..]),
            };
            names.extend(held.iter().map(|name| (what, name.as_str())));
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Returns the texts of all screens.
    pub fn notes(&self) -> impl Iterator<Item = &str> {
        let cells = self.0.values().flatten().flat_map(|room| &room.cells);
        let notes = cells.filter_map(|cell| match &cell.part {
            Part::Note(notes) => Some(notes),
            _ => None,
        });
        notes.flatten().map(String::as_str)
    }
}
