//! The letters of a legend: those that authors are used to, then initials, then whatever is free.

use std::collections::BTreeSet;

/// The letters that are taken.
pub(super) struct Letters {
    taken: BTreeSet<char>,
    /// Those that anything may have, as far as they were not passed already.
    rest: Box<dyn Iterator<Item = char>>,
}

impl Letters {
    /// None is taken.
    pub(super) fn new() -> Self {
        Letters { taken: BTreeSet::new(), rest: Box::new(all()) }
    }

    /// The first letter that is free: of those wished for, of the name, then of all. None if all are taken.
    pub(super) fn take(&mut self, wished: &str, name: &str) -> Option<char> {
        let initials = name.chars().filter(char::is_ascii_alphabetic);
        let capitals = initials.clone().map(|letter| letter.to_ascii_uppercase());
        let wished: Vec<char> = wished.chars().chain(initials).chain(capitals).collect();
        let free = wished.into_iter().find(|letter| !self.taken.contains(letter));
        let letter = match free {
            Some(letter) => letter,
            None => self.rest.find(|letter| !self.taken.contains(letter))?,
        };
        self.taken.insert(letter);
        Some(letter)
    }
}

/// How many letters a legend has before it leaves those of a keyboard; a hand that has more kinds of things than this lists them.
pub(super) const KEYBOARD: usize = 90;

/// All letters that a map can be drawn with, as wide as any other: those of a keyboard, those with accents, Greek, Cyrillic,
/// Chinese and Korean ones, and at last those that have no picture.
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
    fn letters_are_the_usual_ones_then_initials_then_any_and_never_twice() {
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
