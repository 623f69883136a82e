//! Bindings: the inputs that trigger each action, as selected by the player.

use crate::{
    input::action::{Action, Context},
    input::input::Input,
    input::pad::Device,
};
use bevy::prelude::*;
use localization::{Key, Said, say};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use strum::VariantArray;

/// Maximum number of inputs per action.
pub(crate) const MAX: usize = 6;

/// Inputs of each action.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<String, Vec<String>>", into = "BTreeMap<String, Vec<String>>")]
pub(crate) struct Bindings([[Option<Input>; MAX]; Action::COUNT]);

/// Predefined set of key bindings. Mouse and gamepad bindings are the same in all sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub(crate) enum KeySet {
    /// W, A, S, D and the arrow keys.
    Wasd,
    /// H, J, K, L, as in the editor vi.
    Vi,
    /// Numeric keypad.
    Numpad,
}

impl KeySet {
    pub(crate) fn words(self) -> Key {
        match self {
            KeySet::Wasd => say!("W A S D and arrows"),
            KeySet::Vi => say!("H J K L (vi)"),
            KeySet::Numpad => say!("Numeric keypad"),
        }
    }

    /// Returns the keys of an action.
    fn keys(self, action: Action) -> &'static [&'static str] {
        match self {
            KeySet::Wasd => wasd(action),
            KeySet::Vi => vi(action),
            KeySet::Numpad => numpad(action),
        }
    }
}

fn wasd(action: Action) -> &'static [&'static str] {
    match action {
        Action::Forward => &["W", "Up"],
        Action::Back => &["S", "Down"],
        Action::StepLeft => &["A"],
        Action::StepRight => &["D"],
        Action::TurnLeft => &["Left"],
        Action::TurnRight => &["Right"],
        Action::Fire => &["Left Ctrl", "Right Ctrl"],
        Action::Use => &["Space", "E"],
        Action::Jump => &["J"],
        Action::NextWeapon => &["]"],
        Action::PreviousWeapon => &["["],
        Action::LastWeapon => &["Q"],
        Action::WeaponWheel => &["X"],
        Action::MapNearer => &["=", "Num +", "Page up"],
        Action::MapFarther => &["-", "Num -", "Page down"],
        _ => in_all_sets(action),
    }
}

fn vi(action: Action) -> &'static [&'static str] {
    match action {
        Action::Forward => &["K", "Up"],
        Action::Back => &["J", "Down"],
        Action::StepLeft => &["Y"],
        Action::StepRight => &["U"],
        Action::TurnLeft => &["H", "Left"],
        Action::TurnRight => &["L", "Right"],
        Action::Fire => &["F", "Left Ctrl", "Right Ctrl"],
        Action::Jump => &["G"],
        Action::MapFollow => &["V"],
        _ => wasd(action),
    }
}

fn numpad(action: Action) -> &'static [&'static str] {
    match action {
        Action::Forward => &["Num 8", "Up"],
        Action::Back => &["Num 5", "Num 2", "Down"],
        Action::StepLeft => &["Num 7", "Num 1"],
        Action::StepRight => &["Num 9", "Num 3"],
        Action::TurnLeft => &["Num 4", "Left"],
        Action::TurnRight => &["Num 6", "Right"],
        Action::Fire => &["Num 0", "Left Ctrl", "Right Ctrl"],
        Action::Use => &["Num Enter", "Space"],
        Action::Jump => &["Num ."],
        Action::NextWeapon => &["Num +"],
        Action::PreviousWeapon => &["Num -"],
        Action::LastWeapon => &["Num *"],
        Action::WeaponWheel => &["Num /"],
        _ => in_all_sets(action),
    }
}

fn in_all_sets(action: Action) -> &'static [&'static str] {
    match action {
        Action::Run => &["Left Shift", "Right Shift"],
        Action::AlwaysRun => &["Caps Lock"],
        Action::Weapon1 => &["1"],
        Action::Weapon2 => &["2"],
        Action::Weapon3 => &["3"],
        Action::Weapon4 => &["4"],
        Action::Weapon5 => &["5"],
        Action::Weapon6 => &["6"],
        Action::Weapon7 => &["7"],
        Action::Weapon8 => &["8"],
        Action::Weapon9 => &["9"],
        Action::Map => &["Tab", "M"],
        Action::MapNearer => &["=", "Page up"],
        Action::MapFarther => &["-", "Page down"],
        Action::MapFollow => &["F"],
        Action::MapTurn => &["R"],
        Action::MapThick => &["T"],
        Action::MapNote => &["N"],
        Action::Suit => &["C"],
        Action::Rewind => &["Backspace"],
        Action::QuickSave => &["F5"],
        Action::QuickLoad => &["F9"],
        Action::Help => &["F1"],
        Action::Mute => &["F8"],
        Action::Screenshot => &["F12", "Print"],
        Action::FullScreen => &["F11"],
        Action::DebugMap => &["F3"],
        Action::Console => &["`"],
        Action::TimeStop => &["F4"],
        Action::TimeForward => &["."],
        Action::TimeBack => &[","],
        Action::Pause => &["Esc"],
        Action::MapUp => &["Up"],
        Action::MapDown => &["Down"],
        Action::MapLeft => &["Left"],
        Action::MapRight => &["Right"],
        other => outside_of_decks(other),
    }
}

