//! Happenings: all that can be reported. What comes of each stands in the table of `effects.rs`.

use crate::{
    events::damage_source::DamageSource,
    rules::ids::{KindId, PickupId, PropId, WeaponId},
};
use level::{Key, Lock};
use serde::{Deserialize, Serialize};
use strum::EnumIter;

/// What can happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter)]
pub enum GameEvent {
    /// The player took a step, slowly or fast enough to be heard.
    Footstep(Gait, Foot),
    /// A weapon was fired.
    Shot(WeaponId),
    /// The trigger was pulled on an empty weapon, or one was chosen that cannot be fired.
    Empty,
    /// The player changed to a weapon.
    Changes(WeaponId),
    /// A blow of a weapon has hit a body or a wall.
    MeleeLands(WeaponId),
    /// What a weapon has sent flying has hit a body or a wall.
    ProjectileHits(WeaponId),
    /// What a weapon has sent flying has hit a body or a wall, and explodes.
    ProjectileExplodes(WeaponId),
    /// A prop was hit and stands.
    PropHit(PropId),
    /// A prop broke.
    PropBreaks(PropId),
    /// A prop exploded.
    PropExplodes(PropId),
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
    Notices(KindId),
    /// An undead struck, whether it hit or not.
    Strikes(KindId),
    /// A monster struck at the player in reach of it, and missed.
    Misses(KindId),
    /// What an undead threw has hit a body or a wall.
    MonsterProjectileHits(KindId),
    /// An undead that has fallen burst.
    Bursts(KindId),
    /// An undead was hit and lives on.
    MonsterHurt(KindId),
    /// An undead died.
    MonsterDies(KindId),
    /// The player was hit and lives on.
    PlayerHurt,
    /// The player died of this.
    PlayerDies(DamageSource),
    /// The player took a pickup.
    Taken(PickupId),
    /// A door is no longer locked, because a trigger said so.
    DoorUnlocks,
    /// A switch was thrown, or a target hit.
    SwitchThrown,
    /// Somebody set off a plate on the floor.
    PlateSinks,
    /// A message of the level's is shown: its number.
    Says(u16),
    /// A window or a thin wall cracked.
    HullCracks,
    /// A window or a thin wall broke, and space is behind it.
    HullBreaks,
    /// A window or a thin wall broke within the ship.
    WallBreaks,
    /// A shutter fell over a hole in the hull.
    ShutterFalls,
    /// A shutter opened.
    ShutterOpens,
    /// A patch closed a hole in the hull.
    HoleCloses,
    /// There was no hole where the patch gun was aimed.
    NoHole,
    /// Somebody of this kind was carried out into space.
    MonsterLost(KindId),
    /// The player was carried out into space, and is dead.
    PlayerLost,
    /// A lift carried the player to another place of the deck.
    Carried,
    /// Somebody was crushed by a push-wall.
    Crushed,
    /// The player found a secret.
    SecretFound,
    /// The lift's switch was thrown.
    LiftThrown,
    /// A piece was selected on a board, or the board was begun anew or gone back on.
    BoardPick,
    /// The player made a move on a board.
    BoardMoves,
    /// The ship made a move.
    BoardReplies,
    /// What the player wants to do on a board cannot be done.
    BoardRefuses,
    /// A hint was found.
    BoardHint,
    /// The suit has too little oxygen for a hint.
    HintRefused,
    /// The player won a game.
    BoardWon,
    /// The player lost a game.
    BoardLost,
    /// Nobody won a game.
    BoardDrawn,
    /// A pebble of a conduit lock slid to the hole.
    ConduitSlides,
    /// A conduit lock is solved.
    ConduitOpens,
    /// An undead came near the player while he stood at a terminal.
    BoardNear,
    /// The lift left: the deck is done.
    DeckDone,
}

/// How somebody goes who is heard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gait {
    /// Faster than one who sneaks.
    #[default]
    Walks,
    /// Faster than one who walks.
    Runs,
}

/// A foot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Foot {
    /// The first to step.
    #[default]
    Left,
    /// The other one.
    Right,
}
