//! `hullkit check`: checks levels and campaigns.

use crate::{
    command_line::failure::{
        Failure, check_assets, check_textures, read_art, read_from_game, read_level_under, read_rules, say,
    },
    command_line::known::read_decks,
    command_line::mods::mods,
};
use campaign::{Campaign, Deck, Decks, Source, game_data};
use clap::Args;
use engine::Rules;
use generate::RoomSet;
use level::{Finding, GameData, Level, Lint};
use renderer::Art;
use serde_json::json;
use std::{
    collections::BTreeMap,
    fmt::Display,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Checks levels and campaigns. Reports errors with file, line and column, and warns of design problems: softlocks,
/// keys behind their own locks, secrets that cannot be found. A level's `allow` permits intended ones.
#[derive(Args)]
pub(crate) struct Check {
    /// The level files, and files of prefab rooms.
    #[arg(required_unless_present_any = ["campaign", "explain", "lints"], value_name = "LEVEL")]
    levels: Vec<PathBuf>,
    /// A campaign file, such as assets/campaign.ron, whose decks are checked too.
    #[arg(long, value_name = "FILE")]
    campaign: Option<PathBuf>,
    /// A rules file to use instead of the game's; it must define all monsters of the levels.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Treat warnings as errors (exit code 3).
    #[arg(long)]
    strict: bool,
    /// Print one JSON object per file: file, name, size, mistakes, warnings.
    #[arg(long)]
    json: bool,
    /// Explain a warning, such as softlock, and check nothing.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["levels", "campaign", "lints", "json", "strict"])]
    explain: Option<String>,
    /// List the names of all warnings, and check nothing.
    #[arg(long, conflicts_with_all = ["levels", "campaign", "json", "strict"])]
    lints: bool,
}

impl Check {
    /// Checks all files, and fails with the worst failure among them.
    pub(crate) fn run(self) -> Result<(), Failure> {
        if let Some(name) = &self.explain {
            let lint = Lint::named(name).map_err(Failure::arguments)?;
            return say(&format!("{}: {}\n\n{}", lint.name(), lint.summary(), lint.explanation()));
        }
        if self.lints {
            return Lint::ALL.iter().try_for_each(|lint| say(&format!("{:24} {}", lint.name(), lint.summary())));
        }
        let mut checker = Checker::new(self.rules.clone(), self.json)?;
        let mut failures = Vec::from_iter(check_assets(&checker.rules, &checker.art).err());
        for path in &self.levels {
            failures.extend(checker.file(path).err());
        }
        if let Some(path) = &self.campaign {
            failures.extend(checker.campaign(path));
        }
        if self.strict && checker.warnings > 0 {
            let count = checker.warnings;
            failures.push(Failure::data(format!("--strict: {count} warning{}", if count == 1 { "" } else { "s" })));
        }
        let code = failures.iter().map(|failure| failure.code).max();
        let messages: Vec<String> = failures.into_iter().map(|failure| failure.message).collect();
        code.map_or(Ok(()), |code| Err(Failure { code, message: messages.join("\n") }))
    }
}

/// The rules and art to check levels against, and the output options.
pub(crate) struct Checker {
    pub(crate) rules: Arc<Rules>,
    /// The rules file, if it replaces the game's rules.
    file: Option<PathBuf>,
    game_data: GameData,
    pub(crate) art: Art,
    json: bool,
    /// The number of warnings so far.
    pub(crate) warnings: usize,
    /// The levels that were checked already: a campaign may have them as well.
    checked: BTreeMap<PathBuf, Arc<Level>>,
}

impl Checker {
    /// Reads the rules, or those in a file, and the art of the game.
    pub(crate) fn new(file: Option<PathBuf>, json: bool) -> Result<Checker, Failure> {
        let (art, rules) = (read_art()?, read_rules(file.as_deref())?);
        Ok(Checker { game_data: game_data(&rules), file, rules, art, json, warnings: 0, checked: BTreeMap::new() })
    }

    /// Checks one file: a level, or prefab rooms.
    fn file(&mut self, path: &Path) -> Result<(), Failure> {
        if is_of_rooms(path) { self.rooms(path) } else { self.level(path).map(drop) }
    }

    /// Checks a file of prefab rooms, and that everything in them exists.
    fn rooms(&self, path: &Path) -> Result<(), Failure> {
        let (file, bytes) = (path.display().to_string(), read_from_game(path)?);
        let rooms = RoomSet::read([(file.as_str(), bytes.as_slice())]).map_err(Failure::data)?;
        let source = String::from_utf8_lossy(&bytes);
        for (kind, name) in rooms.names() {
            // A level that only contains this.
            let one = |wanted: &str| if kind == wanted { vec![name.to_owned()] } else { Vec::new() };
            let level = Level {
                textures: one("texture"),
                props: one("prop"),
                pickups: one("pickup"),
                monsters: one("monster"),
                damage_zones: one("damage zone"),
                ..Level::empty(&file, 3, 3)
            };
            let (line, column) = place_of_name(&source, name);
            let place = format!("{file}:{line}:{column}");
            self.rules.check(&level).map_err(|what| Failure::data(format!("{place}: {what}")))?;
            check_textures(Path::new(&place), &level, &self.art)?;
        }
        if self.json {
            return say(&json!({ "file": file, "rooms": rooms.count(), "mistakes": [], "warnings": [] }).to_string());
        }
        let (count, are) = (rooms.count(), if rooms.count() == 1 { "room is" } else { "rooms are" });
        say(&format!("{file}: {count} {are} fine"))
    }

    /// Checks a level: the level itself, the images of its textures, and the lints.
    pub(crate) fn level(&mut self, path: &Path) -> Result<Arc<Level>, Failure> {
        if let Some(level) = self.checked.get(path) {
            return Ok(Arc::clone(level));
        }
        let file = path.display();
        let read = read_level_under(path, self.file.as_deref()).and_then(|level| {
            self.rules.check(&level).map_err(|what| Failure::data(format!("{file}: {what}")))?;
            check_textures(path, &level, &self.art)?;
            Ok(level)
        });
        let level = match read {
            Ok(level) => level,
            Err(failure) if self.json => {
                let diagnostics: Vec<&str> = failure.message.lines().collect();
                say(&json!({ "file": file.to_string(), "mistakes": diagnostics, "warnings": [] }).to_string())?;
                return Err(failure);
            }
            Err(failure) => return Err(failure),
        };
        let findings = level.findings(&self.game_data);
        self.warnings += findings.len();
        let (name, width, height) = (&level.name, level.width, level.height);
        if self.json {
            let warnings: Vec<_> = findings.iter().map(in_json).collect();
            let file = file.to_string();
            let told =
                json!({ "file": file, "name": name, "size": [width, height], "mistakes": [], "warnings": warnings });
            say(&told.to_string())?;
        } else {
            warn(path, &findings);
            say(&format!("{file}: {name:?} ({width} by {height} cells) is fine"))?;
        }
        self.checked.insert(path.to_owned(), Arc::clone(&level));
        Ok(level)
    }

    /// Checks a campaign: each of its decks, whether all exits between them lead to a deck, and whether the end can be
    /// reached.
    pub(crate) fn campaign(&mut self, path: &Path) -> Vec<Failure> {
        let file = path.display().to_string();
        let campaign = read_from_game(path).and_then(|bytes| Campaign::read(&file, &bytes).map_err(Failure::data));
        let campaign = match campaign {
            Ok(campaign) => campaign,
            Err(failure) => return vec![failure],
        };
        // The game reads the decks of a campaign from its own folder, not from the working directory.
        let folder = if mods().is_empty() { content::game_folder().unwrap_or_default() } else { PathBuf::new() };
        let mut failures = Vec::new();
        for deck in campaign.decks.iter().filter(|deck| deck.level.is_some()) {
            failures.extend(self.level(&folder.join(deck.file())).err());
        }
        if !failures.is_empty() {
            return failures;
        }
        match read_decks(&file, &campaign, &self.rules) {
            Ok(decks) => {
                failures.extend(decks.iter().filter_map(|deck| self.pipeline(&decks, deck).err()));
                if failures.is_empty() {
                    let warnings = wanting(&decks);
                    self.warnings += warnings.len();
                    failures.extend(self.told_of_campaign(path, &decks, &warnings).err());
                }
            }
            Err(failure) => failures.push(failure),
        }
        failures
    }

    /// Generates and checks some decks of a pipeline. The generator proves each deck.
    fn pipeline(&self, decks: &Decks, deck: &Deck) -> Result<(), Failure> {
        let Source::Pipeline(_) = &deck.source else { return Ok(()) };
        for seed in 1..=MADE {
            let level = decks.level(&deck.reference(seed)).map_err(Failure::data)?;
            let told = |what| Failure::data(format!("{}: {what}", deck.file));
            self.rules.check(&level).map_err(told)?;
            check_textures(Path::new(&deck.file), &level, &self.art)?;
        }
        if self.json {
            return say(&json!({ "file": deck.file, "made": MADE, "mistakes": [], "warnings": [] }).to_string());
        }
        say(&format!("{}: {MADE} generated decks are proved", deck.file))
    }

    /// Prints the summary for a valid campaign.
    fn told_of_campaign(&self, path: &Path, decks: &Decks, warnings: &[String]) -> Result<(), Failure> {
        let (file, count) = (path.display().to_string(), decks.iter().count());
        if self.json {
            return say(&json!({ "file": file, "decks": count, "mistakes": [], "warnings": warnings }).to_string());
        }
        warn(path, warnings);
        let ways: usize = decks.iter().map(|deck| deck.ways.len()).sum();
        say(&format!("{file}: is fine ({count} decks, {ways} exits)"))
    }
}

/// Returns true for a file in a folder called `rooms`, or whose first field is `theme`.
fn is_of_rooms(path: &Path) -> bool {
    let bytes = read_from_game(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let fields = code.trim_start().strip_prefix('(').map(str::trim_start);
    path.parent().and_then(Path::file_name).is_some_and(|folder| folder == "rooms")
        || fields.is_some_and(|fields| fields.starts_with("theme:"))
}

/// Returns line and column of the first occurrence of a quoted name.
fn place_of_name(source: &str, name: &str) -> (usize, usize) {
    let before = source.split(&format!("{name:?}")).next().unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// The number of decks to generate per pipeline.
const MADE: u64 = 10;

/// Returns warnings for decks without a title, a briefing or a par time.
fn wanting(decks: &Decks) -> Vec<String> {
    let warnings = decks.iter().flat_map(|deck| {
        let (name, reference) = (&deck.name, deck.reference(1));
        let is_untitled = deck.title.is_none();
        let par = decks.level(&reference).ok().and_then(|level| level.par);
        let called = || decks.title(&reference).english();
        [
            is_untitled.then(|| format!("deck '{name}' has no title: it gets the name of its level, {:?}", called())),
            deck.briefing.is_empty().then(|| format!("deck '{name}' has no briefing")),
            par.is_none().then(|| format!("deck '{name}' has no par: {} does not set one", deck.file)),
        ]
    });
    warnings.flatten().collect()
}

/// Returns a finding as JSON; columns and rows are counted from 0.
fn in_json(finding: &Finding) -> serde_json::Value {
    let at = finding.at.map(|(x, y)| [x, y]);
    json!({ "lint": finding.lint.name(), "at": at, "what": finding.what })
}

/// Prints warnings.
pub(crate) fn warn(path: &Path, warnings: &[impl Display]) {
    for warning in warnings {
        eprintln!("{}: warning: {warning}", path.display());
    }
}
