//! `hullkit mod check`: checks everything in a mod.

use crate::{
    author::check::{Checker, warn},
    command_line::failure::{Failure, check_assets, need_game_files, say},
    command_line::mods::{mods, use_mods},
    mods::located::located,
    mods::scenario::Scenario,
    mods::script_runs::script_errors,
    mods::untold::untold,
    mods::unused::{Users, unused},
};
use campaign::Campaign;
use clap::Args;
use content::{Change, GivenRules, MANIFEST, Mod, changes_of, check_file, open_mod, read_rules};
use engine::Scripts;
use level::Level;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Checks a mod: its manifest, every file, whether its decks can be finished, and whether all that it names exists. Warns
/// of unused files, missing licences and copies of files of the game, and lists what the mod changes.
#[derive(Args)]
pub(crate) struct Check {
    /// The folder or the archive of the mod.
    #[arg(value_name = "DIR|FILE")]
    path: PathBuf,
    /// A mod that this one requires. May be given several times.
    #[arg(long = "with", value_name = "DIR|FILE")]
    others: Vec<PathBuf>,
    /// Treat warnings as errors (exit code 3).
    #[arg(long)]
    strict: bool,
}

impl Check {
    /// Checks the mod, and fails with all errors.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let checked = open_mod(&need_game_files()?, &self.path, &[])?;
        checked.report().iter().for_each(|what| eprintln!("{what}"));
        let errors = errors_in_files(&checked);
        if !errors.is_empty() {
            return Err(Failure::data(errors.join("\n")));
        }
        let all = self.others.iter().chain([&self.path]).cloned().collect::<Vec<_>>();
        use_mods(&need_game_files()?, &all)?;
        let mut checker = Checker::new(None, false).map_err(|failure| located(failure, mods()))?;
        check_assets(&checker.rules, &checker.art).map_err(|failure| located(failure, mods()))?;
        if let Some(error) = Scripts::first_uncompiled(&checker.rules) {
            return Err(Failure::data(checked.in_mod(format_args!("assets/scripts/{error}"))));
        }
        let levels = check_levels(&checked, &mut checker)?;
        let errors = script_errors(&checked, &checker.rules, &levels)?;
        if !errors.is_empty() {
            return Err(Failure::data(errors.join("\n")));
        }
        let base = need_game_files()?.without_mods();
        let users = Users { rules: &checker.rules, levels: &levels, base: &base };
        let mut warnings = wanting(&checked);
        warnings.extend(titles(&checked));
        warnings.extend(unused(&checked, &users));
        warnings.extend(untold(&checked, &base)?);
        warn(Path::new("mod"), &warnings);
        let count = checker.warnings + warnings.len();
        tell_changes(&checked)?;
        if self.strict && count > 0 {
            return Err(Failure::data(format!("--strict: {count} warning{}", if count == 1 { "" } else { "s" })));
        }
        let (name, version) = (checked.name(), &checked.manifest().version);
        say(&format!("{}: {name:?} {version} is fine ({} files)", self.path.display(), checked.files().len()))
    }
}

/// Returns the errors in single files: those that are rejected, and those with invalid contents.
fn errors_in_files(checked: &Mod) -> Vec<String> {
    let mut errors = checked.refused();
    if !checked.has_manifest() {
        errors.push(
            checked.in_mod(format_args!("{MANIFEST}: the file is missing; a mod must have a name and a version")),
        );
    }
    for name in checked.files() {
        let done = checked.read(&name).and_then(|bytes| check_file(&name, &checked.in_mod(&name), &bytes));
        errors.extend(done.err().map(|error| error.what));
        if name.starts_with("tests/") && name.ends_with(".ron") {
            let read = checked.read(&name).map_err(Failure::from);
            let read = read.and_then(|bytes| Scenario::read(&checked.in_mod(&name), &bytes));
            errors.extend(read.err().map(|failure| failure.message));
        }
    }
    errors
}

