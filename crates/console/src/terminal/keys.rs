//! The keys and the mouse: what they want in a tick. A terminal tells when a key goes down and, if it is a good one, when it is let
//! go; where it is not, a key counts as held for a while after each time that the terminal repeats it.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use engine::{Intent, WeaponChoice};
use std::time::Duration;

/// So long a key counts as held after it went down: terminals wait about so long before they repeat it.
const FIRST: Duration = Duration::from_millis(450);
/// And so long after it was repeated.
const REPEATED: Duration = Duration::from_millis(130);
/// How fast keys turn, in radians a second, and how far the mouse turns with each column, in radians.
const KEY_TURN: f32 = 2.4;
const COLUMN_TURN: f32 = 0.05;

/// What somebody wants that is no part of an intent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Escape: pause, go on, or leave a board.
    Escape,
    /// Enter: the first of what is offered.
    Confirm,
    /// The map, shown otherwise.
    Map,
    /// Save, and load what was saved so.
    Save,
    Load,
    /// To leave the program, at once.
    Quit,
    /// A step of the cursor at a board: to the right and up.
    Step(i32, i32),
    /// A letter.
    Letter(char),
    /// The terminal has another size.
    Resize,
}

/// A key that is held.
#[derive(Clone, Copy, Debug)]
struct Held {
    key: KeyCode,
    /// Until then, on a terminal that does not tell when it is let go.
    until: Duration,
}

/// What keys and mouse do.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    held: Vec<Held>,
    /// The terminal tells when keys are let go.
    pub(crate) tells_releases: bool,
    runs: bool,
    fire: bool,
    /// What went down and no tick has had yet.
    pressed: Vec<KeyCode>,
    clicked: bool,
    /// The turn of the mouse that no tick has had yet, in radians, and the column where it was.
    turn: f32,
    column: Option<u16>,
}

impl Keys {
    /// Takes in an event, `now` after the start; what it asks for beside what an intent says.
    pub(crate) fn follow(&mut self, event: &Event, now: Duration) -> Option<Wish> {
        match event {
            Event::Key(key) => self.follow_key(key, now),
            Event::Mouse(mouse) => {
                match mouse.kind {
                    MouseEventKind::Down(MouseButton::Left) => (self.fire, self.clicked) = (true, true),
                    MouseEventKind::Up(MouseButton::Left) => self.fire = false,
                    MouseEventKind::Down(MouseButton::Right) => self.pressed.push(KeyCode::Char('j')),
                    _ => {}
                }
                if let Some(before) = self.column.replace(mouse.column) {
                    self.turn += (f32::from(mouse.column) - f32::from(before)) * COLUMN_TURN;
                }
                None
            }
            Event::FocusLost => {
                self.let_go();
                Some(Wish::Escape)
            }
            Event::Resize(..) => Some(Wish::Resize),
            Event::FocusGained => None,
        }
    }

    fn follow_key(&mut self, key: &KeyEvent, now: Duration) -> Option<Wish> {
        let code = lower(key.code);
        if key.kind == KeyEventKind::Release {
            self.held.retain(|held| held.key != code);
            return None;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return matches!(code, KeyCode::Char('c' | 'q')).then_some(Wish::Quit);
        }
        self.runs = key.modifiers.contains(KeyModifiers::SHIFT);
        let was_held = self.held.iter().any(|held| held.key == code && (self.tells_releases || held.until > now));
        let repeats = key.kind == KeyEventKind::Repeat || was_held;
        self.held.retain(|held| held.key != code);
        self.held.push(Held { key: code, until: now + if repeats { REPEATED } else { FIRST } });
        if !repeats {
            self.pressed.push(code);
        }
        wish(code).filter(|wish| !repeats || matches!(wish, Wish::Step(..)))
    }

    /// Forgets what is held or was pressed.
    pub(crate) fn let_go(&mut self) {
        *self = Keys { tells_releases: self.tells_releases, ..Keys::default() };
    }

