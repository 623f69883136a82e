//! Places of errors in entries of tables: the merged tables have no lines that an author knows.

use crate::command_line::failure::Failure;
use content::Mod;
use std::sync::Arc;

/// The tables whose errors name only the file and the entry, as in "monsters.ron: hound: no sprite 'hund_stand'".
const TABLES: [&str; 4] = ["monsters.ron", "weapons.ron", "pickups.ron", "props.ron"];

/// Adds the path of the mod and the line to errors in entries of tables. Of several similar errors in an entry, only the
/// first is kept, with their number.
pub(crate) fn located(failure: Failure, mods: &[Arc<Mod>]) -> Failure {
    let mut lines: Vec<(String, usize)> = Vec::new();
    for line in failure.message.lines() {
        let line = with_place(line, mods).unwrap_or_else(|| line.to_owned());
        match lines.last_mut().filter(|(last, _)| is_similar(last, &line)) {
            Some((_, count)) => *count += 1,
            None => lines.push((line, 0)),
        }
    }
    let told = lines.into_iter().map(|(line, more)| if more == 0 { line } else { format!("{line}, and {more} more") });
    Failure { message: told.collect::<Vec<_>>().join("\n"), ..failure }
}

/// Returns true if two errors differ only in the name of a sprite.
fn is_similar(one: &str, other: &str) -> bool {
    let begin = |line: &str| line.split_once(": no sprite '").map(|(begin, _)| begin.to_owned());
    begin(one).is_some_and(|one| begin(other) == Some(one))
}

/// Returns an error with its place in the last mod that has the entry.
fn with_place(line: &str, mods: &[Arc<Mod>]) -> Option<String> {
    let (file, rest) = line.strip_prefix("assets/").unwrap_or(line).split_once(": ")?;
    let (entry, _) = rest.split_once(": ").filter(|_| TABLES.contains(&file))?;
    let name = format!("assets/{file}");
    let found = mods.iter().rev().find_map(|one| {
        let text = String::from_utf8(one.read(&name).ok()?).ok()?;
        let is_key = |(at, key): &(usize, &str)| text[at + key.len()..].trim_start().starts_with(':');
        let key = format!("{entry:?}");
        let (at, _) = text.match_indices(key.as_str()).find(is_key)?;
        Some((one.in_mod(&name), 1 + text[..at].matches('\n').count()))
    });
    found.map(|(file, line)| format!("{file}:{line}: {rest}"))
}
