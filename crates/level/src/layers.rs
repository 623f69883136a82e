//! Lays the layers of a level's text over each other and looks every character up in the legend.

use crate::legend::{Base, Entry, LampText, PushCells, TurnTo};
use crate::mistake::MAX_MISTAKES;
use crate::model::{MAX_LAMPS, MAX_SIDE};
use crate::ron_text::end_of;
use crate::text::{LevelText, Row};
use crate::{
    Axis, Cell, CellShape, ClimateIndex, Corner, Lamp, Level, Mistake, PaneKind, TextureIndex, Thing, ThingKind,
};
use std::collections::BTreeMap;

/// The level that the text describes, and what is wrong with it; the level is whole only if nothing is.
pub(crate) fn build(text: &LevelText, source: &str) -> (Level, Vec<Mistake>) {
    let mut builder = Builder::new(text, source);
    let mut level = Level {
        name: text.name.clone(),
        width: text.map.first().map_or(0, |row| row.0.chars().count()),
        height: text.map.len(),
        cells: Vec::new(),
        textures: Vec::new(),
        player: Thing::new(ThingKind::Player, 0, 0),
        things: Vec::new(),
        monsters: Vec::new(),
        pickups: Vec::new(),
        props: Vec::new(),
        climates: Vec::new(),
        turns: Vec::new(),
        places: Vec::new(),
        triggers: Vec::new(),
        messages: Vec::new(),
        lamps: Vec::new(),
        air: text.air.air(),
        par: text.par.map(|par| par.0),
    };
    builder.sizes(&level);
    if builder.mistakes.is_empty() {
        builder.map(&mut level);
        builder.floors(&mut level);
        builder.lights(&mut level);
        builder.things(&mut level);
        builder.player(&mut level);
        builder.count_lamps(&mut level);
        builder.triggers(&mut level);
    }
    if builder.unknown {
        level.cells.clear(); // what stands round an unknown cell cannot be judged
    }
    builder.count_textures();
    level.textures = builder.textures.in_order();
    level.monsters = builder.monsters.in_order();
    level.pickups = builder.pickups.in_order();
    level.props = builder.props.in_order();
    level.climates = builder.climates.in_order();
    (level, builder.mistakes)
}

/// Line and column of the character in column `x` of a row.
pub(crate) fn place(source: &str, row: Row, x: usize) -> (usize, usize) {
    let before = row.0.char_indices().nth(x).map_or(row.0.len(), |(offset, _)| offset);
    // The row is a slice of the source, so its address tells where it stands.
    let start = (row.0.as_ptr() as usize).saturating_sub(source.as_ptr() as usize);
    end_of(source.get(..start + before).unwrap_or(source))
}

/// What an author calls a shape.
pub(crate) fn name(shape: CellShape) -> &'static str {
    match shape {
        CellShape::Open => "floor",
        CellShape::Wall { .. } | CellShape::Switch { .. } | CellShape::Lift { .. } => "wall",
        CellShape::Door { lock: Some(_), .. } => "locked door",
        CellShape::Door { .. } => "door",
        CellShape::Pane { kind: PaneKind::Window, .. } => "window",
        CellShape::Pane { kind: PaneKind::Grating, .. } => "grating",
        CellShape::Pillar { .. } => "pillar",
        CellShape::Diagonal { .. } => "diagonal",
        CellShape::Push { .. } => "push-wall",
    }
}

/// The names met so far, with their indices.
#[derive(Default)]
pub(crate) struct Names(BTreeMap<String, u16>);

impl Names {
    /// The index of a name; a level in which there are too many for it is refused: `count_textures`, `count_things`.
    pub(crate) fn index(&mut self, name: &str) -> u16 {
        let next = self.0.len() as u16;
        *self.0.entry(name.to_owned()).or_insert(next)
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
    pub(crate) pickups: Names,
    pub(crate) props: Names,
    climates: Names,
    /// The map has a character that the legend does not know.
    unknown: bool,
    mistakes: Vec<Mistake>,
}

impl<'a> Builder<'a> {
    fn new(text: &'a LevelText<'a>, source: &'a str) -> Self {
        let (textures, monsters, places, pickups, props, climates) = Default::default();
        let mistakes = Vec::new();
        Builder { text, source, textures, monsters, places, pickups, props, climates, unknown: false, mistakes }
    }

