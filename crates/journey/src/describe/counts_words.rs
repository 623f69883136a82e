//! Formats counts: what was killed, fired and found, by kind.

use engine::{CountedSet, Counts};

/// What was counted, a line for each sort of thing of which there is any.
pub fn count_lines(counts: &Counts) -> Vec<String> {
    let Counts { kills, rounds, hits, finds } = counts;
    let mut lines = Vec::new();
    if !kills.is_empty() {
        lines.push(format!("Put to rest: {}", listed(kills)));
    }
    if !rounds.is_empty() {
        let weapons = rounds.iter().map(|(name, fired)| format!("{name}: {} of {fired}", hits.count(name)));
        lines.push(format!("Rounds that hit: {}", weapons.collect::<Vec<_>>().join(", ")));
    }
    if !finds.is_empty() {
        lines.push(format!("Found: {}", listed(finds)));
    }
    lines
}

fn listed(set: &CountedSet<String>) -> String {
    set.iter().map(|(name, count)| format!("{name}: {count}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_name_each_kind_with_its_count() {
        assert!(count_lines(&Counts::default()).is_empty());
        let mut counts = Counts::default();
        counts.kills.add("shambler".to_owned(), 12);
        counts.kills.add("crawler".to_owned(), 1);
        counts.rounds.add("pistol".to_owned(), 22);
        counts.hits.add("pistol".to_owned(), 14);
        counts.rounds.add("shotgun".to_owned(), 3);
        assert_eq!(
            count_lines(&counts),
            ["Put to rest: crawler: 1, shambler: 12", "Rounds that hit: pistol: 14 of 22, shotgun: 0 of 3"]
        );
    }
}
