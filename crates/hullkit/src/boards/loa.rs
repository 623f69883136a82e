//! `hullkit loa`: lists and counts moves of Lines of Action, searches and plays.

pub(crate) mod play;

use crate::command_line::failure::{Failure, say};
use clap::{Args, Subcommand, ValueEnum};
use puzzles::loa::{
    Choice, Game, Limits, MAX_PERFT, Move, NoMove, Outcome, Position, Repetition, Rules, Search, Simultaneous, Verdict,
    perft,
};
use serde::Serialize;
use std::time::{Duration, Instant};

/// Lists and counts moves of Lines of Action, searches for the best move, and plays.
///
/// A position is one argument: eight rows from the eighth to the first, of b, w and . (or a digit for a number of empty
/// squares), separated by /, then a space and the side to move: "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b".
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

/// Counts the sequences of a number of moves (perft), and how many of them end with a capture.
#[derive(Args)]
struct PerftArguments {
    /// The number of moves.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_PERFT)))]
    depth: u32,
    /// The position to start from; without it, the start of a game.
    position: Option<String>,
    #[command(flatten)]
    rules: RuleArguments,
    /// Print one JSON object: leaves, captures, seconds, leaves_per_second.
    #[arg(long)]
    json: bool,
}

/// Lists the moves of the side to move, one per line, even if the game is over.
#[derive(Args)]
struct MovesArguments {
    /// The position.
    position: String,
}

/// Finds the best move, within a number of positions (the same on every machine) or a time limit.
#[derive(Args)]
#[group(id = "bound", required = true, multiple = false, args = ["nodes", "ms"])]
struct BestArguments {
    /// The position.
    position: String,
    /// The number of positions to search, at most a billion.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=1_000_000_000))]
    nodes: Option<u64>,
    /// The time to search, in milliseconds, at most ten minutes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=600_000))]
    ms: Option<u64>,
    #[command(flatten)]
    rules: RuleArguments,
    /// Print one JSON object: move, score, verdict (win, loss, draw or open), depth, nodes, line.
    #[arg(long)]
    json: bool,
}

/// Rules on which the sources differ.
#[derive(Args)]
struct RuleArguments {
    /// The result of a move that connects both sides.
    #[arg(long, value_enum, default_value_t = SimultaneousWord::Mover)]
    simultaneous: SimultaneousWord,
    /// Rule for a side that has no move.
    #[arg(long, value_enum, default_value_t = NoMoveWord::Pass)]
    no_move: NoMoveWord,
    /// The occurrence of a position that is a draw.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=3))]
    repetition: u8,
}

#[derive(Clone, Copy, ValueEnum)]
enum SimultaneousWord {
    /// The side that moved wins.
    Mover,
    Draw,
}

#[derive(Clone, Copy, ValueEnum)]
enum NoMoveWord {
    Pass,
    /// The side without a move loses.
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

/// The output of `perft`.
#[derive(Serialize)]
struct Counted {
    leaves: u64,
    captures: u64,
    seconds: f64,
    leaves_per_second: f64,
}

/// The output of `best`.
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
    /// Runs the chosen subcommand.
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
        // A clock may report no time for a single leaf.
        let seconds = began.elapsed().as_secs_f64().max(1e-9);
        let leaves_per_second = counted.leaves as f64 / seconds;
        let counted = Counted { leaves: counted.leaves, captures: counted.captures, seconds, leaves_per_second };
        if self.json {
            return say(&serde_json::to_string(&counted).map_err(Failure::data)?);
        }
        let Counted { leaves, captures, seconds, leaves_per_second } = counted;
        let millions = leaves_per_second / 1e6;
        say(&format!(
            "{leaves} leaves, {captures} of them captures, in {seconds:.3} s: {millions:.1} million leaves per second"
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

/// Searches until the time is over or the position is solved.
fn search_for(search: &mut Search, time: Duration) {
    /// The number of positions between two looks at the clock. They take far less than a millisecond.
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

/// Returns a move or a pass as text.
fn written(played: Option<Move>) -> String {
    played.map_or_else(|| "pass".to_owned(), |played| played.to_string())
}

/// Parses a position.
fn position(text: &str) -> Result<Position, Failure> {
    text.parse().map_err(|error| Failure::arguments(format!("the position: {error}")))
}

/// Returns how a game ended, for people.
fn ending(outcome: Outcome) -> String {
    match outcome {
        Outcome::Won(side) => format!("{side} has won"),
        Outcome::Draw => "it is a draw".to_owned(),
    }
}
