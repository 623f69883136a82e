//! `hullkit mod test`: plays the scenarios of mods.

use crate::{
    command_line::failure::{Failure, need_game_files, say},
    command_line::mods::use_mods,
    mods::scenario::Scenario,
};
use clap::Args;
use content::Mod;
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
            let unmet = Scenario::read(&file, &tested.read(name)?).and_then(|scenario| scenario.play());
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
}
