//! `hullkit loa`: Lines of Action, counted, searched and played.

pub(crate) mod play;

use crate::command_line::failure::{Failure, say};
use clap::{Args, Subcommand, ValueEnum};
use puzzles::loa::{
    Choice, Game, Limits, MAX_PERFT, Move, NoMove, Outcome, Position, Repetition, Rules, Search, Simultaneous, Verdict,
    perft,
};
use serde::Serialize;
use std::time::{Duration, Instant};

/// Lists and counts moves of Lines of Action, finds a good one, and plays.
///
/// A position is one argument: eight rows from the eighth to the first, of b, w and . (or a digit for so many empty squares),
/// with / between them, then a blank and the side to move: "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b".
#[derive(Args)]
pub(crate) struct Loa {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Perft(PerftArguments),
    Moves(MovesArguments),
    Best(BestArguments),
    Play(play::Play),
}

/// Counts the ways of so many moves, and how many of their last moves capture.
#[derive(Args)]
struct PerftArguments {
    /// How many moves.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_PERFT)))]
    depth: u32,
    /// Where to begin; at the start of a game without it.
    position: Option<String>,
    #[command(flatten)]
    rules: RuleArguments,
    /// Print one object of JSON: leaves, captures, seconds, leaves_per_second.
    #[arg(long)]
    json: bool,
}

/// Lists the moves of the side to move, one a line, also where the game is over.
#[derive(Args)]
struct MovesArguments {
    /// The position.
    position: String,
}

/// Finds the best move, within so many boards (the same on every machine) or so much time.
#[derive(Args)]
#[group(id = "bound", required = true, multiple = false, args = ["nodes", "ms"])]
struct BestArguments {
    /// The position.
    position: String,
    /// Look at so many boards, at most a thousand million.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=1_000_000_000))]
    nodes: Option<u64>,
    /// Search for so many milliseconds, at most ten minutes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=600_000))]
    ms: Option<u64>,
    #[command(flatten)]
    rules: RuleArguments,
    /// Print one object of JSON: move, score, verdict (win, loss, draw or open), depth, nodes, line.
    #[arg(long)]
    json: bool,
}

/// What the sources of the rules disagree about.
#[derive(Args)]
struct RuleArguments {
    /// What it means if a move brings both sides together.
    #[arg(long, value_enum, default_value_t = SimultaneousWord::Mover)]
    simultaneous: SimultaneousWord,
    /// What happens to a side that has no move.
    #[arg(long, value_enum, default_value_t = NoMoveWord::Pass)]
    no_move: NoMoveWord,
    /// Which occurrence of a position is a draw.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=3))]
    repetition: u8,
}

#[derive(Clone, Copy, ValueEnum)]
enum SimultaneousWord {
    /// Whoever moved has won.
    Mover,
    Draw,
}

#[derive(Clone, Copy, ValueEnum)]
enum NoMoveWord {
    Pass,
    /// It has lost.
    Loses,
}

impl RuleArguments {
    fn rules(&self) -> Rules {
        Rules {
            simultaneous: match self.simultaneous {
                SimultaneousWord::Mover => Simultaneous::MoverWins,
                SimultaneousWord::Draw => Simultaneous::Draw,
            },
            no_move: match self.no_move {
                NoMoveWord::Pass => NoMove::Pass,
                NoMoveWord::Loses => NoMove::Loses,
            },
            repetition: if self.repetition == 2 { Repetition::Second } else { Repetition::Third },
        }
    }
}

/// What `perft` prints.
#[derive(Serialize)]
struct Counted {
    leaves: u64,
    captures: u64,
    seconds: f64,
    leaves_per_second: f64,
}

/// What `best` prints.
#[derive(Serialize)]
struct Best {
    #[serde(rename = "move")]
    played: String,
    score: i32,
    verdict: &'static str,
    depth: u32,
    nodes: u64,
    line: Vec<String>,
}

impl Loa {
    /// Does what is asked for.
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self.what {
            What::Perft(arguments) => arguments.run(),
            What::Moves(arguments) => arguments.run(),
            What::Best(arguments) => arguments.run(),
            What::Play(play) => play.run(),
        }
    }
}

impl PerftArguments {
    fn run(self) -> Result<(), Failure> {
        let position = self.position.as_deref().map_or(Ok(Position::start()), position)?;
        let began = Instant::now();
        let counted = perft(&position, self.rules.rules(), self.depth);
        // A clock may stand still while one leaf is counted.
        let seconds = began.elapsed().as_secs_f64().max(1e-9);
        let leaves_per_second = counted.leaves as f64 / seconds;
        let counted = Counted { leaves: counted.leaves, captures: counted.captures, seconds, leaves_per_second };
        if self.json {
            return say(&serde_json::to_string(&counted).map_err(Failure::data)?);
        }
        let Counted { leaves, captures, seconds, leaves_per_second } = counted;
        let millions = leaves_per_second / 1e6;
        say(&format!(
            "{leaves} leaves, {captures} of them captures, in {seconds:.3} s: {millions:.1} million leaves a second"
        ))
    }
}

impl MovesArguments {
    fn run(self) -> Result<(), Failure> {
        position(&self.position)?.moves().iter().try_for_each(|legal| say(&legal.to_string()))
    }
}

impl BestArguments {
    fn run(self) -> Result<(), Failure> {
        let game = Game::from(position(&self.position)?, self.rules.rules());
        if let Some(outcome) = game.outcome() {
            return Err(Failure::data(format!("the game is over: {}", ending(outcome))));
        }
        let mut search = Search::new(&game, Limits::nodes(self.nodes.unwrap_or(u64::MAX)), 0);
        match self.ms {
            Some(ms) => search_for(&mut search, Duration::from_millis(ms)),
            None => _ = search.advance(u64::MAX),
        }
        let best = Best::from(search.choice());
        if self.json {
            return say(&serde_json::to_string(&best).map_err(Failure::data)?);
        }
        let Best { played, score, verdict, depth, nodes, line } = best;
        say(&format!("{played}: {score} ({verdict}), {depth} plies deep, {nodes} boards; {}", line.join(" ")))
    }
}

/// Searches until the time is over, or there is nothing more to find.
fn search_for(search: &mut Search, time: Duration) {
    /// So many boards take far less than a millisecond.
    const BETWEEN_LOOKS_AT_THE_CLOCK: u64 = 200;
    let began = Instant::now();
    while began.elapsed() < time && !search.advance(BETWEEN_LOOKS_AT_THE_CLOCK) {}
}

impl From<Choice> for Best {
    fn from(choice: Choice) -> Best {
        let verdict = match choice.verdict {
            Verdict::Wins(_) => "win",
            Verdict::Loses(_) => "loss",
            Verdict::Draws => "draw",
            Verdict::Open => "open",
        };
        let line = choice.line.into_iter().map(written).collect();
        let (score, depth, nodes) = (choice.score, choice.depth, choice.nodes);
        Best { played: written(choice.played), score, verdict, depth, nodes, line }
    }
}

/// A move or a pass as text.
fn written(played: Option<Move>) -> String {
    played.map_or_else(|| "pass".to_owned(), |played| played.to_string())
}

/// A position in an argument.
fn position(text: &str) -> Result<Position, Failure> {
    text.parse().map_err(|error| Failure::arguments(format!("the position: {error}")))
}

/// How a game has ended, for people.
fn ending(outcome: Outcome) -> String {
    match outcome {
        Outcome::Won(side) => format!("{side} has won"),
        Outcome::Draw => "it is a draw".to_owned(),
    }
}
