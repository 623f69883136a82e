//! The terminal: runs the game in it until the player leaves, the terminal closes or an exit signal arrives.

use crate::{
    exits::signals::exit_signal,
    game::game::{Game, Ship},
    game::keeping::Record,
    talk::one::{Alone, Setting, any_seed},
    terminal::colours::Colours,
    terminal::extent::extent,
    terminal::half_blocks::HalfBlocks,
    terminal::report::Report,
    terminal::session::Session,
    terminal::streams::{Output, Reports},
    terminal::taken::{Taken, report_releases},
    words::tongue::Tongue,
};
use bevy::app::App;
use campaign::SaveDir;
use crossterm::{
    cursor, queue,
    style::{Print, ResetColor},
    terminal::{BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate},
};
use renderer::{Art, RendererPlugin};
use std::{
    env,
    io::{self, IsTerminal},
    mem,
    sync::Arc,
    time::{Duration, Instant},
};
use thiserror::Error;

/// The minimum time between frames, because terminals and their connections are slow.
const PICTURE: Duration = Duration::from_millis(33);
/// The time between frames while nothing changes on its own.
const STILL: Duration = Duration::from_millis(500);
/// The time to wait for a key before the next look at the clock.
const WAIT: Duration = Duration::from_millis(5);
/// The smallest usable terminal, in characters.
const MIN_SIZE: (u16, u16) = (20, 8);

/// The setup of a game in a terminal.
pub struct Screened {
    /// The decks, the rules, and the options of a new game. Its text style is not used.
    pub setting: Setting,
    /// The save folder, the save to continue from, and the file to record into.
    pub alone: Alone,
    /// The art.
    pub art: Art,
    /// The colours of the terminal.
    pub colours: Colours,
}

/// The reasons why a game in a terminal cannot continue.
#[derive(Debug, Error)]
pub enum TerminalError {
    /// There is no terminal.
    #[error("stdin and stdout must be a terminal; for pipes use the text mode")]
    NoTerminal,
    /// The terminal cannot draw.
    #[error("this terminal cannot draw (`TERM` is dumb); use the text mode")]
    DumbTerminal,
    /// The save does not match the decks.
    #[error("{0}")]
    Save(String),
    /// The terminal cannot be read or written.
    #[error("terminal error: {0}")]
    Io(#[from] io::Error),
    /// The game cannot be saved, or the demo cannot be written. The message is a sentence.
    #[error("{0}")]
    File(String),
}

/// Plays in this terminal until the player leaves, the terminal closes or an exit signal arrives. At every end, the
/// terminal is restored, the game is saved, and the recording is written.
///
/// # Errors
/// If there is no terminal, it fails, the save does not match the decks, or a file cannot be written.
pub fn terminal(screened: Screened) -> Result<(), TerminalError> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(TerminalError::NoTerminal);
    }
    if env::var_os("TERM").is_some_and(|name| name == "dumb") {
        return Err(TerminalError::DumbTerminal);
    }
    let Screened { setting, alone, art, colours } = screened;
    alone.check_record().map_err(TerminalError::File)?;
    let Setting { decks, rules, skill, seed, own_levels, .. } = setting;
    let record = alone.record_file().map(Record::into);
    let ship = Arc::new(Ship {
        decks,
        rules,
        adds: add_renderer,
        last_minute: alone.last_minute,
        tongue: Tongue::default(),
        own_levels,
    });
    let game = match &alone.load {
        Some(save) => Game::from_save(ship, save, record).map_err(|what| TerminalError::Save(what.english()))?,
        None => Game::new(ship, skill, seed.unwrap_or_else(any_seed), record),
    };
    let mut session = Session::new(game, art, alone.saves.map(SaveDir::new));
    let taken = Taken::take()?;
    let played = play(&mut session, colours, &taken);
    drop(taken);
    session.leave().map_err(TerminalError::File)?;
    match played {
        // A terminal that hangs up sends a signal, and then writing to it fails.
        Err(_) if exit_signal().is_some() => Ok(()),
        other => Ok(other?),
    }
}

