//! Takes: of a sound that is heard often there are several files, `shot`, `shot~2`, `shot~3`, and no two that follow each other
//! are the same.

use bevy::{platform::collections::HashMap, prelude::*};

/// The most takes that are looked for.
const MAX: usize = 16;

/// Which take of each sound was heard last.
#[derive(Resource, Default)]
pub(crate) struct Takes {
    last: HashMap<String, usize>,
}

impl Takes {
    /// The name of the take of a sound to be heard now, of those that there are; `pick` chooses.
    pub(crate) fn next(&mut self, name: &str, exists: impl Fn(&str) -> bool, pick: usize) -> String {
        let file = |take: usize| if take == 0 { name.to_owned() } else { format!("{name}~{}", take + 1) };
        let count = (0..MAX).take_while(|&take| exists(&file(take))).count();
        let last = self.last.get(name).copied();
        let take = match last {
            // One of the others: so many steps on from the last.
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
    fn all_takes_are_heard_and_never_one_twice_in_a_row() {
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
    fn a_sound_of_one_take_or_of_none_keeps_its_name() {
        let mut takes = Takes::default();
        for _ in 0..3 {
            assert_eq!(takes.next("lift", |name| name == "lift", 5), "lift");
            assert_eq!(takes.next("nothing", |_| false, 5), "nothing");
        }
    }
}
