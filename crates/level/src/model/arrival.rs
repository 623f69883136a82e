//! Where the player may come onto a deck, beside its start.

use super::level::Level;
use serde::Serialize;

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
    /// The arrival of a name.
    ///
    /// # Errors
    /// A sentence, if there is none; it names those that there are.
    pub fn arrival(&self, name: &str) -> Result<&Arrival, String> {
        let found = self.arrivals.iter().find(|arrival| arrival.name == name);
        found.ok_or_else(|| match &self.arrivals[..] {
            [] => format!("no arrival is called '{name}': the level has only its start"),
            known => {
                let known: Vec<&str> = known.iter().map(|arrival| arrival.name.as_str()).collect();
                format!("no arrival is called '{name}'; there are '{}'", known.join("', '"))
            }
        })
    }
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
}
