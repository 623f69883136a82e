//! Demos: the start of a run and its intents, with hashes of the state for each tick and each second that reveal a
//! diverging replay.

use crate::{
    bodies::searches::SavedSearches,
    events::counts::Counts,
    rules::kind_names::KindNames,
    rules::rules::Rules,
    session::begin::{Start, begin},
    session::container::{ContainerError, Format, Head, NeededMod, unwritable},
    session::run_rules::rules_of,
    session::snapshot::{Snapshot, SnapshotError, restore},
    session::state_hash::Identities,
    state::dev_state::DevState,
    tick::intent::{Intent, IntentError},
    tick::tick::TICKS_PER_SECOND,
};
use bevy::prelude::*;
use level::Level;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;

/// The file format. Its version changes when old demos can no longer be played: with the rules of the simulation and
/// the encoding, but not with a new part of the intent.
pub(super) const FORMAT: Format = Format { magic: *b"HBdemo\r\n", version: 17, oldest: 13, name: "demo", effort: 9 };

/// The first version that contains the counters of the run.
const COUNTED_SINCE: u32 = 14;
/// The first version that contains the mods of the run.
const MODS_SINCE: u32 = 15;
/// The first version that contains the state of developer acts.
const DEV_SINCE: u32 = 16;
/// The first version that contains the names of kinds.
const KINDS_SINCE: u32 = 17;

/// A recorded run.
#[derive(Clone, Debug, PartialEq)]
pub struct Demo {
    pub(super) head: Head,
    /// The state in which the recording began, if that was not the start of the run.
    pub(super) origin: Option<Box<Snapshot>>,
    /// The intents, each with its duration in ticks.
    pub(super) intents: Vec<(u32, Intent)>,
    pub(super) hashes: Hashes,
    /// The mods that take part in the run, in their order.
    pub(super) mods: Vec<NeededMod>,
    /// The names of the kinds of its rules.
    pub(super) kinds: Arc<KindNames>,
}

/// Hashes of the state.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Hashes {
    /// Names of the parts of the state.
    pub(super) parts: Vec<String>,
    /// Hash of the whole state after each second and after the last tick.
    pub(super) whole: Vec<u64>,
    /// Hash of each part after each second and after the last tick.
    pub(super) of_parts: Vec<u64>,
    /// The lowest 16 bits of the hash of the whole state after each tick.
    pub(super) of_ticks: Vec<u16>,
}

/// The body of a demo file.
#[derive(Serialize, Deserialize)]
struct Body {
    origin: Option<Box<Snapshot>>,
    /// For each intent, its duration in ticks, followed by its parts.
    intents: Vec<u8>,
    hashes: Hashes,
    /// Counters of the run before the recording. Demos of version 13 end before this field.
    counts: Counts,
    /// The creatures that waited for a path search. Demos of version 13 end before this field.
    searches: SavedSearches,
    /// The mods of the run. Demos of version 14 end before this field.
    mods: Vec<NeededMod>,
    /// State of developer acts before the recording. Demos of version 15 end before this field.
    dev: DevState,
    /// The names of the kinds of its rules. Demos of version 16 end before this field.
    kinds: KindNames,
}

/// The reason why a demo cannot be played, or where it diverges.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DemoError {
    /// Its file cannot be used, or belongs to a different level or different rules.
    #[error(transparent)]
    Container(#[from] ContainerError),
    /// Its first state is invalid.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// One of its intents cannot be read.
    #[error(transparent)]
    Intent(#[from] IntentError),
    /// It was written when demos were text files.
    #[error("it is a demo in the text format of an older version of the game: use that version, or record it again")]
    Text,
    /// From this tick on, the world differs from the recorded one.
    #[error("it diverges from its recording in tick {tick}, in second {}{}", second_of(*tick), listed(parts))]
    OutOfStep {
        /// The tick of the demo, from 1.
        tick: u64,
        /// The parts of the state that differ at the end of that second; empty if the demo ended before.
        parts: Vec<String>,
    },
}

/// Lists names at the end of a sentence.
fn listed(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) }
}

