//! The text of a level as it is put together from a map, and where in the map each of its lines comes from.

use crate::values;
use level::{Level, TextError};
use std::{collections::BTreeMap, fmt::Write};

/// The fields that are drawn in the layer of floors, and in that of lights; all others are drawn on the map.
const FLOORS: [&str; 4] = ["floor", "ceiling", "climate", "air"];
const LIGHTS: [&str; 2] = ["light", "lamp"];

/// What is said of a cell or an object: fields with their values as RON has them.
pub(crate) type Said = BTreeMap<String, String>;

/// Where a line comes from.
#[derive(Clone)]
enum Origin {
    /// A row of cells, whose characters begin in the second column.
    Row(usize),
    /// A cell, by column and row.
    Cell(usize, usize),
    /// Something else, as a message calls it.
    Of(String),
}

/// A level's text as far as it is put together.
pub(crate) struct LevelText {
    text: String,
    /// For each line.
    origins: Vec<Origin>,
    /// For each list, what messages call its entries.
    lists: BTreeMap<String, Vec<String>>,
}

/// The kinds of cells of a layer, each with its letter and the first cell that is of it.
struct Kinds {
    letters: BTreeMap<String, (char, usize)>,
}

impl LevelText {
    /// A text in which nothing is said yet.
    pub(crate) fn new() -> LevelText {
        let mut text = LevelText { text: String::new(), origins: Vec::new(), lists: BTreeMap::new() };
        text.line(Origin::Of("the map".to_owned()), "(");
        text
    }

    /// What holds of the whole deck.
    pub(crate) fn head(&mut self, said: &Said) {
        let origin = || Origin::Of("the map's properties".to_owned());
        for (key, value) in said {
            match key.as_str() {
                "jamb" => self.line(origin(), &format!("base: (jamb: {value}),")),
                "fog_colour" | "fog_clear" => {}
                key => self.line(origin(), &format!("{key}: {value},")),
            }
        }
        let fog = [("colour", "fog_colour"), ("clear", "fog_clear")];
        let fog: Vec<String> = fog.iter().filter_map(|(key, of)| Some(format!("{key}: {}", said.get(*of)?))).collect();
        if !fog.is_empty() {
            self.line(origin(), &format!("fog: ({}),", fog.join(", ")));
        }
    }

    /// The cells: for each the index of what is said of it.
    pub(crate) fn cells(&mut self, width: usize, cells: &[usize], said: &[Said]) -> Result<(), String> {
        // None of them stands for anything else in RON, and there are more of them than cells.
        let mut letters = ('\u{a1}'..=char::MAX).filter(|letter| !letter.is_control());
        let groups: [(&str, fn(&str) -> bool); 3] = [
            ("map", |key| !FLOORS.contains(&key) && !LIGHTS.contains(&key)),
            ("floors", |key| FLOORS.contains(&key)),
            ("lights", |key| LIGHTS.contains(&key)),
        ];
        let mut layers = Vec::new();
        self.line(Origin::Of("the map".to_owned()), "legend: {");
        for (name, is_of) in groups {
            let entries: Vec<String> = said.iter().map(|said| entry(said, is_of)).collect();
            let mut kinds = Kinds { letters: BTreeMap::new() };
            let mut rows = String::new();
            for (cell, &index) in cells.iter().enumerate() {
                let entry = &entries[index];
                rows.push(if entry.is_empty() && name != "map" {
                    ' '
                } else if let Some((letter, _)) = kinds.letters.get(entry) {
                    *letter
                } else {
                    let letter = letters.next().ok_or("there are more kinds of cells than letters")?;
                    kinds.letters.insert(entry.clone(), (letter, cell));
                    letter
                });
            }
            for (entry, (letter, cell)) in &kinds.letters {
                self.line(Origin::Cell(cell % width, cell / width), &format!("'{letter}': ({entry}),"));
            }
            layers.push((name, rows, kinds.letters.is_empty()));
        }
        self.line(Origin::Of("the map".to_owned()), "},");
        for (name, rows, _) in layers.into_iter().filter(|(.., is_empty)| !is_empty) {
            self.line(Origin::Of("the map".to_owned()), &format!("{name}: ["));
            let rows: Vec<char> = rows.chars().collect();
            for (y, row) in rows.chunks(width).enumerate() {
                self.line(Origin::Row(y), &format!("\"{}\",", row.iter().collect::<String>()));
            }
            self.line(Origin::Of("the map".to_owned()), "],");
        }
        Ok(())
    }

