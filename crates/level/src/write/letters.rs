//! Letters of a legend: those that authors usually choose, then initials, then any that are free.

use std::collections::BTreeSet;

/// The letters that are already in use.
pub(super) struct Letters {
    taken: BTreeSet<char>,
    /// Remaining letters, in order; some may be taken.
    rest: Box<dyn Iterator<Item = char>>,
}

impl Letters {
    /// Returns a set without taken letters.
    pub(super) fn new() -> Self {
        Letters { taken: BTreeSet::new(), rest: Box::new(all()) }
    }

    /// Takes the first free letter: of the preferred ones, of the name, then of all. Returns `None` if all are taken.
    pub(super) fn take(&mut self, preferred: &str, name: &str) -> Option<char> {
        let initials = name.chars().filter(char::is_ascii_alphabetic);
        let capitals = initials.clone().map(|letter| letter.to_ascii_uppercase());
        let preferred: Vec<char> = preferred.chars().chain(initials).chain(capitals).collect();
        let free = preferred.into_iter().find(|letter| !self.taken.contains(letter));
        let letter = match free {
            Some(letter) => letter,
            None => self.rest.find(|letter| !self.taken.contains(letter))?,
        };
        self.taken.insert(letter);
        Some(letter)
    }
}

/// Number of letters that a keyboard has. Levels with more kinds of cells list the rarest things instead of drawing
/// them.
pub(super) const KEYBOARD: usize = 90;

/// Returns all letters that a map can be drawn with, all of the same width: ASCII, accented, Greek, Cyrillic, Chinese
/// and Korean letters, and finally private-use characters without a glyph.
fn all() -> impl Iterator<Item = char> {
    let keyboard = ('!'..='~').filter(|letter| !['"', '\'', '\\'].contains(letter));
    let letters =
        ('\u{c0}'..='\u{24f}').chain('\u{391}'..='\u{3a1}').chain('\u{3b1}'..='\u{3c9}').chain('\u{410}'..='\u{44f}');
    let signs = ('\u{4e00}'..='\u{9fff}').chain('\u{ac00}'..='\u{d7a3}').chain('\u{20000}'..='\u{2a6df}');
    keyboard.chain(letters).chain(signs).chain('\u{f0000}'..='\u{ffffd}').chain('\u{100000}'..='\u{10fffd}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_preferred_then_initials_and_never_twice() {
        let mut letters = Letters::new();
        assert_eq!(letters.take("#", "hull"), Some('#'));
        assert_eq!(letters.take("#", "hull"), Some('h'));
        assert_eq!(letters.take("", "hull"), Some('u'));
        assert_eq!(letters.take("", "ü"), Some('!'));
        let mut taken = BTreeSet::from(['#', 'h', 'u', '!']);
        for _ in 0..100_000 {
            assert!(taken.insert(letters.take("#", "hull").expect("a letter")));
        }
    }
}
