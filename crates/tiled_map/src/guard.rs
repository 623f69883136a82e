//! Checks a map before the library reads it. No number in it may size an allocation or exceed a list, no layer may grow
//! when it is unpacked, and no files except tilesets in the map's folder may be read.
//!
//! The library receives a rewritten copy of what was checked, so it cannot interpret the same bytes differently.

use crate::{defaults, elements, export::MAX_BYTES, paths, xml::Xml};
use base64::{Engine, engine::general_purpose::STANDARD};
use flate2::bufread::{GzDecoder, ZlibDecoder};
use level::{MAX_SIDE, XmlElement, read_xml};
use std::{collections::BTreeMap, io::Read, ops::RangeInclusive};

/// Limits for the tags of a file, the layers and the tiles: more than any level needs, and a bound on memory.
const MAX_TAGS: usize = 1_000_000;
const MAX_LAYERS: usize = 64;
const MAX_TILES: u32 = 100_000;
/// Maximum side of a tile, and maximum of its margin and spacing, in pixels.
const MAX_PIXELS: u32 = 4096;
/// Maximum side of an image, in pixels.
const MAX_IMAGE: u32 = 1_000_000;
/// Bits of a tile number that mark flipped and rotated tiles.
const FLIP_BITS: u32 = 0xe000_0000;

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
    /// First number and number of tiles of each tileset.
    tiles: Vec<(u32, u32)>,
    layers: usize,
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
    let (mut map, mut notes) = tree(file, bytes, "map")?;
    let mut guard = Guard { file, width: 0, height: 0, tiles: Vec::new(), layers: 0 };
    guard.map(&map)?;
    // By path relative to the folder: the number of tiles, and the contents.
    let mut files: BTreeMap<String, (u32, String)> = BTreeMap::new();
    for tileset in map.children.iter_mut().filter(|child| child.name == "tileset") {
        let first = guard.number(tileset, "firstgid", 1..=u32::MAX / 16)?;
        if guard.tiles.iter().any(|&(other, _)| other == first) {
            let what = format!("the `firstgid` of a `<tileset>` must be its own, got {first} for the second time");
            return Err(guard.error(tileset, what));
        }
        let count = match tileset.attribute("source").map(str::to_owned) {
            None => guard.tileset(tileset)?,
            Some(source) => {
                let path = guard.path(folder, tileset, &source)?;
                let name = format!("tilesets/{path}");
                if !files.contains_key(&name) {
                    let unreadable =
                        |error| guard.error(tileset, format!("the tileset '{source}' cannot be read: {error}"));
                    let bytes = read(&path).map_err(unreadable)?;
                    let (other, more) = tree(&source, &bytes, "tileset")?;
                    let count = Guard { file: &source, tiles: Vec::new(), ..guard }.tileset(&other)?;
                    notes.extend(more.into_iter().map(|note| format!("{source}: {note}")));
                    files.insert(name.clone(), (count, rewritten(&other)));
                }
                let count = files[&name].0;
                tileset.attributes = vec![("firstgid".to_owned(), first.to_string()), ("source".to_owned(), name)];
                count
            }
        };
        guard.tiles.push((first, count));
        let all: u64 = guard.tiles.iter().map(|(_, count)| u64::from(*count)).sum();
        if all > u64::from(MAX_TILES) {
            return Err(guard.error(
                tileset,
                format!("all tilesets together must have at most {MAX_TILES} tiles, got {all} up to this one"),
            ));
        }
    }
    guard.layers(&map)?;
    sort(&mut map);
    let tilesets = files.into_iter().map(|(name, (_, text))| (name, text)).collect();
    Ok(Checked { map: rewritten(&map), tilesets, notes })
}

