//! An input: what can be pressed, and what it is called on pages and in the file of the settings.

use bevy::prelude::*;

/// A key (by its place on the keyboard, not by its letter), a button of the mouse, a notch of its wheel, or a button of a pad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    Key(KeyCode),
    Mouse(MouseButton),
    WheelUp,
    WheelDown,
    Pad(GamepadButton),
}

use Input::{Key, Mouse, Pad};
use KeyCode as K;

/// All of them with their names. A key is called as it is on an American keyboard.
const NAMES: [(Input, &str); 129] = [
    (Key(K::KeyA), "A"),
    (Key(K::KeyB), "B"),
    (Key(K::KeyC), "C"),
    (Key(K::KeyD), "D"),
    (Key(K::KeyE), "E"),
    (Key(K::KeyF), "F"),
    (Key(K::KeyG), "G"),
    (Key(K::KeyH), "H"),
    (Key(K::KeyI), "I"),
    (Key(K::KeyJ), "J"),
    (Key(K::KeyK), "K"),
    (Key(K::KeyL), "L"),
    (Key(K::KeyM), "M"),
    (Key(K::KeyN), "N"),
    (Key(K::KeyO), "O"),
    (Key(K::KeyP), "P"),
    (Key(K::KeyQ), "Q"),
    (Key(K::KeyR), "R"),
    (Key(K::KeyS), "S"),
    (Key(K::KeyT), "T"),
    (Key(K::KeyU), "U"),
    (Key(K::KeyV), "V"),
    (Key(K::KeyW), "W"),
    (Key(K::KeyX), "X"),
    (Key(K::KeyY), "Y"),
    (Key(K::KeyZ), "Z"),
    (Key(K::Digit0), "0"),
    (Key(K::Digit1), "1"),
    (Key(K::Digit2), "2"),
    (Key(K::Digit3), "3"),
    (Key(K::Digit4), "4"),
    (Key(K::Digit5), "5"),
    (Key(K::Digit6), "6"),
    (Key(K::Digit7), "7"),
    (Key(K::Digit8), "8"),
    (Key(K::Digit9), "9"),
    (Key(K::ArrowUp), "Up"),
    (Key(K::ArrowDown), "Down"),
    (Key(K::ArrowLeft), "Left"),
    (Key(K::ArrowRight), "Right"),
    (Key(K::ControlLeft), "Left Ctrl"),
    (Key(K::ControlRight), "Right Ctrl"),
    (Key(K::ShiftLeft), "Left Shift"),
    (Key(K::ShiftRight), "Right Shift"),
    (Key(K::AltLeft), "Left Alt"),
    (Key(K::AltRight), "Right Alt"),
    (Key(K::SuperLeft), "Left Super"),
    (Key(K::SuperRight), "Right Super"),
    (Key(K::ContextMenu), "Menu"),
    (Key(K::Space), "Space"),
    (Key(K::Escape), "Esc"),
    (Key(K::Enter), "Enter"),
    (Key(K::Tab), "Tab"),
    (Key(K::Backspace), "Backspace"),
    (Key(K::CapsLock), "Caps Lock"),
    (Key(K::Insert), "Insert"),
    (Key(K::Delete), "Delete"),
    (Key(K::Home), "Home"),
    (Key(K::End), "End"),
    (Key(K::PageUp), "Page up"),
    (Key(K::PageDown), "Page down"),
    (Key(K::PrintScreen), "Print"),
    (Key(K::ScrollLock), "Scroll Lock"),
    (Key(K::Pause), "Pause"),
    (Key(K::Backquote), "`"),
    (Key(K::Minus), "-"),
    (Key(K::Equal), "="),
    (Key(K::BracketLeft), "["),
    (Key(K::BracketRight), "]"),
    (Key(K::Backslash), "\\"),
    (Key(K::IntlBackslash), "<"),
    (Key(K::Semicolon), ";"),
    (Key(K::Quote), "'"),
    (Key(K::Comma), ","),
    (Key(K::Period), "."),
    (Key(K::Slash), "/"),
    (Key(K::F1), "F1"),
    (Key(K::F2), "F2"),
    (Key(K::F3), "F3"),
    (Key(K::F4), "F4"),
    (Key(K::F5), "F5"),
    (Key(K::F6), "F6"),
    (Key(K::F7), "F7"),
    (Key(K::F8), "F8"),
    (Key(K::F9), "F9"),
    (Key(K::F10), "F10"),
    (Key(K::F11), "F11"),
    (Key(K::F12), "F12"),
    (Key(K::NumLock), "Num Lock"),
    (Key(K::Numpad0), "Num 0"),
    (Key(K::Numpad1), "Num 1"),
    (Key(K::Numpad2), "Num 2"),
    (Key(K::Numpad3), "Num 3"),
    (Key(K::Numpad4), "Num 4"),
    (Key(K::Numpad5), "Num 5"),
    (Key(K::Numpad6), "Num 6"),
    (Key(K::Numpad7), "Num 7"),
    (Key(K::Numpad8), "Num 8"),
    (Key(K::Numpad9), "Num 9"),
    (Key(K::NumpadAdd), "Num +"),
    (Key(K::NumpadSubtract), "Num -"),
    (Key(K::NumpadMultiply), "Num *"),
    (Key(K::NumpadDivide), "Num /"),
    (Key(K::NumpadDecimal), "Num ."),
    (Key(K::NumpadEnter), "Num Enter"),
    (Mouse(MouseButton::Left), "Mouse left"),
    (Mouse(MouseButton::Right), "Mouse right"),
    (Mouse(MouseButton::Middle), "Mouse middle"),
    (Mouse(MouseButton::Back), "Mouse back"),
    (Mouse(MouseButton::Forward), "Mouse forward"),
    (Input::WheelUp, "Wheel up"),
    (Input::WheelDown, "Wheel down"),
    (Pad(GamepadButton::South), "Pad A"),
    (Pad(GamepadButton::East), "Pad B"),
    (Pad(GamepadButton::West), "Pad X"),
    (Pad(GamepadButton::North), "Pad Y"),
    (Pad(GamepadButton::LeftTrigger), "Pad LB"),
    (Pad(GamepadButton::RightTrigger), "Pad RB"),
    (Pad(GamepadButton::LeftTrigger2), "Pad LT"),
    (Pad(GamepadButton::RightTrigger2), "Pad RT"),
    (Pad(GamepadButton::LeftThumb), "Pad left stick"),
    (Pad(GamepadButton::RightThumb), "Pad right stick"),
    (Pad(GamepadButton::Select), "Pad Select"),
    (Pad(GamepadButton::Start), "Pad Start"),
    (Pad(GamepadButton::Mode), "Pad Mode"),
    (Pad(GamepadButton::DPadUp), "Pad up"),
    (Pad(GamepadButton::DPadDown), "Pad down"),
    (Pad(GamepadButton::DPadLeft), "Pad left"),
    (Pad(GamepadButton::DPadRight), "Pad right"),
];

