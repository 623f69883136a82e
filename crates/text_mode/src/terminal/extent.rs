//! The number of columns and rows of the terminal, even if the terminal does not know it.

use crossterm::terminal::window_size;
use std::env;

/// The assumed size of a terminal of unknown size.
const USUAL: (u16, u16) = (80, 24);

/// Returns the columns and rows: those that the terminal reports, otherwise those of the environment, otherwise the
/// usual ones.
pub(super) fn extent() -> (u16, u16) {
    let reported = window_size().map_or((0, 0), |size| (size.columns, size.rows));
    let variable = |name: &str| env::var(name).ok();
    known(reported, variable("COLUMNS").as_deref(), variable("LINES").as_deref())
}

/// Returns the size for this reported size and these variables. A side of 0 counts as unknown, independently of the
/// other.
fn known((columns, rows): (u16, u16), variable_columns: Option<&str>, variable_lines: Option<&str>) -> (u16, u16) {
    let side = |reported: u16, variable: Option<&str>, usual: u16| {
        let said = variable.and_then(|text| text.trim().parse().ok());
        Some(reported).filter(|side| *side > 0).or(said.filter(|side| *side > 0)).unwrap_or(usual)
    };
    (side(columns, variable_columns, USUAL.0), side(rows, variable_lines, USUAL.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_without_size_uses_environment_or_default() {
        assert_eq!(known((100, 30), Some("80"), Some("24")), (100, 30));
        assert_eq!(known((0, 0), Some("132"), Some(" 43 ")), (132, 43));
        assert_eq!(known((0, 30), Some("132"), Some("43")), (132, 30));
        for wrong in [None, Some(""), Some("0"), Some("-4"), Some("many"), Some("99999999")] {
            assert_eq!(known((0, 0), wrong, wrong), (80, 24), "{wrong:?}");
        }
    }
}
