//! The tile numbers of a layer, in every encoding that Tiled and scripts write.

use crate::numbers;
use base64::{
    Engine,
    alphabet::STANDARD,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use flate2::{
    Compression,
    bufread::{MultiGzDecoder, ZlibDecoder},
    read::ZlibEncoder,
};
use level::XmlElement;
use std::io::Read;

/// Bits of a tile number that mark flipped and rotated tiles.
const FLIP_BITS: u32 = 0xf000_0000;
/// The two bytes with which gzip data begins.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// How the format of layers is changed in Tiled.
const REMEDY: &str = "change Map > Map Properties > Tile Layer Format";
/// Base64 with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Number of a tile, without its orientation.
#[derive(Clone, Copy)]
pub(crate) struct TileNumber {
    /// Number among the tiles of all tilesets, or 0 for none.
    pub(crate) tile: u32,
    /// True if the tile is flipped or rotated.
    pub(crate) is_turned: bool,
}

impl TileNumber {
    /// Parses a number. Scripts also write numbers with flip bits as negative ones, and -1 for an empty cell.
    pub(crate) fn read(text: &str) -> Option<TileNumber> {
        let number = numbers::whole(text)?;
        let unsigned = u32::try_from(number).ok();
        unsigned.or_else(|| i32::try_from(number).ok().map(i32::cast_unsigned)).map(TileNumber::of_bits)
    }

    fn of_bits(bits: u32) -> TileNumber {
        let tile = if bits == u32::MAX { 0 } else { bits & !FLIP_BITS };
        TileNumber { tile, is_turned: tile != 0 && bits & FLIP_BITS != 0 }
    }
}

/// Returns the tile numbers of a layer, row by row.
///
/// # Errors
/// What is wrong with the encoding, a number or their count.
pub(crate) fn decode(data: &XmlElement, width: usize, height: usize) -> Result<Vec<TileNumber>, String> {
    let cells = width * height;
    let wrong_count = |count: String| format!("it must have {cells} tiles, one per cell, got {count}");
    let given = |name: &str| data.attribute(name).filter(|value| !value.is_empty());
    if data.children.iter().any(|child| child.name == "chunk") {
        return Err("it must be in one piece, got chunks: turn off Map > Map Properties > Infinite".to_owned());
    }
    let numbers = match (given("encoding"), data.children.is_empty()) {
        (None, false) if !data.text.is_empty() => {
            return Err("it must be either text or `<tile>` elements, got both".to_owned());
        }
        (Some("csv"), true) => csv(&data.text, width, cells)?,
        (Some("base64"), true) => {
            let bytes = base64(&data.text, given("compression"), cells * 4 + 1)?;
            if bytes.len() % 4 != 0 {
                return Err(wrong_count(format!("{} bytes, which is not four per tile", bytes.len())));
            }
            bytes.as_chunks::<4>().0.iter().map(|bytes| TileNumber::of_bits(u32::from_le_bytes(*bytes))).collect()
        }
        (None, _) if data.text.is_empty() => elements(data, width, cells)?,
        (Some("csv"), false) => return Err("it must be CSV, got elements".to_owned()),
        (Some("base64"), false) => return Err("it must be Base64, got elements".to_owned()),
        (None, _) => return Err(format!("the `encoding` must be csv or base64, got none: {REMEDY}")),
        (Some(other), _) => return Err(format!("the `encoding` must be csv or base64, got '{other}': {REMEDY}")),
    };
    match numbers.len() {
        count if count > cells => Err(wrong_count("more".to_owned())),
        count if count < cells => Err(wrong_count(format!("only {count}"))),
        _ => Ok(numbers),
    }
}

/// Replaces the data of a layer by tile numbers in the encoding with the shortest text.
pub(crate) fn encode(data: &mut XmlElement, numbers: &[TileNumber]) {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.tile.to_le_bytes()).collect();
    let mut packed = Vec::new();
    // Reading from memory cannot fail.
    let _ = ZlibEncoder::new(&bytes[..], Compression::fast()).read_to_end(&mut packed);
    data.attributes = [("encoding", "base64"), ("compression", "zlib")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .to_vec();
    data.children.clear();
    data.text = BASE64.encode(packed);
}

/// Parses the number of a cell.
fn number(text: &str, cell: usize, width: usize) -> Result<TileNumber, String> {
    TileNumber::read(text).ok_or_else(|| {
        let hint = if text.is_empty() { ": write 0 for an empty cell" } else { "" };
        format!("the tile at ({}, {}) must be a whole number, got '{text}'{hint}", cell % width, cell / width)
    })
}

/// Parses numbers that are separated by commas or blanks, and stops when there are too many. Rows, and thus the whole
/// text, may end with a comma.
fn csv(text: &str, width: usize, cells: usize) -> Result<Vec<TileNumber>, String> {
    let mut numbers = Vec::new();
    let text = text.trim_end();
    if text.is_empty() {
        return Ok(numbers);
    }
    for piece in text.strip_suffix(',').unwrap_or(text).split(',') {
        let mut words = piece.split_whitespace();
        numbers.push(number(words.next().unwrap_or_default(), numbers.len(), width)?);
        for word in words {
            numbers.push(number(word, numbers.len(), width)?);
        }
        if numbers.len() > cells {
            break;
        }
    }
    Ok(numbers)
}

/// Decodes Base64 and unpacks up to `most` bytes. Tiled recognises both compressions by their first bytes.
fn base64(text: &str, compression: Option<&str>, most: usize) -> Result<Vec<u8>, String> {
    let text: String = text.split_whitespace().collect();
    let packed = BASE64.decode(text).map_err(|error| format!("invalid Base64: {error}"))?;
    let mut bytes = Vec::new();
    let most = most as u64;
    let read = match compression {
        None => packed.take(most).read_to_end(&mut bytes),
        Some("zlib" | "gzip") if packed.starts_with(&GZIP) => {
            MultiGzDecoder::new(&packed[..]).take(most).read_to_end(&mut bytes)
        }
        Some("zlib" | "gzip") => ZlibDecoder::new(&packed[..]).take(most).read_to_end(&mut bytes),
        Some(other) => return Err(format!("the `compression` must be zlib, gzip or none, got '{other}': {REMEDY}")),
    };
    read.map_err(|error| format!("its tiles cannot be unpacked: {error}"))?;
    Ok(bytes)
}

/// Parses the numbers of `<tile>` elements. One without a number is empty.
fn elements(data: &XmlElement, width: usize, cells: usize) -> Result<Vec<TileNumber>, String> {
    let tiles = data.children.iter().take(cells + 1).enumerate();
    tiles.map(|(cell, tile)| number(tile.attribute("gid").unwrap_or("0"), cell, width)).collect()
}