impl Input {
    /// The input of this name.
    pub(crate) fn named(name: &str) -> Option<Input> {
        NAMES.iter().find(|(_, other)| *other == name).map(|(input, _)| *input)
    }

    /// What it is called; empty if it cannot be chosen for anything.
    pub(crate) fn name(self) -> &'static str {
        NAMES.iter().find(|(other, _)| *other == self).map_or("", |(_, name)| name)
    }

    /// Whether it can be chosen for something.
    pub(crate) fn can_be_bound(self) -> bool {
        !self.name().is_empty()
    }

    /// Whether it is a key that writes something, which one letter names.
    pub(crate) fn writes(self) -> bool {
        let name = self.name();
        let sign = name.strip_prefix("Num ").unwrap_or(name);
        matches!(self, Key(_)) && (sign.chars().count() == 1 || self == Key(K::Space))
    }

    pub(crate) fn is_of_pad(self) -> bool {
        matches!(self, Pad(_))
    }

    /// Its name in a hint: whoever has a pad in his hands knows what A is, and either Ctrl is Ctrl.
    pub(crate) fn hint(self) -> &'static str {
        let name = if self == Key(K::Delete) { "Del" } else { self.name() };
        let sides = ["Pad ", "Left ", "Right "];
        sides.iter().find_map(|side| name.strip_prefix(side)).unwrap_or(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_input_has_a_name_of_its_own_by_which_it_is_found() {
        let names: BTreeSet<&str> = NAMES.iter().map(|(_, name)| *name).collect();
        assert_eq!(names.len(), NAMES.len());
        for (input, name) in NAMES {
            assert_eq!((Input::named(name), input.name()), (Some(input), name));
        }
        assert_eq!(Input::named("w"), None);
    }

    #[test]
    fn hints_are_short() {
        let hints = [Key(K::ControlRight), Pad(GamepadButton::South), Key(K::ArrowLeft), Mouse(MouseButton::Left)];
        assert_eq!(hints.map(Input::hint), ["Ctrl", "A", "Left", "Mouse left"]);
    }
}
