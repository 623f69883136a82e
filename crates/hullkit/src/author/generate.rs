//! `hullkit generate`: generates decks from pipelines and seeds, and whole ships.

use crate::{
    author::check::warn,
    author::import::numbered,
    author::ship::OfShip,
    command_line::failure::{Failure, read, say},
    command_line::file_kind::FileKind,
    command_line::known::read_known,
    command_line::output::{Force, Outputs, write},
};
use clap::Args;
use generate::{Deck, Destination, GeneratorData, Pipeline, Stair};
use level::{CellShape, GameData, Level};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// Generates decks from a pipeline, or a whole ship. The same seed gives the same result on every machine.
///
/// Without --out and --ascii the level is printed. Stairs whose map is not found next to the pipeline, or whose target
/// is not on that map, are reported as warnings.
#[derive(Args)]
pub(crate) struct Generate {
    /// The pipeline file; if its name ends in .xml it is XML.
    #[arg(value_name = "PIPELINE.(ron|xml)", required_unless_present = "ship", conflicts_with = "ship")]
    pipeline: Option<PathBuf>,
    /// The seed.
    #[arg(long, value_name = "N", allow_hyphen_values = true, required_unless_present = "ship")]
    seed: Option<u64>,
    #[command(flatten)]
    ship: OfShip,
    /// The level file to write. For several decks, numbers from 1 are added to its name: deck.ron becomes deck1.ron and
    /// so on.
    #[arg(long, value_name = "LEVEL.ron")]
    out: Option<PathBuf>,
    /// Print maps in which # is a wall and everything else is walkable, separated by an empty line. This needs no
    /// mapper, no start and no exit.
    #[arg(long)]
    ascii: bool,
    /// The number of decks to generate, with consecutive seeds from this seed.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Print the number of decks that are proved to be playable, and their warnings, instead of the decks. Fails if a
    /// deck is not proved.
    #[arg(long, conflicts_with_all = ["out", "ascii"])]
    prove: bool,
    #[command(flatten)]
    force: Force,
}

/// A pipeline and its file.
struct Of {
    file: String,
    pipeline: Pipeline,
}

impl Of {
    /// Generates all decks and prints how many are proved to be playable.
    fn prove(&self, known: &GeneratorData, first: u64, last: u64) -> Result<(), Failure> {
        let mut refused = Vec::new();
        let mut warnings: BTreeMap<&str, u32> = BTreeMap::new();
        for seed in first..=last {
            match self.pipeline.generate(seed, known, true) {
                Ok(deck) => {
                    let findings = deck.into_level().map_or(Vec::new(), |level| level.findings(&known.game_data));
                    findings.iter().for_each(|finding| *warnings.entry(finding.lint.name()).or_default() += 1);
                }
                Err(error) => refused.push(error.to_string()),
            }
        }
        let (file, made) = (&self.file, (last - first + 1) as usize - refused.len());
        let warnings: Vec<String> = warnings.iter().map(|(name, count)| format!(", {count} with {name}")).collect();
        say(&format!("{file}: seeds {first} to {last}: {made} decks are proved{}", warnings.concat()))?;
        match refused.first() {
            None => Ok(()),
            Some(what) => Err(Failure::data(format!("{what} ({} seeds fail)", refused.len()))),
        }
    }
}

impl Generate {
    /// Reads the pipeline, generates the decks, prints and writes.
    pub(crate) fn run(self) -> Result<(), Failure> {
        self.ship.check(self.pipeline.is_some())?;
        let (Some(path), Some(first)) = (&self.pipeline, self.seed) else { return self.make_ship() };
        let Some(last) = first.checked_add(u64::from(self.count) - 1) else {
            let what = format!("--count {}: seeds starting at {first} would exceed {}", self.count, u64::MAX);
            return Err(Failure::arguments(what));
        };
        let file = path.display().to_string();
        let pipeline = Pipeline::read(&file, &read(path)?).map_err(Failure::data)?;
        let (of, known) = (Of { file, pipeline }, read_known()?);
        if self.prove {
            return of.prove(&known, first, last);
        }
        for stair in of.pipeline.stairs() {
            if let Err(what) = check_stair(path, stair) {
                eprintln!("{}: warning: the stairs '{}' lead to {what}", of.file, stair.id);
            }
        }
        self.check_outputs(path)?;
        for (number, seed) in (1..).zip(first..=last) {
            self.make(&of, &known, number, seed)?;
        }
        Ok(())
    }

