//! The code of a ship: all that decides about it in ten letters, to be read aloud and typed.
//!
//! Nine letters of Crockford's base 32 hold 45 bits: the version of the ships (4), the danger (2), the number of decks (3) and the seed (36).
//! The tenth is a check letter: the sum of all ten, each multiplied by another power of 2 in the field of 32 elements, is 0. One wrong letter
//! changes that sum, and so do any two different letters that have changed places, because no two powers are the same.

use std::{fmt, ops::RangeInclusive};

/// The dangers that there are.
pub const DANGERS: RangeInclusive<u8> = 1..=4;
/// How many decks a ship can have.
pub const LENGTHS: RangeInclusive<u8> = 5..=9;
/// The greatest seed of a ship: seeds have 36 bits.
pub const MAX_SEED: u64 = (1 << 36) - 1;

/// The version of the ships that are made. A change after which some code gives another ship needs another version.
const VERSION: u8 = 1;
/// Crockford's base 32: neither I, L, O nor U.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// The letters of a code that hold something; the check letter follows.
const HOLDING: usize = 9;
/// The letters of a code are written in groups of so many.
const GROUP: usize = 5;

/// All that decides about a ship. Written and read, it is its code, as in `2M00K-AA82H`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShipCode {
    seed: u64,
    danger: u8,
    length: u8,
}

impl ShipCode {
    /// The code of a ship of this seed, danger and number of decks.
    ///
    /// # Errors
    /// A sentence, if one of them is out of its range: see [`MAX_SEED`], [`DANGERS`] and [`LENGTHS`].
    pub fn new(seed: u64, danger: u8, length: u8) -> Result<ShipCode, String> {
        if seed > MAX_SEED {
            return Err(format!("the seed of a ship is a whole number from 0 to {MAX_SEED}, not {seed}"));
        }
        for (what, number, range) in
            [("danger of a ship", danger, DANGERS), ("number of a ship's decks", length, LENGTHS)]
        {
            if !range.contains(&number) {
                return Err(format!(
                    "the {what} is a whole number from {} to {}, not {number}",
                    range.start(),
                    range.end()
                ));
            }
        }
        Ok(ShipCode { seed, danger, length })
    }

    /// The seed, 0 to [`MAX_SEED`].
    pub fn seed(self) -> u64 {
        self.seed
    }

    /// How dangerous the ship is, from 1 (quiet) to 4 (doomed).
    pub fn danger(self) -> u8 {
        self.danger
    }

    /// How many decks the ship has, 5 to 9.
    pub fn length(self) -> u8 {
        self.length
    }

    /// Its bits.
    fn bits(self) -> u64 {
        let (danger, length) = (self.danger - DANGERS.start(), self.length - LENGTHS.start());
        (u64::from(VERSION) << 5 | u64::from(danger) << 3 | u64::from(length)) << 36 | self.seed
    }

    /// A number that no other code has.
    pub(super) fn number(self) -> u64 {
        self.bits()
    }

    /// Reads a code. Blanks and hyphens are left out, small letters are as good as large ones, O is read as 0, and I and L as 1.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it and what to do: letters that are missing or too many, that no code has, a wrong letter
    /// or two that have changed places, or a ship of another version of the game.
    pub fn read(text: &str) -> Result<ShipCode, String> {
        let mut letters = Vec::new();
        for letter in text.chars().filter(|letter| !letter.is_whitespace() && *letter != '-').take(2 * HOLDING + 2) {
            letters.push(value(letter).ok_or_else(|| {
                format!("{letter:?} is in no ship's code, which has digits and letters but U: look at it once more")
            })?);
        }
        if letters.len() != HOLDING + 1 {
            let (count, wanted) = (letters.len(), HOLDING + 1);
            let what = if count < wanted { "some are missing" } else { "some are too many" };
            return Err(format!(
                "a ship's code has {wanted} letters, and {what} here: compare it with the one that you were given"
            ));
        }
        if check_sum(&letters) != 0 {
            let what = "this ship's code has a wrong letter, or two that have changed places: compare it with the one that you were given";
            return Err(what.to_owned());
        }
        let bits = letters[..HOLDING].iter().fold(0, |bits, &letter| bits << 5 | u64::from(letter));
        let (version, seed) = ((bits >> 41) as u8, bits & MAX_SEED);
        let (danger, length) = ((bits >> 39 & 3) as u8 + DANGERS.start(), (bits >> 36 & 7) as u8 + LENGTHS.start());
        if version != VERSION {
            return Err(format!(
                "this is the code of a ship of version {version}, and this game makes those of version {VERSION}: use the game that it came from"
            ));
        }
        ShipCode::new(seed, danger, length)
    }
}

impl fmt::Display for ShipCode {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let bits = self.bits();
        let mut letters: Vec<u8> = (0..HOLDING).rev().map(|place| (bits >> (5 * place) & 31) as u8).collect();
        letters.push(0);
        // The check letter's own factor is 1.
        letters[HOLDING] = check_sum(&letters);
        for (place, letter) in letters.into_iter().enumerate() {
            let hyphen = if place > 0 && place.is_multiple_of(GROUP) { "-" } else { "" };
            write!(f, "{hyphen}{}", char::from(LETTERS[usize::from(letter)]))?;
        }
        Ok(())
    }
}