/// Returns the keys of actions in menus, at boards and in demos.
fn outside_of_decks(action: Action) -> &'static [&'static str] {
    match action {
        Action::MenuUp | Action::BoardUp | Action::DemoFaster => &["Up"],
        Action::MenuDown | Action::BoardDown | Action::DemoSlower => &["Down"],
        Action::MenuLeft | Action::BoardLeft | Action::DemoBack => &["Left"],
        Action::MenuRight | Action::BoardRight | Action::DemoForward => &["Right"],
        Action::MenuConfirm | Action::DemoTakeOver => &["Enter", "Num Enter"],
        Action::MenuBack | Action::BoardLeave => &["Esc"],
        Action::MenuDelete => &["Delete"],
        Action::MenuRename => &["F2"],
        Action::ConsoleComplete => &["Tab"],
        Action::MenuGoOn => &["Left Ctrl", "Right Ctrl"],
        Action::PageUp => &["Page up"],
        Action::PageDown => &["Page down"],
        Action::TextStart | Action::DemoStart => &["Home"],
        Action::TextEnd | Action::DemoEnd => &["End"],
        Action::BoardPick => &["Enter", "Num Enter", "Space"],
        Action::BoardUndo => &["U"],
        Action::BoardHint => &["H"],
        Action::BoardRestart => &["R"],
        Action::BoardCompany => &["T"],
        Action::DemoStop => &["Space"],
        Action::DemoNextTick => &["."],
        Action::DemoLastTick => &[","],
        _ => &[],
    }
}

/// Returns the default mouse and gamepad inputs of an action.
fn mouse_and_pad(action: Action) -> &'static [&'static str] {
    match action {
        Action::Fire => &["Mouse left", "Pad RT"],
        Action::Use => &["Pad A", "Pad X"],
        // Not the button that leaves a board: the player would jump if it were still held.
        Action::Jump => &["Mouse right", "Pad Y"],
        Action::Run => &["Pad LT", "Pad left stick"],
        Action::NextWeapon => &["Wheel down", "Pad RB", "Pad right"],
        Action::PreviousWeapon => &["Wheel up", "Pad left"],
        Action::WeaponWheel => &["Pad LB"],
        Action::LastWeapon => &["Mouse middle", "Pad up"],
        Action::Map => &["Pad Select"],
        Action::MapNearer => &["Pad right stick"],
        Action::Suit => &["Pad down"],
        // The left bumper also opens the weapon wheel, which nothing but the right stick turns.
        Action::QuickSave => &["Pad LB + Pad up"],
        Action::QuickLoad => &["Pad LB + Pad down"],
        Action::Rewind => &["Pad LB + Pad left"],
        Action::Screenshot => &["Pad LB + Pad right"],
        Action::Help => &["Pad LB + Pad Select"],
        Action::Pause => &["Pad Start"],
        Action::MenuUp | Action::BoardUp | Action::DemoFaster => &["Pad up"],
        Action::MenuDown | Action::BoardDown | Action::DemoSlower => &["Pad down"],
        Action::MenuLeft | Action::BoardLeft | Action::DemoBack => &["Pad left"],
        Action::MenuRight | Action::BoardRight | Action::DemoForward => &["Pad right"],
        Action::MenuConfirm | Action::BoardPick | Action::DemoTakeOver => &["Pad A"],
        Action::MenuBack | Action::BoardLeave => &["Pad B", "Pad Start"],
        Action::MenuDelete | Action::BoardUndo => &["Pad X"],
        Action::MenuRename | Action::BoardHint => &["Pad Y"],
        Action::BoardRestart => &["Pad Select"],
        Action::BoardCompany => &["Pad RB"],
        _ => &[],
    }
}

impl Default for Bindings {
    fn default() -> Self {
        Bindings::of(KeySet::Wasd)
    }
}

