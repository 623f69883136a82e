//! `hullkit save`: prints what a save contains, and whether this version of the game can continue it.

use crate::command_line::failure::{Failure, path_of_reference, read_level_under, read_rules, read_save, say};
use campaign::{clock, count_lines};
use clap::Args;
use engine::{Counts, Loadout, TICKS_PER_SECOND};
use serde::Serialize;
use std::path::PathBuf;

/// Prints what a save contains: its deck, skill, time, state hash, and what the player brought to the deck. Also
/// reports whether the run can continue here, or only its deck can be restarted.
#[derive(Args)]
pub(crate) struct Show {
    /// The save file.
    save: PathBuf,
    /// A rules file to use instead of the game's.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The printed contents of a save.
#[derive(Serialize)]
struct Shown<'a> {
    version: u32,
    name: &'a str,
    deck: &'a str,
    level: &'a str,
    skill: u8,
    seed: u64,
    /// The ticks of its run.
    ticks: u64,
    /// The ticks on all decks, including failed attempts.
    played_ticks: u64,
    /// The time at which it was written, in seconds since 1970; 0 if unknown.
    written: u64,
    state_hash: String,
    /// The loadout that the player brought to the deck.
    carried: &'a Loadout,
    /// Carried things that the rules do not define.
    unknown: Vec<&'a str>,
    /// The mods of its run.
    mods: Vec<String>,
    /// True if there were developer acts.
    dev_acts: bool,
    /// The statistics up to the save, of all decks.
    counts: &'a Counts,
    /// True if its run can continue here.
    fits: bool,
    /// The reason if it cannot.
    misfit: Option<String>,
    /// True if its deck can be restarted here.
    can_restart: bool,
}

impl Show {
    /// Reads the save and prints its contents.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let save = read_save(&self.save)?;
        let rules = read_rules(self.rules.as_deref())?;
        let level = path_of_reference(&save.head.level)
            .and_then(|path| read_level_under(&path, self.rules.as_deref()))
            .and_then(|level| rules.check(&level).map_err(Failure::data).map(|()| level));
        let can_restart = level.is_ok();
        let misfit = level.and_then(|level| save.snapshot(&level, &rules).map(drop).map_err(Failure::data)).err();
        let misfit = misfit.map(|failure| sentences(&failure.with_unmet(&save.mods()).message));
        let (label, loadout) = (&save.label, &save.journey.loadout);
        let shown = Shown {
            version: campaign::FORMAT.version,
            name: &label.name,
            deck: &label.deck,
            level: &save.head.level,
            skill: save.head.skill,
            seed: save.head.seed,
            ticks: save.tick,
            played_ticks: label.played,
            written: label.written,
            state_hash: format!("{:016x}", save.run.hash()),
            carried: loadout,
            unknown: loadout.unknown_to(&rules),
            mods: save.mods().iter().map(|one| format!("{} {}", one.name, one.version)).collect(),
            dev_acts: save.dev_acts,
            counts: &save.counts,
            fits: misfit.is_none(),
            misfit,
            can_restart,
        };
        if self.json { say(&serde_json::to_string(&shown).map_err(Failure::data)?) } else { say(&shown.text()) }
    }
}

/// Joins lines to sentences, without a point at the end.
fn sentences(lines: &str) -> String {
    lines.lines().map(|line| line.trim_end_matches('.')).collect::<Vec<_>>().join(". ")
}

impl Shown<'_> {
    /// Returns the contents as lines for people.
    fn text(&self) -> String {
        let seconds = |ticks: u64| clock(ticks / u64::from(TICKS_PER_SECOND));
        let items = self.carried.inventory.iter().map(|(name, count)| format!("{count} {name}"));
        let carried: Vec<String> = items.collect();
        let fits = match &self.misfit {
            None => "its run can continue here".to_owned(),
            Some(why) if self.can_restart => {
                format!("its run cannot continue here, but its deck can be restarted: {why}")
            }
            Some(why) => format!("neither its run nor its deck can be played here: {why}"),
        };
        let counted =
            count_lines(self.counts).into_iter().map(|line| format!("  {}\n", line.english())).collect::<String>();
        let name = if self.name.is_empty() { String::new() } else { format!(" \"{}\"", self.name) };
        let mods = match self.mods.as_slice() {
            [] => String::new(),
            mods => format!("  mods     {}\n", mods.join(", ")),
        };
        format!(
            "Save{name} of version {}\n  deck     {} ({})\n  skill    {}, seed {}\n  time     {} on this deck, {} in all\n  \
             state    {}\n  brought  health {}, armour {}; {}\n{mods}{counted}  {fits}",
            self.version,
            self.deck,
            self.level,
            self.skill,
            self.seed,
            seconds(self.ticks),
            seconds(self.played_ticks),
            self.state_hash,
            self.carried.health,
            self.carried.armour,
            carried.join(", "),
        )
    }
}