/// The value of a letter, if a code can have it.
fn value(letter: char) -> Option<u8> {
    let letter = match letter.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        letter => letter,
    };
    let place = LETTERS.iter().position(|&other| char::from(other) == letter)?;
    Some(place as u8)
}

/// The sum of all letters in the field of 32 elements (polynomials of x^5 + x^2 + 1), the last times 1, the one before it times 2, and so on.
/// Of ten letters no two have the same factor.
fn check_sum(letters: &[u8]) -> u8 {
    letters.iter().fold(0, |sum, letter| {
        let twice = sum << 1;
        (if twice & 32 == 0 { twice } else { twice ^ 0b10_0101 }) ^ letter
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn codes() -> impl Strategy<Value = ShipCode> {
        let parts = (0..=MAX_SEED, DANGERS, LENGTHS);
        parts.prop_map(|(seed, danger, length)| ShipCode::new(seed, danger, length).expect("in range"))
    }

    #[test]
    fn codes_that_were_shared_are_read_for_ever() {
        for (seed, danger, length, code) in PINNED {
            let made = ShipCode::new(seed, danger, length).unwrap();
            assert_eq!(made.to_string(), code);
            assert_eq!(ShipCode::read(code), Ok(made));
        }
    }

    const PINNED: [(u64, u8, u8, &str); 3] =
        [(0, 1, 5, "20000-0000H"), (20_261_122, 2, 7, "2M00K-AA82H"), (MAX_SEED, 3, 6, "33ZZZ-ZZZZG")];

    proptest! {
        #[test]
        fn a_code_is_read_as_it_was_written_however_it_is_typed(code in codes()) {
            let text = code.to_string();
            prop_assert_eq!(ShipCode::read(&text), Ok(code));
            let typed = format!("  {} ", text.to_lowercase().replace('-', " ").replace('0', "o").replace('1', "l"));
            prop_assert_eq!(ShipCode::read(&typed), Ok(code));
        }

        #[test]
        fn every_wrong_letter_and_every_swap_is_noticed(code in codes()) {
            let letters: Vec<char> = code.to_string().chars().filter(|letter| *letter != '-').collect();
            for place in 0..letters.len() {
                for &wrong in LETTERS.iter().filter(|&&wrong| char::from(wrong) != letters[place]) {
                    let mut other = letters.clone();
                    other[place] = char::from(wrong);
                    let told = ShipCode::read(&other.iter().collect::<String>()).expect_err("it is wrong");
                    prop_assert!(told.contains("a wrong letter, or two that have changed places"), "{}", told);
                }
                for second in place + 1..letters.len() {
                    let mut other = letters.clone();
                    other.swap(place, second);
                    let read = ShipCode::read(&other.iter().collect::<String>());
                    prop_assert!(other == letters || read.is_err(), "{} and {} of {:?}", place, second, letters);
                }
            }
        }

        #[test]
        fn whatever_is_typed_is_a_code_or_refused(text in "\\PC{0,24}") {
            let _ = ShipCode::read(&text);
        }
    }

    #[test]
    fn what_is_wrong_with_a_code_is_told() {
        let good = ShipCode::new(7, 2, 6).unwrap().to_string();
        for (code, told) in [
            (String::new(), "has 10 letters, and some are missing here"),
            (good[..8].to_owned(), "some are missing here"),
            (format!("{good}{good}{good}"), "some are too many here"),
            (format!("U{}", &good[1..]), "'U' is in no ship's code"),
            (format!("é{}", &good[1..]), "'é' is in no ship's code"),
        ] {
            let what = ShipCode::read(&code).expect_err("no code");
            assert!(what.contains(told), "{code}: {what}");
        }
        // A code of the version after this one, whose check letter is right.
        let mut letters = [0; HOLDING + 1];
        letters[0] = (VERSION + 1) << 1;
        letters[HOLDING] = check_sum(&letters);
        let later: String = letters.map(|letter| char::from(LETTERS[usize::from(letter)])).iter().collect();
        assert!(ShipCode::read(&later).is_err_and(|what| what.contains("of version 2")), "{later}");
    }

    #[test]
    fn numbers_out_of_range_have_no_code() {
        for (seed, danger, length, told) in [
            (MAX_SEED + 1, 1, 5, "the seed of a ship is a whole number from 0 to 68719476735"),
            (0, 0, 5, "the danger of a ship is a whole number from 1 to 4, not 0"),
            (0, 5, 5, "from 1 to 4, not 5"),
            (0, 1, 4, "the number of a ship's decks is a whole number from 5 to 9, not 4"),
            (0, 1, 10, "from 5 to 9, not 10"),
        ] {
            assert!(ShipCode::new(seed, danger, length).is_err_and(|what| what.contains(told)));
        }
    }
}
