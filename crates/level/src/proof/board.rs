//! The level as a graph for the search: pieces of connected floor, and single cells where something may change.

use crate::{
    model::cell::{CellShape, PaneKind},
    model::level::Level,
    model::lock::{Key, Lock},
    model::thing::ThingKind,
    model::trigger::TriggerCause,
    proof::game_data::GameData,
    proof::hazards::Hazards,
};
use std::collections::BTreeMap;

/// Marks a cell that does not belong to any piece.
pub(super) const NOWHERE: usize = usize::MAX;

/// The graph of a level on one skill.
pub(super) struct Board<'a> {
    pub(super) level: &'a Level,
    pub(super) game_data: &'a GameData,
    pub(super) pieces: Vec<Piece>,
    /// For each cell its piece, or [`NOWHERE`].
    pub(super) piece_of: Vec<usize>,
    /// Cells of the doors that triggers or passing through can change, with their initial locks.
    pub(super) doors: Vec<(usize, Option<Lock>)>,
    /// Cells of the push-walls whose position matters.
    pub(super) walls: Vec<usize>,
    /// Triggers that matter.
    pub(super) wires: Vec<Wire>,
    /// Keys that wait for a trigger, each with its piece.
    pub(super) waiting: Vec<(usize, Key)>,
    /// Pieces next to lift switches and stairs.
    pub(super) exits: Vec<usize>,
}

/// Cells among which a walking player can always move freely.
pub(super) struct Piece {
    /// First of its cells.
    pub(super) cell: usize,
    pub(super) kind: Kind,
    /// Adjacent pieces.
    pub(super) beside: Vec<usize>,
    /// Wires that stepping on it sets off, as indices.
    pub(super) steps: Vec<usize>,
    /// Key that is there from the start.
    pub(super) key: Option<Key>,
}

/// Kind of a piece.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Floor,
    /// A door that only this key opens, permanently.
    Lock(Key),
    /// A door of [`Board::doors`], by index.
    Door(usize),
    /// The initial cell of a wall of [`Board::walls`], by index.
    Wall(usize),
    /// Shots pass, but bodies do not.
    Bars,
    /// Pruned: it does not affect whether the deck can be finished.
    Gone,
}

/// A trigger that may matter.
pub(super) struct Wire {
    /// Index of the trigger in the level.
    pub(super) number: usize,
    /// Pieces and cells from which it is used or shot, or on which it is stepped on.
    pub(super) beside: Vec<(usize, usize)>,
    /// Whether it affects if the deck can be finished; pruning clears it.
    pub(super) matters: bool,
}

impl<'a> Board<'a> {
    /// Builds the graph of a level in its initial state.
    pub(super) fn of(level: &'a Level, game_data: &'a GameData, hazards: &Hazards, skill: u8) -> Self {
        let walls = hazards.pushes.tricky.clone();
        let mut board = Board {
            level,
            game_data,
            pieces: Vec::new(),
            piece_of: vec![NOWHERE; level.cells.len()],
            doors: Vec::new(),
            walls,
            wires: Vec::new(),
            waiting: Vec::new(),
            exits: Vec::new(),
        };
        let marks = Marks::of(&board, hazards, skill);
        board.cut(&marks, hazards);
        board.join();
        board.wire(hazards);
        let is_key = |thing: &&crate::model::thing::Thing| thing.waits && thing.skill <= skill;
        for thing in level.things.iter().filter(is_key) {
            if let ThingKind::Key(key) = thing.kind {
                board.waiting.push((board.piece_of[thing.y * level.width + thing.x], key));
            }
        }
        board
    }

    /// Splits the level into pieces.
    fn cut(&mut self, marks: &Marks, hazards: &Hazards) {
        let level = self.level;
        for first in 0..level.cells.len() {
            let Some(kind) = self.kind(first, hazards).filter(|_| self.piece_of[first] == NOWHERE) else { continue };
            let number = self.pieces.len();
            let (steps, key) = (marks.steps[marks.of[first]].clone(), marks.keys.get(&first).copied());
            self.pieces.push(Piece { cell: first, kind, beside: Vec::new(), steps, key });
            self.piece_of[first] = number;
            let is_space = |cell: usize| level.cells[cell].shape == CellShape::Space;
            let is_alone =
                (kind != Kind::Floor && !is_space(first)) || marks.of[first] == Marks::ALONE || key.is_some();
            let mut frontier = if is_alone { Vec::new() } else { vec![first] };
            while let Some(cell) = frontier.pop() {
                for next in level.neighbours(cell) {
                    let is_same = self.piece_of[next] == NOWHERE
                        && marks.of[next] == marks.of[first]
                        && !marks.keys.contains_key(&next)
                        && self.kind(next, hazards) == Some(kind)
                        && is_space(next) == is_space(first);
                    if is_same {
                        self.piece_of[next] = number;
                        frontier.push(next);
                    }
                }
            }
            if let Kind::Door(_) = kind
                && let CellShape::Door { lock, .. } = level.cells[first].shape
            {
                self.doors.push((first, lock));
            }
        }
    }

