//! Cues: what is heard when something happens.

use bevy::prelude::*;
use engine::{Happening, Report};

/// A sound that something makes: which one, how loud, and from where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cue {
    pub(crate) name: &'static str,
    pub(crate) loudness: f32,
    /// The player makes it, so it comes from nowhere else.
    pub(crate) own: bool,
}

impl Cue {
    pub(crate) const fn around(name: &'static str, loudness: f32) -> Cue {
        Cue { name, loudness, own: false }
    }

    pub(crate) const fn own(name: &'static str, loudness: f32) -> Cue {
        Cue { name, loudness, own: true }
    }

    /// What is heard when this happens, if anything; where there is a choice, `pick` makes it.
    fn of(what: Happening, pick: usize) -> Option<Cue> {
        Some(match what {
            Happening::Shot => Cue::own("shot", 0.7),
            Happening::Empty => Cue::own("empty", 0.5),
            Happening::DoorOpens => Cue::around("door_open", 0.7),
            Happening::DoorCloses => Cue::around("door_close", 0.7),
            Happening::PushWallMoves => Cue::around("door_open", 0.9),
            Happening::PushWallStops => Cue::around("door_close", 0.9),
            Happening::PushWallStuck => Cue::own("empty", 0.5),
            Happening::Notices => Cue::around(["groan1", "groan2", "groan3"][pick % 3], 0.9),
            Happening::Strikes => Cue::around("swipe", 0.7),
            Happening::MonsterHurt => Cue::around("monster_hurt", 0.8),
            Happening::MonsterDies => Cue::around("monster_death", 0.9),
            Happening::PlayerHurt => Cue::own("hurt", 0.8),
            Happening::PlayerDies => Cue::own("death", 0.9),
            Happening::Taken(_) => Cue::own("pickup", 0.6),
            Happening::LiftThrown => Cue::around("lift", 0.9),
            Happening::BoltHits | Happening::Bursts | Happening::Impact | Happening::DeckDone => return None,
        })
    }
}

/// Cues that wait to be given a voice.
#[derive(Resource, Default)]
pub(crate) struct Cues(pub(crate) Vec<(Cue, Vec2)>);

/// What is only heard has a chance of its own: it must not touch the engine's.
#[derive(Resource, Default)]
pub(crate) struct Whim(u32);

impl Whim {
    pub(crate) fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        (self.0 >> 16) ^ self.0
    }
}

/// Whatever adds cues; the voices come after it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Hear;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Cues>().init_resource::<Whim>();
    app.add_systems(Update, hear_reports.in_set(Hear));
}

fn hear_reports(mut reports: MessageReader<Report>, mut cues: ResMut<Cues>, mut whim: ResMut<Whim>) {
    for report in reports.read() {
        let cue = Cue::of(report.what, whim.next() as usize);
        cues.0.extend(cue.map(|cue| (cue, report.at)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use level::ThingKind;
    use std::path::Path;

    #[test]
    fn what_the_player_does_is_his_own_sound_and_all_else_has_a_place() {
        let own = |what| Cue::of(what, 0).map(|cue| cue.own);
        for what in [Happening::Shot, Happening::Empty, Happening::PlayerHurt, Happening::Taken(ThingKind::Clip)] {
            assert_eq!(own(what), Some(true), "{what:?}");
        }
        for what in [Happening::DoorOpens, Happening::Notices, Happening::MonsterDies, Happening::LiftThrown] {
            assert_eq!(own(what), Some(false), "{what:?}");
        }
        assert_eq!(own(Happening::DeckDone), None);
    }

    #[test]
    fn groans_differ() {
        let groans: Vec<_> = (0..3).filter_map(|pick| Cue::of(Happening::Notices, pick)).map(|cue| cue.name).collect();
        assert_eq!(groans, ["groan1", "groan2", "groan3"]);
    }

    #[test]
    fn every_cue_has_its_sound() {
        let sounds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/sounds");
        let happenings = [
            Happening::Shot,
            Happening::Empty,
            Happening::DoorOpens,
            Happening::DoorCloses,
            Happening::PushWallMoves,
            Happening::PushWallStops,
            Happening::PushWallStuck,
            Happening::Notices,
            Happening::Strikes,
            Happening::MonsterHurt,
            Happening::MonsterDies,
            Happening::PlayerHurt,
            Happening::PlayerDies,
            Happening::Taken(ThingKind::Medkit),
            Happening::LiftThrown,
        ];
        for cue in happenings.into_iter().filter_map(|what| Cue::of(what, 0)) {
            assert!(sounds.join(format!("{}.wav", cue.name)).is_file(), "{}", cue.name);
        }
    }
}
