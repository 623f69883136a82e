//! The palette: the tiles that an author can paint with.

use level::{CellShape, Field, Level, LevelFields, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Common cell types that every palette contains, as lists of keys and values. An empty value is the level's main wall
/// texture.
const COMMON: [&[(&str, &str)]; 15] = [
    &[("door", "door")],
    &[("door", "hatch"), ("hang", "Swinging")],
    &[("door", "door"), ("lock", "A")],
    &[("door", "door"), ("lock", "B")],
    &[("door", "door"), ("lock", "C")],
    &[("door", "door"), ("lock", "Sealed")],
    &[("window", "glass")],
    &[("grating", "bars")],
    &[("barrier", "barrier")],
    &[("wall", ""), ("overlay", "switch_off"), ("lift", "switch_on")],
    &[("wall", ""), ("overlay", "switch_off"), ("switch", "switch_on")],
    &[("push", "")],
    &[("pillar", "")],
    &[("diagonal", "")],
    &[("space", "true")],
];

/// The tiles, and their indices by meaning.
pub(crate) struct Palette {
    /// Fields of each tile.
    pub(crate) tiles: Vec<Vec<Field>>,
    /// Tile index of each cell kind of the level.
    pub(crate) kinds: Vec<usize>,
    lights: BTreeMap<u8, usize>,
    textures: BTreeMap<String, usize>,
}

impl Palette {
    /// Creates a palette from the level's kinds of cells, the common ones, all lights, the level's textures and
    /// `others`.
    pub(crate) fn new(level: &Level, fields: &LevelFields, others: &[String]) -> Palette {
        let mut tiles: Vec<Vec<Field>> = Vec::new();
        // A plain wall is painted with its texture.
        let plain = |kind: &[Field]| matches!(kind, [Field { key: "wall", .. }]);
        tiles.extend(fields.kinds.iter().filter(|kind| !plain(kind)).cloned());
        let wall = main_wall(level);
        for usual in COMMON {
            let kind = usual.iter().map(|(key, word)| common_field(key, word, wall)).collect();
            if !tiles.contains(&kind) {
                tiles.push(kind);
            }
        }
        let steps = (0..=10).map(|step: u16| (step * 255 / 10) as u8);
        let lights: BTreeSet<u8> = level.cells.iter().map(|cell| cell.light).chain(steps).collect();
        let lights = lights.into_iter().zip(tiles.len()..).collect::<BTreeMap<_, _>>();
        tiles.extend(lights.keys().map(|light| vec![Field::light(*light)]));
        let all: BTreeSet<&String> = level.textures.iter().chain(others).collect();
        let textures: BTreeMap<String, usize> = all.into_iter().cloned().zip(tiles.len()..).collect();
        tiles.extend(textures.keys().map(|name| vec![Field { key: "texture", value: Value::Text(name.clone()) }]));
        let tile_of = |kind: &Vec<Field>| match &kind[..] {
            [Field { key: "wall", value: Value::Text(texture) }] => textures.get(texture).copied(),
            _ => tiles.iter().position(|tile| tile == kind),
        };
        let kinds = fields.kinds.iter().map(|kind| tile_of(kind).unwrap_or_default()).collect();
        Palette { tiles, kinds, lights, textures }
    }

    /// Returns the tile index of a light.
    pub(crate) fn light(&self, light: u8) -> usize {
        self.lights[&light]
    }

    /// Returns the tile index of a texture of the level.
    pub(crate) fn texture(&self, name: &str) -> usize {
        self.textures[name]
    }
}

/// Returns the texture of the most plain walls.
fn main_wall(level: &Level) -> &str {
    let mut counts: BTreeMap<u16, usize> = BTreeMap::new();
    for cell in &level.cells {
        if let CellShape::Wall { texture, overlay: None } = cell.shape {
            *counts.entry(texture.0).or_default() += 1;
        }
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    most.map_or("hull", |(texture, _)| &level.textures[usize::from(texture)])
}

fn common_field(key: &'static str, word: &str, wall: &str) -> Field {
    let value = match key {
        "space" => Value::Is(true),
        "lock" | "hang" => Value::Ron(word.to_owned()),
        _ if word.is_empty() => Value::Text(wall.to_owned()),
        _ => Value::Text(word.to_owned()),
    };
    Field { key, value }
}
