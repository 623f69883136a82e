//! The exits of a level: lifts and stairs.

use crate::{
    model::cell::CellShape,
    model::level::Level,
    model::stairs::{LIFT, SECRET_LIFT},
    model::trigger::TriggerAction,
};

impl Level {
    /// Returns the index of the stairs on the wall in column `x`, row `y`, if there are any.
    pub fn stairs_at(&self, x: usize, y: usize) -> Option<usize> {
        self.stairs.binary_search_by_key(&(y, x), |stairs| (stairs.y, stairs.x)).ok()
    }

    /// Returns the cells of the lift switches and stairs that finish the deck. Stairs next to the start lead back; they
    /// are included only if there is no other exit.
    pub fn exits(&self) -> Vec<usize> {
        let all: Vec<usize> =
            (0..self.cells.len()).filter(|&cell| matches!(self.cells[cell].shape, CellShape::Lift { .. })).collect();
        let leads_back = |cell: usize| {
            let (x, y) = (cell % self.width, cell / self.width);
            self.stairs_at(x, y).is_some() && x.abs_diff(self.player.x) + y.abs_diff(self.player.y) == 1
        };
        let leads_on: Vec<usize> = all.iter().copied().filter(|&cell| !leads_back(cell)).collect();
        let by_trigger = self.triggers.iter().flat_map(|trigger| &trigger.actions);
        let ends = by_trigger.into_iter().any(|act| matches!(act, TriggerAction::Exit | TriggerAction::SecretExit));
        if leads_on.is_empty() && !ends { all } else { leads_on }
    }

    /// Returns the names of all exits of the deck, each once: [`LIFT`], [`SECRET_LIFT`], and the stairs in their order.
    pub fn exit_names(&self) -> Vec<&str> {
        let by_trigger = |act: TriggerAction| self.triggers.iter().any(|trigger| trigger.actions.contains(&act));
        let by_switch = |wanted: bool| {
            self.cells.iter().enumerate().any(|(index, cell)| match cell.shape {
                CellShape::Lift { secret, .. } => {
                    secret == wanted && self.stairs_at(index % self.width, index / self.width).is_none()
                }
                _ => false,
            })
        };
        let lift = (by_switch(false) || by_trigger(TriggerAction::Exit)).then_some(LIFT);
        let secret = (by_switch(true) || by_trigger(TriggerAction::SecretExit)).then_some(SECRET_LIFT);
        let mut names: Vec<&str> = lift.into_iter().chain(secret).collect();
        for stairs in &self.stairs {
            if !names.contains(&stairs.name.as_str()) {
                names.push(&stairs.name);
            }
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_names_list_each_lift_and_stairs_once() {
        let text = "(name: \"\", legend: {'#': (wall: \"a\"), '@': (thing: Player), '.': (), 'u': (wall: \"a\", stairs: \"up\"),
                'v': (wall: \"a\", overlay: \"b\", stairs: \"down\"), 'L': (wall: \"a\", lift: \"b\"), 'p': (name: \"p\")},
            map: [\"#uu##\", \"#@.pv\", \"#L###\"], triggers: [(at: \"p\", on: Step, do: [SecretExit])])";
        let level = Level::read("x", text.as_bytes()).expect("a valid level");
        assert_eq!(level.exit_names(), ["lift", "secret lift", "up", "down"]);
        assert_eq!([(1, 0), (4, 1), (1, 2)].map(|(x, y)| level.stairs_at(x, y)), [Some(0), Some(2), None]);
    }

    #[test]
    fn stairs_next_to_the_start_are_exits_only_if_alone() {
        let exits = |map: &str| {
            let text = format!(
                "(name: \"\", legend: {{'#': (wall: \"a\"), '@': (thing: Player), '.': (), 'u': (wall: \"a\", stairs: \"up\"),
                'L': (wall: \"a\", lift: \"b\")}}, map: [\"#####\", \"{map}\", \"#####\"])"
            );
            Level::read("x", text.as_bytes()).expect("a valid level").exits()
        };
        assert_eq!((exits("u@..#"), exits("u@..L"), exits("u@..u")), (vec![5], vec![9], vec![9]));
        assert_eq!((exits("u.@.#"), exits("L@..u")), (vec![5], vec![5, 9]));
    }

    #[test]
    fn invalid_stairs_are_reported() {
        let read = |entry: &str| {
            let text = format!(
                "(name: \"\", legend: {{'#': (wall: \"a\"), '@': (thing: Player), 'v': ({entry})}}, map: [\"###\", \"#@v\", \"###\"])"
            );
            Level::read("x", text.as_bytes()).map(drop).map_err(|error| error.to_string())
        };
        for (entry, message) in [
            ("stairs: \"up\"", "`stairs` requires `wall`"),
            (
                "wall: \"a\", lift: \"b\", stairs: \"up\"",
                "a wall can have only one of `lift`, `stairs`, `switch` and `conduit`",
            ),
            ("wall: \"a\", stairs: \"\"", "the name of stairs must have 1 to 100 characters, got 0"),
            ("wall: \"a\", stairs: \"lift\"", "stairs cannot be named 'lift': the name is reserved for a lift"),
        ] {
            let error = read(entry).expect_err("it is wrong");
            assert!(error.contains(message), "{error}");
        }
        assert_eq!(read("wall: \"a\", overlay: \"b\", stairs: \"up\", face: 180"), Ok(()));
    }
}
