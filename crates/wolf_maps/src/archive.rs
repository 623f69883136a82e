//! Finds the maps in files of any of the formats.

use crate::{
    format::{
        gamemaps::{Container, MAX_MAPS, Packing},
        wad, wdc,
    },
    game::Game,
    plane_map::PlaneMap,
    problem::Problem,
    uwmf::read::read_uwmf,
};

/// Stem of files of offsets.
const HEADS: &str = "MAPHEAD";
/// Stems of files of maps, and how their planes are compressed.
const MAPS: [(&str, Packing); 2] = [("GAMEMAPS", Packing::Carmack), ("MAPTEMP", Packing::Runs)];

/// A map in a file.
#[derive(Clone, Debug)]
pub struct FoundMap {
    /// Name of the file.
    pub file: String,
    /// Number of the map in the file, from 1.
    pub number: usize,
    /// The map, or the reason why it cannot be read.
    pub map: Result<PlaneMap, Problem>,
    /// Omissions when it was read, one sentence each.
    pub notes: Vec<String>,
}

/// Finds the maps in files, given as names and contents. `MAPHEAD` and `GAMEMAPS` or `MAPTEMP` belong together if their
/// extensions are equal; the case of letters does not matter. The other formats are recognised by their contents.
///
/// # Errors
/// If a file is of no known format, damaged as a whole, or lacks its other half.
pub fn read_maps(game: &Game, files: &[(String, Vec<u8>)]) -> Result<Vec<FoundMap>, Problem> {
    let mut found = Vec::new();
    for (file, bytes) in files {
        let (stem, extension) = stem_and_extension(file);
        if wad::is_wad(bytes) {
            read_wad(game, file, bytes, &mut found)?;
        } else if bytes.starts_with(wdc::SIGNATURE) {
            let maps = wdc::read(file, bytes, 0)?;
            found.extend((1..).zip(maps).map(|(number, map)| FoundMap::read(file, number, map)));
        } else if stem == HEADS {
            let of = |(name, _): &(&str, Packing)| (*name).to_owned();
            if !files.iter().any(|(other, _)| {
                let other = stem_and_extension(other);
                other.1 == extension && MAPS.iter().map(of).any(|stem| stem == other.0)
            }) {
                let what =
                    format!("its maps are missing: GAMEMAPS.{extension} or MAPTEMP.{extension} must be given, too");
                return Err(Problem::of_file(file, what));
            }
        } else if let Some((_, packing)) = MAPS.iter().find(|(name, _)| *name == stem) {
            let is_head =
                |other: &&(String, Vec<u8>)| stem_and_extension(&other.0) == (HEADS.to_owned(), extension.clone());
            let Some((head_file, head)) = files.iter().find(is_head) else {
                return Err(Problem::of_file(
                    file,
                    format!("its offsets are missing: {HEADS}.{extension} must be given, too"),
                ));
            };
            let container = Container { head_file, head, maps_file: file, maps: bytes, packing: *packing };
            let maps = container.read()?.into_iter();
            found.extend(maps.map(|(number, map)| FoundMap { file: file.clone(), number, map, notes: Vec::new() }));
        } else if is_text(bytes) {
            found.push(FoundMap::of_text(game, file, 1, bytes));
        } else {
            let what = "it must be GAMEMAPS or MAPTEMP with MAPHEAD, a WAD, a file of WDC, or UWMF";
            return Err(Problem::of_file(file, what));
        }
    }
    Ok(found)
}

impl FoundMap {
    fn read(file: &str, number: usize, map: PlaneMap) -> FoundMap {
        FoundMap { file: file.to_owned(), number, map: Ok(map), notes: Vec::new() }
    }

    fn of_text(game: &Game, file: &str, number: usize, bytes: &[u8]) -> FoundMap {
        let (map, notes) = match read_uwmf(game, file, bytes) {
            Ok(text) => (Ok(text.map), text.notes),
            Err(problem) => (Err(problem.in_map(number)), Vec::new()),
        };
        FoundMap { file: file.to_owned(), number, map, notes }
    }
}

/// Finds the maps of a WAD: lumps of planes and texts.
fn read_wad(game: &Game, file: &str, bytes: &[u8], found: &mut Vec<FoundMap>) -> Result<(), Problem> {
    let mut lumps = wad::lumps(file, bytes)?;
    let is_planes = |lump: &wad::Lump| lump.data.starts_with(wdc::SIGNATURE);
    lumps.retain(|lump| is_planes(lump) || lump.name == "TEXTMAP");
    // Many lumps in one place would make a small file a large one.
    let total: usize = lumps.iter().map(|lump| lump.data.len()).sum();
    if lumps.is_empty() || lumps.len() > MAX_MAPS || total > bytes.len() {
        let count = lumps.len();
        let what =
            format!("the archive must have 1 to {MAX_MAPS} lumps PLANES or TEXTMAP at different places, got {count}");
        return Err(Problem::of_file(file, what));
    }
    for (number, lump) in (1..).zip(lumps) {
        if is_planes(&lump) {
            let map = wdc::read(file, lump.data, lump.at).map(|mut maps| maps.swap_remove(0));
            let map = map.map_err(|problem| problem.in_map(number));
            found.push(FoundMap { file: file.to_owned(), number, map, notes: Vec::new() });
        } else {
            found.push(FoundMap::of_text(game, file, number, lump.data));
        }
    }
    Ok(())
}

/// Returns the parts of a file's name in capital letters, without its folder.
fn stem_and_extension(file: &str) -> (String, String) {
    let name = file.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_uppercase();
    match name.rsplit_once('.') {
        Some((stem, extension)) => (stem.to_owned(), extension.to_owned()),
        None => (name, String::new()),
    }
}

/// Returns true if a file is a text that names its namespace.
fn is_text(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(4096)];
    String::from_utf8_lossy(start).to_ascii_lowercase().contains("namespace")
}
