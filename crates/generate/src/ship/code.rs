//! Ship codes: everything that determines a ship, in ten letters that can be read aloud and typed.
//!
//! Nine letters in Crockford's base 32 hold 45 bits: the version (4), the danger (2), the number of decks (3) and the
//! seed (36). The tenth is a check letter. It is chosen so that the sum of all ten letters is 0, each multiplied by a
//! different power of 2 in the field of 32 elements. One wrong letter changes that sum, and so does a swap of any two
//! different letters.

use std::{fmt, ops::RangeInclusive};

/// Range of dangers.
pub const DANGERS: RangeInclusive<u8> = 1..=4;
/// Range of the number of decks.
pub const LENGTHS: RangeInclusive<u8> = 5..=9;
/// Maximum seed of a ship; seeds have 36 bits.
pub const MAX_SEED: u64 = (1 << 36) - 1;

/// Version of the generated ships. It must change whenever a code would give a different ship.
const VERSION: u8 = 2;
/// Crockford's base 32, without I, L, O and U.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Number of letters with data; the check letter follows.
const DATA_LETTERS: usize = 9;
/// Letters per group in written codes.
const GROUP: usize = 5;

/// Everything that determines a ship. Its text form is the code, such as `4M00K-AA827`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShipCode {
    seed: u64,
    danger: u8,
    length: u8,
}

impl ShipCode {
    /// Creates the code for a seed, danger and number of decks.
    ///
    /// # Errors
    /// A sentence, if one of them is out of its range: see [`MAX_SEED`], [`DANGERS`] and [`LENGTHS`].
    pub fn new(seed: u64, danger: u8, length: u8) -> Result<ShipCode, String> {
        if seed > MAX_SEED {
            return Err(format!("the seed of a ship must be a whole number from 0 to {MAX_SEED}, got {seed}"));
        }
        for (what, number, range) in
            [("danger of a ship", danger, DANGERS), ("number of a ship's decks", length, LENGTHS)]
        {
            if !range.contains(&number) {
                return Err(format!(
                    "the {what} must be a whole number from {} to {}, got {number}",
                    range.start(),
                    range.end()
                ));
            }
        }
        Ok(ShipCode { seed, danger, length })
    }

    /// Returns the seed, from 0 to [`MAX_SEED`].
    pub fn seed(self) -> u64 {
        self.seed
    }

    /// Returns the danger, from 1 (quiet) to 4 (doomed).
    pub fn danger(self) -> u8 {
        self.danger
    }

    /// Returns the number of decks, 5 to 9.
    pub fn length(self) -> u8 {
        self.length
    }

    /// Returns the data bits.
    fn bits(self) -> u64 {
        let (danger, length) = (self.danger - DANGERS.start(), self.length - LENGTHS.start());
        (u64::from(VERSION) << 5 | u64::from(danger) << 3 | u64::from(length)) << 36 | self.seed
    }

    /// Returns a number that is unique to this code.
    pub(super) fn number(self) -> u64 {
        self.bits()
    }

    /// Reads a code. Spaces and hyphens are ignored, case does not matter, O is read as 0, and I and L as 1.
    ///
    /// # Errors
    /// A sentence about the error and the remedy: a wrong number of letters, an invalid letter, a wrong check letter,
    /// or a ship of another version of the game.
    pub fn read(text: &str) -> Result<ShipCode, String> {
        let mut letters = Vec::new();
        for letter in text.chars().filter(|letter| !letter.is_whitespace() && *letter != '-').take(2 * DATA_LETTERS + 2)
        {
            letters.push(
                value(letter).ok_or_else(|| {
                    format!("a ship's code must consist of digits and letters except U, got {letter:?}")
                })?,
            );
        }
        if letters.len() != DATA_LETTERS + 1 {
            let (count, wanted) = (letters.len(), DATA_LETTERS + 1);
            let what = if count < wanted { "fewer" } else { "more" };
            return Err(format!("a ship's code must have {wanted} letters, got {what}: compare it with the original"));
        }
        if check_sum(&letters) != 0 {
            let what = "this ship's code has a wrong letter, or two that have changed places: \
                        compare it with the one that you were given";
            return Err(what.to_owned());
        }
        let bits = letters[..DATA_LETTERS].iter().fold(0, |bits, &letter| bits << 5 | u64::from(letter));
        let (version, seed) = ((bits >> 41) as u8, bits & MAX_SEED);
        let (danger, length) = ((bits >> 39 & 3) as u8 + DANGERS.start(), (bits >> 36 & 7) as u8 + LENGTHS.start());
        if version != VERSION {
            return Err(format!(
                "this is the code of a ship of version {version}, and this game makes those of version {VERSION}: \
                 use the game that it came from"
            ));
        }
        ShipCode::new(seed, danger, length)
    }
}

