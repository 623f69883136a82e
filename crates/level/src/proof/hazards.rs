//! Finds everything that can cut off a path. If nothing can, a deck that can be finished can be finished from
//! everywhere.

use crate::{
    model::cell::CellShape,
    model::level::Level,
    model::named_area::NamedArea,
    model::thing::ThingKind,
    model::trigger::{Repeat, Trigger, TriggerAction},
    proof::game_data::GameData,
    proof::pushes::Pushes,
};

/// Parts of a level that affect paths.
pub(crate) struct Hazards {
    /// For each cell whether it is a door whose lock or hold-open state may change, or that locks behind the player.
    pub(super) changing_doors: Vec<bool>,
    /// Indices of the triggers that change paths.
    pub(super) triggers: Vec<usize>,
    pub(super) pushes: Pushes,
    /// Whether anything may cut off a path.
    pub(super) any: bool,
}

impl Hazards {
    pub(super) fn of(level: &Level, game_data: &GameData) -> Hazards {
        // A malicious file may refer to a large area very often, so each area is processed once.
        let mut locked = vec![false; level.places.len()];
        let mut sought = vec![false; level.places.len()];
        let waits = keys_wait(level);
        let matters = |trigger: &Trigger| trigger.actions.iter().any(|act| changes_paths(*act, &waits));
        let triggers: Vec<usize> =
            (0..level.triggers.len()).filter(|&number| matters(&level.triggers[number])).collect();
        for trigger in triggers.iter().map(|&number| &level.triggers[number]) {
            sought[usize::from(trigger.at.0)] = true;
            for act in &trigger.actions {
                match act {
                    TriggerAction::Open(place)
                    | TriggerAction::Close(place)
                    | TriggerAction::Lock(place)
                    | TriggerAction::Unlock(place) => {
                        locked[usize::from(place.0)] = true;
                    }
                    TriggerAction::Teleport(from, to) | TriggerAction::Drop(from, to) => {
                        (sought[usize::from(from.0)], sought[usize::from(to.0)]) = (true, true);
                    }
                    _ => {}
                }
            }
        }
        let (mut changing_doors, mut wired) = (level.cells_of(&locked), level.cells_of(&sought));
        let mut locks_behind = false;
        for (cell, shape) in level.cells.iter().map(|cell| cell.shape).enumerate() {
            wired[cell] |= matches!(shape, CellShape::Lift { .. } | CellShape::Switch { .. });
            let CellShape::Door { lock, locks_behind: behind, locks_later, .. } = shape else {
                changing_doors[cell] = false;
                continue;
            };
            // Doors that open by touch may also be opened and closed by triggers; that does not change any path.
            changing_doors[cell] = behind || changing_doors[cell] && (lock.is_some() || locks_later);
            locks_behind |= behind;
        }
        let pushes = Pushes::of(level, game_data, &wired);
        let has_changing_door =
            |place: &NamedArea| place.cells.iter().any(|(x, y)| changing_doors[y * level.width + x]);
        let changing_places: Vec<bool> = level.places.iter().map(has_changing_door).collect();
        let closes = |act: TriggerAction| match act {
            TriggerAction::Teleport(..) | TriggerAction::Drop(..) | TriggerAction::Lock(_) => true,
            TriggerAction::Close(place) => changing_places[usize::from(place.0)],
            _ => false,
        };
        let any = locks_behind
            || !pushes.harmful.is_empty()
            || triggers.iter().any(|&number| level.triggers[number].effects().any(closes));
        Hazards { changing_doors, triggers, pushes, any }
    }
}

/// Returns, for each name, whether a key waits in its cells.
fn keys_wait(level: &Level) -> Vec<bool> {
    let keys: Vec<(usize, usize)> = level
        .things
        .iter()
        .filter(|thing| thing.waits && matches!(thing.kind, ThingKind::Key(_)))
        .map(|thing| (thing.x, thing.y))
        .collect();
    level.places.iter().map(|place| keys.iter().any(|&(x, y)| place.has(x, y))).collect()
}

/// Returns true if an action affects paths. `waits` contains, for each name, whether a key waits in its cells.
fn changes_paths(act: TriggerAction, waits: &[bool]) -> bool {
    match act {
        TriggerAction::Open(_)
        | TriggerAction::Close(_)
        | TriggerAction::Lock(_)
        | TriggerAction::Unlock(_)
        | TriggerAction::Push(_)
        | TriggerAction::Teleport(..)
        | TriggerAction::Drop(..)
        | TriggerAction::Exit
        | TriggerAction::SecretExit => true,
        TriggerAction::Spawn(place) => waits[usize::from(place.0)],
        // Breakable cells count as paths from the start, so these actions do not open any.
        TriggerAction::Light(..)
        | TriggerAction::Lamps(..)
        | TriggerAction::Wake(_)
        | TriggerAction::Say(_)
        | TriggerAction::Vent(_)
        | TriggerAction::Seal(_)
        | TriggerAction::Break(_)
        | TriggerAction::Gravity(..) => false,
    }
}

impl Level {
    /// Returns, for each cell, whether it belongs to any of the selected names.
    fn cells_of(&self, places: &[bool]) -> Vec<bool> {
        let mut cells = vec![false; self.cells.len()];
        for (place, _) in self.places.iter().zip(places).filter(|(_, is_one)| **is_one) {
            place.cells.iter().for_each(|(x, y)| cells[y * self.width + x] = true);
        }
        cells
    }
}

impl Trigger {
    /// Returns the actions, and those that undo them if the trigger does that.
    pub(super) fn effects(&self) -> impl Iterator<Item = TriggerAction> + '_ {
        let goes_back = !matches!(self.repeat, Repeat::Once | Repeat::Always);
        let inverses = self.actions.iter().filter(move |_| goes_back).filter_map(|act| act.inverse());
        self.actions.iter().copied().chain(inverses)
    }
}
