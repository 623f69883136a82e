//! Reads the `called` list: names of things and switches.

use crate::{
    model::called::Called, model::cell::CellShape, model::level::Level, model::named_area::NamedAreaIndex,
    text::builder::Builder,
};

/// Maximum number of `called` entries of a level, and maximum number of characters of a name.
const MAX_CALLED: usize = 1000;
const MAX_NAME_CHARS: usize = 40;

impl Builder<'_> {
    /// Reads the `called` entries. The cell names and the things must be known.
    pub(crate) fn called(&mut self, level: &mut Level) {
        let text = self.text;
        if text.called.len() > MAX_CALLED {
            let what = format!("`called` must have at most {MAX_CALLED} entries, got {}", text.called.len());
            self.mistake_of_map(what);
            return;
        }
        for (number, called) in text.called.iter().enumerate() {
            let name = called.name.text();
            let place = self.places.get(called.at.text()).map(NamedAreaIndex);
            let is_switch = |x, y| matches!(level.cell(x, y).shape, CellShape::Switch { .. });
            let has_thing = place.is_some_and(|place| {
                level.places.get(usize::from(place.0)).is_some_and(|place| {
                    place.cells.iter().any(|&(x, y)| level.thing_at(x, y).is_some() || is_switch(x, y))
                })
            });
            match place {
                None => {
                    let what = format!("called[{number}]: no cell is named '{}'", called.at.text());
                    self.diagnostic(called.at, 0, what);
                }
                Some(_) if !has_thing => {
                    let what =
                        format!("called[{number}]: there is no thing or switch in the cell '{}'", called.at.text());
                    self.diagnostic(called.at, 0, what);
                }
                Some(_) if !(1..=MAX_NAME_CHARS).contains(&name.trim().chars().count()) => {
                    let what = format!("called[{number}]: a name must have 1 to {MAX_NAME_CHARS} characters");
                    self.diagnostic(called.name, 0, what);
                }
                Some(at) => level.called.push(Called { at, name: name.to_owned() }),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(called: &str) -> Result<Level, String> {
        let text = format!(
            r#"(name: "x", legend: {{ 'W': (wall: "hull"), '@': (thing: Player), '.': (), 'b': (monster: "brute", name: "makk"),
            'c': (name: "empty") }}, map: ["WWWWWW", "W@.bcW", "WWWWWW"], called: [{called}])"#
        );
        Level::read("x.ron", text.as_bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn thing_is_called_by_the_name_of_its_cell() {
        let level = read(r#"(at: "makk", name: "Makk, cargo master")"#).expect("it is valid");
        assert_eq!((level.called_at(3, 1), level.called_at(2, 1)), (Some("Makk, cargo master"), None));
        let written = level.write().expect("it can be written");
        assert!(written.contains("called: ["), "{written}");
        assert_eq!(Level::read("x.ron", written.as_bytes()).expect("it was just written"), level);
        assert_ne!(read("").expect("it is valid"), level, "a name is part of the level");
    }

    #[test]
    fn switch_is_called_by_the_name_of_its_cell() {
        let text = r#"(name: "x", legend: { 'W': (wall: "hull"), '@': (thing: Player),
            '!': (wall: "hull", switch: "on", name: "helm") }, map: ["WWW!", "W@WW", "WWWW"],
            called: [(at: "helm", name: "The helm")])"#;
        let level = Level::read("x.ron", text.as_bytes()).expect("it is valid");
        assert_eq!(level.called_at(3, 0), Some("The helm"));
    }

    #[test]
    fn names_without_a_thing_are_reported() {
        for (called, what) in [
            (r#"(at: "kell", name: "Kell")"#, "called[0]: no cell is named 'kell'"),
            (r#"(at: "empty", name: "Kell")"#, "called[0]: there is no thing or switch in the cell 'empty'"),
            (r#"(at: "makk", name: " ")"#, "called[0]: a name must have 1 to 40 characters"),
        ] {
            let error = read(called).expect_err("it is invalid");
            assert!(error.contains(what), "{error}");
        }
    }
}
