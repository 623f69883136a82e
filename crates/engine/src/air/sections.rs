//! Sections: connected open cells share one pressure. Air is counted in whole units, so that none is created or lost.

use crate::air::flood_fill::FloodFill;
use bevy::math::IVec2;
use std::collections::BTreeSet;

/// Units of air in a cell at full pressure.
pub(crate) const FULL: u32 = 48_000;
/// Ticks in which a section with one hole drains from full pressure: four seconds.
const DRAIN: u32 = 480;
/// Number of holes beyond which a section does not drain any faster. Below it, n holes drain it n times as fast.
const MAX_HOLES: u32 = 16;
/// Section number of cells that are not in a section.
const NONE: u32 = u32::MAX;
/// The steps to the four neighbours with which an open cell shares its air.
const SIDES: [IVec2; 4] = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y];
/// The steps to the eight neighbours as a ring that starts at the right; sides and corners alternate.
pub(crate) const RING: [IVec2; 8] =
    [IVec2::X, IVec2::ONE, IVec2::Y, IVec2::new(-1, 1), IVec2::NEG_X, IVec2::NEG_ONE, IVec2::NEG_Y, IVec2::new(1, -1)];

/// Kind of a cell, as far as the air is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// Closed: no air passes, and the cell keeps its own. Walls have none; doors and panes keep their share from when
    /// they closed.
    Shut,
    /// Open: the cell shares the air of its section.
    Open,
    /// Outer space; includes everything off the map.
    Space,
}

/// A set of connected open cells.
#[derive(Clone, Copy, Debug, Default)]
struct Section {
    /// Number of cells; 0 if this section number is unused.
    cells: u32,
    /// Units of air, at most [`FULL`] per cell.
    air: u64,
    /// Number of cells that are open to space.
    holes: u32,
}

/// The sections of a deck.
#[derive(Clone, Debug)]
pub(crate) struct Sections {
    size: IVec2,
    passages: Vec<Passage>,
    /// The section number of each open cell. Numbers are reused when a section is gone; nothing depends on their order.
    of: Vec<u32>,
    /// Units of air in each closed cell.
    pockets: Vec<u32>,
    sections: Vec<Section>,
    free: Vec<u32>,
    /// The open cells with open vents.
    vents: BTreeSet<u32>,
    /// The open cells that touch space with a side or a corner.
    rim: BTreeSet<u32>,
    floods: FloodFill,
}

/// The public view of a section.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SectionView {
    /// Index of its first cell in row-major order.
    pub first: usize,
    /// Number of cells.
    pub cells: u32,
    /// Units of air.
    pub(crate) air: u64,
    /// Number of cells that are open to space.
    pub holes: u32,
}

impl SectionView {
    /// Returns the pressure, from 0 to 1.
    pub fn pressure(&self) -> f64 {
        share(self.air, self.cells)
    }
}

/// Returns the pressure of `air` units in a number of cells.
fn share(air: u64, cells: u32) -> f64 {
    air as f64 / (f64::from(cells.max(1)) * f64::from(FULL))
}

// Queries.
impl Sections {
    /// Creates the sections of a map of `size` cells. `cell` returns the kind of the cell at an index and its units of
    /// air.
    pub(crate) fn new(size: IVec2, cell: impl Fn(usize) -> (Passage, u32)) -> Self {
        let len = (size.x * size.y) as usize;
        let holds =
            |(passage, air): (Passage, u32)| (passage, if passage == Passage::Space { 0 } else { air.min(FULL) });
        let (passages, pockets) = (0..len).map(&cell).map(holds).unzip();
        let of = vec![NONE; len];
        let (sections, free, vents, rim) = Default::default();
        let floods = FloodFill::over(len);
        let mut all = Sections { size, passages, of, pockets, sections, free, vents, rim, floods };
        for index in 0..len {
            if all.passages[index] == Passage::Open && all.of[index] == NONE {
                all.found(index);
            }
        }
        all
    }

    /// Makes a section of an open cell and of all cells connected with it that are not in a section yet.
    fn found(&mut self, first: usize) {
        let number = self.new_section();
        let mut stack = vec![first as u32];
        self.of[first] = number;
        while let Some(cell) = stack.pop() {
            self.take_in(cell as usize, number);
            for side in self.beside(cell as usize).into_iter().flatten() {
                if self.passages[side] == Passage::Open && self.of[side] == NONE {
                    self.of[side] = number;
                    stack.push(side as u32);
                }
            }
        }
    }

    /// Returns the index of a cell if it is on the map.
    pub(crate) fn index(&self, cell: IVec2) -> Option<usize> {
        let inside = (cell.x as u32) < self.size.x as u32 && (cell.y as u32) < self.size.y as u32;
        inside.then(|| (cell.y * self.size.x + cell.x) as usize)
    }

