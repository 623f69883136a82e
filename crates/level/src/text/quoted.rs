//! Strings of a level's text that know their position: rows of the map, and names.

use crate::source::ron_text::end_of;
use serde::{
    Deserialize, Deserializer,
    de::{Error, Visitor},
};
use std::fmt;

/// A row or a name of at least one character. It borrows from the file's text, so its line and column can be reported.
#[derive(Clone, Copy)]
pub struct Quoted<'a>(&'a str);

impl<'a> Quoted<'a> {
    /// Returns the text in the quotes.
    pub fn text(self) -> &'a str {
        self.0
    }

    /// Returns the line and column of character `x`, from 0, in the text that it was read from.
    pub fn position(self, source: &str, x: usize) -> (usize, usize) {
        let within = self.0.char_indices().nth(x).map_or(self.0.len(), |(offset, _)| offset);
        let first = self.0.as_bytes().first();
        let start = first.and_then(|first| source.as_bytes().element_offset(first)).unwrap_or(0);
        end_of(source.get(..start + within).unwrap_or(source))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Quoted<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct QuotedVisitor;
        impl<'de> Visitor<'de> for QuotedVisitor {
            type Value = Quoted<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a row of the map or a name in quotes, without a backslash")
            }

            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Quoted<'de>, E> {
                if text.is_empty() { Err(E::custom("this text must not be empty")) } else { Ok(Quoted(text)) }
            }
        }
        deserializer.deserialize_str(QuotedVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::ron_text::parse;

    #[test]
    fn each_character_has_its_line_and_column() {
        let source = "[\n \"äb\",\n\n  \"äb\"]";
        let texts: Vec<Quoted> = parse("x", source).expect("two texts");
        assert_eq!([0, 1, 2].map(|x| texts[0].position(source, x)), [(2, 3), (2, 4), (2, 5)]);
        assert_eq!([0, 9].map(|x| texts[1].position(source, x)), [(4, 4), (4, 6)]);
    }

    #[test]
    fn empty_texts_are_rejected_with_their_position() {
        let error = parse::<Vec<Quoted>>("x", "[\"a\",\n \"\"]").err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some("x:2:3: this text must not be empty"));
    }
}
