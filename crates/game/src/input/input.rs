//! Inputs that can be bound, with their names on pages and in the settings file.

use bevy::prelude::*;

/// A key (identified by its position on the keyboard, not by its letter), a mouse button, a notch of the wheel, a gamepad
/// button, or two of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    Key(KeyCode),
    Mouse(MouseButton),
    WheelUp,
    WheelDown,
    Pad(GamepadButton),
    /// Two gamepad buttons: the second one is pressed while the first one is held.
    Chord(GamepadButton, GamepadButton),
}

use Input::{Key, Mouse, Pad};
use KeyCode as K;
use localization::{Said, say};
use std::borrow::Cow;

/// Between the names of the two buttons of a chord.
const AND: &str = " + ";

/// All inputs but chords with their names. Key names are those of a US keyboard.
const NAMES: [(Input, localization::Key); 129] = [
    (Key(K::KeyA), say!("A")),
    (Key(K::KeyB), say!("B")),
    (Key(K::KeyC), say!("C")),
    (Key(K::KeyD), say!("D")),
    (Key(K::KeyE), say!("E")),
    (Key(K::KeyF), say!("F")),
    (Key(K::KeyG), say!("G")),
    (Key(K::KeyH), say!("H")),
    (Key(K::KeyI), say!("I")),
    (Key(K::KeyJ), say!("J")),
    (Key(K::KeyK), say!("K")),
    (Key(K::KeyL), say!("L")),
    (Key(K::KeyM), say!("M")),
    (Key(K::KeyN), say!("N")),
    (Key(K::KeyO), say!("O")),
    (Key(K::KeyP), say!("P")),
    (Key(K::KeyQ), say!("Q")),
    (Key(K::KeyR), say!("R")),
    (Key(K::KeyS), say!("S")),
    (Key(K::KeyT), say!("T")),
    (Key(K::KeyU), say!("U")),
    (Key(K::KeyV), say!("V")),
    (Key(K::KeyW), say!("W")),
    (Key(K::KeyX), say!("X")),
    (Key(K::KeyY), say!("Y")),
    (Key(K::KeyZ), say!("Z")),
    (Key(K::Digit0), say!("0")),
    (Key(K::Digit1), say!("1")),
    (Key(K::Digit2), say!("2")),
    (Key(K::Digit3), say!("3")),
    (Key(K::Digit4), say!("4")),
    (Key(K::Digit5), say!("5")),
    (Key(K::Digit6), say!("6")),
    (Key(K::Digit7), say!("7")),
    (Key(K::Digit8), say!("8")),
    (Key(K::Digit9), say!("9")),
    (Key(K::ArrowUp), say!("Up")),
    (Key(K::ArrowDown), say!("Down")),
    (Key(K::ArrowLeft), say!("Left")),
    (Key(K::ArrowRight), say!("Right")),
    (Key(K::ControlLeft), say!("Left Ctrl")),
    (Key(K::ControlRight), say!("Right Ctrl")),
    (Key(K::ShiftLeft), say!("Left Shift")),
    (Key(K::ShiftRight), say!("Right Shift")),
    (Key(K::AltLeft), say!("Left Alt")),
    (Key(K::AltRight), say!("Right Alt")),
    (Key(K::SuperLeft), say!("Left Super")),
    (Key(K::SuperRight), say!("Right Super")),
    (Key(K::ContextMenu), say!("Menu")),
    (Key(K::Space), say!("Space")),
    (Key(K::Escape), say!("Esc")),
    (Key(K::Enter), say!("Enter")),
    (Key(K::Tab), say!("Tab")),
    (Key(K::Backspace), say!("Backspace")),
    (Key(K::CapsLock), say!("Caps Lock")),
    (Key(K::Insert), say!("Insert")),
    (Key(K::Delete), say!("Delete")),
    (Key(K::Home), say!("Home")),
    (Key(K::End), say!("End")),
    (Key(K::PageUp), say!("Page up")),
    (Key(K::PageDown), say!("Page down")),
    (Key(K::PrintScreen), say!("Print")),
    (Key(K::ScrollLock), say!("Scroll Lock")),
    (Key(K::Pause), say!("Pause")),
    (Key(K::Backquote), say!("`")),
    (Key(K::Minus), say!("-")),
    (Key(K::Equal), say!("=")),
    (Key(K::BracketLeft), say!("[")),
    (Key(K::BracketRight), say!("]")),
    (Key(K::Backslash), say!("\\")),
    (Key(K::IntlBackslash), say!("<")),
    (Key(K::Semicolon), say!(";")),
    (Key(K::Quote), say!("'")),
    (Key(K::Comma), say!(",")),
    (Key(K::Period), say!(".")),
    (Key(K::Slash), say!("/")),
    (Key(K::F1), say!("F1")),
    (Key(K::F2), say!("F2")),
    (Key(K::F3), say!("F3")),
    (Key(K::F4), say!("F4")),
    (Key(K::F5), say!("F5")),
    (Key(K::F6), say!("F6")),
    (Key(K::F7), say!("F7")),
    (Key(K::F8), say!("F8")),
    (Key(K::F9), say!("F9")),
    (Key(K::F10), say!("F10")),
    (Key(K::F11), say!("F11")),
    (Key(K::F12), say!("F12")),
    (Key(K::NumLock), say!("Num Lock")),
    (Key(K::Numpad0), say!("Num 0")),
    (Key(K::Numpad1), say!("Num 1")),
    (Key(K::Numpad2), say!("Num 2")),
    (Key(K::Numpad3), say!("Num 3")),
    (Key(K::Numpad4), say!("Num 4")),
    (Key(K::Numpad5), say!("Num 5")),
    (Key(K::Numpad6), say!("Num 6")),
    (Key(K::Numpad7), say!("Num 7")),
    (Key(K::Numpad8), say!("Num 8")),
    (Key(K::Numpad9), say!("Num 9")),
    (Key(K::NumpadAdd), say!("Num +")),
    (Key(K::NumpadSubtract), say!("Num -")),
    (Key(K::NumpadMultiply), say!("Num *")),
    (Key(K::NumpadDivide), say!("Num /")),
    (Key(K::NumpadDecimal), say!("Num .")),
    (Key(K::NumpadEnter), say!("Num Enter")),
    (Mouse(MouseButton::Left), say!("Mouse left")),
    (Mouse(MouseButton::Right), say!("Mouse right")),
    (Mouse(MouseButton::Middle), say!("Mouse middle")),
    (Mouse(MouseButton::Back), say!("Mouse back")),
    (Mouse(MouseButton::Forward), say!("Mouse forward")),
    (Input::WheelUp, say!("Wheel up")),
    (Input::WheelDown, say!("Wheel down")),
    (Pad(GamepadButton::South), say!("Pad A")),
    (Pad(GamepadButton::East), say!("Pad B")),
    (Pad(GamepadButton::West), say!("Pad X")),
    (Pad(GamepadButton::North), say!("Pad Y")),
    (Pad(GamepadButton::LeftTrigger), say!("Pad LB")),
    (Pad(GamepadButton::RightTrigger), say!("Pad RB")),
    (Pad(GamepadButton::LeftTrigger2), say!("Pad LT")),
    (Pad(GamepadButton::RightTrigger2), say!("Pad RT")),
    (Pad(GamepadButton::LeftThumb), say!("Pad left stick")),
    (Pad(GamepadButton::RightThumb), say!("Pad right stick")),
    (Pad(GamepadButton::Select), say!("Pad Select")),
    (Pad(GamepadButton::Start), say!("Pad Start")),
    (Pad(GamepadButton::Mode), say!("Pad Mode")),
    (Pad(GamepadButton::DPadUp), say!("Pad up")),
    (Pad(GamepadButton::DPadDown), say!("Pad down")),
    (Pad(GamepadButton::DPadLeft), say!("Pad left")),
    (Pad(GamepadButton::DPadRight), say!("Pad right")),
];

