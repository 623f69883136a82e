//! Keys and mouse: what they request in a tick. A terminal reports key presses, and releases only if it supports them.
//! Without release reports, a key counts as held for a while after each repetition.
//!
//! Actions on a deck use the physical key, whatever the layout; choices in menus use the letter.

use crate::terminal::{
    places::place_of,
    report::{Press, Report},
};
use crossterm::event::{KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use engine::{Intent, WeaponChoice};
use std::time::Duration;

/// The time that a key counts as held after its press. Terminals wait about as long before they repeat it.
const FIRST: Duration = Duration::from_millis(450);
/// The time that a key counts as held after a repetition.
const REPEATED: Duration = Duration::from_millis(130);
/// The turning speed of keys, in radians per second, and the turn per column of mouse movement, in radians.
const KEY_TURN: f32 = 2.4;
const COLUMN_TURN: f32 = 0.05;

/// A request that is not part of an intent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Escape: pause, resume, or leave a board.
    Escape,
    /// Enter: the first of the offered choices.
    Confirm,
    /// Switch the map display.
    Map,
    /// Quick save, and quick load.
    Save,
    Load,
    /// Ask to leave the program, and leave it at once.
    Quit,
    QuitAtOnce,
    /// The terminal gained or lost the focus.
    Focus(bool),
    /// A step of the cursor at a board: to the right and up.
    Step(i32, i32),
    /// A letter; for other scripts, that of its physical key.
    Letter(char),
}

/// A held key.
#[derive(Clone, Copy, Debug)]
struct Held {
    key: KeyCode,
    /// The end of the assumed hold, on a terminal without release reports.
    until: Duration,
}

/// The state of keys and mouse.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    held: Vec<Held>,
    /// True if the terminal reports key releases.
    pub(crate) tells_releases: bool,
    runs: bool,
    fire: bool,
    /// The presses that no tick has handled yet.
    pressed: Vec<KeyCode>,
    clicked: bool,
    /// The mouse turn that no tick has handled yet, in radians, and the last column of the pointer.
    turn: f32,
    column: Option<u16>,
}

impl Keys {
    /// Handles a report of a terminal with this number of columns, at the time `now` since the start. Returns the
    /// request that is not part of an intent, if any.
    pub(crate) fn follow(&mut self, report: Report, columns: u16, now: Duration) -> Option<Wish> {
        match report {
            Report::Key(key) => self.follow_key(key, now),
            Report::Mouse(mouse) => {
                self.follow_mouse(mouse, columns);
                None
            }
            Report::Focus(has_focus) => {
                self.let_go();
                Some(Wish::Focus(has_focus))
            }
            Report::KnowsReleases | Report::Column(_) => None,
        }
    }

    fn follow_mouse(&mut self, mouse: MouseEvent, columns: u16) {
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => (self.fire, self.clicked) = (true, true),
            MouseEventKind::Up(MouseButton::Left) => self.fire = false,
            MouseEventKind::Down(MouseButton::Right) => self.pressed.push(KeyCode::Char('j')),
            _ => {}
        }
        // A pointer outside the terminal counts as at its edge.
        let column = mouse.column.min(columns.saturating_sub(1));
        if let Some(before) = self.column.replace(column) {
            self.turn += (f32::from(column) - f32::from(before)) * COLUMN_TURN;
        }
    }

    fn follow_key(&mut self, key: Press, now: Duration) -> Option<Wish> {
        let (letter, code) = meant(key);
        if key.kind == KeyEventKind::Release {
            self.held.retain(|held| held.key != code);
            return None;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match letter {
                KeyCode::Char('c') => Some(Wish::QuitAtOnce),
                KeyCode::Char('q') => Some(Wish::Quit),
                _ => None,
            };
        }
        self.runs = key.modifiers.contains(KeyModifiers::SHIFT);
        let was_held = self.held.iter().any(|held| held.key == code && (self.tells_releases || held.until > now));
        let repeats = key.kind == KeyEventKind::Repeat || was_held;
        self.held.retain(|held| held.key != code);
        self.held.push(Held { key: code, until: now + if repeats { REPEATED } else { FIRST } });
        if !repeats {
            self.pressed.push(code);
        }
        wish(letter).filter(|wish| !repeats || matches!(wish, Wish::Step(..)))
    }

    /// Releases all keys and forgets all presses.
    pub(crate) fn let_go(&mut self) {
        *self = Keys { tells_releases: self.tells_releases, ..Keys::default() };
    }

    /// Returns the intent for each of the next ticks (at least one) of this length.
    pub(crate) fn intent(&mut self, ticks: u32, tick: Duration, now: Duration) -> Intent {
        if !self.tells_releases {
            self.held.retain(|held| held.until > now);
        }
        let is_held = |key: KeyCode| self.held.iter().any(|held| held.key == key) || self.pressed.contains(&key);
        let any = |keys: &[KeyCode]| keys.iter().any(|key| is_held(*key));
        let axis = |more: &[KeyCode], less: &[KeyCode]| f32::from(u8::from(any(more))) - f32::from(u8::from(any(less)));
        let by_keys = axis(&[KeyCode::Right], &[KeyCode::Left]) * KEY_TURN * tick.as_secs_f32();
        let intent = Intent {
            forward: axis(&[KeyCode::Char('w'), KeyCode::Up], &[KeyCode::Char('s'), KeyCode::Down]),
            strafe: axis(&[KeyCode::Char('d')], &[KeyCode::Char('a')]),
            turn: by_keys + self.turn / ticks.max(1) as f32,
            run: self.runs,
            fire: self.fire || self.clicked || any(&[KeyCode::Char('f')]),
            use_: any(&[KeyCode::Char(' '), KeyCode::Char('e')]),
            jump: any(&[KeyCode::Char('j')]),
            weapon: self.pressed.iter().find_map(|key| weapon(*key)),
            ..Intent::default()
        };
        self.pressed.clear();
        (self.clicked, self.turn) = (false, 0.0);
        intent
    }
}

