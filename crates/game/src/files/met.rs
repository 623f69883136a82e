//! Who was met: the kinds that the player has come upon in any game, by their names, kept beside the saves.

use crate::files::kept_file::{KeptFile, complaint};
use bevy::prelude::*;
use engine::{EventRecord, Rules, Tape};
use ports::Store;
use std::collections::BTreeSet;

const FILE: &str = "saves/met.ron";
/// The largest file that is read, in bytes, and the most kinds that are remembered.
const MAX_BYTES: usize = 1 << 20;
const MOST: usize = 4096;

/// The kinds that were met.
#[derive(Resource, Debug, Default)]
pub(crate) struct Met {
    file: Option<KeptFile>,
    kinds: BTreeSet<String>,
    /// What is wrong with the file, in a sentence.
    complaint: Option<String>,
}

impl Met {
    /// Those that the list in the store names.
    pub(crate) fn open(store: &Store) -> Met {
        let file = KeptFile::new(store, FILE, MAX_BYTES);
        let (kinds, complaint) = match file.as_ref().map_or(Ok(None), KeptFile::read::<BTreeSet<String>>) {
            Ok(read) => (read.unwrap_or_default().0, None),
            Err(why) => (BTreeSet::new(), Some(complaint(&why))),
        };
        Met { file, kinds, complaint }
    }

    /// What is wrong with the file, in a sentence.
    pub(crate) fn complaint(&self) -> Option<String> {
        self.complaint.clone()
    }

    /// Whether a kind was met.
    pub(crate) fn knows(&self, kind: &str) -> bool {
        self.kinds.contains(kind)
    }

    /// Remembers a kind; true if it is a new one.
    fn add(&mut self, kind: &str) -> bool {
        !self.knows(kind) && self.kinds.len() < MOST && self.kinds.insert(kind.to_owned())
    }

    /// Writes them, with those that other games have met; what fails is tried again when the next one is met.
    fn write(&mut self) {
        let Some(file) = &self.file else { return };
        let written = file.update::<BTreeSet<String>>(|now| {
            self.kinds.extend(now.unwrap_or_default().0);
            ron::to_string(&self.kinds).map_err(|error| error.to_string())
        });
        if let Err(what) = written {
            warn!("{what}");
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Met>();
    app.add_systems(Update, follow);
}

/// Notes whom the player meets, unless it is a demo that is shown.
fn follow(
    mut reports: MessageReader<EventRecord>,
    (rules, tape): (Option<Res<Rules>>, Option<Res<Tape>>),
    mut met: ResMut<Met>,
) {
    let plays = tape.is_none_or(|tape| tape.replay.is_none());
    let Some(rules) = rules.filter(|_| plays) else { return };
    let mut is_new = false;
    for kind in reports.read().filter_map(|report| report.what.effects(&rules).met) {
        if let Some((name, _)) = rules.monsters.get(usize::from(kind.0)) {
            is_new |= met.add(name);
        }
    }
    if is_new {
        met.write();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{GameEvent, KindId};
    use ports::Clock;

    #[test]
    fn whom_the_player_has_met_is_known_in_the_next_game() {
        let store = Store::in_memory(Clock::default()).0;
        let mut app = App::new();
        app.add_message::<EventRecord>().insert_resource(Rules::standard()).insert_resource(Met::open(&store));
        app.add_systems(Update, follow);
        let number = Rules::standard().monsters.iter().position(|(name, _)| name == "crawler").unwrap();
        app.world_mut().write_message(EventRecord::new(GameEvent::DoorOpens, Vec2::ZERO));
        app.update();
        assert!(!store.has(FILE));
        app.world_mut().write_message(EventRecord::new(GameEvent::Notices(KindId(number as u16)), Vec2::ZERO));
        app.update();
        let again = Met::open(&store);
        assert!(again.knows("crawler") && !again.knows("brute"));
    }

    #[test]
    fn damaged_list_is_reported_and_kept_under_another_name() {
        let store = Store::in_memory(Clock::default()).0;
        store.write(FILE, b"( nonsense").unwrap();
        let mut met = Met::open(&store);
        assert!(met.complaint().is_some_and(|told| told.contains(FILE)) && !met.knows("crawler"));
        assert!(met.add("crawler"));
        met.write();
        assert_eq!(store.read("saves/met.ron.broken1", 99).unwrap(), b"( nonsense");
        let mut other = Met::open(&store);
        assert!(other.complaint().is_none() && other.add("brute") && met.add("officer"));
        other.write();
        met.write();
        let all = Met::open(&store);
        assert!(["crawler", "brute", "officer"].iter().all(|kind| all.knows(kind)), "two games lose no kind");
    }
}
