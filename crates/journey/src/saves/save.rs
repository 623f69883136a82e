//! A save: a journey, the state of its run, and what else was to be seen and heard, in one file.
//!
//! The file is a PNG with a picture of the game; in a chunk of its own lies the container that demos have as well, whose body
//! is a list of named parts. A part that this version does not know is left alone, so a new one needs no new version.

use crate::{
    journey::achieved::Achieved,
    journey::journey::Journey,
    journey::kept_run::{Extras, KeptRun},
    journey::visits::Visits,
    saves::picture::{Picture, PictureError},
};
use bevy::ecs::world::World;
use engine::{ContainerError, Counts, Format, Head, Rules, Run, Snapshot, SnapshotError, Start, capture, restore};
use level::Level;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::sync::Arc;
use thiserror::Error;

/// The format of saves. The version before is always read, too; `tests/saves` holds a file of each version.
pub const FORMAT: Format = Format { magic: *b"HBsave\r\n", version: 2, oldest: 1, name: "save", effort: 1 };

/// The names of the parts that every save has.
const LABEL: &str = "label";
const JOURNEY: &str = "journey";
const STATE: &str = "state";

/// The part of the decks that the journey has come to; saves of before have none.
const VISITS: &str = "visits";

/// The part of what was counted, on the decks that are done and in all; saves of version 1 have none.
const COUNTS: &str = "counts";

/// What a list of saves says of one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// What the player calls it; empty for those that the game writes by itself.
    pub name: String,
    /// What the deck is called.
    pub deck: String,
    /// When it was written, in seconds since 1970 by the clock of the machine.
    pub written: u64,
    /// The higher it is, the later it was written: clocks are put back at times.
    pub serial: u64,
    /// The ticks that were played until then, on all decks and in all tries.
    pub played: u64,
}

/// What lasts longer than the run, beside the start of the run, which is the container's head.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Lasting {
    achieved: Achieved,
    played: u64,
}

/// A save.
#[derive(Clone, Debug, PartialEq)]
pub struct Save {
    /// What a list says of it.
    pub label: Label,
    /// The start of its run, which tells the level and the rules by their hashes.
    pub head: Head,
    /// The journey.
    pub journey: Journey,
    /// The ticks that its run has lasted.
    pub tick: u64,
    /// The state of the run.
    pub run: KeptRun,
    /// What was counted until then, on all decks.
    pub counts: Counts,
    /// What is kept next to the run, and parts that this version does not know.
    pub extras: Extras,
    /// What was to be seen.
    pub picture: Picture,
}

/// Why a file is no save that could be read or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SaveError {
    /// It is no picture with a save in it.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The container in it cannot be used.
    #[error(transparent)]
    Container(#[from] ContainerError),
    /// A part that every save has is missing, or cannot be read.
    #[error("it is damaged: its part '{0}' is missing or cannot be read")]
    Part(&'static str),
}

/// Why the run of a save cannot go on here. The start of its deck can be played all the same.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IncompatibleSave {
    /// Its deck, which lies here, is none of those that are there.
    #[error("{0} is none of the decks that are here")]
    Missing(String),
    /// The level or the rules have changed.
    #[error("{}", .0.change().unwrap_or_else(|| .0.to_string()))]
    Changed(ContainerError),
    /// Another version of the game keeps the state otherwise.
    #[error("this version of the game keeps the state of a deck in another way")]
    OtherState,
    /// The state cannot be.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
}

impl Save {
    /// The save of the run in a world: it is part of this journey, and began with this start.
    pub fn of(journey: &Journey, start: &Start, deck: &str, world: &mut World) -> Save {
        let (run, snapshot) = (*world.resource::<Run>(), capture(world));
        let (tick, played) = (run.tick, journey.played_with(&run));
        Save {
            label: Label { deck: deck.to_owned(), played, ..Label::default() },
            head: Head::of(start, &journey.deck),
            journey: journey.clone(),
            tick,
            run: KeptRun::of(&snapshot),
            counts: journey.counts_with(&snapshot.counts),
            extras: Extras::default(),
            picture: Picture { width: 1, height: 1, rgb: vec![0; 3] },
        }
    }

