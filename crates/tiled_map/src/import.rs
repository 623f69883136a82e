//! Import of a Tiled map as a level.

use crate::{
    classes::Class,
    guard::{self, Checked},
    level_text::{Fields, LevelText, entry, properties_to_fields},
    values,
};
use level::{Level, MAX_SIDE, Value};
use std::{
    collections::BTreeMap,
    io::{self, Cursor},
    path::Path,
};
use tiled::{FiniteTileLayer, Layer, LayerTile, LayerType, Loader, Map, Object, ObjectShape, Properties, TileLayer};

/// Maximum number of cells covered by objects, counting repeats: four times the largest map.
const MAX_COVERED: usize = 4 * MAX_SIDE * MAX_SIDE;
/// Approximate maximum memory for the fields of cells, in bytes. A few tiles with long texts could otherwise be
/// combined in many ways.
const MAX_FIELD_BYTES: usize = 64 << 20;
/// Properties that a map may have.
const MAP_PROPERTIES: [&str; 6] = ["name", "jamb", "par", "sky", "fog_colour", "fog_clear"];

/// An imported map.
#[derive(Debug)]
pub struct Import {
    /// The level.
    pub level: Level,
    /// Notes for the user about parts of the map that are ignored.
    pub notes: Vec<String>,
}

/// Reads a map. `file` is its name in messages, and `read` returns tileset files by their paths relative to the map's
/// folder.
///
/// # Errors
/// The errors with their names and places, one per line.
pub fn import(file: &str, bytes: &[u8], read: impl FnMut(&str) -> Result<Vec<u8>, String>) -> Result<Import, String> {
    import_in("", file, bytes, read)
}

/// Reads a map as [`import`] does. `folder` is the map's absolute folder, so that all spellings of paths inside it
/// work.
///
/// # Errors
/// As [`import`].
pub fn import_in(
    folder: &str,
    file: &str,
    bytes: &[u8],
    read: impl FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Import, String> {
    let mut checked = guard::check(folder, file, bytes, read)?;
    let notes = std::mem::take(&mut checked.notes);
    let map = load(file, checked)?;
    let (width, height) = (map.width as usize, map.height as usize);
    let mut reader = Reader {
        map: &map,
        width,
        height,
        cells: vec![0; width * height],
        sets: vec![Fields::new()],
        indices: BTreeMap::from([(Fields::new(), 0)]),
        field_bytes: 0,
        unions: BTreeMap::new(),
        covered: 0,
        lists: BTreeMap::new(),
        notes,
    };
    let level = reader.level(file).map_err(|what| format!("{file}: {what}"))?.read(file)?;
    Ok(Import { level, notes: reader.notes })
}

/// Reads the map with the library.
fn load(file: &str, checked: Checked) -> Result<Map, String> {
    const MAP: &str = "map";
    let files = |path: &Path| -> io::Result<Cursor<Vec<u8>>> {
        let name = path.to_str().unwrap_or_default();
        let text = if name == MAP { Some(&checked.map) } else { checked.tilesets.get(name) };
        text.map(|text| Cursor::new(text.clone().into_bytes())).ok_or_else(|| io::ErrorKind::NotFound.into())
    };
    Loader::with_reader(files).load_tmx_map(MAP).map_err(|error| format!("{file}: {error}"))
}

/// State of the import.
struct Reader<'a> {
    map: &'a Map,
    width: usize,
    height: usize,
    /// Index into `sets` of each cell.
    cells: Vec<usize>,
    /// The distinct sets of fields of cells; the first one is empty.
    sets: Vec<Fields>,
    /// Indices of the same sets.
    indices: BTreeMap<Fields, usize>,
    /// Approximate memory that they take, in bytes.
    field_bytes: usize,
    /// Index of the union of two sets.
    unions: BTreeMap<(usize, usize), usize>,
    /// Number of cells covered by objects so far, counting repeats.
    covered: usize,
    /// The lists of the level's text: the entries, with their labels in messages.
    lists: BTreeMap<&'static str, Vec<(String, String)>>,
    notes: Vec<String>,
}

impl<'a> Reader<'a> {
    /// Assembles the level's text.
    fn level(&mut self, file: &str) -> Result<LevelText, String> {
        if let Some(unknown) = self.map.properties.keys().filter(|key| !MAP_PROPERTIES.contains(&key.as_str())).min() {
            return Err(format!(
                "unknown map property '{unknown}': the properties are '{}'",
                MAP_PROPERTIES.join("', '")
            ));
        }
        let mut head = properties_to_fields(&self.map.properties)?;
        let title = Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        head.entry("name".to_owned()).or_insert_with(|| Value::Text(title).to_string());
        for tileset in self.map.tilesets().iter().filter(|tileset| !tileset.properties.is_empty()) {
            self.notes.push(format!("ignored the properties of the tileset '{}'", tileset.name));
        }
        for layer in self.map.layers() {
            self.layer(&layer)?;
        }
        let mut text = LevelText::new();
        text.head(&head);
        text.cells(self.width, &self.cells, &self.sets)?;
        self.lists.iter().for_each(|(name, entries)| text.list(name, entries));
        Ok(text)
    }

