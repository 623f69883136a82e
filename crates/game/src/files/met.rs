//! Kinds of monsters that the player has met in any game, stored next to the saves.

use crate::files::player_file::PlayerFile;
use bevy::prelude::*;
use engine::{EventRecord, Rules, Tape};
use ports::Store;
use std::collections::BTreeSet;

const FILE: &str = "saves/met.ron";
/// Maximum size in bytes of the file, and maximum number of kinds.
const MAX_BYTES: usize = 1 << 20;
const MAX: usize = 4096;

/// Names of the kinds that were met.
#[derive(Resource, Debug, Default)]
pub(crate) struct Met(pub(crate) PlayerFile<BTreeSet<String>>);

impl Met {
    /// Reads the list in the store.
    pub(crate) fn open(store: &Store) -> Met {
        Met(PlayerFile::open(store, FILE, MAX_BYTES))
    }

    /// Returns true if a kind was met.
    pub(crate) fn knows(&self, kind: &str) -> bool {
        self.0.kept.contains(kind)
    }

    /// Adds a kind. Returns true if it is a new one.
    fn add(&mut self, kind: &str) -> bool {
        !self.knows(kind) && self.0.kept.len() < MAX && self.0.kept.insert(kind.to_owned())
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Met>();
    app.add_systems(Update, follow);
}

/// Records the monsters that the player meets, except during demos.
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
    // If writing fails, it is repeated when the next kind is met.
    if is_new && let Err(what) = met.0.write() {
        warn!("{what}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{GameEvent, KindId};
    use ports::Clock;

    #[test]
    fn met_kinds_are_known_in_the_next_game() {
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
}