impl Input {
    /// Returns the input with this name.
    pub(crate) fn named(name: &str) -> Option<Input> {
        if let Some((first, second)) = name.split_once(AND) {
            return match (Input::named(first), Input::named(second)) {
                (Some(Pad(first)), Some(Pad(second))) if first != second => Some(Input::Chord(first, second)),
                _ => None,
            };
        }
        NAMES.iter().find(|(_, other)| *other == name).map(|(input, _)| *input)
    }

    /// Returns the name of the input; empty if it cannot be bound.
    pub(crate) fn name(self) -> Cow<'static, str> {
        match self {
            Input::Chord(first, second) => {
                Cow::Owned(format!("{}{AND}{}", Pad(first).key().english(), Pad(second).key().english()))
            }
            single => Cow::Borrowed(single.key().english()),
        }
    }

    /// Returns the name shown on pages.
    pub(crate) fn words(self) -> Said {
        match self {
            Input::Chord(first, second) => Said::joined([Pad(first).key(), Pad(second).key()], AND),
            single => single.key().into(),
        }
    }

    /// Returns the name of a single input.
    fn key(self) -> localization::Key {
        NAMES.iter().find(|(other, _)| *other == self).map_or(say!(""), |(_, name)| *name)
    }

    /// Returns true if the input can be bound to an action.
    pub(crate) fn can_be_bound(self) -> bool {
        !self.name().is_empty()
    }

    /// Returns true for a key that types a character, that is, with a one-letter name.
    pub(crate) fn writes(self) -> bool {
        let name = self.name();
        let sign = name.strip_prefix("Num ").unwrap_or(&name);
        matches!(self, Key(_)) && (sign.chars().count() == 1 || self == Key(K::Space))
    }

    pub(crate) fn is_of_pad(self) -> bool {
        matches!(self, Pad(_) | Input::Chord(..))
    }

    /// Returns the short name for hints. A gamepad button is just `A`, and either Ctrl key is `Ctrl`.
    pub(crate) fn hint(self) -> Said {
        match self {
            Input::Chord(first, second) => Said::joined([Pad(first).short(), Pad(second).short()], AND),
            single => single.short().into(),
        }
    }

    /// Returns the short name of a single input.
    fn short(self) -> localization::Key {
        match self {
            Key(K::Delete) => say!("Del"),
            Key(K::ControlLeft | K::ControlRight) => say!("Ctrl"),
            Key(K::ShiftLeft | K::ShiftRight) => say!("Shift"),
            Key(K::AltLeft | K::AltRight) => say!("Alt"),
            Key(K::SuperLeft | K::SuperRight) => say!("Super"),
            Pad(GamepadButton::South) => say!("A"),
            Pad(GamepadButton::East) => say!("B"),
            Pad(GamepadButton::West) => say!("X"),
            Pad(GamepadButton::North) => say!("Y"),
            Pad(GamepadButton::LeftTrigger) => say!("LB"),
            Pad(GamepadButton::RightTrigger) => say!("RB"),
            Pad(GamepadButton::LeftTrigger2) => say!("LT"),
            Pad(GamepadButton::RightTrigger2) => say!("RT"),
            Pad(GamepadButton::LeftThumb) => say!("left stick"),
            Pad(GamepadButton::RightThumb) => say!("right stick"),
            Pad(GamepadButton::Select) => say!("Select"),
            Pad(GamepadButton::Start) => say!("Start"),
            Pad(GamepadButton::Mode) => say!("Mode"),
            Pad(GamepadButton::DPadUp) => say!("up"),
            Pad(GamepadButton::DPadDown) => say!("down"),
            Pad(GamepadButton::DPadLeft) => say!("left"),
            Pad(GamepadButton::DPadRight) => say!("right"),
            _ => self.key(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_input_has_a_unique_name() {
        let names: BTreeSet<&str> = NAMES.iter().map(|(_, name)| name.english()).collect();
        assert_eq!(names.len(), NAMES.len());
        for (input, name) in NAMES {
            assert_eq!((Input::named(name.english()), input.name().as_ref()), (Some(input), name.english()));
        }
        assert_eq!(Input::named("w"), None);
    }

    #[test]
    fn hints_are_short() {
        let hints = [Key(K::ControlRight), Pad(GamepadButton::South), Key(K::ArrowLeft), Mouse(MouseButton::Left)];
        assert_eq!(hints.map(Input::hint), ["Ctrl", "A", "Left", "Mouse left"]);
        assert_eq!(Input::Chord(GamepadButton::LeftTrigger, GamepadButton::DPadUp).hint(), "LB + up");
    }

    #[test]
    fn chord_has_the_names_of_two_different_buttons() {
        let chord = Input::Chord(GamepadButton::LeftTrigger, GamepadButton::South);
        assert_eq!((chord.name().as_ref(), Input::named("Pad LB + Pad A")), ("Pad LB + Pad A", Some(chord)));
        for wrong in ["Pad LB + Pad LB", "Pad LB + A", "Pad LB + ", "W + Pad A", "Pad LB + Pad A + Pad B"] {
            assert_eq!(Input::named(wrong), None, "{wrong}");
        }
    }
}