impl Demo {
    /// Reads a demo from the bytes of its file.
    ///
    /// # Errors
    /// If it is not an undamaged demo of this version.
    pub fn read(bytes: &[u8]) -> Result<Demo, DemoError> {
        if bytes.starts_with(b"(\n    version:") {
            return Err(DemoError::Text);
        }
        let (version, head, mut body) = FORMAT.read(bytes)?;
        if version < COUNTED_SINCE {
            body = postcard::to_extend(&(Counts::default(), SavedSearches::default()), body).map_err(unwritable)?;
        }
        if version < MODS_SINCE {
            body = postcard::to_extend(&Vec::<NeededMod>::new(), body).map_err(unwritable)?;
        }
        if version < DEV_SINCE {
            body = postcard::to_extend(&DevState::default(), body).map_err(unwritable)?;
        }
        if version < KINDS_SINCE {
            body = postcard::to_extend(&KindNames::default(), body).map_err(unwritable)?;
        }
        let Ok((body, [])) = postcard::take_from_bytes(&body) else {
            return Err(ContainerError::Damaged("its body cannot be read").into());
        };
        let Body { mut origin, intents, hashes, counts, searches, mods, dev, kinds } = body;
        let kinds = Arc::new(kinds);
        if let Some(origin) = &mut origin {
            (origin.counts, origin.searches, origin.dev, origin.kinds) = (counts, searches, dev, Arc::clone(&kinds));
        }
        let demo = Demo { head, origin, intents: read_intents(&intents)?, hashes, mods, kinds };
        if !demo.hashes.fit(demo.ticks()) {
            return Err(ContainerError::Damaged("it must have one hash for each tick and each second").into());
        }
        Ok(demo)
    }

    /// Returns the bytes of the file.
    ///
    /// # Errors
    /// If the file would be too large, or if some of the content cannot be encoded.
    pub fn bytes(&self) -> Result<Vec<u8>, DemoError> {
        let mut intents = Vec::new();
        for (ticks, intent) in &self.intents {
            intents = postcard::to_extend(ticks, intents).map_err(unwritable)?;
            intent.write(&mut intents).map_err(unwritable)?;
        }
        let beside = self.origin.as_ref().map(|origin| (origin.counts.clone(), origin.searches.clone(), origin.dev));
        let (counts, searches, dev) = beside.unwrap_or_default();
        let (origin, hashes, mods) = (self.origin.clone(), self.hashes.clone(), self.mods.clone());
        let kinds = KindNames::clone(&self.kinds);
        let body = Body { origin, intents, hashes, counts, searches, mods, dev, kinds };
        Ok(FORMAT.write(&self.head, &postcard::to_stdvec(&body).map_err(unwritable)?)?)
    }

    /// Returns the start of the recorded run.
    ///
    /// # Errors
    /// If the demo was recorded on a different level or under different rules.
    pub fn start(&self, level: &Arc<Level>, rules: &Arc<Rules>) -> Result<Start, DemoError> {
        Ok(self.head.start(level, &rules_of(&self.kinds, rules)?)?)
    }

    /// Puts the first state of the demo into a world; `start` is the start of its run.
    ///
    /// # Errors
    /// If the state is invalid, or belongs to a different level or different rules.
    pub(super) fn begin(&self, world: &mut World, start: &Start) -> Result<(), DemoError> {
        match &self.origin {
            Some(snapshot) => restore(world, snapshot, Arc::clone(&start.level), &start.rules)?,
            None => {
                begin(world, start);
                // The state of that run contains the earlier numbers of its level and rules.
                let earlier = Identities::earlier(&start.level, world.resource::<Rules>(), start.skill);
                let mut prints = world.resource_mut::<Identities>();
                if self.head.has_earlier_level(&start.level) {
                    prints.level = earlier.level;
                }
                if self.head.has_earlier_rules(&start.rules) {
                    prints.rules = earlier.rules;
                }
            }
        }
        Ok(())
    }

    /// Returns the start of the run.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Returns the mods that take part in the run, in their order.
    pub fn mods(&self) -> &[NeededMod] {
        &self.mods
    }

    /// Returns the intents, each with its duration in ticks.
    pub fn intents(&self) -> &[(u32, Intent)] {
        &self.intents
    }

    /// Returns true if there are developer acts in it or before it.
    pub fn has_dev_acts(&self) -> bool {
        let before = self.origin.as_ref().is_some_and(|origin| origin.has_dev_acts());
        before || self.intents.iter().any(|(_, intent)| intent.dev_act.is_some())
    }

