//! Checks a map before the library reads it. No number in it may size an allocation or exceed a list, no layer may grow
//! when it is unpacked, and no files except tilesets in the map's folder may be read.
//!
//! The library receives a rewritten copy of what was checked, so it cannot interpret the same bytes differently.

use crate::{
    defaults, elements,
    export::MAX_BYTES,
    layer_data::{self, TileNumber},
    notes::Notes,
    numbers, paths, properties,
    xml::Xml,
};
use level::{MAX_SIDE, XmlElement, read_xml};
use std::{collections::BTreeMap, ops::RangeInclusive};

/// Limits for the tags of a file, the layers and the tiles: more than any level needs, and a bound on memory.
const MAX_TAGS: usize = 1_000_000;
const MAX_LAYERS: usize = 64;
const MAX_TILES: u32 = 100_000;
/// Maximum side of a tile, and maximum of its margin and spacing, in pixels.
const MAX_PIXELS: u32 = 4096;
/// Maximum side of an image, in pixels.
const MAX_IMAGE: u32 = 1_000_000;
/// The attributes of a layer that move it.
const OFFSETS: [&str; 4] = ["x", "y", "offsetx", "offsety"];

/// The checked files of a map.
pub(crate) struct Checked {
    /// Contents of the map file.
    pub(crate) map: String,
    /// Contents of the tileset files, by their names in the map.
    pub(crate) tilesets: BTreeMap<String, String>,
    /// Notes for the user about elements that are not read.
    pub(crate) notes: Vec<String>,
}

/// State of the check.
struct Guard<'a> {
    file: &'a str,
    width: usize,
    height: usize,
    /// Number of tiles of each tileset, by its first number.
    tiles: BTreeMap<u32, u32>,
    layers: usize,
    notes: Notes,
}

/// The tileset files of a map.
struct TilesetFiles<'a> {
    /// The map's folder.
    folder: &'a str,
    /// Returns a file by its path relative to the folder.
    read: &'a mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
    /// Number of tiles and contents of each file, by its path relative to the folder.
    files: BTreeMap<String, (u32, String)>,
    notes: Vec<String>,
}

/// Checks a map in a folder (see [`paths::inside`]) and its tileset files. `read` returns a tileset file by its path
/// relative to that folder.
///
/// # Errors
/// The first error, with file, line and column.
pub(crate) fn check(
    folder: &str,
    file: &str,
    bytes: &[u8],
    mut read: impl FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Checked, String> {
    let mut notes = Notes::new();
    let mut map = tree(file, bytes, "map", &mut notes)?;
    let mut guard = Guard { file, width: 0, height: 0, tiles: BTreeMap::new(), layers: 0, notes };
    guard.map(&mut map)?;
    let mut tilesets = TilesetFiles { folder, read: &mut read, files: BTreeMap::new(), notes: Vec::new() };
    for tileset in map.children.iter_mut().filter(|child| child.name == "tileset") {
        guard.tileset_of_map(tileset, &mut tilesets)?;
    }
    guard.layers(&mut map)?;
    sort(&mut map);
    let notes = guard.notes.finish().into_iter().chain(tilesets.notes).collect();
    let tilesets = tilesets.files.into_iter().map(|(name, (_, text))| (name, text)).collect();
    Ok(Checked { map: rewritten(&map), tilesets, notes })
}

/// Parses an XML file. Returns its root with everything that is read, and adds notes about everything else.
fn tree(file: &str, bytes: &[u8], name: &str, notes: &mut Notes) -> Result<XmlElement, String> {
    let tags = bytes.iter().filter(|&&byte| byte == b'<').count();
    if tags > MAX_TAGS {
        return Err(format!("{file}: the file must have at most {MAX_TAGS} tags, got {tags}"));
    }
    if let Some(found) = other_format(bytes, name) {
        return Err(format!("{file}:1:1: the `<{name}>` must be XML, got {found}"));
    }
    let mut root = read_xml(file, bytes, MAX_BYTES).map_err(|error| error.to_string())?;
    if root.name != name {
        return Err(root.error(file, format!("the file must be a `<{name}>`, got `<{}>`", root.name)).to_string());
    }
    elements::filter(file, &mut root, notes)?;
    numbers::tidy(&mut root);
    defaults::fill(&mut root);
    properties::check(file, &mut root, notes)?;
    Ok(root)
}

/// Returns the format of a file with a hint if it is one of Tiled's other formats.
fn other_format(bytes: &[u8], name: &str) -> Option<&'static str> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    match (text, name) {
        ([0x1f, 0x8b, ..], _) => Some("a gzip file: unpack it first"),
        ([b'{', ..], "map") => Some("JSON: save it as .tmx in Tiled"),
        ([b'{', ..], _) => Some("JSON: save it as .tsx in Tiled"),
        _ => None,
    }
}

