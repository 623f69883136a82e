//! The small map: the cells around the player, as emoji or as plain characters.

use crate::{
    perception::symbols::{self, Symbol},
    perception::things::{Sort, Thing},
};
use bevy::math::IVec2;
use engine::{Deck, Grid};
use level::{Level, SKY};

/// A view of the world for drawing a map.
pub(crate) struct Minimap<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) deck: &'a Deck,
    /// The things to draw.
    pub(crate) things: &'a [Thing],
    /// The player's cell, in the middle of the map.
    pub(crate) middle: IVec2,
}

impl Minimap<'_> {
    /// Draws a square of `side` by `side` cells (an odd number) as rows. `shows` returns true for cells to draw.
    pub(crate) fn draw(&self, side: i32, is_plain: bool, shows: impl Fn(IVec2) -> bool) -> Vec<String> {
        let half = side / 2;
        let row = |y: i32| {
            let cells = (-half..=half).map(|x| self.symbol(self.middle + IVec2::new(x, y), &shows));
            cells.fold(String::new(), |mut row, symbol| {
                if is_plain {
                    row.push(symbol.plain);
                } else {
                    row.push_str(symbol.emoji);
                }
                row
            })
        };
        (-half..=half).map(row).collect()
    }

    /// Returns the symbol of a cell.
    fn symbol(&self, cell: IVec2, shows: &impl Fn(IVec2) -> bool) -> Symbol {
        if cell == self.middle {
            return symbols::PLAYER;
        }
        if !shows(cell) {
            return symbols::UNSEEN;
        }
        // Living creatures hide things on the floor.
        let first = |sort: Sort| self.things.iter().find(|thing| thing.sort == sort && thing.cell() == cell);
        let sorts = [Sort::Undead, Sort::Pickup, Sort::Switch, Sort::Prop, Sort::Corpse, Sort::Wreck];
        let thing = sorts.into_iter().find_map(first).and_then(|thing| thing.symbol);
        thing.unwrap_or_else(|| {
            if is_space(&self.deck.0, cell) { symbols::SPACE } else { symbols::of_shape(self.grid.shape(cell)) }
        })
    }
}

/// Returns true for cells beyond the hull: floor or wall that shows the stars.
fn is_space(level: &Level, cell: IVec2) -> bool {
    let (Ok(x), Ok(y)) = (usize::try_from(cell.x), usize::try_from(cell.y)) else { return false };
    if x >= level.width || y >= level.height {
        return false;
    }
    let cell = level.cell(x, y);
    match cell.shape {
        level::CellShape::Open => level.texture(cell.floor) == SKY,
        level::CellShape::Wall { texture, .. } => level.texture(texture) == SKY,
        _ => false,
    }
}
