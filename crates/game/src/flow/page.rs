//! The page that lies over the menu from which it was opened, if one does.

use bevy::prelude::*;

/// What lies over the title or the pause; the menu below stands still.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Page {
    /// Nothing: the menu itself is used.
    #[default]
    None,
    /// What the player can choose.
    Options,
    /// Which key or button does what.
    Keys,
    /// The saves, of which one is to be played.
    Load,
    /// The slots, one of which is to be written.
    Save,
    /// The decks that the journey has come to, and how to get there.
    Route,
    /// The messages of this run.
    Log,
    /// The keys, and what a newcomer has to know.
    Help,
    /// What the game is made of.
    Credits,
    /// Whom the player has met.
    Bestiary,
    /// The decks that were reached, on one of which a new game is to begin.
    Decks,
    /// The code of a ship that nobody has drawn.
    NewShip,
    /// The demos, of which one is to be played.
    Demos,
    /// Lines of Action, for two people or against the computer.
    LinesOfAction,
    /// A save whose run cannot go on: its deck can be begun again.
    IncompatibleSave,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_state::<Page>();
}
