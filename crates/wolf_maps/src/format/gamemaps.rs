//! The container of the original game: offsets in one file, maps in another.

use crate::{
    format::bytes::{Damage, Expanded, from_words, long, word, words},
    format::{carmack, rlew},
    found_map::{FoundMap, Offsets},
    plane_map::{PLANES, PlaneMap, THINGS, name_in},
    problem::Problem,
};

/// Maximum number of maps, for which the file of offsets has places.
pub const MAX_MAPS: usize = 100;
/// Length of a map's header, in bytes.
const HEADER: usize = 38;
/// Length of a map's name, in bytes.
const NAME: usize = 16;
/// Tag that is written. Readers use the tag of the file.
const TAG: u16 = 0xABCD;
/// First bytes of files of maps; readers do not check them.
const SIGNATURE: &[u8] = b"TED5v1.0";
/// Bytes after each header.
const END_OF_HEADER: &[u8] = b"!ID!";

/// Returns the place of a map's offset in the file of offsets, in bytes.
fn place_of_offset(number: usize) -> usize {
    2 + 4 * (number - 1)
}

/// Compression of planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// Both compressions, as in files named GAMEMAPS.
    Carmack,
    /// Runs only, as in files named MAPTEMP.
    Runs,
}

/// A pair of files: the offsets and the maps.
#[derive(Clone, Copy, Debug)]
pub struct Container<'a> {
    /// Name of the file of offsets, for messages.
    pub head_file: &'a str,
    /// Contents of the file of offsets.
    pub head: &'a [u8],
    /// Name of the file of maps, for messages.
    pub maps_file: &'a str,
    /// Contents of the file of maps.
    pub maps: &'a [u8],
    /// Expected compression. If a plane cannot be expanded so, the other one is tried.
    pub packing: Packing,
}

