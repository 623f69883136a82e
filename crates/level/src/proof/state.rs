//! How a deck stands while somebody plays it, as far as ways are concerned, and what changes that.

use crate::{
    model::cell::CellShape,
    model::direction::Direction,
    model::lock::{Key, Lock},
    model::trigger::Act,
    proof::board::{Board, Kind},
};

/// How a deck stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct State {
    /// The piece on which the player stands, or the first of those among which he walks freely.
    pub(super) at: usize,
    /// The deck is done.
    pub(super) done: bool,
    /// The keys that he has, a bit for each.
    keys: u8,
    /// The keys that waited and have come, a bit for each of [`Board::waiting`].
    came: u64,
    /// The wires that were used, or are switched on, a bit for each.
    used: u64,
    /// The wires that are still to work, a bit for each.
    pub(super) pending: u64,
    doors: Vec<Door>,
    walls: Vec<Wall>,
}

/// A door.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Door {
    held: bool,
    /// The number of its lock in [`Lock::ALL`].
    lock: Option<usize>,
}

/// A push-wall: which way it was pushed, as a number of [`Direction::ALL`], and how many cells it went; none before it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Wall {
    way: usize,
    cells: usize,
}

/// The most keys that wait, wires, doors and walls: so many bits are kept of them, and more would not be searched to the end.
pub(super) const MOST: usize = 64;

impl State {
    /// As a deck stands at first, with the player on a piece.
    pub(super) fn first(board: &Board, at: usize) -> State {
        let lock = |lock: Option<Lock>| lock.map(|lock| lock as usize);
        State {
            at,
            done: false,
            keys: 0,
            came: 0,
            used: 0,
            pending: 0,
            doors: board.doors.iter().map(|door| Door { held: false, lock: lock(door.1) }).collect(),
            walls: vec![Wall::default(); board.walls.len()],
        }
    }

    /// The same with the player on a piece.
    pub(super) fn on(&self, at: usize) -> State {
        State { at, ..self.clone() }
    }

    /// The same with the deck done.
    pub(super) fn finished(self) -> State {
        State { done: true, ..self }
    }

    /// True if the player has a key.
    pub(super) fn has(&self, key: Key) -> bool {
        self.keys & 1 << key as u8 != 0
    }

    /// True if a wire was used, or is switched on.
    pub(super) fn is_used(&self, wire: usize) -> bool {
        self.used & 1 << wire != 0
    }

    /// Notes that a wire is used, or switched the other way.
    pub(super) fn switch(&mut self, wire: usize) {
        self.used ^= 1 << wire;
    }

    /// True if a door of the board opens for the player.
    fn opens(&self, door: usize) -> bool {
        let door = self.doors[door];
        let fits = |lock: usize| Lock::ALL[lock].key().is_some_and(|key| self.has(key));
        door.held || door.lock.is_none_or(fits)
    }

    /// True if a door of the board stays open.
    pub(super) fn is_held(&self, door: usize) -> bool {
        self.doors[door].held
    }

    /// A door locks behind the player.
    pub(super) fn seal(&mut self, door: usize) {
        self.doors[door] = Door { held: false, lock: Some(Lock::Sealed as usize) };
    }

    /// True if a push-wall stands where the level has it.
    pub(super) fn is_still(&self, wall: usize) -> bool {
        self.walls[wall].cells == 0
    }
}

