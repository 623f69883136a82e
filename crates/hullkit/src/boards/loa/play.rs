//! `hullkit loa play`: a game against the computer, over stdin and stdout.

use crate::{
    boards::loa::{RuleArguments, written},
    command_line::failure::{Failure, say},
};
use clap::Args;
use puzzles::loa::{Game, Level, Move, Outcome, Search, Side, WrittenMove};
use std::{
    io::{self, BufRead, IsTerminal, Read},
    path::Path,
};

/// The maximum length of an input line, in bytes; a longer line is read as several.
const MAX_LINE: u64 = 200;

/// Plays a game: type a move such as b8-b6, or pass when you have none.
///
/// Each move of the computer is a line "move b8-b6" or "pass", followed by the board in eight rows. An illegal line is
/// answered with "illegal: " and the reason. The last line is "result black", "result white" or "result draw".
#[derive(Args)]
pub(crate) struct Play {
    /// The strength of the computer, from 1 to 6.
    #[arg(long, value_name = "L", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=6))]
    level: u8,
    /// You play White, and the computer begins.
    #[arg(long, conflicts_with = "black")]
    white: bool,
    /// You play Black and begin (the default).
    #[arg(long)]
    black: bool,
    /// The seed of the errors that low levels make.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    rules: RuleArguments,
}

impl Play {
    /// Plays until the game or the input ends.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let you = if self.white { Side::White } else { Side::Black };
        let level = Level::new(self.level).ok_or_else(|| Failure::arguments("--level must be from 1 to 6"))?;
        let mut game = Game::new(self.rules.rules());
        let mut input = io::stdin().lock();
        if input.is_terminal() {
            eprintln!("{}", game.position().rows().join("\n"));
        }
        while let Some(side) = game.turn() {
            if side == you {
                let Some(line) = read_line(&mut input)? else {
                    eprintln!("the input ended before the game");
                    return Ok(());
                };
                if let Err(reason) = try_to_play(&mut game, &line) {
                    say(&format!("illegal: {reason}"))?;
                }
            } else {
                self.answer(&mut game, level)?;
            }
        }
        say(match game.outcome() {
            Some(Outcome::Won(Side::Black)) => "result black",
            Some(Outcome::Won(Side::White)) => "result white",
            _ => "result draw",
        })
    }

    /// Plays the computer's move.
    fn answer(&self, game: &mut Game, level: Level) -> Result<(), Failure> {
        let mut search = Search::new(game, level.limits(), self.seed);
        search.advance(u64::MAX);
        let played: Option<Move> = search.choice().played;
        game.play(played).map_err(Failure::data)?;
        say(&played.map_or_else(|| "pass".to_owned(), |_| format!("move {}", written(played))))?;
        game.position().rows().iter().try_for_each(|row| say(row))
    }
}

/// Plays a typed move.
fn try_to_play(game: &mut Game, line: &str) -> Result<(), String> {
    let played = match line.trim() {
        "pass" => None,
        text => Some(game.legal(WrittenMove::read(text)?).map_err(|error| error.to_string())?),
    };
    game.play(played).map_err(|error| error.to_string())
}

/// Reads the next line that is not blank. Returns `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> Result<Option<String>, Failure> {
    loop {
        let mut line = Vec::new();
        let unreadable = |error| Failure::file(Path::new("stdin"), "read", error);
        if input.take(MAX_LINE).read_until(b'\n', &mut line).map_err(unreadable)? == 0 {
            return Ok(None);
        }
        if !line.trim_ascii().is_empty() {
            return Ok(Some(String::from_utf8_lossy(&line).into_owned()));
        }
    }
}
