//! Probability distributions of the values of an expression.

/// Maximum number of outcomes to enumerate for one answer.
const MAX_OUTCOMES: usize = 1_000_000;
/// Maximum sum of the weights. Up to 2^53 they are exact integers.
const MAX_TOTAL: f64 = 1e100;

/// The remaining number of outcomes that may be enumerated.
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

/// The possible values, and their relative probabilities.
pub(super) struct Distribution {
    /// Values and weights, by ascending value without duplicates; never empty.
    outcomes: Vec<(f64, f64)>,
    /// The sum of the weights.
    total: f64,
}

impl Distribution {
    pub(super) fn certain(value: f64) -> Self {
        Distribution { outcomes: vec![(value, 1.0)], total: 1.0 }
    }

    /// Returns the distribution of the sum of `count` dice. The weights are the number of ways to roll each sum.
    pub(super) fn of_dice(count: u32, sides: u32, work: &mut Work) -> Option<Self> {
        let (count, sides) = (count as usize, sides as usize);
        work.spend(count * sides)?;
        // `ways[i]` is for the sum `dice + i`. Each die turns it into a sum over a window of `sides`, which only grows
        // up to the middle; the rest mirrors it. This avoids cancellation: no small value is computed as a difference
        // of large ones.
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

    /// Builds a distribution from values in any order, with duplicates.
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

    /// Returns the distribution of a function of the value.
    pub(super) fn map(mut self, function: impl Fn(f64) -> f64) -> Self {
        self.outcomes.iter_mut().for_each(|(value, _)| *value = function(*value));
        Self::new(self.outcomes)
    }

    /// Returns the distribution of a function of this value and an independent one.
    pub(super) fn combine(&self, other: &Self, function: impl Fn(f64, f64) -> f64, work: &mut Work) -> Option<Self> {
        work.spend(self.outcomes.len() * other.outcomes.len())?;
        let mut outcomes = Vec::with_capacity(self.outcomes.len() * other.outcomes.len());
        for &(one, weight) in &self.outcomes {
            outcomes.extend(other.outcomes.iter().map(|&(value, other)| (function(one, value), weight * other)));
        }
        Some(Self::new(outcomes))
    }

    /// Returns the distribution of the maximum of this value and an independent one.
    pub(super) fn greater(&self, other: &Self) -> Self {
        // Equal values count as ours.
        let mut outcomes = self.outcomes_above(other, |other, ours| other <= ours);
        outcomes.extend(other.outcomes_above(self, |ours, other| ours < other));
        Self::new(outcomes)
    }

    /// Returns the values that exceed some of the `others`, weighted by the sum of the weights that they exceed.
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

    /// Returns the minimum and the maximum.
    pub(super) fn range(&self) -> (f64, f64) {
        (self.outcomes[0].0, self.outcomes[self.outcomes.len() - 1].0)
    }

    /// Returns the values in ascending order, with their probabilities.
    pub(super) fn chances(&self) -> impl Iterator<Item = (f64, f64)> {
        self.outcomes.iter().map(|&(value, weight)| (value, weight / self.total))
    }

    /// Returns the mean of a function of the value.
    pub(super) fn mean_of(&self, function: impl Fn(f64) -> f64) -> f64 {
        self.outcomes.iter().map(|&(value, weight)| function(value) * weight).sum::<f64>() / self.total
    }
}
