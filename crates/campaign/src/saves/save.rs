//! Saves: a journey, the state of its run, and visual and audible extras, in one file.
//!
//! The file is a PNG with a thumbnail of the game. A custom chunk holds the container format that demos also use, whose
//! body is a list of named parts. Unknown parts are preserved, so adding a part does not need a new version.

use crate::{
    journey::deck_stats::DeckStats,
    journey::journey::{Journey, usual_course},
    journey::kept_run::{Extras, KeptRun},
    journey::visits::Visits,
    saves::picture::{Picture, PictureError},
};
use bevy::ecs::world::World;
use engine::{
    ContainerError, Counts, Format, Head, NeededMod, Rules, Run, Snapshot, SnapshotError, Start, capture, restore,
};
use level::Level;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::sync::Arc;
use thiserror::Error;

/// Format of saves. The previous version can always be read, too; `tests/saves` contains a file of each version.
pub const FORMAT: Format = Format { magic: *b"HBsave\r\n", version: 2, oldest: 1, name: "save", effort: 1 };

/// Names of the parts that every save has.
const LABEL: &str = "label";
const JOURNEY: &str = "journey";
const STATE: &str = "state";

/// Name of the part with the visited decks; older saves do not have it.
const VISITS: &str = "visits";

/// Name of the part with the counts, for the completed decks and in total; saves of version 1 do not have it.
const COUNTS: &str = "counts";

/// Name of the part with the mods of the run; saves of runs without mods do not have it.
const MODS: &str = "mods";

/// Name of the part of saves with developer acts: whether there were any on completed decks. Saves without acts do not
/// have it.
const DEV_ACTS: &str = "dev acts";

/// Name of the part with the course of the journey; saves of the game's campaign, of ships and of levels with an absolute
/// path do not need it.
const COURSE: &str = "course";

/// Label of a save in lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// Name given by the player; empty for saves that the game writes by itself.
    pub name: String,
    /// Title of the deck.
    pub deck: String,
    /// Time at which it was written, in seconds since 1970 by the clock of the machine.
    pub written: u64,
    /// Serial number, which increases with each save, because clocks may be set back.
    pub serial: u64,
    /// Ticks played so far, on all decks and in all attempts.
    pub played: u64,
}

/// State that outlives the run, except the start of the run, which is in the container's head.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Lasting {
    achieved: DeckStats,
    played: u64,
}

/// A save.
#[derive(Clone, Debug, PartialEq)]
pub struct Save {
    /// Label.
    pub label: Label,
    /// Start of the run, which identifies the level and the rules by their hashes.
    pub head: Head,
    /// Journey.
    pub journey: Journey,
    /// Ticks of the run.
    pub tick: u64,
    /// State of the run.
    pub run: KeptRun,
    /// Counts on all decks so far.
    pub counts: Counts,
    /// True if there were developer acts, on this deck or on completed ones.
    pub dev_acts: bool,
    /// Data stored next to the run, including parts that this version does not know.
    pub extras: Extras,
    /// Thumbnail.
    pub picture: Picture,
}

/// Error when reading or writing a save.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SaveError {
    /// The file is not an image with a save in it.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The container in the image cannot be used.
    #[error(transparent)]
    Container(#[from] ContainerError),
    /// A required part is missing or cannot be read.
    #[error("it is damaged: its part '{0}' is missing or cannot be read")]
    Part(&'static str),
}

/// Reason why the run of a save cannot continue. The deck can still be played from its start.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IncompatibleSave {
    /// The deck with this reference does not exist here.
    #[error("no deck {0}")]
    Missing(String),
    /// The level or the rules have changed.
    #[error("{}", .0.change().unwrap_or_else(|| .0.to_string()))]
    Changed(ContainerError),
    /// Another version of the game stores the state differently.
    #[error("this version of the game stores the state of a deck in another format")]
    OtherState,
    /// The state is invalid.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
}

impl Save {
    /// Returns a save of the run in a world, which belongs to this journey and began with this start.
    pub fn of(journey: &Journey, start: &Start, deck: &str, world: &mut World) -> Save {
        let (run, snapshot) = (*world.resource::<Run>(), capture(world));
        let (tick, played) = (run.tick, journey.played_with(&run));
        Save {
            label: Label { deck: deck.to_owned(), played, ..Label::default() },
            head: Head::of(&start.under_rules_of(world), &journey.deck),
            journey: journey.clone(),
            tick,
            run: KeptRun::of(&snapshot),
            counts: journey.counts_with(&snapshot.counts),
            dev_acts: journey.has_dev_acts(world),
            extras: Extras::default(),
            picture: Picture::default(),
        }
    }

