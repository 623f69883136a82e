//! Combines the layers of a level's text and looks every character up in the legend.

use crate::{
    model::cell::{Cell, CellShape, DamageZoneIndex},
    model::lamp::Lamp,
    model::level::{Level, MAX_LAMPS, MAX_SIDE, SKY},
    model::stairs::Stairs,
    model::terminal::PlacedTerminal,
    text::builder::Builder,
    text::legend::{Base, Entry, EntryText, Fill, LampText, Skin},
    text::numbers::Pressure,
    text::quoted::Quoted,
};

impl Builder<'_> {
    /// Checks that the map has a valid size and that all rows of all layers have that size.
    pub(crate) fn sizes(&mut self, level: &Level) {
        let (width, height) = (level.width, level.height);
        if !(3..=MAX_SIDE).contains(&width) || !(3..=MAX_SIDE).contains(&height) {
            self.mistake_of_map(format!(
                "each side of the map must have 3 to {MAX_SIDE} cells, got {width} by {height}"
            ));
            return;
        }
        let text = self.text;
        for (name, rows) in [("map", &text.map), ("floors", &text.floors), ("lights", &text.lights)] {
            if !rows.is_empty() && rows.len() != height {
                let what = format!("`{name}` must have {height} rows like the map, got {}", rows.len());
                self.diagnostic(rows[0], 0, what);
            }
            for &row in rows {
                let length = row.text().chars().count();
                if length != width {
                    let what =
                        format!("this row must have {width} characters like the first row of the map, got {length}");
                    self.diagnostic(row, length.min(width), what);
                }
            }
        }
    }

    /// Reads the first layer: walls, doors and things, and floor and light where its characters define them.
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
                    // The border must be wall. A wall of sky looks the same as space.
                    cell.shape = CellShape::Wall { texture: self.texture(SKY), overlay: None };
                }
                level.cells.push(cell);
                if let Ok(fill) = &entry.fill {
                    level.terminals.extend(fill.game.map(|game| PlacedTerminal { x, y, game }));
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
            self.diagnostic(row, x, what.clone());
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
            damage_zone: said.damage_zone.as_ref().map(|name| DamageZoneIndex(self.damage_zones.index(name))),
            breaks: fill.breaks,
            air: said.air.map(|Pressure(air)| air),
        }
    }

    /// Adds a lamp over a cell.
    fn lamp(&mut self, level: &mut Level, row: Quoted, (x, y): (usize, usize), lamp: LampText) {
        let shape = level.cells[y * level.width + x].shape;
        if shape != CellShape::Open {
            self.diagnostic(row, x, format!("a lamp must be over open floor, found a {}", shape.noun()));
        } else {
            level.lamps.push(Lamp { x, y, colour: lamp.colour.0, reach: lamp.reach.0, mood: lamp.mood, off: lamp.off });
        }
    }

    /// Sorts the lamps and checks that each cell has at most one.
    pub(crate) fn count_lamps(&mut self, level: &mut Level) {
        level.lamps.sort_by_key(|lamp| (lamp.y, lamp.x));
        for pair in level.lamps.windows(2).filter(|pair| (pair[0].y, pair[0].x) == (pair[1].y, pair[1].x)) {
            self.diagnostic(self.text.map[pair[0].y], pair[0].x, "a cell can have only one lamp, found two".to_owned());
        }
        self.check_max(level.lamps.len(), MAX_LAMPS, "lamps");
    }

    /// Reads the layer of floors, ceilings, damage zones and air. A space leaves a cell as the map defines it.
    pub(crate) fn floors(&mut self, level: &mut Level) {
        let text = self.text;
        self.layer(&text.floors, level, Self::floor);
    }

    /// Reads the layer of lights. A space leaves a cell as the map defines it.
    pub(crate) fn lights(&mut self, level: &mut Level) {
        let text = self.text;
        self.layer(&text.lights, level, Self::light);
    }

    /// Sets the floor, ceiling, damage zone and air that an entry defines. Returns true if it defines any of them.
    fn floor(&mut self, entry: &EntryText, cell: &mut Cell) -> bool {
        if let Some(floor) = &entry.floor {
            cell.floor = self.texture(floor);
        }
        if let Some(ceiling) = &entry.ceiling {
            cell.ceiling = self.texture(ceiling);
        }
        if let Some(damage_zone) = &entry.damage_zone {
            cell.damage_zone = Some(DamageZoneIndex(self.damage_zones.index(damage_zone)));
        }
        if let Some(Pressure(air)) = entry.air {
            cell.air = Some(air);
        }
        entry.floor.is_some() || entry.ceiling.is_some() || entry.damage_zone.is_some() || entry.air.is_some()
    }

    /// Sets the light that an entry defines. Returns true if it defines one.
    fn light(&mut self, entry: &EntryText, cell: &mut Cell) -> bool {
        if let Some(light) = entry.light {
            cell.light = light.0;
        }
        entry.light.is_some()
    }

    /// Adds the lamp and the name that an entry defines.
    fn lamp_and_name(&mut self, level: &mut Level, row: Quoted, at: (usize, usize), entry: &EntryText) {
        if let Some(lamp) = entry.lamp {
            self.lamp(level, row, at, lamp);
        }
        if let Some(name) = &entry.name {
            self.name(level, at, name);
        }
    }

    /// Applies the floor, light, lamp and name of a listed entry on top of the layers.
    pub(crate) fn lay_over(&mut self, level: &mut Level, row: Quoted, (x, y): (usize, usize), entry: &EntryText) {
        let cell = &mut level.cells[y * level.width + x];
        self.floor(entry, cell);
        self.light(entry, cell);
        self.lamp_and_name(level, row, (x, y), entry);
    }

    /// Applies each character of an additional layer to its cell. `apply` returns whether the entry defines anything
    /// for that layer.
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
                    Ok(_) => format!("the legend entry of '{character}' cannot be used in this layer"),
                };
                self.diagnostic(row, x, what);
            }
        }
    }
}
