//! Reports: what happened, for whoever watches. Sounds, flashes and captions read them; no rule does.

use bevy::prelude::*;
use level::ThingKind;

/// Something that happened in a tick, and where.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// What happened.
    pub what: Happening,
    /// Where it happened, in tiles.
    pub at: Vec2,
}

/// What can happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// The pistol was fired.
    Shot,
    /// The trigger was pulled on an empty pistol.
    Empty,
    /// A door began to open.
    DoorOpens,
    /// A door began to close.
    DoorCloses,
    /// An undead noticed the player.
    Notices,
    /// An undead struck, whether it hit or not.
    Strikes,
    /// An undead was hit and lives on.
    MonsterHurt,
    /// An undead died.
    MonsterDies,
    /// The player was hit and lives on.
    PlayerHurt,
    /// The player died.
    PlayerDies,
    /// The player took something up.
    Taken(ThingKind),
    /// The lift's switch was thrown.
    LiftThrown,
    /// The lift left: the deck is done.
    DeckDone,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<Report>();
}
