//! Where the player may come onto a deck, beside its start.

use crate::{
    model::cell::CellShape, model::direction::Direction, model::level::Level, model::stairs::LIFT,
    model::thing::ThingKind,
};
use serde::Serialize;
use std::borrow::Cow;

/// A place at which the player may come onto the deck, instead of where [`Level::player`] stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Arrival {
    /// Its name; no other arrival of the level has it.
    pub name: String,
    /// The column of its cell, from 0.
    pub x: usize,
    /// The row of its cell, from 0.
    pub y: usize,
    /// Where the player then looks, in radians: 0 is to the right, a quarter turn is down the map.
    pub facing: f32,
}

impl Level {
    /// The arrival of a name. If no arrival is called so, `lift` is the floor before the lift, and `6,22` the cell in column 6, row 22.
    /// There the player looks where he sees farthest, or, as in `6,22,90`, in that direction, in degrees.
    ///
    /// # Errors
    /// A sentence, if there is none; it names those that there are.
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
            [] => format!("no arrival is called '{name}': the level has only its start"),
            known => {
                let known: Vec<&str> = known.iter().map(|arrival| arrival.name.as_str()).collect();
                format!("no arrival is called '{name}'; there are '{}'", known.join("', '"))
            }
        })
    }

    /// True if somebody or something stands in a cell.
    fn is_taken(&self, x: usize, y: usize) -> bool {
        self.thing_at(x, y).is_some_and(|thing| matches!(thing.kind, ThingKind::Prop(_) | ThingKind::Monster(_)))
    }

    /// The free floor that is nearest to the first lift.
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
            for beside in self.neighbours(from) {
                if self.cells[beside].shape == CellShape::Open && !std::mem::replace(&mut is_seen[beside], true) {
                    floor.push(beside);
                }
            }
            next = floor.get(looked).copied();
            looked += 1;
        }
        floor.into_iter().map(at).find(|&(x, y)| !self.is_taken(x, y))
    }

    fn arrival_at(&self, name: &str, (x, y): (usize, usize), facing: Option<f32>) -> Result<Arrival, String> {
        if x >= self.width || y >= self.height {
            return Err(format!("({x}, {y}) is outside: the map has only {} by {} cells", self.width, self.height));
        }
        let shape = self.cell(x, y).shape;
        if shape != CellShape::Open {
            return Err(format!("a {} stands at ({x}, {y}): an arrival needs open floor", shape.noun()));
        }
        if self.is_taken(x, y) {
            return Err(format!("something stands at ({x}, {y}) already"));
        }
        let sees = |way: &Direction| {
            let (step_x, step_y) = way.step();
            let cells = (1..).map(|far| self.shape_at(x as i32 + step_x * far, y as i32 + step_y * far));
            cells.take_while(|shape| *shape == Some(CellShape::Open)).count()
        };
        // Of several ways that are as far, the first.
        let ways = [Direction::North, Direction::West, Direction::South, Direction::East];
        let way = ways.into_iter().max_by_key(sees).unwrap_or(Direction::East);
        let facing = facing.unwrap_or(f32::from(way as u16 * 90)).to_radians();
        Ok(Arrival { name: name.to_owned(), x, y, facing })
    }
}

/// The cell that a name stands for, and the direction in degrees, if it is a column and a row, and a direction perhaps.
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
    fn a_level_without_arrivals_is_hashed_as_before_there_were_any() {
        let text = |more: &str| {
            format!(
                "(name: \"\", legend: {{'#': (wall: \"a\"), '@': (thing: Player), '.': ()}},
                map: [\"####\", \"#@.#\", \"####\"]{more})"
            )
        };
        let written = |more: &str| {
            let level = Level::read("x", text(more).as_bytes()).expect("a good level");
            ron::to_string(&level).expect("it can be written")
        };
        assert!(!written("").contains("arrivals"));
        assert!(written(", arrivals: [(name: \"dock\", at: (2, 1))]").contains("arrivals"));
    }

    #[test]
    fn the_floor_before_the_lift_is_an_arrival_unless_one_is_called_so() {
        let level = |thing: &str, more: &str| {
            let text = format!(
                "(name: \"\", legend: {{'#': (wall: \"a\"), '@': (thing: Player), '.': (), 'x': ({thing}),
                    'S': (wall: \"a\", stairs: \"up\"), 'L': (wall: \"a\", lift: \"b\")}},
                map: [\"#S####\", \"#@..xL\", \"######\"]{more})"
            );
            Level::read("x", text.as_bytes()).expect("a good level")
        };
        let arrival = |level: &Level| level.arrival("lift").map(|at| (at.x, at.y, at.facing.to_degrees().round()));
        assert_eq!(arrival(&level("", "")), Ok((4, 1, 180.0)), "he looks away from the lift");
        assert_eq!(arrival(&level("monster: \"shambler\"", "")).map(|at| at.0), Ok(3), "somebody stands there");
        assert_eq!(arrival(&level("", ", arrivals: [(name: \"lift\", at: (2, 1))]")).map(|at| at.0), Ok(2));
        let none = "(name: \"\", legend: {'#': (wall: \"a\"), '@': (thing: Player)}, map: [\"###\", \"#@#\", \"###\"])";
        let none = Level::read("x", none.as_bytes()).expect("a good level");
        assert_eq!(arrival(&none), Err("no arrival is called 'lift': the level has only its start".to_owned()));
    }

    #[test]
    fn a_cell_is_an_arrival_too_where_there_is_open_floor() {
        let text = "(name: \"\", legend: {'#': (wall: \"a\"), '@': (thing: Player), '.': (), 'z': (monster: \"shambler\")},
            map: [\"######\", \"#@.z.#\", \"#.####\", \"#.####\", \"######\"], arrivals: [(name: \"2,1\", at: (4, 1))])";
        let level = Level::read("x", text.as_bytes()).expect("a good level");
        let (x, y, facing) = level.arrival("1, 3").map(|at| (at.x, at.y, at.facing)).expect("open floor");
        assert_eq!((x, y, facing.to_degrees().round()), (1, 3, 270.0), "he looks up the corridor");
        assert_eq!(level.arrival("1,3,-45").map(|at| at.facing.to_degrees().round()), Ok(-45.0));
        assert!(level.arrival("1,3,NaN").is_err() && level.arrival("1,3,1e9").is_err());
        assert_eq!(level.arrival("2,1").map(|at| at.x), Ok(4), "a name goes before a cell");
        let told = |name: &str| level.arrival(name).map(drop);
        assert_eq!(told("0,0"), Err("a wall stands at (0, 0): an arrival needs open floor".to_owned()));
        assert_eq!(told("9,1"), Err("(9, 1) is outside: the map has only 6 by 5 cells".to_owned()));
        assert_eq!(told("3,1"), Err("something stands at (3, 1) already".to_owned()));
        assert_eq!(told("1,x"), Err("no arrival is called '1,x'; there are '2,1'".to_owned()));
    }
}
