//! The level as the engine and the renderer use it: a grid of cells and the things that stand in them.

use crate::{
    model::allowance::Allowance,
    model::arrival::Arrival,
    model::cell::{Cell, CellShape, TextureIndex},
    model::direction::Direction,
    model::lamp::{Fog, Lamp},
    model::place::{Place, PlaceIndex},
    model::stairs::Stairs,
    model::terminal::Terminal,
    model::thing::{MonsterIndex, PickupIndex, PropIndex, Thing, ThingKind, Turn},
    model::trigger::Trigger,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// The longest side of a level, in cells.
pub const MAX_SIDE: usize = 512;
/// The most things on a level: with more, the simulation could not keep its pace.
pub(crate) const MAX_THINGS: usize = 10_000;
/// The most lamps on a level.
pub(crate) const MAX_LAMPS: usize = 1000;
/// The most arrivals on a level: each is looked at for whether the deck can be finished from there.
pub(crate) const MAX_ARRIVALS: usize = 32;
/// The most walls with stairs on a level.
pub(crate) const MAX_STAIRS: usize = 32;
/// The most terminals on a level: some boards are made when a run begins.
pub(crate) const MAX_TERMINALS: usize = 32;
/// The name of the texture that shows the stars; there is no picture of it.
pub const SKY: &str = "sky";
/// The sky of a level that names none.
pub(crate) const USUAL_SKY: &str = "nebula";

/// A deck of the ship, read and checked.
///
/// Its border is wall, exactly one player starts on it, every door and every pane stands between its walls, and every
/// patrol goes on for ever, over open floor and through doors. Two levels are equal if they say the same, whatever numbers
/// their names have.
#[derive(Clone, Debug, Serialize)]
pub struct Level {
    /// The deck's name, as players read it.
    pub name: String,
    /// The number of columns, 3 to 512.
    pub width: usize,
    /// The number of rows, 3 to 512.
    pub height: usize,
    /// The cells, row by row from the top left corner.
    pub cells: Vec<Cell>,
    /// The names of the textures that the cells refer to, each once. [`SKY`] is one that has no picture.
    pub textures: Vec<String>,
    /// Where the player starts; its kind is [`ThingKind::Player`].
    pub player: Thing,
    /// Everything else that stands on the deck, row by row; each stands in an open cell of its own.
    pub things: Vec<Thing>,
    /// The names of the monsters among the things, each once, as [`ThingKind::Monster`] refers to them.
    pub monsters: Vec<String>,
    /// The names of what lies there to be taken, each once, as [`ThingKind::Pickup`] refers to them.
    pub pickups: Vec<String>,
    /// The names of barrels, crates and the like, each once, as [`ThingKind::Prop`] refers to them.
    pub props: Vec<String>,
    /// The names of the climates of cells, each once, as [`Cell::climate`] refers to them.
    pub climates: Vec<String>,
    /// Where patrols turn, row by row; each lies in an open cell of its own.
    pub turns: Vec<Turn>,
    /// The cells that have names; a cell may have several.
    pub places: Vec<Place>,
    /// What somebody sets off, and what comes of it.
    pub triggers: Vec<Trigger>,
    /// The messages that triggers show; [`Level::message`] fills their gaps.
    pub messages: Vec<String>,
    /// What the gaps in braces of messages hold, by name: a level that is made tells of its crew. Levels that were read have none.
    // Of no matter to the game, so no part of a level's hash.
    #[serde(skip_serializing)]
    pub names: BTreeMap<String, String>,
    /// What gives light beside the light of the cells, at most 1000, row by row; each hangs over an open cell.
    pub lamps: Vec<Lamp>,
    /// What lies between the eye and whatever is far away.
    pub fog: Fog,
    /// What is seen through windows and where there is no ceiling: the name of a picture among the skies.
    // Of no matter to the game, so no part of a level's hash.
    #[serde(skip_serializing)]
    pub sky: String,
    /// How long a good player takes, in seconds, if the author says so.
    pub par: Option<f32>,
    /// Where the player may come onto the deck instead, at most 32; each is open floor.
    // Not written where there is none: such a level keeps the hash that it had before there were arrivals.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arrivals: Vec<Arrival>,
    /// The board games, at most 32, row by row.
    // As with arrivals, a level without them keeps its hash.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terminals: Vec<Terminal>,
    /// The walls with stairs, at most 32, row by row.
    // As with arrivals, a level without them keeps its hash.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stairs: Vec<Stairs>,
    /// The lints that its author lets be, at most 1000.
    // Of no matter to the game, so no part of a level's hash.
    #[serde(skip_serializing)]
    pub allow: Vec<Allowance>,
}

impl Level {
    /// A level with this name and size and without anything else, as whoever makes one begins; [`Level::finished`] ends it.
    pub fn empty(name: &str, width: usize, height: usize) -> Level {
        Level {
            name: name.to_owned(),
            width,
            height,
            cells: Vec::new(),
            textures: Vec::new(),
            player: Thing::new(ThingKind::Player, 0, 0),
            things: Vec::new(),
            monsters: Vec::new(),
            pickups: Vec::new(),
            props: Vec::new(),
            climates: Vec::new(),
            turns: Vec::new(),
            places: Vec::new(),
            triggers: Vec::new(),
            messages: Vec::new(),
            names: BTreeMap::new(),
            lamps: Vec::new(),
            fog: Fog::default(),
            sky: USUAL_SKY.to_owned(),
            par: None,
            arrivals: Vec::new(),
            terminals: Vec::new(),
            stairs: Vec::new(),
            allow: Vec::new(),
        }
    }

    /// Returns the message of a number in English, with the names in its gaps; none if there is no such message.
    pub fn message(&self, number: u16) -> Option<String> {
        let message = self.messages.get(usize::from(number))?.clone();
        Some(self.names.iter().fold(message, |message, (gap, name)| message.replace(&format!("{{{gap}}}"), name)))
    }

    /// The cell in column `x`, row `y`.
    ///
    /// # Panics
    /// If the cell lies outside the level.
    pub fn cell(&self, x: usize, y: usize) -> &Cell {
        &self.cells[y * self.width + x]
    }

    /// What stands in column `x`, row `y`, if that is on the map.
    pub fn shape_at(&self, x: i32, y: i32) -> Option<CellShape> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        (x < self.width && y < self.height).then(|| self.cell(x, y).shape)
    }

    /// The name of a texture that a cell refers to.
    pub fn texture(&self, index: TextureIndex) -> &str {
        &self.textures[usize::from(index.0)]
    }

    /// The name of a monster that a thing refers to.
    pub fn monster(&self, index: MonsterIndex) -> &str {
        &self.monsters[usize::from(index.0)]
    }

    /// The name of a pickup that a thing refers to.
    pub fn pickup(&self, index: PickupIndex) -> &str {
        &self.pickups[usize::from(index.0)]
    }

    /// The name of a prop that a thing refers to.
    pub fn prop(&self, index: PropIndex) -> &str {
        &self.props[usize::from(index.0)]
    }

    /// The name of the climate in column `x`, row `y`, if that is on the map and has one.
    pub fn climate_at(&self, x: i32, y: i32) -> Option<&str> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        let climate = (x < self.width && y < self.height).then(|| self.cell(x, y).climate)??;
        Some(&self.climates[usize::from(climate.0)])
    }

    /// Where patrols go on from column `x`, row `y`, if there is a turn point.
    pub fn turn_at(&self, x: usize, y: usize) -> Option<Direction> {
        let found = self.turns.binary_search_by_key(&(y, x), |turn| (turn.y, turn.x));
        found.ok().map(|index| self.turns[index].to)
    }

    /// A place that a trigger refers to.
    pub fn place(&self, index: PlaceIndex) -> &Place {
        &self.places[usize::from(index.0)]
    }

    /// True if a cell is outside: space, or a wall of [`SKY`].
    pub fn is_space(&self, index: usize) -> bool {
        match self.cells[index].shape {
            CellShape::Space => true,
            CellShape::Wall { texture, .. } => self.texture(texture) == SKY,
            _ => false,
        }
    }

    /// The terminal in column `x`, row `y`.
    pub fn terminal_at(&self, x: usize, y: usize) -> Option<&Terminal> {
        let found = self.terminals.binary_search_by_key(&(y, x), |terminal| (terminal.y, terminal.x));
        found.ok().map(|index| &self.terminals[index])
    }

    /// What stands in column `x`, row `y`, beside the player.
    pub(crate) fn thing_at(&self, x: usize, y: usize) -> Option<&Thing> {
        let found = self.things.binary_search_by_key(&(y, x), |thing| (thing.y, thing.x));
        found.ok().map(|index| &self.things[index])
    }

    /// True if a lamp hangs over column `x`, row `y`.
    pub(crate) fn has_lamp(&self, x: usize, y: usize) -> bool {
        self.lamps.binary_search_by_key(&(y, x), |lamp| (lamp.y, lamp.x)).is_ok()
    }

    /// The indices of the cells beside a cell.
    pub(crate) fn neighbours(&self, index: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, x) = (self.width, index % self.width);
        [
            (x > 0, index.wrapping_sub(1)),
            (x + 1 < width, index + 1),
            (index >= width, index.wrapping_sub(width)),
            (index + width < self.cells.len(), index + width),
        ]
        .into_iter()
        .filter(|(is_there, _)| *is_there)
        .map(|(_, beside)| beside)
    }
}
