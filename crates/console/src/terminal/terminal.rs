//! The terminal: taken over while the game is played in it, and given back as it was, also after a panic.

use super::colours::Colours;
use super::half_blocks::HalfBlocks;
use super::session::Session;
use crate::game::game::{Game, Ship};
use crate::game::keeping::Record;
use crate::talk::one::{Alone, Setting, any_seed};
use bevy::app::App;
use crossterm::event::{
    self, DisableFocusChange, DisableMouseCapture, EnableFocusChange, EnableMouseCapture, KeyboardEnhancementFlags,
    PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
};
use crossterm::style::{Print, ResetColor};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode, size, supports_keyboard_enhancement,
};
use crossterm::{cursor, execute, queue};
use journey::{Ring, Shelf};
use renderer::{Art, RendererPlugin};
use std::io::{self, IsTerminal, Write};
use std::panic;
use std::sync::Arc;
use std::time::{Duration, Instant};
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
    /// The demo cannot be written.
    #[error("{0}")]
    Demo(String),
}

/// Plays in this terminal until the player leaves.
///
/// # Errors
/// If there is no terminal, it fails, the save to go on from does not fit, or what was recorded cannot be written.
pub fn terminal(screened: Screened) -> Result<(), TerminalError> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(TerminalError::NoTerminal);
    }
    let Screened { setting, alone, art, colours } = screened;
    alone.check_record().map_err(TerminalError::Demo)?;
    let Setting { decks, rules, skill, seed, .. } = setting;
    let record = alone.record_file().map(Record::into);
    let ship = Arc::new(Ship { decks, rules, adds: add_renderer, last_minute: alone.last_minute });
    let game = match &alone.load {
        Some(save) => Game::from_save(ship, save, record).map_err(TerminalError::Save)?,
        None => Game::new(ship, skill, seed.unwrap_or_else(any_seed), record),
    };
    let mut session = Session::new(game, art, alone.saves.map(Shelf::new));
    let taken = Taken::take()?;
    session.keys.tells_releases = taken.tells_releases;
    let played = play(&mut session, colours);
    drop(taken);
    session.save(Ring::Auto, "");
    session.game.end_recording().map_err(TerminalError::Demo)?;
    Ok(played?)
}

fn add_renderer(app: &mut App) {
    app.add_plugins(RendererPlugin);
}

/// Plays until the player leaves.
fn play(session: &mut Session, colours: Colours) -> io::Result<()> {
    let (began, mut next, mut shown) = (Instant::now(), Duration::ZERO, (0, 0));
    let mut blocks = HalfBlocks::new(1, 1, colours);
    loop {
        if event::poll(WAIT)? && session.follow(&event::read()?) {
            return Ok(());
        }
        session.pass(began.elapsed());
        if began.elapsed() < next {
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
        let mut terminal = io::stdout().lock();
        terminal.write_all(&out)?;
        terminal.flush()?;
        next = began.elapsed() + PICTURE;
    }
}

/// A terminal that the game has taken over; it is given back when this is dropped.
struct Taken {
    tells_releases: bool,
}

impl Taken {
    fn take() -> io::Result<Taken> {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            give_back();
            before(panic);
        }));
        enable_raw_mode()?;
        let taken = Taken { tells_releases: supports_keyboard_enhancement().unwrap_or(false) };
        execute!(io::stdout(), EnterAlternateScreen, cursor::Hide, EnableMouseCapture, EnableFocusChange)?;
        if taken.tells_releases {
            let flags =
                KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES | KeyboardEnhancementFlags::REPORT_EVENT_TYPES;
            execute!(io::stdout(), PushKeyboardEnhancementFlags(flags))?;
        }
        Ok(taken)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back as it was. There is nobody to tell if that fails.
fn give_back() {
    let mut out = io::stdout();
    let _ = execute!(out, PopKeyboardEnhancementFlags, DisableFocusChange, DisableMouseCapture);
    let _ = execute!(out, ResetColor, cursor::Show, LeaveAlternateScreen);
    let _ = disable_raw_mode();
}
