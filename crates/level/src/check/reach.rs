//! What can be reached on a level: which cells, keys and triggers, one thing opening the way to the next.

use crate::model::{Act, Cause, CellShape, Direction, How, Key, Level, PaneKind, PlaceIndex, Thing, ThingKind, Walker};

/// The hardest skill; on it everything is there.
const HARDEST: u8 = 4;

/// What a player can come to who has all the time and luck that he needs. Push-walls are taken to give way.
///
/// What can be come to only grows, so each cell is looked at once, however many doors are opened one after the other.
struct Reach<'a> {
    level: &'a Level,
    skill: u8,
    /// The cells that he can walk to, and those that he can shoot into from there.
    walked: Flood,
    shot: Flood,
    keys: [bool; Key::ALL.len()],
    /// The cells of doors that a trigger opens or unlocks.
    opened: Vec<bool>,
    /// The cells where what waits has come.
    called: Vec<bool>,
    /// The triggers that he can set off.
    fired: Vec<bool>,
    /// A trigger ends the deck.
    ends: bool,
}

/// Cells that are reached, one from the other.
struct Flood {
    reached: Vec<bool>,
    /// Those whose neighbours have not been looked at.
    frontier: Vec<usize>,
    /// Locked doors that were come to, and could not be passed then.
    barred: Vec<usize>,
}

impl Flood {
    /// Nothing is reached but one cell.
    fn from(start: usize, cells: usize) -> Self {
        let mut flood = Flood { reached: vec![false; cells], frontier: Vec::new(), barred: Vec::new() };
        flood.enter(start);
        flood
    }

    /// A cell is reached.
    fn enter(&mut self, cell: usize) {
        if !self.reached[cell] {
            self.reached[cell] = true;
            self.frontier.push(cell);
        }
    }

    /// Goes on as far as it gets; `passes` says whether a cell lets it through, or is a locked door that may do so later.
    fn spread(&mut self, width: usize, passes: impl Fn(usize) -> Passage) {
        for door in std::mem::take(&mut self.barred) {
            self.look(door, &passes);
        }
        while let Some(cell) = self.frontier.pop() {
            // Whatever is passed lies inside the border, and so do its neighbours.
            for next in [cell + 1, cell - 1, cell + width, cell - width] {
                if !self.reached[next] {
                    self.look(next, &passes);
                }
            }
        }
    }

    fn look(&mut self, cell: usize, passes: &impl Fn(usize) -> Passage) {
        match passes(cell) {
            Passage::Open => self.enter(cell),
            Passage::Barred => self.barred.push(cell),
            Passage::Shut => {}
        }
    }
}

/// Whether a cell lets through.
#[derive(Clone, Copy, PartialEq)]
enum Passage {
    Open,
    /// Not now.
    Barred,
    Shut,
}

impl<'a> Reach<'a> {
    /// What can be come to from a cell.
    fn from(start: usize, level: &'a Level, skill: u8) -> Self {
        let cells = level.cells.len();
        let mut reach = Reach {
            level,
            skill,
            walked: Flood::from(start, cells),
            shot: Flood::from(start, cells),
            keys: Default::default(),
            opened: vec![false; cells],
            called: vec![false; cells],
            fired: vec![false; level.triggers.len()],
            ends: false,
        };
        // Each round opens something, or it is the last.
        while reach.goes_on() {}
        reach
    }

