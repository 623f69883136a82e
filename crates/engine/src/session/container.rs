//! The container of the files in which a run is kept: what demos and saves have in common, and how damage is noticed.
//!
//! | bytes | what (numbers have their lowest byte first) |
//! |---|---|
//! | 8 | the magic: which format it is |
//! | 4 | the version of the format |
//! | 8 | xxh3-64 of all that follows |
//! | 4 | the length of the head |
//! | 4 | the length of the body |
//! | … | the [`Head`]: what the run began with, by postcard |
//! | … | the body: whatever the format keeps |

use crate::rules::rules::Rules;
use crate::session::begin::{Loadout, Start};
use crate::session::fingerprint::fingerprint;
use level::Level;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

/// The largest file that is written or read. It bounds what a hostile file can make of the memory.
const MAX_MIB: usize = 16;
const MAX_BYTES: usize = MAX_MIB << 20;
/// What is hashed begins here: behind magic, version and hash.
const HASHED: usize = 8 + 4 + 8;

/// One kind of file.
pub(crate) struct Format {
    /// What its files begin with.
    pub(crate) magic: [u8; 8],
    /// It changes when files of before cannot be used any more.
    pub(crate) version: u32,
    /// What people call it: "demo".
    pub(crate) name: &'static str,
}

/// What a run began with: a [`Start`] whose level and rules are told by their hashes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// Where the level was, as whoever began the run named it. It is for people: the hash says which level it is.
    pub level: String,
    /// The hash of the level.
    pub level_hash: u64,
    /// The hash of the rules.
    pub rules_hash: u64,
    /// The skill, 1 to 4.
    pub skill: u8,
    /// The seed of chance.
    pub seed: u64,
    /// What the player brought.
    pub loadout: Loadout,
    /// The name of the arrival at which he came, if he came at one.
    pub arrival: Option<String>,
}

