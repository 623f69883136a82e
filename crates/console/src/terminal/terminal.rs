//! The terminal: the game is played in it until the player leaves, the terminal goes or an exit signal comes.

use crate::{
    exits::signals::exit_signal,
    game::game::{Game, Ship},
    game::keeping::Record,
    talk::one::{Alone, Setting, any_seed},
    terminal::colours::Colours,
    terminal::half_blocks::HalfBlocks,
    terminal::session::Session,
    terminal::streams::{Output, events},
    terminal::taken::Taken,
    words::tongue::Tongue,
};
use bevy::app::App;
use crossterm::{
    cursor, queue,
    style::{Print, ResetColor},
    terminal::{BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, size},
};
use journey::Shelf;
use renderer::{Art, RendererPlugin};
use std::{
    io::{self, IsTerminal},
    sync::Arc,
    sync::mpsc::RecvTimeoutError,
    time::{Duration, Instant},
};
use thiserror::Error;

/// How long a picture is shown at least: terminals, and the lines to them, are slow.
const PICTURE: Duration = Duration::from_millis(33);
/// How long the program waits for a key before it looks at the clock again.
const WAIT: Duration = Duration::from_millis(5);
/// The smallest terminal in which anything can be seen, in characters.
const SMALLEST: (u16, u16) = (20, 8);

/// What a game in a terminal begins with.
pub struct Screened {
    /// The decks, the rules, and what else a game begins with; of its style nothing is seen.
    pub setting: Setting,
    /// The saves, the save to go on from, and the file to record into.
    pub alone: Alone,
    /// The pictures.
    pub art: Art,
    /// The colours that the terminal has.
    pub colours: Colours,
}

/// Why a game in a terminal cannot go on.
#[derive(Debug, Error)]
pub enum TerminalError {
    /// There is no terminal.
    #[error("stdin and stdout must be a terminal; for a pipe there is the game in words")]
    NoTerminal,
    /// The save does not fit.
    #[error("{0}")]
    Save(String),
    /// The terminal cannot be read or written.
    #[error("the terminal fails: {0}")]
    Io(#[from] io::Error),
    /// The game cannot be saved, or the demo not written; a sentence.
    #[error("{0}")]
    File(String),
}

/// Plays in this terminal until the player leaves, the terminal goes or an exit signal comes. However it ends, the terminal is given back,
/// the game is saved, and what was recorded is written.
///
/// # Errors
/// If there is no terminal, it fails, the save to go on from does not fit, or what is kept of the game cannot be written.
pub fn terminal(screened: Screened) -> Result<(), TerminalError> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(TerminalError::NoTerminal);
    }
    let Screened { setting, alone, art, colours } = screened;
    alone.check_record().map_err(TerminalError::File)?;
    let Setting { decks, rules, skill, seed, .. } = setting;
    let record = alone.record_file().map(Record::into);
    let ship =
        Arc::new(Ship { decks, rules, adds: add_renderer, last_minute: alone.last_minute, tongue: Tongue::default() });
    let game = match &alone.load {
        Some(save) => Game::from_save(ship, save, record).map_err(|what| TerminalError::Save(what.english()))?,
        None => Game::new(ship, skill, seed.unwrap_or_else(any_seed), record),
    };
    let mut session = Session::new(game, art, alone.saves.map(Shelf::new));
    let taken = Taken::take()?;
    session.keys.tells_releases = taken.tells_releases;
    let played = play(&mut session, colours, &taken);
    drop(taken);
    session.leave().map_err(TerminalError::File)?;
    match played {
        // A terminal that hangs up sends a signal, and then nothing can be written to it.
        Err(_) if exit_signal().is_some() => Ok(()),
        other => Ok(other?),
    }
}

fn add_renderer(app: &mut App) {
    app.add_plugins(RendererPlugin);
}

/// Plays until the player leaves, the terminal goes or an exit signal comes.
fn play(session: &mut Session, colours: Colours, taken: &Taken) -> io::Result<()> {
    let (events, mut output) = (events()?, Output::start()?);
    let (began, mut next, mut shown) = (Instant::now(), Duration::ZERO, (0, 0));
    let mut blocks = HalfBlocks::new(1, 1, colours);
    while exit_signal().is_none() {
        match events.recv_timeout(WAIT) {
            Ok(event) => {
                if session.follow(&event?) {
                    return Ok(());
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if taken.follow_stops()? {
            // Nobody knows what is still held.
            session.keys.let_go();
            shown = (0, 0);
        }
        session.pass(began.elapsed());
        if began.elapsed() < next || !output.is_free()? {
            continue;
        }
        let mut out = Vec::new();
        queue!(out, BeginSynchronizedUpdate)?;
        let (columns, rows) = size()?;
        if shown != (columns, rows) {
            shown = (columns, rows);
            blocks = HalfBlocks::new(columns.into(), rows.saturating_sub(1).into(), colours);
            queue!(out, ResetColor, Clear(ClearType::All))?;
        }
        let line = if columns < SMALLEST.0 || rows < SMALLEST.1 {
            "Too small".to_owned()
        } else {
            session.draw(&mut blocks, &mut out)?;
            session.line(columns.into())
        };
        let below = cursor::MoveTo(0, rows.saturating_sub(1));
        queue!(out, ResetColor, below, Print(line), Clear(ClearType::UntilNewLine), EndSynchronizedUpdate)?;
        output.write(out);
        next = began.elapsed() + PICTURE;
    }
    Ok(())
}
