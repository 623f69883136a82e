//! What the page of mods says about a mod: who made it, and what it changes.

use crate::files::mods::Row;
use content::{Change, Mod};
use localization::{Said, say};

/// Maximum number of changes that are listed.
const MAX_LISTED: usize = 12;
/// Maximum number of lines about the maps of which a mod was made.
const MAX_NOTES: usize = 3;

/// Returns the lines about a mod with these changes, each with a flag that is true for bad news.
pub(crate) fn about(row: &Row, changes: &[Change]) -> Vec<(Said, bool)> {
    let mut lines = Vec::new();
    if let Ok(one) = &row.found {
        let manifest = one.manifest();
        // Without a manifest, there is no version.
        let version = if one.has_manifest() { format!(" {}", manifest.version) } else { String::new() };
        lines.push((Said::literal(format!("{}{version}", manifest.name)), false));
        let by = [manifest.authors.join(", "), manifest.licence.clone()];
        let by: Vec<String> = by.into_iter().filter(|part| !part.is_empty()).collect();
        if !by.is_empty() {
            lines.push((Said::literal(by.join(", ")), false));
        }
        if !manifest.description.is_empty() {
            lines.push((Said::data(&manifest.description), false));
        }
        let plays = if one.plays() {
            say!("It changes the game: saves need it.")
        } else {
            say!("It only changes what you see, hear and read.")
        };
        lines.push((plays.into(), false));
        let report = one.report();
        lines.extend(report.iter().take(MAX_NOTES).map(|what| (Said::literal(in_mod(what, one)), false)));
        if let Some(more) = report.len().checked_sub(MAX_NOTES).filter(|more| *more > 0) {
            lines.push((say!("and {count} more", count = more), false));
        }
    }
    lines.extend(row.problem.iter().map(|what| (Said::literal(what), true)));
    lines.extend(listed(changes));
    lines
}

/// Returns a sentence about a file of a mod without the path of the mod.
fn in_mod(what: &str, one: &Mod) -> String {
    what.strip_prefix(&one.in_mod("")).unwrap_or(what).to_owned()
}

/// Returns the changes of a mod as lines: those that a later mod replaces first.
fn listed(changes: &[Change]) -> Vec<(Said, bool)> {
    let mut sorted: Vec<&Change> = changes.iter().collect();
    sorted.sort_by_key(|change| (change.also_in.is_empty(), !change.replaces));
    let line = |change: &Change| {
        let what = match &change.entry {
            Some(entry) => Said::literal(format!("{entry} ({})", change.file)),
            None => Said::literal(&change.file),
        };
        let others = Said::literal(change.also_in.join(", "));
        match (change.replaces, change.also_in.is_empty()) {
            (true, true) => say!("replaces {what}", what),
            (false, true) => say!("adds {what}", what),
            (true, false) => say!("replaces {what}, also replaced by {others}", what, others),
            (false, false) => say!("adds {what}, also replaced by {others}", what, others),
        }
    };
    let shown = sorted.iter().take(MAX_LISTED).map(|change| (line(change), !change.also_in.is_empty()));
    let more = sorted.len().saturating_sub(MAX_LISTED);
    let rest = (more > 0).then(|| (say!("and {count} more", count = more), false));
    shown.chain(rest).collect()
}