/// Why a demo or a save cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContainerError {
    /// It begins otherwise.
    #[error("it is not a {0}: is it the right file?")]
    OtherFormat(&'static str),
    /// Another version of the game wrote it.
    #[error("it is a {name} of version {found}, and this game reads version {read}: use the game that wrote it")]
    OtherVersion {
        /// What people call the format.
        name: &'static str,
        /// The version of the file.
        found: u32,
        /// The version that this game reads.
        read: u32,
    },
    /// It has another length than it says.
    #[error("it has {found} bytes and should have {whole}: copy it again from where it is whole")]
    OtherLength {
        /// How many bytes there are.
        found: usize,
        /// How many there should be.
        whole: u64,
    },
    /// It is larger than any that the game writes.
    #[error("it is larger than {MAX_MIB} MiB, the most that a {0} may have")]
    TooLarge(&'static str),
    /// Its content cannot be; this says what.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
    /// Something in it has no place in a file. This is a mistake in the game.
    #[error("it cannot be written: {0}")]
    Unwritable(String),
    /// It belongs to another level than the one that is there.
    #[error("it belongs to another level, or to this one before it was changed; it began on {0:?}")]
    OtherLevel(String),
    /// It belongs to other rules than those that are there.
    #[error("it belongs to other rules, or to these before they were changed")]
    OtherRules,
}

impl Format {
    /// The bytes of a file.
    ///
    /// # Errors
    /// If it would be too large, or if the head cannot be written.
    pub(crate) fn write(&self, head: &Head, body: &[u8]) -> Result<Vec<u8>, ContainerError> {
        let head = postcard::to_stdvec(head).map_err(unwritable)?;
        let mut hashed = Vec::with_capacity(8 + head.len() + body.len());
        for part in [&*head, body] {
            let length = u32::try_from(part.len()).map_err(|_| ContainerError::TooLarge(self.name))?;
            hashed.extend(length.to_le_bytes());
        }
        hashed.extend(head);
        hashed.extend(body);
        if HASHED + hashed.len() > MAX_BYTES {
            return Err(ContainerError::TooLarge(self.name));
        }
        Ok([&self.magic[..], &self.version.to_le_bytes(), &xxh3_64(&hashed).to_le_bytes(), &hashed].concat())
    }

    /// The head and the body of a file.
    ///
    /// # Errors
    /// If it is not whole, or not of this format and version.
    pub(crate) fn read<'a>(&self, bytes: &'a [u8]) -> Result<(Head, &'a [u8]), ContainerError> {
        if bytes.len() > MAX_BYTES {
            return Err(ContainerError::TooLarge(self.name));
        }
        let mut rest = bytes.strip_prefix(&self.magic).ok_or(ContainerError::OtherFormat(self.name))?;
        let cut_short = || ContainerError::OtherLength { found: bytes.len(), whole: HASHED as u64 + 8 };
        let version = u32::from_le_bytes(take(&mut rest).ok_or_else(cut_short)?);
        if version != self.version {
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
        if xxh3_64(hashed) != hash {
            return Err(ContainerError::Damaged("its bytes do not fit its hash; copy it again from where it is whole"));
        }
        let (head, body) = rest.split_at(head as usize);
        match postcard::take_from_bytes(head) {
            Ok((head, [])) => Ok((head, body)),
            _ => Err(ContainerError::Damaged("its head cannot be read")),
        }
    }
}

/// The next bytes, so many as are asked for, or none.
fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

/// What postcard refuses to write.
pub(crate) fn unwritable(error: postcard::Error) -> ContainerError {
    ContainerError::Unwritable(error.to_string())
}

impl Head {
    /// What this start is, on a level that is found at this path.
    pub(crate) fn of(start: &Start, path: &str) -> Self {
        Head {
            level: path.to_owned(),
            level_hash: fingerprint(&*start.level),
            rules_hash: fingerprint(&*start.rules),
            skill: start.skill,
            seed: start.seed,
            loadout: start.loadout.clone(),
            arrival: start.arrival.clone(),
        }
    }

    /// The start that it tells of.
    ///
    /// # Errors
    /// If these are another level or other rules, or if the level has no such arrival.
    pub(crate) fn start(&self, level: &Arc<Level>, rules: &Arc<Rules>) -> Result<Start, ContainerError> {
        if self.level_hash != fingerprint(&**level) {
            return Err(ContainerError::OtherLevel(self.level.clone()));
        }
        if self.rules_hash != fingerprint(&**rules) {
            return Err(ContainerError::OtherRules);
        }
        if self.arrival.as_ref().is_some_and(|name| level.arrival(name).is_err()) {
            return Err(ContainerError::Damaged("its player came at an arrival that its level has not"));
        }
        let (level, rules) = (Arc::clone(level), Arc::clone(rules));
        let Head { skill, seed, loadout, arrival, .. } = self.clone();
        Ok(Start { level, rules, skill, seed, loadout, arrival })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FORMAT: Format = Format { magic: *b"hb-tests", version: 3, name: "test" };

    fn head() -> Head {
        let (level, loadout, arrival) = ("levels/deck1.ron".to_owned(), Loadout::default(), Some("dock".to_owned()));
        Head { level, level_hash: 1, rules_hash: 2, skill: 3, seed: 4, loadout, arrival }
    }

    fn file() -> Vec<u8> {
        FORMAT.write(&head(), b"what happened").expect("it can be written")
    }

    #[test]
    fn what_was_written_is_read() {
        assert_eq!(FORMAT.read(&file()), Ok((head(), &b"what happened"[..])));
    }

    #[test]
    fn each_changed_bit_is_refused() {
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
    fn a_file_of_another_length_is_refused_and_told_which_it_should_have() {
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
    fn another_format_and_another_version_are_named() {
        let error = FORMAT.read(b"(version: 10)").expect_err("it is a text");
        assert_eq!(error.to_string(), "it is not a test: is it the right file?");
        let later = Format { version: 4, ..FORMAT }.read(&file()).expect_err("it is of version 3");
        assert_eq!(
            later.to_string(),
            "it is a test of version 3, and this game reads version 4: use the game that wrote it"
        );
    }

    #[test]
    fn a_head_that_is_not_one_is_refused_although_its_hash_fits() {
        let mut bytes = file();
        let end = bytes.len();
        // The first byte of the head is the length of the path.
        for length in [0, 1, 0x7f, 0xff] {
            bytes[HASHED + 8] = length;
            let hash = xxh3_64(&bytes[HASHED..end]).to_le_bytes();
            bytes[12..HASHED].copy_from_slice(&hash);
            assert!(matches!(FORMAT.read(&bytes), Err(ContainerError::Damaged(_))), "a path of {length} bytes");
        }
    }

    #[test]
    fn nothing_is_written_that_would_not_be_read() {
        let head_only = FORMAT.write(&head(), b"").expect("it can be written").len();
        let largest = vec![0; MAX_BYTES - head_only];
        let file = FORMAT.write(&head(), &largest).expect("it is just not too large");
        assert!(FORMAT.read(&file).is_ok());
        let larger = vec![0; largest.len() + 1];
        assert_eq!(FORMAT.write(&head(), &larger), Err(ContainerError::TooLarge("test")));
        assert_eq!(FORMAT.read(&[&*file, b"!"].concat()), Err(ContainerError::TooLarge("test")));
    }

    proptest! {
        #[test]
        fn any_bytes_are_refused_without_a_panic(bytes: Vec<u8>) {
            prop_assert!(FORMAT.read(&bytes).is_err());
            let named = [&FORMAT.magic[..], &FORMAT.version.to_le_bytes(), &bytes].concat();
            prop_assert!(FORMAT.read(&named).is_err());
        }

        #[test]
        fn any_content_comes_back(path: String, seed: u64, body: Vec<u8>) {
            let head = Head { level: path, seed, ..head() };
            let file = FORMAT.write(&head, &body).expect("it can be written");
            prop_assert_eq!(FORMAT.read(&file), Ok((head, &*body)));
        }
    }
}
