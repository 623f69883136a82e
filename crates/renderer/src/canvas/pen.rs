//! The pen: the font, the language that is written, and a record of what was written.

use crate::{
    canvas::area::Area,
    canvas::text::Font,
    canvas::written::{Written, WrittenWords},
};
use std::sync::Arc;
use words::{Said, Words};

/// What text is written with.
#[derive(Clone, Debug)]
pub struct Pen {
    font: Font,
    words: Arc<Words>,
    written: WrittenWords,
}

impl Pen {
    /// A pen of this font, which writes English and keeps no record.
    pub fn new(font: Font) -> Pen {
        Pen { font, words: Arc::default(), written: WrittenWords::default() }
    }

    /// Returns the font.
    pub fn font(&self) -> &Font {
        &self.font
    }

    /// The distance from one line of text to the next, in pixels at scale 1.
    pub fn line_height(&self) -> i32 {
        self.font.line_height()
    }

    /// The width of the longest line of a text, in pixels at scale 1.
    pub fn width(&self, text: &str) -> i32 {
        self.font.width(text)
    }

    /// Returns what is said in the language of this pen.
    pub fn say(&self, said: impl Into<Said>) -> String {
        self.words.say(said)
    }

    /// From now on it writes in this language.
    pub(crate) fn speak(&mut self, words: Arc<Words>) {
        self.words = words;
    }

    /// From now on it notes what is written.
    pub(crate) fn note_words(&mut self) {
        self.written.begin();
    }

    /// What was written since somebody last asked, if it notes that.
    pub(crate) fn take_written(&self) -> Vec<Written> {
        self.written.take()
    }

    /// Notes a line that is written here.
    pub(crate) fn note(&self, text: &str, area: Area) {
        self.written.note(text, Some(area));
    }

    /// Notes that there was no room for a text, or for all of it.
    pub fn note_cut(&self, text: &str) {
        self.written.note(text, None);
    }
}
