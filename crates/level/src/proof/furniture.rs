//! Furniture in the way: unbreakable props where the player must pass or stand.

use crate::{
    model::cell::CellShape,
    model::level::Level,
    model::thing::ThingKind,
    model::trigger::{Trigger, TriggerCause},
    proof::findings::HARDEST,
    proof::game_data::GameData,
    proof::reach::Reach,
};
use std::collections::BTreeMap;

/// The furniture of a level.
pub(super) struct Furniture<'a> {
    level: &'a Level,
    game_data: &'a GameData,
    /// For each cell whether it contains furniture. Bodies cannot pass it within its cell, and pathfinding avoids the
    /// cell.
    stands: Vec<bool>,
}

/// Cells that can be reached from a start, with the furniture and without.
struct Ways<'a> {
    bare: &'a Reach<'a>,
    furnished: Reach<'a>,
}

impl<'a> Furniture<'a> {
    /// Returns the furniture of a level, or `None` if it has none.
    pub(super) fn of(level: &'a Level, game_data: &'a GameData) -> Option<Self> {
        let mut stands = vec![false; level.cells.len()];
        for thing in &level.things {
            if let ThingKind::Prop(index) = thing.kind
                && game_data.furniture.contains(level.prop(index))
            {
                stands[thing.y * level.width + thing.x] = true;
            }
        }
        stands.contains(&true).then_some(Furniture { level, game_data, stands })
    }

    /// Returns the cells of furniture that is in the way, each with a phrase that says of what. `bare` is what is
    /// reachable from a start without furniture.
    pub(super) fn in_the_way(&self, bare: &Reach) -> BTreeMap<usize, String> {
        let furnished = Reach::past(&self.stands, bare.start, self.level, HARDEST, self.game_data);
        let ways = Ways { bare, furnished };
        let mut found = self.before_doors(bare);
        self.on_plates(&ways, &mut found);
        self.walling_off(&ways, &mut found);
        found
    }

    /// Finds furniture directly in front of a door, whose cell can only be entered from there.
    fn before_doors(&self, bare: &Reach) -> BTreeMap<usize, String> {
        let is_door =
            |&cell: &usize| matches!(self.level.cells[cell].shape, CellShape::Door { .. }) && bare.walked.reached[cell];
        let door_beside = |piece: usize| Some((piece, self.level.neighbours(piece).find(is_door)?));
        let found = self.pieces().filter(|&piece| self.level.is_passable(piece)).filter_map(door_beside);
        found
            .map(|(piece, door)| (piece, format!("directly in front of the door in {}", self.level.words(door))))
            .collect()
    }

    /// Finds furniture on plates that can no longer be stepped on.
    fn on_plates(&self, ways: &Ways, found: &mut BTreeMap<usize, String>) {
        for (number, trigger) in self.level.triggers.iter().enumerate() {
            if trigger.on != TriggerCause::Step || !ways.bare.fired[number] || ways.furnished.fired[number] {
                continue;
            }
            let place = self.level.place(trigger.at);
            let mut cells = place.cells.iter().map(|(x, y)| y * self.level.width + x);
            if let Some(piece) = cells.find(|&cell| self.stands[cell]) {
                let what = || format!("on '{}', which sets off triggers[{number}]", place.name);
                found.entry(piece).or_insert_with(what);
            }
        }
    }

    /// Finds furniture that blocks the only path to something.
    fn walling_off(&self, ways: &Ways, found: &mut BTreeMap<usize, String>) {
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
            // If several pieces are in a row, report the first one that the player comes to.
            let is_edge = |piece: &usize| level.neighbours(*piece).any(|cell| ways.furnished.walked.reached[cell]);
            let mut pieces = region.iter().flat_map(|&cell| level.neighbours(cell)).filter(|&cell| self.stands[cell]);
            if let Some(piece) = pieces.find(is_edge) {
                found.entry(piece).or_insert_with(|| format!("in the only path to {}", level.words(*wanted)));
            }
        }
        for wall in (0..level.cells.len()).filter(|&wall| out_of_reach[wall]) {
            if let Some(piece) =
                level.neighbours(wall).find(|&cell| self.stands[cell] && ways.bare.walked.reached[cell])
            {
                let what = || format!("where the player must stand to use what is in {}", level.words(wall));
                found.entry(piece).or_insert_with(what);
            }
        }
    }

    /// Returns, for each cell, whether it is something to use that can be reached only without the furniture.
    fn out_of_reach(&self, ways: &Ways) -> Vec<bool> {
        let level = self.level;
        let mut used = vec![false; level.cells.len()];
        for terminal in &level.terminals {
            used[terminal.y * level.width + terminal.x] = true;
        }
        let is_got_at = |wall: usize, reached: &[bool]| match level.cells[wall].shape {
            CellShape::Push { .. } => {
                level.neighbours(wall).any(|from| reached[from] && level.gives_way(from, wall, self.game_data))
            }
            _ => level.faces(wall, reached),
        };
        for (wall, used) in used.iter_mut().enumerate() {
            let shape = level.cells[wall].shape;
            let is_used =
                *used || matches!(shape, CellShape::Lift { .. } | CellShape::Switch { .. } | CellShape::Push { .. });
            *used = is_used
                && is_got_at(wall, &ways.bare.walked.reached)
                && !is_got_at(wall, &ways.furnished.walked.reached);
        }
        used
    }

    /// Returns true if a cell contains a reason to go there. A window that can be broken does not count.
    fn is_wanted(&self, cell: usize) -> bool {
        let (x, y) = (cell % self.level.width, cell / self.level.width);
        let thing = self.level.thing_at(x, y).is_some_and(|thing| !matches!(thing.kind, ThingKind::Prop(_)));
        let leads_on = matches!(self.level.cells[cell].shape, CellShape::Door { .. } | CellShape::Push { .. });
        let is_plate = |trigger: &Trigger| trigger.on == TriggerCause::Step && self.level.place(trigger.at).has(x, y);
        thing || leads_on || self.level.triggers.iter().any(is_plate)
    }

    fn pieces(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.stands.len()).filter(|&cell| self.stands[cell])
    }
}
