//! The graph itself: places on a lattice, and what they are linked to.

use crate::{
    graph::content::{Content, Screen, Stair, StepLight, Vault},
    graph::place::{DIRECTIONS, Kind, Place},
    graph::stage::Trouble,
};
use level::Direction;
use std::collections::BTreeMap;

/// The longest side of a graph, in places.
pub(crate) const MAX_SIDE: usize = 4096;
/// The most places of a graph: a maze of 1000 by 1000 chambers with its walls has four millions. It bounds what a few
/// numbers in a pipeline can make of the memory.
pub(crate) const MAX_PLACES: usize = 1 << 23;

/// What a place stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// A chamber, with walls of no thickness round it where it has no link.
    Chambers,
    /// A cell of the level that is to be; neighbours that can be walked are linked.
    Tiles,
}

/// Places on a lattice, row by row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Graph {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) scale: Scale,
    pub(crate) places: Vec<Place>,
    /// What stands there, by place.
    pub(crate) contents: BTreeMap<usize, Content>,
    /// Over which places lamps hang.
    pub(crate) lamps: Vec<usize>,
    pub(crate) step_lights: Vec<StepLight>,
    /// What the walls of the kind [`Kind::Screen`] say.
    pub(crate) screens: Vec<Screen>,
    pub(crate) vaults: Vec<Vault>,
    /// The stairs among the contents.
    pub(crate) stairs: Vec<Stair>,
}

impl Graph {
    /// A graph without places: no generator has run yet.
    pub(crate) fn nothing() -> Self {
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
            stairs: Vec::new(),
        }
    }

    /// Gives a graph without places so many, all of one kind.
    pub(crate) fn fill(&mut self, width: usize, height: usize, kind: Kind) {
        (self.width, self.height) = (width, height);
        self.places = vec![Place::new(kind); width * height];
    }

    /// True before any generator has run.
    pub(crate) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    pub(crate) fn kind(&self, place: usize) -> Kind {
        self.places[place].kind
    }

    /// Column and row of a place.
    pub(crate) fn at(&self, place: usize) -> (usize, usize) {
        (place % self.width, place / self.width)
    }

    /// The place beside one, if it is on the lattice.
    pub(crate) fn beside(&self, place: usize, direction: Direction) -> Option<usize> {
        let column = place % self.width;
        match direction {
            Direction::East => (column + 1 < self.width).then(|| place + 1),
            Direction::South => (place + self.width < self.places.len()).then(|| place + self.width),
            Direction::West => (column > 0).then(|| place - 1),
            Direction::North => (place >= self.width).then(|| place - self.width),
        }
    }

    /// The kind of the place beside one; beyond the lattice is void.
    pub(crate) fn kind_beside(&self, place: usize, direction: Direction) -> Kind {
        self.beside(place, direction).map_or(Kind::Void, |beside| self.kind(beside))
    }

    /// The place that lies so far away, if it is on the lattice.
    pub(crate) fn away(&self, place: usize, x: isize, y: isize) -> Option<usize> {
        let (column, row) = self.at(place);
        let (column, row) = (column.checked_add_signed(x)?, row.checked_add_signed(y)?);
        (column < self.width && row < self.height).then(|| row * self.width + column)
    }

    /// Links two chambers that lie side by side.
    pub(crate) fn link(&mut self, place: usize, direction: Direction) {
        if let Some(beside) = self.beside(place, direction) {
            self.places[place].links |= 1 << direction as u8;
            self.places[beside].links |= 1 << opposite(direction) as u8;
        }
    }

    /// True if a place is linked to the one beside it.
    pub(crate) fn is_linked(&self, place: usize, direction: Direction) -> bool {
        match self.scale {
            Scale::Chambers => self.places[place].links & 1 << direction as u8 != 0,
            Scale::Tiles => self.kind(place).is_way() && self.kind_beside(place, direction).is_way(),
        }
    }

    /// For each place a bit for each direction in which it is linked, as in [`Place::links`]: whoever asks for many is faster
    /// with these.
    pub(crate) fn links(&self) -> Vec<u8> {
        match self.scale {
            Scale::Chambers => self.places.iter().map(|place| place.links).collect(),
            Scale::Tiles => {
                let is_way: Vec<bool> = self.places.iter().map(|place| place.kind.is_way()).collect();
                sides(self.width, &is_way)
            }
        }
    }

    /// How the number of a place changes in each direction, modulo 2 to the word.
    pub(crate) fn strides(&self) -> [usize; 4] {
        [1, self.width, 1_usize.wrapping_neg(), self.width.wrapping_neg()]
    }

    /// The places that one is linked to, in the order of the directions.
    pub(crate) fn neighbours(&self, place: usize) -> impl Iterator<Item = usize> + use<> {
        let links = match self.scale {
            // None is linked to anything beyond the lattice.
            Scale::Chambers => self.places[place].links,
            Scale::Tiles if self.kind(place).is_way() => {
                let column = place % self.width;
                let there = [column + 1 < self.width, true, column > 0, true];
                let beside = self.strides().map(|stride| self.places.get(place.wrapping_add(stride)));
                let is_way = |way: &usize| there[*way] && beside[*way].is_some_and(|place| place.kind.is_way());
                (0..4).filter(is_way).fold(0, |links, way| links | 1 << way)
            }
            Scale::Tiles => 0,
        };
        directions_of(links).map({
            let strides = self.strides();
            move |way| place.wrapping_add(strides[way])
        })
    }

    /// The floor on which nothing stands, in the order of the places.
    pub(crate) fn free_floor(&self) -> Vec<usize> {
        let mut is_free = self.is_floor();
        self.contents.keys().for_each(|&place| is_free[place] = false);
        numbers_of(&is_free)
    }

    /// For each place whether it is floor.
    pub(crate) fn is_floor(&self) -> Vec<bool> {
        self.places.iter().map(|place| matches!(place.kind, Kind::Floor)).collect()
    }

    /// The floor with three walls round it, in the order of the places.
    pub(crate) fn dead_ends(&self) -> Vec<usize> {
        let (links, is_floor) = (self.links(), self.is_floor());
        let is_dead_end = |(links, is_floor): (&u8, bool)| is_floor & links.is_power_of_two();
        numbers_of(&links.iter().zip(is_floor).map(is_dead_end).collect::<Vec<bool>>())
    }

    /// True for floor on which nothing stands.
    pub(crate) fn is_free(&self, place: usize) -> bool {
        self.kind(place) == Kind::Floor && !self.contents.contains_key(&place)
    }

    /// Where the player starts or arrives first, if that is known.
    pub(crate) fn start(&self) -> Option<usize> {
        let found = |wanted: fn(&Content) -> bool| {
            self.contents.iter().find(|(_, content)| wanted(content)).map(|(place, _)| *place)
        };
        found(|content| *content == Content::Start).or_else(|| found(|content| *content == Content::Stair(0)))
    }

    /// What is wrong unless places are tiles.
    pub(crate) fn need_tiles(&self) -> Result<(), Trouble> {
        match self.scale {
            Scale::Tiles => Ok(()),
            Scale::Chambers => {
                let what = "its places are chambers still: the translator SimpleMaze, which makes cells of them, must come before";
                Err(Trouble::Wrong(what.to_owned()))
            }
        }
    }

    /// What is wrong if a graph of this size would have too many places.
    pub(crate) fn check_size(width: usize, height: usize) -> Result<(), Trouble> {
        if width.saturating_mul(height) <= MAX_PLACES {
            return Ok(());
        }
        Err(Trouble::Wrong(format!("{width} by {height} places are too many: a map has at most {MAX_PLACES}")))
    }
}

