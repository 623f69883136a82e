//! A measured value with its limit.

use std::collections::BTreeMap;

/// The condition for a value.
#[derive(Clone, Copy)]
pub(crate) enum Limit {
    /// At least this.
    Least(f64),
    /// At most this.
    Most(f64),
}

/// A measured value with its limit.
pub(crate) struct Bar {
    /// Name of the value, the same on every run.
    pub(crate) name: String,
    /// The value.
    pub(crate) figure: f64,
    /// The limit.
    pub(crate) limit: Limit,
    /// Source of the value: the worst item that was measured.
    pub(crate) worst: String,
}

/// Tolerance for comparisons with earlier values, which are stored with two decimal places.
const SLACK: f64 = 0.011;

impl Bar {
    pub(crate) fn least(name: impl Into<String>, limit: f64, (figure, worst): (f64, String)) -> Self {
        Self { name: name.into(), figure, limit: Limit::Least(limit), worst }
    }

    pub(crate) fn most(name: impl Into<String>, limit: f64, (figure, worst): (f64, String)) -> Self {
        Self { name: name.into(), figure, limit: Limit::Most(limit), worst }
    }

    /// Returns true if the limit is met.
    pub(crate) fn holds(&self) -> bool {
        match self.limit {
            Limit::Least(limit) => self.figure >= limit,
            Limit::Most(limit) => self.figure <= limit,
        }
    }

    /// Returns true if the limit is not met, and the value is farther off than before.
    fn is_worse_than(&self, before: f64) -> bool {
        let gone = match self.limit {
            Limit::Least(_) => before - self.figure,
            Limit::Most(_) => self.figure - before,
        };
        !self.holds() && gone > SLACK
    }

    /// Formats the value as a line of text.
    pub(crate) fn line(&self) -> String {
        let (word, limit) = match self.limit {
            Limit::Least(limit) => (">=", limit),
            Limit::Most(limit) => ("<=", limit),
        };
        let sign = if self.holds() { "holds" } else { "FAILS" };
        let worst = if self.worst.is_empty() { String::new() } else { format!("  ({})", self.worst) };
        format!("{sign}  {:9.2} {word} {limit:<5}  {}{worst}", self.figure, self.name)
    }
}

/// Returns the worst of some values with its source, if the smallest is the worst.
pub(crate) fn least(figures: impl IntoIterator<Item = (f64, String)>) -> (f64, String) {
    let worse = |one: (f64, String), two: (f64, String)| if two.0 < one.0 { two } else { one };
    figures.into_iter().reduce(worse).unwrap_or((0.0, "there is none".to_owned()))
}

/// Returns the worst of some values with its source, if the largest is the worst.
pub(crate) fn most(figures: impl IntoIterator<Item = (f64, String)>) -> (f64, String) {
    let (figure, worst) = least(figures.into_iter().map(|(figure, worst)| (-figure, worst)));
    (-figure, worst)
}

/// Returns the values by name, as they are stored.
pub(crate) fn figures(bars: &[Bar]) -> BTreeMap<&str, f64> {
    bars.iter().map(|bar| (bar.name.as_str(), libm::round(bar.figure * 100.0) / 100.0)).collect()
}

/// Returns a message for each value that is worse than before.
pub(crate) fn fallen_behind(bars: &[Bar], before: &BTreeMap<String, f64>) -> Vec<String> {
    let now = |name: &str| bars.iter().find(|bar| bar.name == name);
    let behind = before.iter().filter_map(|(name, &figure)| match now(name) {
        None => Some(format!("{name}: it was {figure}, and was not measured (add --views and --music)")),
        Some(bar) if bar.is_worse_than(figure) => Some(format!("{name}: it was {figure}, and is {:.2}", bar.figure)),
        Some(_) => None,
    });
    behind.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(figure: f64) -> Bar {
        Bar::least("light", 10.0, (figure, String::new()))
    }

    #[test]
    fn limit_is_met_from_its_value_on() {
        assert_eq!([9.99, 10.0, 11.0].map(|figure| bar(figure).holds()), [false, true, true]);
        let most = |figure| Bar::most("dark", 10.0, (figure, String::new())).holds();
        assert_eq!([9.0, 10.0, 10.01].map(most), [true, true, false]);
    }

    #[test]
    fn only_failing_values_that_got_worse_are_reported() {
        let before = |figure: f64| BTreeMap::from([("light".to_owned(), figure)]);
        let behind = |now: f64, then: f64| fallen_behind(&[bar(now)], &before(then)).len();
        assert_eq!((behind(8.0, 8.0), behind(8.0, 8.5), behind(8.0, 7.0)), (0, 1, 0));
        assert_eq!(
            (behind(10.5, 12.0), behind(9.5, 12.0)),
            (0, 1),
            "a value within its limit may be worse than before"
        );
        assert_eq!(fallen_behind(&[], &before(1.0)).len(), 1, "values that are no longer measured are reported");
    }

    #[test]
    fn worst_value_is_found_with_its_name() {
        let some = || [(2.0, "two"), (1.0, "one"), (3.0, "three")].map(|(figure, name)| (figure, name.to_owned()));
        assert_eq!((least(some()).1, most(some()).1), ("one".to_owned(), "three".to_owned()));
    }
}
