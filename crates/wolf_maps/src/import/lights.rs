//! Rooms: their floors, ceilings, lamps, and the sky over open areas.

use crate::import::{cells::is_open_air, draft::Draft};
use level::{CellShape, Direction, Lamp, Mood, SKY};
use std::{
    cmp::Reverse,
    collections::{BTreeSet, VecDeque},
};

/// Distance that a lamp covers, in steps.
const SPACING: usize = 6;
/// Maximum number of lamps on a level.
const MAX_LAMPS: usize = 1000;
/// Radius of a lamp's light, in tiles.
const REACH: f32 = 7.0;
/// Maximum number of cells of the room at a lift that looks like one.
const LIFT_CELLS: usize = 12;
/// Brightness of open areas.
const DAYLIGHT: u8 = 150;

/// A room: open floor between walls, doors and push-walls.
struct Room {
    cells: Vec<usize>,
    has_lift: bool,
    is_open_air: bool,
}

impl Draft<'_> {
    /// Gives each room a floor, a ceiling and lamps.
    pub(crate) fn lights(&mut self) {
        let rooms = self.rooms();
        for (number, room) in rooms.iter().enumerate() {
            let (floors, ceilings) = (&self.episode.floors, &self.episode.ceilings);
            let (mut floor, mut ceiling) = (&*floors[number % floors.len()], &*ceilings[number % ceilings.len()]);
            if room.has_lift && room.cells.len() <= LIFT_CELLS {
                (floor, ceiling) = ("lift_floor", "lift_ceiling");
            }
            if room.is_open_air {
                ceiling = SKY;
            }
            let usual = self.texture(&self.episode.floors[0]);
            let (floor, ceiling) = (self.texture(floor), self.texture(ceiling));
            for &cell in &room.cells {
                let cell = &mut self.level.cells[cell];
                cell.ceiling = ceiling;
                // Puddles and stand-ins keep their floor.
                if cell.floor == usual {
                    cell.floor = floor;
                }
                if room.is_open_air {
                    cell.light = cell.light.max(DAYLIGHT);
                }
            }
        }
        self.lamps.sort_unstable();
        self.lamps.dedup();
        let lost = self.lamps.len().saturating_sub(MAX_LAMPS);
        if lost > 0 {
            self.notes.add(format!("a level must have at most {MAX_LAMPS} lamps: {lost} are left out"));
            self.lamps.truncate(MAX_LAMPS);
        }
        let mut lamps = Vec::new();
        for spacing in [SPACING, SPACING * 2, SPACING * 4, usize::MAX] {
            lamps = self.spread_lamps(&rooms, spacing);
            if lamps.len() <= MAX_LAMPS {
                break;
            }
        }
        // Rooms beyond the limit stay dark.
        lamps.truncate(MAX_LAMPS);
        let shown = self.texture("{theme}_lamp");
        for cell in lamps {
            let (x, y) = self.at(cell);
            if self.level.texture(self.level.cells[cell].ceiling) != SKY {
                self.level.cells[cell].ceiling = shown;
            }
            let colour = self.episode.lamp;
            self.level.lamps.push(Lamp { x, y, colour, reach: REACH, mood: Mood::Steady, off: false });
        }
    }

    /// Returns the rooms in the order of their first cells.
    fn rooms(&self) -> Vec<Room> {
        let mut is_seen = vec![false; self.level.cells.len()];
        let mut rooms = Vec::new();
        for first in 0..self.level.cells.len() {
            if is_seen[first] || !self.is_open(first) {
                continue;
            }
            is_seen[first] = true;
            let mut room = Room { cells: vec![first], has_lift: false, is_open_air: false };
            let mut looked = 0;
            while let Some(&cell) = room.cells.get(looked) {
                looked += 1;
                for beside in Direction::ALL.into_iter().filter_map(|side| self.beside(cell, side.step())) {
                    room.has_lift |= matches!(self.level.cells[beside].shape, CellShape::Lift { .. });
                    room.is_open_air |= is_open_air(self, self.map, beside);
                    if self.is_open(beside) && !std::mem::replace(&mut is_seen[beside], true) {
                        room.cells.push(beside);
                    }
                }
            }
            rooms.push(room);
        }
        rooms
    }

    /// Returns cells for lamps: those of the map, and others until each cell of every room has one within `spacing`
    /// steps. Open areas have only those of the map.
    fn spread_lamps(&self, rooms: &[Room], spacing: usize) -> Vec<usize> {
        let mut is_lit = vec![false; self.level.cells.len()];
        let mut lamps = self.lamps.clone();
        lamps.iter().for_each(|&lamp| self.cover(&mut is_lit, lamp, spacing));
        for room in rooms.iter().filter(|room| !room.is_open_air) {
            let mut cells: Vec<(usize, usize)> = room.cells.iter().map(|&cell| (self.clearance(cell), cell)).collect();
            // Lamps are in the middle of rooms rather than at their walls.
            cells.sort_by_key(|&(clearance, cell)| (Reverse(clearance), cell));
            for (_, cell) in cells {
                if !is_lit[cell] {
                    self.cover(&mut is_lit, cell, spacing);
                    lamps.push(cell);
                }
            }
        }
        lamps
    }

    /// Returns the distance to the nearest obstacle along rows and columns, up to 4.
    fn clearance(&self, cell: usize) -> usize {
        let free = |side: Direction| {
            let (right, down) = side.step();
            let far = |by: &i32| self.beside(cell, (right * by, down * by)).is_some_and(|cell| self.is_open(cell));
            (1..4).take_while(far).count()
        };
        Direction::ALL.into_iter().map(free).min().unwrap_or(0)
    }

    /// Marks the cells that a lamp covers.
    fn cover(&self, is_lit: &mut [bool], lamp: usize, spacing: usize) {
        // A lamp without a limit covers its whole room.
        if spacing == usize::MAX && is_lit[lamp] {
            return;
        }
        let mut seen = BTreeSet::from([lamp]);
        let mut left = VecDeque::from([(lamp, 0)]);
        while let Some((cell, far)) = left.pop_front() {
            is_lit[cell] = true;
            if far == spacing {
                continue;
            }
            for beside in Direction::ALL.into_iter().filter_map(|side| self.beside(cell, side.step())) {
                if self.is_open(beside) && seen.insert(beside) {
                    left.push_back((beside, far + 1));
                }
            }
        }
    }
}
