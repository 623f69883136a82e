//! Assembles the text of a level from a map, and records where in the map each line comes from.

use crate::values;
use level::{Level, TextError};
use std::{collections::BTreeMap, fmt::Write};

/// Fields that belong to the `floors` layer and to the `lights` layer; all others belong to `map`.
const FLOORS: [&str; 5] = ["floor", "ceiling", "damage_zone", "climate", "air"];
const LIGHTS: [&str; 2] = ["light", "lamp"];

/// Fields of a cell or an object, with their values in RON.
pub(crate) type Fields = BTreeMap<String, String>;

/// The origin of a line.
#[derive(Clone)]
enum Origin {
    /// A row of cells. Its characters begin in the second column.
    Row(usize),
    /// A cell, by column and row.
    Cell(usize, usize),
    /// Another part of the map, by its label in messages.
    Of(String),
}

/// A level's text that is being assembled.
pub(crate) struct LevelText {
    text: String,
    /// Origin of each line.
    origins: Vec<Origin>,
    /// Labels of the entries of each list.
    lists: BTreeMap<String, Vec<String>>,
}

/// The kinds of cells of a layer, each with its letter and its first cell.
struct Kinds {
    letters: BTreeMap<String, (char, usize)>,
}

impl LevelText {
    /// Creates an empty text.
    pub(crate) fn new() -> LevelText {
        let mut text = LevelText { text: String::new(), origins: Vec::new(), lists: BTreeMap::new() };
        text.line(Origin::Of("the map".to_owned()), "(");
        text
    }

    /// Writes the fields of the whole level.
    pub(crate) fn head(&mut self, fields: &Fields) {
        let origin = || Origin::Of("the map's properties".to_owned());
        for (key, value) in fields {
            match key.as_str() {
                "jamb" => self.line(origin(), &format!("base: (jamb: {value}),")),
                "fog_colour" | "fog_clear" => {}
                key => self.line(origin(), &format!("{key}: {value},")),
            }
        }
        let fog = [("colour", "fog_colour"), ("clear", "fog_clear")];
        let fog: Vec<String> =
            fog.iter().filter_map(|(key, of)| Some(format!("{key}: {}", fields.get(*of)?))).collect();
        if !fog.is_empty() {
            self.line(origin(), &format!("fog: ({}),", fog.join(", ")));
        }
    }

    /// Writes the cells, given the index of each cell's fields.
    pub(crate) fn cells(&mut self, width: usize, cells: &[usize], fields: &[Fields]) -> Result<(), String> {
        // None of these characters has a meaning in RON, and there are more of them than cells.
        let mut letters = ('\u{a1}'..=char::MAX).filter(|letter| !letter.is_control());
        let groups: [(&str, fn(&str) -> bool); 3] = [
            ("map", |key| !FLOORS.contains(&key) && !LIGHTS.contains(&key)),
            ("floors", |key| FLOORS.contains(&key)),
            ("lights", |key| LIGHTS.contains(&key)),
        ];
        let mut layers = Vec::new();
        self.line(Origin::Of("the map".to_owned()), "legend: {");
        for (name, is_of) in groups {
            let entries: Vec<String> = fields.iter().map(|fields| entry(fields, is_of)).collect();
            let mut kinds = Kinds { letters: BTreeMap::new() };
            let mut rows = String::new();
            for (cell, &index) in cells.iter().enumerate() {
                let entry = &entries[index];
                rows.push(if entry.is_empty() && name != "map" {
                    ' '
                } else if let Some((letter, _)) = kinds.letters.get(entry) {
                    *letter
                } else {
                    let letter = letters.next().ok_or("the map has more kinds of cells than there are letters")?;
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

    /// Writes a list of entries with their labels.
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

    /// Parses the level; `file` is the name of the map in messages.
    pub(crate) fn read(mut self, file: &str) -> Result<Level, String> {
        self.line(Origin::Of("the map".to_owned()), ")");
        Level::read("", self.text.as_bytes()).map_err(|error| self.located_errors(file, &error))
    }

    /// Formats errors with their places in the map, one per line.
    fn located_errors(&self, file: &str, error: &TextError) -> String {
        let lines = error.diagnostics.iter().map(|diagnostic| {
            if let Some((label, what)) = self.of_list(&diagnostic.what) {
                return format!("{file}: {label}: {what}");
            }
            let place = match self.origins.get(diagnostic.line - 1) {
                Some(Origin::Row(y)) => format!("({}, {y})", diagnostic.column.saturating_sub(2)),
                Some(Origin::Cell(x, y)) => format!("({x}, {y})"),
                Some(Origin::Of(what)) => what.clone(),
                None => "the map".to_owned(),
            };
            format!("{file}: {place}: {}", diagnostic.what)
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Returns the label of the list entry that an error is about, and the message without the entry's index, which is
    /// not visible in Tiled.
    fn of_list<'a>(&self, what: &'a str) -> Option<(&str, &'a str)> {
        let (entry, what) = what.split_once(": ")?;
        let (list, rest) = entry.split_once('[')?;
        let number: usize = rest.split_once(']')?.0.parse().ok()?;
        Some((self.lists.get(list)?.get(number)?, what))
    }

    /// Writes one entry, which may take several lines, because a name can contain line breaks.
    fn line(&mut self, origin: Origin, line: &str) {
        let lines = 1 + line.bytes().filter(|&byte| byte == b'\n').count();
        self.origins.extend(std::iter::repeat_n(origin, lines));
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{line}");
    }
}

/// Formats some of the fields, separated by commas.
pub(crate) fn entry(fields: &Fields, is_wanted: impl Fn(&str) -> bool) -> String {
    let wanted = fields.iter().filter(|(key, _)| is_wanted(key));
    wanted.map(|(key, value)| format!("{key}: {value}")).collect::<Vec<_>>().join(", ")
}

/// Converts properties to fields.
///
/// # Errors
/// The first invalid property in alphabetical order.
pub(crate) fn properties_to_fields<'a>(
    properties: impl IntoIterator<Item = (&'a String, &'a tiled::PropertyValue)>,
) -> Result<Fields, String> {
    // Sort the properties, so that the same error is reported each time.
    let mut sorted: Vec<_> = properties.into_iter().collect();
    sorted.sort_by_key(|(key, _)| *key);
    let mut fields = Fields::new();
    for (key, value) in sorted {
        if !values::is_key(key) {
            return Err(format!("the property name '{key}' must be lower-case letters and underscores"));
        }
        let value = values::value(key, value).map_err(|what| format!("the property '{key}': {what}"))?;
        fields.insert(key.clone(), value);
    }
    Ok(fields)
}
