//! The level as a graph on which to search: pieces of floor that are all one, and single cells at which something may change.

use crate::{
    model::cell::{CellShape, PaneKind},
    model::level::Level,
    model::lock::{Key, Lock},
    model::thing::ThingKind,
    model::trigger::Cause,
    proof::facts::Facts,
    proof::hazards::Hazards,
};
use std::collections::BTreeMap;

/// No piece.
pub(super) const NOWHERE: usize = usize::MAX;

/// The graph of a level on one skill.
pub(super) struct Board<'a> {
    pub(super) level: &'a Level,
    pub(super) facts: &'a Facts,
    pub(super) pieces: Vec<Piece>,
    /// For each cell its piece, or [`NOWHERE`].
    pub(super) piece_of: Vec<usize>,
    /// The cells of the doors whose lock or hold may change, and the lock that each begins with.
    pub(super) doors: Vec<(usize, Option<Lock>)>,
    /// The cells of the push-walls whose place matters.
    pub(super) walls: Vec<usize>,
    /// The triggers that matter.
    pub(super) wires: Vec<Wire>,
    /// The keys that wait, each with its piece.
    pub(super) waiting: Vec<(usize, Key)>,
    /// The pieces beside the switches of lifts.
    pub(super) exits: Vec<usize>,
}

/// Some cells that are one to whoever walks.
pub(super) struct Piece {
    /// The first of its cells.
    pub(super) cell: usize,
    pub(super) kind: Kind,
    /// The pieces beside it.
    pub(super) beside: Vec<usize>,
    /// What its steps set off, as numbers of wires.
    pub(super) steps: Vec<usize>,
    /// The key that lies there from the start.
    pub(super) key: Option<Key>,
}

/// What a piece is.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Floor,
    /// A door that nothing but this key opens, for good.
    Lock(Key),
    /// A door of [`Board::doors`].
    Door(usize),
    /// The home of a wall of [`Board::walls`].
    Wall(usize),
    /// Shots pass, and nobody else.
    Bars,
    /// It has no say in whether the deck can be finished.
    Gone,
}

/// A trigger that matters.
pub(super) struct Wire {
    /// Its number in the level.
    pub(super) number: usize,
    /// Where one must be to use or shoot it: a piece, and the cell.
    pub(super) beside: Vec<(usize, usize)>,
    /// It changes something that has a say in whether the deck can be finished.
    pub(super) matters: bool,
}

impl<'a> Board<'a> {
    /// The graph of a level, as everything on it is at first.
    pub(super) fn of(level: &'a Level, facts: &'a Facts, hazards: &Hazards, skill: u8) -> Self {
        let walls = hazards.pushes.tricky.clone();
        let mut board = Board {
            level,
            facts,
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

    /// Cuts the level into pieces.
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

    /// What the piece of a cell would be, if it is of any.
    fn kind(&self, cell: usize, hazards: &Hazards) -> Option<Kind> {
        Some(match self.level.cells[cell].shape {
            CellShape::Door { .. } if hazards.moody[cell] => Kind::Door(self.doors.len()),
            CellShape::Door { lock: Some(lock), .. } => Kind::Lock(lock.key()?),
            CellShape::Push { .. } => match self.walls.binary_search(&cell) {
                Ok(wall) => Kind::Wall(wall),
                // One that never moves is no way; one that may be pushed from wherever one comes is like floor.
                Err(_) => self.level.ways_of(cell).next().map(|_| Kind::Floor)?,
            },
            // What breaks, the player breaks; out into space nobody walks.
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

    /// Finds which pieces lie beside each other.
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

    /// Finds from where switches, targets and lifts can be got at.
    fn wire(&mut self, hazards: &Hazards) {
        let level = self.level;
        for &number in &hazards.triggers {
            let trigger = &level.triggers[number];
            let cells = level.place(trigger.at).cells.iter().map(|(x, y)| y * level.width + x);
            let beside: Vec<(usize, usize)> = match trigger.on {
                Cause::Step => cells.map(|cell| (self.piece_of[cell], cell)).collect(),
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

    /// The pieces and cells from which a wall can be got at.
    fn before(&self, wall: usize) -> Vec<(usize, usize)> {
        let level = self.level;
        let only = level.cells[wall].shape.face().map(|face| level.ahead(wall, face, 1));
        let cells = level.neighbours(wall).filter(|cell| only.is_none_or(|only| only == *cell));
        let seen = cells.filter(|&cell| !matches!(level.cells[cell].shape, CellShape::Diagonal { .. }));
        seen.map(|cell| (self.piece_of[cell], cell)).collect()
    }
}

/// What tells cells of floor from each other.
struct Marks {
    /// For each cell the number of what its steps set off, or [`Marks::ALONE`].
    of: Vec<usize>,
    /// By that number, the numbers of wires.
    steps: Vec<Vec<usize>>,
    /// The cells of keys that lie there from the start.
    keys: BTreeMap<usize, Key>,
}

impl Marks {
    /// Of a cell that is a piece of its own and sets nothing off.
    const ALONE: usize = 1;

    fn of(board: &Board, hazards: &Hazards, skill: u8) -> Marks {
        let level = board.level;
        let mut steps: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (wire, &number) in hazards.triggers.iter().enumerate() {
            let trigger = &level.triggers[number];
            for (x, y) in level.place(trigger.at).cells.iter().filter(|_| trigger.on == Cause::Step) {
                steps.entry(y * level.width + x).or_default().push(wire);
            }
        }
        let mut marks = Marks { of: vec![0; level.cells.len()], steps: vec![Vec::new(); 2], keys: BTreeMap::new() };
        // Wherever a wall may come is a piece of its own.
        for &wall in &board.walls {
            let free = |cell: usize| matches!(level.cells[cell].shape, CellShape::Open | CellShape::Push { .. });
            for way in level.ways_of(wall) {
                let cells = level.slide(wall, way, board.facts, free);
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
