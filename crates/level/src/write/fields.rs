//! What a text says of a level, field by field, before it is drawn with letters: for whoever writes it down in another way.

use crate::{
    check::air,
    model::lamp::Fog,
    model::level::{Level, USUAL_SKY},
    write::entry::{body_parts, lamp_parts, map_parts},
    write::field::{Field, Listed},
    write::keys::{BaseOf, Keys, MapKey},
    write::lists::{allowances, named, triggers},
    write::values::{colour, degrees, number, rectangles},
    write::write::Alphabet,
};

/// What a text says of a level, beside the floors, ceilings and lights of its cells.
#[derive(Clone, Debug)]
pub struct LevelFields {
    /// What holds of the whole deck: `name`, `jamb`, `par`, `sky`, and the fog as `fog_colour` and `fog_clear`.
    pub level: Vec<Field>,
    /// What fills cells, each kind once.
    pub kinds: Vec<Vec<Field>>,
    /// For each cell, row by row, the index of what fills it; none for open floor.
    pub cells: Vec<Option<usize>>,
    /// What stands and lies on the floor, the player and turn points among it.
    pub things: Vec<Listed>,
    /// The lamps: `colour`, `reach`, `mood`, `off`.
    pub lamps: Vec<Listed>,
    /// Where cells have a `climate`.
    pub climates: Vec<Listed>,
    /// The `air` of sections where it is not the usual, each in one of its cells.
    pub airs: Vec<Listed>,
    /// The cells that have a `name`.
    pub names: Vec<Listed>,
    /// The arrivals: `name` and `facing`.
    pub arrivals: Vec<Listed>,
    /// The triggers: `at`, `on`, `by`, `how`, `after`, `do`.
    pub triggers: Vec<Vec<Field>>,
    /// What is let be: `lint`, `at`, `because`.
    pub allow: Vec<Vec<Field>>,
}

impl Level {
    /// What a text says of the level, field by field; floors, ceilings and lights are in its cells.
    ///
    /// # Errors
    /// A sentence, if no text can say it: if doors or panes have jambs of several textures.
    pub fn fields(&self) -> Result<LevelFields, String> {
        let keys = Keys::of(self, BaseOf::of(self)).map;
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
            climates: self.climate_zones(),
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
        })
    }

    /// What holds of the whole deck.
    fn head(&self) -> Result<Vec<Field>, String> {
        let mut head = vec![Field::text("name", &self.name)];
        head.extend(self.jamb()?.map(|jamb| Field::text("jamb", self.texture(jamb))));
        head.extend(self.par.map(|par| Field::number("par", number(par))));
        if self.fog != Fog::default() {
            head.push(Field::ron("fog_colour", colour(self.fog.colour)));
            head.push(Field::number("fog_clear", number(self.fog.clear)));
        }
        if self.sky != USUAL_SKY {
            head.push(Field::text("sky", &self.sky));
        }
        Ok(head)
    }

    /// The cells of each climate, as rectangles.
    fn climate_zones(&self) -> Vec<Listed> {
        let mut cells = vec![Vec::new(); self.climates.len()];
        for (index, cell) in self.cells.iter().enumerate() {
            if let Some(climate) = cell.climate {
                cells[usize::from(climate.0)].push((index % self.width, index / self.width));
            }
        }
        let zones = self.climates.iter().zip(cells).flat_map(|(climate, cells)| {
            let fields = vec![Field::text("climate", climate)];
            rectangles(&cells).into_iter().map(move |(from, to)| Listed { from, to, fields: fields.clone() })
        });
        zones.collect()
    }
}
