//! The container format of demos and saves, with detection of damage.
//!
//! | bytes | content (numbers are little-endian) |
//! |---|---|
//! | 8 | the magic bytes of the format |
//! | 4 | the version of the format |
//! | 8 | xxh3-64 of the rest of the file, seeded with the version |
//! | 4 | the length of the header |
//! | 4 | the length of the compressed body |
//! | … | the [`Head`]: the start of the run, encoded with postcard |
//! | … | the deflated body: the content of the format |

use crate::{
    rules::rules::Rules,
    session::begin::Start,
    session::foreign::converted,
    session::identity::earlier::{earlier_by_file, earlier_level},
    session::identity::level::level_identity,
    session::identity::rules::identities_by_file,
    session::loadout::{Loadout, SavedLoadout},
    session::state_hash::fingerprint,
};
use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use level::Level;
use serde::{Deserialize, Serialize};
use std::{
    io::{Read, Write},
    sync::Arc,
};
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Maximum size of a file to read or write. It limits the memory that a malicious file can use.
const MAX_MIB: usize = 16;
const MAX_BYTES: usize = MAX_MIB << 20;
/// Offset of the hashed part: after magic, version and hash.
const HASHED: usize = 8 + 4 + 8;

/// A file format.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The magic bytes at the start of its files.
    pub magic: [u8; 8],
    /// The version that is written.
    pub version: u32,
    /// The oldest version that can be read.
    pub oldest: u32,
    /// Display name: "demo".
    pub name: &'static str,
    /// Compression level of the body, from 1 (fastest) to 9 (smallest).
    pub effort: u32,
}

/// The start of a run: a [`Start`] with hashes instead of the level and the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// Path of the level, as it was given when the run began. It is for people only: the hash identifies the level.
    pub level: String,
    /// Hash of the level.
    pub level_hash: u64,
    /// Hashes of the parts of the rules, by the main file of each part.
    pub rules: Vec<(String, u64)>,
    /// Skill level, 1 to 4.
    pub skill: u8,
    /// Seed of the random number generator.
    pub seed: u64,
    /// The items that the player brought along.
    pub(super) loadout: SavedLoadout,
    /// Name of the arrival at which the player appeared, if there was one.
    pub arrival: Option<String>,
}

/// A mod that takes part in a run. It is for people only: level and rules are identified by their hashes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NeededMod {
    /// Name of the mod.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Hash of its files that take part in a run.
    pub hash: u64,
}

