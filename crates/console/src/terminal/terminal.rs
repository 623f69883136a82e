//! The terminal: the game is played in it until the player leaves, the terminal goes or an exit signal comes.

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
use crossterm::{
    cursor, queue,
    style::{Print, ResetColor},
    terminal::{BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate},
};
use journey::SaveDir;
use renderer::{Art, RendererPlugin};
use std::{
    io::{self, IsTerminal},
    mem,
    sync::Arc,
    time::{Duration, Instant},
};
use thiserror::Error;

/// How long a picture is shown at least: terminals, and the lines to them, are slow.
const PICTURE: Duration = Duration::from_millis(33);
/// The same for a picture that does not change by itself.
const STILL: Duration = Duration::from_millis(500);
/// How long the program waits for a key before it looks at the clock again.
const WAIT: Duration = Duration::from_millis(5);
/// The smallest terminal in which anything can be seen, in characters.
const MIN_SIZE: (u16, u16) = (20, 8);

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
    let mut session = Session::new(game, art, alone.saves.map(SaveDir::new));
    let taken = Taken::take()?;
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

/// What is shown in the terminal.
struct Show {
    output: Output,
    colours: Colours,
    blocks: HalfBlocks,
    /// The size of the terminal as it was drawn last; none if all must be drawn anew.
    shown: Option<(u16, u16)>,
    /// How many columns a character of the picture takes.
    wide: u16,
    /// The terminal was asked for that and has not answered.
    is_asked: bool,
    /// What the terminal is told with the next picture.
    tell: Vec<u8>,
    /// When the next picture is due, after the start.
    next: Duration,
}

impl Show {
    fn start(colours: Colours) -> io::Result<Show> {
        let (output, blocks) = (Output::start()?, HalfBlocks::new(1, 1, 1, colours));
        let (shown, tell, next) = Default::default();
        Ok(Show { output, colours, blocks, shown, wide: 1, is_asked: true, tell, next })
    }

    /// Follows an answer of the terminal.
    fn follow(&mut self, report: Report, session: &mut Session) {
        match report {
            Report::KnowsReleases if !session.keys.tells_releases => {
                session.keys.tells_releases = true;
                self.tell = report_releases();
            }
            // The character that was written in the first column ends before this one. Only the first answer counts: keys may look like one.
            Report::Column(column @ (2 | 3)) if self.is_asked => {
                (self.wide, self.is_asked, self.shown) = (column - 1, false, None);
            }
            _ => {}
        }
    }

    /// Draws what there is to see, if it is due and the terminal has taken in what came before.
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
            // In the last column some terminals wrap.
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

/// Plays until the player leaves, the terminal goes or an exit signal comes.
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
            // Nobody knows what is still held, nor whether the terminal is another one now.
            session.keys.let_go();
            session.keys.tells_releases = false;
            (show.shown, show.is_asked) = (None, true);
        }
        session.pass(began.elapsed());
        show.draw(session, began.elapsed())?;
    }
    Ok(())
}
