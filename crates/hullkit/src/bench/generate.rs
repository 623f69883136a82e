//! `hullkit bench generate`: benchmarks the number of decks generated per second.

use crate::{
    command_line::failure::{Failure, say},
    command_line::known::read_known,
};
use clap::Args;
use generate::{GeneratorData, MAX_SEED, Pipeline, Ship, ShipCode};
use serde::Serialize;
use std::{
    hint::black_box,
    time::{Duration, Instant},
};
use wolf_maps::{FoundMap, Game, PlaneMap, export, import, read_maps, write_gamemaps};

/// A kind of map to benchmark.
struct Kind {
    name: &'static str,
    makes: Makes,
    /// Number of the kind with which it is compared.
    baseline: usize,
}

/// The result for each seed.
enum Makes {
    /// The map of a pipeline.
    Map { file: &'static str, text: &'static str },
    /// The level of a pipeline, including its proof.
    Level { file: &'static str, text: &'static str },
    /// A ship of nine decks, each with its proof.
    Ship,
    /// Levels of all maps of a file in another game's format, each proved.
    Maps { description: &'static str },
}

/// The danger and the number of decks of the ships: the maximum values.
const DANGER: u8 = 4;
const DECKS: u8 = 9;
/// Number of maps in the file that is imported: as many as the largest game has.
const MAPS: usize = 60;

/// The kinds to benchmark. The first is the baseline of most: a plain growing-tree maze. Decks with prefab rooms are
/// compared with the same decks without them, which must take at least half of the time.
const KINDS: [Kind; 13] = [
    map("tree", "tree.ron", "(generators: [MazeGrowTree(size: (width: 12, height: 12), newest: 50, random: 50)])"),
    level(
        "maze of the example",
        "moosecastle_2.xml",
        include_str!("../../../../assets/pipelines/moosecastle_2.xml"),
        0,
    ),
    level("labyrinth", "labyrinth.ron", include_str!("../../../../assets/pipelines/labyrinth.ron"), 0),
    level("plain crew deck", "crew_deck.ron", include_str!("plain/crew_deck.ron"), 0),
    level("crew deck", "crew_deck.ron", include_str!("../../../../assets/pipelines/crew_deck.ron"), 3),
    level("plain holds", "holds.ron", include_str!("plain/holds.ron"), 0),
    level("holds", "holds.ron", include_str!("../../../../assets/pipelines/holds.ron"), 5),
    level("plain engineering", "engineering.ron", include_str!("plain/engineering.ron"), 0),
    level("engineering", "engineering.ron", include_str!("../../../../assets/pipelines/engineering.ron"), 7),
    Kind { name: "ship", makes: Makes::Ship, baseline: 0 },
    level("cave", "wreck.ron", include_str!("../../../../assets/pipelines/wreck.ron"), 0),
    map(
        "maze 1000x1000",
        "large.ron",
        "(generators: [MazeGrowTree(size: (width: 1000, height: 1000), newest: 50, random: 50)],
            translators: [SimpleMaze(block_width: 1), FillBorder()])",
    ),
    Kind {
        name: "60 imported maps",
        makes: Makes::Maps { description: include_str!("../../../../assets/wolf/original.ron") },
        baseline: 0,
    },
];

/// Returns the kind of a pipeline's maps.
const fn map(name: &'static str, file: &'static str, text: &'static str) -> Kind {
    Kind { name, makes: Makes::Map { file, text }, baseline: 0 }
}

/// Returns the kind of a pipeline's levels.
const fn level(name: &'static str, file: &'static str, text: &'static str, baseline: usize) -> Kind {
    Kind { name, makes: Makes::Level { file, text }, baseline }
}

/// Times the number of decks of each kind that are generated per second on one core. The baseline is a plain
/// growing-tree maze of 12 by 12, or for decks with prefab rooms the same deck without them.
#[derive(Args)]
pub(crate) struct Generate {
    /// The time for each kind, in seconds; at least one of each is generated.
    #[arg(long, value_name = "S", default_value_t = 2, value_parser = clap::value_parser!(u64).range(0..=600))]
    seconds: u64,
    /// Print one JSON object per line: kind, count, per_second, refused, worst_ms.
    #[arg(long)]
    json: bool,
}