/// The reason why a demo or a save cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContainerError {
    /// It does not begin with the magic bytes.
    #[error("it is not a {0}: is it the right file?")]
    OtherFormat(&'static str),
    /// It is another known file, or was changed when it was sent: the name of the format, and what it is.
    #[error("it is not a {0}, but {1}")]
    Converted(&'static str, &'static str),
    /// Another version of the game wrote it.
    #[error("it is a {name} of version {found}, and this game reads version {read}: use the game that wrote it")]
    OtherVersion {
        /// Display name of the format.
        name: &'static str,
        /// The version of the file.
        found: u32,
        /// The version that this game reads.
        read: u32,
    },
    /// Its length differs from that in its header.
    #[error("it must have {whole} bytes, got {found}: copy the file again from an intact copy")]
    OtherLength {
        /// Number of bytes of the file.
        found: usize,
        /// Number of bytes that it should have.
        whole: u64,
    },
    /// It is larger than any file that the game writes.
    #[error("it is larger than {MAX_MIB} MiB, the maximum size of a {0}")]
    TooLarge(&'static str),
    /// Its content is invalid, for this reason.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
    /// The player's loadout is invalid, for this reason.
    #[error("it is damaged: {0}")]
    Loadout(String),
    /// Some of its content cannot be encoded. This is a bug in the game.
    #[error("it cannot be written: {0}")]
    Unwritable(String),
    /// It belongs to a different level.
    #[error("it belongs to another level, or to this one before it was changed; it began on {0:?}")]
    OtherLevel(String),
    /// It belongs to different rules; these files have changed.
    #[error("it belongs to other rules, or to these before they were changed: {} changed since", have(.0))]
    OtherRules(Vec<String>),
    /// It needs kinds that the rules do not have, such as "'hound' (monsters.ron)".
    #[error("it needs kinds that are missing: {}", few(.0))]
    MissingKinds(Vec<String>),
}

impl ContainerError {
    /// Returns what has changed since a valid file was written, such as "weapons.ron has changed since".
    pub fn change(&self) -> Option<String> {
        match self {
            ContainerError::OtherLevel(level) => Some(format!("{level} has changed since")),
            ContainerError::OtherRules(files) => Some(format!("{} changed since", have(files))),
            ContainerError::MissingKinds(kinds) => Some(format!("needed kinds are missing: {}", few(kinds))),
            _ => None,
        }
    }
}

/// Lists the first names, and the number of the others.
pub fn few(names: &[String]) -> String {
    match names.split_at_checked(4) {
        Some((first, others)) if others.len() > 1 => format!("{} (+ {})", first.join(", "), others.len()),
        _ => names.join(", "),
    }
}

/// Lists names with their verb: "weapons.ron has", "monsters.ron and props.ron have".
fn have(names: &[String]) -> String {
    match names {
        [] => "the rules have".to_owned(),
        [one] => format!("{one} has"),
        [others @ .., last] => format!("{} and {last} have", others.join(", ")),
    }
}

impl Format {
    /// Returns the bytes of a file.
    ///
    /// # Errors
    /// If the file would be too large, or if the header cannot be encoded.
    pub fn write(&self, head: &Head, body: &[u8]) -> Result<Vec<u8>, ContainerError> {
        if body.len() > MAX_BYTES {
            return Err(ContainerError::TooLarge(self.name));
        }
        let head = postcard::to_stdvec(head).map_err(unwritable)?;
        let body = deflated(body, self.effort).map_err(|error| ContainerError::Unwritable(error.to_string()))?;
        let mut hashed = Vec::with_capacity(8 + head.len() + body.len());
        for part in [&head, &body] {
            let length = u32::try_from(part.len()).map_err(|_| ContainerError::TooLarge(self.name))?;
            hashed.extend(length.to_le_bytes());
        }
        hashed.extend(head);
        hashed.extend(body);
        if HASHED + hashed.len() > MAX_BYTES {
            return Err(ContainerError::TooLarge(self.name));
        }
        Ok([&self.magic[..], &self.version.to_le_bytes(), &Format::hash(self.version, &hashed).to_le_bytes(), &hashed]
            .concat())
    }

    /// Returns the version, the header and the body of a file.
    ///
    /// # Errors
    /// If the file is damaged, or is not of this format and a supported version.
    pub fn read(&self, bytes: &[u8]) -> Result<(u32, Head, Vec<u8>), ContainerError> {
        if bytes.len() > MAX_BYTES {
            return Err(ContainerError::TooLarge(self.name));
        }
        let other = || match converted(bytes, &self.magic) {
            Some(what) => ContainerError::Converted(self.name, what),
            None => ContainerError::OtherFormat(self.name),
        };
        let mut rest = bytes.strip_prefix(&self.magic).ok_or_else(other)?;
        let cut_short = || ContainerError::OtherLength { found: bytes.len(), whole: HASHED as u64 + 8 };
        let version = u32::from_le_bytes(take(&mut rest).ok_or_else(cut_short)?);
        if !(self.oldest..=self.version).contains(&version) {
            return Err(ContainerError::OtherVersion { name: self.name, found: version, read: self.version });
        }
        let hash = u64::from_le_bytes(take(&mut rest).ok_or_else(cut_short)?);
        let hashed = rest;
        let [head, body] = [take(&mut rest), take(&mut rest)].map(|length| length.map(u32::from_le_bytes));
        let (head, body) = head.zip(body).ok_or_else(cut_short)?;
        let whole = HASHED as u64 + 8 + u64::from(head) + u64::from(body);
        if bytes.len() as u64 != whole {
            return Err(ContainerError::OtherLength { found: bytes.len(), whole });
        }
        if Format::hash(version, hashed) != hash {
            return Err(ContainerError::Damaged(
                "its content does not match its hash; copy the file again from an intact copy",
            ));
        }
        let (head, body) = rest.split_at(head as usize);
        let Ok((head, [])) = postcard::take_from_bytes::<Head>(head) else {
            return Err(ContainerError::Damaged("its header cannot be read"));
        };
        head.loadout.loadout().map_err(ContainerError::Loadout)?;
        Ok((version, head, self.inflated(body)?))
    }

    /// Returns the hash of the bytes that follow it, in a file of this version.
    fn hash(version: u32, bytes: &[u8]) -> u64 {
        xxh3_64_with_seed(bytes, u64::from(version))
    }

    /// Decompresses a body, up to the maximum size of a file, whatever its header claims.
    fn inflated(&self, bytes: &[u8]) -> Result<Vec<u8>, ContainerError> {
        let mut body = Vec::new();
        let decoder = ZlibDecoder::new(bytes);
        let read = decoder.take(MAX_BYTES as u64 + 1).read_to_end(&mut body);
        match read {
            Ok(length) if length > MAX_BYTES => Err(ContainerError::TooLarge(self.name)),
            Ok(_) => Ok(body),
            Err(_) => Err(ContainerError::Damaged("its body cannot be unpacked")),
        }
    }
}

/// Compresses bytes.
fn deflated(bytes: &[u8], effort: u32) -> std::io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(effort.clamp(1, 9)));
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// Takes the next `N` bytes, or returns `None` if there are too few.
fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

