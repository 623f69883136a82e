//! Maps of the editor WDC, which the lumps `PLANES` of ECWolf have, too: uncompressed planes.

use crate::{
    format::bytes::{long, word, words},
    found_map::{FoundMap, Offsets},
    plane_map::{PLANES, PlaneMap, THINGS, name_in},
    problem::Problem,
};

/// First bytes of such data.
pub(crate) const SIGNATURE: &[u8] = b"WDC3.1";
/// Maximum number of maps that are read.
const MAX_MAPS: u32 = 1000;
/// Offset of the first map, in bytes.
const FIRST_MAP: usize = 14;

/// Reads all maps. `start` is the offset of the data in the file, for messages. Maps after a damaged one cannot be found.
pub(crate) fn read(file: &str, data: &[u8], start: usize) -> Result<Vec<FoundMap>, Problem> {
    let short = |at: usize| Problem::at(file, start + at, "the file ends inside a map");
    let (Some(maps), Some(planes), Some(name)) = (long(data, 6), word(data, 10), word(data, 12)) else {
        return Err(short(data.len()).in_map(1));
    };
    if planes == 0 {
        return Err(Problem::at(file, start + 10, "a map must have at least one plane, got 0").in_map(1));
    }
    let (mut at, mut found) = (FIRST_MAP, Vec::new());
    // A lump holds one map, whatever its count says.
    for number in 1..=maps.clamp(1, MAX_MAPS) {
        if number > 1 && at == data.len() {
            break;
        }
        let mut read = || {
            let size = at + usize::from(name);
            let (Some(width), Some(height)) = (word(data, size), word(data, size + 2)) else { return Err(short(at)) };
            let label = name_in(&data[at..size]);
            let mut offsets = Offsets { map: start + at, things: start + size, cells: Vec::new() };
            let mut map = PlaneMap::new(&label, width.into(), height.into())
                .map_err(|what| Problem::at(file, start + size, what))?;
            at = size + 4;
            let length = map.width * map.height * 2;
            for plane in 0..usize::from(planes) {
                let cells = data.get(at..at + length).ok_or_else(|| short(at))?;
                if plane < PLANES {
                    map.planes[plane] = words(cells);
                }
                if plane == THINGS {
                    offsets.things = start + at;
                    offsets.cells = (0..length as u32 / 2).map(|cell| (start + at) as u32 + 2 * cell).collect();
                }
                at += length;
            }
            Ok((map, offsets))
        };
        match read() {
            Ok((map, offsets)) => found.push(FoundMap::new(file, number as usize, map, offsets)),
            Err(problem) => {
                found.push(FoundMap::refused(file, number as usize, problem));
                break;
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{format::bytes::from_words, found_map::Part};

    fn file(count: u32, planes: u16, size: (u16, u16), cells: usize) -> Vec<u8> {
        let mut data = [SIGNATURE, &count.to_le_bytes(), &planes.to_le_bytes(), &4_u16.to_le_bytes()].concat();
        for _ in 0..count.max(1) {
            data.extend(b"one\0");
            data.extend(from_words(&[size.0, size.1]));
            data.extend(from_words(&(0..cells as u16 * planes).collect::<Vec<_>>()));
        }
        data
    }

    #[test]
    fn all_maps_and_planes_are_read() {
        let found = read("x.wdc", &file(2, 4, (3, 4), 12), 0).unwrap();
        let second = &found[1].offsets;
        assert_eq!((found.len(), second.map, second.of(Part::Thing(1))), (2, 118, 118 + 8 + 24 + 2));
        let maps: Vec<PlaneMap> = found.into_iter().map(|found| found.map.unwrap()).collect();
        assert_eq!((maps[1].name.as_str(), maps[1].width, maps[1].height), ("one", 3, 4));
        assert_eq!(maps[1].planes[1], (12..24).collect::<Vec<_>>());
        assert_eq!(read("x.wdc", &file(0, 2, (3, 3), 9), 0).unwrap().len(), 1, "lumps may leave the count empty");
    }

    #[test]
    fn bad_files_are_refused_with_file_map_and_offset() {
        let error = |data: &[u8]| match read("x.wdc", data, 100) {
            Ok(mut found) => found.remove(0).map.unwrap_err().to_string(),
            Err(problem) => problem.to_string(),
        };
        assert_eq!(error(&file(1, 3, (3, 3), 9)[..12]), "x.wdc: map 1: offset 112: the file ends inside a map");
        assert_eq!(
            error(&file(1, 0, (3, 3), 9)),
            "x.wdc: map 1: offset 110: a map must have at least one plane, got 0"
        );
        let large = "x.wdc: map 1: offset 118: each side of a map must have 3 to 512 cells, got 65535 by 65535";
        assert_eq!(error(&file(1, 3, (u16::MAX, u16::MAX), 9)), large);
        assert_eq!(error(&file(1, 3, (9, 9), 9)), "x.wdc: map 1: offset 122: the file ends inside a map");
    }
}
