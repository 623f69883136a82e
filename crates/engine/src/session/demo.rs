//! Demos: a run's start and its intents, with the state's hashes for every second, so that a replay that strays is noticed.

use crate::rules::rules::Rules;
use crate::session::begin::Start;
use crate::session::container::{ContainerError, Format, Head, unwritable};
use crate::session::headless::Headless;
use crate::session::snapshot::Snapshot;
use crate::tick::intent::{Intent, IntentError};
use crate::tick::tick::TICKS_PER_SECOND;
use level::Level;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;

/// The format. Its version changes when old demos cannot be played any more: with the rules of the simulation and with what
/// is written, but not with a new part of the intent.
const FORMAT: Format = Format { magic: *b"HBdemo\r\n", version: 12, name: "demo" };

/// A recorded run.
#[derive(Clone, Debug, PartialEq)]
pub struct Demo {
    head: Head,
    /// How many ticks each intent lasted.
    intents: Vec<(u32, Intent)>,
    hashes: Hashes,
}

/// The hashes of the state after each second, and after the last tick.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Hashes {
    /// The names of the state's parts.
    parts: Vec<String>,
    /// The hash of the whole state, for each second.
    whole: Vec<u64>,
    /// The lower half of the hash of each part, for each second.
    of_parts: Vec<u32>,
}

/// What a demo keeps in its file behind the head.
#[derive(Serialize, Deserialize)]
struct Body {
    /// For each intent the ticks that it lasted, then its parts.
    intents: Vec<u8>,
    hashes: Hashes,
}

/// Why a demo cannot be played, or where it strays.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DemoError {
    /// Its file cannot be used, or belongs to another level or other rules.
    #[error(transparent)]
    Container(#[from] ContainerError),
    /// One of its intents cannot be read.
    #[error(transparent)]
    Intent(#[from] IntentError),
    /// It was written when demos were text.
    #[error(
        "it is a demo of an older version of the game, which wrote text: use the game that wrote it, or record it anew"
    )]
    Text,
    /// From this second on the world is not the one that was recorded.
    #[error("it is out of step in second {second}{}", listed(parts))]
    OutOfStep {
        /// The second, from 1.
        second: u64,
        /// The parts of the state that differ; none if the demo was over before.
        parts: Vec<String>,
    },
}

/// Names as the end of a sentence.
fn listed(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) }
}

impl Demo {
    /// Reads a demo from the bytes of its file.
    ///
    /// # Errors
    /// If it is not a whole demo of this version.
    pub fn read(bytes: &[u8]) -> Result<Demo, DemoError> {
        if bytes.starts_with(b"(\n    version:") {
            return Err(DemoError::Text);
        }
        let (head, body) = FORMAT.read(bytes)?;
        let Ok((Body { intents, hashes }, [])) = postcard::take_from_bytes(body) else {
            return Err(ContainerError::Damaged("its body cannot be read").into());
        };
        let demo = Demo { head, intents: read_intents(&intents)?, hashes };
        if !demo.hashes.fit(demo.ticks()) {
            return Err(ContainerError::Damaged("it has not one hash for each second").into());
        }
        Ok(demo)
    }

    /// The bytes of its file.
    ///
    /// # Errors
    /// If it would be too large for a file, or if something in it cannot be written.
    pub fn bytes(&self) -> Result<Vec<u8>, DemoError> {
        let mut intents = Vec::new();
        for (ticks, intent) in &self.intents {
            intents = postcard::to_extend(ticks, intents).map_err(unwritable)?;
            intent.write(&mut intents).map_err(unwritable)?;
        }
        let body = postcard::to_stdvec(&Body { intents, hashes: self.hashes.clone() }).map_err(unwritable)?;
        Ok(FORMAT.write(&self.head, &body)?)
    }

    /// The start of the run that was recorded.
    ///
    /// # Errors
    /// If it was recorded on another level or under other rules.
    pub fn start(&self, level: &Arc<Level>, rules: &Arc<Rules>) -> Result<Start, DemoError> {
        Ok(self.head.start(level, rules)?)
    }

    /// What the run began with.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The intents, each with the number of ticks that it lasted.
    pub fn intents(&self) -> &[(u32, Intent)] {
        &self.intents
    }

    /// How many ticks it lasts.
    pub fn ticks(&self) -> u64 {
        self.intents.iter().map(|&(ticks, _)| u64::from(ticks)).sum()
    }

    /// The hash of the state after its last tick; none of a demo without ticks.
    pub fn last_hash(&self) -> Option<u64> {
        self.hashes.whole.last().copied()
    }
}

