//! `hullkit panguru`: solves and generates boards of Panguru.

use crate::command_line::failure::{Failure, say};
use clap::{Args, Subcommand};
use puzzles::panguru::{Board, Generator, MAX_GENERATED, Solution, solve};
use serde::Serialize;

/// Solves a board of Panguru in the fewest moves, or generates one.
///
/// Positions are numbered row by row, from 0 at the top to 14. The plates are fifteen letters, row by row, and so are
/// the pebbles, with - for the hole. Capital and small letters are different colours.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Panguru {
    #[command(subcommand)]
    what: Option<What>,
    /// The colours of the plates, such as WCBRBOGYGPCORPY.
    #[arg(required = true)]
    plates: Option<String>,
    /// The colours of the pebbles, such as -PCBRYOGYGBCORP.
    #[arg(required = true, allow_hyphen_values = true)]
    pebbles: Option<String>,
    /// Forbid moves between 0, 4 and 12, along the centre line.
    #[arg(long)]
    no_centreline: bool,
    /// Print only the positions of the moved pebbles, without the first position of the hole.
    #[arg(long)]
    without_hole: bool,
    /// Print one JSON object: optimum, first_moves, sequences (null if more than a million), moves.
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum What {
    Generate(Generate),
}

/// Generates a board of seven pairs that needs a given number of moves, and prints plates and pebbles as `panguru`
/// reads them.
#[derive(Args)]
struct Generate {
    /// The number of moves of the shortest solution.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_GENERATED)))]
    optimum: u32,
    /// The seed of the random numbers; the same seed gives the same board.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Forbid moves between 0, 4 and 12, along the centre line.
    #[arg(long)]
    no_centreline: bool,
    /// Print one JSON object: plates, pebbles, optimum.
    #[arg(long)]
    json: bool,
}

/// The printed solution.
#[derive(Serialize)]
struct Solved {
    optimum: u32,
    first_moves: Vec<usize>,
    sequences: Option<u32>,
    /// The positions of the hole from first to last, separated by -. Each pebble moves to the previous position of the
    /// hole.
    moves: String,
}

/// The printed board.
#[derive(Serialize)]
struct Made<'a> {
    plates: &'a str,
    pebbles: &'a str,
    optimum: u32,
}

impl Panguru {
    /// Solves or generates a board.
    pub(crate) fn run(self) -> Result<(), Failure> {
        if let Some(What::Generate(generate)) = self.what {
            return generate.run();
        }
        let (plates, pebbles) = (self.plates.unwrap_or_default(), self.pebbles.unwrap_or_default());
        let board = Board::read(&plates, &pebbles, !self.no_centreline).map_err(Failure::arguments)?;
        let solution = solve(&board).ok_or_else(|| unsolvable(&board))?;
        let solved = Solved::new(solution, (!self.without_hole).then_some(board.hole()));
        say(&if self.json { serde_json::to_string(&solved).map_err(Failure::data)? } else { solved.text() })
    }
}

impl Generate {
    fn run(self) -> Result<(), Failure> {
        let made = Generator::new(self.seed, !self.no_centreline).board(self.optimum);
        let board =
            made.ok_or_else(|| Failure::data(format!("boards can be generated for at most {MAX_GENERATED} moves")))?;
        let text = board.to_string();
        let (plates, pebbles) = text.split_once(" / ").unwrap_or_default();
        if self.json {
            let made = Made { plates, pebbles, optimum: self.optimum };
            return say(&serde_json::to_string(&made).map_err(Failure::data)?);
        }
        say(&format!("{plates} {pebbles}"))
    }
}

/// Returns the failure for a board without a solution.
fn unsolvable(board: &Board) -> Failure {
    let colour = board.colour_without_plate().map_or('?', char::from);
    Failure::data(format!("the board cannot be solved: it has more pebbles of colour {colour} than plates of it"))
}

impl Solved {
    /// Creates the output for a solution. Its path begins with the position of the hole if `hole` is given.
    fn new(solution: Solution, hole: Option<usize>) -> Solved {
        let Solution { optimum, first_moves, sequences, moves } = solution;
        let path: Vec<String> = hole.into_iter().chain(moves).map(|position| position.to_string()).collect();
        Solved { optimum, first_moves, sequences, moves: path.join("-") }
    }

    /// Returns the solution for people.
    fn text(&self) -> String {
        if self.optimum == 0 {
            return "the board is solved".to_owned();
        }
        let first: Vec<String> = self.first_moves.iter().map(ToString::to_string).collect();
        let count = self.sequences.map_or_else(|| "more than a million".to_owned(), |count| count.to_string());
        let Solved { optimum, moves, .. } = self;
        format!("{optimum} moves in {count} ways, the first one of {}: {moves}", first.join(", "))
    }
}
