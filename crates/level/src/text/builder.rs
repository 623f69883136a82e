//! What the passes over a level's text share: the names met so far, and the mistakes.

use crate::{
    model::cell::TextureIndex,
    model::level::Level,
    source::mistake::{MAX_MISTAKES, Mistake},
    text::legend::Entry,
    text::level_text::LevelText,
    text::quoted::Quoted,
};
use std::collections::{BTreeMap, BTreeSet};

/// The names met so far, with their indices.
#[derive(Default)]
pub(crate) struct Names(BTreeMap<String, u16>);

impl Names {
    /// The index of a name; a level in which there are too many for it is refused: `finish`, `count_things`.
    pub(crate) fn index(&mut self, name: &str) -> u16 {
        let next = self.0.len() as u16;
        *self.0.entry(name.to_owned()).or_insert(next)
    }

    /// The index of a name that was met.
    pub(crate) fn get(&self, name: &str) -> Option<u16> {
        self.0.get(name).copied()
    }

    /// The names in the order of their indices.
    fn in_order(self) -> Vec<String> {
        let mut names: Vec<_> = self.0.into_iter().collect();
        names.sort_by_key(|(_, index)| *index);
        names.into_iter().map(|(name, _)| name).collect()
    }
}

/// What the passes over the layers share.
pub(crate) struct Builder<'a> {
    pub(crate) text: &'a LevelText<'a>,
    source: &'a str,
    textures: Names,
    pub(crate) monsters: Names,
    pub(crate) places: Names,
    /// Which cells have which names: the name's index, row and column.
    pub(crate) named: BTreeSet<(u16, usize, usize)>,
    pub(crate) pickups: Names,
    pub(crate) props: Names,
    pub(crate) climates: Names,
    /// The map has a character that the legend does not know.
    pub(crate) unknown: bool,
    mistakes: Vec<Mistake>,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(text: &'a LevelText<'a>, source: &'a str) -> Self {
        let (textures, monsters, places, named, pickups, props, climates) = Default::default();
        let mistakes = Vec::new();
        Builder { text, source, textures, monsters, places, named, pickups, props, climates, unknown: false, mistakes }
    }

    /// Notes a mistake at the character number `x` of a row or a name, unless there are enough already.
    pub(crate) fn mistake(&mut self, at: Quoted, x: usize, what: String) {
        if self.mistakes.len() < MAX_MISTAKES {
            let (line, column) = at.position(self.source, x);
            self.mistakes.push(Mistake { line, column, what });
        }
    }

    /// Notes a mistake that has no cell, at the top of the map.
    pub(crate) fn mistake_of_map(&mut self, what: String) {
        match self.text.map.first() {
            Some(&row) => self.mistake(row, 0, what),
            None => self.mistakes.push(Mistake { line: 1, column: 1, what }),
        }
    }

    /// Notes that there are more of something than a level may have.
    pub(crate) fn at_most(&mut self, count: usize, most: usize, what: &str) {
        if count > most {
            self.mistake_of_map(format!("{count} {what}; at most {most} can"));
        }
    }

    /// What the legend says of a character.
    pub(crate) fn entry(&mut self, row: Quoted, x: usize, character: char) -> Option<&'a Entry> {
        let entry = self.text.legend.get(&character);
        if entry.is_none() {
            self.mistake(row, x, format!("the legend does not know the character {character:?}"));
        }
        entry
    }

    /// The index of a texture.
    pub(crate) fn texture(&mut self, name: &str) -> TextureIndex {
        TextureIndex(self.textures.index(name))
    }

    /// True if nothing was wrong so far.
    pub(crate) fn is_sound(&self) -> bool {
        self.mistakes.is_empty()
    }

    /// Gives the level its names; and what is wrong with it.
    pub(crate) fn finish(mut self, level: &mut Level) -> Vec<Mistake> {
        if self.unknown {
            level.cells.clear(); // what stands round an unknown cell cannot be judged
        }
        // Every texture and every climate has an index of its own.
        let counts = [(self.textures.0.len(), "textures"), (self.climates.0.len(), "climates")];
        for (_, noun) in counts.into_iter().filter(|(count, _)| *count > usize::from(u16::MAX)) {
            self.mistake_of_map(format!("the level names more than {} {noun}", u16::MAX));
        }
        level.textures = self.textures.in_order();
        level.monsters = self.monsters.in_order();
        level.pickups = self.pickups.in_order();
        level.props = self.props.in_order();
        level.climates = self.climates.in_order();
        self.mistakes
    }
}