/// The direction back.
pub(crate) fn opposite(direction: Direction) -> Direction {
    DIRECTIONS[(direction as usize + 2) % 4]
}

/// The numbers of the directions whose bits are set, in their order.
pub(crate) fn directions_of(mut bits: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let way = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (way < 8).then_some(way as usize)
    })
}

/// The number of the direction whose bit is the `nth` of those that are set, from 0; `nth` is less than there are.
pub(crate) fn nth_direction(bits: u8, nth: usize) -> usize {
    NTH_DIRECTION[usize::from(bits)][nth].into()
}

/// What [`nth_direction`] finds, for whoever asks for every chamber of a maze: a loop would be guessed wrong every other time.
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

/// For each of some places of a lattice a bit for each direction in which one of them is beside it; none for the others.
pub(crate) fn sides(width: usize, some: &[bool]) -> Vec<u8> {
    let mut sides = vec![0; some.len()];
    if some.len() < width || width == 0 {
        return sides;
    }
    let both = |here: &bool, beside: &bool, way: Direction| u8::from(*here & *beside) << way as u8;
    // Each loop goes over bytes that lie in a row and asks nothing, so many are worked out at once.
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

/// The numbers of those that are true.
pub(crate) fn numbers_of(all: &[bool]) -> Vec<usize> {
    let count = all.iter().filter(|is_one| **is_one).count();
    // Each number is written, and stays if it is one: no branch is guessed wrong. The last may be written once more.
    let (mut numbers, mut next) = (vec![0; count + 1], 0);
    for (number, is_one) in all.iter().enumerate() {
        numbers[next] = number;
        next += usize::from(*is_one);
    }
    numbers.truncate(count);
    numbers
}