    /// Returns the cell at an index.
    pub(crate) fn cell(&self, index: usize) -> IVec2 {
        IVec2::new(index as i32 % self.size.x, index as i32 / self.size.x)
    }

    /// Returns the number of cells of the map.
    pub(crate) fn len(&self) -> usize {
        self.passages.len()
    }

    /// Returns the indices of the four neighbours of a cell that are on the map.
    fn beside(&self, index: usize) -> [Option<usize>; 4] {
        let cell = self.cell(index);
        SIDES.map(|step| self.index(cell + step))
    }

    /// Returns the kind of the cell at an index if it is on the map.
    pub(crate) fn passages_at(&self, index: usize) -> Option<Passage> {
        self.passages.get(index).copied()
    }

    /// Returns the cells with open vents.
    pub(crate) fn vents(&self) -> impl Iterator<Item = u32> + '_ {
        self.vents.iter().copied()
    }

    /// Returns the kind of the cell at an index.
    pub(crate) fn passage(&self, index: usize) -> Passage {
        self.passages[index]
    }

    /// Returns true if a cell is space; everything off the map is.
    pub(crate) fn is_space(&self, cell: IVec2) -> bool {
        self.index(cell).is_none_or(|index| self.passages[index] == Passage::Space)
    }

    fn section(&self, index: usize) -> Option<&Section> {
        self.sections.get(*self.of.get(index)? as usize)
    }

    /// Returns the pressure in a cell, from 0 to 1. It is 0 in space; a closed cell has a pressure of its own.
    pub(crate) fn pressure(&self, index: usize) -> f64 {
        match self.passages[index] {
            Passage::Open => self.section(index).map_or(0.0, |section| share(section.air, section.cells)),
            Passage::Shut => share(self.pockets[index].into(), 1),
            Passage::Space => 0.0,
        }
    }

    /// Returns true if a cell is open and its section is open to space.
    pub(crate) fn is_venting(&self, index: usize) -> bool {
        self.section(index).is_some_and(|section| section.holes > 0)
    }

    /// Returns true if any section is open to space.
    pub(crate) fn any_is_venting(&self) -> bool {
        self.sections.iter().any(|section| section.holes > 0)
    }

    /// Returns true if any section is open to space and has air left.
    pub(crate) fn any_drains(&self) -> bool {
        self.sections.iter().any(|section| section.holes > 0 && section.air > 0)
    }

    /// Returns all sections, sorted by the index of their first cells.
    pub(crate) fn views(&self) -> Vec<SectionView> {
        let mut seen = vec![false; self.sections.len()];
        let mut views = Vec::new();
        for (first, &number) in self.of.iter().enumerate().filter(|(_, number)| **number != NONE) {
            if !std::mem::replace(&mut seen[number as usize], true) {
                let Section { cells, air, holes } = self.sections[number as usize];
                views.push(SectionView { first, cells, air, holes });
            }
        }
        views
    }

    /// Returns the closed cells that contain air, and their units of air.
    pub(crate) fn pockets(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..).zip(&self.pockets).filter(|(_, air)| **air > 0).map(|(cell, air)| (cell, *air))
    }

    /// Returns the total number of units of air on the deck.
    #[cfg(test)]
    pub(crate) fn total(&self) -> u64 {
        let pockets: u64 = self.pockets.iter().map(|air| u64::from(*air)).sum();
        pockets + self.sections.iter().map(|section| section.air).sum::<u64>()
    }

    /// Returns the possible steps from a cell of the map. Diagonal steps between two closed cells are excluded.
    pub(crate) fn steps_from(&self, cell: IVec2) -> impl Iterator<Item = IVec2> + '_ {
        let is_shut = move |step: IVec2| {
            let index = self.index(cell + step);
            index.is_some_and(|index| self.passages[index] == Passage::Shut)
        };
        RING.into_iter().filter(move |step| !(is_shut(IVec2::new(step.x, 0)) && is_shut(IVec2::new(0, step.y))))
    }

    /// Returns the cells through which things leave their section, and whether such a cell touches space only with a
    /// corner.
    pub(crate) fn ways_out(&self) -> impl Iterator<Item = (usize, bool)> + '_ {
        let rim = self.rim.iter().map(|cell| *cell as usize).filter(|cell| self.is_venting(*cell));
        let rim = rim.filter_map(|index| {
            let cell = self.cell(index);
            let is_out = |step: &IVec2| self.is_space(cell + *step);
            let is_corner = !self.touches_space(index);
            (!is_corner || self.steps_from(cell).any(|step| is_out(&step))).then_some((index, is_corner))
        });
        rim.chain(self.vents.iter().map(|cell| (*cell as usize, false)))
    }

    /// Returns true if one of the four neighbours of a cell is space.
    pub(crate) fn touches_space(&self, index: usize) -> bool {
        let cell = self.cell(index);
        SIDES.into_iter().any(|step| self.is_space(cell + step))
    }

    fn is_hole(&self, index: usize) -> bool {
        self.touches_space(index) || self.vents.contains(&(index as u32))
    }

    /// Returns true if an open cell is a hole.
    pub(crate) fn is_open_to_space(&self, index: usize) -> bool {
        self.passages[index] == Passage::Open && self.is_hole(index)
    }
}

