//! Arrivals: entrances of a deck besides its start.

use crate::{
    model::cell::CellShape, model::direction::Direction, model::level::Level, model::stairs::LIFT,
    model::thing::ThingKind,
};
use serde::Serialize;
use std::borrow::Cow;

/// An entrance where the player may appear on the deck instead of at [`Level::player`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Arrival {
    /// Name, unique in the level.
    pub name: String,
    /// Column of the cell, from 0.
    pub x: usize,
    /// Row of the cell, from 0.
    pub y: usize,
    /// Direction in which the player then looks, in radians: 0 is to the right, a quarter turn is down the map.
    pub facing: f32,
}

impl Level {
    /// Returns the arrival with this name. If the level does not define it, `lift` is the floor in front of the lift,
    /// and `6,22` is the cell in column 6, row 22. There the player looks in the direction with the longest view, or,
    /// as in `6,22,90`, in the given direction in degrees.
    ///
    /// # Errors
    /// If there is no such arrival. The message lists the known names.
    pub fn arrival(&self, name: &str) -> Result<Cow<'_, Arrival>, String> {
        if let Some(found) = self.arrivals.iter().find(|arrival| arrival.name == name) {
            return Ok(Cow::Borrowed(found));
        }
        if name == LIFT
            && let Some(at) = self.before_lift()
        {
            return self.arrival_at(name, at, None).map(Cow::Owned);
        }
        if let Some((x, y, facing)) = cell(name) {
            return self.arrival_at(name, (x, y), facing).map(Cow::Owned);
        }
        Err(match &self.arrivals[..] {
            [] => format!("no arrival named '{name}': the level has none"),
            known => {
                let known: Vec<&str> = known.iter().map(|arrival| arrival.name.as_str()).collect();
                format!("no arrival named '{name}', expected one of '{}'", known.join("', '"))
            }
        })
    }

    /// Returns true if a monster or a prop is in a cell.
    fn is_taken(&self, x: usize, y: usize) -> bool {
        self.thing_at(x, y).is_some_and(|thing| matches!(thing.kind, ThingKind::Prop(_) | ThingKind::Monster(_)))
    }

    /// Returns the unoccupied floor cell nearest to the first lift, by a breadth-first search.
    fn before_lift(&self) -> Option<(usize, usize)> {
        let at = |cell: usize| (cell % self.width, cell / self.width);
        let is_lift = |cell: &usize| {
            let (x, y) = at(*cell);
            matches!(self.cells[*cell].shape, CellShape::Lift { secret: false, .. }) && self.stairs_at(x, y).is_none()
        };
        let lift = (0..self.cells.len()).find(is_lift)?;
        let mut is_seen = vec![false; self.cells.len()];
        let (mut floor, mut next) = (Vec::new(), Some(lift));
        let mut looked = 0;
        while let Some(from) = next {
            for next_to in self.neighbours(from) {
                if self.cells[next_to].shape == CellShape::Open && !std::mem::replace(&mut is_seen[next_to], true) {
                    floor.push(next_to);
                }
            }
            next = floor.get(looked).copied();
            looked += 1;
        }
        floor.into_iter().map(at).find(|&(x, y)| !self.is_taken(x, y))
    }

    fn arrival_at(&self, name: &str, (x, y): (usize, usize), facing: Option<f32>) -> Result<Arrival, String> {
        if x >= self.width || y >= self.height {
            return Err(format!("({x}, {y}) is outside the map, which has {} by {} cells", self.width, self.height));
        }
        let shape = self.cell(x, y).shape;
        if shape != CellShape::Open {
            return Err(format!("an arrival must be on open floor, found a {} at ({x}, {y})", shape.noun()));
        }
        if self.is_taken(x, y) {
            return Err(format!("the cell ({x}, {y}) is already occupied"));
        }
        let view_length = |direction: &Direction| {
            let (step_x, step_y) = direction.step();
            let cells = (1..).map(|far| self.shape_at(x as i32 + step_x * far, y as i32 + step_y * far));
            cells.take_while(|shape| matches!(shape, Some(CellShape::Open | CellShape::Pane { .. }))).count()
        };
        // `max_by_key` returns the last of several equal directions.
        let directions = [Direction::North, Direction::West, Direction::South, Direction::East];
        let direction = directions.into_iter().max_by_key(view_length).unwrap_or(Direction::East);
        let facing = facing.unwrap_or(f32::from(direction as u16 * 90)).to_radians();
        Ok(Arrival { name: name.to_owned(), x, y, facing })
    }
}

