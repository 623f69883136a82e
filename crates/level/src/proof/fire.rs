//! Checks whether the player starts in a line of fire.

use crate::{
    model::cell::{CellShape, PaneKind},
    model::direction::Direction,
    model::level::Level,
    model::thing::{Thing, ThingKind},
    proof::game_data::GameData,
};

impl Level {
    /// Returns the monsters with a ranged attack that face a cell from the start, within range and with nothing in
    /// between.
    pub(super) fn in_fire_of<'a>(
        &'a self,
        cell: (usize, usize),
        game_data: &'a GameData,
    ) -> impl Iterator<Item = &'a Thing> + 'a {
        self.things.iter().filter(move |thing| {
            let ThingKind::Monster(kind) = thing.kind else { return false };
            let reach = game_data.monsters.get(self.monster(kind)).map_or(0, |monster| i64::from(monster.shoots));
            let (right, down) = (cell.0 as i64 - thing.x as i64, cell.1 as i64 - thing.y as i64);
            let is_near = right * right + down * down <= reach * reach;
            is_near && !thing.waits && looks(thing, right, down) && self.lets_shots_through((thing.x, thing.y), cell)
        })
    }

    /// Returns true if a shot from the centre of a cell reaches the centre of another.
    fn lets_shots_through(&self, from: (usize, usize), to: (usize, usize)) -> bool {
        let passes = |(x, y): (i64, i64)| {
            let shape = self.shape_at(x as i32, y as i32);
            matches!(
                shape,
                Some(
                    CellShape::Open
                        | CellShape::Table
                        | CellShape::Space
                        | CellShape::Pane { kind: PaneKind::Grating | PaneKind::Barrier, .. }
                )
            )
        };
        let (mut x, mut y) = (from.0 as i64, from.1 as i64);
        let to = (to.0 as i64, to.1 as i64);
        let (columns, rows) = ((to.0 - x).abs(), (to.1 - y).abs());
        let (right, down) = ((to.0 - x).signum(), (to.1 - y).signum());
        // The line next crosses the border of a column or of a row, whichever is closer.
        let (mut past_columns, mut past_rows) = (0, 0);
        while (x, y) != to {
            let (to_column, to_row) = ((1 + 2 * past_columns) * rows, (1 + 2 * past_rows) * columns);
            if to_column == to_row {
                // The line passes exactly through a corner, which is blocked only if both sides are.
                if !passes((x + right, y)) && !passes((x, y + down)) {
                    return false;
                }
                (x, y, past_columns, past_rows) = (x + right, y + down, past_columns + 1, past_rows + 1);
            } else if to_column < to_row {
                (x, past_columns) = (x + right, past_columns + 1);
            } else {
                (y, past_rows) = (y + down, past_rows + 1);
            }
            if !passes((x, y)) {
                return false;
            }
        }
        true
    }
}

/// Returns true if a thing looks towards the side of a point at this offset in columns and rows.
fn looks(thing: &Thing, right: i64, down: i64) -> bool {
    let quarters = (thing.facing / std::f32::consts::FRAC_PI_2).round().rem_euclid(4.0) as usize;
    let (ahead_right, ahead_down) = Direction::ALL[quarters % 4].step();
    right * i64::from(ahead_right) + down * i64::from(ahead_down) > 0
}
