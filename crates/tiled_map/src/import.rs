//! A map of Tiled as a level.

use crate::{
    classes::Class,
    guard::{self, Checked},
    level_text::{LevelText, Said, entry, said},
    values,
};
use level::{Level, MAX_SIDE, Value};
use std::{
    collections::BTreeMap,
    io::{self, Cursor},
    path::Path,
};
use tiled::{FiniteTileLayer, Layer, LayerTile, LayerType, Loader, Map, Object, ObjectShape, Properties, TileLayer};

/// The most cells that objects cover, each counted as often as it is covered: four times the largest map.
const MAX_COVERED: usize = 4 * MAX_SIDE * MAX_SIDE;
/// The most bytes that what is said of cells takes, about: a few tiles with long texts can be laid over each other in many ways.
const MAX_SAID: usize = 64 << 20;
/// The properties that a map may have.
const HEAD: [&str; 6] = ["name", "jamb", "par", "sky", "fog_colour", "fog_clear"];

/// A map that was read.
#[derive(Debug)]
pub struct Import {
    /// The level that it is.
    pub level: Level,
    /// What of the map is no part of a level, for people.
    pub notes: Vec<String>,
}

/// Reads a map; `file` is what messages call it, and `read` gives the files of its tilesets by their paths from its folder.
///
/// # Errors
/// What is wrong, by its name and place, a line each.
pub fn import(file: &str, bytes: &[u8], read: impl FnMut(&str) -> Result<Vec<u8>, String>) -> Result<Import, String> {
    import_in("", file, bytes, read)
}

/// Reads a map as [`import`] does; `folder` is the map's absolute folder, so that all spellings of a path inside it are read.
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
        said: vec![Said::new()],
        indices: BTreeMap::from([(Said::new(), 0)]),
        taken: 0,
        joined: BTreeMap::new(),
        covered: 0,
        lists: BTreeMap::new(),
        notes,
    };
    let level = reader.level(file).map_err(|what| format!("{file}: {what}"))?.read(file)?;
    Ok(Import { level, notes: reader.notes })
}

/// The map, by the library.
fn load(file: &str, checked: Checked) -> Result<Map, String> {
    const MAP: &str = "map";
    let files = |path: &Path| -> io::Result<Cursor<Vec<u8>>> {
        let name = path.to_str().unwrap_or_default();
        let text = if name == MAP { Some(&checked.map) } else { checked.tilesets.get(name) };
        text.map(|text| Cursor::new(text.clone().into_bytes())).ok_or_else(|| io::ErrorKind::NotFound.into())
    };
    Loader::with_reader(files).load_tmx_map(MAP).map_err(|error| format!("{file}: {error}"))
}

/// A map as far as it is read.
struct Reader<'a> {
    map: &'a Map,
    width: usize,
    height: usize,
    /// For each cell the index of what is said of it.
    cells: Vec<usize>,
    /// What is said of cells, each once; first, nothing.
    said: Vec<Said>,
    /// The indices of the same.
    indices: BTreeMap<Said, usize>,
    /// How many bytes that takes, about.
    taken: usize,
    /// Which is said where something was said and something more is.
    joined: BTreeMap<(usize, usize), usize>,
    /// How many cells objects have covered so far.
    covered: usize,
    /// The lists of the level's text: entries, and what messages call them.
    lists: BTreeMap<&'static str, Vec<(String, String)>>,
    notes: Vec<String>,
}

impl<'a> Reader<'a> {
    /// The level's text.
    fn level(&mut self, file: &str) -> Result<LevelText, String> {
        if let Some(unknown) = self.map.properties.keys().filter(|key| !HEAD.contains(&key.as_str())).min() {
            return Err(format!("a map has no property '{unknown}'; there are '{}'", HEAD.join("', '")));
        }
        let mut head = said(&self.map.properties)?;
        let title = Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        head.entry("name".to_owned()).or_insert_with(|| Value::Text(title).to_string());
        for layer in self.map.layers() {
            self.layer(&layer)?;
        }
        let mut text = LevelText::new();
        text.head(&head);
        text.cells(self.width, &self.cells, &self.said)?;
        self.lists.iter().for_each(|(name, entries)| text.list(name, entries));
        Ok(text)
    }