fn add_renderer(app: &mut App) {
    app.add_plugins(RendererPlugin);
}

/// The display state.
struct Show {
    output: Output,
    colours: Colours,
    blocks: HalfBlocks,
    /// The terminal size of the last frame; `None` if everything must be redrawn.
    shown: Option<(u16, u16)>,
    /// The number of columns per block character.
    wide: u16,
    /// True if the terminal was asked for that and has not answered yet.
    is_asked: bool,
    /// The sequences to send with the next frame.
    tell: Vec<u8>,
    /// The time of the next frame, since the start.
    next: Duration,
}

impl Show {
    fn start(colours: Colours) -> io::Result<Show> {
        let (output, blocks) = (Output::start()?, HalfBlocks::new(1, 1, 1, colours));
        let (shown, tell, next) = Default::default();
        Ok(Show { output, colours, blocks, shown, wide: 1, is_asked: true, tell, next })
    }

    /// Handles an answer of the terminal.
    fn follow(&mut self, report: Report, session: &mut Session) {
        match report {
            Report::KnowsReleases if !session.keys.tells_releases => {
                session.keys.tells_releases = true;
                self.tell = report_releases();
            }
            // The block character was written in the first column and ends before this one. Only the first answer
            // counts, because some keys look like one.
            Report::Column(column @ (2 | 3)) if self.is_asked => {
                (self.wide, self.is_asked, self.shown) = (column - 1, false, None);
            }
            _ => {}
        }
    }

    /// Draws a frame if it is due and the terminal has accepted the previous one.
    ///
    /// # Errors
    /// If the terminal cannot be written.
    fn draw(&mut self, session: &mut Session, now: Duration) -> io::Result<()> {
        if now < self.next || !self.output.is_free()? {
            return Ok(());
        }
        let mut out = mem::take(&mut self.tell);
        queue!(out, BeginSynchronizedUpdate)?;
        let (columns, rows) = extent();
        if self.shown != Some((columns, rows)) {
            self.shown = Some((columns, rows));
            let above = usize::from(rows.saturating_sub(1));
            self.blocks = HalfBlocks::new(columns.into(), above, self.wide.into(), self.colours);
            queue!(out, ResetColor, Clear(ClearType::All))?;
        }
        let line = if columns < MIN_SIZE.0 || rows < MIN_SIZE.1 {
            "Too small".to_owned()
        } else {
            session.draw(&mut self.blocks, &mut out)?;
            // Some terminals wrap after the last column.
            session.line(usize::from(columns) - 1)
        };
        let row = usize::from(rows.saturating_sub(1)).min(self.blocks.rows());
        let below = cursor::MoveTo(0, row as u16);
        queue!(out, ResetColor, below, Print(line), Clear(ClearType::UntilNewLine), EndSynchronizedUpdate)?;
        self.output.write(out);
        self.next = now + if session.rests() { STILL } else { PICTURE };
        Ok(())
    }
}

/// Plays until the player leaves, the terminal closes or an exit signal arrives.
fn play(session: &mut Session, colours: Colours, taken: &Taken) -> io::Result<()> {
    let (mut reports, mut show) = (Reports::start()?, Show::start(colours)?);
    let began = Instant::now();
    while exit_signal().is_none() {
        let Some(reported) = reports.next(WAIT)? else { return Ok(()) };
        for report in reported {
            show.follow(report, session);
            show.next = show.next.min(began.elapsed() + PICTURE);
            if session.follow(report, show.shown.map_or(u16::MAX, |(columns, _)| columns)) {
                return Ok(());
            }
        }
        if taken.follow_stops()? {
            // Keys may have been released in the meantime, and the terminal may be a different one.
            session.keys.let_go();
            session.keys.tells_releases = false;
            (show.shown, show.is_asked) = (None, true);
        }
        session.pass(began.elapsed());
        show.draw(session, began.elapsed())?;
    }
    Ok(())
}
