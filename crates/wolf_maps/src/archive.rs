//! Finds the maps in files of any of the formats.

use crate::{
    format::{
        gamemaps::{Container, MAX_MAPS, Packing},
        wad, wdc,
    },
    found_map::FoundMap,
    game::Game,
    problem::Problem,
    uwmf::read::read_text,
};

/// Stem of files of offsets.
const HEADS: &str = "MAPHEAD";
/// Stems of files of maps, and how their planes are compressed.
const MAPS: [(&str, Packing); 2] = [("GAMEMAPS", Packing::Carmack), ("MAPTEMP", Packing::Runs)];

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
            found.extend(wdc::read(file, bytes, 0)?);
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
            found.extend(container.read()?);
        } else if is_text(bytes) {
            found.push(of_text(game, file, (1, 0), bytes));
        } else {
            let what = "it must be GAMEMAPS or MAPTEMP with MAPHEAD, a WAD, a file of WDC, or UWMF";
            return Err(Problem::of_file(file, what));
        }
    }
    Ok(found)
}

fn of_text(game: &Game, file: &str, (number, start): (usize, usize), bytes: &[u8]) -> FoundMap {
    match read_text(game, file, bytes, start) {
        Ok(text) => FoundMap { notes: text.notes, ..FoundMap::new(file, number, text.map, text.offsets) },
        Err(problem) => FoundMap::refused(file, number, problem),
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
        // The list of lumps has its offset at 8.
        return Err(Problem::at(file, 8, what));
    }
    for (number, lump) in (1..).zip(lumps) {
        if is_planes(&lump) {
            let read = wdc::read(file, lump.data, lump.at).map(|mut maps| maps.swap_remove(0).numbered(number));
            found.push(read.unwrap_or_else(|problem| FoundMap::refused(file, number, problem)));
        } else {
            found.push(of_text(game, file, (number, lump.at), lump.data));
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