    /// Returns the duration of the demo in ticks.
    pub fn ticks(&self) -> u64 {
        self.intents.iter().map(|&(ticks, _)| u64::from(ticks)).sum()
    }

    /// Returns the hash of the state after the last tick, or `None` for an empty demo.
    pub fn last_hash(&self) -> Option<u64> {
        self.hashes.whole.last().copied()
    }
}

/// Returns the intents of a body, each with its duration in ticks.
fn read_intents(mut bytes: &[u8]) -> Result<Vec<(u32, Intent)>, IntentError> {
    let mut intents = Vec::new();
    while !bytes.is_empty() {
        let (ticks, rest) = postcard::take_from_bytes(bytes).map_err(|_| IntentError::Damaged)?;
        bytes = rest;
        intents.push((ticks, Intent::read(&mut bytes)?));
    }
    Ok(intents)
}

/// Returns the second in which a tick of the demo ends, from 1; 0 before the first.
pub(super) fn second_of(tick: u64) -> u64 {
    tick.div_ceil(u64::from(TICKS_PER_SECOND))
}

/// Returns the part of the state hash that a demo contains for each tick.
pub(super) fn short(hash: u64) -> u16 {
    hash as u16
}

impl Hashes {
    /// Adds the hashes of the next second.
    pub(super) fn push_second(&mut self, snapshot: &Snapshot) {
        let parts = snapshot.parts();
        if self.parts.is_empty() {
            self.parts = parts.iter().map(|(name, _)| (*name).to_owned()).collect();
        }
        self.whole.push(snapshot.hash());
        self.of_parts.extend(parts.map(|(_, hash)| hash));
    }

    /// Returns whether the number of hashes is right for a demo of this duration.
    fn fit(&self, ticks: u64) -> bool {
        self.of_ticks.len() as u64 == ticks
            && self.whole.len() as u64 == second_of(ticks)
            && self.parts.len().checked_mul(self.whole.len()) == Some(self.of_parts.len())
    }

