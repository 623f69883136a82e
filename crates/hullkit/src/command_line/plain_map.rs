//! Plain maps: text files with one character per cell, for use without a level.

use crate::command_line::failure::{Failure, read_text};
use bevy::math::IVec2;
use level::MAX_BYTES;
use std::path::Path;

/// A map as drawn in its file.
pub(crate) struct PlainMap {
    /// The number of columns and of rows, each at least 1.
    pub(crate) size: IVec2,
    /// The characters of the cells, row by row.
    pub(crate) cells: Vec<u8>,
}

impl PlainMap {
    /// Reads a map from a file. All cells must satisfy `is_cell`; `what` describes the valid characters in messages.
    pub(crate) fn read(path: &Path, is_cell: impl Fn(u8) -> bool, what: &str) -> Result<PlainMap, Failure> {
        let bytes = bytes(path)?;
        PlainMap::parse(&bytes, is_cell, what)
            .map_err(|(line, column, what)| Failure::data(format!("{}:{line}:{column}: {what}", path.display())))
    }

    /// Reads a map whose rows may be of different lengths; short rows are padded with spaces.
    pub(crate) fn read_ragged(path: &Path, is_cell: impl Fn(u8) -> bool, what: &str) -> Result<PlainMap, Failure> {
        let bytes = bytes(path)?;
        let text = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
        let rows = || text.split(|byte| *byte == b'\n').map(|row| row.strip_suffix(b"\r").unwrap_or(row));
        let (width, height) = (rows().map(<[u8]>::len).max().unwrap_or(0), rows().count());
        if width.saturating_mul(height) > MAX_BYTES {
            let what = format!("a map may have at most {MAX_BYTES} cells, got {width} columns and {height} rows");
            return Err(Failure::data(format!("{}: {what}", path.display())));
        }
        let mut padded: Vec<u8> = Vec::with_capacity((width + 1) * height);
        for row in rows() {
            padded.extend_from_slice(row);
            padded.extend(std::iter::repeat_n(b' ', width - row.len()));
            padded.push(b'\n');
        }
        PlainMap::parse(&padded, is_cell, what)
            .map_err(|(line, column, what)| Failure::data(format!("{}:{line}:{column}: {what}", path.display())))
    }

    /// Parses a map. Returns the line, the column and the message of the first error.
    fn parse(bytes: &[u8], is_cell: impl Fn(u8) -> bool, what: &str) -> Result<PlainMap, (usize, usize, String)> {
        let mut cells = Vec::with_capacity(bytes.len());
        let rows = bytes.strip_suffix(b"\n").unwrap_or(bytes).split(|byte| *byte == b'\n');
        let (mut width, mut height) = (0, 0);
        for (line, row) in (1..).zip(rows) {
            let row = row.strip_suffix(b"\r").unwrap_or(row);
            if let Some(column) = row.iter().position(|byte| !is_cell(*byte)) {
                let character = String::from_utf8_lossy(&row[column..]).chars().next().unwrap_or_default();
                return Err((line, column + 1, format!("`{}` is not {what}", character.escape_debug())));
            }
            if line == 1 {
                width = row.len();
            }
            if row.len() != width {
                let column = row.len().min(width) + 1;
                return Err((line, column, format!("this row has {} cells, but the first has {width}", row.len())));
            }
            cells.extend_from_slice(row);
            height = line;
        }
        if cells.is_empty() {
            return Err((1, 1, "the map is empty".to_owned()));
        }
        Ok(PlainMap { size: IVec2::new(width as i32, height as i32), cells })
    }

    /// Returns the character of a cell, or `None` outside the map.
    pub(crate) fn at(&self, cell: IVec2) -> Option<u8> {
        let inside = cell.cmpge(IVec2::ZERO).all() && cell.cmplt(self.size).all();
        inside.then(|| self.cells[(cell.y * self.size.x + cell.x) as usize])
    }
}

/// Reads the bytes of a map file up to the maximum size.
fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let bytes = read_text(path)?;
    if bytes.len() > MAX_BYTES {
        let what = format!("a map may have at most {MAX_BYTES} bytes");
        return Err(Failure::data(format!("{}: {what}", path.display())));
    }
    Ok(bytes)
}
