//! What a terminal reports: keys, the mouse, its focus, and answers. Reports of a terminal are read bytewise, because the library for
//! terminals keeps the place of a key on the keyboard to itself and takes a pointer outside of the terminal for an error of ours.

use crossterm::event::{KeyCode, KeyEventKind, KeyModifiers, MouseEvent};

/// A key that went down, was repeated or let go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Press {
    /// The key, by what it writes.
    pub(crate) code: KeyCode,
    /// The letter that an American keyboard has in its place, if the terminal reports that.
    pub(crate) base: Option<char>,
    pub(crate) modifiers: KeyModifiers,
    pub(crate) kind: KeyEventKind,
}

impl Press {
    /// A key that went down.
    pub(crate) fn of(code: KeyCode, modifiers: KeyModifiers) -> Press {
        Press { code, base: None, modifiers, kind: KeyEventKind::Press }
    }
}

/// A report of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Report {
    Key(Press),
    Mouse(MouseEvent),
    /// Whether the terminal has the focus.
    Focus(bool),
    /// An answer: the terminal knows the protocol by which keys report when they are let go.
    KnowsReleases,
    /// An answer: the column of the cursor, from 1.
    Column(u16),
}

#[cfg(not(unix))]
impl Report {
    /// The report of an event of the library, if it is one.
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