    /// Checks before the generation that all levels can be written.
    fn check_outputs(&self, pipeline: &Path) -> Result<(), Failure> {
        let (Some(out), outputs) = (&self.out, Outputs::beside([pipeline], self.force)) else { return Ok(()) };
        match self.count {
            1 => outputs.check(out, FileKind::Level),
            count => (1..=count as usize).try_for_each(|number| outputs.check_unnamed(&numbered(out, number))),
        }
    }

    /// Generates a ship, or proves several.
    fn make_ship(&self) -> Result<(), Failure> {
        match (self.prove, self.count) {
            (true, count) => self.ship.prove(self.seed, count),
            (false, 1) => self.ship.make(self.seed, self.out.as_deref(), self.force, self.ascii),
            (false, _) => Err(Failure::arguments("--count: several ships are made with --prove only")),
        }
    }

    /// Generates one deck.
    fn make(&self, of: &Of, known: &GeneratorData, number: usize, seed: u64) -> Result<(), Failure> {
        let wrong = |what: String| Failure::data(format!("{}: {what}", of.file));
        let with_level = self.out.is_some() || !self.ascii;
        let deck = of.pipeline.generate(seed, known, with_level).map_err(Failure::data)?;
        if number > 1 && (self.ascii || self.out.is_none()) {
            say("")?;
        }
        if self.ascii {
            let rows = deck.rows().map_err(|what| wrong(format!("seed {seed}: {what}")))?;
            say(&rows.join("\n"))?;
        }
        self.hand_out(of, deck, &known.game_data, (number, seed))
    }

    /// Writes or prints the level, if there is one.
    fn hand_out(&self, of: &Of, deck: Deck, game_data: &GameData, (number, seed): (usize, u64)) -> Result<(), Failure> {
        let Some(level) = deck.into_level() else { return Ok(()) };
        let wrong = |what: String| Failure::data(format!("{}: seed {seed}: {what}", of.file));
        let text = level.write().map_err(wrong)?;
        let Some(out) = &self.out else { return say(text.trim_end()) };
        let out = if self.count == 1 { out.clone() } else { numbered(out, number) };
        write(&out, &text)?;
        warn(&out, &level.findings(game_data));
        let out = out.display();
        say(&format!("{out}: {:?} ({} by {} cells), seed {seed}", level.name, level.width, level.height))
    }
}

/// Checks that the map to which stairs lead is next to the pipeline, and that their target is on it. Otherwise returns
/// a description of the target.
fn check_stair(pipeline: &Path, stair: &Stair) -> Result<(), String> {
    let map = &stair.to_map;
    let files = ["ron", "xml"].map(|extension| pipeline.with_file_name(format!("{map}.{extension}")));
    // A map name must not be a path.
    let is_name = !map.contains(['/', '\\']);
    let Some(file) = files.into_iter().find(|file| is_name && file.is_file()) else {
        return Err(format!("map '{map}', which is not next to the pipeline"));
    };
    let bytes = read(&file).map_err(|failure| failure.message)?;
    let name = file.display().to_string();
    if let Ok(other) = Pipeline::read(&name, &bytes) {
        return match &stair.destination {
            Destination::Target { location_id } if other.stairs().all(|other| other.id != *location_id) => {
                Err(format!("'{location_id}' of map '{map}', which has no stairs of that name"))
            }
            Destination::Coord { x, y } => {
                Err(format!("cell ({x}, {y}) of generated map '{map}', whose layout changes with the seed"))
            }
            Destination::Target { .. } => Ok(()),
        };
    }
    let level = Level::read(&name, &bytes).map_err(|_| format!("{name}, which is neither a level nor a pipeline"))?;
    match &stair.destination {
        Destination::Target { location_id } => {
            level.arrival(location_id).map(drop).map_err(|what| format!("{name}: {what}"))
        }
        Destination::Coord { x, y } => match level.shape_at(i32::from(*x), i32::from(*y)) {
            Some(CellShape::Open) => Ok(()),
            Some(_) => Err(format!("cell ({x}, {y}) of map '{map}', which is not open floor")),
            None => {
                Err(format!("cell ({x}, {y}) of map '{map}', which has only {} by {} cells", level.width, level.height))
            }
        },
    }
}