    /// Returns the mods that take part in the run, in their order.
    pub fn mods(&self) -> Vec<NeededMod> {
        self.extras.get(MODS).unwrap_or_default()
    }

    /// Names the mods that take part in the run, in their order.
    pub fn set_mods(&mut self, mods: Vec<NeededMod>) {
        self.extras.0.retain(|(name, _)| name != MODS);
        if !mods.is_empty() {
            self.extras.put(MODS, &mods);
        }
    }

    /// Returns the bytes of its file.
    ///
    /// # Errors
    /// If the file would be too large.
    pub fn bytes(&self) -> Result<Vec<u8>, SaveError> {
        let Save { label, head, journey, tick, run, counts, dev_acts, extras, picture } = self;
        let lasting = Lasting { achieved: journey.achieved, played: journey.played };
        let mut parts: Vec<(&str, Vec<u8>)> =
            vec![(LABEL, packed(label)?), (JOURNEY, packed(&lasting)?), (STATE, packed(&(tick, run))?)];
        parts.push((VISITS, packed(&(journey.ship, &journey.visits))?));
        parts.push((COUNTS, packed(&(&journey.counts, counts))?));
        if *dev_acts {
            parts.push((DEV_ACTS, packed(&journey.dev_acts)?));
        }
        if journey.course != usual_course(&head.level) {
            parts.push((COURSE, packed(&journey.course)?));
        }
        parts.extend(extras.0.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())));
        Ok(picture.embed(&FORMAT.write(head, &packed(&parts)?)?)?)
    }

    /// Reads a save from the bytes of its file.
    ///
    /// # Errors
    /// If it is not a complete save of a supported version.
    pub fn read(bytes: &[u8]) -> Result<Save, SaveError> {
        let (_, head, body) = FORMAT.read(Picture::extract(bytes)?)?;
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
        let dev_acts = parts.iter().any(|(name, _)| name == DEV_ACTS);
        let mut journey = Journey::of(&head, (achieved, done), played, visits);
        journey.dev_acts = dev_acts && part(&mut parts, DEV_ACTS)?;
        if parts.iter().any(|(name, _)| name == COURSE) {
            journey.course = part(&mut parts, COURSE)?;
        }
        let picture = Picture::of(bytes).unwrap_or_default();
        Ok(Save { label, head, journey, tick, run, counts, dev_acts, extras: Extras(parts), picture })
    }

    /// Returns the state of the run, if it belongs to this level, these rules and this version of the game. The rules may
    /// have more kinds than those of the run.
    ///
    /// # Errors
    /// If it does not. The message names what has changed, as in "weapons.ron has changed since".
    pub fn snapshot(&self, level: &Level, rules: &Rules) -> Result<Snapshot, IncompatibleSave> {
        let Some(snapshot) = self.run.snapshot() else {
            self.head.fits(level, rules).map_err(IncompatibleSave::Changed)?;
            return Err(IncompatibleSave::OtherState);
        };
        snapshot.fits(&self.head, level, rules).map_err(IncompatibleSave::Changed)?;
        Ok(snapshot)
    }

    /// Restores the state of the run in a world and discards the previous run.
    ///
    /// # Errors
    /// If the state does not belong to this level, these rules or this version. The world is then unchanged.
    pub fn restore(&self, world: &mut World, level: &Arc<Level>, rules: &Arc<Rules>) -> Result<(), IncompatibleSave> {
        let snapshot = self.snapshot(level, rules)?;
        Ok(restore(world, &snapshot, Arc::clone(level), rules)?)
    }
}

fn packed(value: &impl Serialize) -> Result<Vec<u8>, SaveError> {
    postcard::to_stdvec(value).map_err(|error| ContainerError::Unwritable(error.to_string()).into())
}

