//! The legend of a plan: the colours and letters that occur on it, with their meanings.

use crate::author::picture::drawing::{Drawing, Rgb};
use std::collections::BTreeMap;

/// The symbol of a legend entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sign {
    /// A cell.
    Cell,
    /// A disc, optionally with a letter.
    Disc,
    /// An arrow.
    Arrow,
}

/// The entries of the legend, in the order of their first use.
#[derive(Default)]
pub(super) struct Key {
    entries: Vec<(Sign, Rgb, Option<char>, String, usize)>,
    letters: BTreeMap<String, char>,
}

/// The height of a legend entry, and its width, in pixels.
const LINE: i32 = 22;
pub(super) const WIDTH: i32 = 300;

impl Key {
    /// Adds an entry to the legend, unless it is there already.
    pub(super) fn note(&mut self, sign: Sign, colour: Rgb, letter: Option<char>, what: &str) {
        let is_it = |entry: &&mut (Sign, Rgb, Option<char>, String, usize)| {
            (entry.0, entry.1, entry.2, entry.3.as_str()) == (sign, colour, letter, what)
        };
        match self.entries.iter_mut().find(is_it) {
            Some(entry) => entry.4 += 1,
            None => self.entries.push((sign, colour, letter, what.to_owned(), 1)),
        }
    }

    /// Returns the letter for a name: one of the name's own letters, if one is free.
    pub(super) fn letter(&mut self, name: &str) -> char {
        if let Some(letter) = self.letters.get(name) {
            return *letter;
        }
        let own = name.chars().filter(|letter| letter.is_ascii_alphabetic());
        let own: Vec<char> =
            own.flat_map(|letter| [letter.to_ascii_uppercase(), letter.to_ascii_lowercase()]).collect();
        let is_free = |letter: &char| !self.letters.values().any(|taken| taken == letter);
        let letter = own.into_iter().chain('A'..='Z').chain('a'..='z').find(is_free).unwrap_or('?');
        self.letters.insert(name.to_owned(), letter);
        letter
    }

    /// Returns the height of the legend, in pixels.
    pub(super) fn height(&self) -> i32 {
        self.entries.len() as i32 * LINE
    }

    /// Draws the legend at this upper left corner.
    pub(super) fn draw(&self, drawing: &mut Drawing, (x, y): (i32, i32)) {
        for (number, (sign, colour, letter, what, count)) in (0..).zip(&self.entries) {
            let y = y + number * LINE;
            match sign {
                Sign::Cell => drawing.fill((x, y + 2), (16, 16), *colour),
                Sign::Disc => drawing.disc((x + 8, y + 10), 8, *colour),
                Sign::Arrow => drawing.arrow((x, y + 10), (x + 18, y + 10), *colour),
            }
            if let Some(letter) = letter {
                drawing.text((x + 4, y + 2), &letter.to_string(), [255; 3]);
            }
            let count = if *count > 1 && *sign != Sign::Cell { format!(" × {count}") } else { String::new() };
            drawing.text((x + 28, y + 2), &format!("{what}{count}"), [225; 3]);
        }
    }
}