/// Checks the levels, the campaigns and the rules of the mod together with the game's files. Returns the levels.
fn check_levels(checked: &Mod, checker: &mut Checker) -> Result<Vec<Arc<Level>>, Failure> {
    let files = checked.files();
    let in_folder = |folder: &str| -> Vec<&String> {
        files.iter().filter(|name| name.starts_with(folder) && name.ends_with(".ron")).collect()
    };
    let (mut levels, mut failures) = (Vec::new(), Vec::new());
    for name in in_folder("levels/") {
        match checker.level(Path::new(name)) {
            Ok(level) => levels.push(level),
            Err(failure) => failures.push(failure),
        }
    }
    let own = files.iter().filter(|name| *name == "assets/campaign.ron");
    for name in in_folder("assets/campaigns/").into_iter().chain(own) {
        match misplaced_level(checked, name) {
            Some(what) => failures.push(Failure::data(what)),
            None => failures.extend(checker.campaign(Path::new(name))),
        }
    }
    let with_mods = need_game_files()?;
    for name in in_folder("assets/rules/") {
        let given = GivenRules::of_game(&with_mods, name)?;
        failures.extend(read_rules(&with_mods, Some(&given)).err().map(Failure::from));
    }
    let code = failures.iter().map(|failure| failure.code).max();
    let messages: Vec<String> = failures.into_iter().map(|failure| failure.message).collect();
    code.map_or(Ok(levels), |code| Err(Failure { code, message: messages.join("\n") }))
}

/// Returns a sentence if a campaign uses a file as a level that is not among the levels.
fn misplaced_level(checked: &Mod, name: &str) -> Option<String> {
    let campaign = Campaign::read(name, &checked.read(name).ok()?).ok()?;
    let level = campaign.decks.into_iter().filter_map(|deck| deck.level).find(|level| !level.starts_with("levels/"))?;
    Some(checked.in_mod(format_args!("{name}: the levels of a campaign must be in levels/, got {level}")))
}

/// Returns warnings about the titles of campaigns, by which players choose them.
fn titles(checked: &Mod) -> Vec<String> {
    let mut warnings = Vec::new();
    let mut titles = BTreeMap::new();
    for name in checked.files().into_iter().filter(|name| name.starts_with("assets/campaigns/")) {
        let campaign = checked.read(&name).ok().and_then(|bytes| Campaign::read(&name, &bytes).ok());
        let Some(campaign) = campaign else { continue };
        let file = checked.in_mod(&name);
        match campaign.title {
            None => warnings.push(format!("{file}: `title` is missing: players see the name of the file")),
            Some(title) => {
                if let Some(other) = titles.insert(title.clone(), name) {
                    warnings.push(format!("{file}: {other} has the same title {title:?}"));
                }
            }
        }
    }
    warnings
}

/// Returns warnings about what players should know of a mod.
fn wanting(checked: &Mod) -> Vec<String> {
    let manifest = checked.manifest();
    let has_text = |begin: &str| checked.files().iter().any(|name| name.to_uppercase().starts_with(begin));
    let wanting = [
        (manifest.licence.is_empty() && !has_text("LICEN"), "`licence` is missing: others may not share the mod"),
        (manifest.authors.is_empty(), "`authors` is missing"),
        (manifest.description.is_empty(), "`description` is missing: players see it in the list of mods"),
        (manifest.game.is_empty(), "`game` is missing: older versions of the game cannot refuse the mod"),
    ];
    let wanting = wanting.into_iter().filter(|(is_wanting, _)| *is_wanting);
    wanting.map(|(_, what)| checked.in_mod(format_args!("{MANIFEST}: {what}"))).collect()
}

/// Prints what the mod changes, and which of it other mods change as well.
fn tell_changes(checked: &Mod) -> Result<(), Failure> {
    let changes = changes_of(&need_game_files()?, mods());
    let own = mods().iter().position(|one| one.path() == checked.path());
    let own: &[Change] = own.map_or(&[], |index| &changes[index]);
    own.iter().try_for_each(|change| say(&format!("  {change}")))
}
