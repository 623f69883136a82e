//! Export of a level as a Tiled map.

use crate::{
    classes::CLASSES,
    palette::Palette,
    sheet::{COLUMNS, SIDE, Sheet},
    values::{encode_text, property},
    xml::Xml,
};
use level::{Field, Level, LevelFields, Listed, Value};
use std::fmt::Display;

/// Maximum size of a file that is written or read, in bytes. It bounds the memory that reading one allocates.
pub(crate) const MAX_BYTES: usize = 8 << 20;
/// Number of the first tile in layers; 0 is an empty cell.
const FIRST: usize = 1;

/// An exported level.
#[derive(Clone, Debug)]
pub struct Export {
    /// Contents of the map file.
    pub tmx: String,
    /// The tileset image.
    pub sheet: Sheet,
}

/// Converts a level to a map. Floors, ceilings, lights and cell contents become tiles; everything else becomes objects
/// with properties.
///
/// The palette contains the level's textures and `textures`. `image` is the path of the tileset image, as written in
/// the map.
///
/// # Errors
/// A sentence, if the level cannot be represented: if doors or panes have jambs of several textures, or if the map
/// would be too large to be read.
pub fn export(level: &Level, textures: &[String], image: &str) -> Result<Export, String> {
    let fields = level.fields()?;
    let palette = Palette::new(level, &fields, textures);
    let sheet = Sheet { tiles: palette.tiles.clone() };
    let mut map = Map { xml: Xml::new(), layers: 0, objects: 0, level };
    let (width, height) = (&level.width, &level.height);
    map.xml.begin(
        "map",
        &[
            ("version", &"1.10"),
            ("orientation", &"orthogonal"),
            ("renderorder", &"right-down"),
            ("width", width),
            ("height", height),
            ("tilewidth", &SIDE),
            ("tileheight", &SIDE),
            ("infinite", &0),
        ],
    );
    map.properties(&fields.level);
    map.tileset(&palette, &sheet, image);
    let cells = || level.cells.iter();
    let shown: &[(&str, &dyn Display)] = &[];
    map.tiles("floors", shown, cells().map(|cell| palette.texture(level.texture(cell.floor)) + FIRST));
    let hidden: &[(&str, &dyn Display)] = &[("visible", &0)];
    map.tiles("ceilings", hidden, cells().map(|cell| palette.texture(level.texture(cell.ceiling)) + FIRST));
    map.tiles("cells", shown, fields.cells.iter().map(|kind| kind.map_or(0, |kind| palette.kinds[kind] + FIRST)));
    map.tiles("lights", &[("opacity", &0.5)], cells().map(|cell| palette.light(cell.light) + FIRST));
    map.lists(&fields);
    map.xml.end();
    let tmx = map.xml.finish();
    if tmx.len() > MAX_BYTES {
        return Err(format!("the map must be at most {MAX_BYTES} bytes, got {}", tmx.len()));
    }
    Ok(Export { tmx, sheet })
}

/// A map that is being written.
struct Map<'a> {
    xml: Xml,
    level: &'a Level,
    /// Number of layers and objects so far.
    layers: usize,
    objects: usize,
}

impl Map<'_> {
    fn properties(&mut self, fields: &[Field]) {
        if fields.is_empty() {
            return;
        }
        self.xml.begin("properties", &[]);
        for field in fields {
            let (kind, value) = property(field);
            match kind {
                "string" => self.xml.empty("property", &[("name", &field.key), ("value", &value)]),
                kind => self.xml.empty("property", &[("name", &field.key), ("type", &kind), ("value", &value)]),
            }
        }
        self.xml.end();
    }

    fn tileset(&mut self, palette: &Palette, sheet: &Sheet, image: &str) {
        let (width, height) = sheet.size();
        self.xml.begin(
            "tileset",
            &[
                ("firstgid", &FIRST),
                ("name", &"hullbreach"),
                ("tilewidth", &SIDE),
                ("tileheight", &SIDE),
                ("tilecount", &palette.tiles.len()),
                ("columns", &COLUMNS),
            ],
        );
        self.xml.empty("image", &[("source", &image), ("width", &width), ("height", &height)]);
        for (number, tile) in palette.tiles.iter().enumerate() {
            let class = tile.first().map_or("", |field| field.key);
            self.xml.begin("tile", &[("id", &number), ("type", &class)]);
            self.properties(tile);
            self.xml.end();
        }
        self.xml.end();
    }

    /// Writes a layer of tile numbers.
    fn tiles(&mut self, name: &str, more: &[(&str, &dyn Display)], tiles: impl Iterator<Item = usize>) {
        self.layers += 1;
        let Level { width, height, .. } = self.level;
        let mut attributes: Vec<(&str, &dyn Display)> =
            vec![("id", &self.layers), ("name", &name), ("width", width), ("height", height)];
        attributes.extend(more);
        self.xml.begin("layer", &attributes);
        let numbers: Vec<String> = tiles.map(|tile| tile.to_string()).collect();
        self.xml.numbers(&numbers, *width);
        self.xml.end();
    }

    /// Writes the object layers.
    fn lists(&mut self, fields: &LevelFields) {
        let triggers: Vec<Listed> = fields.triggers.iter().map(|trigger| self.at_its_area(trigger)).collect();
        let allow: Vec<Listed> = fields.allow.iter().map(|allow| self.at_its_area(allow)).collect();
        let called: Vec<Listed> = fields.called.iter().map(|called| self.at_its_area(called)).collect();
        let zones = [&fields.damage_zones[..], &fields.airs].concat();
        let lists: [&[Listed]; 8] =
            [&zones, &fields.things, &fields.lamps, &fields.names, &fields.arrivals, &triggers, &allow, &called];
        for ((_, class, layer), list) in CLASSES.into_iter().zip(lists) {
            self.layers += 1;
            self.xml.begin("objectgroup", &[("id", &self.layers), ("name", &layer), ("draworder", &"index")]);
            list.iter().for_each(|listed| self.object(class, listed));
            self.xml.end();
        }
    }

    /// Returns a list entry at the first cell of the named area in its `at` field.
    fn at_its_area(&self, fields: &[Field]) -> Listed {
        let name = fields.iter().find_map(|field| match field {
            Field { key: "at", value: Value::Name(name) } => Some(name),
            _ => None,
        });
        let place = self.level.places.iter().find(|place| Some(&place.name) == name);
        let cell = place.and_then(|place| place.cells.first()).copied().unwrap_or((0, 0));
        Listed { from: cell, to: cell, fields: fields.to_vec() }
    }

    fn object(&mut self, class: &str, listed: &Listed) {
        self.objects += 1;
        let ((left, top), (right, bottom)) = (listed.from, listed.to);
        let ((x, y), width, height) = ((left * SIDE, top * SIDE), (right + 1 - left) * SIDE, (bottom + 1 - top) * SIDE);
        let is_named = matches!(class, "name" | "arrival");
        let label = match (class, &listed.fields[..]) {
            ("lamp", _) => class.to_owned(),
            (_, [Field { value: Value::Text(name) | Value::Name(name) | Value::Ron(name), .. }, ..]) => {
                encode_text(name)
            }
            _ => class.to_owned(),
        };
        let fields = if is_named { &listed.fields[1..] } else { &listed.fields };
        self.xml.begin(
            "object",
            &[
                ("id", &self.objects),
                ("name", &label),
                ("type", &class),
                ("x", &x),
                ("y", &y),
                ("width", &width),
                ("height", &height),
            ],
        );
        self.properties(fields);
        self.xml.end();
    }
}
