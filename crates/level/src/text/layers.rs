//! Lays the layers of a level's text over each other and looks every character up in the legend.

use crate::{
    model::cell::{Cell, CellShape, ClimateIndex},
    model::lamp::Lamp,
    model::level::{Level, MAX_LAMPS, MAX_SIDE, SKY},
    model::stairs::Stairs,
    model::terminal::Terminal,
    text::builder::Builder,
    text::legend::{Base, Entry, EntryText, Fill, LampText, Skin},
    text::numbers::Pressure,
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
        let nothing = Entry::from(EntryText::default());
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
                if let Ok(fill) = &entry.fill {
                    level.terminals.extend(fill.game.map(|game| Terminal { x, y, game }));
                    level.stairs.extend(fill.stairs.clone().map(|name| Stairs { y, x, name }));
                }
                self.drawn(level, row, (x, y), character, &entry.said);
                self.lamp_and_name(level, row, (x, y), &entry.said);
            }
        }
    }

    fn cell(&mut self, row: Quoted, x: usize, entry: &Entry, base: &Base) -> Cell {
        let nothing = Fill::of(CellShape::Open);
        let fill = entry.fill.as_ref().unwrap_or_else(|what| {
            self.mistake(row, x, what.clone());
            &nothing
        });
        let shape = fill.shape.with_textures(|skin| match skin {
            Skin::Named(name) => self.texture(name),
            Skin::Jamb => self.texture(&base.jamb),
        });
        let (floor, ceiling) = if shape == CellShape::Space { (SKY, SKY) } else { (&*base.floor, &*base.ceiling) };
        let said = &entry.said;
        Cell {
            shape,
            floor: self.texture(said.floor.as_deref().unwrap_or(floor)),
            ceiling: self.texture(said.ceiling.as_deref().unwrap_or(ceiling)),
            light: said.light.unwrap_or(base.light).0,
            climate: said.climate.as_ref().map(|name| ClimateIndex(self.climates.index(name))),
            breaks: fill.breaks,
            air: said.air.map(|Pressure(air)| air),
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
        self.at_most(level.lamps.len(), MAX_LAMPS, "lamps hang on the deck");
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
    fn floor(&mut self, entry: &EntryText, cell: &mut Cell) -> bool {
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
    fn light(&mut self, entry: &EntryText, cell: &mut Cell) -> bool {
        if let Some(light) = entry.light {
            cell.light = light.0;
        }
        entry.light.is_some()
    }

    /// Hangs a lamp over a cell and gives it a name, if the entry says so.
    fn lamp_and_name(&mut self, level: &mut Level, row: Quoted, at: (usize, usize), entry: &EntryText) {
        if let Some(lamp) = entry.lamp {
            self.lamp(level, row, at, lamp);
        }
        if let Some(name) = &entry.name {
            self.name(level, at, name);
        }
    }

    /// Lays what an entry says of floor, light and the like over what the layers have made of a cell.
    pub(crate) fn lay_over(&mut self, level: &mut Level, row: Quoted, (x, y): (usize, usize), entry: &EntryText) {
        let cell = &mut level.cells[y * level.width + x];
        self.floor(entry, cell);
        self.light(entry, cell);
        self.lamp_and_name(level, row, (x, y), entry);
    }

    /// Applies each character of a further layer to its cell; `apply` says whether the character had a meaning there.
    fn layer(&mut self, rows: &[Quoted], level: &mut Level, apply: fn(&mut Self, &EntryText, &mut Cell) -> bool) {
        for (y, &row) in rows.iter().enumerate() {
            for (x, character) in row.text().chars().enumerate().filter(|&(_, character)| character != ' ') {
                let Some(Entry { fill, said }) = self.entry(row, x, character) else { continue };
                let means = apply(self, said, &mut level.cells[y * level.width + x])
                    || said.lamp.is_some()
                    || said.name.is_some();
                let what = match fill {
                    Err(what) => format!("'{character}': {what}"),
                    Ok(fill) if means && fill.shape == CellShape::Open && said.noun().is_none() => {
                        self.lamp_and_name(level, row, (x, y), said);
                        continue;
                    }
                    Ok(_) => format!("'{character}' is not of this layer, by its entry in the legend"),
                };
                self.mistake(row, x, what);
            }
        }
    }
}