    /// One round: walks as far as it gets, takes what lies there, sets off what it can. False if that changes nothing.
    fn goes_on(&mut self) -> bool {
        let (level, keys, opened) = (self.level, self.keys, &self.opened);
        let walks = |cell: usize| passage(level, cell, &keys, opened);
        self.walked.spread(level.width, walks);
        // Only a target asks where a shot gets.
        if level.triggers.iter().any(|trigger| trigger.on == Cause::Shot) {
            let frontier = std::mem::take(&mut self.shot.frontier);
            let walked = (0..level.cells.len()).filter(|&cell| self.walked.reached[cell] && !self.shot.reached[cell]);
            self.shot.frontier = frontier.into_iter().chain(walked).collect();
            self.shot.frontier.iter().for_each(|&cell| self.shot.reached[cell] = true);
            self.shot.spread(level.width, |cell| match level.cells[cell].shape {
                CellShape::Pane { kind: PaneKind::Grating, .. }
                | CellShape::Pillar { .. }
                | CellShape::Table
                | CellShape::Space => Passage::Open,
                _ => walks(cell),
            });
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
        changed || self.rides()
    }

    /// Takes the lifts that it can start, from where it has got to. False if they lead nowhere new.
    fn rides(&mut self) -> bool {
        let level = self.level;
        let acts = level.triggers.iter().zip(&self.fired).filter(|(_, fired)| **fired).flat_map(|(one, _)| &one.acts);
        let new = acts.filter_map(|act| match act {
            Act::Carry(from, to) if self.cells(*from).any(|cell| self.walked.reached[cell]) => Some(*to),
            _ => None,
        });
        let new: Vec<usize> = new.flat_map(|to| self.cells(to)).filter(|&cell| !self.walked.reached[cell]).collect();
        new.iter().for_each(|&cell| self.walked.enter(cell));
        !new.is_empty()
    }

    fn cells(&self, place: PlaceIndex) -> impl Iterator<Item = usize> + use<'a> {
        let level = self.level;
        level.place(place).cells.iter().map(|&(x, y)| y * level.width + x)
    }

    fn can_fire(&self, number: usize) -> bool {
        let trigger = &self.level.triggers[number];
        let beside = |cell: usize, reached: &[bool]| self.level.faces(cell, reached);
        self.cells(trigger.at).any(|cell| match trigger.on {
            Cause::Step => match trigger.by {
                Walker::Player => self.walked.reached[cell],
                Walker::Undead => self.has_undead(),
                Walker::Anybody => self.walked.reached[cell] || self.has_undead(),
            },
            // Whoever has time enough wins and loses every game.
            Cause::Use | Cause::Won | Cause::Lost | Cause::LostThreeTimes | Cause::Solved | Cause::SolvedBest => {
                beside(cell, &self.walked.reached)
            }
            Cause::Shot => beside(cell, &self.shot.reached),
        })
    }

    /// True if there are undead, who may come anywhere.
    fn has_undead(&self) -> bool {
        let is_there = |thing: &Thing| matches!(thing.kind, ThingKind::Monster(_)) && thing.skill <= self.skill;
        self.level.things.iter().any(is_there)
    }

    fn fire(&mut self, number: usize) {
        let trigger = &self.level.triggers[number];
        let back = trigger.acts.iter().filter(|_| trigger.how != How::Once).filter_map(|act| act.back());
        for act in trigger.acts.iter().copied().chain(back) {
            match act {
                Act::Open(place) | Act::Unlock(place) => {
                    for cell in self.cells(place) {
                        self.opened[cell] = true;
                    }
                }
                Act::Spawn(place) => {
                    for cell in self.cells(place) {
                        self.called[cell] = true;
                    }
                }
                Act::Exit | Act::SecretExit => self.ends = true,
                _ => {}
            }
        }
    }

    /// True if the deck can be finished.
    fn finishes(&self) -> bool {
        let is_lift = |&index: &usize| matches!(self.level.cells[index].shape, CellShape::Lift { .. });
        self.ends
            || (0..self.level.cells.len()).filter(is_lift).any(|lift| self.level.faces(lift, &self.walked.reached))
    }
}

/// Whether the player gets through a cell with these keys, once these doors have been opened; what breaks, he breaks.
fn passage(level: &Level, cell: usize, keys: &[bool], opened: &[bool]) -> Passage {
    match level.cells[cell].shape {
        CellShape::Door { lock: Some(lock), .. } => {
            let fits = lock.key().is_some_and(|key| keys[key as usize]);
            if fits || opened[cell] { Passage::Open } else { Passage::Barred }
        }
        _ if level.cells[cell].can_break() => Passage::Open,
        shape if shape.can_be_passed() => Passage::Open,
        _ => Passage::Shut,
    }
}

/// True if what can be come to may be another on another skill: if a key is not there on all of them, or undead set something off.
fn depends_on_skill(level: &Level) -> bool {
    let undead = level.triggers.iter().any(|trigger| trigger.by != Walker::Player);
    level.things.iter().filter(|thing| thing.skill > 1).any(|thing| match thing.kind {
        ThingKind::Key(_) => true,
        ThingKind::Monster(_) => undead,
        _ => false,
    })
}