impl Board<'_> {
    /// The cell in which a wall stands.
    fn stands(&self, state: &State, wall: usize) -> usize {
        let Wall { way, cells } = state.walls[wall];
        self.level.ahead(self.walls[wall], Direction::ALL[way], cells)
    }

    /// True if the player gets into a piece.
    pub(super) fn passes(&self, state: &State, piece: usize) -> bool {
        let here = &self.pieces[piece];
        let is_way = match here.kind {
            Kind::Floor => true,
            Kind::Lock(key) => state.has(key),
            Kind::Door(door) => state.opens(door),
            Kind::Wall(wall) => !state.is_still(wall),
            Kind::Bars | Kind::Gone => false,
        };
        let is_taken = |wall: usize| !state.is_still(wall) && self.stands(state, wall) == here.cell;
        is_way && !(0..self.walls.len()).any(is_taken)
    }

    /// True if a door locks itself behind whoever goes through a piece.
    pub(super) fn locks_behind(&self, state: &State, piece: usize) -> Option<usize> {
        let Kind::Door(door) = self.pieces[piece].kind else { return None };
        let behind = self.is_trap(self.pieces[piece].cell);
        (behind && !state.is_held(door)).then_some(door)
    }

    /// True for a door that locks behind the player.
    pub(super) fn is_trap(&self, cell: usize) -> bool {
        matches!(self.level.cells[cell].shape, CellShape::Door { locks_behind: true, .. })
    }

    /// Takes the keys that lie on a piece.
    pub(super) fn take(&self, state: &mut State, piece: usize) {
        for key in self.keys_on(state, piece) {
            state.keys |= 1 << key as u8;
        }
    }

    /// The keys that lie on a piece and that the player does not have.
    pub(super) fn keys_on(&self, state: &State, piece: usize) -> Vec<Key> {
        let came = |(number, (at, key)): (usize, &(usize, Key))| {
            (*at == piece && state.came & 1 << number != 0).then_some(*key)
        };
        let waited = self.waiting.iter().enumerate().filter_map(came);
        waited.chain(self.pieces[piece].key).filter(|key| !state.has(*key)).collect()
    }

    /// Does what a trigger asks, but for carrying the player.
    pub(super) fn obey(&self, state: &mut State, act: Act) {
        match act {
            Act::Open(place) | Act::Close(place) | Act::Lock(place) | Act::Unlock(place) => {
                for (number, (cell, first)) in
                    self.doors.iter().enumerate().filter(|(_, (cell, _))| self.has(place, *cell))
                {
                    debug_assert!(matches!(self.level.cells[*cell].shape, CellShape::Door { .. }), "a door");
                    let door = &mut state.doors[number];
                    match act {
                        Act::Open(_) => door.held = true,
                        Act::Unlock(_) => door.lock = None,
                        Act::Close(_) => door.held = false,
                        _ => {
                            let first = first.unwrap_or(Lock::Sealed) as usize;
                            *door = Door { held: false, lock: door.lock.or(Some(first)) };
                        }
                    }
                }
            }
            Act::Push(place) => {
                for wall in (0..self.walls.len()).filter(|wall| self.has(place, self.walls[*wall])) {
                    let CellShape::Push { way: Some(way), .. } = self.level.cells[self.walls[wall]].shape else {
                        continue;
                    };
                    self.push(state, wall, way);
                }
            }
            Act::Spawn(place) => {
                for (number, (piece, _)) in self.waiting.iter().enumerate() {
                    if self.has(place, self.pieces[*piece].cell) {
                        state.came |= 1 << number;
                    }
                }
            }
            Act::Exit | Act::SecretExit => state.done = true,
            Act::Carry(..)
            | Act::Drop(..)
            | Act::Light(..)
            | Act::Lamps(..)
            | Act::Wake(_)
            | Act::Say(_)
            | Act::Vent(_)
            | Act::Seal(_)
            | Act::Break(_)
            | Act::Gravity(..) => {}
        }
    }

    /// Pushes a wall that stands still; false if it does not move.
    pub(super) fn push(&self, state: &mut State, wall: usize, way: Direction) -> bool {
        let is_taken = |cell: usize| (0..self.walls.len()).any(|other| self.stands(state, other) == cell);
        let left = |cell: usize| self.walls.binary_search(&cell).is_ok_and(|other| !state.is_still(other));
        let free = |cell: usize| (self.level.is_clear(cell) || left(cell)) && !is_taken(cell);
        let cells = if state.is_still(wall) { self.level.slide(self.walls[wall], way, self.facts, free) } else { 0 };
        if cells > 0 {
            state.walls[wall] = Wall { way: way as usize, cells };
        }
        cells > 0
    }
}
