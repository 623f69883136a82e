//! The state of a deck, as far as it affects paths, and what changes it.

use crate::{
    model::cell::CellShape,
    model::direction::Direction,
    model::lock::{Key, Lock},
    model::trigger::TriggerAction,
    proof::board::{Board, Kind},
};

/// State of a deck.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct State {
    /// Piece of the player, or the first of those among which the player can walk freely.
    pub(super) at: usize,
    /// Whether the deck is finished.
    pub(super) done: bool,
    /// Keys of the player, one bit each.
    keys: u8,
    /// Waiting keys that have been spawned, one bit for each of [`Board::waiting`].
    came: u64,
    /// Wires that were used or are switched on, one bit each.
    used: u64,
    /// Wires that were set off and will fire after their delay, one bit each.
    pub(super) pending: u64,
    doors: Vec<Door>,
    walls: Vec<Wall>,
}

/// State of a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Door {
    held: bool,
    /// Index of its lock in [`Lock::ALL`].
    lock: Option<usize>,
}

/// State of a push-wall: the direction as an index into [`Direction::ALL`], and the number of cells that it moved, 0
/// before it was pushed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Wall {
    way: usize,
    cells: usize,
}

/// Maximum number of waiting keys, wires, doors and walls. Each needs a bit, and larger searches would not complete.
pub(super) const MAX_TRACKED: usize = 64;

impl State {
    /// Returns the initial state, with the player on a piece.
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

    /// Returns the same state with the player on another piece.
    pub(super) fn on(&self, at: usize) -> State {
        State { at, ..self.clone() }
    }

    /// Returns the same state with the deck finished.
    pub(super) fn finished(self) -> State {
        State { done: true, ..self }
    }

    /// Returns true if the player has a key.
    pub(super) fn has(&self, key: Key) -> bool {
        self.keys & 1 << key as u8 != 0
    }

    /// Returns true if a wire was used or is switched on.
    pub(super) fn is_used(&self, wire: usize) -> bool {
        self.used & 1 << wire != 0
    }

    /// Marks a wire as used, or toggles it.
    pub(super) fn switch(&mut self, wire: usize) {
        self.used ^= 1 << wire;
    }

    /// Returns true if a door of the board opens for the player.
    fn opens(&self, door: usize) -> bool {
        let door = self.doors[door];
        let fits = |lock: usize| Lock::ALL[lock].key().is_some_and(|key| self.has(key));
        door.held || door.lock.is_none_or(fits)
    }

    /// Returns true if a door of the board is held open.
    pub(super) fn is_held(&self, door: usize) -> bool {
        self.doors[door].held
    }

    /// Seals a door behind the player.
    pub(super) fn seal(&mut self, door: usize) {
        self.doors[door] = Door { held: false, lock: Some(Lock::Sealed as usize) };
    }

    /// Returns true if a push-wall has not been moved.
    pub(super) fn is_still(&self, wall: usize) -> bool {
        self.walls[wall].cells == 0
    }
}

