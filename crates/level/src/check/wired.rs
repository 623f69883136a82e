//! Derives what triggers can do to the cells of a level.

use crate::{
    model::cell::CellShape, model::level::Level, model::named_area::NamedAreaIndex, model::trigger::TriggerAction,
};

/// Sets the derived fields of doors and push-walls that depend on triggers.
pub(crate) fn mark(level: &mut Level) {
    let pushed = targeted(level, |act| if let TriggerAction::Push(place) = act { Some(*place) } else { None });
    let locked = targeted(level, |act| match act {
        TriggerAction::Lock(place) | TriggerAction::Unlock(place) => Some(*place),
        _ => None,
    });
    for (index, cell) in level.cells.iter_mut().enumerate() {
        match &mut cell.shape {
            CellShape::Push { secret, .. } => *secret = !pushed[index],
            CellShape::Door { locks_later, .. } => *locks_later = locked[index],
            _ => {}
        }
    }
}

/// Returns, for each cell, whether it is the target of an action of any trigger. `place` returns the target of the
/// actions that count.
pub(crate) fn targeted(level: &Level, place: impl Fn(&TriggerAction) -> Option<NamedAreaIndex>) -> Vec<bool> {
    let mut places = vec![false; level.places.len()];
    for place in level.triggers.iter().flat_map(|trigger| &trigger.actions).filter_map(place) {
        places[usize::from(place.0)] = true;
    }
    let mut cells = vec![false; level.cells.len()];
    for (place, _) in level.places.iter().zip(places).filter(|(_, is_targeted)| *is_targeted) {
        for (x, y) in &place.cells {
            cells[y * level.width + x] = true;
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triggers_mark_push_walls_and_lockable_doors() {
        let text = "(name: \"\", legend: {
                '#': (wall: \"a\"), '.': (), '@': (thing: Player), 's': (wall: \"a\", switch: \"b\", name: \"lever\"),
                '1': (push: \"a\", push_way: 90, name: \"pushed\"), '2': (push: \"a\"),
                '3': (door: \"a\", name: \"locked\"), '4': (door: \"a\", name: \"opened\"),
            },
            map: [\"#s########\", \"#@.......#\", \"#1#2######\", \"#....3.4.#\", \"##########\"],
            triggers: [(at: \"lever\", on: Use, do: [Push(\"pushed\"), Unlock(\"locked\"), Open(\"opened\")])])";
        let level = Level::read("x", text.as_bytes()).expect("a valid level");
        let secret = |x| matches!(level.cell(x, 2).shape, CellShape::Push { secret: true, .. });
        let locks_later = |x| matches!(level.cell(x, 3).shape, CellShape::Door { locks_later: true, .. });
        assert_eq!([1, 3].map(secret), [false, true]);
        assert_eq!([5, 7].map(locks_later), [true, false]);
    }
}
