//! What is looked at before the library reads a map: that no number in it sizes an allocation or leads out of a list, that no layer
//! grows when it is unpacked, and that no other file is read than those beside it.
//!
//! The library is handed what was looked at here, written anew: so it cannot read anything else in the same bytes.

use crate::{defaults, elements, export::MAX_BYTES, paths, xml::Xml};
use base64::{Engine, engine::general_purpose::STANDARD};
use flate2::bufread::{GzDecoder, ZlibDecoder};
use level::{MAX_SIDE, XmlElement, read_xml};
use std::{collections::BTreeMap, io::Read, ops::RangeInclusive};

/// The most tags of a file, of all layers and of all tiles: more than any level needs, and a bound on what they take.
const MAX_TAGS: usize = 1_000_000;
const MAX_LAYERS: usize = 64;
const MAX_TILES: u32 = 100_000;
/// The longest side of a tile and of whatever lies round it, in pixels.
const MAX_PIXELS: u32 = 4096;
/// The longest side of an image, in pixels.
const MAX_IMAGE: u32 = 1_000_000;
/// The bits of a tile's number that say how it is turned.
const TURNED: u32 = 0xe000_0000;

/// The files of a map that may be read.
pub(crate) struct Checked {
    /// The map's file.
    pub(crate) map: String,
    /// The files of its tilesets, by their names in the map.
    pub(crate) tilesets: BTreeMap<String, String>,
    /// The elements that are not read, for people.
    pub(crate) notes: Vec<String>,
}

/// What is known while a map is looked at.
struct Guard<'a> {
    file: &'a str,
    width: usize,
    height: usize,
    /// The first number of each tileset and how many tiles it has.
    tiles: Vec<(u32, u32)>,
    layers: usize,
}