    /// What is wanted in each of the next ticks (one at least), each of them so long.
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

/// Capitals are letters with Shift.
fn lower(code: KeyCode) -> KeyCode {
    match code {
        KeyCode::Char(letter) => KeyCode::Char(letter.to_ascii_lowercase()),
        code => code,
    }
}

fn weapon(code: KeyCode) -> Option<WeaponChoice> {
    match code {
        KeyCode::Char(digit @ '1'..='9') => Some(WeaponChoice::Slot(digit as u8 - b'0')),
        KeyCode::Char(']') => Some(WeaponChoice::Next),
        KeyCode::Char('[') => Some(WeaponChoice::PreviousPosition),
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

    fn key(code: KeyCode, kind: KeyEventKind) -> Event {
        Event::Key(KeyEvent::new_with_kind(code, KeyModifiers::NONE, kind))
    }

    fn at(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn a_key_that_the_terminal_repeats_is_held_without_a_gap_and_then_let_go() {
        let mut keys = Keys::default();
        let down = key(KeyCode::Char('w'), KeyEventKind::Press);
        assert_eq!(keys.follow(&down, at(0)), Some(Wish::Letter('w')));
        let mut walked = Vec::new();
        for now in (0..1000).step_by(10) {
            if (400..700).contains(&now) && now % 30 == 10 {
                assert_eq!(keys.follow(&down, at(now)), None, "it repeats");
            }
            walked.push(keys.intent(1, TICK, at(now)).forward > 0.0);
        }
        let until = walked.iter().position(|walks| !walks).expect("it is let go at last") * 10;
        assert!((700..900).contains(&until), "{until}");
        assert!(walked[until / 10..].iter().all(|walks| !walks));
    }

    #[test]
    fn a_terminal_that_tells_releases_is_believed() {
        let mut keys = Keys { tells_releases: true, ..Keys::default() };
        keys.follow(&key(KeyCode::Char('w'), KeyEventKind::Press), at(0));
        assert_eq!(keys.intent(1, TICK, at(5000)).forward, 1.0);
        keys.follow(&key(KeyCode::Char('w'), KeyEventKind::Release), at(5001));
        assert_eq!(keys.intent(1, TICK, at(5002)).forward, 0.0);
    }

    #[test]
    fn a_short_press_is_never_lost() {
        let mut keys = Keys { tells_releases: true, ..Keys::default() };
        for code in [KeyCode::Char(' '), KeyCode::Char('3'), KeyCode::Char('F')] {
            keys.follow(&key(code, KeyEventKind::Press), at(0));
            keys.follow(&key(code, KeyEventKind::Release), at(1));
        }
        let intent = keys.intent(2, TICK, at(8));
        assert!(intent.use_ && intent.fire && intent.weapon == Some(WeaponChoice::Slot(3)), "{intent:?}");
        assert_eq!(keys.intent(2, TICK, at(16)), Intent::default());
    }

    #[test]
    fn the_mouse_turns_by_columns_and_fires() {
        let mut keys = Keys::default();
        let mouse = |kind, column| {
            let modifiers = KeyModifiers::NONE;
            Event::Mouse(crossterm::event::MouseEvent { kind, column, row: 3, modifiers })
        };
        keys.follow(&mouse(MouseEventKind::Moved, 10), at(0));
        keys.follow(&mouse(MouseEventKind::Moved, 14), at(1));
        keys.follow(&mouse(MouseEventKind::Down(MouseButton::Left), 14), at(2));
        let intent = keys.intent(2, TICK, at(3));
        assert!((2.0 * intent.turn - 4.0 * COLUMN_TURN).abs() < 1e-6 && intent.fire, "{intent:?}");
        keys.follow(&mouse(MouseEventKind::Up(MouseButton::Left), 14), at(4));
        assert_eq!(keys.intent(1, TICK, at(5)), Intent::default());
    }
}
