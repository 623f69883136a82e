//! A prefab room, read and checked.

use crate::rooms::turn::Turn;
use level::{Direction, Mood, TableGame};
use std::sync::Arc;

/// A prefab room. Its outermost cells are walls and doors, which it shares with its neighbours.
#[derive(Debug, PartialEq)]
pub(crate) struct Room {
    /// Name of the kind of room.
    pub(crate) name: String,
    /// Its file, and line and column there, for messages.
    pub(crate) file: String,
    pub(crate) at: (usize, usize),
    /// Relative frequency, from 1.
    pub(crate) weight: usize,
    /// Maximum number per deck.
    pub(crate) most: usize,
    /// Words by which pipelines can demand it, in addition to its name.
    pub(crate) tags: Vec<String>,
    /// True if the gravity in it goes off when the player enters.
    pub(crate) weightless: bool,
    /// Width and height with the walls, in cells.
    pub(crate) size: (usize, usize),
    /// Cells, row by row.
    pub(crate) cells: Vec<Arc<RoomCell>>,
    /// Possible doors, each with the direction that leads out.
    pub(crate) doors: Vec<((usize, usize), Direction)>,
}

/// A cell of a room.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RoomCell {
    pub(crate) part: Part,
    pub(crate) dress: Arc<Dress>,
    pub(crate) lamp: Option<RoomLamp>,
    /// Content with the probability of `chance` in 100.
    pub(crate) holds: Option<Holds>,
    pub(crate) chance: usize,
}

/// Part of a room that a cell is.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Part {
    /// Not a part of the room.
    Outside,
    Wall,
    /// A wall in which there may be a door.
    Door,
    #[default]
    Floor,
    Pillar,
    /// Bars, which can be seen and shot through.
    Grating,
    Table(TableGame),
    /// A wall with a screen that shows one of these texts.
    Note(Vec<String>),
}

/// Content of a cell: one of some names.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Holds {
    /// Props, which block the cell.
    Props(Vec<String>),
    Pickups(Vec<String>),
    /// Pickups that appear when the player wins at the room's table.
    Prizes(Vec<String>),
    Monsters(Vec<String>),
}

/// Appearance of a cell where it differs from that of the deck, and its damage zone.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Dress {
    /// Texture of a wall, a pillar or a grating.
    pub(crate) wall: Option<String>,
    pub(crate) overlay: Option<String>,
    pub(crate) floor: Option<String>,
    pub(crate) ceiling: Option<String>,
    /// Light from 0 to 255.
    pub(crate) light: Option<u8>,
    pub(crate) damage_zone: Option<String>,
}

/// A lamp of a room.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RoomLamp {
    pub(crate) colour: [u8; 3],
    /// Reach, in tiles.
    pub(crate) reach: f32,
    pub(crate) mood: Mood,
    /// Texture of the ceiling, if it is not the usual lamp panel.
    pub(crate) ceiling: Option<String>,
}

/// A room on a map.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlacedRoom {
    pub(crate) room: Arc<Room>,
    pub(crate) turn: Turn,
    /// Number of the room on its map.
    pub(crate) number: u16,
    /// First column and row, including the walls.
    pub(crate) first: (usize, usize),
}

impl Room {
    /// Returns true if pipelines can demand the room by this word.
    pub(crate) fn is_called(&self, word: &str) -> bool {
        self.name == word || self.tags.iter().any(|tag| tag == word)
    }

    /// Returns true if crossing it is slow or harmful: it is weightless or has a damage zone.
    pub(crate) fn is_hazard(&self) -> bool {
        self.weightless || self.cells.iter().any(|cell| cell.dress.damage_zone.is_some())
    }
}

impl PlacedRoom {
    /// Returns the last column and row, including the walls.
    pub(crate) fn last(&self) -> (usize, usize) {
        let (width, height) = self.turn.size(self.room.size);
        (self.first.0 + width - 1, self.first.1 + height - 1)
    }

    /// Returns true if two rooms have a wall in common, or could have.
    pub(crate) fn is_beside(&self, other: &PlacedRoom) -> bool {
        let ((right, bottom), (other_right, other_bottom)) = (self.last(), other.last());
        self.first.0 <= other_right && other.first.0 <= right && self.first.1 <= other_bottom && other.first.1 <= bottom
    }
}