    /// The bytes of its file.
    ///
    /// # Errors
    /// If it would be too large for a file.
    pub fn bytes(&self) -> Result<Vec<u8>, SaveError> {
        let Save { label, head, journey, tick, run, counts, extras, picture } = self;
        let lasting = Lasting { achieved: journey.achieved, played: journey.played };
        let mut parts: Vec<(&str, Vec<u8>)> =
            vec![(LABEL, packed(label)?), (JOURNEY, packed(&lasting)?), (STATE, packed(&(tick, run))?)];
        parts.push((VISITS, packed(&(journey.ship, &journey.visits))?));
        parts.push((COUNTS, packed(&(&journey.counts, counts))?));
        parts.extend(extras.0.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())));
        Ok(picture.hide(&FORMAT.write(head, &packed(&parts)?)?)?)
    }

    /// Reads a save from the bytes of its file.
    ///
    /// # Errors
    /// If it is not a whole save of a version that is read.
    pub fn read(bytes: &[u8]) -> Result<Save, SaveError> {
        let (_, head, body) = FORMAT.read(Picture::find(bytes)?)?;
        let Ok((mut parts, [])) = postcard::take_from_bytes::<Vec<(String, Vec<u8>)>>(&body) else {
            return Err(ContainerError::Damaged("its parts cannot be read").into());
        };
        let label: Label = part(&mut parts, LABEL)?;
        let Lasting { achieved, played } = part(&mut parts, JOURNEY)?;
        let (tick, run) = part(&mut parts, STATE)?;
        let visits = match parts.iter().any(|(name, _)| name == VISITS) {
            true => part(&mut parts, VISITS)?,
            false => (head.seed, Visits::default()),
        };
        let (done, counts) = match parts.iter().any(|(name, _)| name == COUNTS) {
            true => part(&mut parts, COUNTS)?,
            false => <(Counts, Counts)>::default(),
        };
        let journey = Journey::of(&head, (achieved, done), played, visits);
        let picture = Picture::of(bytes).unwrap_or_default();
        Ok(Save { label, head, journey, tick, run, counts, extras: Extras(parts), picture })
    }

    /// The state of the run, if this level, these rules and this version of the game are those that it belongs to.
    ///
    /// # Errors
    /// If they are not: which, in the words "weapons.ron has changed since".
    pub fn snapshot(&self, level: &Level, rules: &Rules) -> Result<Snapshot, IncompatibleSave> {
        self.head.fits(level, rules).map_err(IncompatibleSave::Changed)?;
        self.run.snapshot().ok_or(IncompatibleSave::OtherState)
    }

    /// Puts the state of the run into a world; whatever was played there before is gone.
    ///
    /// # Errors
    /// If level, rules or version are not those that it belongs to; the world is untouched then.
    pub fn restore(&self, world: &mut World, level: &Arc<Level>, rules: &Arc<Rules>) -> Result<(), IncompatibleSave> {
        let snapshot = self.snapshot(level, rules)?;
        Ok(restore(world, &snapshot, Arc::clone(level), rules)?)
    }
}

fn packed(value: &impl Serialize) -> Result<Vec<u8>, SaveError> {
    postcard::to_stdvec(value).map_err(|error| ContainerError::Unwritable(error.to_string()).into())
}

