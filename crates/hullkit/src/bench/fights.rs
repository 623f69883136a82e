//! `hullkit bench fights`: compares the estimated cost of fights, by which decks get their supplies, with the bot's
//! actual cost.

use crate::{
    command_line::failure::{Failure, read, read_rules, say},
    command_line::known::read_known,
};
use campaign::ammunition_hurts;
use clap::Args;
use engine::{Headless, Health, Outcome, Player, Rules, Start, bot::Bot, ticks};
use generate::{GeneratorData, Pipeline};
use level::{Fights, Level};
use serde::Serialize;
use std::{path::PathBuf, sync::Arc};

/// The maximum length of a run, in ticks.
const LONGEST: u64 = ticks(600.0) as u64;
/// The skill level on which the bot plays.
const SKILL: u8 = 2;

/// Lets the bot play decks of a pipeline, one per seed from 0, and compares what the fights cost it with the estimate
/// for the number of monsters that it killed.
#[derive(Args)]
pub(crate) struct Bench {
    /// The pipeline file.
    #[arg(value_name = "PIPELINE.(ron|xml)", default_value = "assets/pipelines/crew_deck.ron")]
    pipeline: PathBuf,
    /// The number of decks to play.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    runs: u32,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The actual and the expected cost of a run, in points of health.
#[derive(Clone, Copy, Default)]
struct Cost {
    harm: f64,
    hurt: f64,
    expected_harm: f64,
    expected_hurt: f64,
}

/// The printed results. An error is that of the sum over all runs, above 0 if the estimate is too high. A miss is the
/// mean error of the estimate of a single run, relative to the average cost of a run.
#[derive(Serialize)]
struct Figures {
    runs: u32,
    /// The number of runs that ended at a lift.
    finished: u32,
    kills: u64,
    harm: f64,
    expected_harm: f64,
    harm_error: f64,
    harm_miss: f64,
    hurt: f64,
    expected_hurt: f64,
    hurt_error: f64,
    hurt_miss: f64,
}

impl Bench {
    /// Plays and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let file = self.pipeline.display().to_string();
        let pipeline = Pipeline::read(&file, &read(&self.pipeline)?).map_err(Failure::data)?;
        let (known, rules) = (read_known()?, read_rules(None)?);
        let (mut costs, mut finished, mut kills) = (Vec::new(), 0, 0);
        for seed in 0..u64::from(self.runs) {
            let deck = pipeline.generate(seed, &known, true).map_err(Failure::data)?;
            let Some(level) = deck.into_level() else { continue };
            let start = Start { rules: Arc::clone(&rules), skill: SKILL, seed, ..Start::on(Arc::new(level)) };
            let (cost, outcome, killed) = play(&start, &known);
            costs.push(cost);
            finished += u32::from(outcome.is_done());
            kills += u64::from(killed);
        }
        let figures = Figures::of(&costs, finished, kills);
        say(&if self.json { serde_json::to_string(&figures).map_err(Failure::data)? } else { figures.text() })
    }
}

/// Lets the bot play a run. Returns the cost of its fights, the outcome, and the number of monsters killed.
fn play(start: &Start, known: &GeneratorData) -> (Cost, Outcome, u32) {
    let mut headless = Headless::begin(start);
    let mut bot = Bot::new(start.seed);
    let mut cost = Cost::default();
    let mut before = has(&mut headless, &start.rules);
    while headless.run().outcome == Outcome::Running && headless.run().tick < LONGEST {
        let intent = bot.intent(headless.world_mut());
        headless.tick(intent);
        let now = has(&mut headless, &start.rules);
        cost.harm += (before.0 - now.0).max(0.0);
        cost.hurt += (before.1 - now.1).max(0.0);
        before = now;
    }
    let run = headless.run();
    let share = f64::from(run.kills) / f64::from(run.monsters.max(1));
    let all = expected(&start.level, known);
    (cost.expecting(all, share), run.outcome, run.kills)
}

/// Returns the expected cost of the fights on a deck.
fn expected(level: &Level, known: &GeneratorData) -> Fights {
    Fights::on(level, SKILL, &known.game_data)
}

/// Returns the player's health including the damage that armour absorbs, and the total damage of the ammunition, in
/// points.
fn has(headless: &mut Headless, rules: &Rules) -> (f64, f64) {
    let world = headless.world_mut();
    let mut players = world.query::<(&Player, &Health)>();
    players.iter(world).next().map_or((0.0, 0.0), |(player, health)| {
        let hurts = player.inventory.iter().map(|(item, count)| ammunition_hurts(rules, item, count)).sum();
        (f64::from(health.0.max(0) + player.armour), hurts)
    })
}

impl Cost {
    /// Adds the expected cost for a share of the monsters.
    fn expecting(self, all: Fights, share: f64) -> Cost {
        Cost { expected_harm: all.harm as f64 * share, expected_hurt: all.hurt as f64 * share, ..self }
    }
}

impl Figures {
    fn of(costs: &[Cost], finished: u32, kills: u64) -> Self {
        let sum = |of: fn(&Cost) -> f64| costs.iter().map(of).sum::<f64>();
        let (harm, expected_harm) = (sum(|cost| cost.harm), sum(|cost| cost.expected_harm));
        let (hurt, expected_hurt) = (sum(|cost| cost.hurt), sum(|cost| cost.expected_hurt));
        let off = |all: f64, by: f64| by / all.max(1.0);
        Figures {
            runs: costs.len() as u32,
            finished,
            kills,
            harm,
            expected_harm,
            harm_error: off(harm, expected_harm - harm),
            harm_miss: off(harm, sum(|cost| (cost.expected_harm - cost.harm).abs())),
            hurt,
            expected_hurt,
            hurt_error: off(hurt, expected_hurt - hurt),
            hurt_miss: off(hurt, sum(|cost| (cost.expected_hurt - cost.hurt).abs())),
        }
    }

    /// Returns the results for people.
    fn text(&self) -> String {
        let Figures { runs, finished, kills, harm, expected_harm, hurt, expected_hurt, .. } = self;
        let percent = |share: f64| share * 100.0;
        format!(
            "{runs} runs, {finished} to the lift, {kills} monsters killed\nhealth lost: {harm:.0} points, {expected_harm:.0} expected \
             ({:+.0} %; a run is off by {:.0} %)\nshots fired: worth {hurt:.0} points, {expected_hurt:.0} expected ({:+.0} %; a run \
             is off by {:.0} %)",
            percent(self.harm_error),
            percent(self.harm_miss),
            percent(self.hurt_error),
            percent(self.hurt_miss),
        )
    }
}
