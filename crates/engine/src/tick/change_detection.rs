//! What was touched: which rows of a table were changed since a system ran last.

use bevy::ecs::change_detection::Tick;

/// The rows of a table that were changed, in any of these columns, after `last_run`; each column says when each row was changed last.
///
/// Most of what stands about stays as it is, so whole columns are asked before any row. A filter (`Changed`) asks row by row, which
/// takes several times as long.
pub(crate) fn touched<'w, const N: usize>(
    columns: [&'w [Tick]; N],
    last_run: Tick,
    this_run: Tick,
) -> impl Iterator<Item = usize> + 'w {
    let is_new = move |tick: &Tick| tick.is_newer_than(last_run, this_run);
    // To stop at the first would keep several from being asked at once.
    let any = columns.iter().any(|column| column.iter().fold(false, |any, tick| any | is_new(tick)));
    let rows = if any { columns.iter().map(|column| column.len()).min().unwrap_or(0) } else { 0 };
    let columns = columns.map(|column| &column[..rows]);
    (0..rows).filter(move |row| columns.iter().fold(false, |any, column| any | is_new(&column[*row])))
}
