//! State that the passes over a level's text share: the names so far, and the errors.

use crate::{
    model::cell::TextureIndex,
    model::level::Level,
    source::diagnostic::{Diagnostic, MAX_DIAGNOSTICS},
    text::legend::Entry,
    text::level_text::LevelText,
    text::quoted::Quoted,
};
use std::collections::{BTreeMap, BTreeSet};

/// Names so far, with their indices.
#[derive(Default)]
pub(crate) struct Names(BTreeMap<String, u16>);

impl Names {
    /// Returns the index of a name and adds the name if it is new. `finish` and `count_things` reject levels with too
    /// many names for their indices.
    pub(crate) fn index(&mut self, name: &str) -> u16 {
        let next = self.0.len() as u16;
        *self.0.entry(name.to_owned()).or_insert(next)
    }

    /// Returns the index of a known name.
    pub(crate) fn get(&self, name: &str) -> Option<u16> {
        self.0.get(name).copied()
    }

    /// Returns the names in the order of their indices.
    fn in_order(self) -> Vec<String> {
        let mut names: Vec<_> = self.0.into_iter().collect();
        names.sort_by_key(|(_, index)| *index);
        names.into_iter().map(|(name, _)| name).collect()
    }
}

/// State that the passes over the layers share.
pub(crate) struct Builder<'a> {
    pub(crate) text: &'a LevelText<'a>,
    source: &'a str,
    textures: Names,
    pub(crate) monsters: Names,
    pub(crate) places: Names,
    /// Named cells, as index of the name, row and column.
    pub(crate) named: BTreeSet<(u16, usize, usize)>,
    pub(crate) pickups: Names,
    pub(crate) props: Names,
    pub(crate) damage_zones: Names,
    /// Whether the map has a character that is not in the legend.
    pub(crate) unknown: bool,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(text: &'a LevelText<'a>, source: &'a str) -> Self {
        let (textures, monsters, places, named, pickups, props, damage_zones) = Default::default();
        let diagnostics = Vec::new();
        Builder {
            text,
            source,
            textures,
            monsters,
            places,
            named,
            pickups,
            props,
            damage_zones,
            unknown: false,
            diagnostics,
        }
    }

    /// Adds an error at character `x` of a row or a name, unless there are enough already.
    pub(crate) fn diagnostic(&mut self, at: Quoted, x: usize, what: String) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            let (line, column) = at.position(self.source, x);
            self.diagnostics.push(Diagnostic { line, column, what });
        }
    }

    /// Adds an error without a cell, at the top of the map.
    pub(crate) fn mistake_of_map(&mut self, what: String) {
        match self.text.map.first() {
            Some(&row) => self.diagnostic(row, 0, what),
            None => self.diagnostics.push(Diagnostic { line: 1, column: 1, what }),
        }
    }

    /// Adds an error if there are more than `max` of something; `what` is the plural noun.
    pub(crate) fn check_max(&mut self, count: usize, max: usize, what: &str) {
        if count > max {
            self.mistake_of_map(format!("the level must have at most {max} {what}, got {count}"));
        }
    }

    /// Looks a character up in the legend and adds an error if it is unknown.
    pub(crate) fn entry(&mut self, row: Quoted, x: usize, character: char) -> Option<&'a Entry> {
        let entry = self.text.legend.get(&character);
        if entry.is_none() {
            self.diagnostic(row, x, format!("the character {character:?} is not in the legend"));
        }
        entry
    }

    /// Returns the index of a texture.
    pub(crate) fn texture(&mut self, name: &str) -> TextureIndex {
        TextureIndex(self.textures.index(name))
    }

    /// Returns true if there are no errors so far.
    pub(crate) fn is_valid(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// Moves the collected names into the level and returns the errors.
    pub(crate) fn finish(mut self, level: &mut Level) -> Vec<Diagnostic> {
        if self.unknown {
            level.cells.clear(); // the neighbours of an unknown cell cannot be checked
        }
        // Each texture and each damage zone needs an index of its own.
        let counts = [(self.textures.0.len(), "textures"), (self.damage_zones.0.len(), "damage zones")];
        for (_, noun) in counts.into_iter().filter(|(count, _)| *count > usize::from(u16::MAX)) {
            self.mistake_of_map(format!("the level must have at most {} {noun}", u16::MAX));
        }
        level.textures = self.textures.in_order();
        level.monsters = self.monsters.in_order();
        level.pickups = self.pickups.in_order();
        level.props = self.props.in_order();
        level.damage_zones = self.damage_zones.in_order();
        self.diagnostics
    }
}