impl Level {
    /// What an author will want to know although the level can be played: no lift or none that can be reached from the start
    /// or from an arrival, locks without a key, triggers that nobody can set off, terminals that are wired to nothing, pickups that
    /// nobody can get to.
    pub fn warnings(&self) -> Vec<String> {
        let is_exit = |act: &Act| matches!(act, Act::Exit | Act::SecretExit);
        let ends = self.triggers.iter().any(|trigger| trigger.acts.iter().any(is_exit));
        if !ends && !self.cells.iter().any(|cell| matches!(cell.shape, CellShape::Lift { .. })) {
            return vec!["no lift: the deck cannot be finished; give a wall a `lift` switch".to_owned()];
        }
        let mut warnings = Vec::new();
        let mut reaches = Vec::new();
        let depends_on_skill = depends_on_skill(self);
        for (who, start) in self.starts() {
            let reach = Reach::from(start, self, HARDEST);
            let skills = if depends_on_skill { 1..HARDEST } else { 1..1 };
            if !reach.finishes() {
                warnings.push(format!("no way leads from {who} to a lift"));
            } else if let Some(skill) = skills.into_iter().find(|&skill| !Reach::from(start, self, skill).finishes()) {
                warnings.push(format!("no way leads from {who} to a lift on skill {skill}"));
            }
            reaches.push(reach);
        }
        // What only those come to who arrive elsewhere is come to.
        let any = |is_reached: &dyn Fn(&Reach) -> bool| reaches.iter().any(is_reached);
        for (index, cell) in self.cells.iter().enumerate() {
            let CellShape::Door { lock: Some(lock), .. } = cell.shape else { continue };
            let (row, column) = (index / self.width + 1, index % self.width + 1);
            match lock.key() {
                _ if any(&|reach| reach.opened[index]) => {}
                Some(key) if any(&|reach| reach.keys[key as usize]) => {}
                Some(key) => warnings
                    .push(format!("no way leads to a key {key:?} for the locked door in row {row}, column {column}")),
                None => warnings.push(format!("nothing opens the sealed door in row {row}, column {column}")),
            }
        }
        for (number, trigger) in self.triggers.iter().enumerate() {
            if any(&|reach| reach.fired[number]) {
                continue;
            }
            let name = &self.place(trigger.at).name;
            warnings.push(format!("triggers[{number}]: nobody can get to '{name}' to set it off"));
        }
        for terminal in &self.terminals {
            let is_wired = self.triggers.iter().any(|trigger| {
                let plays = trigger.on.is_at_table() || trigger.on.is_at_conduit();
                plays && self.place(trigger.at).has(terminal.x, terminal.y)
            });
            if !is_wired {
                let (row, column) = (terminal.y + 1, terminal.x + 1);
                warnings.push(format!("nothing is wired to the terminal in row {row}, column {column}"));
            }
        }
        for thing in &self.things {
            let ThingKind::Pickup(index) = thing.kind else { continue };
            if any(&|reach| reach.walked.reached[thing.y * self.width + thing.x]) {
                continue;
            }
            let (name, row, column) = (self.pickup(index), thing.y + 1, thing.x + 1);
            warnings.push(format!("no way leads to the pickup '{name}' in row {row}, column {column}"));
        }
        warnings
    }

    /// The cells at which the player may begin, each with its words.
    fn starts(&self) -> impl Iterator<Item = (String, usize)> + '_ {
        let player = ("the player".to_owned(), self.player.x, self.player.y);
        let arrivals = self.arrivals.iter().map(|one| (format!("the arrival '{}'", one.name), one.x, one.y));
        std::iter::once(player).chain(arrivals).map(|(who, x, y)| (who, y * self.width + x))
    }

    /// True if a wall can be got at from a cell beside it that is reached.
    fn faces(&self, wall: usize, reached: &[bool]) -> bool {
        // The wall of a diagonal hides the walls beside it.
        let faces = |cell: usize| reached[cell] && !matches!(self.cells[cell].shape, CellShape::Diagonal { .. });
        let step = |face: Direction| i64::from(face.step().0) + i64::from(face.step().1) * self.width as i64;
        let only = self.cells[wall].shape.face().map(|face| wall as i64 + step(face));
        self.neighbours(wall).filter(|&cell| only.is_none_or(|only| only == cell as i64)).any(faces)
    }

    /// The indices of the cells beside a cell.
    pub(crate) fn neighbours(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let (x, y) = (index % self.width, index / self.width);
        [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)]
            .into_iter()
            .filter(|&(x, y)| x < self.width && y < self.height)
            .map(|(x, y)| y * self.width + x)
    }
}
