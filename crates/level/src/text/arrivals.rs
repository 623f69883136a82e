//! Reads the arrivals. Each has a unique name and is on free, open floor.

use crate::{
    model::arrival::Arrival,
    model::cell::CellShape,
    model::level::{Level, MAX_ARRIVALS},
    text::builder::Builder,
    text::place_text::ArrivalText,
};

impl Builder<'_> {
    /// Reads the arrivals. Cells and things must be known.
    pub(crate) fn arrivals(&mut self, level: &mut Level) {
        let text = self.text;
        if text.arrivals.len() > MAX_ARRIVALS {
            self.mistake_of_map(format!(
                "the level must have at most {MAX_ARRIVALS} arrivals, got {}",
                text.arrivals.len()
            ));
            return;
        }
        for (number, arrival) in text.arrivals.iter().enumerate() {
            if let Some(what) = diagnostic(level, arrival) {
                self.diagnostic(arrival.name, 0, format!("arrivals[{number}]: {what}"));
                continue;
            }
            let ((x, y), facing) = (arrival.at, arrival.facing.map_or(0.0, |facing| facing.0));
            level.arrivals.push(Arrival { name: arrival.name.text().to_owned(), x, y, facing });
        }
    }
}

/// Returns what is wrong with an arrival, if anything.
fn diagnostic(level: &Level, arrival: &ArrivalText) -> Option<String> {
    let (x, y) = arrival.at;
    if x >= level.width || y >= level.height {
        return Some(format!("({x}, {y}) is outside the map, which has {} by {} cells", level.width, level.height));
    }
    let shape = level.cell(x, y).shape;
    if shape != CellShape::Open {
        return Some(format!("an arrival must be on open floor, found a {} at ({x}, {y})", shape.noun()));
    }
    if level.thing_at(x, y).is_some() {
        return Some(format!("the cell ({x}, {y}) is already occupied"));
    }
    let is_taken = level.arrivals.iter().any(|other| other.name == arrival.name.text());
    is_taken.then(|| format!("another arrival already has the name '{}'", arrival.name.text()))
}
