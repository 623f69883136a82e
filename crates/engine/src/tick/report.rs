//! Reports: what happened, for whoever watches. Sounds, flashes and captions read them; no rule does.

use bevy::prelude::*;
use level::{Key, Lock};

/// Something that happened in a tick, and where.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// What happened.
    pub what: Happening,
    /// Where it happened, in tiles.
    pub at: Vec2,
    /// The direction of the shot or blow that did it, of length 1; zero where there was none.
    pub towards: Vec2,
    /// The number, in the rules, of the kind of undead, of the weapon, of the pickup or of the prop that it is about, as
    /// its happening says.
    pub kind: Option<u16>,
}

impl Report {
    /// Something that has no direction.
    pub(crate) fn new(what: Happening, at: Vec2) -> Self {
        Report { what, at, towards: Vec2::ZERO, kind: None }
    }

    /// It is about the undead, the weapon, the pickup or the prop of this number.
    pub(crate) fn by(self, kind: u16) -> Self {
        Report { kind: Some(kind), ..self }
    }
}

/// What can happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// A weapon was fired.
    Shot,
    /// The trigger was pulled on an empty weapon, or one was chosen that cannot be fired.
    Empty,
    /// The player changed to a weapon.
    Changes,
    /// A blow of a weapon has hit a body or a wall.
    BlowLands,
    /// What a weapon has sent flying has hit a body or a wall.
    MissileHits,
    /// What a weapon has sent flying has hit a body or a wall, and explodes.
    MissileExplodes,
    /// A prop was hit and stands.
    PropHit,
    /// A prop broke.
    PropBreaks,
    /// A prop exploded.
    PropExplodes,
    /// Flames burn somebody who is alight.
    Burns,
    /// A shot ended at a wall, a door, a pane or a pillar. The place is a hair, 0.01 tiles of the shot's way, before it, and
    /// so in the cell in front of it.
    Impact,
    /// A door began to open.
    DoorOpens,
    /// A door began to close.
    DoorCloses,
    /// The player tried a door that is locked, and has no key that fits.
    DoorRefuses(Lock),
    /// A key opened a lock.
    Unlocked(Key),
    /// A door locked itself behind the player, or because a trigger said so.
    DoorLocks,
    /// A push-wall began to move.
    PushWallMoves,
    /// A push-wall came to rest for good.
    PushWallStops,
    /// A push-wall was pushed, and something is behind it.
    PushWallStuck,
    /// An undead noticed the player.
    Notices,
    /// An undead struck, whether it hit or not.
    Strikes,
    /// What an undead threw has hit a body or a wall.
    BoltHits,
    /// An undead that has fallen burst.
    Bursts,
    /// An undead was hit and lives on.
    MonsterHurt,
    /// An undead died.
    MonsterDies,
    /// The player was hit and lives on.
    PlayerHurt,
    /// The player died.
    PlayerDies,
    /// The player took a pickup.
    Taken,
    /// A door is no longer locked, because a trigger said so.
    DoorUnlocks,
    /// A switch was thrown, or a target hit.
    SwitchThrown,
    /// Somebody set off a plate on the floor.
    PlateSinks,
    /// A message of the level's is shown: its number.
    Says(u16),
    /// A lift carried the player to another place of the deck.
    Carried,
    /// Somebody was crushed by a push-wall.
    Crushed,
    /// The player found a secret.
    SecretFound,
    /// The lift's switch was thrown.
    LiftThrown,
    /// The lift left: the deck is done.
    DeckDone,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<Report>();
}
