//! What can take a way from the player that he had: if nothing does, whoever can finish a deck at all can do so from everywhere.

use crate::{
    model::cell::CellShape,
    model::level::Level,
    model::place::Place,
    model::thing::ThingKind,
    model::trigger::{Act, How, Trigger},
    proof::facts::Facts,
    proof::pushes::Pushes,
};

/// What of a level decides about ways.
pub(crate) struct Hazards {
    /// For each cell whether it is a door whose lock or hold may change, or that locks behind.
    pub(super) moody: Vec<bool>,
    /// The numbers of the triggers that change ways.
    pub(super) triggers: Vec<usize>,
    pub(super) pushes: Pushes,
    /// Something may take a way.
    pub(super) any: bool,
}

impl Hazards {
    pub(super) fn of(level: &Level, facts: &Facts) -> Hazards {
        // A hostile file may refer to a large place very often, so each is looked at once.
        let mut locked = vec![false; level.places.len()];
        let mut sought = vec![false; level.places.len()];
        let waits = keys_wait(level);
        let matters = |trigger: &Trigger| trigger.acts.iter().any(|act| changes_ways(*act, &waits));
        let triggers: Vec<usize> =
            (0..level.triggers.len()).filter(|&number| matters(&level.triggers[number])).collect();
        for trigger in triggers.iter().map(|&number| &level.triggers[number]) {
            sought[usize::from(trigger.at.0)] = true;
            for act in &trigger.acts {
                match act {
                    Act::Open(place) | Act::Close(place) | Act::Lock(place) | Act::Unlock(place) => {
                        locked[usize::from(place.0)] = true;
                    }
                    Act::Carry(from, to) | Act::Drop(from, to) => {
                        (sought[usize::from(from.0)], sought[usize::from(to.0)]) = (true, true);
                    }
                    _ => {}
                }
            }
        }
        let (mut moody, mut wired) = (level.cells_of(&locked), level.cells_of(&sought));
        let mut locks_behind = false;
        for (cell, shape) in level.cells.iter().map(|cell| cell.shape).enumerate() {
            wired[cell] |= matches!(shape, CellShape::Lift { .. } | CellShape::Switch { .. });
            let CellShape::Door { lock, locks_behind: behind, locks_later, .. } = shape else {
                moody[cell] = false;
                continue;
            };
            // What anybody opens by touch may be opened and closed by triggers, too: that changes no way.
            moody[cell] = behind || moody[cell] && (lock.is_some() || locks_later);
            locks_behind |= behind;
        }
        let pushes = Pushes::of(level, facts, &wired);
        let is_moody = |place: &Place| place.cells.iter().any(|(x, y)| moody[y * level.width + x]);
        let moody_places: Vec<bool> = level.places.iter().map(is_moody).collect();
        let closes = |act: Act| match act {
            Act::Carry(..) | Act::Drop(..) | Act::Lock(_) => true,
            Act::Close(place) => moody_places[usize::from(place.0)],
            _ => false,
        };
        let any = locks_behind
            || !pushes.harmful.is_empty()
            || triggers.iter().any(|&number| level.triggers[number].effects().any(closes));
        Hazards { moody, triggers, pushes, any }
    }
}

/// For each place whether a key waits there.
fn keys_wait(level: &Level) -> Vec<bool> {
    let keys: Vec<(usize, usize)> = level
        .things
        .iter()
        .filter(|thing| thing.waits && matches!(thing.kind, ThingKind::Key(_)))
        .map(|thing| (thing.x, thing.y))
        .collect();
    level.places.iter().map(|place| keys.iter().any(|&(x, y)| place.has(x, y))).collect()
}

/// True if an act has to do with ways; `waits` says of each place whether a key waits there.
fn changes_ways(act: Act, waits: &[bool]) -> bool {
    match act {
        Act::Open(_)
        | Act::Close(_)
        | Act::Lock(_)
        | Act::Unlock(_)
        | Act::Push(_)
        | Act::Carry(..)
        | Act::Drop(..)
        | Act::Exit
        | Act::SecretExit => true,
        Act::Spawn(place) => waits[usize::from(place.0)],
        // Whatever breaks is a way from the start, so these open none.
        Act::Light(..)
        | Act::Lamps(..)
        | Act::Wake(_)
        | Act::Say(_)
        | Act::Vent(_)
        | Act::Seal(_)
        | Act::Break(_)
        | Act::Gravity(..) => false,
    }
}

impl Level {
    /// For each cell whether it belongs to one of some places.
    fn cells_of(&self, places: &[bool]) -> Vec<bool> {
        let mut cells = vec![false; self.cells.len()];
        for (place, _) in self.places.iter().zip(places).filter(|(_, is_one)| **is_one) {
            place.cells.iter().for_each(|(x, y)| cells[y * self.width + x] = true);
        }
        cells
    }
}

impl Trigger {
    /// What it does, and what it does when it takes that back.
    pub(super) fn effects(&self) -> impl Iterator<Item = Act> + '_ {
        let goes_back = !matches!(self.how, How::Once | How::Again);
        let back = self.acts.iter().filter(move |_| goes_back).filter_map(|act| act.back());
        self.acts.iter().copied().chain(back)
    }
}
