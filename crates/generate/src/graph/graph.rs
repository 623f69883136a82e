//! The graph: places on a lattice and their links.

use crate::{
    graph::by_place::ByPlace,
    graph::content::{Content, PlacedTable, Screen, Stair, StepLight, Vault},
    graph::node::{DIRECTIONS, Kind, Node},
    graph::stage::StageError,
    rooms::room::{Dress, PlacedRoom, RoomLamp},
};
use level::Direction;
use std::{collections::BTreeMap, sync::Arc};

/// Maximum side of a graph, in places.
pub(crate) const MAX_SIDE: usize = 4096;
/// Maximum number of places of a graph, which bounds the memory that a pipeline can request. A maze of 1000 by 1000
/// chambers with its walls has four million.
pub(crate) const MAX_PLACES: usize = 1 << 23;

/// Meaning of the places of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Chambers, separated by walls without thickness where they are not linked.
    Chambers,
    /// Cells of the level; walkable neighbours are linked.
    Tiles,
}

/// Places on a lattice, row by row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Graph {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) scale: Scale,
    pub(crate) places: Vec<Node>,
    /// Contents by place.
    pub(crate) contents: BTreeMap<usize, Content>,
    /// Places with lamps.
    pub(crate) lamps: Vec<usize>,
    pub(crate) step_lights: Vec<StepLight>,
    /// Texts of the walls of kind [`Kind::Screen`].
    pub(crate) screens: Vec<Screen>,
    pub(crate) vaults: Vec<Vault>,
    pub(crate) tables: Vec<PlacedTable>,
    /// Prefab rooms.
    pub(crate) prefabs: Vec<PlacedRoom>,
    /// Appearance of the places of prefab rooms.
    pub(crate) dress: ByPlace<Arc<Dress>>,
    /// Appearance of the lamps of prefab rooms.
    pub(crate) lamp_looks: BTreeMap<usize, RoomLamp>,
    /// The stairs among the contents.
    pub(crate) stairs: Vec<Stair>,
}

impl Graph {
    /// Creates a graph without places.
    pub(crate) fn empty() -> Self {
        Graph {
            width: 0,
            height: 0,
            scale: Scale::Tiles,
            places: Vec::new(),
            contents: BTreeMap::new(),
            lamps: Vec::new(),
            step_lights: Vec::new(),
            screens: Vec::new(),
            vaults: Vec::new(),
            tables: Vec::new(),
            prefabs: Vec::new(),
            dress: ByPlace::default(),
            lamp_looks: BTreeMap::new(),
            stairs: Vec::new(),
        }
    }

    /// Creates the places of an empty graph, all of one kind.
    pub(crate) fn fill(&mut self, width: usize, height: usize, kind: Kind) {
        (self.width, self.height) = (width, height);
        self.places = vec![Node::new(kind); width * height];
    }

    /// Moves everything on the lattice to other places: `moved` returns the place of an old one. The new places must be
    /// there already, and `right` and `down` are the offset of prefab rooms.
    pub(crate) fn take_contents(&mut self, old: Graph, moved: impl Fn(usize) -> usize, (right, down): (usize, usize)) {
        self.contents = old.contents.into_iter().map(|(place, content)| (moved(place), content)).collect();
        self.dress = old.dress.moved(&moved);
        self.lamp_looks = old.lamp_looks.into_iter().map(|(place, look)| (moved(place), look)).collect();
        self.lamps = old.lamps.into_iter().map(&moved).collect();
        self.screens = old.screens.into_iter().map(|screen| Screen { wall: moved(screen.wall), ..screen }).collect();
        let table = |table: PlacedTable| PlacedTable {
            place: moved(table.place),
            prizes: table.prizes.into_iter().map(&moved).collect(),
            ..table
        };
        self.tables = old.tables.into_iter().map(table).collect();
        let prefab = |room: PlacedRoom| PlacedRoom { first: (room.first.0 + right, room.first.1 + down), ..room };
        self.prefabs = old.prefabs.into_iter().map(prefab).collect();
    }