    /// Returns the names of the parts in which a state differs from the recorded one at the end of a second, from 1.
    pub(super) fn differing(&self, second: u64, snapshot: &Snapshot) -> Vec<String> {
        let skipped = usize::try_from(second - 1).unwrap_or(usize::MAX).saturating_mul(self.parts.len());
        let recorded = || self.parts.iter().zip(self.of_parts.iter().skip(skipped));
        let differs = |name: &str, hash| !recorded().any(|(known, hashed)| (known.as_str(), *hashed) == (name, hash));
        let parts = snapshot.parts().into_iter().filter(|&(name, hash)| differs(name, hash));
        parts.map(|(name, _)| name.to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        session::headless::Headless,
        session::identity::earlier::{earlier_by_file, earlier_level},
        session::loadout::Loadout,
        session::recorder::Recorder,
        session::replay::Replay,
        session::snapshot::capture,
        tick::intent::WeaponChoice,
    };
    use proptest::prelude::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// Returns a demo of two seconds that was never played.
    fn demo() -> Demo {
        let start = Start { seed: 4, skill: 3, arrival: None, ..Start::on(level()) };
        let intents = vec![(200, Intent::default()), (40, Intent { forward: 1.0, ..Intent::default() })];
        let (whole, of_parts, of_ticks) = (vec![5, 6], vec![7, 8], vec![9; 240]);
        let hashes = Hashes { parts: vec!["doors".to_owned()], whole, of_parts, of_ticks };
        let (head, kinds) = (Head::of(&start, "levels/a.ron"), Arc::new(KindNames::of(&start.rules)));
        Demo { head, origin: None, intents, hashes, mods: Vec::new(), kinds }
    }

    /// Returns a file with this body that is valid for the container.
    fn file(intents: &[u8], hashes: &Hashes) -> Vec<u8> {
        let body = Body {
            origin: None,
            intents: intents.to_vec(),
            hashes: hashes.clone(),
            counts: Counts::default(),
            searches: SavedSearches::default(),
            mods: Vec::new(),
            dev: DevState::default(),
            kinds: KindNames::default(),
        };
        FORMAT.write(&demo().head, &postcard::to_stdvec(&body).expect("it is plain")).expect("it is small")
    }

    #[test]
    fn demos_survive_a_round_trip_through_a_file() {
        assert_eq!(Demo::read(&demo().bytes().expect("it can be written")), Ok(demo()));
    }

    #[test]
    fn unknown_parts_of_demos_are_rejected() {
        let error = Demo::read(&file(&[120, 200, 1, 0], &demo().hashes)).expect_err("there is no part 200");
        let sentence = "it contains the unknown input field 200: play it with a newer version of the game";
        assert_eq!(error.to_string(), sentence);
    }

    #[test]
    fn text_demos_are_rejected() {
        let text = b"(\n    version: 10,\n    level: \"0123456789abcdef\",\n";
        assert_eq!(Demo::read(text), Err(DemoError::Text));
    }

    #[test]
    fn intents_and_hashes_of_different_lengths_are_rejected() {
        let one_second = [120, 0];
        let whole = |whole: &[u64], of_parts: &[u64]| {
            let (whole, of_parts) = (whole.to_vec(), of_parts.to_vec());
            let hashes = Hashes { whole, of_parts, of_ticks: vec![0; 120], ..demo().hashes };
            Demo::read(&file(&one_second, &hashes))
        };
        assert!(whole(&[5], &[7]).is_ok());
        for (seconds, parts) in [(&[][..], &[][..]), (&[5], &[]), (&[5], &[7, 8]), (&[5, 6], &[7, 8])] {
            let error = whole(seconds, parts).expect_err("the hashes do not fit");
            assert!(matches!(error, DemoError::Container(ContainerError::Damaged(_))), "{error}");
        }
    }

    /// Returns a level with a monster behind a door.
    fn level() -> Arc<Level> {
        let text = r#"(name: "Test", legend: { 'W': (wall: "hull"), '.': (), '+': (door: "door"), '@': (thing: Player),
            'z': (monster: "shambler", facing: 180) }, map: ["WWWWWWWW", "W@.+.z.W", "WWWWWWWW"])"#;
        Arc::new(Level::read("test.ron", text.as_bytes()).expect("it is a level"))
    }

    #[test]
    fn forged_demos_play_without_a_panic() {
        let start = Start::on(level());
        let mut chance = Pcg32::seed_from_u64(1);
        for _ in 0..100 {
            let mut number = || chance.random::<u32>();
            let loadout = Loadout { health: number() as i32, armour: number() as i32, ..Loadout::default() };
            let head = Head::of(&Start { skill: number() as u8, loadout, ..start.clone() }, "test.ron");
            let mut float = || f32::from_bits(number());
            let wild = Intent { forward: float(), strafe: float(), turn: float(), use_: true, ..Intent::default() };
            let mut fight = Intent { fire: true, run: true, ..wild };
            fight.weapon = Some(WeaponChoice::Slot(number() as u8));
            let forged = Demo { head, intents: vec![(60, wild), (60, fight)], ..demo() };
            let mut headless = Headless::begin(&start);
            let mut replay = Replay::new(forged, &start.level, &start.rules).expect("its hashes fit");
            replay.begin(headless.world_mut()).expect("it begins at a start");
            let mut strays = None;
            while let Some(intent) = replay.next_intent() {
                headless.tick(intent);
                strays = replay.compare(headless.world_mut()).err();
            }
            assert!(matches!(strays, Some(DemoError::OutOfStep { tick: 1, .. })), "{strays:?}");
        }
    }

    /// Returns a recorder and its recorded run of this duration, in which the player turns ever faster.
    fn recorded(ticks: u32) -> (Recorder, Headless) {
        let start = Start::on(level());
        let mut headless = Headless::begin(&start);
        let mut recorder = Recorder::new(&start, "test.ron");
        for tick in 0..ticks {
            let intent = Intent { turn: (tick / 7) as f32 * 0.001, ..Intent::default() };
            headless.tick(intent);
            recorder.record(intent, headless.world_mut());
        }
        (recorder, headless)
    }

    #[test]
    fn rewound_recorder_keeps_earlier_ticks() {
        let (mut long, _) = recorded(300);
        for ticks in [0, 130, 250, 300] {
            let (mut recorder, mut then) = (long.clone(), recorded(300 - ticks));
            assert!(recorder.take_back(u64::from(ticks)));
            assert_eq!(recorder.finish(then.1.world_mut()), then.0.finish(then.1.world_mut()), "{ticks} ticks");
        }
        assert!(!long.take_back(301), "fewer ticks are recorded");
    }

    #[test]
    fn demo_from_the_middle_of_a_run_can_be_replayed() {
        let start = Start::on(level());
        let mut headless = Headless::begin(&start);
        (0..50).for_each(|_| headless.tick(Intent { forward: 1.0, ..Intent::default() }));
        let mut recorder = Recorder::from_here(&start, "test.ron", headless.world_mut());
        for _ in 0..150 {
            headless.tick(Intent { use_: true, ..Intent::default() });
            recorder.record(Intent { use_: true, ..Intent::default() }, headless.world_mut());
        }
        let bytes = recorder.finish(headless.world_mut()).bytes().expect("it can be written");
        let demo = Demo::read(&bytes).expect("it was just written");
        let mut replay = Replay::new(demo, &start.level, &start.rules).expect("its own level");
        let mut again = Headless::begin(&start);
        replay.begin(again.world_mut()).expect("its first state is valid");
        while replay.advance(again.world_mut()).expect("it does not stray") {}
        assert_eq!((replay.tick(), again.snapshot()), (150, headless.snapshot()));
    }

    #[test]
    fn demo_with_earlier_hashes_of_level_or_rules_replays() {
        let start = Start::on(level());
        for (old_level, old_rules) in [(true, true), (true, false), (false, true)] {
            let mut headless = Headless::begin(&start);
            let world = headless.world_mut();
            let earlier = Identities::earlier(&start.level, world.resource::<Rules>(), start.skill);
            let mut now = world.resource_mut::<Identities>();
            now.level = if old_level { earlier.level } else { now.level };
            now.rules = if old_rules { earlier.rules } else { now.rules };
            let mut recorder = Recorder::new(&start, "test.ron");
            for _ in 0..150 {
                headless.tick(Intent { forward: 1.0, ..Intent::default() });
                recorder.record(Intent { forward: 1.0, ..Intent::default() }, headless.world_mut());
            }
            let mut demo = recorder.finish(headless.world_mut());
            demo.head.level_hash = if old_level { earlier_level(&start.level) } else { demo.head.level_hash };
            demo.head.rules = if old_rules { earlier_by_file(&start.rules) } else { demo.head.rules };
            let mut replay = Replay::new(demo, &start.level, &start.rules).expect("its hashes are recognised");
            let mut again = Headless::begin(&start);
            replay.begin(again.world_mut()).expect("it begins at a start");
            while replay.advance(again.world_mut()).expect("it does not diverge") {}
            assert_eq!(replay.tick(), 150);
        }
    }

    #[test]
    fn replay_can_go_back_to_an_earlier_state() {
        let (recorder, mut headless) = recorded(1300);
        let demo = recorder.finish(headless.world_mut());
        let start = Start::on(level());
        let mut again = Headless::begin(&start);
        let mut replay = Replay::new(demo, &start.level, &start.rules).expect("its own level");
        let world = again.world_mut();
        let mut hashes = vec![Headless::begin(&start).snapshot().hash()];
        while replay.advance(world).expect("it does not stray") {
            hashes.push(capture(world).hash());
        }
        assert_eq!([replay.known_to(u64::MAX), replay.known_to(1199), replay.known_to(599)], [1200, 600, 0]);
        for (wanted, reached) in [(1299, 1200), (1200, 1200), (1199, 600), (5, 0)] {
            assert_eq!(replay.back_to(wanted, world), Ok(reached));
            while replay.tick() < wanted {
                assert_eq!(replay.advance(world), Ok(true));
            }
            assert_eq!(capture(world).hash(), hashes[wanted as usize], "tick {wanted}");
        }
    }

    proptest! {
        #[test]
        fn random_demo_bodies_do_not_cause_panics(body: Vec<u8>) {
            let file = FORMAT.write(&demo().head, &body).expect("it is small");
            if let Ok(demo) = Demo::read(&file) {
                prop_assert_eq!(demo.ticks() == 0, demo.last_hash().is_none());
            }
        }

        #[test]
        fn random_demo_intents_do_not_cause_panics(intents: Vec<u8>) {
            if let Ok(demo) = Demo::read(&file(&intents, &demo().hashes)) {
                prop_assert_eq!(demo.ticks(), 240, "one for each hash");
            }
        }
    }
}