    /// Notes a mistake at the character in column `x` of a row, unless there are enough already.
    pub(crate) fn mistake(&mut self, row: Row, x: usize, what: String) {
        if self.mistakes.len() < MAX_MISTAKES {
            let (line, column) = place(self.source, row, x);
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

    /// All rows of all layers have the size of the map, and that has bounds.
    fn sizes(&mut self, level: &Level) {
        let (width, height) = (level.width, level.height);
        if !(3..=MAX_SIDE).contains(&width) || !(3..=MAX_SIDE).contains(&height) {
            self.mistake_of_map(format!("the map is {width} by {height} cells; each side must have 3 to {MAX_SIDE}"));
            return;
        }
        let text = self.text;
        for (name, rows) in [("map", &text.map), ("floors", &text.floors), ("lights", &text.lights)] {
            if !rows.is_empty() && rows.len() != height {
                let what = format!("`{name}` has {} rows, the map has {height}", rows.len());
                self.mistake(rows[0], 0, what);
            }
            for &row in rows {
                let length = row.0.chars().count();
                if length != width {
                    let what = format!("this row has {length} characters, the first row of the map has {width}");
                    self.mistake(row, length.min(width), what);
                }
            }
        }
    }

    /// What the legend says of a character.
    fn entry(&mut self, row: Row, x: usize, character: char) -> Option<&'a Entry> {
        let entry = self.text.legend.get(&character);
        if entry.is_none() {
            self.mistake(row, x, format!("the legend does not know the character {character:?}"));
        }
        entry
    }

    fn texture(&mut self, name: &str) -> TextureIndex {
        TextureIndex(self.textures.index(name))
    }

    /// Every texture and every climate has an index of its own.
    fn count_textures(&mut self) {
        let counts = [(self.textures.0.len(), "textures"), (self.climates.0.len(), "climates")];
        for (_, noun) in counts.into_iter().filter(|(count, _)| *count > usize::from(u16::MAX)) {
            self.mistake_of_map(format!("the level names more than {} {noun}", u16::MAX));
        }
    }

    /// The first layer: walls, doors and things, and what their characters say of floor and light.
    fn map(&mut self, level: &mut Level) {
        let text = self.text;
        let nothing = Entry::default();
        for (y, &row) in text.map.iter().enumerate() {
            for (x, character) in row.0.chars().enumerate() {
                let known = self.entry(row, x, character);
                self.unknown |= known.is_none();
                let entry = known.unwrap_or(&nothing);
                let cell = self.cell(row, x, entry, &text.base);
                level.cells.push(cell);
                self.drawn(level, row, (x, y), character, entry.thing());
                if let Some(lamp) = entry.lamp {
                    self.lamp(level, row, (x, y), lamp);
                }
                if let Some(name) = &entry.name {
                    self.name(level, (x, y), name);
                }
            }
        }
    }

    fn cell(&mut self, row: Row, x: usize, entry: &Entry, base: &Base) -> Cell {
        let shape = match entry.mistake() {
            Some(what) => {
                self.mistake(row, x, what);
                CellShape::Open
            }
            None => self.shape(entry, base),
        };
        Cell {
            shape,
            floor: self.texture(entry.floor.as_ref().unwrap_or(&base.floor)),
            ceiling: self.texture(entry.ceiling.as_ref().unwrap_or(&base.ceiling)),
            light: entry.light.unwrap_or(base.light).0,
            climate: entry.climate.as_ref().map(|name| ClimateIndex(self.climates.index(name))),
        }
    }

    /// What a sound entry puts into its cell. Which way it lies is known when its neighbours are: `check::turn`.
    fn shape(&mut self, entry: &Entry, base: &Base) -> CellShape {
        let along = Axis::X;
        if let Some(wall) = &entry.wall {
            let texture = self.texture(wall);
            let overlay = entry.overlay.as_ref().map(|name| self.texture(name));
            let face = entry.face.map(|TurnTo(face)| face);
            match (&entry.lift, &entry.switch) {
                (Some(lift), _) => {
                    CellShape::Lift { texture, overlay, thrown: self.texture(lift), face, secret: entry.secret }
                }
                (None, Some(switch)) => CellShape::Switch { texture, overlay, thrown: self.texture(switch), face },
                (None, None) => CellShape::Wall { texture, overlay },
            }
        } else if let Some(door) = &entry.door {
            let (panel, jamb) = (self.texture(door), self.texture(&base.jamb));
            CellShape::Door {
                panel,
                jamb,
                along,
                hang: entry.hang.unwrap_or_default(),
                lock: entry.lock,
                locks_behind: entry.locks_behind,
            }
        } else if let Some(pane) = entry.window.as_ref().or(entry.grating.as_ref()) {
            let kind = if entry.window.is_some() { PaneKind::Window } else { PaneKind::Grating };
            CellShape::Pane { texture: self.texture(pane), jamb: self.texture(&base.jamb), along, kind }
        } else if let Some(pillar) = &entry.pillar {
            CellShape::Pillar { texture: self.texture(pillar) }
        } else if let Some(diagonal) = &entry.diagonal {
            CellShape::Diagonal { texture: self.texture(diagonal), corner: Corner::NorthWest }
        } else if let Some(push) = &entry.push {
            let (way, cells) = (entry.push_way.map(|TurnTo(way)| way), entry.push_cells.map(|PushCells(cells)| cells));
            CellShape::Push { texture: self.texture(push), way, cells }
        } else {
            CellShape::Open
        }
    }

    /// Hangs a lamp over a cell.
    fn lamp(&mut self, level: &mut Level, row: Row, (x, y): (usize, usize), lamp: LampText) {
        let shape = level.cells[y * level.width + x].shape;
        if shape != CellShape::Open {
            self.mistake(row, x, format!("a lamp hangs over open floor; here is a {}", name(shape)));
        } else {
            level.lamps.push(Lamp { x, y, colour: lamp.colour.0, reach: lamp.reach.0, mood: lamp.mood, off: lamp.off });
        }
    }

    /// Puts the lamps into their order; each cell has one at most.
    fn count_lamps(&mut self, level: &mut Level) {
        level.lamps.sort_by_key(|lamp| (lamp.y, lamp.x));
        for pair in level.lamps.windows(2).filter(|pair| (pair[0].y, pair[0].x) == (pair[1].y, pair[1].x)) {
            self.mistake(self.text.map[pair[0].y], pair[0].x, "two layers hang a lamp over this cell".to_owned());
        }
        if level.lamps.len() > MAX_LAMPS {
            self.mistake_of_map(format!("{} lamps hang on the deck; at most {MAX_LAMPS} can", level.lamps.len()));
        }
    }

    /// The layer of floors, ceilings and climates; a space leaves what the map says.
    fn floors(&mut self, level: &mut Level) {
        let text = self.text;
        self.layer(&text.floors, level, |builder, entry, cell| {
            if let Some(floor) = &entry.floor {
                cell.floor = builder.texture(floor);
            }
            if let Some(ceiling) = &entry.ceiling {
                cell.ceiling = builder.texture(ceiling);
            }
            if let Some(climate) = &entry.climate {
                cell.climate = Some(ClimateIndex(builder.climates.index(climate)));
            }
            entry.floor.is_some() || entry.ceiling.is_some() || entry.climate.is_some()
        });
    }

    /// The layer of lights; a space leaves what the map says.
    fn lights(&mut self, level: &mut Level) {
        let text = self.text;
        self.layer(&text.lights, level, |_, entry, cell| {
            if let Some(light) = entry.light {
                cell.light = light.0;
            }
            entry.light.is_some()
        });
    }

    /// Applies each character of a further layer to its cell; `apply` says whether the character had a meaning there.
    fn layer(&mut self, rows: &[Row], level: &mut Level, apply: fn(&mut Self, &Entry, &mut Cell) -> bool) {
        for (y, &row) in rows.iter().enumerate() {
            for (x, character) in row.0.chars().enumerate().filter(|&(_, character)| character != ' ') {
                let Some(entry) = self.entry(row, x, character) else { continue };
                let means = apply(self, entry, &mut level.cells[y * level.width + x])
                    || entry.lamp.is_some()
                    || entry.name.is_some();
                let misplaced = !entry.fills().is_empty() || entry.thing().noun().is_some();
                if !means || misplaced {
                    self.mistake(row, x, format!("'{character}' is not of this layer, by its entry in the legend"));
                    continue;
                }
                if let Some(lamp) = entry.lamp {
                    self.lamp(level, row, (x, y), lamp);
                }
                if let Some(name) = &entry.name {
                    self.name(level, (x, y), name);
                }
            }
        }
    }
}