impl fmt::Display for ShipCode {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let bits = self.bits();
        let mut letters: Vec<u8> = (0..DATA_LETTERS).rev().map(|place| (bits >> (5 * place) & 31) as u8).collect();
        letters.push(0);
        // The factor of the check letter is 1.
        letters[DATA_LETTERS] = check_sum(&letters);
        for (place, letter) in letters.into_iter().enumerate() {
            let hyphen = if place > 0 && place.is_multiple_of(GROUP) { "-" } else { "" };
            write!(f, "{hyphen}{}", char::from(LETTERS[usize::from(letter)]))?;
        }
        Ok(())
    }
}

/// Returns the value of a letter, if it is valid in a code.
fn value(letter: char) -> Option<u8> {
    let letter = match letter.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        letter => letter,
    };
    let place = LETTERS.iter().position(|&other| char::from(other) == letter)?;
    Some(place as u8)
}

/// Returns the sum of all letters in the field of 32 elements (polynomials modulo x^5 + x^2 + 1). The last letter has
/// factor 1, the one before it 2, and so on; ten letters have ten different factors.
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
    fn shared_codes_stay_valid() {
        for (seed, danger, length, code) in PINNED {
            let made = ShipCode::new(seed, danger, length).unwrap();
            assert_eq!(made.to_string(), code);
            assert_eq!(ShipCode::read(code), Ok(made));
        }
    }

    const PINNED: [(u64, u8, u8, &str); 3] =
        [(0, 1, 5, "40000-00007"), (20_261_122, 2, 7, "4M00K-AA827"), (MAX_SEED, 3, 6, "53ZZZ-ZZZZ6")];

    proptest! {
        #[test]
        fn codes_are_read_in_any_spelling(code in codes()) {
            let text = code.to_string();
            prop_assert_eq!(ShipCode::read(&text), Ok(code));
            let typed = format!("  {} ", text.to_lowercase().replace('-', " ").replace('0', "o").replace('1', "l"));
            prop_assert_eq!(ShipCode::read(&typed), Ok(code));
        }

        #[test]
        fn wrong_letters_and_swaps_are_detected(code in codes()) {
            let letters: Vec<char> = code.to_string().chars().filter(|letter| *letter != '-').collect();
            for place in 0..letters.len() {
                for &wrong in LETTERS.iter().filter(|&&wrong| char::from(wrong) != letters[place]) {
                    let mut other = letters.clone();
                    other[place] = char::from(wrong);
                    let error = ShipCode::read(&other.iter().collect::<String>()).expect_err("it is wrong");
                    prop_assert!(error.contains("a wrong letter, or two that have changed places"), "{}", error);
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
        fn arbitrary_text_does_not_panic(text in "\\PC{0,24}") {
            let _ = ShipCode::read(&text);
        }
    }

    #[test]
    fn invalid_codes_are_explained() {
        let good = ShipCode::new(7, 2, 6).unwrap().to_string();
        for (code, expected) in [
            (String::new(), "must have 10 letters, got fewer"),
            (good[..8].to_owned(), "got fewer"),
            (format!("{good}{good}{good}"), "got more"),
            (format!("U{}", &good[1..]), "except U, got 'U'"),
            (format!("é{}", &good[1..]), "except U, got 'é'"),
        ] {
            let what = ShipCode::read(&code).expect_err("no code");
            assert!(what.contains(expected), "{code}: {what}");
        }
        // A code of the next version with a correct check letter.
        let mut letters = [0; DATA_LETTERS + 1];
        letters[0] = (VERSION + 1) << 1;
        letters[DATA_LETTERS] = check_sum(&letters);
        let later: String = letters.map(|letter| char::from(LETTERS[usize::from(letter)])).iter().collect();
        assert!(ShipCode::read(&later).is_err_and(|what| what.contains("of version 3")), "{later}");
    }

    #[test]
    fn numbers_out_of_range_are_rejected() {
        for (seed, danger, length, expected) in [
            (MAX_SEED + 1, 1, 5, "the seed of a ship must be a whole number from 0 to 68719476735"),
            (0, 0, 5, "the danger of a ship must be a whole number from 1 to 4, got 0"),
            (0, 5, 5, "from 1 to 4, got 5"),
            (0, 1, 4, "the number of a ship's decks must be a whole number from 5 to 9, got 4"),
            (0, 1, 10, "from 5 to 9, got 10"),
        ] {
            assert!(ShipCode::new(seed, danger, length).is_err_and(|what| what.contains(expected)));
        }
    }
}