/// Removes and reads the part with this name.
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

    /// Returns a level with a monster behind a door, and its rules.
    fn deck() -> (Arc<Level>, Arc<Rules>) {
        let text =
            br#"(name: "Test", legend: { 'W': (wall: "hull"), '.': (), '+': (door: "door"), '@': (thing: Player),
            'z': (monster: "shambler", facing: 180) }, map: ["WWWWWWWW", "W@.+.z.W", "WWWWWWWW"])"#;
        (Arc::new(Level::read("test.ron", text).expect("it is a level")), Arc::new(Rules::standard()))
    }

    /// Returns a run of two seconds, and its save.
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
    fn saves_round_trip_and_the_run_continues() {
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
    fn saves_report_changed_rules_and_levels() {
        let (_, save) = saved();
        let (level, rules) = deck();
        let mut others = Rules::clone(&rules);
        others.weapons[0].1.cooldown += 1;
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
    fn states_of_other_versions_are_rejected() {
        let (level, rules) = deck();
        let (_, mut save) = saved();
        save.run.corrupt();
        let read = Save::read(&save.bytes().expect("it can be written")).expect("the file is whole");
        assert_eq!(read.snapshot(&level, &rules), Err(IncompatibleSave::OtherState));
    }

    #[test]
    fn unknown_parts_are_preserved() {
        let (_, mut save) = saved();
        save.extras.put("of a later version", &"unknown content");
        let bytes = save.bytes().expect("it can be written");
        assert_eq!(Save::read(&bytes).expect("it is whole").bytes(), Ok(bytes));
    }

    #[test]
    fn mods_of_the_run_are_named() {
        let (_, mut save) = saved();
        assert_eq!(save.mods(), []);
        let mods = vec![NeededMod { name: "Kennel".to_owned(), version: "1.0".to_owned(), hash: 7 }];
        save.set_mods(mods.clone());
        assert_eq!(Save::read(&save.bytes().expect("it can be written")).map(|save| save.mods()), Ok(mods));
        save.set_mods(Vec::new());
        assert_eq!(save.extras.get::<Vec<NeededMod>>(MODS), None);
    }

    #[test]
    fn developer_acts_mark_the_save_and_the_journey() {
        let (level, rules) = deck();
        let mut journey = Journey::new("levels/test.ron", 3, 5, None);
        let start = journey.start(&level, &rules);
        let mut headless = Headless::begin(&start);
        let plain = Save::of(&journey, &start, "Test", headless.world_mut());
        headless.tick(Intent { dev_act: Some(engine::DevAct::God(true)), ..Intent::default() });
        let marked = Save::of(&journey, &start, "Test", headless.world_mut());
        let read = |save: &Save| Save::read(&save.bytes().expect("it can be written")).expect("it is whole");
        assert_eq!(
            [read(&plain), read(&marked)].map(|save| (save.dev_acts, save.journey.dev_acts)),
            [(false, false), (true, false)]
        );
        let mut other = Headless::begin(&start);
        read(&marked).restore(other.world_mut(), &level, &rules).expect("its own level and rules");
        assert!(other.world().resource::<engine::DevState>().god, "the act still lasts");
        journey.dev_acts = true;
        let later = Save::of(&journey, &start, "Test", Headless::begin(&start).world_mut());
        assert!(read(&later).dev_acts && read(&later).journey.dev_acts);
    }

    #[test]
    fn missing_parts_are_named() {
        let (_, save) = saved();
        let parts: Vec<(&str, Vec<u8>)> = vec![(LABEL, packed(&save.label).expect("it is plain"))];
        let body = packed(&parts).expect("it is plain");
        let file = save.picture.embed(&FORMAT.write(&save.head, &body).expect("it is small")).expect("a picture");
        let error = Save::read(&file).expect_err("it has no journey");
        assert_eq!(error.to_string(), "it is damaged: its part 'journey' is missing or cannot be read");
    }

    /// A save for all cases, and its file.
    static WHOLE: LazyLock<(Save, Vec<u8>)> = LazyLock::new(|| {
        let (_, save) = saved();
        let bytes = save.bytes().expect("it can be written");
        (save, bytes)
    });

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn damaged_saves_are_rejected_or_unchanged(at: proptest::sample::Index, change in 1..=255_u8, cut in any::<bool>()) {
            let (save, mut bytes) = WHOLE.clone();
            let at = at.index(bytes.len());
            if cut { bytes.truncate(at) } else { bytes[at] ^= change }
            if let Ok(read) = Save::read(&bytes) {
                // Only the thumbnail was damaged.
                prop_assert_eq!(Save { picture: save.picture.clone(), ..read }, save);
            }
        }

        #[test]
        fn arbitrary_bodies_are_rejected(body: Vec<u8>) {
            let (save, _) = &*WHOLE;
            let file = save.picture.embed(&FORMAT.write(&save.head, &body).expect("it is small")).expect("a picture");
            prop_assert!(Save::read(&file).is_err());
        }
    }
}