/// Takes out the part of this name.
fn part<T: DeserializeOwned>(parts: &mut Vec<(String, Vec<u8>)>, name: &'static str) -> Result<T, SaveError> {
    let index = parts.iter().position(|(other, _)| other == name).ok_or(SaveError::Part(name))?;
    let (_, bytes) = parts.remove(index);
    match postcard::take_from_bytes(&bytes) {
        Ok((value, [])) => Ok(value),
        _ => Err(SaveError::Part(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Headless, Intent};
    use proptest::prelude::*;
    use std::sync::LazyLock;

    /// A level with an undead behind a door, and its rules.
    fn deck() -> (Arc<Level>, Arc<Rules>) {
        let text =
            br#"(name: "Test", legend: { 'W': (wall: "hull"), '.': (), '+': (door: "door"), '@': (thing: Player),
            'z': (monster: "shambler", facing: 180) }, map: ["WWWWWWWW", "W@.+.z.W", "WWWWWWWW"])"#;
        (Arc::new(Level::read("test.ron", text).expect("it is a level")), Arc::new(Rules::standard()))
    }

    /// A run of two seconds, and its save.
    fn saved() -> (Headless, Save) {
        let (level, rules) = deck();
        let journey = Journey { played: 1000, ..Journey::new("levels/test.ron", 3, 5, None) };
        let start = journey.start(&level, &rules);
        let mut headless = Headless::begin(&start);
        (0..240).for_each(|_| headless.tick(Intent { forward: 1.0, use_: true, ..Intent::default() }));
        let mut save = Save::of(&journey, &start, "Test", headless.world_mut());
        save.extras.put("marks", &vec![1_u8, 2, 3]);
        save.picture = Picture { width: 2, height: 1, rgb: vec![9; 6] };
        (headless, save)
    }

    #[test]
    fn a_save_comes_back_from_its_file_and_the_run_with_it() {
        let (mut headless, save) = saved();
        let read = Save::read(&save.bytes().expect("it can be written")).expect("it was just written");
        assert_eq!(read, save);
        assert_eq!((read.label.played, read.tick, read.extras.get("marks")), (1240, 240, Some(vec![1_u8, 2, 3])));
        let (level, rules) = deck();
        let mut other = Headless::begin(&Start::on(Arc::clone(&level)));
        read.restore(other.world_mut(), &level, &rules).expect("its own level and rules");
        for _ in 0..240 {
            assert_eq!(other.snapshot().hash(), headless.snapshot().hash());
            [&mut other, &mut headless]
                .into_iter()
                .for_each(|run| run.tick(Intent { fire: true, ..Intent::default() }));
        }
    }

    #[test]
    fn a_save_whose_rules_or_level_have_changed_says_which_and_knows_the_start_of_its_deck() {
        let (_, save) = saved();
        let (level, rules) = deck();
        let mut others = Rules::clone(&rules);
        others.weapons[0].1.again += 1;
        others.monsters[0].1.health += 1;
        let error = save.snapshot(&level, &others).expect_err("they are others");
        assert_eq!(error.to_string(), "monsters.ron and weapons.ron have changed since");
        let mut bare = Level::clone(&level);
        bare.player.facing += 1.0;
        let error = save.snapshot(&bare, &rules).expect_err("it is another");
        assert_eq!(error.to_string(), "levels/test.ron has changed since");
        let start = save.head.start_anyway(&Arc::new(bare), &Arc::new(others));
        assert_eq!((start.skill, start.seed, &start.loadout), (3, 5, &save.journey.loadout));
    }

    #[test]
    fn a_state_that_another_version_kept_is_not_taken_for_one_of_this() {
        let (level, rules) = deck();
        let (_, mut save) = saved();
        save.run.spoil();
        let read = Save::read(&save.bytes().expect("it can be written")).expect("the file is whole");
        assert_eq!(read.snapshot(&level, &rules), Err(IncompatibleSave::OtherState));
    }

    #[test]
    fn what_somebody_else_put_in_is_kept_although_nobody_knows_it() {
        let (_, mut save) = saved();
        save.extras.put("of a later version", &"what nobody knows yet");
        let bytes = save.bytes().expect("it can be written");
        assert_eq!(Save::read(&bytes).expect("it is whole").bytes(), Ok(bytes));
    }

    #[test]
    fn a_part_that_is_missing_is_named() {
        let (_, save) = saved();
        let parts: Vec<(&str, Vec<u8>)> = vec![(LABEL, packed(&save.label).expect("it is plain"))];
        let body = packed(&parts).expect("it is plain");
        let file = save.picture.hide(&FORMAT.write(&save.head, &body).expect("it is small")).expect("a picture");
        let error = Save::read(&file).expect_err("it has no journey");
        assert_eq!(error.to_string(), "it is damaged: its part 'journey' is missing or cannot be read");
    }

    /// One save for all cases, and its file.
    static WHOLE: LazyLock<(Save, Vec<u8>)> = LazyLock::new(|| {
        let (_, save) = saved();
        let bytes = save.bytes().expect("it can be written");
        (save, bytes)
    });

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn a_damaged_save_is_refused_or_the_same(at: proptest::sample::Index, change in 1..=255_u8, cut in any::<bool>()) {
            let (save, mut bytes) = WHOLE.clone();
            let at = at.index(bytes.len());
            if cut { bytes.truncate(at) } else { bytes[at] ^= change }
            if let Ok(read) = Save::read(&bytes) {
                // Only the picture was hit.
                prop_assert_eq!(Save { picture: save.picture.clone(), ..read }, save);
            }
        }

        #[test]
        fn any_body_is_read_or_refused(body: Vec<u8>) {
            let (save, _) = &*WHOLE;
            let file = save.picture.hide(&FORMAT.write(&save.head, &body).expect("it is small")).expect("a picture");
            prop_assert!(Save::read(&file).is_err());
        }
    }
}