    /// A list of entries, each with what messages call it.
    pub(crate) fn list(&mut self, name: &str, entries: &[(String, String)]) {
        if entries.is_empty() {
            return;
        }
        self.line(Origin::Of("the map".to_owned()), &format!("{name}: ["));
        for (origin, entry) in entries {
            self.line(Origin::Of(origin.clone()), &format!("({entry}),"));
        }
        self.line(Origin::Of("the map".to_owned()), "],");
        self.lists.insert(name.to_owned(), entries.iter().map(|(origin, _)| origin.clone()).collect());
    }

    /// Reads the level; `file` is what messages call the map.
    pub(crate) fn read(mut self, file: &str) -> Result<Level, String> {
        self.line(Origin::Of("the map".to_owned()), ")");
        Level::read("", self.text.as_bytes()).map_err(|error| self.told(file, &error))
    }

    /// What is wrong, a line each, by its places in the map.
    fn told(&self, file: &str, error: &TextError) -> String {
        let lines = error.mistakes.iter().map(|mistake| {
            if let Some((label, what)) = self.of_list(&mistake.what) {
                return format!("{file}: {label}: {what}");
            }
            let place = match self.origins.get(mistake.line - 1) {
                Some(Origin::Row(y)) => format!("({}, {y})", mistake.column.saturating_sub(2)),
                Some(Origin::Cell(x, y)) => format!("({x}, {y})"),
                Some(Origin::Of(what)) => what.clone(),
                None => "the map".to_owned(),
            };
            format!("{file}: {place}: {}", mistake.what)
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// What messages call the entry of a list that a mistake is about, and the mistake without the number that nobody sees in Tiled.
    fn of_list<'a>(&self, what: &'a str) -> Option<(&str, &'a str)> {
        let (entry, what) = what.split_once(": ")?;
        let (list, rest) = entry.split_once('[')?;
        let number: usize = rest.split_once(']')?.0.parse().ok()?;
        Some((self.lists.get(list)?.get(number)?, what))
    }

    /// Writes what may take several lines: a name may hold a line break.
    fn line(&mut self, origin: Origin, line: &str) {
        let lines = 1 + line.bytes().filter(|&byte| byte == b'\n').count();
        self.origins.extend(std::iter::repeat_n(origin, lines));
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{line}");
    }
}

/// Some fields of what is said, with commas between them.
pub(crate) fn entry(said: &Said, is_wanted: impl Fn(&str) -> bool) -> String {
    let wanted = said.iter().filter(|(key, _)| is_wanted(key));
    wanted.map(|(key, value)| format!("{key}: {value}")).collect::<Vec<_>>().join(", ")
}

/// Properties as fields.
///
/// # Errors
/// What is wrong with the first that is wrong, by its name.
pub(crate) fn said<'a>(
    properties: impl IntoIterator<Item = (&'a String, &'a tiled::PropertyValue)>,
) -> Result<Said, String> {
    // The library keeps them in no order, and of several mistakes the same is to be told each time.
    let mut sorted: Vec<_> = properties.into_iter().collect();
    sorted.sort_by_key(|(key, _)| *key);
    let mut said = Said::new();
    for (key, value) in sorted {
        if !values::is_key(key) {
            return Err(format!("the property '{key}' is none that a level has"));
        }
        let value = values::value(key, value).map_err(|what| format!("the property '{key}': {what}"))?;
        said.insert(key.clone(), value);
    }
    Ok(said)
}
