//! Furniture in the way: props that nothing breaks, and that stand where somebody has to pass or to stand.

use crate::{
    model::cell::CellShape,
    model::level::Level,
    model::thing::ThingKind,
    model::trigger::{Cause, Trigger},
    proof::facts::Facts,
    proof::findings::HARDEST,
    proof::reach::Reach,
};
use std::collections::BTreeMap;

/// The furniture of a level.
pub(super) struct Furniture<'a> {
    level: &'a Level,
    facts: &'a Facts,
    /// For each cell whether a piece stands in it. A body does not get past one in its own cell, and no way leads through it.
    stands: Vec<bool>,
}

/// What may be reached from a start, with the furniture and without.
struct Ways<'a> {
    bare: Reach<'a>,
    furnished: Reach<'a>,
}

impl<'a> Furniture<'a> {
    /// The furniture of a level; none if there is none.
    pub(super) fn of(level: &'a Level, facts: &'a Facts) -> Option<Self> {
        let mut stands = vec![false; level.cells.len()];
        for thing in &level.things {
            if let ThingKind::Prop(index) = thing.kind
                && facts.furniture.contains(level.prop(index))
            {
                stands[thing.y * level.width + thing.x] = true;
            }
        }
        stands.contains(&true).then_some(Furniture { level, facts, stands })
    }

    /// The pieces that are in the way of whoever begins at a cell, by their cells: what each of them keeps him from.
    pub(super) fn in_the_way(&self, start: usize) -> BTreeMap<usize, String> {
        let bare = Reach::from(start, self.level, HARDEST, self.facts);
        let furnished = Reach::past(&self.stands, start, self.level, HARDEST, self.facts);
        let ways = Ways { bare, furnished };
        let mut told = self.before_doors(&ways.bare);
        self.on_plates(&ways, &mut told);
        self.walling_off(&ways, &mut told);
        told
    }

    /// The pieces that stand right before a door, whose cell is entered from nowhere else.
    fn before_doors(&self, bare: &Reach) -> BTreeMap<usize, String> {
        let is_door =
            |&cell: &usize| matches!(self.level.cells[cell].shape, CellShape::Door { .. }) && bare.walked.reached[cell];
        let door_beside = |piece: usize| Some((piece, self.level.neighbours(piece).find(is_door)?));
        let told = self.pieces().filter(|&piece| self.level.is_way(piece)).filter_map(door_beside);
        told.map(|(piece, door)| (piece, format!("right before the door in {}", self.level.words(door)))).collect()
    }

    /// The pieces on plates that nobody can tread on any more.
    fn on_plates(&self, ways: &Ways, told: &mut BTreeMap<usize, String>) {
        for (number, trigger) in self.level.triggers.iter().enumerate() {
            if trigger.on != Cause::Step || !ways.bare.fired[number] || ways.furnished.fired[number] {
                continue;
            }
            let place = self.level.place(trigger.at);
            let mut cells = place.cells.iter().map(|(x, y)| y * self.level.width + x);
            if let Some(piece) = cells.find(|&cell| self.stands[cell]) {
                let what = || format!("on '{}', which sets off triggers[{number}]", place.name);
                told.entry(piece).or_insert_with(what);
            }
        }
    }

    /// The pieces behind which something is that is got at in no other way.
    fn walling_off(&self, ways: &Ways, told: &mut BTreeMap<usize, String>) {
        let level = self.level;
        let lost =
            |cell: usize| !self.stands[cell] && ways.bare.walked.reached[cell] && !ways.furnished.walked.reached[cell];
        let out_of_reach = self.out_of_reach(ways);
        let mut seen = vec![false; level.cells.len()];
        for first in (0..level.cells.len()).filter(|&cell| lost(cell)) {
            if std::mem::replace(&mut seen[first], true) {
                continue;
            }
            let mut region = vec![first];
            let mut next = 0;
            while let Some(&cell) = region.get(next) {
                next += 1;
                for beside in level.neighbours(cell).filter(|&beside| lost(beside)) {
                    if !std::mem::replace(&mut seen[beside], true) {
                        region.push(beside);
                    }
                }
            }
            let wanted = region
                .iter()
                .find(|&&cell| self.is_wanted(cell) || level.neighbours(cell).any(|wall| out_of_reach[wall]));
            let Some(wanted) = wanted else { continue };
            // Whatever is shut off by something else behind a piece is told of there.
            let is_edge = |piece: &usize| level.neighbours(*piece).any(|cell| ways.furnished.walked.reached[cell]);
            let mut pieces = region.iter().flat_map(|&cell| level.neighbours(cell)).filter(|&cell| self.stands[cell]);
            if let Some(piece) = pieces.find(is_edge) {
                told.entry(piece).or_insert_with(|| format!("in the only way to {}", level.words(*wanted)));
            }
        }
        for wall in (0..level.cells.len()).filter(|&wall| out_of_reach[wall]) {
            if let Some(piece) =
                level.neighbours(wall).find(|&cell| self.stands[cell] && ways.bare.walked.reached[cell])
            {
                let what = || format!("where one must stand to use what is in {}", level.words(wall));
                told.entry(piece).or_insert_with(what);
            }
        }
    }

    /// For each cell whether it is something to be used that is got at without the furniture, and not with it.
    fn out_of_reach(&self, ways: &Ways) -> Vec<bool> {
        let level = self.level;
        let mut used = vec![false; level.cells.len()];
        for terminal in &level.terminals {
            used[terminal.y * level.width + terminal.x] = true;
        }
        let is_got_at = |wall: usize, reached: &[bool]| match level.cells[wall].shape {
            CellShape::Push { .. } => {
                level.neighbours(wall).any(|from| reached[from] && level.gives_way(from, wall, self.facts))
            }
            _ => level.faces(wall, reached),
        };
        for (wall, used) in used.iter_mut().enumerate() {
            let shape = level.cells[wall].shape;
            *used |= matches!(shape, CellShape::Lift { .. } | CellShape::Switch { .. } | CellShape::Push { .. });
            *used &= is_got_at(wall, &ways.bare.walked.reached) && !is_got_at(wall, &ways.furnished.walked.reached);
        }
        used
    }

    /// True if there is something in a cell for which one goes there. A window that may be broken is no such thing.
    fn is_wanted(&self, cell: usize) -> bool {
        let (x, y) = (cell % self.level.width, cell / self.level.width);
        let thing = self.level.thing_at(x, y).is_some_and(|thing| !matches!(thing.kind, ThingKind::Prop(_)));
        let leads_on = matches!(self.level.cells[cell].shape, CellShape::Door { .. } | CellShape::Push { .. });
        let is_plate = |trigger: &Trigger| trigger.on == Cause::Step && self.level.place(trigger.at).has(x, y);
        thing || leads_on || self.level.triggers.iter().any(is_plate)
    }

    fn pieces(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.stands.len()).filter(|&cell| self.stands[cell])
    }
}
