//! The archive WAD, in which editors save maps: a list of named lumps.

use crate::{format::bytes::long, plane_map::name_in, problem::Problem};

/// Length of an entry of the list, in bytes.
const ENTRY: usize = 16;

/// A lump: a named piece of the archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lump<'a> {
    /// Name, in capital letters.
    pub(crate) name: String,
    /// Offset of the data in the file, in bytes.
    pub(crate) at: usize,
    /// Data.
    pub(crate) data: &'a [u8],
}

/// Returns true if a file is such an archive.
pub(crate) fn is_wad(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PWAD") || bytes.starts_with(b"IWAD")
}

/// Returns the lumps.
pub(crate) fn lumps<'a>(file: &str, bytes: &'a [u8]) -> Result<Vec<Lump<'a>>, Problem> {
    let (Some(count), Some(list)) = (long(bytes, 4), long(bytes, 8)) else {
        return Err(Problem::at(file, bytes.len(), "the file ends inside its header"));
    };
    let end = u64::from(count) * ENTRY as u64 + u64::from(list);
    if end > bytes.len() as u64 {
        let what =
            format!("the list of {count} lumps at offset {list} must end inside the file ({} bytes)", bytes.len());
        return Err(Problem::at(file, 4, what));
    }
    // The list is inside the file, which bounds the number of lumps.
    let lump = |index: usize| {
        let entry = list as usize + index * ENTRY;
        let (at, length) = (long(bytes, entry).unwrap_or(0) as usize, long(bytes, entry + 4).unwrap_or(0) as usize);
        let name = name_in(&bytes[entry + 8..entry + ENTRY]).to_ascii_uppercase();
        let data = at.checked_add(length).and_then(|end| bytes.get(at..end));
        let outside = || Problem::at(file, entry, format!("the lump '{name}' must be inside the file"));
        Ok(Lump { data: data.ok_or_else(outside)?, name, at })
    };
    (0..count as usize).map(lump).collect()
}
