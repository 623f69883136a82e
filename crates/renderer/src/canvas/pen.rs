//! The pen: the font, the language of the text, and a record of the text that was drawn.

use crate::{
    canvas::area::Area,
    canvas::text::Font,
    canvas::written::{Written, WrittenWords},
};
use localization::{Said, Words};
use std::sync::Arc;

/// Draws text.
#[derive(Clone, Debug)]
pub struct Pen {
    font: Font,
    words: Arc<Words>,
    written: WrittenWords,
    /// Size of text in menus, in percent.
    menu_text: i32,
}

impl Pen {
    /// Creates a pen with this font, which writes English and keeps no record.
    pub fn new(font: Font) -> Pen {
        Pen { font, words: Arc::default(), written: WrittenWords::default(), menu_text: 100 }
    }

    /// Returns the font.
    pub fn font(&self) -> &Font {
        &self.font
    }

    /// Returns the distance from one line of text to the next, in pixels at scale 1.
    pub fn line_height(&self) -> i32 {
        self.font.line_height()
    }

    /// Returns the width of the longest line of a text, in pixels at scale 1.
    pub fn width(&self, text: &str) -> i32 {
        self.font.width(text)
    }

    /// Returns the size of text in menus that the player prefers, in percent.
    pub fn menu_text(&self) -> i32 {
        self.menu_text
    }

    /// Sets the size of text in menus, in percent.
    pub fn set_menu_text(&mut self, percent: i32) {
        self.menu_text = percent;
    }

    /// Returns a message in the language of this pen.
    pub fn say(&self, said: impl Into<Said>) -> String {
        self.words.say(said)
    }

    /// Sets the language.
    pub(crate) fn speak(&mut self, words: Arc<Words>) {
        self.words = words;
    }

    /// Starts recording the text that is drawn.
    pub(crate) fn note_words(&mut self) {
        self.written.begin();
    }

    /// Returns the text that was drawn since the last call, if it is recorded.
    pub(crate) fn take_written(&self) -> Vec<Written> {
        self.written.take()
    }

    /// Records a line that is drawn in this area.
    pub(crate) fn note(&self, text: &str, area: Area) {
        self.written.note(text, Some(area));
    }

    /// Records that a text did not fit, or not completely.
    pub fn note_cut(&self, text: &str) {
        self.written.note(text, None);
    }
}
