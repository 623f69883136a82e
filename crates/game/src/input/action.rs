//! The actions: what a player can do with a press, each with what it is called.

/// What a press does while somebody plays. The last ones also do it elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Forward,
    Back,
    StepLeft,
    StepRight,
    TurnLeft,
    TurnRight,
    Run,
    AlwaysRun,
    Fire,
    Use,
    Jump,
    NextWeapon,
    PreviousWeapon,
    LastWeapon,
    Weapon1,
    Weapon2,
    Weapon3,
    Weapon4,
    Weapon5,
    Weapon6,
    Weapon7,
    Weapon8,
    Weapon9,
    Map,
    MapNearer,
    MapFarther,
    MapFollow,
    MapTurn,
    MapThick,
    MapNote,
    Suit,
    Rewind,
    QuickSave,
    QuickLoad,
    Help,
    Mute,
    Screenshot,
}

use Action as A;

impl Action {
    pub(crate) const COUNT: usize = Action::ALL.len();

    /// All of them, in the order in which they are listed; each stands where its number says.
    pub(crate) const ALL: [Action; 37] = [
        A::Forward,
        A::Back,
        A::StepLeft,
        A::StepRight,
        A::TurnLeft,
        A::TurnRight,
        A::Run,
        A::AlwaysRun,
        A::Fire,
        A::Use,
        A::Jump,
        A::NextWeapon,
        A::PreviousWeapon,
        A::LastWeapon,
        A::Weapon1,
        A::Weapon2,
        A::Weapon3,
        A::Weapon4,
        A::Weapon5,
        A::Weapon6,
        A::Weapon7,
        A::Weapon8,
        A::Weapon9,
        A::Map,
        A::MapNearer,
        A::MapFarther,
        A::MapFollow,
        A::MapTurn,
        A::MapThick,
        A::MapNote,
        A::Suit,
        A::Rewind,
        A::QuickSave,
        A::QuickLoad,
        A::Help,
        A::Mute,
        A::Screenshot,
    ];

    /// Those that choose the weapon of a slot, from the first slot on.
    pub(crate) const SLOTS: [Action; 9] =
        [A::Weapon1, A::Weapon2, A::Weapon3, A::Weapon4, A::Weapon5, A::Weapon6, A::Weapon7, A::Weapon8, A::Weapon9];

    /// The action of this name in the file of the settings.
    pub(crate) fn named(name: &str) -> Option<Action> {
        Action::ALL.into_iter().find(|action| action.name() == name)
    }

    /// Its name in the file of the settings.
    pub(crate) fn name(self) -> String {
        format!("{self:?}")
    }

    /// What it is called on pages.
    pub(crate) fn words(self) -> &'static str {
        match self {
            A::Forward => "Walk forward",
            A::Back => "Walk back",
            A::StepLeft => "Step left",
            A::StepRight => "Step right",
            A::TurnLeft => "Turn left",
            A::TurnRight => "Turn right",
            A::Run => "Run",
            A::AlwaysRun => "Always run: on, off",
            A::Fire => "Fire",
            A::Use => "Use, hold on",
            A::Jump => "Jump",
            A::NextWeapon => "Next weapon",
            A::PreviousWeapon => "Previous weapon",
            A::LastWeapon => "Last weapon",
            A::Weapon1 => "Weapon 1",
            A::Weapon2 => "Weapon 2",
            A::Weapon3 => "Weapon 3",
            A::Weapon4 => "Weapon 4",
            A::Weapon5 => "Weapon 5",
            A::Weapon6 => "Weapon 6",
            A::Weapon7 => "Weapon 7",
            A::Weapon8 => "Weapon 8",
            A::Weapon9 => "Weapon 9",
            A::Map => "Map: over, whole, off",
            A::MapNearer => "Map: nearer, and round",
            A::MapFarther => "Map: farther",
            A::MapFollow => "Map: follow, or by arrows",
            A::MapTurn => "Map: turn with me",
            A::MapThick => "Map: thick lines",
            A::MapNote => "Map: set a note",
            A::Suit => "Suit page",
            A::Rewind => "Back in time",
            A::QuickSave => "Save at once",
            A::QuickLoad => "Load that",
            A::Help => "Help",
            A::Mute => "Sound: on, off",
            A::Screenshot => "Screenshot",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_action_stands_where_its_number_says_and_is_found_by_its_name() {
        for (number, action) in Action::ALL.into_iter().enumerate() {
            assert_eq!((action as usize, Action::named(&action.name())), (number, Some(action)));
        }
    }
}
