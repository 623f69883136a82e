//! The arrivals: each has a name of its own and stands where the player can.

use crate::{
    model::arrival::Arrival,
    model::cell::CellShape,
    model::level::{Level, MAX_ARRIVALS},
    text::builder::Builder,
    text::place_text::ArrivalText,
};

impl Builder<'_> {
    /// The arrivals; cells and things are known.
    pub(crate) fn arrivals(&mut self, level: &mut Level) {
        let text = self.text;
        if text.arrivals.len() > MAX_ARRIVALS {
            self.mistake_of_map(format!("there are {} arrivals; at most {MAX_ARRIVALS} can be", text.arrivals.len()));
            return;
        }
        for (number, arrival) in text.arrivals.iter().enumerate() {
            if let Some(what) = mistake(level, arrival) {
                self.mistake(arrival.name, 0, format!("arrivals[{number}]: {what}"));
                continue;
            }
            let ((x, y), facing) = (arrival.at, arrival.facing.map_or(0.0, |facing| facing.0));
            level.arrivals.push(Arrival { name: arrival.name.text().to_owned(), x, y, facing });
        }
    }
}

/// What is wrong with an arrival, if anything.
fn mistake(level: &Level, arrival: &ArrivalText) -> Option<String> {
    let (x, y) = arrival.at;
    if x >= level.width || y >= level.height {
        return Some(format!("({x}, {y}) is outside: the map has only {} by {} cells", level.width, level.height));
    }
    let shape = level.cell(x, y).shape;
    if shape != CellShape::Open {
        return Some(format!("a {} stands at ({x}, {y}): an arrival needs open floor", shape.noun()));
    }
    if level.thing_at(x, y).is_some() {
        return Some(format!("something stands at ({x}, {y}) already"));
    }
    let twice = level.arrivals.iter().any(|other| other.name == arrival.name.text());
    twice.then(|| format!("another arrival is called '{}' already", arrival.name.text()))
}