/// Parses a name such as `6,22` or `6,22,90` as a column, a row and an optional direction in degrees.
fn cell(name: &str) -> Option<(usize, usize, Option<f32>)> {
    let parts: Vec<&str> = name.split(',').map(str::trim).collect();
    let (x, y, facing) = match parts[..] {
        [x, y] => (x, y, None),
        [x, y, facing] => (x, y, Some(facing.parse::<f32>().ok().filter(|facing| facing.abs() <= 360.0)?)),
        _ => return None,
    };
    Some((x.parse().ok()?, y.parse().ok()?, facing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrivals_are_serialized_only_if_there_are_any() {
        let text = |more: &str| {
            format!(
                "(name: \"\", legend: {{'#': (wall: \"a\"), '@': (thing: Player), '.': ()}},
                map: [\"####\", \"#@.#\", \"####\"]{more})"
            )
        };
        let written = |more: &str| {
            let level = Level::read("x", text(more).as_bytes()).expect("a valid level");
            ron::to_string(&level).expect("it can be written")
        };
        assert!(!written("").contains("arrivals"));
        assert!(written(", arrivals: [(name: \"dock\", at: (2, 1))]").contains("arrivals"));
    }

    #[test]
    fn lift_names_the_floor_before_it_unless_defined() {
        let level = |thing: &str, more: &str| {
            let text = format!(
                "(name: \"\", legend: {{'#': (wall: \"a\"), '@': (thing: Player), '.': (), 'x': ({thing}),
                    'S': (wall: \"a\", stairs: \"up\"), 'L': (wall: \"a\", lift: \"b\")}},
                map: [\"#S####\", \"#@..xL\", \"######\"]{more})"
            );
            Level::read("x", text.as_bytes()).expect("a valid level")
        };
        let arrival = |level: &Level| level.arrival("lift").map(|at| (at.x, at.y, at.facing.to_degrees().round()));
        assert_eq!(arrival(&level("", "")), Ok((4, 1, 180.0)), "the player looks away from the lift");
        assert_eq!(arrival(&level("monster: \"shambler\"", "")).map(|at| at.0), Ok(3), "a monster is there");
        assert_eq!(arrival(&level("", ", arrivals: [(name: \"lift\", at: (2, 1))]")).map(|at| at.0), Ok(2));
        let none = "(name: \"\", legend: {'#': (wall: \"a\"), '@': (thing: Player)}, map: [\"###\", \"#@#\", \"###\"])";
        let none = Level::read("x", none.as_bytes()).expect("a valid level");
        assert_eq!(arrival(&none), Err("no arrival named 'lift': the level has none".to_owned()));
    }

    #[test]
    fn open_floor_cells_can_be_used_as_arrivals() {
        let text = "(name: \"\", legend: {'#': (wall: \"a\"), '@': (thing: Player), '.': (), 'z': (monster: \"shambler\")},
            map: [\"######\", \"#@.z.#\", \"#.####\", \"#.####\", \"######\"], arrivals: [(name: \"2,1\", at: (4, 1))])";
        let level = Level::read("x", text.as_bytes()).expect("a valid level");
        let (x, y, facing) = level.arrival("1, 3").map(|at| (at.x, at.y, at.facing)).expect("open floor");
        assert_eq!((x, y, facing.to_degrees().round()), (1, 3, 270.0), "the player looks up the corridor");
        assert_eq!(level.arrival("1,3,-45").map(|at| at.facing.to_degrees().round()), Ok(-45.0));
        assert!(level.arrival("1,3,NaN").is_err() && level.arrival("1,3,1e9").is_err());
        assert_eq!(level.arrival("2,1").map(|at| at.x), Ok(4), "a name has priority over a cell");
        let text = text.replace("\"######\", \"#@.z.#\", \"#.####\", \"#.####\"", "\"######\", \"#.W.@#\", \"#.####\"");
        let glass = Level::read(
            "x",
            text.replace("'.': ()", "'.': (), 'W': (window: \"glass\")").replace("(4, 1)", "(3, 1)").as_bytes(),
        );
        let facing = glass.map(|level| level.arrival("1,1").map(|at| at.facing.to_degrees().round()));
        assert_eq!(facing.expect("a valid level"), Ok(0.0), "the player looks through the glass");
        let outcome = |name: &str| level.arrival(name).map(drop);
        assert_eq!(outcome("0,0"), Err("an arrival must be on open floor, found a wall at (0, 0)".to_owned()));
        assert_eq!(outcome("9,1"), Err("(9, 1) is outside the map, which has 6 by 5 cells".to_owned()));
        assert_eq!(outcome("3,1"), Err("the cell (3, 1) is already occupied".to_owned()));
        assert_eq!(outcome("1,x"), Err("no arrival named '1,x', expected one of '2,1'".to_owned()));
    }
}