    /// Returns the kind of piece that a cell belongs to, if any.
    fn kind(&self, cell: usize, hazards: &Hazards) -> Option<Kind> {
        Some(match self.level.cells[cell].shape {
            CellShape::Door { .. } if hazards.changing_doors[cell] => Kind::Door(self.doors.len()),
            CellShape::Door { lock: Some(lock), .. } => Kind::Lock(lock.key()?),
            CellShape::Push { .. } => match self.walls.binary_search(&cell) {
                Ok(wall) => Kind::Wall(wall),
                // A wall that never moves is not a path; one that can be pushed from every accessible side is like
                // floor.
                Err(_) => self.level.ways_of(cell).next().map(|_| Kind::Floor)?,
            },
            // The player is assumed to break everything breakable, but cannot walk out into space.
            _ if self.level.cells[cell].can_break() => {
                let is_space = |side: usize| self.level.cells[side].shape == CellShape::Space;
                if self.level.neighbours(cell).any(is_space) { Kind::Bars } else { Kind::Floor }
            }
            CellShape::Pane { kind: PaneKind::Grating | PaneKind::Barrier, .. }
            | CellShape::Pillar { .. }
            | CellShape::Table
            | CellShape::Space => Kind::Bars,
            shape if shape.can_be_passed() => Kind::Floor,
            _ => return None,
        })
    }

    /// Finds the adjacent pieces of each piece.
    fn join(&mut self) {
        let width = self.level.width;
        for (cell, &piece) in self.piece_of.iter().enumerate() {
            for next in [cell + 1, cell + width] {
                let other = self.piece_of.get(next).copied().unwrap_or(NOWHERE);
                if piece != NOWHERE && other != NOWHERE && other != piece {
                    self.pieces[piece].beside.push(other);
                    self.pieces[other].beside.push(piece);
                }
            }
        }
        for piece in &mut self.pieces {
            piece.beside.sort_unstable();
            piece.beside.dedup();
        }
    }

    /// Finds where switches, targets, plates and exits can be used from.
    fn wire(&mut self, hazards: &Hazards) {
        let level = self.level;
        for &number in &hazards.triggers {
            let trigger = &level.triggers[number];
            let cells = level.place(trigger.at).cells.iter().map(|(x, y)| y * level.width + x);
            let beside: Vec<(usize, usize)> = match trigger.on {
                TriggerCause::Step | TriggerCause::Death => cells.map(|cell| (self.piece_of[cell], cell)).collect(),
                _ => cells.flat_map(|cell| self.before(cell)).collect(),
            };
            let beside = beside.into_iter().filter(|(piece, _)| *piece != NOWHERE).collect();
            self.wires.push(Wire { number, beside, matters: true });
        }
        let exits = level.exits().into_iter().flat_map(|exit| self.before(exit));
        self.exits = exits.map(|(piece, _)| piece).filter(|piece| *piece != NOWHERE).collect();
        self.exits.sort_unstable();
        self.exits.dedup();
    }

    /// Returns the pieces and cells from which a wall can be used or shot.
    fn before(&self, wall: usize) -> Vec<(usize, usize)> {
        let level = self.level;
        let only = level.cells[wall].shape.face().map(|face| level.ahead(wall, face, 1));
        let cells = level.neighbours(wall).filter(|cell| only.is_none_or(|only| only == *cell));
        let seen = cells.filter(|&cell| !matches!(level.cells[cell].shape, CellShape::Diagonal { .. }));
        seen.map(|cell| (self.piece_of[cell], cell)).collect()
    }
}

/// Properties that separate floor cells into different pieces.
struct Marks {
    /// For each cell the index into `steps`, or [`Marks::ALONE`].
    of: Vec<usize>,
    /// Lists of wires that steps set off.
    steps: Vec<Vec<usize>>,
    /// Cells of keys that are there from the start.
    keys: BTreeMap<usize, Key>,
}

impl Marks {
    /// Mark of a cell that is a piece of its own and sets nothing off.
    const ALONE: usize = 1;

    fn of(board: &Board, hazards: &Hazards, skill: u8) -> Marks {
        let level = board.level;
        let mut steps: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (wire, &number) in hazards.triggers.iter().enumerate() {
            let trigger = &level.triggers[number];
            for (x, y) in level.place(trigger.at).cells.iter().filter(|_| trigger.on == TriggerCause::Step) {
                steps.entry(y * level.width + x).or_default().push(wire);
            }
        }
        let mut marks = Marks { of: vec![0; level.cells.len()], steps: vec![Vec::new(); 2], keys: BTreeMap::new() };
        // Each cell that a push-wall may move onto is a piece of its own.
        for &wall in &board.walls {
            let free = |cell: usize| matches!(level.cells[cell].shape, CellShape::Open | CellShape::Push { .. });
            for way in level.ways_of(wall) {
                let cells = level.slide(wall, way, board.game_data, free);
                (1..=cells).for_each(|cells| marks.of[level.ahead(wall, way, cells)] = Marks::ALONE);
            }
        }
        let mut numbers: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
        for (cell, wires) in steps {
            let is_alone = marks.of[cell] == Marks::ALONE;
            let next = marks.steps.len();
            let number = if is_alone { next } else { *numbers.entry(wires.clone()).or_insert(next) };
            if number == next {
                marks.steps.push(wires);
            }
            marks.of[cell] = number;
        }
        for thing in level.things.iter().filter(|thing| thing.skill <= skill && !thing.waits) {
            if let ThingKind::Key(key) = thing.kind {
                marks.keys.insert(thing.y * level.width + thing.x, key);
            }
        }
        marks
    }
}
