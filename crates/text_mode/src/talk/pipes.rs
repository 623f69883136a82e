//! The pipes: lines in, replies out.

use crate::{
    exits::signals::exit_signal,
    talk::game_server::{GameServer, Limits},
    talk::incoming::Incoming,
    talk::one::{Alone, Setting, Talk},
};
use std::{
    io::{self, BufRead, Write},
    path::PathBuf,
};
use thiserror::Error;

/// The players of a session.
#[derive(Clone, Debug)]
pub enum Who {
    /// One player, who gets an initial reply if `greets` is true.
    One {
        /// The files of the game.
        alone: Alone,
        /// True if the player gets an initial reply.
        greets: bool,
    },
    /// Many players: each line begins with a name.
    Many {
        /// The folder of their games.
        folder: PathBuf,
        /// The maximum number of games, and their lifetime.
        limits: Limits,
    },
}

/// The reasons why a session ends early.
#[derive(Debug, Error)]
pub enum TextError {
    /// The input cannot be read, or the output cannot be written. A closed output is not an error.
    #[error("stdin or stdout: {0}")]
    Pipe(#[from] io::Error),
    /// A folder or a file cannot be used. The message is a sentence.
    #[error("{0}")]
    File(String),
    /// The save does not belong to these decks. The message is a sentence.
    #[error("{0}")]
    Save(String),
}

/// Serves lines until the input ends, a single player quits, the output is closed or an exit signal arrives. At every
/// end, a single player's game is saved and the recording is written.
///
/// # Errors
/// If the input, the output or a file cannot be used.
pub fn text(
    setting: Setting,
    who: Who,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> Result<(), TextError> {
    let talked = match who {
        Who::Many { folder, limits } => {
            let mut many = GameServer::open(folder, limits, setting).map_err(TextError::File)?;
            Incoming::of(input).and_then(|lines| talk_with_many(&mut many, lines, &mut output))
        }
        Who::One { alone, greets } => {
            alone.check_record().map_err(TextError::File)?;
            let mut talk = Talk::begin(setting, alone).map_err(TextError::Save)?;
            let talked = Incoming::of(input).and_then(|lines| talk_with_one(&mut talk, greets, lines, &mut output));
            talk.end().map_err(TextError::File)?;
            talked
        }
    };
    match talked {
        // A closed output is not an error. A terminal that hangs up sends a signal, and then writing to it fails.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe || exit_signal().is_some() => Ok(()),
        other => Ok(other?),
    }
}

fn talk_with_many(many: &mut GameServer, mut lines: Incoming, output: &mut impl Write) -> io::Result<()> {
    while let Some(line) = lines.next()? {
        say(output, &many.answer(&line))?;
    }
    Ok(())
}

fn talk_with_one(talk: &mut Talk, greets: bool, mut lines: Incoming, output: &mut impl Write) -> io::Result<()> {
    if greets {
        say(output, &talk.greet())?;
    }
    while !talk.has_ended()
        && let Some(line) = lines.next()?
    {
        say(output, &talk.answer_raw(&line))?;
    }
    Ok(())
}

/// Writes a reply and an empty line.
fn say(output: &mut impl Write, reply: &str) -> io::Result<()> {
    output.write_all(format!("{reply}\n\n").as_bytes())?;
    output.flush()
}
