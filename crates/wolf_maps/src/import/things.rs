//! The second plane: the player, monsters, pickups, props, turn points and the end of an episode.

use crate::{
    found_map::Part,
    game::{GuardNumber, Kind, direction, turn_direction},
    import::draft::{Draft, choice, index_of},
    import::import::ImportError,
};
use level::{
    CellShape, Direction, IdleBehaviour, MonsterIndex, NamedArea, NamedAreaIndex, PickupIndex, PropIndex, Repeat,
    Thing, ThingKind, Trigger, TriggerAction, TriggerCause, Turn, Walker,
};
use std::collections::{BTreeSet, VecDeque};

/// Maximum number of things on a level.
const MAX_THINGS: usize = 10_000;
/// Name of the cells where the deck ends.
const END: &str = "end";

impl<'a> Draft<'a> {
    /// Places everything.
    ///
    /// # Errors
    /// If there is not exactly one start of the player, or if it is not on floor.
    pub(crate) fn things(&mut self) -> Result<(), ImportError> {
        self.player()?;
        for cell in 0..self.level.cells.len() {
            let number = self.map.planes[1][cell];
            if number != 0 && self.is_start(number).is_none() {
                self.thing(cell, number);
            }
        }
        self.leavings();
        self.exits();
        Ok(())
    }

    fn is_start(&self, number: u16) -> Option<Direction> {
        use Direction::{East, North, South, West};
        let turn = number.checked_sub(self.game.numbers.player)?;
        [North, East, South, West].get(usize::from(turn)).copied()
    }

    fn player(&mut self) -> Result<(), ImportError> {
        let error = |part: Part, what: String| Err(ImportError { what, part });
        let plane = self.map.planes[1].iter().enumerate();
        let mut starts = plane.filter_map(|(cell, &number)| Some((cell, self.is_start(number)?)));
        let Some((cell, facing)) = starts.next() else {
            return error(Part::Things, "the map must have a start for the player, got none".to_owned());
        };
        let (x, y) = self.at(cell);
        if let Some((other, _)) = starts.next() {
            let (other_x, other_y) = self.at(other);
            let what = format!(
                "the map must have one start for the player, got one at ({x}, {y}) and one at ({other_x}, {other_y})"
            );
            return error(Part::Thing(other), what);
        }
        if !self.is_open(cell) {
            return error(Part::Thing(cell), format!("the player's start at ({x}, {y}) must be on floor"));
        }
        self.level.player = Thing { facing: facing.facing(), ..Thing::new(ThingKind::Player, x, y) };
        Ok(())
    }

    fn thing(&mut self, cell: usize, number: u16) {
        let numbers = self.game.numbers;
        if number == numbers.push_wall {
            let was_wall = self.level.cells[cell].shape.is_wall();
            if !was_wall && !matches!(self.level.cells[cell].shape, CellShape::Push { .. }) {
                self.note(cell, "a push-wall's mark must be on a wall: it is left out");
            }
            return;
        }
        if !self.is_open(cell) {
            self.note(cell, format!("the thing {} is in a wall: it is left out", self.map.label(number)));
            return;
        }
        let (x, y) = self.at(cell);
        if let Some(eighth) = number.checked_sub(numbers.turns).filter(|eighth| *eighth < 8) {
            self.level.turns.push(Turn { x, y, to: turn_direction(eighth) });
        } else if number == numbers.end {
            self.place(END, cell);
        } else if let Some(guard) = self.game.guard(number) {
            self.guard(cell, guard);
        } else if let Some(item) = self.game.things.get(&number) {
            self.item(cell, &item.is);
        } else {
            self.note(cell, format!("the unknown thing {} has a stand-in", self.map.label(number)));
            self.prop(cell, &self.game.stand_ins.thing);
        }
    }