/// The intents of a body, each with the number of ticks that it lasted.
fn read_intents(mut bytes: &[u8]) -> Result<Vec<(u32, Intent)>, IntentError> {
    let mut intents = Vec::new();
    while !bytes.is_empty() {
        let (ticks, rest) = postcard::take_from_bytes(bytes).map_err(|_| IntentError::Damaged)?;
        bytes = rest;
        intents.push((ticks, Intent::read(&mut bytes)?));
    }
    Ok(intents)
}

/// The second in which this tick ends, from 1; 0 before the first.
fn second_of(ticks: u64) -> u64 {
    ticks.div_ceil(u64::from(TICKS_PER_SECOND))
}

/// What a demo keeps of the hash of a part: enough to tell where two runs differ, as the hash of the whole tells whether.
fn short(hash: u64) -> u32 {
    hash as u32
}

impl Hashes {
    /// Adds those of the next second.
    fn push(&mut self, snapshot: &Snapshot) {
        let parts = snapshot.parts();
        if self.parts.is_empty() {
            self.parts = parts.iter().map(|(name, _)| (*name).to_owned()).collect();
        }
        self.whole.push(snapshot.hash());
        self.of_parts.extend(parts.map(|(_, hash)| short(hash)));
    }

    /// Whether there are as many as in a demo of so many ticks.
    fn fit(&self, ticks: u64) -> bool {
        self.whole.len() as u64 == second_of(ticks)
            && self.parts.len().checked_mul(self.whole.len()) == Some(self.of_parts.len())
    }

    /// Compares a state with that of a second, from 1.
    fn compare(&self, second: u64, snapshot: &Snapshot) -> Result<(), DemoError> {
        let index = usize::try_from(second - 1).unwrap_or(usize::MAX);
        match self.whole.get(index) {
            Some(&hash) if hash == snapshot.hash() => Ok(()),
            Some(_) => Err(DemoError::OutOfStep { second, parts: self.differing(index, snapshot) }),
            None => Err(DemoError::OutOfStep { second, parts: Vec::new() }),
        }
    }

    /// The names of the parts that differ from those of a second, from 0.
    fn differing(&self, index: usize, snapshot: &Snapshot) -> Vec<String> {
        let recorded = || self.parts.iter().zip(self.of_parts.iter().skip(index * self.parts.len()));
        let differs = |name: &str, hash| !recorded().any(|(known, short)| (known.as_str(), *short) == (name, hash));
        snapshot
            .parts()
            .into_iter()
            .filter(|&(name, hash)| differs(name, short(hash)))
            .map(|(name, _)| name.to_owned())
            .collect()
    }
}

/// A demo that is played again.
pub struct Replay {
    demo: Demo,
    /// The intents that are over.
    over: usize,
    /// The ticks that the present intent has lasted.
    lasted: u32,
}

impl Replay {
    /// A demo, from its first tick.
    pub fn new(demo: Demo) -> Self {
        Replay { demo, over: 0, lasted: 0 }
    }

    /// The intent of the next tick, or none at the demo's end.
    pub fn next_intent(&mut self) -> Option<Intent> {
        while let Some(&(ticks, intent)) = self.demo.intents.get(self.over) {
            if self.lasted < ticks {
                self.lasted += 1;
                return Some(intent);
            }
            self.over += 1;
            self.lasted = 0;
        }
        None
    }

    /// Compares the world with the one that was recorded; to be called after each whole second, and at the end.
    ///
    /// # Errors
    /// If they differ.
    pub fn compare(&self, headless: &mut Headless) -> Result<(), DemoError> {
        match second_of(headless.run().tick) {
            0 => Ok(()),
            second => self.demo.hashes.compare(second, &headless.snapshot()),
        }
    }
}

/// Writes a demo while a run goes on.
pub struct Recorder {
    demo: Demo,
}

impl Recorder {
    /// A recorder of the run that begins with this start, on a level that people find at this path.
    pub fn new(start: &Start, path: &str) -> Self {
        let head = Head::of(start, path);
        Recorder { demo: Demo { head, intents: Vec::new(), hashes: Hashes::default() } }
    }

    /// Records the intent of a tick and the world after it.
    pub fn record(&mut self, intent: Intent, headless: &mut Headless) {
        let intent = intent.tamed();
        match self.demo.intents.last_mut() {
            Some((ticks, last)) if *last == intent && *ticks < u32::MAX => *ticks += 1,
            _ => self.demo.intents.push((1, intent)),
        }
        if headless.run().is_whole_second() {
            self.demo.hashes.push(&headless.snapshot());
        }
    }

