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

/// Maximum number of kinds in a list, so that the tally of a long campaign fits its page.
const MAX_KINDS: usize = 12;

/// Returns the kinds with their counts; of a long list only the most frequent ones, and the number of the others.
fn listed(set: &CountedSet<String>) -> Said {
    let mut kinds: Vec<_> = set.iter().collect();
    let is_long = kinds.len() > MAX_KINDS;
    if is_long {
        kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    }
    let others = kinds.len().saturating_sub(MAX_KINDS);
    let kinds = kinds.into_iter().take(MAX_KINDS);
    let kinds = kinds.map(|(name, count)| Said::joined([name_of(name), Said::from(count)], ": "));
    let rest = is_long.then(|| say!("other kinds: {count}", count = others));
    Said::joined(kinds.chain(rest), ", ")
}

/// Returns the name of a kind. Keys have letters, which are small in the rules.
fn name_of(kind: &str) -> Said {
    match kind.strip_prefix("key ").filter(|letter| letter.len() == 1) {
        Some(letter) => say!("key {key}", key = Said::literal(letter.to_uppercase())),
        None => Said::data(kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_capital_letters() {
        let mut counts = Counts::default();
        counts.finds.add("key a".to_owned(), 1);
        assert_eq!(count_lines(&counts)[0].english(), "Items: key A: 1");
    }

    #[test]
    fn long_list_is_shortened_to_its_most_frequent_kinds() {
        let mut counts = Counts::default();
        for (number, letter) in (1..).zip('a'..='n') {
            (0..number).for_each(|_| counts.finds.add(letter.to_string(), 1));
        }
        let line = count_lines(&counts)[0].english();
        assert!(line.starts_with("Items: n: 14, m: 13, ") && line.ends_with(", c: 3, other kinds: 2"), "{line}");
    }

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
