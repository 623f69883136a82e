//! Actions that a player can trigger with an input, each with its context and its display name.

/// Context in which an input has a meaning. The same key may trigger different actions in different contexts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Context {
    /// A menu or a page, including the menu after death.
    #[default]
    Menu,
    /// A deck is being played.
    Deck,
    /// The player uses a board terminal.
    Board,
    /// A demo is being watched.
    Demo,
    /// The map of a deck or a demo is open and does not follow the player, so that it can be moved.
    Map,
    /// A deck or a demo is visible, with or without its map.
    View,
    /// All contexts.
    Everywhere,
}

impl Context {
    /// Returns true if actions of this context are available while `shown` is the current context.
    pub(crate) fn is_in(self, shown: Context) -> bool {
        let is_seen = matches!(shown, Context::Deck | Context::Demo | Context::Map);
        self == shown || self == Context::Everywhere || self == Context::View && is_seen
    }

    /// Returns true if one input can trigger actions of both contexts. Map actions take their keys from the deck.
    fn overlaps(self, other: Context) -> bool {
        self.is_in(other) || other.is_in(self)
    }
}

/// Defines the actions in display order, as `Name: Context, "words"`.
macro_rules! actions {
    ($($name:ident: $context:ident, $words:expr;)*) => {
        /// Action that an input triggers. Settings files contain the names.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Action {
            $($name,)*
        }

        impl Action {
            /// All actions in display order.
            pub(crate) const ALL: &[Action] = &[$(Action::$name,)*];
            pub(crate) const COUNT: usize = Action::ALL.len();

            /// Returns the context of the action.
            pub(crate) fn context(self) -> Context {
                match self {
                    $(Action::$name => Context::$context,)*
                }
            }

            /// Returns the display name of the action.
            pub(crate) fn words(self) -> localization::Key {
                match self {
                    $(Action::$name => $words,)*
                }
            }
        }
    };
}

