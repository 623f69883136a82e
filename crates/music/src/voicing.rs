//! Voice leading: how the voices of a chord move to the next one.

/// Cost of parallel fifths or octaves between two voices, in semitones of movement.
const PARALLEL: i32 = 6;
/// Maximum distance of the highest voice above the lowest pitch, in semitones.
const MAX_SPAN: i32 = 24;

/// Returns the voices of a chord, from the lowest up, such that they move as little as possible and avoid parallels.
/// The tones may be in any octave; no voice goes below `low`.
pub(crate) fn lead(before: &[i32], tones: &[i32], low: i32) -> Vec<i32> {
    let closed = |first: usize| -> Vec<i32> {
        let mut voices: Vec<i32> = Vec::with_capacity(tones.len());
        for step in 0..tones.len() {
            let floor = voices.last().map_or(low, |below| below + 1);
            voices.push(floor + (tones[(first + step) % tones.len()] - floor).rem_euclid(12));
        }
        voices
    };
    let inversions = (0..tones.len()).flat_map(|first| {
        let voices = closed(first);
        // Also try open positions: the second voice from below an octave higher.
        let mut open = voices.clone();
        if let Some(second) = open.get_mut(1) {
            *second += 12;
        }
        open.sort_unstable();
        [voices.clone(), open, voices.iter().map(|voice| voice + 12).collect()]
    });
    let fits = |voices: &Vec<i32>| voices.last().is_none_or(|highest| highest - low <= MAX_SPAN);
    // The first chord is as low as possible.
    let cost = |voices: &Vec<i32>| {
        if before.is_empty() { voices.iter().sum() } else { movement(before, voices) }
    };
    inversions.filter(fits).min_by_key(cost).unwrap_or_default()
}

/// Returns the total movement of the voices plus the cost of parallels.
fn movement(before: &[i32], after: &[i32]) -> i32 {
    let pairs: Vec<(i32, i32)> = (0..after.len())
        // An added voice starts at its neighbour, and a removed voice ends there.
        .map(|voice| (before[(voice * before.len() / after.len()).min(before.len() - 1)], after[voice]))
        .collect();
    let moved: i32 = pairs.iter().map(|(from, to)| (to - from).abs()).sum();
    let parallels = (0..pairs.len()).flat_map(|one| (one + 1..pairs.len()).map(move |two| (one, two)));
    let parallels = parallels.filter(|&(one, two)| {
        let ((from, to), (other_from, other_to)) = (pairs[one], pairs[two]);
        let (gap, next) = ((other_from - from).rem_euclid(12), (other_to - to).rem_euclid(12));
        from != to && other_to - to == other_from - from && gap == next && matches!(gap, 0 | 7)
    });
    moved + PARALLEL * parallels.count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn voices_keep_common_notes_and_move_by_small_steps() {
        let first = lead(&[], &[0, 3, 7], 48);
        assert_eq!(first, [48, 51, 55]);
        let second = lead(&first, &[8, 12, 15], 48);
        assert_eq!(second, [48, 51, 56], "two of three notes stay");
        let third = lead(&second, &[5, 8, 12], 48);
        assert_eq!(third, [48, 53, 56]);
    }

    #[test]
    fn neighbouring_chords_avoid_parallel_fifths() {
        let home = [48, 55, 63];
        let next = lead(&home, &[1, 5, 8], 48);
        let fifths = |voices: &[i32]| (voices[1] - voices[0]).rem_euclid(12) == 7;
        assert!(fifths(&home) && !fifths(&next), "{next:?}");
    }

    #[test]
    fn voices_stay_in_their_range() {
        let mut before = Vec::new();
        for root in (0..80).map(|step| step * 5 % 12) {
            before = lead(&before, &[root, root + 3, root + 7, root + 10], 50);
            assert!(before.len() == 4 && before[0] >= 50 && before[3] <= 50 + MAX_SPAN, "{before:?}");
        }
        assert!(lead(&[], &[], 50).is_empty());
    }
}
