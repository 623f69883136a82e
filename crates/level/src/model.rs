//! The level as the engine and the renderer use it: a grid of cells and the things that stand in them.

use crate::{Key, Lock, Place, Trigger};
use serde::{Deserialize, Serialize};
use std::f32::consts::FRAC_PI_2;

/// The longest side of a level, in cells.
pub const MAX_SIDE: usize = 512;
/// The most things on a level: with more, the simulation could not keep its pace.
pub(crate) const MAX_THINGS: usize = 10_000;
/// The most lamps on a level.
pub(crate) const MAX_LAMPS: usize = 1000;
/// The name of the texture that shows the stars; there is no picture of it.
pub const SKY: &str = "sky";

/// A deck of the ship, read and checked.
///
/// Its border is wall, exactly one player starts on it, every door and every pane stands between its walls, and every
/// patrol goes on for ever, over open floor and through doors.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
    /// The cells that have names.
    pub places: Vec<Place>,
    /// What somebody sets off, and what comes of it.
    pub triggers: Vec<Trigger>,
    /// The messages that triggers show.
    pub messages: Vec<String>,
    /// What gives light beside the light of the cells, at most 1000, row by row; each hangs over an open cell.
    pub lamps: Vec<Lamp>,
    /// What lies between the eye and whatever is far away.
    pub air: Air,
    /// How long a good player takes, in seconds, if the author says so.
    pub par: Option<f32>,
}

/// One square of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// What stands in the cell.
    pub shape: CellShape,
    /// The floor's texture.
    pub floor: TextureIndex,
    /// The ceiling's texture.
    pub ceiling: TextureIndex,
    /// The light on the cell, from 0 (dark) to 255 (full).
    pub light: u8,
    /// What the place makes of wounds, if anything.
    pub climate: Option<ClimateIndex>,
}

/// What stands in a cell and stops bodies and rays. North is up the map, towards row 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum CellShape {
    /// Nothing: floor to walk on.
    Open,
    /// A wall on all four sides.
    Wall {
        /// Its texture.
        texture: TextureIndex,
        /// A picture that lies over the texture on all four sides.
        overlay: Option<TextureIndex>,
    },
    /// A wall with the switch that starts the lift and so ends the deck.
    Lift {
        /// Its texture before the switch is thrown; with an overlay afterwards too.
        texture: TextureIndex,
        /// A picture of the switch that lies over the texture before it is thrown.
        overlay: Option<TextureIndex>,
        /// What takes the place of the overlay, or without one of the texture, once the switch is thrown.
        thrown: TextureIndex,
        /// The only side on which the switch shows and works.
        face: Option<Direction>,
        /// It leads to the secret deck.
        secret: bool,
    },
    /// A wall with a switch or a target that a [`Trigger`] makes something of.
    Switch {
        /// Its texture before the switch is thrown; with an overlay afterwards too.
        texture: TextureIndex,
        /// A picture of the switch that lies over the texture before it is thrown.
        overlay: Option<TextureIndex>,
        /// What takes the place of the overlay, or without one of the texture, while the switch is thrown.
        thrown: TextureIndex,
        /// The only side on which the switch shows and works.
        face: Option<Direction>,
    },
    /// A door in the middle of its cell.
    Door {
        /// The texture of the panel or the leaves.
        panel: TextureIndex,
        /// The texture of the walls that the door stands between.
        jamb: TextureIndex,
        /// The axis along which the shut door lies.
        along: Axis,
        /// How it opens.
        hang: Hang,
        /// What keeps it shut.
        lock: Option<Lock>,
        /// It locks itself for good behind a player who has gone through it.
        locks_behind: bool,
    },
    /// A thin pane in the middle of its cell that bodies cannot pass.
    Pane {
        /// The texture of both its sides.
        texture: TextureIndex,
        /// The texture of the walls that it stands between.
        jamb: TextureIndex,
        /// The axis along which it lies.
        along: Axis,
        /// What passes it.
        kind: PaneKind,
    },
    /// A round pillar of radius [`PILLAR_RADIUS`] in the middle of its cell.
    Pillar {
        /// Its texture.
        texture: TextureIndex,
    },
    /// Half of the cell is wall, cut from corner to corner.
    Diagonal {
        /// The texture of the cut.
        texture: TextureIndex,
        /// The corner in which the wall is; the walls beside the cell meet there.
        corner: Corner,
    },
    /// A wall that can be pushed, once.
    Push {
        /// Its texture.
        texture: TextureIndex,
        /// The only way that it goes; without one it goes away from whoever pushes it.
        way: Option<Direction>,
        /// How many cells it goes, 1 to 512, if nothing stops it; without a number as many as the rules say.
        cells: Option<u16>,
    },
}