/// Converts an encoding error of postcard.
pub(crate) fn unwritable(error: postcard::Error) -> ContainerError {
    ContainerError::Unwritable(error.to_string())
}

impl Head {
    /// Returns the header for a start, with the path of its level.
    pub fn of(start: &Start, path: &str) -> Self {
        Head {
            level: path.to_owned(),
            level_hash: level_identity(&start.level),
            rules: identities_by_file(&start.rules),
            skill: start.skill,
            seed: start.seed,
            loadout: SavedLoadout::from(&start.loadout),
            arrival: start.arrival.clone(),
        }
    }

    /// Returns the items that the player brought along.
    pub fn loadout(&self) -> Loadout {
        // The loadout was validated when the header was read.
        self.loadout.loadout().unwrap_or_default()
    }

    /// Returns a hash of all rules together.
    pub fn rules_hash(&self) -> u64 {
        fingerprint(&self.rules)
    }

    /// Checks that the level and the rules are those of the header.
    ///
    /// # Errors
    /// If they differ; the error names them.
    pub fn fits(&self, level: &Level, rules: &Rules) -> Result<(), ContainerError> {
        if self.level_hash != level_identity(level) && self.level_hash != earlier_level(level) {
            return Err(ContainerError::OtherLevel(self.level.clone()));
        }
        let now = identities_by_file(rules);
        let mut new: Vec<usize> = (0..now.len()).filter(|&part| !self.rules.contains(&now[part])).collect();
        if !new.is_empty() {
            let earlier = earlier_by_file(rules);
            new.retain(|&part| !self.rules.contains(&earlier[part]));
        }
        let changed: Vec<String> = new.into_iter().map(|part| now[part].0.clone()).collect();
        if changed.is_empty() && now.len() == self.rules.len() {
            Ok(())
        } else {
            Err(ContainerError::OtherRules(changed))
        }
    }

    /// Returns whether the level hash is of the kind that was used before identities existed.
    pub(super) fn has_earlier_level(&self, level: &Level) -> bool {
        self.level_hash != level_identity(level)
    }

    /// Returns whether the rules hashes are of the kind that was used before identities existed.
    pub(super) fn has_earlier_rules(&self, rules: &Rules) -> bool {
        self.rules != identities_by_file(rules)
    }

    /// Returns the start that the header describes.
    ///
    /// # Errors
    /// If level or rules differ, or if the level does not have the arrival.
    pub fn start(&self, level: &Arc<Level>, rules: &Arc<Rules>) -> Result<Start, ContainerError> {
        self.fits(level, rules)?;
        if self.arrival.as_ref().is_some_and(|name| level.arrival(name).is_err()) {
            return Err(ContainerError::Damaged("its level does not have the arrival at which its player appeared"));
        }
        Ok(self.start_anyway(level, rules))
    }