impl Board<'_> {
    /// Returns the current cell of a wall.
    fn stands(&self, state: &State, wall: usize) -> usize {
        let Wall { way, cells } = state.walls[wall];
        self.level.ahead(self.walls[wall], Direction::ALL[way], cells)
    }

    /// Returns true if the player can enter a piece.
    pub(super) fn passes(&self, state: &State, piece: usize) -> bool {
        let here = &self.pieces[piece];
        let is_passable = match here.kind {
            Kind::Floor => true,
            Kind::Lock(key) => state.has(key),
            Kind::Door(door) => state.opens(door),
            Kind::Wall(wall) => !state.is_still(wall),
            Kind::Bars | Kind::Gone => false,
        };
        let is_taken = |wall: usize| !state.is_still(wall) && self.stands(state, wall) == here.cell;
        is_passable && !(0..self.walls.len()).any(is_taken)
    }

    /// Returns the index of a door that would lock behind the player.
    pub(super) fn locks_behind(&self, state: &State, piece: usize) -> Option<usize> {
        let Kind::Door(door) = self.pieces[piece].kind else { return None };
        let behind = self.is_trap(self.pieces[piece].cell);
        (behind && !state.is_held(door)).then_some(door)
    }

    /// Returns true for doors that lock behind the player.
    pub(super) fn is_trap(&self, cell: usize) -> bool {
        matches!(self.level.cells[cell].shape, CellShape::Door { locks_behind: true, .. })
    }

    /// Takes the keys on a piece.
    pub(super) fn take(&self, state: &mut State, piece: usize) {
        for key in self.keys_on(state, piece) {
            state.keys |= 1 << key as u8;
        }
    }

    /// Returns the keys on a piece that the player does not have.
    pub(super) fn keys_on(&self, state: &State, piece: usize) -> Vec<Key> {
        let came = |(number, (at, key)): (usize, &(usize, Key))| {
            (*at == piece && state.came & 1 << number != 0).then_some(*key)
        };
        let waited = self.waiting.iter().enumerate().filter_map(came);
        waited.chain(self.pieces[piece].key).filter(|key| !state.has(*key)).collect()
    }

    /// Runs an action of a trigger, except that it does not move the player.
    pub(super) fn obey(&self, state: &mut State, act: TriggerAction) {
        match act {
            TriggerAction::Open(place)
            | TriggerAction::Close(place)
            | TriggerAction::Lock(place)
            | TriggerAction::Unlock(place) => {
                for (number, (cell, first)) in
                    self.doors.iter().enumerate().filter(|(_, (cell, _))| self.has(place, *cell))
                {
                    debug_assert!(matches!(self.level.cells[*cell].shape, CellShape::Door { .. }), "a door");
                    let door = &mut state.doors[number];
                    match act {
                        TriggerAction::Open(_) => door.held = true,
                        TriggerAction::Unlock(_) => door.lock = None,
                        TriggerAction::Close(_) => door.held = false,
                        _ => {
                            let first = first.unwrap_or(Lock::Sealed) as usize;
                            *door = Door { held: false, lock: door.lock.or(Some(first)) };
                        }
                    }
                }
            }
            TriggerAction::Push(place) => {
                for wall in (0..self.walls.len()).filter(|wall| self.has(place, self.walls[*wall])) {
                    let CellShape::Push { way: Some(way), .. } = self.level.cells[self.walls[wall]].shape else {
                        continue;
                    };
                    self.push(state, wall, way);
                }
            }
            TriggerAction::Spawn(place) => {
                for (number, (piece, _)) in self.waiting.iter().enumerate() {
                    if self.has(place, self.pieces[*piece].cell) {
                        state.came |= 1 << number;
                    }
                }
            }
            TriggerAction::Exit | TriggerAction::SecretExit => state.done = true,
            TriggerAction::Teleport(..)
            | TriggerAction::Drop(..)
            | TriggerAction::Light(..)
            | TriggerAction::Lamps(..)
            | TriggerAction::Wake(_)
            | TriggerAction::Say(_)
            | TriggerAction::Vent(_)
            | TriggerAction::Seal(_)
            | TriggerAction::Break(_)
            | TriggerAction::Gravity(..) => {}
        }
    }

    /// Pushes a wall that has not been moved. Returns false if it does not move.
    pub(super) fn push(&self, state: &mut State, wall: usize, way: Direction) -> bool {
        let is_taken = |cell: usize| (0..self.walls.len()).any(|other| self.stands(state, other) == cell);
        let left = |cell: usize| self.walls.binary_search(&cell).is_ok_and(|other| !state.is_still(other));
        let free = |cell: usize| (self.level.is_clear(cell, self.game_data) || left(cell)) && !is_taken(cell);
        let cells =
            if state.is_still(wall) { self.level.slide(self.walls[wall], way, self.game_data, free) } else { 0 };
        if cells > 0 {
            state.walls[wall] = Wall { way: way as usize, cells };
        }
        cells > 0
    }
}
