//! Line wrapping: the library `textwrap` breaks a text into lines, measured with our font.

use crate::canvas::text::Font;
use textwrap::{core::Fragment, wrap_algorithms::wrap_first_fit};

/// A word or a part of one, with the spaces after it.
#[derive(Debug)]
struct Piece<'a> {
    text: &'a str,
    blanks: &'a str,
    /// The widths of the text and of the spaces, in pixels.
    widths: [f64; 2],
}

impl Fragment for Piece<'_> {
    fn width(&self) -> f64 {
        self.widths[0]
    }

    fn whitespace_width(&self) -> f64 {
        self.widths[1]
    }

    fn penalty_width(&self) -> f64 {
        0.0
    }
}

/// Returns the lines of a text, none wider than `width` pixels at scale 1. The text is broken at its own line ends,
/// between words, and within words that are too wide. A line has at least one character.
pub fn wrap(font: &Font, text: &str, width: i32) -> Vec<String> {
    text.lines().flat_map(|paragraph| wrapped(font, paragraph, width)).collect()
}

fn wrapped(font: &Font, paragraph: &str, width: i32) -> Vec<String> {
    let mut pieces = Vec::new();
    for word in paragraph.split_inclusive(' ') {
        let text = word.trim_end_matches(' ');
        let mut parts = broken(font, text, width);
        let last = parts.pop().unwrap_or_default();
        pieces.extend(parts.into_iter().map(|part| piece(font, part, "")));
        pieces.push(piece(font, last, &word[text.len()..]));
    }
    let line = |pieces: &[Piece]| {
        let line: String = pieces.iter().flat_map(|piece| [piece.text, piece.blanks]).collect();
        line.trim_end_matches(' ').to_owned()
    };
    wrap_first_fit(&pieces, &[f64::from(width)]).into_iter().map(line).collect()
}

fn piece<'a>(font: &Font, text: &'a str, blanks: &'a str) -> Piece<'a> {
    Piece { text, blanks, widths: [text, blanks].map(|text| f64::from(font.width(text))) }
}

/// Splits a word into parts that fit.
fn broken<'a>(font: &Font, word: &'a str, width: i32) -> Vec<&'a str> {
    let (mut parts, mut start, mut taken) = (Vec::new(), 0, 0_i32);
    for (end, character) in word.char_indices() {
        let advance = font.glyph(character).advance;
        if end > start && taken.saturating_add(advance) > width {
            parts.push(&word[start..end]);
            (start, taken) = (end, 0);
        }
        taken = taken.saturating_add(advance);
    }
    parts.push(&word[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::files;

    fn font() -> Font {
        Font::read(&files()["fonts/hullbreach.ttf"]).unwrap()
    }

    /// Wraps a text to the width of a sample.
    fn as_wide_as(sample: &str, text: &str) -> Vec<String> {
        wrap(&font(), text, font().width(sample))
    }

    #[test]
    fn text_is_broken_between_words_and_at_line_ends() {
        assert_eq!(as_wide_as("no way", "no way out\nnow"), ["no way", "out", "now"]);
        assert_eq!(as_wide_as("one", "one\n\none"), ["one", "", "one"]);
        let text = "Ship's log, deck 4: officers at their posts. They have not left them.";
        let lines = as_wide_as("Ship's log, deck 4: off", text);
        assert_eq!(lines[0], "Ship's log, deck 4:");
        assert_eq!(lines.join(" "), text);
        assert_eq!(wrap(&font(), text, i32::MAX), [text]);
        assert_eq!(wrap(&font(), "", 100), [] as [&str; 0]);
    }

    #[test]
    fn words_that_are_too_wide_are_broken() {
        assert_eq!(as_wide_as("labyri", "a labyrinth"), ["a", "labyri", "nth"]);
        assert_eq!(wrap(&font(), "äöü", 0), ["ä", "ö", "ü"]);
    }

    #[test]
    fn lines_are_never_wider_than_the_limit() {
        let text = "Illicit mammoths: widths differ, WWW and iii, and an extraordinarily-long-word-of-one-piece.";
        for width in [30, 55, 90, 200] {
            for line in wrap(&font(), text, width) {
                assert!(font().width(&line) <= width, "{line:?} in {width}");
            }
        }
    }
}
