//! Takes: frequent sounds have several files, `shot`, `shot~2`, `shot~3`. The same take is never played twice in a row.

use bevy::{platform::collections::HashMap, prelude::*};

/// Maximum number of takes.
const MAX: usize = 16;

/// Last take of each sound.
#[derive(Resource, Default)]
pub(crate) struct Takes {
    last: HashMap<String, usize>,
}

impl Takes {
    /// Returns the name of the next take of a sound, among those that exist. `pick` selects one.
    pub(crate) fn next(&mut self, name: &str, exists: impl Fn(&str) -> bool, pick: usize) -> String {
        let file = |take: usize| if take == 0 { name.to_owned() } else { format!("{name}~{}", take + 1) };
        let count = (0..MAX).take_while(|&take| exists(&file(take))).count();
        let last = self.last.get(name).copied();
        let take = match last {
            // Select one of the others by its distance from the last one.
            Some(last) if count > 1 => (last + 1 + pick % (count - 1)) % count,
            _ => pick % count.max(1),
        };
        if count > 1 {
            self.last.insert(name.to_owned(), take);
        }
        file(take)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_takes_are_used_and_never_twice_in_a_row() {
        let mut takes = Takes::default();
        let exists = |name: &str| ["shot", "shot~2", "shot~3", "shot~5"].contains(&name);
        let heard: Vec<String> = (0..60).map(|pick| takes.next("shot", exists, pick * 7 / 3)).collect();
        assert!(heard.windows(2).all(|pair| pair[0] != pair[1]), "{heard:?}");
        let mut all = heard;
        all.sort();
        all.dedup();
        assert_eq!(all, ["shot", "shot~2", "shot~3"]);
    }

    #[test]
    fn sound_with_a_single_take_keeps_its_name() {
        let mut takes = Takes::default();
        for _ in 0..3 {
            assert_eq!(takes.next("lift", |name| name == "lift", 5), "lift");
            assert_eq!(takes.next("nothing", |_| false, 5), "nothing");
        }
    }
}
