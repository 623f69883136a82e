//! Short text that is written anew for each picture, without asking for memory.

use std::{
    fmt::{Arguments, Write},
    ops::Deref,
};

/// The most bytes: as many as the name of a file has at most.
const MAX: usize = 255;

/// A few words or a number.
#[derive(Clone, Copy)]
pub(crate) struct ShortText {
    bytes: [u8; MAX],
    length: usize,
}

impl ShortText {
    /// What `format_args!` says, as far as there is room for it.
    pub(crate) fn of(words: Arguments) -> ShortText {
        let mut text = ShortText { bytes: [0; MAX], length: 0 };
        // It fails when there is no more room.
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
    fn it_says_what_it_is_told_as_far_as_there_is_room() {
        assert_eq!(&*ShortText::of(format_args!("{}_{}", "face", -12)), "face_-12");
        assert_eq!(&*ShortText::of(format_args!("")), "");
        let long = "ä".repeat(MAX);
        assert_eq!(ShortText::of(format_args!("{long}")).chars().count(), MAX / 2);
    }
}