impl Bindings {
    /// Returns the bindings of a set.
    pub(crate) fn of(set: KeySet) -> Bindings {
        let mut bindings = Bindings([[None; MAX]; Action::COUNT]);
        for &action in Action::ALL {
            let names = set.keys(action).iter().chain(mouse_and_pad(action));
            names.filter_map(|name| Input::named(name)).for_each(|input| bindings.add(action, input));
        }
        bindings
    }

    /// Returns the inputs of an action. Enter always confirms in menus and Escape always goes back, so that the menus
    /// stay usable. For the same reason, Escape pauses and leaves a board if no other input does.
    pub(crate) fn inputs(&self, action: Action) -> impl Iterator<Item = Input> {
        let bound = self.0[action as usize];
        let is_bound = bound.iter().any(Option::is_some);
        let kept = match action {
            Action::MenuConfirm => Some(Input::Key(KeyCode::Enter)),
            Action::MenuBack => Some(Input::Key(KeyCode::Escape)),
            Action::Pause | Action::BoardLeave if !is_bound => Some(Input::Key(KeyCode::Escape)),
            _ => None,
        };
        bound.into_iter().flatten().chain(kept.filter(|kept| !bound.contains(&Some(*kept))))
    }

    /// Returns true if this input triggers this action.
    pub(crate) fn has(&self, action: Action, input: Input) -> bool {
        self.inputs(action).any(|other| other == input)
    }

    /// Returns the actions that an input triggers in a context.
    pub(crate) fn actions(&self, shown: Context, input: Input) -> impl Iterator<Item = Action> {
        let is_it = move |action: &Action| action.context().is_in(shown) && self.has(*action, input);
        Action::ALL.iter().copied().filter(is_it)
    }

    /// Binds an additional input to an action. If the action has the maximum number, the input replaces the first one.
    pub(crate) fn add(&mut self, action: Action, input: Input) {
        if self.0[action as usize].contains(&Some(input)) || !input.can_be_bound() {
            return;
        }
        let inputs = &mut self.0[action as usize];
        match inputs.iter_mut().find(|place| place.is_none()) {
            Some(place) => *place = Some(input),
            None => inputs[0] = Some(input),
        }
    }

    /// Unbinds an input from an action.
    pub(crate) fn remove(&mut self, action: Action, input: Input) {
        let bound = self.0[action as usize].into_iter().flatten();
        let left: Vec<Input> = bound.filter(|other| *other != input).collect();
        self.clear(action);
        left.into_iter().for_each(|input| self.add(action, input));
    }

    /// Removes all inputs of an action.
    pub(crate) fn clear(&mut self, action: Action) {
        self.0[action as usize] = [None; MAX];
    }

    /// Returns another action that shares an input with this one in an overlapping context.
    pub(crate) fn conflict(&self, action: Action) -> Option<Action> {
        let is_other = |other: &Action| *other != action && other.overlaps(action);
        let mut others = Action::ALL.iter().copied().filter(is_other);
        others.find(|other| self.inputs(action).any(|input| self.has(*other, input)))
    }

    /// Returns the name of an action's first input on a device, for a hint; `-` if there is none.
    pub(crate) fn hint(&self, action: Action, device: Device) -> Said {
        let is_on_device = |input: &Input| input.is_of_pad() == (device == Device::Pad);
        self.inputs(action).find(is_on_device).map_or(say!("-").into(), Input::hint)
    }
}

impl TryFrom<BTreeMap<String, Vec<String>>> for Bindings {
    type Error = String;

    fn try_from(named: BTreeMap<String, Vec<String>>) -> Result<Bindings, String> {
        let mut bindings = Bindings::default();
        let mut chosen = Vec::new();
        for (name, inputs) in named {
            // Actions of a newer version are ignored here and stay in the file.
            let Some(action) = Action::named(&name) else { continue };
            if inputs.len() > MAX {
                return Err(format!("{name} has more than {MAX} keys"));
            }
            bindings.clear(action);
            for input in inputs {
                let found = Input::named(&input);
                bindings.add(action, found.ok_or_else(|| format!("unknown key '{input}' for {name}"))?);
            }
            chosen.push(action);
        }
        // Default inputs of an action that the file does not contain must not take inputs from those that it does.
        for &action in Action::ALL.iter().filter(|action| !chosen.contains(action)) {
            let overlapping = chosen.iter().filter(|other| other.overlaps(action));
            let taken: Vec<Input> = overlapping.flat_map(|other| bindings.inputs(*other)).collect();
            taken.into_iter().for_each(|input| bindings.remove(action, input));
        }
        Ok(bindings)
    }
}