impl Container<'_> {
    /// Returns all maps with their numbers from 1. An unused place has no map, but its number: the next map has a note
    /// about it.
    ///
    /// # Errors
    /// If the file of offsets is too short or has no map. Errors of a map are in its place in the list.
    pub fn read(&self) -> Result<Vec<FoundMap>, Problem> {
        let (Some(tag), true) = (word(self.head, 0), self.head.len() >= 6) else {
            let what = format!("a file of offsets must have at least 6 bytes, got {}", self.head.len());
            return Err(Problem::at(self.head_file, self.head.len(), what));
        };
        let offset = |index: usize| long(self.head, 2 + 4 * index).map(|offset| (index + 1, offset));
        let (mut found, mut empty) = (Vec::new(), Vec::new());
        for (number, offset) in (0..MAX_MAPS).map_while(offset) {
            if matches!(offset, 0 | u32::MAX) {
                let (head, at) = (self.head_file, place_of_offset(number));
                empty.push(format!("{head}: map {number}: offset {at}: the place is empty, got {}", offset as i32));
                continue;
            }
            let mut map = self.map(tag, number, offset);
            map.notes.splice(0..0, empty.drain(..));
            found.push(map);
        }
        if found.is_empty() {
            let what = "the file must have the offset of at least one map, got only 0 and -1";
            return Err(Problem::at(self.head_file, place_of_offset(1), what).in_map(1));
        }
        Ok(found)
    }

    fn map(&self, tag: u16, number: usize, offset: u32) -> FoundMap {
        let start = usize::try_from(offset).ok().filter(|start| self.slice(*start, HEADER).is_some());
        let Some(start) = start else {
            let (shown, length) = (offset as i32, self.maps.len());
            let what = format!("a map must begin inside {} ({length} bytes), got {shown}", self.maps_file);
            let problem = Problem::at(self.head_file, place_of_offset(number), what);
            return FoundMap::refused(self.maps_file, number, problem);
        };
        let mut notes = Vec::new();
        match self.map_at(tag, start, &mut notes) {
            Ok((map, offsets)) => FoundMap { notes, ..FoundMap::new(self.maps_file, number, map, offsets) },
            Err(problem) => FoundMap { notes, ..FoundMap::refused(self.maps_file, number, problem) },
        }
    }

    fn slice(&self, at: usize, length: usize) -> Option<&[u8]> {
        self.maps.get(at..at.checked_add(length)?)
    }

    fn map_at(&self, tag: u16, start: usize, notes: &mut Vec<String>) -> Result<(PlaneMap, Offsets), Problem> {
        let word_at = |at: usize| usize::from(word(self.maps, start + at).unwrap_or(0));
        let name = name_in(self.slice(start + 22, NAME).unwrap_or_default());
        let mut map = PlaneMap::new(&name, word_at(18), word_at(20))
            .map_err(|what| Problem::at(self.maps_file, start + 18, what))?;
        let places: [(usize, usize); PLANES] = std::array::from_fn(|plane| {
            (long(self.maps, start + 4 * plane).unwrap_or(0) as usize, word_at(12 + 2 * plane))
        });
        if places[0].1 == 0 {
            return Err(Problem::at(self.maps_file, start + 12, "the plane of walls must not be empty"));
        }
        let count = map.width * map.height;
        // A map without the plane of things has only the place that would refer to it.
        let mut offsets = Offsets { map: start, things: start + 4, cells: Vec::new() };
        for (plane, &(at, length)) in places.iter().enumerate() {
            // Some editors give the unused third plane the place of the second.
            if length > 0 && plane == 2 && at == places[1].0 {
                let place = start + 4 * plane;
                notes.push(format!("plane 3 has the place of plane 2, at offset {place}: it is left out"));
                continue;
            }
            if length == 0 {
                continue;
            }
            let end = at.saturating_add(length);
            let meets = |other: &&(usize, usize)| other.1 > 0 && at < other.0.saturating_add(other.1) && other.0 < end;
            if let Some(other) = places[..plane].iter().find(meets) {
                let what = format!("plane {} must not overlap the plane at offset {}", plane + 1, other.0);
                return Err(Problem::at(self.maps_file, at, what));
            }
            let Some(packed) = self.slice(at, length) else {
                let what = format!(
                    "plane {} must end inside the file ({} bytes), but has {length} bytes at offset {at}",
                    plane + 1,
                    self.maps.len()
                );
                return Err(Problem::at(self.maps_file, start + 4 * plane, what));
            };
            let expanded = self.expand(packed, tag, count).map_err(|damage| {
                Problem::at(self.maps_file, at + damage.at, format!("plane {}: {}", plane + 1, damage.what))
            })?;
            map.planes[plane] = expanded.words;
            if plane == THINGS {
                offsets.things = at;
                offsets.cells = expanded.from.into_iter().map(|from| at as u32 + from).collect();
            }
        }
        Ok((map, offsets))
    }

    /// Expands a plane with the expected compression, with the other one, or not at all if it is as long as its cells.
    /// The error is that of the expected compression.
    fn expand(&self, packed: &[u8], tag: u16, count: usize) -> Result<Expanded, Damage> {
        let runs = || rlew::expand(&words(packed), tag, count);
        let both = || {
            let runs = carmack::expand(packed)?;
            // An offset in the runs becomes that of the word's source in the file.
            let source = |at: usize| runs.from.get(at / 2).map_or(packed.len(), |from| *from as usize);
            match rlew::expand(&runs.words, tag, count) {
                Ok(plane) => {
                    let from = plane.from.iter().map(|from| source(*from as usize) as u32).collect();
                    Ok(Expanded { from, ..plane })
                }
                Err(damage) => Err(Damage { at: source(damage.at), ..damage }),
            }
        };
        let expanded = match self.packing {
            Packing::Carmack => both().or_else(|damage| runs().map_err(|_| damage)),
            Packing::Runs => runs().or_else(|damage| both().map_err(|_| damage)),
        };
        let plain = || {
            let (words, from) = (words(packed), (0..count as u32).map(|cell| cell * 2).collect());
            Expanded { words, from }
        };
        expanded.or_else(|damage| if packed.len() == count * 2 { Ok(plain()) } else { Err(damage) })
    }
}

/// Files that [`write_gamemaps`] returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The file of offsets, `MAPHEAD`.
    pub head: Vec<u8>,
    /// The file of maps, `GAMEMAPS`.
    pub maps: Vec<u8>,
}