/// Parses an XML file. Returns its root with everything that is read, and notes about everything else.
fn tree(file: &str, bytes: &[u8], name: &str) -> Result<(XmlElement, Vec<String>), String> {
    let tags = bytes.iter().filter(|&&byte| byte == b'<').count();
    if tags > MAX_TAGS {
        return Err(format!("{file}: the file must have at most {MAX_TAGS} tags, got {tags}"));
    }
    let mut root = read_xml(file, bytes, MAX_BYTES).map_err(|error| error.to_string())?;
    if root.name != name {
        return Err(root.error(file, format!("the file must be a `<{name}>`, got `<{}>`", root.name)).to_string());
    }
    let notes = elements::filter(file, &mut root)?;
    defaults::fill(&mut root);
    Ok((root, notes))
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
        number.ok_or_else(|| {
            let article = if element.name == "image" { "an" } else { "a" };
            let what = format!(
                "the `{name}` of {article} `<{}>` must be a whole number from {min} to {max}, got '{text}'",
                element.name
            );
            self.error(element, what)
        })
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

    fn map(&mut self, map: &XmlElement) -> Result<(), String> {
        let orientation = map.attribute("orientation").unwrap_or("orthogonal");
        if orientation != "orthogonal" {
            return Err(self.error(map, format!("the orientation of the map must be orthogonal, got {orientation}")));
        }
        if map.attribute("infinite").is_some_and(|infinite| infinite != "0") {
            return Err(
                self.error(map, "the map must not be infinite: turn off Map > Map Properties > Infinite".to_owned())
            );
        }
        let sides = 3..=MAX_SIDE as u32;
        self.width = self.number(map, "width", sides.clone())? as usize;
        self.height = self.number(map, "height", sides)? as usize;
        self.number(map, "tilewidth", 1..=MAX_PIXELS)?;
        self.number(map, "tileheight", 1..=MAX_PIXELS)?;
        self.check_complete(map)
    }

    /// Checks that no element lacks what the library needs. Object templates are rejected, because they are further
    /// files that can refer to others.
    fn check_complete(&self, element: &XmlElement) -> Result<(), String> {
        if let Some(name) = defaults::missing(element) {
            return Err(self.missing(element, name, "add it, or remove the element"));
        }
        if element.name == "object" {
            for name in ["id", "gid", "x", "y", "width", "height", "rotation"] {
                let text = element.attribute(name).unwrap_or("0");
                let is_number =
                    if name.ends_with("id") { text.parse::<u32>().is_ok() } else { text.parse::<f32>().is_ok() };
                if !is_number {
                    return Err(
                        self.error(element, format!("the `{name}` of an `<object>` must be a number, got '{text}'"))
                    );
                }
            }
        }
        if element.attribute("template").is_some() {
            let what = "objects with a template are not supported: use Detach in the object's menu";
            return Err(self.error(element, what.to_owned()));
        }
        element.children.iter().try_for_each(|child| self.check_complete(child))
    }

    /// Checks a tileset and returns its number of tiles.
    fn tileset(&self, tileset: &XmlElement) -> Result<u32, String> {
        self.check_complete(tileset)?;
        self.number(tileset, "tilewidth", 1..=MAX_PIXELS)?;
        self.number(tileset, "tileheight", 1..=MAX_PIXELS)?;
        for name in ["margin", "spacing"].into_iter().filter(|name| tileset.attribute(name).is_some()) {
            self.number(tileset, name, 0..=MAX_PIXELS)?;
        }
        for image in tileset.children.iter().filter(|child| child.name == "image") {
            self.number(image, "width", 0..=MAX_IMAGE)?;
            self.number(image, "height", 0..=MAX_IMAGE)?;
        }
        self.number(tileset, "columns", 0..=MAX_TILES)?;
        let count = self.number(tileset, "tilecount", 0..=MAX_TILES)?;
        // Tiles with their own images may have any number.
        tileset.children.iter().filter(|child| child.name == "tile").try_fold(count, |count, tile| {
            let id = self.number(tile, "id", 0..=MAX_TILES - 1)?;
            Ok(count.max(id + 1))
        })
    }

    fn layers(&mut self, group: &XmlElement) -> Result<(), String> {
        for layer in &group.children {
            match layer.name.as_str() {
                "layer" => self.layer(layer)?,
                "group" => self.layers(layer)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn layer(&mut self, layer: &XmlElement) -> Result<(), String> {
        self.layers += 1;
        if self.layers > MAX_LAYERS {
            return Err(self.error(layer, format!("a map must have at most {MAX_LAYERS} tile layers")));
        }
        let name = layer.attribute("name").unwrap_or_default();
        let size = ["width", "height"].map(|side| layer.attribute(side).unwrap_or_default());
        if size != [self.width, self.height].map(|side| side.to_string()) {
            let what = format!(
                "the layer '{name}' must be {} by {} cells like the map, got {} by {}",
                self.width, self.height, size[0], size[1]
            );
            return Err(self.error(layer, what));
        }
        let datas: Vec<&XmlElement> = layer.children.iter().filter(|child| child.name == "data").collect();
        let [data] = datas[..] else {
            return Err(
                self.error(layer, format!("the layer '{name}' must have exactly one `<data>`, got {}", datas.len()))
            );
        };
        let numbers = self.numbers(data).map_err(|what| self.error(data, format!("the layer '{name}': {what}")))?;
        for (cell, number) in numbers.into_iter().enumerate() {
            let tile = number & !FLIP_BITS;
            let is_known = tile == 0 || self.tiles.iter().any(|&(first, count)| tile >= first && tile - first < count);
            if !is_known {
                let (x, y) = (cell % self.width, cell / self.width);
                let what = format!("the layer '{name}': no tileset has the tile {tile} at ({x}, {y})");
                return Err(self.error(data, what));
            }
        }
        Ok(())
    }

    /// Returns the tile numbers of a layer, one per cell.
    fn numbers(&self, data: &XmlElement) -> Result<Vec<u32>, String> {
        let cells = self.width * self.height;
        if !data.children.is_empty() {
            return Err("its tiles must be CSV or Base64, got elements or chunks: \
                 change Map > Map Properties > Tile Layer Format"
                .to_owned());
        }
        let wrong_count = |count: String| format!("it must have {cells} tiles, one per cell, got {count}");
        let numbers = match (data.attribute("encoding"), data.attribute("compression").filter(|name| !name.is_empty()))
        {
            (Some("csv"), None) => {
                let numbers = data.text.split(',').take(cells + 1).map(|number| {
                    number.trim().parse().map_err(|_| format!("'{}' is not a tile number", number.trim()))
                });
                numbers.collect::<Result<Vec<u32>, String>>()?
            }
            (Some("base64"), compression) => {
                let packed = STANDARD.decode(data.text.trim()).map_err(|error| format!("invalid Base64: {error}"))?;
                let bytes = unpacked(&packed, compression, cells * 4 + 1)?;
                if bytes.len() % 4 != 0 {
                    return Err(wrong_count(format!("{} bytes, which is not four per tile", bytes.len())));
                }
                bytes.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect()
            }
            (encoding, compression) => {
                let (encoding, compression) = (encoding.unwrap_or("none"), compression.unwrap_or("none"));
                return Err(format!(
                    "its format must be CSV, or Base64 with zlib or gzip, \
                     got encoding {encoding} and compression {compression}"
                ));
            }
        };
        match numbers.len() {
            count if count > cells => Err(wrong_count("more".to_owned())),
            count if count < cells => Err(wrong_count(format!("only {count}"))),
            _ => Ok(numbers),
        }
    }
}

/// Unpacks data, up to `most` bytes.
fn unpacked(packed: &[u8], compression: Option<&str>, most: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let most = most as u64;
    let read = match compression {
        None => packed.take(most).read_to_end(&mut bytes),
        Some("zlib") => ZlibDecoder::new(packed).take(most).read_to_end(&mut bytes),
        Some("gzip") => GzDecoder::new(packed).take(most).read_to_end(&mut bytes),
        Some(other) => {
            return Err(format!("its compression must be zlib or gzip, got {other}"));
        }
    };
    read.map_err(|error| format!("its tiles cannot be unpacked: {error}"))?;
    Ok(bytes)
}
