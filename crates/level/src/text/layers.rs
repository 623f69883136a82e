//! Lays the layers of a level's text over each other and looks every character up in the legend.

use crate::{
    model::cell::{Axis, Cell, CellShape, ClimateIndex, Corner},
    model::lamp::Lamp,
    model::level::{Level, MAX_LAMPS, MAX_SIDE, MAX_STAIRS, SKY},
    model::stairs::Stairs,
    text::builder::Builder,
    text::legend::{Base, Entry, LampText},
    text::numbers::{Pressure, PushCells, TurnTo},
    text::quoted::Quoted,
};

impl Builder<'_> {
    /// All rows of all layers have the size of the map, and that has bounds.
    pub(crate) fn sizes(&mut self, level: &Level) {
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
                let length = row.text().chars().count();
                if length != width {
                    let what = format!("this row has {length} characters, the first row of the map has {width}");
                    self.mistake(row, length.min(width), what);
                }
            }
        }
    }

    /// The first layer: walls, doors and things, and what their characters say of floor and light.
    pub(crate) fn map(&mut self, level: &mut Level) {
        let text = self.text;
        let nothing = Entry::default();
        for (y, &row) in text.map.iter().enumerate() {
            for (x, character) in row.text().chars().enumerate() {
                let known = self.entry(row, x, character);
                self.unknown |= known.is_none();
                let entry = known.unwrap_or(&nothing);
                let mut cell = self.cell(row, x, entry, &text.base);
                let is_border = x == 0 || y == 0 || x + 1 == level.width || y + 1 == level.height;
                if is_border && cell.shape == CellShape::Space {
                    // Nobody gets farther, and nothing is seen but stars.
                    cell.shape = CellShape::Wall { texture: self.texture(SKY), overlay: None };
                }
                level.cells.push(cell);
                self.terminal(level, (x, y), entry);
                level.stairs.extend(entry.stairs.clone().map(|name| Stairs { y, x, name }));
                self.drawn(level, row, (x, y), character, entry);
                self.lamp_and_name(level, row, (x, y), entry);
            }
        }
    }

    fn cell<'b>(&mut self, row: Quoted, x: usize, entry: &'b Entry, base: &'b Base) -> Cell {
        let shape = match entry.mistake() {
            Some(what) => {
                self.mistake(row, x, what);
                CellShape::Open
            }
            None => self.shape(entry, base),
        };
        let lying = |said: &'b Option<String>, usual: &'b String| {
            said.as_deref().unwrap_or(if entry.space { SKY } else { usual })
        };
        Cell {
            shape,
            floor: self.texture(lying(&entry.floor, &base.floor)),
            ceiling: self.texture(lying(&entry.ceiling, &base.ceiling)),
            light: entry.light.unwrap_or(base.light).0,
            climate: entry.climate.as_ref().map(|name| ClimateIndex(self.climates.index(name))),
            breaks: entry.breaks.or(entry.thin.then_some(true)),
            air: entry.air.map(|Pressure(air)| air),
        }
    }

    /// What a sound entry puts into its cell. Which way it lies is known when its neighbours are (`neighbours::turn`), and
    /// what triggers do to it when they are read.
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
                // Stairs look as before while they are gone down.
                _ if entry.stairs.is_some() => {
                    CellShape::Lift { texture, overlay, thrown: overlay.unwrap_or(texture), face, secret: false }
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
                locks_later: false,
            }
        } else if let Some((pane, kind)) = entry.pane() {
            CellShape::Pane { texture: self.texture(pane), jamb: self.texture(&base.jamb), along, kind }
        } else if let Some(pillar) = &entry.pillar {
            CellShape::Pillar { texture: self.texture(pillar) }
        } else if let Some(diagonal) = &entry.diagonal {
            CellShape::Diagonal { texture: self.texture(diagonal), corner: Corner::NorthWest }
        } else if let Some(push) = &entry.push {
            let (way, cells) = (entry.push_way.map(|TurnTo(way)| way), entry.push_cells.map(|PushCells(cells)| cells));
            CellShape::Push { texture: self.texture(push), way, cells, secret: true }
        } else if entry.table.is_some() {
            CellShape::Table
        } else if entry.space {
            CellShape::Space
        } else {
            CellShape::Open
        }
    }

    /// Hangs a lamp over a cell.
    fn lamp(&mut self, level: &mut Level, row: Quoted, (x, y): (usize, usize), lamp: LampText) {
        let shape = level.cells[y * level.width + x].shape;
        if shape != CellShape::Open {
            self.mistake(row, x, format!("a lamp hangs over open floor; here is a {}", shape.noun()));
        } else {
            level.lamps.push(Lamp { x, y, colour: lamp.colour.0, reach: lamp.reach.0, mood: lamp.mood, off: lamp.off });
        }
    }

    /// Puts the lamps into their order; each cell has one at most.
    pub(crate) fn count_lamps(&mut self, level: &mut Level) {
        level.lamps.sort_by_key(|lamp| (lamp.y, lamp.x));
        for pair in level.lamps.windows(2).filter(|pair| (pair[0].y, pair[0].x) == (pair[1].y, pair[1].x)) {
            self.mistake(self.text.map[pair[0].y], pair[0].x, "two layers hang a lamp over this cell".to_owned());
        }
        if level.lamps.len() > MAX_LAMPS {
            self.mistake_of_map(format!("{} lamps hang on the deck; at most {MAX_LAMPS} can", level.lamps.len()));
        }
    }

    /// There are not too many stairs.
    pub(crate) fn count_stairs(&mut self, level: &Level) {
        if level.stairs.len() > MAX_STAIRS {
            self.mistake_of_map(format!("{} walls carry stairs; at most {MAX_STAIRS} can", level.stairs.len()));
        }
    }

    /// The layer of floors, ceilings and climates; a space leaves what the map says.
    pub(crate) fn floors(&mut self, level: &mut Level) {
        let text = self.text;
        self.layer(&text.floors, level, Self::floor);
    }

    /// The layer of lights; a space leaves what the map says.
    pub(crate) fn lights(&mut self, level: &mut Level) {
        let text = self.text;
        self.layer(&text.lights, level, Self::light);
    }

    /// Gives a cell floor, ceiling and climate, if the entry says any of them.
    fn floor(&mut self, entry: &Entry, cell: &mut Cell) -> bool {
        if let Some(floor) = &entry.floor {
            cell.floor = self.texture(floor);
        }
        if let Some(ceiling) = &entry.ceiling {
            cell.ceiling = self.texture(ceiling);
        }
        if let Some(climate) = &entry.climate {
            cell.climate = Some(ClimateIndex(self.climates.index(climate)));
        }
        if let Some(Pressure(air)) = entry.air {
            cell.air = Some(air);
        }
        entry.floor.is_some() || entry.ceiling.is_some() || entry.climate.is_some() || entry.air.is_some()
    }

    /// Gives a cell a light of its own, if the entry says one.
    fn light(&mut self, entry: &Entry, cell: &mut Cell) -> bool {
        if let Some(light) = entry.light {
            cell.light = light.0;
        }
        entry.light.is_some()
    }

    /// Hangs a lamp over a cell and gives it a name, if the entry says so.
    fn lamp_and_name(&mut self, level: &mut Level, row: Quoted, at: (usize, usize), entry: &Entry) {
        if let Some(lamp) = entry.lamp {
            self.lamp(level, row, at, lamp);
        }
        if let Some(name) = &entry.name {
            self.name(level, at, name);
        }
    }

    /// Lays what an entry says of floor, light and the like over what the layers have made of a cell.
    pub(crate) fn lay_over(&mut self, level: &mut Level, row: Quoted, (x, y): (usize, usize), entry: &Entry) {
        let cell = &mut level.cells[y * level.width + x];
        self.floor(entry, cell);
        self.light(entry, cell);
        self.lamp_and_name(level, row, (x, y), entry);
    }

    /// Applies each character of a further layer to its cell; `apply` says whether the character had a meaning there.
    fn layer(&mut self, rows: &[Quoted], level: &mut Level, apply: fn(&mut Self, &Entry, &mut Cell) -> bool) {
        for (y, &row) in rows.iter().enumerate() {
            for (x, character) in row.text().chars().enumerate().filter(|&(_, character)| character != ' ') {
                let Some(entry) = self.entry(row, x, character) else { continue };
                let means = apply(self, entry, &mut level.cells[y * level.width + x])
                    || entry.lamp.is_some()
                    || entry.name.is_some();
                let misplaced = !entry.fills().is_empty() || entry.noun().is_some();
                if !means || misplaced {
                    self.mistake(row, x, format!("'{character}' is not of this layer, by its entry in the legend"));
                    continue;
                }
                self.lamp_and_name(level, row, (x, y), entry);
            }
        }
    }
}
