//! The words of a line: cells, ids, and names from the rules.

use bevy::prelude::*;
use engine::Id;

/// The id of the player.
pub(crate) const PLAYER: Id = Id(0);

/// Parses the id of a thing, or `player`.
pub(crate) fn id_of(word: &str) -> Option<Id> {
    match word {
        "player" => Some(PLAYER),
        _ => word.parse().ok().map(Id),
    }
}

/// Parses a cell such as `6,4`.
pub(crate) fn cell_of(word: &str) -> Option<IVec2> {
    let (x, y) = word.split_once(',')?;
    Some(IVec2::new(x.parse().ok()?, y.parse().ok()?))
}

/// Parses a point such as `6.5,4`. A whole number is the middle of the cell.
pub(crate) fn point_of(word: &str) -> Option<Vec2> {
    let (x, y) = word.split_once(',')?;
    let part = |part: &str| match part.parse::<i32>() {
        Ok(cell) => Some(cell as f32 + 0.5),
        Err(_) => part.parse().ok().filter(|part: &f32| part.is_finite()),
    };
    Some(Vec2::new(part(x)?, part(y)?))
}

/// Returns the index of a name in a table of the rules, whatever the case of its letters.
pub(crate) fn number_of<T>(table: &[(String, T)], name: &str) -> Option<u16> {
    let index = table.iter().position(|(other, _)| other.eq_ignore_ascii_case(name))?;
    u16::try_from(index).ok()
}

/// Returns the names of a table of the rules.
pub(crate) fn names<T>(table: &[(String, T)]) -> impl Iterator<Item = &str> {
    table.iter().map(|(name, _)| name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_of_a_point_are_the_middle_of_a_cell() {
        assert_eq!(point_of("6,4"), Some(Vec2::new(6.5, 4.5)));
        assert_eq!(point_of("6.25,4"), Some(Vec2::new(6.25, 4.5)));
        for wrong in ["6", "6,", "six,4", "NaN,4", "inf,4", "6,4,2"] {
            assert_eq!(point_of(wrong), None, "{wrong}");
        }
        assert_eq!((cell_of("6,4"), cell_of("6.5,4")), (Some(IVec2::new(6, 4)), None));
    }
}
