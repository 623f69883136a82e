//! Short text that is formatted for each frame without allocating.

use std::{
    fmt::{Arguments, Write},
    ops::Deref,
};

/// The maximum number of bytes, which is the maximum length of a file name.
const MAX: usize = 255;

/// A few words or a number.
#[derive(Clone, Copy)]
pub(crate) struct ShortText {
    bytes: [u8; MAX],
    length: usize,
}

impl ShortText {
    /// Formats the arguments, cut off at the maximum length.
    pub(crate) fn of(words: Arguments) -> ShortText {
        let mut text = ShortText { bytes: [0; MAX], length: 0 };
        // An error means that the text was cut off.
        let _ = text.write_fmt(words);
        text
    }
}

impl Write for ShortText {
    fn write_str(&mut self, words: &str) -> std::fmt::Result {
        let words = &words[..words.floor_char_boundary(MAX - self.length)];
        self.bytes[self.length..][..words.len()].copy_from_slice(words.as_bytes());
        self.length += words.len();
        Ok(())
    }
}

impl Deref for ShortText {
    type Target = str;

    fn deref(&self) -> &str {
        str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_text_formats_and_cuts_off() {
        assert_eq!(&*ShortText::of(format_args!("{}_{}", "face", -12)), "face_-12");
        assert_eq!(&*ShortText::of(format_args!("")), "");
        let long = "ä".repeat(MAX);
        assert_eq!(ShortText::of(format_args!("{long}")).chars().count(), MAX / 2);
    }
}
