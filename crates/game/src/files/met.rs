//! Who was met: the kinds that the player has come upon in any game, by their names, kept beside the saves.

use crate::files::file_bytes::read_file;
use bevy::prelude::*;
use engine::{Happening, KindId, Report, Rules, Tape};
use journey::write_whole;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const FILE: &str = "met.ron";
/// The largest file that is read, in bytes, and the most kinds that are remembered.
const MAX_BYTES: usize = 1 << 20;
const MOST: usize = 4096;

/// The kinds that were met.
#[derive(Resource, Debug, Default)]
pub(crate) struct Met {
    path: Option<PathBuf>,
    kinds: BTreeSet<String>,
}

impl Met {
    /// Those in a folder; what cannot be read there is as if there were none.
    pub(crate) fn open(folder: &Path) -> Met {
        let path = folder.join(FILE);
        let name = path.display().to_string();
        let read = read_file(&path, MAX_BYTES).ok().and_then(|bytes| level::read_ron(&name, &bytes, MAX_BYTES).ok());
        let kinds: Vec<String> = read.unwrap_or_default();
        Met { path: Some(path), kinds: kinds.into_iter().take(MOST).collect() }
    }

    /// Whether a kind was met.
    pub(crate) fn knows(&self, kind: &str) -> bool {
        self.kinds.contains(kind)
    }

    /// Remembers a kind; true if it is a new one.
    fn add(&mut self, kind: &str) -> bool {
        !self.knows(kind) && self.kinds.len() < MOST && self.kinds.insert(kind.to_owned())
    }

    /// Writes them; what fails is tried again when the next one is met.
    fn write(&self) {
        let Some(path) = &self.path else { return };
        let kinds: Vec<&String> = self.kinds.iter().collect();
        if let Err(error) =
            ron::to_string(&kinds).map_err(std::io::Error::other).and_then(|text| write_whole(path, text.as_bytes()))
        {
            warn!("{} cannot be written: {error}", path.display());
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Met>();
    app.add_systems(Update, follow);
}

/// The kind with which something has happened that brings the player and it together.
fn kind_of(what: Happening) -> Option<KindId> {
    match what {
        Happening::Notices(kind)
        | Happening::Strikes(kind)
        | Happening::MonsterProjectileHits(kind)
        | Happening::MonsterHurt(kind)
        | Happening::MonsterDies(kind) => Some(kind),
        _ => None,
    }
}

/// Notes whom the player meets, unless it is a demo that is shown.
fn follow(
    mut reports: MessageReader<Report>,
    (rules, tape): (Option<Res<Rules>>, Option<Res<Tape>>),
    mut met: ResMut<Met>,
) {
    let plays = tape.is_none_or(|tape| tape.replay.is_none());
    let Some(rules) = rules.filter(|_| plays) else { return };
    let mut is_new = false;
    for kind in reports.read().filter_map(|report| kind_of(report.what)) {
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

    #[test]
    fn whom_the_player_has_met_is_known_in_the_next_game() {
        let folder = tempfile::tempdir().unwrap();
        let mut app = App::new();
        app.add_message::<Report>().insert_resource(Rules::standard()).insert_resource(Met::open(folder.path()));
        app.add_systems(Update, follow);
        let number = Rules::standard().monsters.iter().position(|(name, _)| name == "crawler").unwrap();
        app.world_mut().write_message(Report::new(Happening::DoorOpens, Vec2::ZERO));
        app.update();
        assert!(!folder.path().join(FILE).exists());
        app.world_mut().write_message(Report::new(Happening::Notices(KindId(number as u16)), Vec2::ZERO));
        app.update();
        let again = Met::open(folder.path());
        assert!(again.knows("crawler") && !again.knows("brute"));
        std::fs::write(folder.path().join(FILE), b"( nonsense").unwrap();
        assert!(!Met::open(folder.path()).knows("crawler"));
    }
}