    fn guard(&mut self, cell: usize, number: GuardNumber<'a>) {
        let GuardNumber { guard, quarters, patrols, skill } = number;
        let is_deaf = self.map.planes[0][cell] == self.game.numbers.deaf;
        let habit = match (patrols, is_deaf) {
            (true, _) => IdleBehaviour::Patrol,
            (false, true) => IdleBehaviour::Ambush,
            (false, false) => IdleBehaviour::Post,
        };
        if patrols && is_deaf {
            self.note(cell, "a monster that patrols cannot be deaf: it can hear");
        }
        let kind = ThingKind::Monster(MonsterIndex(index_of(&mut self.level.monsters, &guard.monster)));
        let facing = direction(quarters).facing();
        if let Some(leaves) = &guard.leaves {
            let count = self.counts.entry(&guard.uwmf).or_insert(0);
            *count += 1;
            if count.is_multiple_of(leaves.per) {
                self.left.push((cell, &leaves.pickup, skill));
            }
        }
        self.add(cell, |thing| Thing { facing, habit, skill, ..thing }, kind);
    }

    fn item(&mut self, cell: usize, kind: &Kind) {
        match kind {
            Kind::Pickup(choices) => {
                if let Some(name) = choice(choices, self.at(cell)) {
                    self.pickup(cell, name);
                }
            }
            Kind::Key(key) => self.add(cell, |thing| thing, ThingKind::Key(*key)),
            Kind::Prop(name) => self.prop(cell, name),
            Kind::LitProp(name) => {
                self.prop(cell, name);
                self.lamps.push(cell);
            }
            Kind::Decoration(name) if self.has_room_around(cell) => self.prop(cell, name),
            Kind::Decoration(name) => {
                self.floor(cell, &self.game.stand_ins.decoration);
                self.note(cell, format!("a decoration must not block the path: '{name}' becomes a floor texture"));
            }
            Kind::Lamp => self.lamps.push(cell),
            Kind::Floor(name) => self.floor(cell, name),
            Kind::Monster(name) => self.monster(cell, name),
            Kind::Master(name) => {
                self.masters.push(cell);
                self.monster(cell, name);
            }
            Kind::Keeper(name, key) => {
                self.keepers.push((cell, *key));
                self.monster(cell, name);
            }
            Kind::Goal(name) => {
                self.pickup(cell, name);
                self.place(END, cell);
            }
        }
    }

    /// Places a monster without a facing. In the original game, such monsters are deaf on any floor.
    fn monster(&mut self, cell: usize, name: &str) {
        let kind = ThingKind::Monster(MonsterIndex(index_of(&mut self.level.monsters, name)));
        self.add(cell, |thing| Thing { habit: IdleBehaviour::Ambush, ..thing }, kind);
    }

    fn pickup(&mut self, cell: usize, name: &str) {
        let index = index_of(&mut self.level.pickups, name);
        self.add(cell, |thing| thing, ThingKind::Pickup(PickupIndex(index)));
    }

    fn prop(&mut self, cell: usize, name: &str) {
        let index = index_of(&mut self.level.props, name);
        self.add(cell, |thing| thing, ThingKind::Prop(PropIndex(index)));
    }

    fn floor(&mut self, cell: usize, name: &str) {
        let floor = self.texture(name);
        self.level.cells[cell].floor = floor;
    }

    fn add(&mut self, cell: usize, change: impl Fn(Thing) -> Thing, kind: ThingKind) {
        if self.level.things.len() == MAX_THINGS {
            self.note(cell, format!("a level must have at most {MAX_THINGS} things: the others are left out"));
            return;
        }
        let (x, y) = self.at(cell);
        self.level.things.push(change(Thing::new(kind, x, y)));
    }