    /// Returns the start that the header describes, on a level and under rules that may have changed since. Items that
    /// they no longer define are dropped, and without the arrival the player appears at the start of the deck.
    pub fn start_anyway(&self, level: &Arc<Level>, rules: &Arc<Rules>) -> Start {
        let (level, rules) = (Arc::clone(level), Arc::clone(rules));
        let Head { skill, seed, ref arrival, .. } = *self;
        Start { level, rules, skill, seed, loadout: self.loadout(), arrival: arrival.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    const FORMAT: Format = Format { magic: *b"hb-tests", version: 3, oldest: 2, name: "test", effort: 6 };

    fn head() -> Head {
        let (level, arrival) = ("levels/deck1.ron".to_owned(), Some("dock".to_owned()));
        let loadout = SavedLoadout::from(&Loadout::default());
        Head { level, level_hash: 1, rules: vec![("weapons.ron".to_owned(), 2)], skill: 3, seed: 4, loadout, arrival }
    }

    fn file() -> Vec<u8> {
        FORMAT.write(&head(), b"what happened").expect("it can be written")
    }

    #[test]
    fn written_files_can_be_read() {
        assert_eq!(FORMAT.read(&file()), Ok((3, head(), b"what happened".to_vec())));
    }

    #[test]
    fn files_with_a_changed_bit_are_rejected() {
        let file = file();
        for at in 0..file.len() {
            for bit in 0..8 {
                let mut bytes = file.clone();
                bytes[at] ^= 1 << bit;
                assert!(FORMAT.read(&bytes).is_err(), "bit {bit} of byte {at}");
            }
        }
    }

    #[test]
    fn wrong_length_is_reported_with_the_expected_one() {
        let file = file();
        for length in 8..file.len() {
            let error = FORMAT.read(&file[..length]).expect_err("it is cut short");
            assert!(matches!(error, ContainerError::OtherLength { found, .. } if found == length), "{error}");
        }
        let longer = [&*file, b"!"].concat();
        let error = FORMAT.read(&longer).expect_err("it goes on after its end");
        assert_eq!(error, ContainerError::OtherLength { found: file.len() + 1, whole: file.len() as u64 });
    }

    #[test]
    fn other_formats_and_versions_are_reported() {
        let error = FORMAT.read(b"(version: 10)").expect_err("it is a text");
        assert_eq!(error.to_string(), "it is not a test: is it the right file?");
        assert!(Format { version: 4, oldest: 3, ..FORMAT }.read(&file()).is_ok(), "the version before is read");
        let later = Format { version: 4, oldest: 4, ..FORMAT }.read(&file()).expect_err("it is of version 3");
        assert_eq!(
            later.to_string(),
            "it is a test of version 3, and this game reads version 4: use the game that wrote it"
        );
        assert!(Format { version: 2, ..FORMAT }.read(&file()).is_err(), "newer versions are rejected");
    }

    #[test]
    fn invalid_header_with_a_correct_hash_is_rejected() {
        let mut bytes = file();
        let end = bytes.len();
        // The first byte of the header is the length of the path.
        for length in [0, 1, 0x7f, 0xff] {
            bytes[HASHED + 8] = length;
            let hash = xxh3_64_with_seed(&bytes[HASHED..end], 3).to_le_bytes();
            bytes[12..HASHED].copy_from_slice(&hash);
            assert!(matches!(FORMAT.read(&bytes), Err(ContainerError::Damaged(_))), "a path of {length} bytes");
        }
    }

    #[test]
    fn files_that_cannot_be_read_are_not_written() {
        // Incompressible content: the output of a random number generator.
        let mut chance = Pcg32::seed_from_u64(1);
        let noise: Vec<u8> = (0..MAX_BYTES + 1).map(|_| chance.random()).collect();
        let quick = Format { effort: 1, ..FORMAT };
        assert_eq!(quick.write(&head(), &noise), Err(ContainerError::TooLarge("test")));
        assert_eq!(quick.write(&head(), &noise[..MAX_BYTES]), Err(ContainerError::TooLarge("test")));
        let file = quick.write(&head(), &noise[..MAX_BYTES - (64 << 10)]).expect("it is just not too large");
        assert!(FORMAT.read(&file).is_ok());
        assert_eq!(FORMAT.read(&noise), Err(ContainerError::TooLarge("test")));
    }

    #[test]
    fn small_file_that_claims_to_be_huge_uses_no_memory() {
        let body = deflated(&vec![0; 2 * MAX_BYTES], 9).expect("it can be pressed together");
        assert!(body.len() < MAX_BYTES / 100);
        assert_eq!(FORMAT.inflated(&body), Err(ContainerError::TooLarge("test")));
        let garbage = ContainerError::Damaged("its body cannot be unpacked");
        assert_eq!(FORMAT.inflated(b"no such thing"), Err(garbage));
    }

    #[test]
    fn invalid_count_with_a_correct_hash_is_reported() {
        let mut head = head();
        head.loadout = postcard::from_bytes(&[0, 0, 0, 1, 1, b'x', 1]).expect("-1 of x");
        let file = FORMAT.write(&head, b"").expect("it can be written");
        let error = FORMAT.read(&file).expect_err("a negative count is invalid");
        assert!(error.to_string().starts_with("it is damaged: the player cannot have -1 of 'x'"), "{error}");
    }

    #[test]
    fn changed_files_are_named() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        assert_eq!(have(&names(&["weapons.ron"])), "weapons.ron has");
        assert_eq!(have(&names(&["a.ron", "b.ron", "c.ron"])), "a.ron, b.ron and c.ron have");
    }

    proptest! {
        #[test]
        fn random_containers_are_rejected_without_a_panic(bytes: Vec<u8>) {
            prop_assert!(FORMAT.read(&bytes).is_err());
            let named = [&FORMAT.magic[..], &FORMAT.version.to_le_bytes(), &bytes].concat();
            prop_assert!(FORMAT.read(&named).is_err());
        }

        #[test]
        fn containers_survive_a_round_trip(path: String, seed: u64, body: Vec<u8>) {
            let head = Head { level: path, seed, ..head() };
            let file = FORMAT.write(&head, &body).expect("it can be written");
            prop_assert_eq!(FORMAT.read(&file), Ok((3, head, body)));
        }
    }
}
