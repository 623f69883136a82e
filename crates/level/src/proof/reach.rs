//! Reachability: which cells, keys and triggers can be reached, one opening the path to the next, assuming that nothing
//! ever closes.

use crate::{
    model::cell::{CellShape, PaneKind},
    model::direction::Direction,
    model::level::Level,
    model::lock::Key,
    model::named_area::NamedAreaIndex,
    model::thing::{Thing, ThingKind},
    model::trigger::{Repeat, TriggerAction, TriggerCause, Walker},
    proof::game_data::GameData,
};

/// Everything that a player with unlimited time and luck can reach, if no door and no push-wall closes a path.
///
/// The reachable set only grows, so each cell is visited once, however many doors are opened one after the other.
pub(super) struct Reach<'a> {
    level: &'a Level,
    game_data: &'a GameData,
    skill: u8,
    /// Cell from which everything is reached.
    pub(super) start: usize,
    /// Cells that the player cannot enter; empty if there are none.
    barred: &'a [bool],
    /// Cells that the player can walk to, and those that shots from there can reach.
    pub(super) walked: Flood,
    pub(super) shot: Flood,
    pub(super) keys: [bool; Key::ALL.len()],
    /// Cells of doors that a trigger opens or unlocks, and of push-walls that one moves.
    pub(super) opened: Vec<bool>,
    /// Cells where waiting things have been spawned.
    called: Vec<bool>,
    /// Triggers that can be set off.
    pub(super) fired: Vec<bool>,
    /// Whether a trigger finishes the deck.
    ends: bool,
}

/// A flood fill.
pub(super) struct Flood {
    pub(super) reached: Vec<bool>,
    /// Reached cells whose neighbours have not been visited.
    frontier: Vec<usize>,
    /// Locked doors and push-walls that could not be passed yet, each with the cell from which it was reached.
    barred: Vec<(usize, usize)>,
}

impl Flood {
    /// Returns a flood fill with only the start reached.
    fn from(start: usize, cells: usize) -> Self {
        let mut flood = Flood { reached: vec![false; cells], frontier: Vec::new(), barred: Vec::new() };
        flood.enter(start);
        flood
    }

    /// Marks a cell as reached.
    fn enter(&mut self, cell: usize) {
        if !self.reached[cell] {
            self.reached[cell] = true;
            self.frontier.push(cell);
        }
    }

    /// Spreads as far as possible. `passes` returns whether the next cell can be entered from a cell.
    fn spread(&mut self, width: usize, passes: impl Fn(usize, usize) -> Passage) {
        for (from, cell) in std::mem::take(&mut self.barred) {
            if !self.reached[cell] {
                self.look(from, cell, &passes);
            }
        }
        while let Some(cell) = self.frontier.pop() {
            // Passable cells are inside the border, so all their neighbours exist.
            for next in [cell + 1, cell - 1, cell + width, cell - width] {
                if !self.reached[next] {
                    self.look(cell, next, &passes);
                }
            }
        }
    }

    fn look(&mut self, from: usize, cell: usize, passes: &impl Fn(usize, usize) -> Passage) {
        match passes(from, cell) {
            Passage::Open => self.enter(cell),
            Passage::Barred => self.barred.push((from, cell)),
            Passage::Shut => {}
        }
    }
}

/// Whether a cell can be entered.
#[derive(Clone, Copy, PartialEq)]
enum Passage {
    Open,
    /// Closed, but it may open later.
    Barred,
    Shut,
}

impl<'a> Reach<'a> {
    /// Returns what is reachable from a cell.
    pub(super) fn from(start: usize, level: &'a Level, skill: u8, game_data: &'a GameData) -> Self {
        Reach::past(&[], start, level, skill, game_data)
    }

    /// Returns what is reachable from a cell without entering the barred cells.
    pub(super) fn past(barred: &'a [bool], start: usize, level: &'a Level, skill: u8, game_data: &'a GameData) -> Self {
        let cells = level.cells.len();
        let mut reach = Reach {
            level,
            game_data,
            skill,
            start,
            barred,
            walked: Flood::from(start, cells),
            shot: Flood::from(start, cells),
            keys: Default::default(),
            opened: vec![false; cells],
            called: vec![false; cells],
            fired: vec![false; level.triggers.len()],
            ends: false,
        };
        // Repeat until a round opens nothing.
        while reach.advance() {}
        reach
    }