    fn layer(&mut self, layer: &Layer<'a>) -> Result<(), String> {
        let name = &layer.name;
        let is_moved = layer.offset_x != 0.0 || layer.offset_y != 0.0;
        if is_moved || !layer.properties.is_empty() {
            self.notes.push(format!("the offset and the properties of the layer '{name}' are left out"));
        }
        match layer.layer_type() {
            LayerType::Tiles(TileLayer::Finite(tiles)) => self.tiles(name, &tiles),
            LayerType::Tiles(TileLayer::Infinite(_)) => Err(format!("the layer '{name}' is infinite")),
            LayerType::Objects(objects) => objects.objects().try_for_each(|object| {
                let label = format!("object {} '{}' on the layer '{name}'", object.id(), object.name);
                self.object(name, &label, &object).map_err(|what| format!("{label}: {what}"))
            }),
            LayerType::Image(_) => {
                self.notes.push(format!("the picture of the layer '{name}' is left out"));
                Ok(())
            }
            LayerType::Group(group) => group.layers().try_for_each(|layer| self.layer(&layer)),
        }
    }

    fn tiles(&mut self, layer: &str, tiles: &FiniteTileLayer<'a>) -> Result<(), String> {
        // By tileset and tile.
        let mut known: BTreeMap<(usize, u32), usize> = BTreeMap::new();
        let mut turned = None;
        for cell in 0..self.cells.len() {
            let (x, y) = (cell % self.width, cell / self.width);
            let Some(tile) = tiles.get_tile(x as i32, y as i32) else { continue };
            if tile.flip_h || tile.flip_v || tile.flip_d {
                turned.get_or_insert((x, y));
            }
            let number = (tile.tileset_index(), tile.id());
            let index = match known.get(&number) {
                Some(index) => *index,
                None => {
                    let said = tile_said(layer, &tile)
                        .map_err(|what| format!("({x}, {y}), on the layer '{layer}': {what}"))?;
                    let index = self.index(said)?;
                    known.insert(number, index);
                    index
                }
            };
            self.say(cell, index)?;
        }
        if let Some((x, y)) = turned {
            let what = format!(
                "tiles of the layer '{layer}' are turned or mirrored, the first at ({x}, {y}): that is left out"
            );
            self.notes.push(what);
        }
        Ok(())
    }

    /// The index of what is said.
    fn index(&mut self, said: Said) -> Result<usize, String> {
        if let Some(index) = self.indices.get(&said) {
            return Ok(*index);
        }
        self.taken += said.iter().map(|(key, value)| 100 + key.len() + value.len()).sum::<usize>();
        if self.taken > MAX_SAID {
            return Err("tiles and objects say more of the cells than any level does: take some away".to_owned());
        }
        let index = self.said.len();
        self.indices.insert(said.clone(), index);
        self.said.push(said);
        Ok(index)
    }

    /// Says something more of a cell; it is what counts, if both say the same field.
    fn say(&mut self, cell: usize, more: usize) -> Result<(), String> {
        let before = self.cells[cell];
        self.cells[cell] = match self.joined.get(&(before, more)) {
            Some(joined) => *joined,
            None => {
                let mut both = self.said[before].clone();
                both.extend(self.said[more].clone());
                let joined = self.index(both)?;
                self.joined.insert((before, more), joined);
                joined
            }
        };
        Ok(())
    }