/// The printed results of a kind.
#[derive(Serialize)]
struct Figures {
    kind: &'static str,
    /// The number of seeds tried, from 0.
    count: u64,
    per_second: f64,
    /// The number of seeds that gave no deck.
    refused: u64,
    /// The longest time for a seed, in milliseconds.
    worst_ms: f64,
}

impl Generate {
    /// Measures and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let known = read_known()?;
        let mut all: Vec<Figures> = Vec::new();
        for kind in &KINDS {
            let figures = self.measure(kind, &known)?;
            let text = if self.json {
                serde_json::to_string(&figures).map_err(Failure::data)?
            } else {
                figures.text(all.get(kind.baseline).unwrap_or(&figures))
            };
            say(&text)?;
            all.push(figures);
        }
        Ok(())
    }

    fn measure(&self, kind: &Kind, known: &GeneratorData) -> Result<Figures, Failure> {
        let read = |file: &str, text: &str| Pipeline::read(file, text.as_bytes()).map_err(Failure::data);
        // Returns whether the deck or the ship of a seed can be generated.
        let make: Box<dyn Fn(u64) -> bool> = match kind.makes {
            Makes::Map { file, text } => {
                let pipeline = read(file, text)?;
                Box::new(move |seed| black_box(pipeline.generate(seed, known, false)).is_ok())
            }
            Makes::Level { file, text } => {
                let pipeline = read(file, text)?;
                Box::new(move |seed| black_box(pipeline.generate(seed, known, true)).is_ok())
            }
            Makes::Ship => Box::new(|seed| {
                let code = ShipCode::new(seed & MAX_SEED, DANGER, DECKS);
                code.is_ok_and(|code| black_box(Ship::make(code, known)).is_ok())
            }),
            Makes::Maps { description } => {
                let game = Game::read("original.ron", description.as_bytes()).map_err(Failure::data)?;
                let files = maps(&game, known)?;
                Box::new(move |_| black_box(import_all(&game, &files, known)))
            }
        };
        let (mut count, mut refused, mut worst) = (0, 0, Duration::ZERO);
        let begin = Instant::now();
        while count == 0 || begin.elapsed().as_secs() < self.seconds {
            let one = Instant::now();
            refused += u64::from(!make(count));
            worst = worst.max(one.elapsed());
            count += 1;
        }
        let per_second = count as f64 / begin.elapsed().as_secs_f64();
        Ok(Figures { kind: kind.name, count, per_second, refused, worst_ms: worst.as_secs_f64() * 1e3 })
    }
}

/// The files of sixty maps that are made of a ship's decks.
fn maps(game: &Game, known: &GeneratorData) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let code = ShipCode::new(0, DANGER, DECKS).map_err(Failure::data)?;
    let ship = Ship::make(code, known).map_err(Failure::data)?;
    let maps = ship.decks.iter().map(|deck| export(game, &deck.level).map(|exported| exported.map));
    let maps: Vec<PlaneMap> = maps.collect::<Result<_, String>>().map_err(Failure::data)?;
    let maps: Vec<PlaneMap> = maps.iter().cycle().take(MAPS).cloned().collect();
    let written = write_gamemaps(&maps).map_err(Failure::data)?;
    Ok(vec![("MAPHEAD.WL6".to_owned(), written.head), ("GAMEMAPS.WL6".to_owned(), written.maps)])
}

/// Reads, converts and proves all maps. Returns true if all of them are levels.
fn import_all(game: &Game, files: &[(String, Vec<u8>)], known: &GeneratorData) -> bool {
    let prove = |found: FoundMap| {
        let level = import(game, &found.map.ok()?, found.number, &known.game_data).ok()?.level;
        black_box(level.findings(&known.game_data));
        Some(())
    };
    read_maps(game, files).is_ok_and(|found| found.into_iter().all(|found| prove(found).is_some()))
}

impl Figures {
    /// Returns the results for people, compared with those of a baseline.
    fn text(&self, baseline: &Figures) -> String {
        let Figures { kind, count, per_second, refused, worst_ms } = self;
        let (ratio, other) = (baseline.per_second / per_second, baseline.kind);
        format!(
            "{kind:20} {per_second:10.1} per second, {ratio:.2} times as long as '{other}'; {refused} of {count} refused, worst \
             {worst_ms:.2} ms"
        )
    }
}
