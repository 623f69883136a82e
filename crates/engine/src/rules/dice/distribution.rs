//! How likely each value of a part of an expression is.

/// How many outcomes may be gone through for one answer.
const MAX_OUTCOMES: usize = 1_000_000;
/// The most that weights may sum up to. Up to 2^53 they are whole and exact.
const MAX_TOTAL: f64 = 1e100;

/// What is left of the outcomes that may be gone through.
pub(super) struct Work {
    left: usize,
}

impl Work {
    pub(super) fn new() -> Self {
        Work { left: MAX_OUTCOMES }
    }

    fn spend(&mut self, outcomes: usize) -> Option<()> {
        self.left = self.left.checked_sub(outcomes)?;
        Some(())
    }
}

/// The values that can come up, and how likely each is beside the others.
pub(super) struct Distribution {
    /// Values and weights, by ascending value, each value once; there is at least one.
    outcomes: Vec<(f64, f64)>,
    /// The sum of the weights.
    total: f64,
}

impl Distribution {
    pub(super) fn certain(value: f64) -> Self {
        Distribution { outcomes: vec![(value, 1.0)], total: 1.0 }
    }

    /// The sum of `count` dice, by the number of ways to roll it.
    pub(super) fn of_dice(count: u32, sides: u32, work: &mut Work) -> Option<Self> {
        let (count, sides) = (count as usize, sides as usize);
        work.spend(count * sides)?;
        // `ways[i]` is for the sum `dice + i`. Each die makes it a sum over a window of `sides`, which only grows up to
        // the middle; the rest mirrors it. So nothing small is left of the difference of large numbers.
        let mut ways = vec![1.0];
        for dice in 1..=count {
            let length = dice * (sides - 1) + 1;
            let mut window = 0.0;
            let mut next = vec![0.0; length];
            for i in 0..length.div_ceil(2) {
                window += ways.get(i).unwrap_or(&0.0) - i.checked_sub(sides).map_or(0.0, |i| ways[i]);
                next[i] = window;
                next[length - 1 - i] = window;
            }
            ways = next;
        }
        Some(Self::new(ways.into_iter().enumerate().map(|(i, ways)| ((count + i) as f64, ways)).collect()))
    }

    /// From values in any order, each as often as you like.
    fn new(mut outcomes: Vec<(f64, f64)>) -> Self {
        outcomes.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        outcomes.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        let mut total = outcomes.iter().map(|(_, weight)| weight).sum();
        if total > MAX_TOTAL {
            outcomes.iter_mut().for_each(|(_, weight)| *weight /= total);
            total = 1.0;
        }
        Distribution { outcomes, total }
    }

    /// Of a function of the value.
    pub(super) fn map(mut self, function: impl Fn(f64) -> f64) -> Self {
        self.outcomes.iter_mut().for_each(|(value, _)| *value = function(*value));
        Self::new(self.outcomes)
    }

    /// Of a function of this value and an independent one.
    pub(super) fn combine(&self, other: &Self, function: impl Fn(f64, f64) -> f64, work: &mut Work) -> Option<Self> {
        work.spend(self.outcomes.len() * other.outcomes.len())?;
        let mut outcomes = Vec::with_capacity(self.outcomes.len() * other.outcomes.len());
        for &(one, weight) in &self.outcomes {
            outcomes.extend(other.outcomes.iter().map(|&(value, other)| (function(one, value), weight * other)));
        }
        Some(Self::new(outcomes))
    }

    /// Of the greater of this value and an independent one.
    pub(super) fn greater(&self, other: &Self) -> Self {
        // Where both are the same, the value counts as ours.
        let mut outcomes = self.outcomes_above(other, |other, ours| other <= ours);
        outcomes.extend(other.outcomes_above(self, |ours, other| ours < other));
        Self::new(outcomes)
    }

    /// Those of these values that exceed some of the `others`, weighted by all that they exceed.
    fn outcomes_above(&self, others: &Self, exceeded: impl Fn(f64, f64) -> bool) -> Vec<(f64, f64)> {
        let mut rest = others.outcomes.iter().peekable();
        let mut below = None;
        let weighted = self.outcomes.iter().filter_map(|&(value, weight)| {
            while let Some((_, passed)) = rest.next_if(|(other, _)| exceeded(*other, value)) {
                below = Some(below.unwrap_or(0.0) + passed);
            }
            below.map(|below| (value, weight * below))
        });
        weighted.collect()
    }

    /// The least and the greatest value.
    pub(super) fn range(&self) -> (f64, f64) {
        (self.outcomes[0].0, self.outcomes[self.outcomes.len() - 1].0)
    }

    /// The values, the least first, and how likely each is.
    pub(super) fn chances(&self) -> impl Iterator<Item = (f64, f64)> {
        self.outcomes.iter().map(|&(value, weight)| (value, weight / self.total))
    }

    /// The mean of a function of the value.
    pub(super) fn mean_of(&self, function: impl Fn(f64) -> f64) -> f64 {
        self.outcomes.iter().map(|&(value, weight)| function(value) * weight).sum::<f64>() / self.total
    }
}
