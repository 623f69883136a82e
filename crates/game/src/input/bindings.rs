//! The bindings: which triggers do which action, as the player has chosen them.

use crate::{input::action::Action, input::pad::Device, input::trigger::Trigger};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most triggers of an action.
pub(crate) const MOST: usize = 6;

/// The triggers of each action.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<String, Vec<String>>", into = "BTreeMap<String, Vec<String>>")]
pub(crate) struct Bindings([[Option<Trigger>; MOST]; Action::COUNT]);

/// A set of bindings to begin with. Mouse and pad are the same in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeySet {
    /// W, A, S and D, and the arrows.
    Wasd,
    /// H, J, K and L, as in the editor vi.
    Vi,
    /// The block of numbers.
    Numpad,
}

impl KeySet {
    pub(crate) const ALL: [KeySet; 3] = [KeySet::Wasd, KeySet::Vi, KeySet::Numpad];

    pub(crate) fn words(self) -> &'static str {
        match self {
            KeySet::Wasd => "W A S D and arrows",
            KeySet::Vi => "H J K L, as in vi",
            KeySet::Numpad => "Block of numbers",
        }
    }

    /// Its keys for an action.
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
        _ => &[],
    }
}

/// What mouse and pads do at first.
fn mouse_and_pad(action: Action) -> &'static [&'static str] {
    match action {
        Action::Fire => &["Mouse left", "Pad RT"],
        Action::Use => &["Pad A", "Pad X"],
        // Not the button that leaves a board: who holds it there would jump.
        Action::Jump => &["Mouse right", "Pad Y"],
        Action::Run => &["Pad LT", "Pad left stick"],
        Action::NextWeapon => &["Wheel down", "Pad RB", "Pad right"],
        Action::PreviousWeapon => &["Wheel up", "Pad LB", "Pad left"],
        Action::LastWeapon => &["Mouse middle", "Pad up"],
        Action::Map => &["Pad Select"],
        Action::MapNearer => &["Pad right stick"],
        Action::Suit => &["Pad down"],
        _ => &[],
    }
}

impl Default for Bindings {
    fn default() -> Self {
        Bindings::of(KeySet::Wasd)
    }
}

impl Bindings {
    /// The bindings of a set.
    pub(crate) fn of(set: KeySet) -> Bindings {
        let mut bindings = Bindings([[None; MOST]; Action::COUNT]);
        for action in Action::ALL {
            let names = set.keys(action).iter().chain(mouse_and_pad(action));
            names.filter_map(|name| Trigger::named(name)).for_each(|trigger| bindings.add(action, trigger));
        }
        bindings
    }

    /// The triggers of an action.
    pub(crate) fn triggers(&self, action: Action) -> impl Iterator<Item = Trigger> {
        self.0[action as usize].into_iter().flatten()
    }

    /// Whether this trigger does this action.
    pub(crate) fn has(&self, action: Action, trigger: Trigger) -> bool {
        trigger == Trigger::Pointed(action) || self.triggers(action).any(|other| other == trigger)
    }

    /// What a trigger does.
    pub(crate) fn actions(&self, trigger: Trigger) -> impl Iterator<Item = Action> {
        Action::ALL.into_iter().filter(move |action| self.has(*action, trigger))
    }

    /// Lets a trigger do an action, too; where it has enough of them, it takes the place of the first one.
    pub(crate) fn add(&mut self, action: Action, trigger: Trigger) {
        if self.has(action, trigger) || !trigger.can_be_bound() {
            return;
        }
        let triggers = &mut self.0[action as usize];
        match triggers.iter_mut().find(|place| place.is_none()) {
            Some(place) => *place = Some(trigger),
            None => triggers[0] = Some(trigger),
        }
    }

    /// Lets a trigger do an action no more.
    pub(crate) fn remove(&mut self, action: Action, trigger: Trigger) {
        let left: Vec<Trigger> = self.triggers(action).filter(|other| *other != trigger).collect();
        self.clear(action);
        left.into_iter().for_each(|trigger| self.add(action, trigger));
    }

    /// Leaves an action without triggers.
    pub(crate) fn clear(&mut self, action: Action) {
        self.0[action as usize] = [None; MOST];
    }