/// Writes maps with both compressions.
///
/// # Errors
/// If there are more maps than the format can hold, or if a plane of the map with this number, from 1, is too large.
pub fn write_gamemaps(maps: &[PlaneMap]) -> Result<Written, String> {
    if maps.len() > MAX_MAPS {
        return Err(format!("there must be at most {MAX_MAPS} maps, got {}", maps.len()));
    }
    let mut written = Written { head: TAG.to_le_bytes().to_vec(), maps: SIGNATURE.to_vec() };
    for (number, map) in (1..).zip(maps) {
        let out = &mut written.maps;
        let (mut offsets, mut lengths) = (Vec::new(), Vec::new());
        for plane in &map.planes {
            let packed = carmack::compress(&rlew::compress(plane, TAG)).map_err(|what| format!("map {number}: {what}"));
            let packed = packed?;
            let length = u16::try_from(packed.len());
            let length =
                length.map_err(|_| format!("map {number}: a plane must have at most 65535 bytes in the file"))?;
            offsets.extend((out.len() as u32).to_le_bytes());
            lengths.extend(length.to_le_bytes());
            out.extend(packed);
        }
        written.head.extend((out.len() as u32).to_le_bytes());
        out.extend(offsets);
        out.extend(lengths);
        out.extend(from_words(&[map.width as u16, map.height as u16]));
        let mut name: Vec<u8> =
            map.name.chars().map(|letter| if letter.is_ascii() { letter as u8 } else { b'?' }).collect();
        name.resize(NAME, 0);
        name[NAME - 1] = 0;
        out.extend(name);
        out.extend(END_OF_HEADER);
    }
    written.head.resize(2 + 4 * MAX_MAPS, 0);
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A map of 3 by 3 cells whose planes are packed by `pack`, with a tag of the test's choice.
    fn read(packing: Packing, tag: u16, pack: impl Fn(&[u16]) -> Vec<u8>) -> Result<PlaneMap, Problem> {
        let planes: [Vec<u16>; PLANES] = [vec![1; 9], vec![0xABCD; 9], (0..9).collect()];
        let (mut maps, mut offsets, mut lengths) = (Vec::new(), Vec::new(), Vec::new());
        for packed in planes.iter().map(|plane| pack(plane)) {
            offsets.extend((maps.len() as u32 + 38).to_le_bytes());
            lengths.extend((packed.len() as u16).to_le_bytes());
            maps.extend(packed);
        }
        let head = [&tag.to_le_bytes()[..], &1_u32.to_le_bytes()].concat();
        // The map does not begin at 0, because that means no map.
        let offsets =
            offsets.chunks(4).flat_map(|four| (u32::from_le_bytes(four.try_into().unwrap()) + 1).to_le_bytes());
        let start = [vec![0], offsets.collect(), lengths, from_words(&[3, 3]), b"map\0____________".to_vec()].concat();
        let maps = [start, maps].concat();
        let container = Container { head_file: "h", head: &head, maps_file: "m", maps: &maps, packing };
        let map = container.read().unwrap().remove(0).map?;
        assert_eq!((map.name.as_str(), &map.planes), ("map", &planes));
        Ok(map)
    }

    #[test]
    fn planes_are_read_with_every_compression() {
        for packing in [Packing::Carmack, Packing::Runs] {
            for tag in [0xABCD, 0xFEFE, 1] {
                let runs = |plane: &[u16]| rlew::compress(plane, tag);
                let both = |plane: &[u16]| carmack::compress(&runs(plane)).unwrap();
                assert!(read(packing, tag, both).is_ok(), "both, {packing:?}, {tag}");
                assert!(read(packing, tag, |plane| from_words(&runs(plane))).is_ok(), "runs, {packing:?}, {tag}");
                assert!(read(packing, tag, from_words).is_ok(), "plain, {packing:?}, {tag}");
            }
        }
        let other_tag = |plane: &[u16]| from_words(&rlew::compress(plane, 0xABCD));
        assert!(read(Packing::Runs, 0xFEFE, other_tag).is_err(), "the tag is that of the file");
    }

    #[test]
    fn damaged_planes_are_refused_with_file_map_and_offset() {
        // The first plane begins behind the one byte and the header.
        let error = |packing: Packing, bytes: &[u8]| {
            read(packing, 0xABCD, |_| bytes.to_vec()).map(drop).expect_err("it is damaged").to_string()
        };
        let carmack = |bytes: &[u8]| error(Packing::Carmack, bytes);
        let runs = |words: &[u16]| error(Packing::Runs, &from_words(words));
        let reference = "m: map 1: offset 43: plane 1: a reference must point to one of the 1 words before it";
        assert_eq!(carmack(&[20, 0, 18, 0, 2, 0xA7, 2]), reference, "near, before the start");
        assert_eq!(carmack(&[20, 0, 18, 0, 2, 0xA8, 9, 0]), reference, "far, behind the end");
        assert_eq!(
            carmack(&[20, 0, 18, 0, 90, 0xA7, 1]),
            "m: map 1: offset 43: plane 1: a copy of 90 words must fit into the plane, which has 9 left"
        );
        assert_eq!(carmack(&[20, 0, 18, 0, 7]), "m: map 1: offset 43: plane 1: the data ends after 1 of 10 words");
        assert_eq!(
            runs(&[18, 1, 0xABCD, 9, 0]),
            "m: map 1: offset 43: plane 1: a run of 9 cells must fit into the plane, which has 8 left"
        );
        assert_eq!(runs(&[18, 0xABCD, 5]), "m: map 1: offset 41: plane 1: the data ends after 0 of 9 cells");
        assert_eq!(runs(&[20, 1]), "m: map 1: offset 39: plane 1: the length of the plane must be 18, got 20");
    }
}