/// The radius of a pillar, in tiles.
pub const PILLAR_RADIUS: f32 = 0.3;

impl CellShape {
    /// True for whatever fills its cell for good.
    pub fn is_wall(self) -> bool {
        matches!(self, CellShape::Wall { .. } | CellShape::Switch { .. } | CellShape::Lift { .. })
    }

    /// The only side on which it can be used, shot at and seen to be a switch, if there is only one.
    pub fn face(self) -> Option<Direction> {
        match self {
            CellShape::Lift { face, .. } | CellShape::Switch { face, .. } => face,
            _ => None,
        }
    }

    /// True if somebody may get through its cell, now or later.
    pub(crate) fn can_be_passed(self) -> bool {
        match self {
            CellShape::Open | CellShape::Door { .. } | CellShape::Diagonal { .. } | CellShape::Push { .. } => true,
            CellShape::Wall { .. }
            | CellShape::Switch { .. }
            | CellShape::Lift { .. }
            | CellShape::Pane { .. }
            | CellShape::Pillar { .. } => false,
        }
    }
}

/// How a door opens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hang {
    /// Its panel slides into the wall.
    #[default]
    Sliding,
    /// Its two leaves, each half as wide as the cell, swing away from whoever opens it.
    Swinging,
}

/// The kinds of panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PaneKind {
    /// Glass: it can be seen through, and stops shots.
    Window,
    /// Bars: sight and shots pass.
    Grating,
}

/// A corner of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Corner {
    /// The upper left one, where x and y are least.
    NorthWest,
    /// The upper right one.
    NorthEast,
    /// The lower right one, where x and y are greatest.
    SouthEast,
    /// The lower left one.
    SouthWest,
}

/// A light source in the middle of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Lamp {
    /// The column of its cell, from 0.
    pub x: usize,
    /// The row of its cell, from 0.
    pub y: usize,
    /// Red, green and blue, each from 0 to 255.
    pub colour: [u8; 3],
    /// How far its light goes, in tiles, 0.5 to 16.
    pub reach: f32,
    /// How steadily it shines.
    pub mood: Mood,
    /// It is off until a trigger puts it on.
    pub off: bool,
}

/// How steadily a lamp shines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mood {
    /// Always alike.
    #[default]
    Steady,
    /// It goes out for moments, as broken ones do.
    Flicker,
    /// It swells and fades, as an alarm does.
    Pulse,
}

/// The air on a deck: far things fade into its colour.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Air {
    /// Red, green and blue of the fog, each from 0 to 255.
    pub colour: [u8; 3],
    /// The distance at which half of what is seen is fog, in tiles, 1 to 1000.
    pub clear: f32,
}

impl Default for Air {
    /// Darkness, in which half of the light is lost after 11 tiles.
    fn default() -> Self {
        Air { colour: [0, 0, 0], clear: 11.0 }
    }
}

/// One of the two directions of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Axis {
    /// Left and right on the map.
    X,
    /// Up and down on the map.
    Y,
}

/// An index into [`Level::textures`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct TextureIndex(pub u16);

/// Something that stands in a cell at the start.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Thing {
    /// What it is.
    pub kind: ThingKind,
    /// The column of its cell, from 0.
    pub x: usize,
    /// The row of its cell, from 0.
    pub y: usize,
    /// Where it looks, in radians: 0 is to the right, a quarter turn is down the map. A patroller's is one of the four
    /// directions.
    pub facing: f32,
    /// What it does while it knows of nobody; only monsters do anything but keep their post.
    pub habit: Habit,
    /// It is there on this skill and on all above, 1 to 4.
    pub skill: u8,
    /// It is not there before a trigger calls it.
    pub waits: bool,
}

