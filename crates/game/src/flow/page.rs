//! The page that is open above the menu, if any.

use bevy::prelude::*;

/// Page over the title or the pause menu, which is inactive meanwhile.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Page {
    /// No page: the menu itself has the input.
    #[default]
    None,
    /// Options.
    Options,
    /// Key and button bindings.
    Keys,
    /// Saves to load.
    Load,
    /// Slots to save to.
    Save,
    /// Decks that the journey has reached, and the routes between them.
    Route,
    /// Messages of this run.
    Log,
    /// Controls and hints for new players.
    Help,
    /// Credits.
    Credits,
    /// Monsters that the player has met.
    Bestiary,
    /// Decks reached so far, on which a new game can start.
    Decks,
    /// Campaigns of the game and of mods, of which a new game plays one.
    Campaigns,
    /// Mods: which are on, and in which order.
    Mods,
    /// Code of a generated ship.
    NewShip,
    /// Demos to play.
    Demos,
    /// The board game Lines of Action, for two players or against the computer.
    LinesOfAction,
    /// Save whose run cannot continue, but whose deck can be restarted.
    IncompatibleSave,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_state::<Page>();
}
