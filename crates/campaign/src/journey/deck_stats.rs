//! Statistics of one deck, or of all decks of a campaign together.

use engine::{Run, TICKS_PER_SECOND};
use level::Level;
use localization::{Key, Said, say};
use serde::{Deserialize, Serialize};

/// Statistics: what the player achieved, and the maximum of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DeckStats {
    kills: u32,
    monsters: u32,
    treasure: u32,
    treasures: u32,
    found: u32,
    secrets: u32,
    ticks: u64,
    /// Par time of the decks that have one, in seconds, and the player's ticks on these decks.
    par: Option<(f32, u64)>,
}

/// One row of the statistics.
pub struct StatRow {
    /// What is counted.
    pub name: Key,
    /// What was achieved, and the maximum.
    pub value: Said,
    /// The achieved share of the maximum, unless this is a time or the maximum is 0.
    pub share: Option<Said>,
}

impl StatRow {
    fn of(name: Key, part: u32, all: u32) -> StatRow {
        StatRow { name, value: say!("{number} of {all}", number = part, all), share: share(part, all) }
    }

    fn of_time(name: Key, value: impl Into<Said>) -> StatRow {
        StatRow { name, value: value.into(), share: None }
    }
}

impl DeckStats {
    /// Returns the statistics of a run on a deck. On the easiest skill, a par that was missed is left out.
    pub fn of(run: &Run, level: &Level) -> Self {
        let &Run { kills, monsters, treasure, treasures, found, secrets, tick, .. } = run;
        let counts = |par: &f32| run.skill > 1 || seconds(tick) <= *par as u64;
        let par = level.par.filter(counts).map(|par| (par, tick));
        DeckStats { kills, monsters, treasure, treasures, found, secrets, ticks: tick, par }
    }

    /// Adds the statistics of another deck.
    pub fn add(&mut self, other: &DeckStats) {
        self.kills = self.kills.saturating_add(other.kills);
        self.monsters = self.monsters.saturating_add(other.monsters);
        self.treasure = self.treasure.saturating_add(other.treasure);
        self.treasures = self.treasures.saturating_add(other.treasures);
        self.found = self.found.saturating_add(other.found);
        self.secrets = self.secrets.saturating_add(other.secrets);
        self.ticks = self.ticks.saturating_add(other.ticks);
        self.par = match (self.par, other.par) {
            (Some((par, ticks)), Some((more, also))) => Some((par + more, ticks.saturating_add(also))),
            (one, other) => one.or(other),
        };
    }

    /// Returns the given fraction of the achievements, from 0 to 1, for the animation that counts them up. The totals
    /// are not scaled.
    #[must_use]
    pub fn counted(&self, part: f32) -> DeckStats {
        let part = f64::from(part.clamp(0.0, 1.0));
        let of = |count: u32| (f64::from(count) * part) as u32;
        DeckStats {
            kills: of(self.kills),
            treasure: of(self.treasure),
            found: of(self.found),
            ticks: (self.ticks as f64 * part) as u64,
            par: self.par.filter(|_| part >= 1.0),
            ..*self
        }
    }

    /// Subtracts the earlier statistics of a deck, before its new ones are added.
    pub fn take(&mut self, other: &DeckStats) {
        self.kills = self.kills.saturating_sub(other.kills);
        self.monsters = self.monsters.saturating_sub(other.monsters);
        self.treasure = self.treasure.saturating_sub(other.treasure);
        self.treasures = self.treasures.saturating_sub(other.treasures);
        self.found = self.found.saturating_sub(other.found);
        self.secrets = self.secrets.saturating_sub(other.secrets);
        self.ticks = self.ticks.saturating_sub(other.ticks);
        if let (Some((par, ticks)), Some((less, also))) = (self.par, other.par) {
            let (par, ticks) = ((par - less).max(0.0), ticks.saturating_sub(also));
            self.par = (par > 0.0).then_some((par, ticks));
        }
    }

    /// Returns the statistics in words, one row per item.
    pub fn rows(&self) -> Vec<StatRow> {
        let mut rows = vec![StatRow::of(say!("Enemies killed"), self.kills, self.monsters)];
        if self.treasures > 0 {
            rows.push(StatRow::of(say!("Treasure"), self.treasure, self.treasures));
        }
        if self.secrets > 0 {
            rows.push(StatRow::of(say!("Secrets"), self.found, self.secrets));
        }
        rows.push(StatRow::of_time(say!("Time"), Said::literal(clock(seconds(self.ticks)))));
        if let Some((par, ticks)) = self.par {
            // Use whole seconds as displayed, so that the three times add up.
            let (par, taken) = (par as u64, seconds(ticks));
            let sign = if taken <= par { "-" } else { "+" };
            let off = format!("{sign}{}", clock(par.abs_diff(taken)));
            rows.push(StatRow::of_time(say!("Par"), Said::literal(format!("{} ({off})", clock(par)))));
        }
        rows
    }