    /// Runs one round: spreads, takes keys and sets off triggers. Returns false if nothing changes.
    fn advance(&mut self) -> bool {
        let (level, game_data, keys, opened) = (self.level, self.game_data, self.keys, &self.opened);
        let is_barred = |cell: usize| self.barred.get(cell).is_some_and(|barred| *barred);
        self.walked.spread(level.width, |from, cell| match is_barred(cell) {
            true => Passage::Shut,
            false => passage(level, game_data, (from, cell), &keys, opened),
        });
        // Only targets depend on where shots can reach.
        if level.triggers.iter().any(|trigger| trigger.on == TriggerCause::Shot) {
            self.shoot();
        }
        let before = self.keys;
        for thing in &self.level.things {
            let cell = thing.y * self.level.width + thing.x;
            if let ThingKind::Key(key) = thing.kind
                && thing.skill <= self.skill
                && self.walked.reached[cell]
                && (!thing.waits || self.called[cell])
            {
                self.keys[key as usize] = true;
            }
        }
        let mut changed = self.keys != before;
        for number in 0..self.level.triggers.len() {
            if !self.fired[number] && self.can_fire(number) {
                self.fired[number] = true;
                self.fire(number);
                changed = true;
            }
        }
        changed || self.teleports()
    }

    /// Finds the cells that shots can reach from all cells that can be walked to.
    pub(super) fn shoot(&mut self) {
        let (level, game_data, keys, opened) = (self.level, self.game_data, self.keys, &self.opened);
        let frontier = std::mem::take(&mut self.shot.frontier);
        let walked = (0..level.cells.len()).filter(|&cell| self.walked.reached[cell] && !self.shot.reached[cell]);
        self.shot.frontier = frontier.into_iter().chain(walked).collect();
        self.shot.frontier.iter().for_each(|&cell| self.shot.reached[cell] = true);
        self.shot.spread(level.width, |from, cell| match level.cells[cell].shape {
            CellShape::Pane { kind: PaneKind::Grating | PaneKind::Barrier, .. }
            | CellShape::Pillar { .. }
            | CellShape::Table
            | CellShape::Space => Passage::Open,
            _ => passage(level, game_data, (from, cell), &keys, opened),
        });
    }

    /// Applies the teleports and falls of the triggers that were set off. Returns false if they lead nowhere new.
    fn teleports(&mut self) -> bool {
        let level = self.level;
        let actions =
            level.triggers.iter().zip(&self.fired).filter(|(_, fired)| **fired).flat_map(|(one, _)| &one.actions);
        let new = actions.filter_map(|act| match act {
            TriggerAction::Teleport(from, to) | TriggerAction::Drop(from, to)
                if self.cells(*from).any(|cell| self.walked.reached[cell]) =>
            {
                Some(*to)
            }
            _ => None,
        });
        let new: Vec<usize> = new.flat_map(|to| self.cells(to)).filter(|&cell| !self.walked.reached[cell]).collect();
        new.iter().for_each(|&cell| self.walked.enter(cell));
        !new.is_empty()
    }

