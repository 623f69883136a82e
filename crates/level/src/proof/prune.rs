//! Prunes parts of a board that do not affect whether the deck can be finished. These are empty rooms behind doors that
//! never close again, with these doors, and triggers and keys that do not open anything else. This leaves few states to
//! search.

use crate::{
    model::lock::{Key, Lock},
    model::named_area::NamedAreaIndex,
    model::trigger::{TriggerAction, TriggerCause},
    proof::board::{Board, Kind},
    proof::hazards::Hazards,
};

impl Board<'_> {
    /// Prunes as much as possible, but keeps the pieces of the starts.
    pub(super) fn prune(&mut self, hazards: &Hazards, starts: &[usize]) {
        let closes = self.doors_that_close();
        while self.remove_keys() | self.remove_wires() | self.remove_rooms(hazards, starts, &closes) {}
    }

    /// Returns, for each door, whether something closes or locks it.
    fn doors_that_close(&self) -> Vec<bool> {
        let mut closes = vec![false; self.doors.len()];
        for wire in &self.wires {
            for act in self.level.triggers[wire.number].effects() {
                if let TriggerAction::Close(place) | TriggerAction::Lock(place) = act {
                    for (door, (cell, _)) in self.doors.iter().enumerate() {
                        closes[door] |= self.has(place, *cell);
                    }
                }
            }
        }
        for piece in &self.pieces {
            if let Kind::Door(door) = piece.kind {
                closes[door] |= self.is_trap(piece.cell);
            }
        }
        closes
    }

    /// Returns true if a cell belongs to a name.
    pub(super) fn has(&self, place: NamedAreaIndex, cell: usize) -> bool {
        self.level.place(place).has(cell % self.level.width, cell / self.level.width)
    }

    /// Removes keys that open nothing that is left. Returns false if there are none.
    fn remove_keys(&mut self) -> bool {
        let opens = |key: Key| {
            let is_its = |lock: Option<Lock>| lock.and_then(Lock::key) == Some(key);
            self.pieces.iter().any(|piece| match piece.kind {
                Kind::Lock(lock) => lock == key,
                Kind::Door(door) => is_its(self.doors[door].1),
                _ => false,
            })
        };
        let useful: Vec<bool> = Key::ALL.iter().copied().map(opens).collect();
        let mut removed = false;
        for piece in &mut self.pieces {
            removed |= piece.key.take_if(|key| !useful[*key as usize]).is_some();
        }
        let before = self.waiting.len();
        self.waiting.retain(|(_, key)| useful[*key as usize]);
        removed || self.waiting.len() < before
    }

    /// Removes triggers that change nothing that is left. Returns false if there are none.
    fn remove_wires(&mut self) -> bool {
        let is_left = |cell: usize| self.pieces[self.piece_of[cell]].kind != Kind::Gone;
        let matters = |act: TriggerAction| match act {
            TriggerAction::Open(place)
            | TriggerAction::Close(place)
            | TriggerAction::Lock(place)
            | TriggerAction::Unlock(place) => {
                self.doors.iter().any(|(cell, _)| is_left(*cell) && self.has(place, *cell))
            }
            TriggerAction::Push(place) => self.walls.iter().any(|cell| is_left(*cell) && self.has(place, *cell)),
            TriggerAction::Spawn(place) => {
                self.waiting.iter().any(|(piece, _)| self.has(place, self.pieces[*piece].cell))
            }
            TriggerAction::Teleport(..) | TriggerAction::Drop(..) | TriggerAction::Exit | TriggerAction::SecretExit => {
                true
            }
            TriggerAction::Light(..)
            | TriggerAction::Lamps(..)
            | TriggerAction::Wake(_)
            | TriggerAction::Say(_)
            | TriggerAction::Vent(_)
            | TriggerAction::Seal(_)
            | TriggerAction::Break(_)
            | TriggerAction::Gravity(..) => false,
        };
        let dead = |wire: &usize| {
            let wire = &self.wires[*wire];
            wire.matters && !self.level.triggers[wire.number].effects().any(matters)
        };
        let dead: Vec<usize> = (0..self.wires.len()).filter(dead).collect();
        for &wire in &dead {
            self.wires[wire].matters = false;
            self.wires[wire].beside.clear();
            self.pieces.iter_mut().for_each(|piece| piece.steps.retain(|step| *step != wire));
        }
        !dead.is_empty()
    }

    /// Removes empty rooms with only one door, which never closes. Returns false if there are none.
    fn remove_rooms(&mut self, hazards: &Hazards, starts: &[usize], closes: &[bool]) -> bool {
        let counts = self.pieces_that_count(starts);
        let is_soft = |piece: usize| match self.pieces[piece].kind {
            Kind::Lock(_) => true,
            Kind::Door(door) => !closes[door],
            Kind::Wall(wall) => hazards.pushes.harmful.binary_search(&self.walls[wall]).is_err(),
            Kind::Floor | Kind::Bars | Kind::Gone => false,
        };
        let mut seen = vec![false; self.pieces.len()];
        let mut gone = Vec::new();
        for first in 0..self.pieces.len() {
            if seen[first] || self.pieces[first].kind != Kind::Floor {
                continue;
            }
            let (room, gates) = self.room(first, &mut seen);
            let is_idle = !room.iter().any(|piece| counts[*piece]);
            if is_idle && gates.len() == 1 && is_soft(gates[0]) && !counts[gates[0]] {
                gone.extend(room);
                gone.extend(gates);
            }
        }
        for &piece in &gone {
            self.pieces[piece].kind = Kind::Gone;
            for beside in std::mem::take(&mut self.pieces[piece].beside) {
                self.pieces[beside].beside.retain(|other| *other != piece);
            }
        }
        !gone.is_empty()
    }

    /// Returns a room, which is a set of connected pieces of floor, and the other pieces next to it.
    fn room(&self, first: usize, seen: &mut [bool]) -> (Vec<usize>, Vec<usize>) {
        let (mut room, mut gates, mut next) = (vec![first], Vec::new(), 0);
        seen[first] = true;
        while let Some(&piece) = room.get(next) {
            next += 1;
            for &beside in &self.pieces[piece].beside {
                match self.pieces[beside].kind {
                    Kind::Floor if !seen[beside] => {
                        seen[beside] = true;
                        room.push(beside);
                    }
                    Kind::Floor => {}
                    _ => gates.push(beside),
                }
            }
        }
        gates.sort_unstable();
        gates.dedup();
        (room, gates)
    }

    /// Returns, for each piece, whether something is or works there, or the player may start there.
    fn pieces_that_count(&self, starts: &[usize]) -> Vec<bool> {
        let mut counts: Vec<bool> =
            self.pieces.iter().map(|piece| piece.key.is_some() || !piece.steps.is_empty()).collect();
        let mut count = |piece: usize| {
            if let Some(counts) = counts.get_mut(piece) {
                *counts = true;
            }
        };
        starts.iter().for_each(|start| count(self.piece_of[*start]));
        self.exits.iter().for_each(|exit| count(*exit));
        self.waiting.iter().for_each(|(piece, _)| count(*piece));
        for wire in self.wires.iter().filter(|wire| wire.matters) {
            let trigger = &self.level.triggers[wire.number];
            wire.beside.iter().for_each(|(piece, _)| count(*piece));
            for act in &trigger.actions {
                if let TriggerAction::Teleport(from, to) | TriggerAction::Drop(from, to) = act {
                    let cells = [from, to].into_iter().flat_map(|place| &self.level.place(*place).cells);
                    cells.for_each(|(x, y)| count(self.piece_of[y * self.level.width + x]));
                }
            }
            if trigger.on == TriggerCause::Shot {
                // A shot may come through any bars.
                let bars = self.pieces.iter().filter(|piece| piece.kind == Kind::Bars);
                bars.flat_map(|bars| &bars.beside).for_each(|piece| count(*piece));
            }
        }
        counts
    }
}