    fn layer(&mut self, layer: &Layer<'a>) -> Result<(), String> {
        let name = &layer.name;
        if !layer.properties.is_empty() {
            self.notes.push(format!("ignored the properties of the layer '{name}'"));
        }
        match layer.layer_type() {
            LayerType::Tiles(TileLayer::Finite(tiles)) => self.tiles(name, &tiles),
            LayerType::Tiles(TileLayer::Infinite(_)) => Err(format!("the layer '{name}' is infinite")),
            LayerType::Objects(objects) => objects.objects().try_for_each(|object| {
                let label = format!("object {} '{}' on the layer '{name}'", object.id(), object.name);
                self.object(name, &label, &object).map_err(|what| format!("{label}: {what}"))
            }),
            LayerType::Image(_) => {
                self.notes.push(format!("ignored the image of the layer '{name}'"));
                Ok(())
            }
            LayerType::Group(group) => group.layers().try_for_each(|layer| self.layer(&layer)),
        }
    }

    fn tiles(&mut self, layer: &str, tiles: &FiniteTileLayer<'a>) -> Result<(), String> {
        // Indices of known tiles, by tileset and tile.
        let mut known: BTreeMap<(usize, u32), usize> = BTreeMap::new();
        for cell in 0..self.cells.len() {
            let (x, y) = (cell % self.width, cell / self.width);
            let Some(tile) = tiles.get_tile(x as i32, y as i32) else { continue };
            let number = (tile.tileset_index(), tile.id());
            let index = match known.get(&number) {
                Some(index) => *index,
                None => {
                    let fields = tile_fields(layer, &tile)
                        .map_err(|what| format!("({x}, {y}), on the layer '{layer}': {what}"))?;
                    let index = self.index(fields)?;
                    known.insert(number, index);
                    index
                }
            };
            self.add_fields(cell, index)?;
        }
        Ok(())
    }

    /// Returns the index of a set of fields, adding it if necessary.
    fn index(&mut self, fields: Fields) -> Result<usize, String> {
        if let Some(index) = self.indices.get(&fields) {
            return Ok(*index);
        }
        self.field_bytes += fields.iter().map(|(key, value)| 100 + key.len() + value.len()).sum::<usize>();
        if self.field_bytes > MAX_FIELD_BYTES {
            return Err("the tiles and objects over the cells have too many properties: remove some".to_owned());
        }
        let index = self.sets.len();
        self.indices.insert(fields.clone(), index);
        self.sets.push(fields);
        Ok(index)
    }

    /// Adds fields to a cell. They replace fields of the same name.
    fn add_fields(&mut self, cell: usize, more: usize) -> Result<(), String> {
        let before = self.cells[cell];
        self.cells[cell] = match self.unions.get(&(before, more)) {
            Some(unions) => *unions,
            None => {
                let mut both = self.sets[before].clone();
                both.extend(self.sets[more].clone());
                let unions = self.index(both)?;
                self.unions.insert((before, more), unions);
                unions
            }
        };
        Ok(())
    }

    fn object(&mut self, layer: &str, label: &str, object: &Object<'a>) -> Result<(), String> {
        let (width, height) = match object.shape {
            ObjectShape::Rect { width, height } => (width, height),
            ObjectShape::Point(..) => (0.0, 0.0),
            _ => {
                self.notes.push(format!("ignored {label}: it is neither a rectangle nor a point"));
                return Ok(());
            }
        };
        // Scripts sometimes write full turns.
        if object.rotation % 360.0 != 0.0 {
            return Err("objects must not be rotated: use the property `facing` instead".to_owned());
        }
        let class = Class::find(&object.user_type, layer)?;
        // The position of an object with a tile image is its lower left corner.
        let top = if object.tile_data().is_some() { object.y - height } else { object.y };
        let covered = Covered::new(self, (object.x, top), (width, height))?;
        let fields = properties_to_fields(&object.properties)?;
        let (x, y) = covered.middle;
        let all = entry(&fields, |_| true);
        let at = format!("at: ({x}, {y})");
        match class {
            Class::Cell => self.cover(&covered, fields)?,
            Class::Thing => self.list("things", label, format!("{at}, {all}")),
            Class::Lamp => self.list("things", label, format!("{at}, lamp: ({all})")),
            Class::Trigger => self.list("triggers", label, all),
            Class::Allow => self.list("allow", label, all),
            Class::Called => self.list("called", label, all),
            Class::Arrival | Class::Name if !object.name.is_empty() => {
                self.named(class, label, &values::decode_text(&object.name)?, &covered, &all)?;
            }
            Class::Arrival | Class::Name => return Err("the object must have a name".to_owned()),
        }
        Ok(())
    }

