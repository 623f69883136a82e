//! Formats counts: what was killed, fired and found, by kind.

use engine::{CountedSet, Counts};
use localization::{Said, say};

/// Returns the counts in words, one line per category with at least one count.
pub fn count_lines(counts: &Counts) -> Vec<Said> {
    let Counts { kills, rounds, hits, finds } = counts;
    let mut lines = Vec::new();
    if !kills.is_empty() {
        lines.push(say!("Kills: {list}", list = listed(kills)));
    }
    if !rounds.is_empty() {
        let weapons = rounds.iter().map(|(name, fired)| {
            say!("{weapon}: {hits} of {fired}", weapon = Said::data(name), hits = hits.count(name), fired)
        });
        lines.push(say!("Hits: {list}", list = Said::joined(weapons, ", ")));
    }
    if !finds.is_empty() {
        lines.push(say!("Items: {list}", list = listed(finds)));
    }
    lines
}

fn listed(set: &CountedSet<String>) -> Said {
    Said::joined(set.iter().map(|(name, count)| Said::joined([Said::data(name), Said::from(count)], ": ")), ", ")
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
            count_lines(&counts).iter().map(Said::english).collect::<Vec<_>>(),
            ["Kills: crawler: 1, shambler: 12", "Hits: pistol: 14 of 22, shotgun: 0 of 3"]
        );
    }
}