/// Looks at a map in a folder (see [`paths::inside`]) and at the files of its tilesets, which `read` gives by their paths from that folder.
///
/// # Errors
/// The first thing that is wrong, with the file, the line and the column.
pub(crate) fn check(
    folder: &str,
    file: &str,
    bytes: &[u8],
    mut read: impl FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Checked, String> {
    let (mut map, mut notes) = tree(file, bytes, "map")?;
    let mut guard = Guard { file, width: 0, height: 0, tiles: Vec::new(), layers: 0 };
    guard.map(&map)?;
    // By their paths from the folder: how many tiles they have, and their text.
    let mut files: BTreeMap<String, (u32, String)> = BTreeMap::new();
    for tileset in map.children.iter_mut().filter(|child| child.name == "tileset") {
        let first = guard.number(tileset, "firstgid", 1..=u32::MAX / 16)?;
        let count = match tileset.attribute("source").map(str::to_owned) {
            None => guard.tileset(tileset)?,
            Some(source) => {
                let path = guard.path(folder, tileset, &source)?;
                let name = format!("tilesets/{path}");
                if !files.contains_key(&name) {
                    let unreadable =
                        |error| guard.tell(tileset, format!("the tileset '{source}' cannot be read: {error}"));
                    let bytes = read(&path).map_err(unreadable)?;
                    let (other, more) = tree(&source, &bytes, "tileset")?;
                    let count = Guard { file: &source, tiles: Vec::new(), ..guard }.tileset(&other)?;
                    notes.extend(more.into_iter().map(|note| format!("{source}: {note}")));
                    files.insert(name.clone(), (count, anew(&other)));
                }
                let count = files[&name].0;
                tileset.attributes = vec![("firstgid".to_owned(), first.to_string()), ("source".to_owned(), name)];
                count
            }
        };
        guard.tiles.push((first, count));
        let all: u64 = guard.tiles.iter().map(|(_, count)| u64::from(*count)).sum();
        if all > u64::from(MAX_TILES) {
            return Err(
                guard.tell(tileset, format!("up to here the tilesets have {all} tiles; at most {MAX_TILES} are read"))
            );
        }
    }
    guard.layers(&map)?;
    let tilesets = files.into_iter().map(|(name, (_, text))| (name, text)).collect();
    Ok(Checked { map: anew(&map), tilesets, notes })
}

/// The root of an XML file, with all that is read of it, and notes of what is not.
fn tree(file: &str, bytes: &[u8], name: &str) -> Result<(XmlElement, Vec<String>), String> {
    let tags = bytes.iter().filter(|&&byte| byte == b'<').count();
    if tags > MAX_TAGS {
        return Err(format!("{file}: the file has {tags} tags; at most {MAX_TAGS} are read"));
    }
    let mut root = read_xml(file, bytes, MAX_BYTES).map_err(|error| error.to_string())?;
    if root.name != name {
        return Err(root.error(file, format!("this is a `<{}>`; a `<{name}>` is expected", root.name)).to_string());
    }
    let notes = elements::sift(file, &mut root)?;
    defaults::fill(&mut root);
    Ok((root, notes))
}

/// The file of what was looked at.
fn anew(root: &XmlElement) -> String {
    let mut xml = Xml::new();
    xml.tree(root);
    xml.finish()
}

impl Guard<'_> {
    /// A sentence about an element.
    fn tell(&self, element: &XmlElement, what: String) -> String {
        element.error(self.file, what).to_string()
    }

    /// A whole number of an element.
    fn number(&self, element: &XmlElement, name: &str, range: RangeInclusive<u32>) -> Result<u32, String> {
        let (least, most) = (range.start(), range.end());
        let Some(text) = element.attribute(name) else {
            let remedy =
                defaults::remedy(name).unwrap_or_else(|| format!("it is a whole number from {least} to {most}"));
            return Err(self.missing(element, name, &remedy));
        };
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let article = if element.name == "image" { "an" } else { "a" };
            let what = format!(
                "the `{name}` of {article} `<{}>` is a whole number from {least} to {most}, not '{text}'",
                element.name
            );
            self.tell(element, what)
        })
    }

    /// A sentence about an attribute that an element lacks.
    fn missing(&self, element: &XmlElement, name: &str, remedy: &str) -> String {
        self.tell(element, format!("the `{name}` of a `<{}>` is missing: {remedy}", element.name))
    }

    /// The path of a tileset's file from the map's folder.
    fn path(&self, folder: &str, tileset: &XmlElement, source: &str) -> Result<String, String> {
        paths::inside(folder, source).ok_or_else(|| {
            let what = format!(
                "the tileset '{source}' lies elsewhere: put it into the folder of the map, or into the map (in Tiled, Embed Tileset below the list of tilesets)"
            );
            self.tell(tileset, what)
        })
    }

    fn map(&mut self, map: &XmlElement) -> Result<(), String> {
        let orientation = map.attribute("orientation").unwrap_or("orthogonal");
        if orientation != "orthogonal" {
            return Err(self.tell(map, format!("the map is {orientation}: only orthogonal ones can be levels")));
        }
        if map.attribute("infinite").is_some_and(|infinite| infinite != "0") {
            return Err(
                self.tell(map, "the map is infinite: make it finite (Map, Map Properties, Infinite)".to_owned())
            );
        }
        let sides = 3..=MAX_SIDE as u32;
        self.width = self.number(map, "width", sides.clone())? as usize;
        self.height = self.number(map, "height", sides)? as usize;
        self.number(map, "tilewidth", 1..=MAX_PIXELS)?;
        self.number(map, "tileheight", 1..=MAX_PIXELS)?;
        self.whole(map)
    }

    /// No element lacks what the library needs. No object is made after a template: that would be another file, which may name others in turn.
    fn whole(&self, element: &XmlElement) -> Result<(), String> {
        if let Some(name) = defaults::missing(element) {
            return Err(self.missing(element, name, "add it, or remove the element"));
        }
        if element.name == "object" {
            for name in ["id", "gid", "x", "y", "width", "height", "rotation"] {
                let text = element.attribute(name).unwrap_or("0");
                let is_number =
                    if name.ends_with("id") { text.parse::<u32>().is_ok() } else { text.parse::<f32>().is_ok() };
                if !is_number {
                    return Err(self.tell(element, format!("the `{name}` of an `<object>` is a number, not '{text}'")));
                }
            }
        }
        if element.attribute("template").is_some() {
            let what = "this object is made after a template: detach it (its menu, Detach)";
            return Err(self.tell(element, what.to_owned()));
        }
        element.children.iter().try_for_each(|child| self.whole(child))
    }

    /// How many tiles a tileset has.
    fn tileset(&self, tileset: &XmlElement) -> Result<u32, String> {
        self.whole(tileset)?;
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
        // Tiles of pictures of their own may have any number.
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
            return Err(self.tell(layer, format!("there are more than {MAX_LAYERS} layers of tiles")));
        }
        let name = layer.attribute("name").unwrap_or_default();
        let size = ["width", "height"].map(|side| layer.attribute(side).unwrap_or_default());
        if size != [self.width, self.height].map(|side| side.to_string()) {
            let what = format!(
                "the layer '{name}' is {} by {} cells, the map {} by {}",
                size[0], size[1], self.width, self.height
            );
            return Err(self.tell(layer, what));
        }
        let datas: Vec<&XmlElement> = layer.children.iter().filter(|child| child.name == "data").collect();
        let [data] = datas[..] else {
            return Err(self.tell(layer, format!("the layer '{name}' has {} times its tiles, not once", datas.len())));
        };
        let numbers = self.numbers(data).map_err(|what| self.tell(data, format!("the layer '{name}': {what}")))?;
        for (cell, number) in numbers.into_iter().enumerate() {
            let tile = number & !TURNED;
            let is_known = tile == 0 || self.tiles.iter().any(|&(first, count)| tile >= first && tile - first < count);
            if !is_known {
                let (x, y) = (cell % self.width, cell / self.width);
                let what = format!("the layer '{name}': no tileset has the tile {tile}, which is at ({x}, {y})");
                return Err(self.tell(data, what));
            }
        }
        Ok(())
    }

    /// The numbers of a layer's tiles, one for each cell.
    fn numbers(&self, data: &XmlElement) -> Result<Vec<u32>, String> {
        let cells = self.width * self.height;
        if !data.children.is_empty() {
            return Err(
                "its tiles are elements or chunks: save them as CSV or as Base64 (Map Properties, Tile Layer Format)"
                    .to_owned(),
            );
        }
        let wrong_count = |count: String| format!("it has {count} tiles for {cells} cells");
        let numbers = match (data.attribute("encoding"), data.attribute("compression").filter(|name| !name.is_empty()))
        {
            (Some("csv"), None) => {
                let numbers = data.text.split(',').take(cells + 1).map(|number| {
                    number.trim().parse().map_err(|_| format!("'{}' is no number of a tile", number.trim()))
                });
                numbers.collect::<Result<Vec<u32>, String>>()?
            }
            (Some("base64"), compression) => {
                let packed = STANDARD.decode(data.text.trim()).map_err(|error| format!("it is no Base64: {error}"))?;
                let bytes = unpacked(&packed, compression, cells * 4 + 1)?;
                if bytes.len() % 4 != 0 {
                    return Err(wrong_count(format!("{} bytes and not four times as many", bytes.len())));
                }
                bytes.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect()
            }
            (encoding, compression) => {
                let (encoding, compression) = (encoding.unwrap_or("none"), compression.unwrap_or("none"));
                return Err(format!(
                    "its encoding is {encoding} and its compression {compression}: save it as CSV, or as Base64 with zlib or gzip"
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

/// What was packed, as far as `most` bytes.
fn unpacked(packed: &[u8], compression: Option<&str>, most: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let most = most as u64;
    let read = match compression {
        None => packed.take(most).read_to_end(&mut bytes),
        Some("zlib") => ZlibDecoder::new(packed).take(most).read_to_end(&mut bytes),
        Some("gzip") => GzDecoder::new(packed).take(most).read_to_end(&mut bytes),
        Some(other) => {
            return Err(format!("its compression is {other}: save it as CSV, or as Base64 with zlib or gzip"));
        }
    };
    read.map_err(|error| format!("its tiles cannot be unpacked: {error}"))?;
    Ok(bytes)
}