/// Moves the tilesets of a checked map before its layers, by their first numbers. The library does not find the tile of
/// a number if its tileset comes later or a tileset with smaller numbers does, and drops it without a message.
fn sort(map: &mut XmlElement) {
    map.children.sort_by_key(|child| {
        let first = child.attribute("firstgid").and_then(|first| first.parse::<u32>().ok());
        (child.name != "tileset", first)
    });
}

/// Returns the contents of a file rewritten from what was checked.
fn rewritten(root: &XmlElement) -> String {
    let mut xml = Xml::new();
    xml.tree(root);
    xml.finish()
}

impl Guard<'_> {
    /// Returns an error message with the place of an element.
    fn error(&self, element: &XmlElement, what: String) -> String {
        element.error(self.file, what).to_string()
    }

    /// Reads a whole number from an attribute.
    fn number(&self, element: &XmlElement, name: &str, range: RangeInclusive<u32>) -> Result<u32, String> {
        let (min, max) = (range.start(), range.end());
        let Some(text) = element.attribute(name) else {
            let remedy =
                defaults::remedy(name).unwrap_or_else(|| format!("it must be a whole number from {min} to {max}"));
            return Err(self.missing(element, name, &remedy));
        };
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| self.wrong(element, name, &format!("a whole number from {min} to {max}")))
    }

    /// Returns the error for a wrong attribute.
    fn wrong(&self, element: &XmlElement, name: &str, expected: &str) -> String {
        let text = element.attribute(name).unwrap_or_default();
        let article = if element.name.starts_with(['i', 'o']) { "an" } else { "a" };
        self.error(element, format!("the `{name}` of {article} `<{}>` must be {expected}, got '{text}'", element.name))
    }

    /// Returns the error for a missing attribute.
    fn missing(&self, element: &XmlElement, name: &str, remedy: &str) -> String {
        self.error(element, format!("the `{name}` of a `<{}>` is missing: {remedy}", element.name))
    }

    /// Returns the path of a tileset file relative to the map's folder.
    fn path(&self, folder: &str, tileset: &XmlElement, source: &str) -> Result<String, String> {
        paths::inside(folder, source).ok_or_else(|| {
            let what = format!(
                "the tileset '{source}' must be inside the folder of the map: move it there, or use \
                 Embed Tileset in Tiled"
            );
            self.error(tileset, what)
        })
    }

    fn map(&mut self, map: &mut XmlElement) -> Result<(), String> {
        let orientation = map.attribute("orientation").unwrap_or("orthogonal");
        if orientation != "orthogonal" {
            return Err(self.error(map, format!("the orientation of the map must be orthogonal, got {orientation}")));
        }
        match map.attribute("infinite") {
            None | Some("0") => {}
            Some("1") => {
                let what = "the map must not be infinite: turn off Map > Map Properties > Infinite";
                return Err(self.error(map, what.to_owned()));
            }
            Some(_) => return Err(self.wrong(map, "infinite", "0 or 1")),
        }
        let sides = 3..=MAX_SIDE as u32;
        self.width = self.number(map, "width", sides.clone())? as usize;
        self.height = self.number(map, "height", sides)? as usize;
        self.number(map, "tilewidth", 1..=MAX_PIXELS)?;
        self.number(map, "tileheight", 1..=MAX_PIXELS)?;
        self.check_complete(map)
    }

    /// Checks a tileset of the map, and its file if it has one.
    fn tileset_of_map(&mut self, tileset: &mut XmlElement, others: &mut TilesetFiles) -> Result<(), String> {
        let first = self.number(tileset, "firstgid", 1..=u32::MAX / 16)?;
        if self.tiles.contains_key(&first) {
            let what = format!("the `firstgid` of a `<tileset>` must be its own, got {first} for the second time");
            return Err(self.error(tileset, what));
        }
        let count = match tileset.attribute("source").map(str::to_owned) {
            None => self.tileset(tileset)?,
            Some(source) => {
                let name = self.tileset_file(tileset, &source, others)?;
                let count = others.files[&name].0;
                tileset.attributes = vec![("firstgid".to_owned(), first.to_string()), ("source".to_owned(), name)];
                for child in std::mem::take(&mut tileset.children) {
                    self.notes
                        .add(&child, &format!("`<{}>` inside a `<tileset>` with a `source` is not read", child.name));
                }
                count
            }
        };
        self.tiles.insert(first, count);
        let all: u64 = self.tiles.values().map(|count| u64::from(*count)).sum();
        if all > u64::from(MAX_TILES) {
            let what = format!("all tilesets together must have at most {MAX_TILES} tiles, got {all} up to this one");
            return Err(self.error(tileset, what));
        }
        Ok(())
    }

    /// Reads and checks the file of a tileset unless this has been done before. Returns its name in the checked copy.
    fn tileset_file(&self, tileset: &XmlElement, source: &str, others: &mut TilesetFiles) -> Result<String, String> {
        let path = self.path(others.folder, tileset, source)?;
        let name = format!("tilesets/{path}");
        if !others.files.contains_key(&name) {
            let unreadable = |error| self.error(tileset, format!("the tileset '{source}' cannot be read: {error}"));
            let bytes = (others.read)(&path).map_err(unreadable)?;
            let mut notes = Notes::new();
            let root = tree(source, &bytes, "tileset", &mut notes)?;
            let guard = Guard { file: source, width: 0, height: 0, tiles: BTreeMap::new(), layers: 0, notes };
            let count = guard.tileset(&root)?;
            others.notes.extend(guard.notes.finish().into_iter().map(|note| format!("{source}: {note}")));
            others.files.insert(name.clone(), (count, rewritten(&root)));
        }
        Ok(name)
    }

    /// Checks that no element lacks what the library needs, and that all numbers are numbers. Object templates are
    /// rejected, because they are further files that can refer to others.
    fn check_complete(&self, element: &XmlElement) -> Result<(), String> {
        if let Some(name) = defaults::missing(element) {
            return Err(self.missing(element, name, "add it, or remove the element"));
        }
        let has = |name: &&str| element.attribute(name).is_some();
        match element.name.as_str() {
            "layer" | "objectgroup" | "imagelayer" | "group" | "object" => {
                if has(&"id") {
                    self.number(element, "id", 0..=u32::MAX)?;
                }
                let others = if element.name == "object" {
                    ["x", "y", "width", "height", "rotation"].iter()
                } else {
                    OFFSETS.iter()
                };
                let is_wrong = |name: &&str| element.attribute(name).is_some_and(|text| text.parse::<f32>().is_err());
                if let Some(name) = others.copied().find(is_wrong) {
                    return Err(self.wrong(element, name, "a number"));
                }
            }
            "image" | "tile" => {
                for name in ["x", "y", "width", "height"].into_iter().filter(has) {
                    self.number(element, name, 0..=MAX_IMAGE)?;
                }
            }
            "polygon" | "polyline" => self.points(element)?,
            _ => {}
        }
        if element.attribute("template").is_some() {
            let what = "objects with a template are not supported: use Detach in the object's menu";
            return Err(self.error(element, what.to_owned()));
        }
        element.children.iter().try_for_each(|child| self.check_complete(child))
    }

    /// Checks the points of a shape.
    fn points(&self, shape: &XmlElement) -> Result<(), String> {
        let is_number = |text: &str| text.parse::<f32>().is_ok();
        let is_point = |point: &str| point.split_once(',').is_some_and(|(x, y)| is_number(x) && is_number(y));
        if shape.attribute("points").unwrap_or_default().split(' ').all(is_point) {
            return Ok(());
        }
        Err(self.wrong(shape, "points", "pairs of numbers such as '0,0 64,32'"))
    }

    /// Checks a tileset and returns its number of tiles.
    fn tileset(&self, tileset: &XmlElement) -> Result<u32, String> {
        self.check_complete(tileset)?;
        self.number(tileset, "tilewidth", 1..=MAX_PIXELS)?;
        self.number(tileset, "tileheight", 1..=MAX_PIXELS)?;
        for name in ["margin", "spacing"].into_iter().filter(|name| tileset.attribute(name).is_some()) {
            self.number(tileset, name, 0..=MAX_PIXELS)?;
        }
        self.number(tileset, "columns", 0..=MAX_TILES)?;
        let count = self.number(tileset, "tilecount", 0..=MAX_TILES)?;
        // Tiles with their own images may have any number.
        tileset.children.iter().filter(|child| child.name == "tile").try_fold(count, |count, tile| {
            let id = self.number(tile, "id", 0..=MAX_TILES - 1)?;
            Ok(count.max(id + 1))
        })
    }

    fn layers(&mut self, group: &mut XmlElement) -> Result<(), String> {
        for layer in &mut group.children {
            match layer.name.as_str() {
                "layer" => self.layer(layer)?,
                "objectgroup" => layer.children.iter_mut().try_for_each(|object| self.object(object))?,
                "group" => self.layers(layer)?,
                "imagelayer" => {}
                _ => continue,
            }
            self.note_offset(layer);
        }
        Ok(())
    }

    /// Adds a note about the offset of a layer, if it has one, and removes it.
    fn note_offset(&mut self, layer: &mut XmlElement) {
        let is_zero = |text: &str| text.parse::<f32>().is_ok_and(|offset| offset == 0.0);
        let offsets: Vec<String> = OFFSETS
            .iter()
            .filter_map(|name| Some((name, layer.attribute(name)?)))
            .filter(|(_, offset)| !is_zero(offset))
            .map(|(name, offset)| format!("{name} {offset}"))
            .collect();
        layer.attributes.retain(|(name, _)| !OFFSETS.contains(&name.as_str()));
        if !offsets.is_empty() {
            let (name, offsets) = (layer.attribute("name").unwrap_or_default(), offsets.join(", "));
            let what =
                format!("the position of the layer '{name}' is not read ({offsets}): its parts stay in their cells");
            self.notes.add(layer, &what);
        }
    }

    fn layer(&mut self, layer: &mut XmlElement) -> Result<(), String> {
        self.layers += 1;
        if self.layers > MAX_LAYERS {
            return Err(self.error(layer, format!("a map must have at most {MAX_LAYERS} tile layers")));
        }
        let name = layer.attribute("name").unwrap_or_default().to_owned();
        let size = ["width", "height"].map(|side| layer.attribute(side).unwrap_or_default());
        if size != [self.width, self.height].map(|side| side.to_string()) {
            let what = format!(
                "the layer '{name}' must be {} by {} cells like the map, got {} by {}",
                self.width, self.height, size[0], size[1]
            );
            return Err(self.error(layer, what));
        }
        let count = layer.children.iter().filter(|child| child.name == "data").count();
        let data = layer.children.iter_mut().find(|child| child.name == "data").filter(|_| count == 1);
        let Some(data) = data else {
            return Err(self.error(layer, format!("the layer '{name}' must have exactly one `<data>`, got {count}")));
        };
        let numbers = layer_data::decode(data, self.width, self.height)
            .map_err(|what| self.error(data, format!("the layer '{name}': {what}")))?;
        let place = |cell: usize| format!("({}, {})", cell % self.width, cell / self.width);
        if let Some((cell, number)) = numbers.iter().enumerate().find(|(_, number)| !self.is_known(**number)) {
            let what = format!("the layer '{name}': no tileset has the tile {} at {}", number.tile, place(cell));
            return Err(self.error(data, what));
        }
        layer_data::encode(data, &numbers);
        if let Some(cell) = numbers.iter().position(|number| number.is_turned) {
            let what = format!(
                "the flips and rotations of the tiles on the layer '{name}' are not read, the first at {}: a tile means \
                 the same in every direction",
                place(cell)
            );
            self.notes.add(layer, &what);
        }
        Ok(())
    }

    /// Returns true if a tile number is 0 or belongs to a tileset.
    fn is_known(&self, TileNumber { tile, .. }: TileNumber) -> bool {
        // If tilesets overlap, the last one that begins at or below the number has the tile.
        tile == 0 || self.tiles.range(..=tile).next_back().is_some_and(|(first, count)| tile - first < *count)
    }

    /// Checks the tile that an object shows, if any, and removes its flips.
    fn object(&mut self, object: &mut XmlElement) -> Result<(), String> {
        let Some(gid) = object.attribute("gid") else { return Ok(()) };
        let Some(number) = TileNumber::read(gid) else { return Err(self.wrong(object, "gid", "a whole number")) };
        let name = object.attribute("name").unwrap_or_default();
        if !self.is_known(number) {
            let what = format!("no tileset has the tile {} of the object '{name}'", number.tile);
            return Err(self.error(object, what));
        }
        if number.is_turned {
            self.notes.add(object, &format!("the flips of the object '{name}' are not read"));
        }
        object.attributes.retain(|(name, _)| name != "gid");
        if number.tile != 0 {
            object.attributes.push(("gid".to_owned(), number.tile.to_string()));
        }
        Ok(())
    }
}
