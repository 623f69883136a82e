//! The reports of a terminal: keys, the mouse, the focus, and answers to queries. On Unix the reports are parsed here,
//! because the terminal library does not expose physical keys and treats a pointer outside the terminal as an internal
//! error.

use crossterm::event::{KeyCode, KeyEventKind, KeyModifiers, MouseEvent};

/// A key press, repetition or release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Press {
    /// The key, identified by the character that it types.
    pub(crate) code: KeyCode,
    /// The letter that an American keyboard has on the physical key, if the terminal reports it.
    pub(crate) base: Option<char>,
    pub(crate) modifiers: KeyModifiers,
    pub(crate) kind: KeyEventKind,
}

impl Press {
    /// Creates a key press.
    pub(crate) fn of(code: KeyCode, modifiers: KeyModifiers) -> Press {
        Press { code, base: None, modifiers, kind: KeyEventKind::Press }
    }
}

/// A report of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Report {
    Key(Press),
    Mouse(MouseEvent),
    /// True if the terminal gained the focus, false if it lost it.
    Focus(bool),
    /// An answer: the terminal supports the Kitty protocol, which reports key releases.
    KnowsReleases,
    /// An answer: the column of the cursor, from 1.
    Column(u16),
}

#[cfg(not(unix))]
impl Report {
    /// Converts an event of the terminal library, if it is a report.
    pub(crate) fn of_event(event: crossterm::event::Event) -> Option<Report> {
        use crossterm::event::Event;
        match event {
            Event::Key(key) => Some(Report::Key(Press { kind: key.kind, ..Press::of(key.code, key.modifiers) })),
            Event::Mouse(mouse) => Some(Report::Mouse(mouse)),
            Event::FocusGained => Some(Report::Focus(true)),
            Event::FocusLost => Some(Report::Focus(false)),
            _ => None,
        }
    }
}
