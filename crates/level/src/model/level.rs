//! The level as the engine and the renderer use it: a grid of cells and the things in them.

use crate::{
    model::allowance::Allowance,
    model::arrival::Arrival,
    model::called::Called,
    model::cell::{Cell, CellShape, PaneKind, TextureIndex},
    model::lamp::{Lamp, LevelFog},
    model::named_area::{NamedArea, NamedAreaIndex},
    model::patrol_direction::PatrolDirection,
    model::stairs::Stairs,
    model::symmetry::Symmetry,
    model::terminal::PlacedTerminal,
    model::thing::{MonsterIndex, PickupIndex, PropIndex, Thing, ThingKind, Turn},
    model::trigger::Trigger,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// Maximum side length of a level, in cells.
pub const MAX_SIDE: usize = 512;
/// Maximum number of things on a level; with more, the simulation could not run in real time.
pub(crate) const MAX_THINGS: usize = 10_000;
/// Maximum number of lamps on a level.
pub(crate) const MAX_LAMPS: usize = 1000;
/// Maximum number of arrivals on a level. The solver checks each of them.
pub(crate) const MAX_ARRIVALS: usize = 32;
/// Maximum number of walls with stairs on a level.
pub(crate) const MAX_STAIRS: usize = 32;
/// Maximum number of terminals on a level. Some of their boards are generated when a run starts.
pub(crate) const MAX_TERMINALS: usize = 32;
/// Name of the texture that shows the stars. There is no image file of this name.
pub const SKY: &str = "sky";
/// Sky of a level that does not name one.
pub(crate) const USUAL_SKY: &str = "nebula";

/// A deck of the ship, read and validated.
///
/// Its border is wall, exactly one player starts on it, every door and every pane is between walls, and every patrol
/// goes on forever, over open floor and through doors. Two levels are equal if their contents are equal, whatever
/// indices their names have.
#[derive(Clone, Debug, Serialize)]
pub struct Level {
    /// Name of the deck, as players read it.
    pub name: String,
    /// Number of columns, 3 to 512.
    pub width: usize,
    /// Number of rows, 3 to 512.
    pub height: usize,
    /// Cells, row by row from the top left corner.
    pub cells: Vec<Cell>,
    /// Names of the textures that cells refer to, each once. [`SKY`] has no image file.
    pub textures: Vec<String>,
    /// Start of the player. The kind is [`ThingKind::Player`].
    pub player: Thing,
    /// All other things on the deck, row by row, each in an open cell of its own.
    pub things: Vec<Thing>,
    /// Names of the monsters that [`ThingKind::Monster`] refers to, each once.
    pub monsters: Vec<String>,
    /// Names of the pickups that [`ThingKind::Pickup`] refers to, each once.
    pub pickups: Vec<String>,
    /// Names of the props that [`ThingKind::Prop`] refers to, each once.
    pub props: Vec<String>,
    /// Names of the damage zones that [`Cell::damage_zone`] refers to, each once.
    pub damage_zones: Vec<String>,
    /// Points where patrols turn, row by row, each in an open cell of its own.
    pub turns: Vec<Turn>,
    /// Named cells; a cell may have several names.
    pub places: Vec<NamedArea>,
    /// Triggers, which connect causes with actions.
    pub triggers: Vec<Trigger>,
    /// Messages that triggers show; [`Level::message`] fills their gaps.
    pub messages: Vec<String>,
    /// Names for the gaps in braces of messages: the story of a generated level names its crew. Levels from files have
    /// none.
    // The simulation does not use them, so they are no part of a level's hash.
    #[serde(skip_serializing)]
    pub names: BTreeMap<String, String>,
    /// Lamps, at most 1000, row by row, each over an open cell.
    pub lamps: Vec<Lamp>,
    /// Fog.
    pub fog: LevelFog,
    /// Sky that is visible through windows and where there is no ceiling: the name of an image in `assets/skies`.
    // It does not affect the simulation, so it is not part of the level's hash.
    #[serde(skip_serializing)]
    pub sky: String,
    /// Par time in seconds, if the author gives one.
    pub par: Option<f32>,
    /// Entrances besides the start, at most 32, each on open floor.
    // Not serialized if empty: levels without arrivals keep the hash from before arrivals existed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arrivals: Vec<Arrival>,
    /// Terminals with board games, at most 32, row by row.
    // Not serialized if empty, as with arrivals.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terminals: Vec<PlacedTerminal>,
    /// Walls with stairs, at most 32, row by row.
    // Not serialized if empty, as with arrivals.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stairs: Vec<Stairs>,
    /// Lints that the author has suppressed, at most 1000.
    // It does not affect the simulation, so it is not part of the level's hash.
    #[serde(skip_serializing)]
    pub allow: Vec<Allowance>,
    /// Names of things, at most 1000.
    // As with `allow`.
    #[serde(skip_serializing)]
    pub called: Vec<Called>,
    /// How the map is turned compared with the level as drawn, see [`Level::turned`].
    // Files do not contain it, so it is not part of the level's hash.
    #[serde(skip_serializing)]
    pub orientation: Symmetry,
}

impl Level {
    /// Returns a level with this name and size and without any content. After filling it in, call [`Level::finished`].
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
            damage_zones: Vec::new(),
            turns: Vec::new(),
            places: Vec::new(),
            triggers: Vec::new(),
            messages: Vec::new(),
            names: BTreeMap::new(),
            lamps: Vec::new(),
            fog: LevelFog::default(),
            sky: USUAL_SKY.to_owned(),
            par: None,
            arrivals: Vec::new(),
            terminals: Vec::new(),
            stairs: Vec::new(),
            allow: Vec::new(),
            called: Vec::new(),
            orientation: Symmetry::default(),
        }
    }

    /// Returns the English message with this number, with the names in its gaps, or `None` if there is no such message.
    pub fn message(&self, number: u16) -> Option<String> {
        let message = self.messages.get(usize::from(number))?.clone();
        Some(self.names.iter().fold(message, |message, (gap, name)| message.replace(&format!("{{{gap}}}"), name)))
    }

    /// Returns the cell in column `x`, row `y`.
    ///
    /// # Panics
    /// If the cell is outside the level.
    pub fn cell(&self, x: usize, y: usize) -> &Cell {
        &self.cells[y * self.width + x]
    }

    /// Returns the shape in column `x`, row `y`, or `None` outside the map.
    pub fn shape_at(&self, x: i32, y: i32) -> Option<CellShape> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        (x < self.width && y < self.height).then(|| self.cell(x, y).shape)
    }

    /// Returns true if shots and blasts can break what fills a cell: a window, or a wall that is marked as breakable.
    pub fn is_fragile(&self, x: i32, y: i32) -> bool {
        match self.shape_at(x, y) {
            Some(CellShape::Pane { kind: PaneKind::Window, .. }) => true,
            Some(_) => self.cell(x as usize, y as usize).can_break(),
            None => false,
        }
    }

    /// Returns the name of a texture.
    pub fn texture(&self, index: TextureIndex) -> &str {
        &self.textures[usize::from(index.0)]
    }

    /// Returns the name of a monster.
    pub fn monster(&self, index: MonsterIndex) -> &str {
        &self.monsters[usize::from(index.0)]
    }

    /// Returns the name of a pickup.
    pub fn pickup(&self, index: PickupIndex) -> &str {
        &self.pickups[usize::from(index.0)]
    }

    /// Returns the name of a prop.
    pub fn prop(&self, index: PropIndex) -> &str {
        &self.props[usize::from(index.0)]
    }

    /// Returns the name of the damage zone in column `x`, row `y`, if that cell is on the map and has one.
    pub fn damage_zone_at(&self, x: i32, y: i32) -> Option<&str> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        let damage_zone = (x < self.width && y < self.height).then(|| self.cell(x, y).damage_zone)??;
        Some(&self.damage_zones[usize::from(damage_zone.0)])
    }

    /// Returns the direction of the turn point in column `x`, row `y`, if there is one.
    pub fn turn_at(&self, x: usize, y: usize) -> Option<PatrolDirection> {
        let found = self.turns.binary_search_by_key(&(y, x), |turn| (turn.y, turn.x));
        found.ok().map(|index| self.turns[index].to)
    }

    /// Returns the named cells that a trigger refers to.
    pub fn place(&self, index: NamedAreaIndex) -> &NamedArea {
        &self.places[usize::from(index.0)]
    }

    /// Returns true if a cell is outside the ship: space, or a wall of [`SKY`].
    pub fn is_space(&self, index: usize) -> bool {
        match self.cells[index].shape {
            CellShape::Space => true,
            CellShape::Wall { texture, .. } => self.texture(texture) == SKY,
            _ => false,
        }
    }

    /// Returns the terminal in column `x`, row `y`, if there is one.
    pub fn terminal_at(&self, x: usize, y: usize) -> Option<&PlacedTerminal> {
        let found = self.terminals.binary_search_by_key(&(y, x), |terminal| (terminal.y, terminal.x));
        found.ok().map(|index| &self.terminals[index])
    }

    /// Returns the name of the switch in column `x`, row `y`, or of the thing that is there at the start of a run, if it
    /// has one of its own.
    pub fn called_at(&self, x: usize, y: usize) -> Option<&str> {
        let called = self.called.iter().find(|called| self.place(called.at).cells.contains(&(x, y)));
        called.map(|called| called.name.as_str())
    }

    /// Returns the thing in column `x`, row `y`, other than the player.
    pub(crate) fn thing_at(&self, x: usize, y: usize) -> Option<&Thing> {
        let found = self.things.binary_search_by_key(&(y, x), |thing| (thing.y, thing.x));
        found.ok().map(|index| &self.things[index])
    }

    /// Returns true if there is a lamp over column `x`, row `y`.
    pub(crate) fn has_lamp(&self, x: usize, y: usize) -> bool {
        self.lamps.binary_search_by_key(&(y, x), |lamp| (lamp.y, lamp.x)).is_ok()
    }

    /// Returns the indices of the up to four adjacent cells.
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
        .map(|(_, neighbour)| neighbour)
    }
}