/// Returns the letter of a key, and the letter that an American keyboard has on it. Capitals are letters with Shift.
fn meant(key: Press) -> (KeyCode, KeyCode) {
    let KeyCode::Char(letter) = key.code else { return (key.code, key.code) };
    let letter = letter.to_lowercase().next().unwrap_or(letter);
    let place = key.base.map_or_else(|| place_of(letter), |base| base.to_ascii_lowercase());
    let in_words = if letter.is_ascii() { letter } else { place };
    (KeyCode::Char(in_words), KeyCode::Char(place))
}

fn weapon(code: KeyCode) -> Option<WeaponChoice> {
    match code {
        KeyCode::Char(digit @ '1'..='9') => Some(WeaponChoice::Slot(digit as u8 - b'0')),
        KeyCode::Char(']') => Some(WeaponChoice::Next),
        KeyCode::Char('[') => Some(WeaponChoice::Previous),
        _ => None,
    }
}

fn wish(code: KeyCode) -> Option<Wish> {
    match code {
        KeyCode::Esc => Some(Wish::Escape),
        KeyCode::Enter => Some(Wish::Confirm),
        KeyCode::Tab => Some(Wish::Map),
        KeyCode::F(5) => Some(Wish::Save),
        KeyCode::F(9) => Some(Wish::Load),
        KeyCode::Up => Some(Wish::Step(0, 1)),
        KeyCode::Down => Some(Wish::Step(0, -1)),
        KeyCode::Left => Some(Wish::Step(-1, 0)),
        KeyCode::Right => Some(Wish::Step(1, 0)),
        KeyCode::Char(letter) => Some(Wish::Letter(letter)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TICK: Duration = Duration::from_micros(8333);

    const COLUMNS: u16 = 80;

    fn key(code: KeyCode, kind: KeyEventKind) -> Report {
        Report::Key(Press { kind, ..Press::of(code, KeyModifiers::NONE) })
    }

    fn at(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn repeated_key_is_held_without_gaps_and_then_released() {
        let mut keys = Keys::default();
        let down = key(KeyCode::Char('w'), KeyEventKind::Press);
        assert_eq!(keys.follow(down, COLUMNS, at(0)), Some(Wish::Letter('w')));
        let mut walked = Vec::new();
        for now in (0..1000).step_by(10) {
            if (400..700).contains(&now) && now % 30 == 10 {
                assert_eq!(keys.follow(down, COLUMNS, at(now)), None, "it repeats");
            }
            walked.push(keys.intent(1, TICK, at(now)).forward > 0.0);
        }
        let until = walked.iter().position(|walks| !walks).expect("it is released in the end") * 10;
        assert!((700..900).contains(&until), "{until}");
        assert!(walked[until / 10..].iter().all(|walks| !walks));
    }

    #[test]
    fn reported_releases_end_a_hold() {
        let mut keys = Keys { tells_releases: true, ..Keys::default() };
        keys.follow(key(KeyCode::Char('w'), KeyEventKind::Press), COLUMNS, at(0));
        assert_eq!(keys.intent(1, TICK, at(5000)).forward, 1.0);
        keys.follow(key(KeyCode::Char('w'), KeyEventKind::Release), COLUMNS, at(5001));
        assert_eq!(keys.intent(1, TICK, at(5002)).forward, 0.0);
    }

    #[test]
    fn short_presses_are_not_lost() {
        let mut keys = Keys { tells_releases: true, ..Keys::default() };
        for code in [KeyCode::Char(' '), KeyCode::Char('3'), KeyCode::Char('F')] {
            keys.follow(key(code, KeyEventKind::Press), COLUMNS, at(0));
            keys.follow(key(code, KeyEventKind::Release), COLUMNS, at(1));
        }
        let intent = keys.intent(2, TICK, at(8));
        assert!(intent.use_ && intent.fire && intent.weapon == Some(WeaponChoice::Slot(3)), "{intent:?}");
        assert_eq!(keys.intent(2, TICK, at(16)), Intent::default());
    }

    #[test]
    fn mouse_turns_by_columns_and_fires() {
        let mut keys = Keys::default();
        let mouse = |kind, column| {
            let modifiers = KeyModifiers::NONE;
            Report::Mouse(MouseEvent { kind, column, row: 3, modifiers })
        };
        keys.follow(mouse(MouseEventKind::Moved, 10), COLUMNS, at(0));
        keys.follow(mouse(MouseEventKind::Moved, 14), COLUMNS, at(1));
        keys.follow(mouse(MouseEventKind::Down(MouseButton::Left), 14), COLUMNS, at(2));
        let intent = keys.intent(2, TICK, at(3));
        assert!((2.0 * intent.turn - 4.0 * COLUMN_TURN).abs() < 1e-6 && intent.fire, "{intent:?}");
        keys.follow(mouse(MouseEventKind::Up(MouseButton::Left), 14), COLUMNS, at(4));
        assert_eq!(keys.intent(1, TICK, at(5)), Intent::default());
    }

    /// Presses the key with this letter, on a terminal that reports the physical key `base` or none. Returns the intent
    /// and the request.
    fn asked(letter: char, base: Option<char>) -> (Intent, Option<Wish>) {
        let mut keys = Keys::default();
        let press = Press { base, ..Press::of(KeyCode::Char(letter), KeyModifiers::NONE) };
        let wish = keys.follow(Report::Key(press), COLUMNS, at(0));
        (keys.intent(1, TICK, at(1)), wish)
    }

    #[test]
    fn walking_keys_use_the_physical_key() {
        for (letters, bases) in
            [("wsad", "    "), ("zsqd", "    "), ("цыфв", "    "), ("ЦЫФВ", "    "), (",oae", "wsad")]
        {
            let walked: Vec<_> = letters
                .chars()
                .zip(bases.chars())
                .map(|(letter, base)| asked(letter, Some(base).filter(|base| *base != ' ')).0)
                .map(|intent| (intent.forward, intent.strafe))
                .collect();
            assert_eq!(walked, [(1.0, 0.0), (-1.0, 0.0), (0.0, -1.0), (0.0, 1.0)], "{letters}");
        }
        assert!(asked('у', None).0.use_ && asked('а', None).0.fire && asked('о', None).0.jump);
        assert_eq!(asked('z', Some('y')).0.forward, 0.0, "a German Z is not a W if the terminal reports physical keys");
        assert_eq!(asked('é', None).0.weapon, Some(WeaponChoice::Slot(2)));
    }

    #[test]
    fn menu_choices_use_the_letter() {
        assert_eq!(asked('q', Some('a')).1, Some(Wish::Letter('q')), "a French Q");
        assert_eq!(asked('й', None).1, Some(Wish::Letter('q')), "a Russian letter on the same key");
        assert_eq!(asked('й', Some('q')).1, Some(Wish::Letter('q')));
    }

    #[test]
    fn pointer_outside_the_terminal_does_not_turn() {
        let mut keys = Keys::default();
        for column in [0, u16::MAX, u16::MAX - 1] {
            let mouse = MouseEvent { kind: MouseEventKind::Moved, column, row: 0, modifiers: KeyModifiers::NONE };
            keys.follow(Report::Mouse(mouse), COLUMNS, at(0));
        }
        let turned = keys.intent(1, TICK, at(1)).turn;
        assert!((turned - 79.0 * COLUMN_TURN).abs() < 1e-5, "{turned}");
    }
}
