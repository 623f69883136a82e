//! A map as its file has it: planes of numbers.

use level::MAX_SIDE;
use std::collections::BTreeMap;

/// Number of planes of a map.
pub const PLANES: usize = 3;
/// Index of the plane of things.
pub(crate) const THINGS: usize = 1;
/// Minimum side length of a map, in cells.
const MIN_SIDE: usize = 3;
/// First of the numbers for names without a number of their own.
const FIRST_NAMED: u16 = 0xF000;

/// A map: planes of numbers whose meaning a [`Game`](crate::game::Game) defines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlaneMap {
    /// Name of the map.
    pub name: String,
    /// Number of columns, 3 to 512.
    pub width: usize,
    /// Number of rows, 3 to 512.
    pub height: usize,
    /// Walls, doors and floors; things; and a plane that the original game does not use. Each has one number per cell,
    /// row by row.
    pub planes: [Vec<u16>; PLANES],
    /// Names that the game's description does not have, in the order of their numbers.
    pub unknown: BTreeMap<u16, String>,
}

impl PlaneMap {
    /// Creates a map whose planes are all 0.
    ///
    /// # Errors
    /// If a side is too short or too long. Call this before allocating anything whose size comes from a file.
    pub fn new(name: &str, width: usize, height: usize) -> Result<PlaneMap, String> {
        let sides = MIN_SIDE..=MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(format!(
                "each side of a map must have {MIN_SIDE} to {MAX_SIDE} cells, got {width} by {height}"
            ));
        }
        let planes = std::array::from_fn(|_| vec![0; width * height]);
        Ok(PlaneMap { name: name.to_owned(), width, height, planes, unknown: BTreeMap::new() })
    }

    /// Returns the number of a cell on a plane.
    ///
    /// # Panics
    /// If the cell is outside the map.
    pub fn get(&self, plane: usize, x: usize, y: usize) -> u16 {
        self.planes[plane][y * self.width + x]
    }

    /// Returns a number for a name; the same name always has the same number. If there are no numbers left, it
    /// returns the last one.
    pub(crate) fn number_of_name(&mut self, name: &str) -> u16 {
        let known = self.unknown.iter().find(|(_, known)| *known == name).map(|(number, _)| *number);
        known.unwrap_or_else(|| {
            let next = u16::try_from(self.unknown.len()).map_or(u16::MAX, |used| FIRST_NAMED.saturating_add(used));
            self.unknown.entry(next).or_insert_with(|| name.to_owned());
            next
        })
    }

    /// Returns a number for a message, with its name if it has one.
    pub(crate) fn label(&self, number: u16) -> String {
        self.unknown.get(&number).map_or_else(|| number.to_string(), |name| format!("'{name}'"))
    }
}

/// Returns the name in a field of fixed length, which ends at the first zero byte. Everything but printable ASCII
/// becomes a question mark.
pub(crate) fn name_in(field: &[u8]) -> String {
    let name = field.split(|&byte| byte == 0).next().unwrap_or_default();
    let letter = |&byte: &u8| if (b' '..=b'~').contains(&byte) { char::from(byte) } else { '?' };
    name.iter().map(letter).collect::<String>().trim().to_owned()
}