    /// Returns true if no generator has run yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    pub(crate) fn kind(&self, place: usize) -> Kind {
        self.places[place].kind
    }

    /// Returns column and row of a place.
    pub(crate) fn at(&self, place: usize) -> (usize, usize) {
        (place % self.width, place / self.width)
    }

    /// Returns the neighbour in a direction, if it is on the lattice.
    pub(crate) fn neighbour(&self, place: usize, direction: Direction) -> Option<usize> {
        let column = place % self.width;
        match direction {
            Direction::East => (column + 1 < self.width).then(|| place + 1),
            Direction::South => (place + self.width < self.places.len()).then(|| place + self.width),
            Direction::West => (column > 0).then(|| place - 1),
            Direction::North => (place >= self.width).then(|| place - self.width),
        }
    }

    /// Returns the kind of the neighbour in a direction; void beyond the lattice.
    pub(crate) fn neighbour_kind(&self, place: usize, direction: Direction) -> Kind {
        self.neighbour(place, direction).map_or(Kind::Void, |neighbour| self.kind(neighbour))
    }

    /// Returns the place at an offset, if it is on the lattice.
    pub(crate) fn away(&self, place: usize, x: isize, y: isize) -> Option<usize> {
        let (column, row) = self.at(place);
        let (column, row) = (column.checked_add_signed(x)?, row.checked_add_signed(y)?);
        (column < self.width && row < self.height).then(|| row * self.width + column)
    }

    /// Links two neighbouring chambers.
    pub(crate) fn link(&mut self, place: usize, direction: Direction) {
        if let Some(neighbour) = self.neighbour(place, direction) {
            self.places[place].links |= 1 << direction as u8;
            self.places[neighbour].links |= 1 << opposite(direction) as u8;
        }
    }

    /// Returns true if a place is linked to its neighbour in a direction.
    pub(crate) fn is_linked(&self, place: usize, direction: Direction) -> bool {
        match self.scale {
            Scale::Chambers => self.places[place].links & 1 << direction as u8 != 0,
            Scale::Tiles => self.kind(place).is_walkable() && self.neighbour_kind(place, direction).is_walkable(),
        }
    }

    /// Returns for each place one bit per linked direction, as in [`Node::links`]. For many places this is faster than
    /// asking for each.
    pub(crate) fn links(&self) -> Vec<u8> {
        match self.scale {
            Scale::Chambers => self.places.iter().map(|place| place.links).collect(),
            Scale::Tiles => {
                let is_walkable: Vec<bool> = self.places.iter().map(|place| place.kind.is_walkable()).collect();
                sides(self.width, &is_walkable)
            }
        }
    }

    /// Returns the difference of place indices in each direction, as a wrapping number.
    pub(crate) fn strides(&self) -> [usize; 4] {
        [1, self.width, 1_usize.wrapping_neg(), self.width.wrapping_neg()]
    }

    /// Returns the linked neighbours of a place, in the order of the directions.
    pub(crate) fn neighbours(&self, place: usize) -> impl Iterator<Item = usize> + use<> {
        let links = match self.scale {
            // Places at the edge are never linked beyond the lattice.
            Scale::Chambers => self.places[place].links,
            Scale::Tiles if self.kind(place).is_walkable() => {
                let column = place % self.width;
                let there = [column + 1 < self.width, true, column > 0, true];
                let neighbour = self.strides().map(|stride| self.places.get(place.wrapping_add(stride)));
                let is_walkable =
                    |way: &usize| there[*way] && neighbour[*way].is_some_and(|place| place.kind.is_walkable());
                (0..4).filter(is_walkable).fold(0, |links, way| links | 1 << way)
            }
            Scale::Tiles => 0,
        };
        directions_of(links).map({
            let strides = self.strides();
            move |way| place.wrapping_add(strides[way])
        })
    }

    /// Returns the floor without contents, in the order of the places.
    pub(crate) fn free_floor(&self) -> Vec<usize> {
        let mut is_free = self.is_floor();
        self.contents.keys().for_each(|&place| is_free[place] = false);
        numbers_of(&is_free)
    }

    /// Returns for each place whether it is floor.
    pub(crate) fn is_floor(&self) -> Vec<bool> {
        self.places.iter().map(|place| matches!(place.kind, Kind::Floor)).collect()
    }

    /// Returns the floor with walls on three sides, in the order of the places.
    pub(crate) fn dead_ends(&self) -> Vec<usize> {
        let (links, is_floor) = (self.links(), self.is_floor());
        let is_dead_end = |(links, is_floor): (&u8, bool)| is_floor & links.is_power_of_two();
        numbers_of(&links.iter().zip(is_floor).map(is_dead_end).collect::<Vec<bool>>())
    }

    /// Returns true for floor without contents.
    pub(crate) fn is_free(&self, place: usize) -> bool {
        self.kind(place) == Kind::Floor && !self.contents.contains_key(&place)
    }

    /// Returns the player's start or first entrance, if it is known.
    pub(crate) fn start(&self) -> Option<usize> {
        let found = |wanted: fn(&Content) -> bool| {
            self.contents.iter().find(|(_, content)| wanted(content)).map(|(place, _)| *place)
        };
        found(|content| *content == Content::Start).or_else(|| found(|content| *content == Content::Stair(0)))
    }

    /// Returns the numbers of the hazardous prefab rooms.
    pub(crate) fn hazards(&self) -> Vec<u16> {
        let hazards = self.prefabs.iter().filter(|prefab| prefab.room.is_hazard());
        hazards.map(|prefab| prefab.number).collect()
    }

    /// Returns an error unless the places are tiles.
    pub(crate) fn need_tiles(&self) -> Result<(), StageError> {
        match self.scale {
            Scale::Tiles => Ok(()),
            Scale::Chambers => {
                let what = "the places must be tiles, got chambers: add the translator SimpleMaze before this stage";
                Err(StageError::Invalid(what.to_owned()))
            }
        }
    }

    /// Returns an error if a graph of this size would have too many places.
    pub(crate) fn check_size(width: usize, height: usize) -> Result<(), StageError> {
        if width.saturating_mul(height) <= MAX_PLACES {
            return Ok(());
        }
        Err(StageError::Invalid(format!("a map must have at most {MAX_PLACES} places, got {width} by {height}")))
    }
}