    /// Returns the statistics in words, one line per item.
    pub fn lines(&self) -> Vec<Said> {
        let line = |StatRow { name, value, share }: StatRow| {
            Said::joined([Said::joined([name.into(), value], ": ")].into_iter().chain(share), "   ")
        };
        self.rows().into_iter().map(line).collect()
    }
}

/// Returns a part as a percentage of the total, unless the total is 0.
fn share(part: u32, all: u32) -> Option<Said> {
    let percent = (u64::from(part) * 100).checked_div(u64::from(all));
    percent.map(|percent| Said::literal(format!("{percent} %")))
}

/// Converts ticks to whole seconds.
pub fn seconds(ticks: u64) -> u64 {
    ticks / u64::from(TICKS_PER_SECOND)
}

/// Formats seconds as minutes and seconds: `65` is `1:05`.
pub fn clock(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(achieved: &DeckStats) -> Vec<String> {
        achieved.lines().iter().map(Said::english).collect()
    }

    #[test]
    fn times_are_formatted_in_minutes_and_seconds() {
        assert_eq!(clock(seconds(119)), "0:00");
        assert_eq!(clock(65), "1:05");
        assert_eq!(clock(3600), "60:00");
    }

    #[test]
    fn achievements_count_up_from_zero() {
        let all = DeckStats {
            kills: 8,
            monsters: 9,
            found: 1,
            secrets: 1,
            ticks: 1200,
            par: Some((30.0, 1200)),
            ..DeckStats::default()
        };
        assert_eq!(lines(&all.counted(0.0)), ["Enemies killed: 0 of 9   0 %", "Secrets: 0 of 1   0 %", "Time: 0:00"]);
        assert_eq!(lines(&all.counted(0.5))[0], "Enemies killed: 4 of 9   44 %");
        assert_eq!(all.counted(1.0), all);
    }

    #[test]
    fn displayed_time_and_par_add_up() {
        let quick = DeckStats { ticks: 8 * 120 + 50, par: Some((30.0, 8 * 120 + 50)), ..DeckStats::default() };
        assert_eq!(lines(&quick), ["Enemies killed: 0 of 0", "Time: 0:08", "Par: 0:30 (-0:22)"]);
    }

    #[test]
    fn easiest_skill_shows_only_a_par_that_is_met() {
        let text = b"(name: \"x\", par: 60, legend: {'#': (wall: \"a\"), '@': (thing: Player)},
            map: [\"###\", \"#@#\", \"###\"])";
        let level = std::sync::Arc::new(Level::read("x", text).expect("the level is valid"));
        let mut run = engine::Headless::begin(&engine::Start::on(level.clone())).run();
        let mut last = |skill: u8, seconds: u64| {
            (run.skill, run.tick) = (skill, seconds * u64::from(TICKS_PER_SECOND));
            lines(&DeckStats::of(&run, &level)).pop().unwrap_or_default()
        };
        assert_eq!([last(1, 197), last(1, 50)], ["Time: 3:17", "Par: 1:00 (-0:10)"]);
        assert_eq!(last(2, 197), "Par: 1:00 (+2:17)");
    }

    #[test]
    fn campaigns_add_up_decks_and_compare_only_with_pars() {
        let first =
            DeckStats { kills: 3, monsters: 4, ticks: 60 * 120, par: Some((45.0, 60 * 120)), ..DeckStats::default() };
        assert_eq!(lines(&first), ["Enemies killed: 3 of 4   75 %", "Time: 1:00", "Par: 0:45 (+0:15)"]);
        let mut all = DeckStats::default();
        all.add(&first);
        assert_eq!(all, first);
        let second = DeckStats { kills: 1, monsters: 1, treasure: 1, treasures: 2, found: 1, ..DeckStats::default() };
        all.add(&DeckStats { secrets: 3, ticks: 30 * 120, ..second });
        all.add(&DeckStats {
            found: 1,
            secrets: 1,
            ticks: 10 * 120,
            par: Some((30.0, 10 * 120)),
            ..DeckStats::default()
        });
        let (dead, treasure, secrets) =
            ("Enemies killed: 4 of 5   80 %", "Treasure: 1 of 2   50 %", "Secrets: 2 of 4   50 %");
        assert_eq!(lines(&all), [dead, treasure, secrets, "Time: 1:40", "Par: 1:15 (-0:05)"]);
    }
}
