//! The contents of a level's text as fields, before letters are assigned. Writers of other formats start from it.

use crate::{
    check::air,
    model::lamp::LevelFog,
    model::level::{Level, USUAL_SKY},
    write::entry::{body_parts, lamp_parts, map_parts},
    write::field::{Field, Listed},
    write::keys::{BaseValues, Keys, MapKey},
    write::lists::{allowances, called, named, triggers},
    write::values::{colour, degrees, number, rectangles},
    write::write::Alphabet,
};

/// The contents of a level's text, except the floors, ceilings and lights of its cells.
#[derive(Clone, Debug)]
pub struct LevelFields {
    /// Fields of the whole deck: `name`, `jamb`, `par`, `sky`, and the fog as `fog_colour` and `fog_clear`.
    pub level: Vec<Field>,
    /// Fields of each distinct shape that fills cells.
    pub kinds: Vec<Vec<Field>>,
    /// For each cell, row by row, the index of its shape in `kinds`; `None` for open floor.
    pub cells: Vec<Option<usize>>,
    /// Things on the floor, including the player and turn points.
    pub things: Vec<Listed>,
    /// Lamps: `colour`, `reach`, `mood`, `off`.
    pub lamps: Vec<Listed>,
    /// Rectangles of cells with a `damage_zone`.
    pub damage_zones: Vec<Listed>,
    /// `air` of each section whose pressure is not the default, in one of its cells.
    pub airs: Vec<Listed>,
    /// Rectangles of cells with a `name`.
    pub names: Vec<Listed>,
    /// Arrivals: `name` and `facing`.
    pub arrivals: Vec<Listed>,
    /// Triggers: `at`, `on`, `by`, `how`, `after`, `do`.
    pub triggers: Vec<Vec<Field>>,
    /// Suppressed lints: `lint`, `at`, `because`.
    pub allow: Vec<Vec<Field>>,
    /// Names of things: `at`, `name`.
    pub called: Vec<Vec<Field>>,
}

impl Level {
    /// Returns the contents of the level's text as fields. Floors, ceilings and lights remain in its cells.
    ///
    /// # Errors
    /// If the text format cannot express the level, because doors or panes have different jamb textures.
    pub fn fields(&self) -> Result<LevelFields, String> {
        let keys = Keys::of(self, BaseValues::of(self)).map;
        let at = |cell: usize| (cell % self.width, cell / self.width);
        let thing = |(cell, key): (usize, &Option<MapKey>)| {
            let fields = key.map(|key| body_parts(self, key.thing, key.turn)).unwrap_or_default();
            (!fields.is_empty()).then(|| Listed::cell(at(cell), fields))
        };
        let things = keys.iter().enumerate().filter_map(thing).collect();
        let fills = |key: &Option<MapKey>| {
            let key = MapKey { over_sky: None, ..key.as_ref()?.bare() };
            (!map_parts(self, &key).is_empty()).then_some(key)
        };
        let filled: Vec<Option<MapKey>> = keys.iter().map(fills).collect();
        let all = Alphabet::of(&filled, |key| map_parts(self, key));
        Ok(LevelFields {
            level: self.head()?,
            kinds: all.keys().map(|key| map_parts(self, key)).collect(),
            cells: all.cells,
            things,
            lamps: self.lamps.iter().map(|lamp| Listed::cell((lamp.x, lamp.y), lamp_parts(lamp))).collect(),
            damage_zones: self.damage_zones(),
            airs: air::unusual(self)
                .into_iter()
                .map(|(cell, air)| Listed::cell(at(cell), vec![Field::number("air", number(f32::from(air) / 1000.0))]))
                .collect(),
            names: self.places.iter().flat_map(named).collect(),
            arrivals: self
                .arrivals
                .iter()
                .map(|arrival| {
                    let facing = (arrival.facing != 0.0).then(|| Field::number("facing", degrees(arrival.facing)));
                    let name = Field::name("name", &arrival.name);
                    Listed::cell((arrival.x, arrival.y), [name].into_iter().chain(facing).collect())
                })
                .collect(),
            triggers: triggers(self),
            allow: allowances(self),
            called: called(self),
        })
    }

    /// Returns the fields of the whole deck.
    fn head(&self) -> Result<Vec<Field>, String> {
        let mut head = vec![Field::text("name", &self.name)];
        head.extend(self.jamb()?.map(|jamb| Field::text("jamb", self.texture(jamb))));
        head.extend(self.par.map(|par| Field::number("par", number(par))));
        if self.fog != LevelFog::default() {
            head.push(Field::ron("fog_colour", colour(self.fog.colour)));
            head.push(Field::number("fog_clear", number(self.fog.clear)));
        }
        if self.sky != USUAL_SKY {
            head.push(Field::text("sky", &self.sky));
        }
        Ok(head)
    }

    /// Returns the cells of each damage zone as rectangles.
    fn damage_zones(&self) -> Vec<Listed> {
        let mut cells = vec![Vec::new(); self.damage_zones.len()];
        for (index, cell) in self.cells.iter().enumerate() {
            if let Some(damage_zone) = cell.damage_zone {
                cells[usize::from(damage_zone.0)].push((index % self.width, index / self.width));
            }
        }
        let zones = self.damage_zones.iter().zip(cells).flat_map(|(damage_zone, cells)| {
            let fields = vec![Field::text("damage_zone", damage_zone)];
            rectangles(&cells).into_iter().map(move |(from, to)| Listed { from, to, fields: fields.clone() })
        });
        zones.collect()
    }
}