    fn cells(&self, place: NamedAreaIndex) -> impl Iterator<Item = usize> + use<'a> {
        let level = self.level;
        level.place(place).cells.iter().map(|&(x, y)| y * level.width + x)
    }

    fn can_fire(&self, number: usize) -> bool {
        let trigger = &self.level.triggers[number];
        let beside = |cell: usize, reached: &[bool]| self.level.faces(cell, reached);
        self.cells(trigger.at).any(|cell| match trigger.on {
            TriggerCause::Step => match trigger.by {
                Walker::Player => self.walked.reached[cell],
                Walker::Undead => self.has_monsters(),
                Walker::Anybody => self.walked.reached[cell] || self.has_monsters(),
            },
            // A player with unlimited time wins and loses every game.
            TriggerCause::Use
            | TriggerCause::Won
            | TriggerCause::Lost
            | TriggerCause::LostThreeTimes
            | TriggerCause::Solved
            | TriggerCause::SolvedBest => beside(cell, &self.walked.reached),
            TriggerCause::Shot => beside(cell, &self.shot.reached),
            TriggerCause::Death => self.walked.reached[cell] && self.is_monster(cell),
        })
    }

    /// Returns true if there are monsters, which may walk anywhere.
    fn has_monsters(&self) -> bool {
        let is_there = |thing: &Thing| matches!(thing.kind, ThingKind::Monster(_)) && thing.skill <= self.skill;
        self.level.things.iter().any(is_there)
    }

    /// Returns true if a monster starts in a cell.
    fn is_monster(&self, cell: usize) -> bool {
        let is_it = |thing: &Thing| {
            let here = thing.y * self.level.width + thing.x == cell;
            here && matches!(thing.kind, ThingKind::Monster(_)) && thing.skill <= self.skill
        };
        self.level.things.iter().any(is_it)
    }

    fn fire(&mut self, number: usize) {
        let trigger = &self.level.triggers[number];
        let inverses =
            trigger.actions.iter().filter(|_| trigger.repeat != Repeat::Once).filter_map(|act| act.inverse());
        for act in trigger.actions.iter().copied().chain(inverses) {
            match act {
                TriggerAction::Open(place) | TriggerAction::Unlock(place) | TriggerAction::Push(place) => {
                    let pushes = matches!(act, TriggerAction::Push(_));
                    for cell in self.cells(place) {
                        self.opened[cell] |= match self.level.cells[cell].shape {
                            CellShape::Door { .. } => !pushes,
                            CellShape::Push { .. } => pushes,
                            _ => false,
                        };
                    }
                }
                TriggerAction::Spawn(place) => {
                    for cell in self.cells(place) {
                        self.called[cell] = true;
                    }
                }
                TriggerAction::Exit | TriggerAction::SecretExit => self.ends = true,
                _ => {}
            }
        }
    }

    /// Returns true if the deck can be finished.
    pub(super) fn finishes(&self) -> bool {
        self.ends || self.level.exits().into_iter().any(|exit| self.level.faces(exit, &self.walked.reached))
    }
}

/// Returns whether the player can enter the next cell with these keys, after these doors were opened and these walls
/// were pushed.
fn passage(
    level: &Level,
    game_data: &GameData,
    (from, cell): (usize, usize),
    keys: &[bool],
    opened: &[bool],
) -> Passage {
    let passes = match level.cells[cell].shape {
        CellShape::Door { lock: Some(lock), .. } => opened[cell] || lock.key().is_some_and(|key| keys[key as usize]),
        CellShape::Push { .. } => opened[cell] || level.gives_way(from, cell, game_data),
        // The player is assumed to break everything breakable.
        _ if level.cells[cell].can_break() => true,
        shape if shape.can_be_passed() => true,
        _ => return Passage::Shut,
    };
    if passes { Passage::Open } else { Passage::Barred }
}

impl Level {
    /// Returns true if a push-wall may move when it is pushed from an adjacent cell.
    pub(super) fn gives_way(&self, from: usize, wall: usize, game_data: &GameData) -> bool {
        // Things in its path may be picked up, and other walls pushed away.
        let may_be_free = |cell: usize| matches!(self.cells[cell].shape, CellShape::Open | CellShape::Push { .. });
        self.pushed_from(from, wall).is_some_and(|way| self.slide(wall, way, game_data, may_be_free) > 0)
    }

    /// Returns true if a wall can be used from an adjacent cell that is reached.
    pub(super) fn faces(&self, wall: usize, reached: &[bool]) -> bool {
        // A diagonal wall hides the walls next to it.
        let faces = |cell: usize| reached[cell] && !matches!(self.cells[cell].shape, CellShape::Diagonal { .. });
        let step = |face: Direction| i64::from(face.step().0) + i64::from(face.step().1) * self.width as i64;
        let only = self.cells[wall].shape.face().map(|face| wall as i64 + step(face));
        self.neighbours(wall).filter(|&cell| only.is_none_or(|only| only == cell as i64)).any(faces)
    }
}
