//! The actions: what a player can do with a press, each with the context in which it is done and with what it is called.

/// Where a press means something: the same key may do different things in different contexts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Context {
    /// A menu or a page, and the menu of the dead.
    #[default]
    Menu,
    /// A deck is played.
    Deck,
    /// The player stands at a board.
    Board,
    /// A demo is watched.
    Demo,
    /// The map of a deck or a demo does not follow, and is moved.
    Map,
    /// A deck or a demo is seen, with its map or without.
    View,
    /// All of them.
    Everywhere,
}

impl Context {
    /// Whether actions of this context are done while another one is shown.
    pub(crate) fn is_in(self, shown: Context) -> bool {
        let is_seen = matches!(shown, Context::Deck | Context::Demo | Context::Map);
        self == shown || self == Context::Everywhere || self == Context::View && is_seen
    }

    /// Whether one press can ask for actions of both contexts. What moves the map takes its keys from the deck.
    fn overlaps(self, other: Context) -> bool {
        self.is_in(other) || other.is_in(self)
    }
}

/// Lists the actions in the order in which they are shown, as `Name: Context, "words"`.
macro_rules! actions {
    ($($name:ident: $context:ident, $words:literal;)*) => {
        /// What a press does. Settings files hold the names.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Action {
            $($name,)*
        }

        impl Action {
            /// All of them, in the order in which they are listed.
            pub(crate) const ALL: &[Action] = &[$(Action::$name,)*];
            pub(crate) const COUNT: usize = Action::ALL.len();

            /// The context in which it is done.
            pub(crate) fn context(self) -> Context {
                match self {
                    $(Action::$name => Context::$context,)*
                }
            }

            /// What it is called on pages.
            pub(crate) fn words(self) -> &'static str {
                match self {
                    $(Action::$name => $words,)*
                }
            }
        }
    };
}

actions! {
    Forward: Deck, "Walk forward";
    Back: Deck, "Walk back";
    StepLeft: Deck, "Step left";
    StepRight: Deck, "Step right";
    TurnLeft: Deck, "Turn left";
    TurnRight: Deck, "Turn right";
    Run: Deck, "Run";
    AlwaysRun: Deck, "Always run: on, off";
    Fire: Deck, "Fire";
    Use: Deck, "Use, hold on";
    Jump: Deck, "Jump";
    NextWeapon: Deck, "Next weapon";
    PreviousWeapon: Deck, "Previous weapon";
    LastWeapon: Deck, "Last weapon";
    Weapon1: Deck, "Weapon 1";
    Weapon2: Deck, "Weapon 2";
    Weapon3: Deck, "Weapon 3";
    Weapon4: Deck, "Weapon 4";
    Weapon5: Deck, "Weapon 5";
    Weapon6: Deck, "Weapon 6";
    Weapon7: Deck, "Weapon 7";
    Weapon8: Deck, "Weapon 8";
    Weapon9: Deck, "Weapon 9";
    Suit: Deck, "Suit page";
    Map: View, "Map: over, whole, off";
    MapNearer: View, "Map: nearer, and round";
    MapFarther: View, "Map: farther";
    MapFollow: View, "Map: follow, or by arrows";
    MapTurn: View, "Map: turn with me";
    MapThick: View, "Map: thick lines";
    MapNote: View, "Map: set a note";
    MapUp: Map, "Map: up";
    MapDown: Map, "Map: down";
    MapLeft: Map, "Map: left";
    MapRight: Map, "Map: right";
    Pause: View, "Pause";
    Rewind: Everywhere, "Back in time";
    QuickSave: Everywhere, "Save at once";
    QuickLoad: Everywhere, "Load that";
    Help: Everywhere, "Help";
    Mute: Everywhere, "Sound: on, off";
    Screenshot: Everywhere, "Screenshot";
    FullScreen: Everywhere, "Full screen";
    DebugMap: Everywhere, "Developer map";
    MenuUp: Menu, "Menu: up";
    MenuDown: Menu, "Menu: down";
    MenuLeft: Menu, "Menu: left";
    MenuRight: Menu, "Menu: right";
    MenuConfirm: Menu, "Menu: confirm";
    MenuBack: Menu, "Menu: back";
    MenuDelete: Menu, "Menu: delete";
    MenuRename: Menu, "Menu: rename";
    MenuGoOn: Menu, "Menu: go on";
    PageUp: Menu, "Text: page up";
    PageDown: Menu, "Text: page down";
    TextStart: Menu, "Text: start";
    TextEnd: Menu, "Text: end";
    BoardUp: Board, "Board: up";
    BoardDown: Board, "Board: down";
    BoardLeft: Board, "Board: left";
    BoardRight: Board, "Board: right";
    BoardPick: Board, "Board: pick";
    BoardUndo: Board, "Board: take back";
    BoardHint: Board, "Board: hint";
    BoardRestart: Board, "Board: restart";
    BoardCompany: Board, "Board: opponent";
    BoardLeave: Board, "Board: leave";
    DemoStop: Demo, "Demo: stop, go on";
    DemoNextTick: Demo, "Demo: next tick";
    DemoLastTick: Demo, "Demo: previous tick";
    DemoForward: Demo, "Demo: 5 seconds on";
    DemoBack: Demo, "Demo: 5 seconds back";
    DemoStart: Demo, "Demo: start";
    DemoEnd: Demo, "Demo: end";
    DemoFaster: Demo, "Demo: faster";
    DemoSlower: Demo, "Demo: slower";
    DemoTakeOver: Demo, "Demo: play on";
}

use Action as A;

impl Action {
    /// Those that choose the weapon of a slot, from the first slot on.
    pub(crate) const SLOTS: [Action; 9] =
        [A::Weapon1, A::Weapon2, A::Weapon3, A::Weapon4, A::Weapon5, A::Weapon6, A::Weapon7, A::Weapon8, A::Weapon9];

    /// The action of this name in the file of the settings.
    pub(crate) fn named(name: &str) -> Option<Action> {
        Action::ALL.iter().copied().find(|action| action.name() == name)
    }

    /// Its name in the file of the settings.
    pub(crate) fn name(self) -> String {
        format!("{self:?}")
    }

    /// Whether one press can ask for both actions.
    pub(crate) fn overlaps(self, other: Action) -> bool {
        self.context().overlaps(other.context())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_action_has_its_number_and_is_found_by_its_name() {
        for (number, &action) in Action::ALL.iter().enumerate() {
            assert_eq!((action as usize, Action::named(&action.name())), (number, Some(action)));
        }
    }

    #[test]
    fn actions_overlap_only_where_one_press_can_ask_for_both() {
        assert!(A::Fire.overlaps(A::Map) && A::DemoStop.overlaps(A::Pause) && A::Help.overlaps(A::BoardUndo));
        assert!(!A::Fire.overlaps(A::BoardUndo) && !A::MenuUp.overlaps(A::Map) && !A::MapUp.overlaps(A::TurnLeft));
    }
}
