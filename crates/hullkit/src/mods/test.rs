//! `hullkit mod test`: plays the scenarios of mods.

use crate::{
    command_line::failure::{Failure, need_game_files, say},
    command_line::mods::use_mods,
    mods::scenario::Scenario,
};
use clap::Args;
use content::Mod;
use level::Symmetry;
use std::path::PathBuf;

/// Plays the tests of a mod, which are in `tests/*.ron`, and fails if an expectation is not met.
#[derive(Args)]
pub(crate) struct Test {
    /// The folder or the archive of the mod.
    #[arg(value_name = "DIR|FILE")]
    path: PathBuf,
    /// A mod that this one requires. May be given several times.
    #[arg(long = "with", value_name = "DIR|FILE")]
    others: Vec<PathBuf>,
    /// Also play each test with `Steps` on the level turned and mirrored, in all eight orientations.
    #[arg(long)]
    turned: bool,
}

impl Test {
    /// Plays all scenarios, and fails with the unmet expectations.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let tested = Mod::open(&self.path)?;
        let others = self.others.iter().chain([&self.path]).cloned().collect::<Vec<_>>();
        use_mods(&need_game_files()?, &others)?;
        let is_test = |name: &String| name.starts_with("tests/") && name.ends_with(".ron");
        let tests: Vec<String> = tested.files().into_iter().filter(is_test).collect();
        let (mut failures, mut failed) = (Vec::new(), 0);
        for name in &tests {
            let file = tested.in_mod(name);
            let scenario = Scenario::read(&file, &tested.read(name)?);
            let unmet = scenario.and_then(|scenario| self.play(&scenario));
            let unmet = unmet.unwrap_or_else(|failure| vec![failure.message]);
            failed += usize::from(!unmet.is_empty());
            say(&format!("{file}: {}", if unmet.is_empty() { "passed" } else { "FAILED" }))?;
            failures.extend(
                unmet.into_iter().map(|what| if what.starts_with(&file) { what } else { format!("{file}: {what}") }),
            );
        }
        let count = tests.len();
        if !failures.is_empty() {
            failures.push(format!("{}: {failed} of {count} tests failed", self.path.display()));
            return Err(Failure::data(failures.join("\n")));
        }
        say(&format!("{}: {count} test{} passed", self.path.display(), if count == 1 { "" } else { "s" }))
    }

    /// Plays a scenario, turned as well if it is asked for, and returns the unmet expectations of the first orientation
    /// that has any.
    fn play(&self, scenario: &Scenario) -> Result<Vec<String>, Failure> {
        let mut unmet = scenario.play(Symmetry::default())?;
        if self.turned && scenario.can_be_turned() {
            for (number, symmetry) in Symmetry::ALL.into_iter().enumerate().skip(1) {
                if !unmet.is_empty() {
                    break;
                }
                let turned = scenario.play(symmetry)?;
                unmet = turned.into_iter().map(|what| format!("in orientation {number}: {what}")).collect();
            }
        }
        Ok(unmet)
    }
}