    /// Places what monsters drop in the original game on free floor near them: keys first, because they must not be
    /// lost.
    fn leavings(&mut self) {
        let player = (self.level.player.x, self.level.player.y);
        let things = self.level.things.iter().map(|thing| (thing.x, thing.y));
        let mut taken: BTreeSet<(usize, usize)> = things.chain([player]).collect();
        for (cell, key) in std::mem::take(&mut self.keepers) {
            let Some(free) = self.free_floor(cell, usize::MAX, &taken) else {
                self.note(cell, "there is no free floor for the key of a monster: it is left out");
                continue;
            };
            taken.insert(self.at(free));
            self.add(free, |thing| Thing { waits: true, ..thing }, ThingKind::Key(key));
            let (keeper, key) = (self.numbered_place("keeper", cell), self.numbered_place("key", free));
            self.trigger(keeper, TriggerCause::Death, TriggerAction::Spawn(key));
            self.note(cell, "a monster drops a key when it dies: here, the key appears where the monster started");
        }
        for (cell, pickup, skill) in std::mem::take(&mut self.left) {
            let Some(free) = self.free_floor(cell, 1, &taken) else {
                self.note(cell, format!("there is no free floor for the '{pickup}' of a monster: it is left out"));
                continue;
            };
            taken.insert(self.at(free));
            let index = index_of(&mut self.level.pickups, pickup);
            self.add(free, |thing| Thing { skill, ..thing }, ThingKind::Pickup(PickupIndex(index)));
        }
    }

    /// Returns the nearest free floor that is connected to a cell and at most this number of steps away.
    fn free_floor(&self, cell: usize, steps: usize, taken: &BTreeSet<(usize, usize)>) -> Option<usize> {
        let (mut seen, mut left) = (BTreeSet::from([cell]), VecDeque::from([(cell, 0)]));
        while let Some((cell, far)) = left.pop_front() {
            if !taken.contains(&self.at(cell)) {
                return Some(cell);
            }
            if far < steps {
                let beside = Direction::ALL.into_iter().filter_map(|side| self.beside(cell, side.step()));
                left.extend(
                    beside.filter(|&beside| self.is_open(beside) && seen.insert(beside)).map(|it| (it, far + 1)),
                );
            }
        }
        None
    }

    /// Returns true if all eight neighbours are floor without things of the map.
    fn has_room_around(&self, cell: usize) -> bool {
        let steps = (-1..=1).flat_map(|right| (-1..=1).map(move |down| (right, down)));
        steps.filter(|step| *step != (0, 0)).all(|step| {
            self.beside(cell, step).is_some_and(|beside| self.is_open(beside) && self.map.planes[1][beside] == 0)
        })
    }

    /// Adds a cell to a named area.
    fn place(&mut self, name: &str, cell: usize) {
        let at = self.at(cell);
        match self.level.places.iter_mut().find(|place| place.name == name) {
            Some(place) => place.cells.push(at),
            None => self.level.places.push(NamedArea { name: name.to_owned(), cells: vec![at] }),
        }
    }

    /// Makes the deck end where the episode ends: at cells, and with the death of a master.
    fn exits(&mut self) {
        if let Some(end) = self.level.places.iter().position(|place| place.name == END) {
            self.trigger(NamedAreaIndex(end as u16), TriggerCause::Step, TriggerAction::Exit);
        }
        for cell in std::mem::take(&mut self.masters) {
            let boss = self.numbered_place("boss", cell);
            self.trigger(boss, TriggerCause::Death, TriggerAction::Exit);
        }
    }

    fn trigger(&mut self, at: NamedAreaIndex, on: TriggerCause, action: TriggerAction) {
        let (by, repeat, after, actions) = (Walker::Player, Repeat::Once, 0.0, vec![action]);
        self.level.triggers.push(Trigger { at, on, by, repeat, after, actions });
    }

    /// Adds a named area of one cell, whose name ends with a number.
    fn numbered_place(&mut self, name: &str, cell: usize) -> NamedAreaIndex {
        let number = self.level.places.len();
        self.place(&format!("{name} {}", number + 1), cell);
        // A level has far fewer things than there are indices.
        NamedAreaIndex(number as u16)
    }
}