// Changes.
impl Sections {
    /// Opens or closes a cell; space stays space.
    pub(crate) fn set(&mut self, index: usize, opens: bool) {
        match (self.passages[index], opens) {
            (Passage::Shut, true) => self.open(index),
            (Passage::Open, false) => self.shut(index),
            _ => {}
        }
    }

    /// Opens or closes a vent in the floor of an open cell.
    pub(crate) fn set_vent(&mut self, index: usize, opens: bool) {
        if self.vents.contains(&(index as u32)) == opens || self.passages[index] != Passage::Open {
            return;
        }
        let before = u32::from(self.is_hole(index));
        if opens {
            self.vents.insert(index as u32)
        } else {
            self.vents.remove(&(index as u32))
        };
        let now = u32::from(self.is_hole(index));
        let section = &mut self.sections[self.of[index] as usize];
        section.holes = section.holes + now - before;
    }

    /// Drains the sections that are open to space for one tick. Returns the number of units lost.
    pub(crate) fn drain(&mut self) -> u64 {
        let mut lost = 0;
        for section in self.sections.iter_mut().filter(|section| section.holes > 0) {
            let loss = u64::from(section.cells) * u64::from(FULL / DRAIN * section.holes.min(MAX_HOLES));
            let loss = loss.min(section.air);
            section.air -= loss;
            lost += loss;
        }
        lost
    }

    /// Feeds the section of an open cell from a tank for one tick, if the section has no holes and is not full. Returns
    /// the number of units added.
    pub(crate) fn feed(&mut self, index: usize) -> u64 {
        let Some(section) = self.sections.get_mut(self.of[index] as usize).filter(|section| section.holes == 0) else {
            return 0;
        };
        let room = u64::from(section.cells) * u64::from(FULL) - section.air;
        let gain = room.min(u64::from(section.cells) * u64::from(FULL / DRAIN));
        section.air += gain;
        gain
    }

    /// Sets the units of air of a closed cell, or of the section of an open one. Returns false if that is impossible.
    pub(crate) fn hold(&mut self, index: usize, air: u64) -> bool {
        let (cells, holds) = match self.passages.get(index) {
            Some(Passage::Shut) => (1, None),
            Some(Passage::Open) => {
                let section = &mut self.sections[self.of[index] as usize];
                (section.cells, Some(&mut section.air))
            }
            _ => return false,
        };
        if air > u64::from(cells) * u64::from(FULL) {
            return false;
        }
        match holds {
            Some(holds) => *holds = air,
            None => self.pockets[index] = air as u32,
        }
        true
    }

    /// Sets the pressure, from 0 to 1, of a closed cell, or of the section of an open one.
    pub(crate) fn set_pressure(&mut self, index: usize, pressure: f64) {
        let cells = self.section(index).map_or(1, |section| section.cells);
        self.hold(index, (pressure.clamp(0.0, 1.0) * f64::from(cells) * f64::from(FULL)).round() as u64);
    }