impl Thing {
    /// A thing that faces to the right, keeps its post, and is there on every skill.
    pub(crate) fn new(kind: ThingKind, x: usize, y: usize) -> Self {
        Thing { kind, x, y, facing: 0.0, habit: Habit::Post, skill: 1, waits: false }
    }
}

/// The kinds of things that a level can place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThingKind {
    /// Where the player starts.
    Player,
    /// A key.
    Key(Key),
    // An index means something only within its level, so no text says it; variants that are not read must be the last.
    /// An undead of the kind that this name stands for.
    #[serde(skip_deserializing)]
    Monster(MonsterIndex),
    /// Something to take, of the kind that this name stands for.
    #[serde(skip_deserializing)]
    Pickup(PickupIndex),
    /// A barrel, a crate or the like, of the kind that this name stands for.
    #[serde(skip_deserializing)]
    Prop(PropIndex),
}

/// An index into [`Level::monsters`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct MonsterIndex(pub u16);

/// An index into [`Level::pickups`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct PickupIndex(pub u16);

/// An index into [`Level::props`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct PropIndex(pub u16);

/// An index into [`Level::climates`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ClimateIndex(pub u16);

/// What a monster does while it knows of nobody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Habit {
    /// It stands where it is.
    #[default]
    Post,
    /// It stands where it is and takes no notice of noises: it waits until it sees somebody.
    Ambush,
    /// It walks straight on, through doors, and wherever there is a [`Turn`] it goes on the way that this says.
    Patrol,
}

/// A point that sends patrols another way, also those that start there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Turn {
    /// The column of its cell, from 0.
    pub x: usize,
    /// The row of its cell, from 0.
    pub y: usize,
    /// Where a patrol goes on from the middle of the cell.
    pub to: Direction,
}

/// One of the four directions of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Direction {
    /// To the right, where x grows.
    East,
    /// Down the map, where y grows.
    South,
    /// To the left.
    West,
    /// Up the map, towards row 0.
    North,
}

impl Direction {
    /// The four, each a quarter turn further than the one before it.
    pub const ALL: [Direction; 4] = [Direction::East, Direction::South, Direction::West, Direction::North];

    /// The direction of a facing in radians, if it is a multiple of a quarter turn.
    pub fn of(facing: f32) -> Option<Direction> {
        let quarters = facing / FRAC_PI_2;
        let nearest = quarters.round();
        ((quarters - nearest).abs() < 1e-4).then(|| Direction::ALL[nearest.rem_euclid(4.0) as usize])
    }

    /// The facing of whoever looks there, in radians from 0 to three quarter turns.
    pub fn facing(self) -> f32 {
        f32::from(self as u8) * FRAC_PI_2
    }

    /// The next cell there, as columns and rows from the one that it begins in.
    pub fn step(self) -> (i32, i32) {
        match self {
            Direction::East => (1, 0),
            Direction::South => (0, 1),
            Direction::West => (-1, 0),
            Direction::North => (0, -1),
        }
    }
}

impl Level {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_multiple_of_a_quarter_turn_and_no_other_facing_is_a_direction() {
        use Direction::*;
        for degrees in -360_i16..=360 {
            let expected = match degrees.rem_euclid(360) {
                0 => Some(East),
                90 => Some(South),
                180 => Some(West),
                270 => Some(North),
                _ => None,
            };
            assert_eq!(Direction::of(f32::from(degrees).to_radians()), expected, "{degrees}");
        }
        assert_eq!(Direction::of(f32::NAN), None);
        assert_eq!(Direction::of(f32::INFINITY), None);
    }

    #[test]
    fn a_step_goes_where_its_direction_faces() {
        for direction in Direction::ALL {
            let (x, y) = direction.step();
            let (sin, cos) = direction.facing().sin_cos();
            assert_eq!((x, y), (cos.round() as i32, sin.round() as i32));
            assert_eq!(Direction::of(direction.facing()), Some(direction));
        }
    }
}