    fn object(&mut self, layer: &str, label: &str, object: &Object<'a>) -> Result<(), String> {
        let (width, height) = match object.shape {
            ObjectShape::Rect { width, height } => (width, height),
            ObjectShape::Point(..) => (0.0, 0.0),
            _ => {
                self.notes.push(format!("{label} is neither a rectangle nor a point: it is left out"));
                return Ok(());
            }
        };
        // Scripts write a full turn, too.
        if object.rotation % 360.0 != 0.0 {
            return Err("it is turned: give a `facing` instead".to_owned());
        }
        let class = Class::of(&object.user_type, layer)?;
        // The place of an object with a picture is its lower left corner.
        let top = if object.tile_data().is_some() { object.y - height } else { object.y };
        let covered = Covered::of(self, (object.x, top), (width, height))?;
        let fields = said(&object.properties)?;
        let (x, y) = covered.middle;
        let all = entry(&fields, |_| true);
        let at = format!("at: ({x}, {y})");
        match class {
            Class::Cell => self.cover(&covered, fields)?,
            Class::Thing => self.list("things", label, format!("{at}, {all}")),
            Class::Lamp => self.list("things", label, format!("{at}, lamp: ({all})")),
            Class::Trigger => self.list("triggers", label, all),
            Class::Allow => self.list("allow", label, all),
            Class::Arrival | Class::Name if !object.name.is_empty() => {
                self.named(class, label, &values::said(&object.name)?, &covered, &all)?;
            }
            Class::Arrival | Class::Name => return Err("it needs a name".to_owned()),
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
            // The list of names has none without a letter.
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

    /// Says something of all cells that an object covers.
    fn cover(&mut self, covered: &Covered, said: Said) -> Result<(), String> {
        self.count(covered)?;
        let index = self.index(said)?;
        covered.cells().try_for_each(|(x, y)| self.say(y * self.width + x, index))
    }

    /// Counts the cells that an object covers.
    fn count(&mut self, covered: &Covered) -> Result<(), String> {
        self.covered += covered.cells().count();
        if self.covered <= MAX_COVERED {
            return Ok(());
        }
        Err(format!("up to here objects cover more than {MAX_COVERED} cells"))
    }
}

/// What a tile says where it lies on a layer.
fn tile_said(layer: &str, tile: &LayerTile) -> Result<Said, String> {
    let tileset = &tile.get_tileset().name;
    let none = Properties::new();
    let found = tile.get_tile();
    let properties = found.as_ref().map_or(&none, |found| &found.properties);
    let mut said =
        said(properties).map_err(|what| format!("the tile {} of the tileset '{tileset}': {what}", tile.id()))?;
    if said.is_empty() {
        let what = "says nothing: a tile says by its properties what it is, such as `wall`";
        return Err(format!("the tile {} of the tileset '{tileset}' {what}", tile.id()));
    }
    if let Some(texture) = said.remove("texture") {
        let key = match layer {
            "floors" => "floor",
            "ceilings" => "ceiling",
            "cells" => "wall",
            _ => return Err(format!("the texture {texture} means something on 'cells', 'floors' and 'ceilings' only")),
        };
        said.insert(key.to_owned(), texture);
    }
    Ok(said)
}

/// The cells that an object covers.
struct Covered {
    /// The cell in which its middle is.
    middle: (usize, usize),
    /// The upper left and the lower right one of those whose middles it covers; the middle one, if there are none.
    from: (usize, usize),
    to: (usize, usize),
}

impl Covered {
    fn of(reader: &Reader, (x, y): (f32, f32), (width, height): (f32, f32)) -> Result<Covered, String> {
        let sides =
            [(x, width, reader.map.tile_width, reader.width), (y, height, reader.map.tile_height, reader.height)];
        let mut spans = [(0, 0, 0); 2];
        for (span, (start, length, side, count)) in spans.iter_mut().zip(sides) {
            let (start, end) = (start / side as f32, (start + length) / side as f32);
            let middle = ((start + end) / 2.0).floor();
            // Numbers that are none are in no range.
            let is_inside =
                (0.0..count as f32).contains(&middle) && start >= -0.5 && end <= count as f32 + 0.5 && length >= 0.0;
            if !is_inside {
                return Err(format!("it is not on the map, at ({x}, {y}) with {width} by {height} pixels"));
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