    fn named(&mut self, class: Class, label: &str, name: &str, covered: &Covered, all: &str) -> Result<(), String> {
        let ((x, y), (left, top), (right, bottom)) = (covered.middle, covered.from, covered.to);
        let more = if all.is_empty() { String::new() } else { format!(", {all}") };
        let quoted = Value::Name(name.to_owned());
        if class == Class::Arrival {
            self.list("arrivals", label, format!("name: {quoted}, at: ({x}, {y}){more}"));
        } else if name.is_empty() {
            // A list of names cannot contain an empty one.
            self.count(covered)?;
            for (x, y) in covered.cells() {
                self.list("things", label, format!("at: ({x}, {y}), name: \"\"{more}"));
            }
        } else {
            self.list("names", label, format!("name: {quoted}, at: ({left}, {top}), to: ({right}, {bottom}){more}"));
        }
        Ok(())
    }

    fn list(&mut self, list: &'static str, label: &str, entry: String) {
        self.lists.entry(list).or_default().push((label.to_owned(), entry));
    }

    /// Adds fields to all cells that an object covers.
    fn cover(&mut self, covered: &Covered, fields: Fields) -> Result<(), String> {
        self.count(covered)?;
        let index = self.index(fields)?;
        covered.cells().try_for_each(|(x, y)| self.add_fields(y * self.width + x, index))
    }

    /// Counts the cells that an object covers.
    fn count(&mut self, covered: &Covered) -> Result<(), String> {
        self.covered += covered.cells().count();
        if self.covered <= MAX_COVERED {
            return Ok(());
        }
        Err(format!("all objects together must cover at most {MAX_COVERED} cells"))
    }
}

/// Returns the fields of a tile on a layer.
fn tile_fields(layer: &str, tile: &LayerTile) -> Result<Fields, String> {
    let tileset = &tile.get_tileset().name;
    let none = Properties::new();
    let found = tile.get_tile();
    let properties = found.as_ref().map_or(&none, |found| &found.properties);
    let mut fields = properties_to_fields(properties)
        .map_err(|what| format!("the tile {} of the tileset '{tileset}': {what}", tile.id()))?;
    if fields.is_empty() {
        let what = "must have a property such as `wall` that defines its meaning";
        return Err(format!("the tile {} of the tileset '{tileset}' {what}", tile.id()));
    }
    if let Some(texture) = fields.remove("texture") {
        let key = match layer {
            "floors" => "floor",
            "ceilings" => "ceiling",
            "cells" => "wall",
            _ => return Err(format!("the texture {texture} must be on the layer 'cells', 'floors' or 'ceilings'")),
        };
        fields.insert(key.to_owned(), texture);
    }
    Ok(fields)
}

/// The cells covered by an object.
struct Covered {
    /// The cell at the centre of the object.
    middle: (usize, usize),
    /// The first and last of the cells whose centres are covered; the central cell if there are none.
    from: (usize, usize),
    to: (usize, usize),
}

impl Covered {
    fn new(reader: &Reader, (x, y): (f32, f32), (width, height): (f32, f32)) -> Result<Covered, String> {
        let sides =
            [(x, width, reader.map.tile_width, reader.width), (y, height, reader.map.tile_height, reader.height)];
        let mut spans = [(0, 0, 0); 2];
        for (span, (start, length, side, count)) in spans.iter_mut().zip(sides) {
            let (start, end) = (start / side as f32, (start + length) / side as f32);
            let middle = ((start + end) / 2.0).floor();
            // NaN is not in any range.
            let is_inside =
                (0.0..count as f32).contains(&middle) && start >= -0.5 && end <= count as f32 + 0.5 && length >= 0.0;
            if !is_inside {
                return Err(format!("the object must be on the map, got ({x}, {y}) with {width} by {height} pixels"));
            }
            let middle = middle as usize;
            let (first, last) = ((start - 0.5).ceil().max(0.0) as usize, (end - 0.5).ceil() as usize);
            *span = if first < last { (middle, first, last.min(count) - 1) } else { (middle, middle, middle) };
        }
        let [(x, left, right), (y, top, bottom)] = spans;
        Ok(Covered { middle: (x, y), from: (left, top), to: (right, bottom) })
    }

    fn cells(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let ((left, top), (right, bottom)) = (self.from, self.to);
        (top..=bottom).flat_map(move |y| (left..=right).map(move |x| (x, y)))
    }
}