impl From<Bindings> for BTreeMap<String, Vec<String>> {
    fn from(bindings: Bindings) -> Self {
        let names = |action: Action| bindings.0[action as usize].into_iter().flatten().map(|it| it.name().into_owned());
        Action::ALL.iter().map(|&action| (action.name(), names(action).collect())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_sets_are_complete_and_unambiguous() {
        for &set in KeySet::VARIANTS {
            let bindings = Bindings::of(set);
            for &action in Action::ALL {
                assert_eq!(bindings.conflict(action), None, "{set:?} {action:?}");
                assert!(bindings.inputs(action).any(|input| !input.is_of_pad()), "{set:?} {action:?}");
                let wanted = set.keys(action).len() + mouse_and_pad(action).len();
                assert_eq!(bindings.inputs(action).count(), wanted, "{set:?} {action:?}: a name is wrong");
            }
        }
    }

    #[test]
    fn bindings_survive_serialization() {
        let mut bindings = Bindings::of(KeySet::Vi);
        bindings.clear(Action::Jump);
        bindings.add(Action::Fire, Input::WheelUp);
        assert_eq!(bindings.conflict(Action::Fire), Some(Action::PreviousWeapon));
        let text = ron::to_string(&bindings).unwrap();
        assert_eq!(ron::from_str::<Bindings>(&text).unwrap(), bindings);
    }

    #[test]
    fn missing_bindings_have_their_defaults() {
        let read = ron::from_str::<Bindings>(r#"{"Fire": ["F"], "Jump": [], "Dance": ["nobody knows"]}"#).unwrap();
        assert_eq!(read.inputs(Action::Fire).collect::<Vec<_>>(), [Input::Key(KeyCode::KeyF)]);
        assert_eq!(read.inputs(Action::Jump).count(), 0);
        assert!(read.has(Action::Forward, Input::Key(KeyCode::KeyW)));
        let wrong = ron::from_str::<Bindings>(r#"{"Fire": ["Banana"]}"#).unwrap_err().to_string();
        assert!(wrong.contains("unknown key 'Banana' for Fire"), "{wrong}");
    }

    #[test]
    fn defaults_of_new_actions_do_not_take_bound_keys() {
        let read = ron::from_str::<Bindings>(r#"{"Jump": ["F11"], "Use": ["Up"]}"#).unwrap();
        let f11 = Input::Key(KeyCode::F11);
        assert!(read.has(Action::Jump, f11) && !read.has(Action::FullScreen, f11));
        assert!(read.has(Action::MenuUp, Input::Key(KeyCode::ArrowUp)), "menus have their own context");
    }

    #[test]
    fn input_has_a_different_action_in_each_context() {
        let bindings = Bindings::default();
        let does = |shown, key| bindings.actions(shown, Input::Key(key)).collect::<Vec<_>>();
        assert_eq!(does(Context::Deck, KeyCode::KeyR), [Action::MapTurn]);
        assert_eq!(does(Context::Board, KeyCode::KeyR), [Action::BoardRestart]);
        assert_eq!(does(Context::Menu, KeyCode::KeyR), []);
        assert_eq!(does(Context::Demo, KeyCode::Escape), [Action::Pause]);
        assert_eq!(does(Context::Menu, KeyCode::F3), [Action::DebugMap]);
    }

    #[test]
    fn escape_and_enter_always_work_in_menus() {
        let mut bindings = Bindings::default();
        let (enter, escape) = (Input::Key(KeyCode::Enter), Input::Key(KeyCode::Escape));
        for (action, input) in [(Action::MenuConfirm, enter), (Action::MenuBack, escape), (Action::Pause, escape)] {
            bindings.clear(action);
            assert!(bindings.has(action, input));
        }
        bindings.add(Action::Pause, Input::Key(KeyCode::KeyP));
        assert!(!bindings.has(Action::Pause, escape), "another key is bound to pause");
        bindings.add(Action::MenuDelete, enter);
        assert_eq!(bindings.conflict(Action::MenuDelete), Some(Action::MenuConfirm));
    }

    #[test]
    fn input_beyond_the_maximum_replaces_the_first() {
        let mut bindings = Bindings::default();
        bindings.clear(Action::Use);
        for name in ["A", "B", "C", "D", "E", "F", "G"] {
            bindings.add(Action::Use, Input::named(name).unwrap());
        }
        let names: Vec<_> = bindings.inputs(Action::Use).map(Input::name).collect();
        assert_eq!(names, ["G", "B", "C", "D", "E", "F"]);
        bindings.remove(Action::Use, Input::Key(KeyCode::KeyC));
        assert_eq!(bindings.inputs(Action::Use).count(), 5);
    }
}
