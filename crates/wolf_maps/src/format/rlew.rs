//! Run-length compression of 16-bit words: a word that equals the tag is followed by a count and a value.

use crate::format::bytes::{Damage, Expanded};

/// Minimum length of a run that is written as one: it takes three words.
const MIN_RUN: usize = 4;

/// Expands a plane of `count` words. The first word is the length of the plane in bytes; it wraps for planes of more
/// than 65 535 bytes.
pub(crate) fn expand(packed: &[u16], tag: u16, count: usize) -> Result<Expanded, Damage> {
    let damage = |at: usize, what: String| Damage { at: at * 2, what };
    let Some((&length, packed)) = packed.split_first() else {
        return Err(damage(0, "the plane must begin with its length, got no data".to_owned()));
    };
    if length != (count * 2) as u16 {
        return Err(damage(0, format!("the length of the plane must be {}, got {length}", count * 2)));
    }
    let (mut plane, mut at) = (Expanded::default(), 0);
    while plane.words.len() < count {
        let done = plane.words.len();
        let ends = || damage(at + 1, format!("the data ends after {done} of {count} cells"));
        let word = *packed.get(at).ok_or_else(ends)?;
        if word != tag {
            plane.push([word], at * 2 + 2);
            at += 1;
            continue;
        }
        let (Some(&run), Some(&value)) = (packed.get(at + 1), packed.get(at + 2)) else { return Err(ends()) };
        if usize::from(run) > count - done {
            let left = count - done;
            return Err(damage(at + 1, format!("a run of {run} cells must fit into the plane, which has {left} left")));
        }
        plane.push(std::iter::repeat_n(value, run.into()), at * 2 + 2);
        at += 3;
    }
    Ok(plane)
}

/// Compresses a plane.
pub(crate) fn compress(plane: &[u16], tag: u16) -> Vec<u16> {
    // The length wraps, as that of other writers does.
    let mut packed = vec![(plane.len() * 2) as u16];
    let mut at = 0;
    while let Some(&value) = plane.get(at) {
        let run = plane[at..].iter().take(usize::from(u16::MAX)).take_while(|next| **next == value).count();
        if run >= MIN_RUN || value == tag {
            packed.extend([tag, run as u16, value]);
        } else {
            packed.extend_from_slice(&plane[at..at + run]);
        }
        at += run;
    }
    packed
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TAG: u16 = 0xABCD;

    proptest! {
        #[test]
        fn planes_survive_a_round_trip(plane in proptest::collection::vec(prop_oneof![0_u16..4, Just(TAG)], 0..400)) {
            let out = expand(&compress(&plane, TAG), TAG, plane.len());
            prop_assert_eq!(out.map(|out| out.words), Ok(plane));
        }

        #[test]
        fn any_words_are_expanded_or_refused(packed in proptest::collection::vec(prop_oneof![any::<u16>(), Just(TAG), Just(18)], 0..40)) {
            if let Ok(plane) = expand(&packed, TAG, 9) {
                prop_assert_eq!((plane.words.len(), plane.from.len()), (9, 9));
            }
        }
    }

    #[test]
    fn damage_is_reported_with_its_offset() {
        let error = |packed: &[u16]| expand(packed, TAG, 9).unwrap_err();
        assert_eq!(error(&[]).what, "the plane must begin with its length, got no data");
        assert_eq!(error(&[20]).what, "the length of the plane must be 18, got 20");
        assert_eq!(error(&[18, 1, 2]), Damage { at: 6, what: "the data ends after 2 of 9 cells".to_owned() });
        assert_eq!(error(&[18, TAG, 5]).what, "the data ends after 0 of 9 cells");
        let run = error(&[18, 1, TAG, 9, 0]);
        assert_eq!((run.at, run.what.as_str()), (4, "a run of 9 cells must fit into the plane, which has 8 left"));
    }
}