    fn new_section(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.sections.push(Section::default());
            self.sections.len() as u32 - 1
        })
    }

    /// Adds an open cell, and the air it contains, to a section.
    fn take_in(&mut self, index: usize, number: u32) {
        self.of[index] = number;
        let cell = self.cell(index);
        if RING.into_iter().any(|step| self.is_space(cell + step)) {
            self.rim.insert(index as u32);
        }
        let hole = u32::from(self.is_hole(index));
        let section = &mut self.sections[number as usize];
        section.cells += 1;
        section.holes += hole;
        section.air += u64::from(std::mem::take(&mut self.pockets[index]));
    }

    /// Opens a closed cell: the sections next to it become one.
    fn open(&mut self, index: usize) {
        self.passages[index] = Passage::Open;
        let section_of = |side: usize| Some((self.of[side], side)).filter(|(number, _)| *number != NONE);
        let mut joined = self.beside(index).map(|side| section_of(side?));
        joined.sort_unstable();
        // The largest section keeps its number, so that as few cells as possible are renumbered.
        let largest = joined.into_iter().flatten().max_by_key(|(number, _)| self.sections[*number as usize].cells);
        let number = largest.map(|(number, _)| number).unwrap_or_else(|| self.new_section());
        for (other, side) in joined.into_iter().flatten() {
            // This section is the target, or it touches the cell on two sides and has been merged already.
            if self.of[side] == number {
                continue;
            }
            self.floods.begin();
            self.floods.start(0, side);
            while let Some(cell) = self.floods.fronts[0].pop() {
                self.of[cell as usize] = number;
                for next in self.beside(cell as usize).into_iter().flatten() {
                    if self.of[next] == other && self.floods.owner(next).is_none() {
                        self.floods.start(0, next);
                    }
                }
            }
            let Section { cells, air, holes } = std::mem::take(&mut self.sections[other as usize]);
            self.free.push(other);
            let section = &mut self.sections[number as usize];
            section.cells += cells;
            section.air += air;
            section.holes += holes;
        }
        self.take_in(index, number);
    }

    /// Closes an open cell, which keeps its share of the air. Its section may split.
    fn shut(&mut self, index: usize) {
        self.set_vent(index, false);
        let number = self.of[index];
        let hole = u32::from(self.is_hole(index));
        let section = &mut self.sections[number as usize];
        let kept = section.air / u64::from(section.cells);
        section.air -= kept;
        section.cells -= 1;
        section.holes -= hole;
        let is_gone = section.cells == 0;
        self.passages[index] = Passage::Shut;
        self.pockets[index] = kept as u32;
        self.of[index] = NONE;
        self.rim.remove(&(index as u32));
        if is_gone {
            self.free.push(number);
        } else {
            self.part(index);
        }
    }

    /// Checks whether the sides of a cell that has closed are still connected, and splits off those that are not. All
    /// sides are flooded at the same time, one cell each in turn. So the search ends once the smaller parts are filled
    /// or the floods have met.
    fn part(&mut self, index: usize) {
        let starts = self.loose_ends(index);
        let mut going = starts.iter().flatten().count();
        if going < 2 {
            return;
        }
        self.floods.begin();
        for (front, start) in starts.into_iter().enumerate() {
            if let Some(start) = start {
                self.floods.start(front, start);
            }
        }
        while going > 1 {
            for front in 0..starts.len() {
                if going < 2 || !self.floods.is_going(front) {
                    continue;
                }
                let Some(cell) = self.floods.fronts[front].pop() else {
                    self.floods.going[front] = false;
                    going -= 1;
                    self.split_off(front);
                    continue;
                };
                for next in self.beside(cell as usize).into_iter().flatten() {
                    if self.passages[next] != Passage::Open {
                        continue;
                    }
                    match self.floods.owner(next) {
                        None => self.floods.start(front, next),
                        Some(other) if other != front => {
                            self.floods.join(front, other);
                            going -= 1;
                        }
                        Some(_) => {}
                    }
                }
            }
        }
    }

    /// Returns the open sides of a cell, except those that are connected with another one through the cells around it.
    fn loose_ends(&self, index: usize) -> [Option<usize>; 4] {
        let cell = self.cell(index);
        let is_open = |step: IVec2| {
            let index = self.index(cell + step);
            index.is_some_and(|index| self.passages[index] == Passage::Open)
        };
        let ring = RING.map(is_open);
        // A side that follows another open side along the ring is connected with it. The first may follow the last.
        let begins = |side: usize| ring[side] && !(ring[(side + 7) % 8] && ring[(side + 6) % 8]);
        let mut starts = [0, 2, 4, 6].map(|side| self.index(cell + RING[side]).filter(|_| begins(side)));
        if starts == [None; 4] && ring[0] {
            starts[0] = self.index(cell + RING[0]);
        }
        starts
    }

    /// Makes the cells of a flood a section of their own.
    fn split_off(&mut self, front: usize) {
        let cells = std::mem::take(&mut self.floods.found[front]);
        let old = self.of[cells[0] as usize];
        let number = self.new_section();
        let holes = cells.iter().filter(|cell| self.is_hole(**cell as usize)).count() as u32;
        cells.iter().for_each(|cell| self.of[*cell as usize] = number);
        let count = cells.len() as u32;
        let whole = &mut self.sections[old as usize];
        let air = whole.air * u64::from(count) / u64::from(whole.cells);
        whole.air -= air;
        whole.cells -= count;
        whole.holes -= holes;
        self.sections[number as usize] = Section { cells: count, air, holes };
        self.floods.found[front] = cells;
    }
}