    /// Another action that one of the triggers of this one does, too.
    pub(crate) fn conflict(&self, action: Action) -> Option<Action> {
        self.triggers(action).find_map(|trigger| self.actions(trigger).find(|other| *other != action))
    }

    /// The first trigger of an action on a device, for a hint; `-` if there is none.
    pub(crate) fn hint(&self, action: Action, device: Device) -> &'static str {
        let is_on_device = |trigger: &Trigger| trigger.is_of_pad() == (device == Device::Pad);
        self.triggers(action).find(is_on_device).map_or("-", Trigger::hint)
    }
}

impl TryFrom<BTreeMap<String, Vec<String>>> for Bindings {
    type Error = String;

    fn try_from(named: BTreeMap<String, Vec<String>>) -> Result<Bindings, String> {
        let mut bindings = Bindings::default();
        for (name, triggers) in named {
            // An action of a newer version stays in the file.
            let Some(action) = Action::named(&name) else { continue };
            if triggers.len() > MOST {
                return Err(format!("{name} has more than {MOST} keys"));
            }
            bindings.clear(action);
            for trigger in triggers {
                let found = Trigger::named(&trigger);
                bindings.add(action, found.ok_or_else(|| format!("there is no key '{trigger}' for {name}"))?);
            }
        }
        Ok(bindings)
    }
}

impl From<Bindings> for BTreeMap<String, Vec<String>> {
    fn from(bindings: Bindings) -> Self {
        Action::ALL
            .into_iter()
            .map(|action| (action.name(), bindings.triggers(action).map(|trigger| trigger.name().to_owned()).collect()))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_no_set_does_a_trigger_do_two_things_and_every_action_has_a_key() {
        for set in KeySet::ALL {
            let bindings = Bindings::of(set);
            for action in Action::ALL {
                assert_eq!(bindings.conflict(action), None, "{set:?} {action:?}");
                assert!(bindings.triggers(action).any(|trigger| !trigger.is_of_pad()), "{set:?} {action:?}");
                let wanted = set.keys(action).len() + mouse_and_pad(action).len();
                assert_eq!(bindings.triggers(action).count(), wanted, "{set:?} {action:?}: a name is wrong");
            }
        }
    }

    #[test]
    fn what_is_bound_is_the_same_after_it_was_written() {
        let mut bindings = Bindings::of(KeySet::Vi);
        bindings.clear(Action::Jump);
        bindings.add(Action::Fire, Trigger::WheelUp);
        assert_eq!(bindings.conflict(Action::Fire), Some(Action::PreviousWeapon));
        let text = ron::to_string(&bindings).unwrap();
        assert_eq!(ron::from_str::<Bindings>(&text).unwrap(), bindings);
    }

    #[test]
    fn what_a_file_says_is_taken_and_what_it_leaves_out_is_as_at_first() {
        let read = ron::from_str::<Bindings>(r#"{"Fire": ["F"], "Jump": [], "Dance": ["nobody knows"]}"#).unwrap();
        assert_eq!(read.triggers(Action::Fire).collect::<Vec<_>>(), [Trigger::Key(KeyCode::KeyF)]);
        assert_eq!(read.triggers(Action::Jump).count(), 0);
        assert!(read.has(Action::Forward, Trigger::Key(KeyCode::KeyW)));
        let wrong = ron::from_str::<Bindings>(r#"{"Fire": ["Banana"]}"#).unwrap_err().to_string();
        assert!(wrong.contains("there is no key 'Banana' for Fire"), "{wrong}");
    }

    #[test]
    fn a_trigger_more_than_there_is_room_for_takes_the_place_of_the_first() {
        let mut bindings = Bindings::default();
        bindings.clear(Action::Use);
        for name in ["A", "B", "C", "D", "E", "F", "G"] {
            bindings.add(Action::Use, Trigger::named(name).unwrap());
        }
        let names: Vec<&str> = bindings.triggers(Action::Use).map(Trigger::name).collect();
        assert_eq!(names, ["G", "B", "C", "D", "E", "F"]);
        bindings.remove(Action::Use, Trigger::Key(KeyCode::KeyC));
        assert_eq!(bindings.triggers(Action::Use).count(), 5);
    }
}