actions! {
    Forward: Deck, say!("Move forward");
    Back: Deck, say!("Move backward");
    StepLeft: Deck, say!("Strafe left");
    StepRight: Deck, say!("Strafe right");
    TurnLeft: Deck, say!("Turn left");
    TurnRight: Deck, say!("Turn right");
    Run: Deck, say!("Run");
    AlwaysRun: Deck, say!("Toggle always run");
    Fire: Deck, say!("Fire");
    Use: Deck, say!("Use / hold on");
    Jump: Deck, say!("Jump");
    NextWeapon: Deck, say!("Next weapon");
    PreviousWeapon: Deck, say!("Previous weapon");
    LastWeapon: Deck, say!("Last weapon");
    WeaponWheel: Deck, say!("Weapon wheel (hold)");
    Weapon1: Deck, say!("Weapon 1");
    Weapon2: Deck, say!("Weapon 2");
    Weapon3: Deck, say!("Weapon 3");
    Weapon4: Deck, say!("Weapon 4");
    Weapon5: Deck, say!("Weapon 5");
    Weapon6: Deck, say!("Weapon 6");
    Weapon7: Deck, say!("Weapon 7");
    Weapon8: Deck, say!("Weapon 8");
    Weapon9: Deck, say!("Weapon 9");
    Suit: Deck, say!("Suit status");
    Map: View, say!("Automap: overlay / full / off");
    MapNearer: View, say!("Automap: zoom in (wraps)");
    MapFarther: View, say!("Automap: zoom out");
    MapFollow: View, say!("Automap: follow / pan");
    MapTurn: View, say!("Automap: rotate with player");
    MapThick: View, say!("Automap: thick lines");
    MapNote: View, say!("Automap: place marker");
    MapUp: Map, say!("Automap: pan up");
    MapDown: Map, say!("Automap: pan down");
    MapLeft: Map, say!("Automap: pan left");
    MapRight: Map, say!("Automap: pan right");
    Pause: View, say!("Pause");
    Rewind: Everywhere, say!("Rewind");
    QuickSave: Everywhere, say!("Quick save");
    QuickLoad: Everywhere, say!("Quick load");
    Help: Everywhere, say!("Help");
    Mute: Everywhere, say!("Mute");
    Screenshot: Everywhere, say!("Screenshot");
    FullScreen: Everywhere, say!("Full screen");
    DebugMap: Everywhere, say!("Debug map");
    Console: Everywhere, say!("Developer console");
    TimeStop: Deck, say!("Developer: stop time");
    TimeForward: Deck, say!("Developer: next tick");
    TimeBack: Deck, say!("Developer: previous tick");
    ConsoleComplete: Menu, say!("Console: complete");
    MenuUp: Menu, say!("Menu: up");
    MenuDown: Menu, say!("Menu: down");
    MenuLeft: Menu, say!("Menu: left");
    MenuRight: Menu, say!("Menu: right");
    MenuConfirm: Menu, say!("Menu: confirm");
    MenuBack: Menu, say!("Menu: back");
    MenuDelete: Menu, say!("Menu: delete");
    MenuRename: Menu, say!("Menu: rename");
    MenuGoOn: Menu, say!("Menu: continue");
    PageUp: Menu, say!("Text: page up");
    PageDown: Menu, say!("Text: page down");
    TextStart: Menu, say!("Text: go to start");
    TextEnd: Menu, say!("Text: go to end");
    BoardUp: Board, say!("Board: cursor up");
    BoardDown: Board, say!("Board: cursor down");
    BoardLeft: Board, say!("Board: cursor left");
    BoardRight: Board, say!("Board: cursor right");
    BoardPick: Board, say!("Board: select");
    BoardUndo: Board, say!("Board: undo");
    BoardHint: Board, say!("Board: hint");
    BoardRestart: Board, say!("Board: restart");
    BoardCompany: Board, say!("Board: change opponent");
    BoardLeave: Board, say!("Board: leave");
    DemoStop: Demo, say!("Demo: pause / resume");
    DemoNextTick: Demo, say!("Demo: next tick");
    DemoLastTick: Demo, say!("Demo: previous tick");
    DemoForward: Demo, say!("Demo: forward 5 seconds");
    DemoBack: Demo, say!("Demo: back 5 seconds");
    DemoStart: Demo, say!("Demo: go to start");
    DemoEnd: Demo, say!("Demo: go to end");
    DemoFaster: Demo, say!("Demo: faster");
    DemoSlower: Demo, say!("Demo: slower");
    DemoTakeOver: Demo, say!("Demo: take control");
}

use Action as A;
use localization::say;

impl Action {
    /// Actions that select a weapon slot, starting with the first slot.
    pub(crate) const SLOTS: [Action; 9] =
        [A::Weapon1, A::Weapon2, A::Weapon3, A::Weapon4, A::Weapon5, A::Weapon6, A::Weapon7, A::Weapon8, A::Weapon9];

    /// Returns the action with this name in the settings file.
    pub(crate) fn named(name: &str) -> Option<Action> {
        Action::ALL.iter().copied().find(|action| action.name() == name)
    }

    /// Returns the name of the action in the settings file.
    pub(crate) fn name(self) -> String {
        format!("{self:?}")
    }

    /// Returns true if one input can trigger both actions.
    pub(crate) fn overlaps(self, other: Action) -> bool {
        self.context().overlaps(other.context())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_action_has_its_index_and_is_found_by_name() {
        for (number, &action) in Action::ALL.iter().enumerate() {
            assert_eq!((action as usize, Action::named(&action.name())), (number, Some(action)));
        }
    }

    #[test]
    fn actions_overlap_only_if_one_press_can_trigger_both() {
        assert!(A::Fire.overlaps(A::Map) && A::DemoStop.overlaps(A::Pause) && A::Help.overlaps(A::BoardUndo));
        assert!(!A::Fire.overlaps(A::BoardUndo) && !A::MenuUp.overlaps(A::Map) && !A::MapUp.overlaps(A::TurnLeft));
    }
}