    /// The demo, when the run is over.
    pub fn finish(mut self, headless: &mut Headless) -> Demo {
        if !headless.run().is_whole_second() {
            self.demo.hashes.push(&headless.snapshot());
        }
        self.demo
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::begin::Loadout;
    use crate::tick::intent::WeaponChoice;
    use proptest::prelude::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    /// A demo of two seconds that was never played.
    fn demo() -> Demo {
        let loadout = Loadout::default();
        let (level, arrival) = ("levels/a.ron".to_owned(), Some("dock".to_owned()));
        let head = Head { level, level_hash: 1, rules_hash: 2, skill: 3, seed: 4, loadout, arrival };
        let intents = vec![(200, Intent::default()), (40, Intent { forward: 1.0, ..Intent::default() })];
        let hashes = Hashes { parts: vec!["doors".to_owned()], whole: vec![5, 6], of_parts: vec![7, 8] };
        Demo { head, intents, hashes }
    }

    /// A file whose body is this, whole as far as the container knows.
    fn file(intents: &[u8], hashes: &Hashes) -> Vec<u8> {
        let body =
            postcard::to_stdvec(&Body { intents: intents.to_vec(), hashes: hashes.clone() }).expect("it is plain");
        FORMAT.write(&demo().head, &body).expect("it is small")
    }

    #[test]
    fn a_demo_survives_its_file() {
        assert_eq!(Demo::read(&demo().bytes().expect("it can be written")), Ok(demo()));
    }

    #[test]
    fn a_part_of_a_later_version_is_refused_in_a_sentence() {
        let error = Demo::read(&file(&[120, 200, 1, 0], &demo().hashes)).expect_err("there is no part 200");
        let sentence =
            "it holds part 200 of an intent, which this version of the game does not know: play it with a newer one";
        assert_eq!(error.to_string(), sentence);
    }

    #[test]
    fn a_demo_of_the_time_when_they_were_text_is_refused_as_such() {
        let text = b"(\n    version: 10,\n    level: \"0123456789abcdef\",\n";
        assert_eq!(Demo::read(text), Err(DemoError::Text));
    }

    #[test]
    fn intents_and_hashes_of_different_lengths_are_refused() {
        let one_second = [120, 0];
        let whole = |whole: &[u64], of_parts: &[u32]| {
            let hashes = Hashes { whole: whole.to_vec(), of_parts: of_parts.to_vec(), ..demo().hashes };
            Demo::read(&file(&one_second, &hashes))
        };
        assert!(whole(&[5], &[7]).is_ok());
        for (seconds, parts) in [(&[][..], &[][..]), (&[5], &[]), (&[5], &[7, 8]), (&[5, 6], &[7, 8])] {
            let error = whole(seconds, parts).expect_err("it has not one hash for each second");
            assert!(matches!(error, DemoError::Container(ContainerError::Damaged(_))), "{error}");
        }
    }

    /// A level with an undead behind a door.
    fn level() -> Arc<Level> {
        let text = r#"(name: "Test", legend: { 'W': (wall: "hull"), '.': (), '+': (door: "door"), '@': (thing: Player),
            'z': (monster: "shambler", facing: 180) }, map: ["WWWWWWWW", "W@.+.z.W", "WWWWWWWW"])"#;
        Arc::new(Level::read("test.ron", text.as_bytes()).expect("it is a level"))
    }

    #[test]
    fn a_demo_that_somebody_forged_plays_without_a_panic() {
        let start = Start::on(level());
        let mut chance = Pcg32::seed_from_u64(1);
        for _ in 0..100 {
            let mut number = || chance.random::<u32>();
            let loadout = Loadout { health: number() as i32, armour: number() as i32, ..Loadout::default() };
            let head = Head { skill: number() as u8, loadout, ..Head::of(&start, "test.ron") };
            let mut float = || f32::from_bits(number());
            let wild = Intent { forward: float(), strafe: float(), turn: float(), use_: true, ..Intent::default() };
            let mut fight = Intent { fire: true, run: true, ..wild };
            fight.weapon = Some(WeaponChoice::Slot(number() as u8));
            let forged = Demo { head, intents: vec![(60, wild), (60, fight)], hashes: demo().hashes };
            let mut headless = Headless::begin(&forged.start(&start.level, &start.rules).expect("its hashes fit"));
            let mut replay = Replay::new(forged);
            while let Some(intent) = replay.next_intent() {
                headless.tick(intent);
            }
            assert!(matches!(replay.compare(&mut headless), Err(DemoError::OutOfStep { second: 1, .. })));
        }
    }

    proptest! {
        #[test]
        fn any_body_is_read_or_refused(body: Vec<u8>) {
            let file = FORMAT.write(&demo().head, &body).expect("it is small");
            if let Ok(demo) = Demo::read(&file) {
                prop_assert_eq!(demo.ticks() == 0, demo.last_hash().is_none());
            }
        }

        #[test]
        fn any_intents_are_read_or_refused(intents: Vec<u8>) {
            let mut replay = match Demo::read(&file(&intents, &demo().hashes)) {
                Ok(demo) => Replay::new(demo),
                Err(_) => return Ok(()),
            };
            while replay.next_intent().is_some() {}
        }
    }
}