/// Returns the opposite direction.
pub(crate) fn opposite(direction: Direction) -> Direction {
    DIRECTIONS[(direction as usize + 2) % 4]
}

/// Returns the indices of the directions whose bits are set, in ascending order.
pub(crate) fn directions_of(mut bits: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let way = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (way < 8).then_some(way as usize)
    })
}

/// Returns the index of the `nth` direction whose bit is set, counting from 0; `nth` must be below their number.
pub(crate) fn nth_direction(bits: u8, nth: usize) -> usize {
    NTH_DIRECTION[usize::from(bits)][nth].into()
}

/// Lookup table of [`nth_direction`]. A loop would be mispredicted half of the time, and mazes call this for every
/// chamber.
const NTH_DIRECTION: [[u8; 4]; 16] = {
    let mut table = [[0; 4]; 16];
    let mut bits = 0;
    while bits < 16 {
        let (mut way, mut nth) = (0, 0);
        while way < 4 {
            if bits & 1 << way != 0 {
                table[bits][nth] = way;
                nth += 1;
            }
            way += 1;
        }
        bits += 1;
    }
    table
};

/// Returns for each selected place of a lattice one bit per direction with a selected neighbour; 0 for the others.
pub(crate) fn sides(width: usize, some: &[bool]) -> Vec<u8> {
    let mut sides = vec![0; some.len()];
    if some.len() < width || width == 0 {
        return sides;
    }
    let both = |here: &bool, neighbour: &bool, way: Direction| u8::from(*here & *neighbour) << way as u8;
    // Branch-free loops over consecutive bytes, which the compiler vectorises.
    for (row, sides) in some.chunks(width).zip(sides.chunks_mut(width)) {
        let next = &row[1..];
        row.iter()
            .zip(next)
            .zip(&mut *sides)
            .for_each(|((one, other), side)| *side |= both(one, other, Direction::East));
        let west = row.iter().zip(next).zip(&mut sides[1..]);
        west.for_each(|((one, other), side)| *side |= both(one, other, Direction::West));
    }
    let below = &some[width..];
    let south = some.iter().zip(below).zip(&mut sides);
    south.for_each(|((one, other), side)| *side |= both(one, other, Direction::South));
    let north = some.iter().zip(below).zip(&mut sides[width..]);
    north.for_each(|((one, other), side)| *side |= both(one, other, Direction::North));
    sides
}

/// Returns the indices of the true entries.
pub(crate) fn numbers_of(all: &[bool]) -> Vec<usize> {
    let count = all.iter().filter(|is_one| **is_one).count();
    // Branch-free: each index is written, and kept if its entry is true. The last slot is scratch space.
    let (mut numbers, mut next) = (vec![0; count + 1], 0);
    for (number, is_one) in all.iter().enumerate() {
        numbers[next] = number;
        next += usize::from(*is_one);
    }
    numbers.truncate(count);
    numbers
}
