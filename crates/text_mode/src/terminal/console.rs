//! The console of a terminal: a line on which developer acts are typed, instead of the status line.

use crate::{terminal::dev_tools::candidates, terminal::report::Report, words::clean::cut};
use bevy::prelude::World;
use crossterm::event::{KeyCode, KeyEventKind, KeyModifiers};
use engine::DevAct;
use inspect::{CommandLine, complete, help, read_act};
use localization::{Said, say};

/// The console.
#[derive(Debug, Default)]
pub(crate) struct Console {
    is_open: bool,
    line: CommandLine,
}

/// An act with its confirmation, or the reason why there is none.
pub(crate) type Answer = Result<(DevAct, Said), Said>;

impl Console {
    pub(crate) fn is_open(&self) -> bool {
        self.is_open
    }

    pub(crate) fn open(&mut self) {
        self.is_open = true;
    }

    /// Handles a report of the terminal while the console is open. Returns an entered line, which closes the console.
    pub(crate) fn follow(&mut self, report: Report, world: &mut World) -> Option<String> {
        let Report::Key(key) = report else { return None };
        if key.kind == KeyEventKind::Release {
            return None;
        }
        match key.code {
            KeyCode::Esc | KeyCode::Char('`') => self.close(),
            KeyCode::Char('c' | 'q') if key.modifiers.contains(KeyModifiers::CONTROL) => self.close(),
            KeyCode::Char(letter) => self.line.push(letter),
            KeyCode::Backspace => self.line.pop(),
            KeyCode::Up => self.line.earlier(),
            KeyCode::Down => self.line.later(),
            KeyCode::Tab => {
                let mut lines = complete(self.line.text(), world);
                lines.extend(candidates(self.line.text()));
                self.line.complete(&lines);
            }
            KeyCode::Enter => {
                let line = self.line.enter();
                self.is_open = false;
                return (!line.is_empty()).then_some(line);
            }
            _ => {}
        }
        None
    }

    fn close(&mut self) {
        self.line.clear();
        self.is_open = false;
    }

    /// Returns the line with a cursor. If it is too long, its end is shown.
    pub(crate) fn line(&self, columns: usize) -> String {
        let shown = format!("] {}_", self.line.text());
        let hidden = shown.chars().count().saturating_sub(columns);
        cut(&shown.chars().skip(hidden).collect::<String>(), columns)
    }
}

/// Reads a line that is an act, or asks for help on one.
pub(crate) fn answer(line: &str, world: &mut World) -> Answer {
    match line.strip_prefix("help ").map(str::trim) {
        Some(word) => Err(help(Some(word)).pop().unwrap_or_else(|| say!("Acts are words such as god.").into())),
        None => read_act(line, world),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::report::Press;
    use engine::{Headless, Start};
    use level::Level;
    use std::sync::Arc;

    fn game() -> Headless {
        let text = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player)},
            map: [\"####\", \"#@.#\", \"####\"])";
        Headless::begin(&Start::on(Arc::new(Level::read("x", text).unwrap())))
    }

    #[test]
    fn act_is_typed_completed_and_entered() {
        let (mut game, mut console) = (game(), Console::default());
        console.open();
        let world = game.world_mut();
        let keys = [KeyCode::Char('n'), KeyCode::Tab, KeyCode::Char('o'), KeyCode::Char('x'), KeyCode::Backspace];
        let mut press = |code| console.follow(Report::Key(Press::of(code, KeyModifiers::NONE)), world);
        assert!(keys.into_iter().all(|code| press(code).is_none()));
        assert_eq!(console.line(80), "] noclip o_");
        assert_eq!(console.line(5), "ip o_".to_owned(), "the end is shown");
        let world = game.world_mut();
        let mut press = |code| console.follow(Report::Key(Press::of(code, KeyModifiers::NONE)), world);
        press(KeyCode::Char('n'));
        let line = press(KeyCode::Enter).expect("a line was entered");
        assert_eq!(answer(&line, game.world_mut()).map(|(act, _)| act), Ok(DevAct::NoClip(true)));
        assert!(!console.is_open());
    }

    #[test]
    fn escape_closes_the_console_without_an_act() {
        let (mut game, mut console) = (game(), Console::default());
        console.open();
        let mut press = |code| console.follow(Report::Key(Press::of(code, KeyModifiers::NONE)), game.world_mut());
        assert!([KeyCode::Char('g'), KeyCode::Esc].into_iter().all(|code| press(code).is_none()));
        assert_eq!((console.is_open(), console.line(80)), (false, "] _".to_owned()));
    }
}
