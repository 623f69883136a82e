//! Change detection: whether rows of a table have changed since the last run of a system.

use bevy::ecs::change_detection::Tick;

/// Returns the rows of a table that have changed in any of these columns after `last_run`. Each column contains the
/// tick of the last change for each row.
///
/// Most rows do not change, so whole columns are checked before individual rows. A filter (`Changed`) checks each row,
/// which takes several times as long.
pub(crate) fn touched<'w, const N: usize>(
    columns: [&'w [Tick]; N],
    last_run: Tick,
    this_run: Tick,
) -> impl Iterator<Item = usize> + 'w {
    let is_new = move |tick: &Tick| tick.is_newer_than(last_run, this_run);
    // Stopping at the first match would prevent vectorisation.
    let any = columns.iter().any(|column| column.iter().fold(false, |any, tick| any | is_new(tick)));
    let rows = if any { columns.iter().map(|column| column.len()).min().unwrap_or(0) } else { 0 };
    let columns = columns.map(|column| &column[..rows]);
    (0..rows).filter(move |row| columns.iter().fold(false, |any, column| any | is_new(&column[*row])))
}
