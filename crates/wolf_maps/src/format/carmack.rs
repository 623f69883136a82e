//! Compression of repeated words: references to words that came before, near or far.
//!
//! A word whose high byte is [`NEAR`] or [`FAR`] is a reference; its low byte is the number of words to copy. A count
//! of 0 escapes an ordinary word with that high byte.

use crate::format::bytes::{Damage, Expanded, byte, word};
use std::collections::BTreeMap;

/// High byte of a reference that counts words back from the end of the output.
const NEAR: u8 = 0xA7;
/// High byte of a reference that counts words from the start of the output.
const FAR: u8 = 0xA8;
/// Number of earlier places that the compressor compares.
const MAX_TRIES: usize = 32;

/// Expands data. Its first word is the length of the output in bytes, which therefore has at most 32 767 words.
pub(crate) fn expand(packed: &[u8]) -> Result<Expanded, Damage> {
    let damage = |at: usize, what: String| Damage { at, what };
    let length = word(packed, 0).ok_or_else(|| damage(0, "the plane must begin with its length".to_owned()))?;
    if length % 2 != 0 {
        return Err(damage(0, format!("the expanded length must be even, got {length}")));
    }
    let count = usize::from(length / 2);
    let (mut out, mut at) = (Expanded::default(), 2);
    while out.words.len() < count {
        let done = out.words.len();
        let ends = || damage(at, format!("the data ends after {done} of {count} words"));
        let here = word(packed, at).ok_or_else(ends)?;
        let [low, high] = here.to_le_bytes();
        if high != NEAR && high != FAR {
            out.push([here], at);
            at += 2;
            continue;
        }
        if low == 0 {
            out.push([u16::from_le_bytes([byte(packed, at + 2).ok_or_else(ends)?, high])], at);
            at += 3;
            continue;
        }
        let (from, size) = if high == NEAR {
            let back = usize::from(byte(packed, at + 2).ok_or_else(ends)?);
            (done.checked_sub(back).filter(|_| back > 0), 3)
        } else {
            (Some(usize::from(word(packed, at + 2).ok_or_else(ends)?)).filter(|from| *from < done), 4)
        };
        let Some(from) = from else {
            return Err(damage(at, format!("a reference must point to one of the {done} words before it")));
        };
        if usize::from(low) > count - done {
            let left = count - done;
            return Err(damage(at, format!("a copy of {low} words must fit into the plane, which has {left} left")));
        }
        // A copy may read what it has just written.
        (from..from + usize::from(low)).for_each(|index| out.push([out.words[index]], at));
        at += size;
    }
    Ok(out)
}

/// Compresses words.
///
/// # Errors
/// If there are too many words for the length that the format can hold.
pub(crate) fn compress(words: &[u16]) -> Result<Vec<u8>, String> {
    let length = u16::try_from(words.len() * 2)
        .map_err(|_| format!("a compressed plane must have at most 65534 bytes, got {}", words.len() * 2))?;
    let mut packed = length.to_le_bytes().to_vec();
    // Places at which each pair of words began so far.
    let mut seen: BTreeMap<(u16, u16), Vec<usize>> = BTreeMap::new();
    let mut at = 0;
    while let Some(&here) = words.get(at) {
        let length = match best_match(words, at, &seen) {
            Some((from, length)) if at - from <= 255 => {
                packed.extend([length as u8, NEAR, (at - from) as u8]);
                length
            }
            Some((from, length)) if length > 2 => {
                packed.extend([length as u8, FAR]);
                packed.extend((from as u16).to_le_bytes());
                length
            }
            _ => {
                let [low, high] = here.to_le_bytes();
                if high == NEAR || high == FAR {
                    packed.extend([0, high, low]);
                } else {
                    packed.extend([low, high]);
                }
                1
            }
        };
        for index in at..at + length {
            if let Some(&next) = words.get(index + 1) {
                seen.entry((words[index], next)).or_default().push(index);
            }
        }
        at += length;
    }
    Ok(packed)
}

/// Returns the place and the length, 2 to 255, of the longest of the latest earlier occurrences of the words at `at`.
fn best_match(words: &[u16], at: usize, seen: &BTreeMap<(u16, u16), Vec<usize>>) -> Option<(usize, usize)> {
    let places = seen.get(&(words[at], *words.get(at + 1)?))?;
    let length = |from: usize| {
        let pairs = words[from..].iter().zip(&words[at..]).take(255);
        pairs.take_while(|(one, other)| one == other).count()
    };
    places.iter().rev().take(MAX_TRIES).map(|&from| (from, length(from))).max_by_key(|&(from, length)| (length, from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn words_survive_a_round_trip(
            words in proptest::collection::vec(prop_oneof![0_u16..4, 0xA700_u16..0xA704, 0xA800_u16..0xA804, any::<u16>()], 0..900),
        ) {
            let packed = compress(&words).unwrap();
            prop_assert_eq!(expand(&packed).map(|out| out.words), Ok(words));
        }

        #[test]
        fn any_bytes_are_expanded_or_refused(packed in proptest::collection::vec(prop_oneof![any::<u8>(), Just(NEAR), Just(FAR)], 0..60)) {
            if let Ok(out) = expand(&packed) {
                prop_assert_eq!(out.words.len(), out.from.len());
                prop_assert_eq!(out.words.len() * 2, usize::from(u16::from_le_bytes([packed[0], packed[1]])));
            }
        }
    }

    #[test]
    fn far_references_are_written_and_read() {
        let mut words: Vec<u16> = (0..400).collect();
        words.extend(0..100);
        let packed = compress(&words).unwrap();
        assert!(packed.len() < 2 + 800 + 10, "{}", packed.len());
        assert_eq!(expand(&packed).map(|out| out.words), Ok(words));
    }

    #[test]
    fn copies_may_overlap_their_output() {
        assert_eq!(expand(&[10, 0, 7, 0, 4, NEAR, 1]), Ok(Expanded { words: vec![7; 5], from: vec![2, 4, 4, 4, 4] }));
    }

    #[test]
    fn damage_is_reported_with_its_offset() {
        let error = |packed: &[u8]| expand(packed).map_err(|damage| (damage.at, damage.what)).unwrap_err();
        assert_eq!(error(&[1]), (0, "the plane must begin with its length".to_owned()));
        assert_eq!(error(&[3, 0]), (0, "the expanded length must be even, got 3".to_owned()));
        assert_eq!(error(&[4, 0, 1, 0, 2]), (4, "the data ends after 1 of 2 words".to_owned()));
        let reference = "a reference must point to one of the 1 words before it".to_owned();
        assert_eq!(error(&[8, 0, 1, 0, 2, NEAR, 2]), (4, reference.clone()));
        assert_eq!(error(&[8, 0, 1, 0, 2, NEAR, 0]), (4, reference.clone()));
        assert_eq!(error(&[8, 0, 1, 0, 2, FAR, 1, 0]), (4, reference));
        let copy = "a copy of 9 words must fit into the plane, which has 3 left".to_owned();
        assert_eq!(error(&[8, 0, 1, 0, 9, NEAR, 1]), (4, copy));
    }
}
