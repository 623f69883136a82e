//! What can be reached on a level: which cells, keys and triggers, one thing opening the way to the next.

use crate::model::{
    Act, Cause, CellShape, Direction, How, Key, Level, Lock, PaneKind, PlaceIndex, Thing, ThingKind, Walker,
};

/// The hardest skill; on it everything is there.
const HARDEST: u8 = 4;

/// What a player can come to who has all the time and luck that he needs. Push-walls are taken to give way.
struct Reach<'a> {
    level: &'a Level,
    skill: u8,
    /// The cells that he can walk to, and those that he can shoot into from there.
    walked: Vec<bool>,
    shot: Vec<bool>,
    keys: [bool; Key::ALL.len()],
    /// The cells of doors that a trigger opens or unlocks.
    opened: Vec<bool>,
    /// The cells where what waits has come.
    called: Vec<bool>,
    /// The triggers that he can set off.
    fired: Vec<bool>,
    /// Where a lift carries him.
    carried: Vec<usize>,
    /// A trigger ends the deck.
    ends: bool,
}

impl<'a> Reach<'a> {
    /// What can be come to from a cell.
    fn from(start: usize, level: &'a Level, skill: u8) -> Self {
        let none = || vec![false; level.cells.len()];
        let mut reach = Reach {
            level,
            skill,
            walked: none(),
            shot: none(),
            keys: Default::default(),
            opened: none(),
            called: none(),
            fired: vec![false; level.triggers.len()],
            carried: vec![start],
            ends: false,
        };
        // Each round opens something, or it is the last.
        while reach.goes_on() {}
        reach
    }

    /// One round: walks as far as it gets, takes what lies there, sets off what it can. False if that changes nothing.
    fn goes_on(&mut self) -> bool {
        self.walked = self.flood(|reach, cell| reach.is_passable(cell));
        self.shot = self.flood(|reach, cell| {
            let shape = reach.level.cells[cell].shape;
            let passes_shots =
                matches!(shape, CellShape::Pane { kind: PaneKind::Grating, .. } | CellShape::Pillar { .. });
            passes_shots || reach.is_passable(cell)
        });
        let before = self.keys;
        for thing in &self.level.things {
            let cell = thing.y * self.level.width + thing.x;
            if let ThingKind::Key(key) = thing.kind
                && thing.skill <= self.skill
                && self.walked[cell]
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
            Act::Carry(from, to) if self.cells(*from).any(|cell| self.walked[cell]) => Some(*to),
            _ => None,
        });
        let new: Vec<usize> = new.flat_map(|to| self.cells(to)).filter(|&cell| !self.walked[cell]).collect();
        self.carried.extend(&new);
        !new.is_empty()
    }

    /// The cells that can be come to from where he starts or is carried.
    fn flood(&self, passes: impl Fn(&Self, usize) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.level.cells.len()];
        let mut frontier = self.carried.clone();
        frontier.iter().for_each(|&cell| reached[cell] = true);
        while let Some(cell) = frontier.pop() {
            for next in self.level.neighbours(cell) {
                if !reached[next] && passes(self, next) {
                    reached[next] = true;
                    frontier.push(next);
                }
            }
        }
        reached
    }

    fn is_passable(&self, cell: usize) -> bool {
        let shape = self.level.cells[cell].shape;
        let fits = |lock: Lock| lock.key().is_some_and(|key| self.keys[key as usize]);
        match shape {
            CellShape::Door { lock: Some(lock), .. } => self.opened[cell] || fits(lock),
            shape => shape.can_be_passed(),
        }
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
                Walker::Player => self.walked[cell],
                Walker::Undead => self.has_undead(),
                Walker::Anybody => self.walked[cell] || self.has_undead(),
            },
            Cause::Use => beside(cell, &self.walked),
            Cause::Shot => beside(cell, &self.shot),
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
        self.ends || (0..self.level.cells.len()).filter(is_lift).any(|lift| self.level.faces(lift, &self.walked))
    }
}

impl Level {
    /// What an author will want to know although the level can be played: no lift or none that can be reached from the start
    /// or from an arrival, locks without a key, triggers that nobody can set off, pickups that nobody can get to.
    pub fn warnings(&self) -> Vec<String> {
        let is_exit = |act: &Act| matches!(act, Act::Exit | Act::SecretExit);
        let ends = self.triggers.iter().any(|trigger| trigger.acts.iter().any(is_exit));
        if !ends && !self.cells.iter().any(|cell| matches!(cell.shape, CellShape::Lift { .. })) {
            return vec!["no lift: the deck cannot be finished; give a wall a `lift` switch".to_owned()];
        }
        let mut warnings = Vec::new();
        let mut reaches = Vec::new();
        for (who, start) in self.starts() {
            let reach = Reach::from(start, self, HARDEST);
            if !reach.finishes() {
                warnings.push(format!("no way leads from {who} to a lift"));
            } else if let Some(skill) = (1..HARDEST).find(|&skill| !Reach::from(start, self, skill).finishes()) {
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
        for thing in &self.things {
            let ThingKind::Pickup(index) = thing.kind else { continue };
            if any(&|reach| reach.walked[thing.y * self.width + thing.x]) {
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
    fn neighbours(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let (x, y) = (index % self.width, index / self.width);
        [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)]
            .into_iter()
            .filter(|&(x, y)| x < self.width && y < self.height)
            .map(|(x, y)| y * self.width + x)
    }
}
