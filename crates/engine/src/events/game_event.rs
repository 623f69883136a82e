//! Game events: everything that can be reported. Their effects are defined in the table in `effects.rs`.

use crate::{
    events::damage_source::DamageSource,
    rules::ids::{KindId, PickupId, PropId, WeaponId},
};
use level::{Key, Lock};
use serde::{Deserialize, Serialize};
use strum::EnumIter;

/// The kinds of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter)]
pub enum GameEvent {
    /// The player took a step, walking or running. Sneaking is silent.
    Footstep(Gait, Foot),
    /// A weapon was fired.
    Shot(WeaponId),
    /// The trigger was pulled on an empty weapon, or one was chosen that cannot be fired.
    Empty,
    /// The player changed to a weapon.
    Changes(WeaponId),
    /// A melee weapon has hit a body or a wall.
    MeleeLands(WeaponId),
    /// A projectile of a weapon has hit a body or a wall.
    ProjectileHits(WeaponId),
    /// A projectile of a weapon has hit a body or a wall and explodes.
    ProjectileExplodes(WeaponId),
    /// A prop was hit and did not break.
    PropHit(PropId),
    /// A prop broke.
    PropBreaks(PropId),
    /// A prop exploded.
    PropExplodes(PropId),
    /// Flames hurt a burning body.
    Burns,
    /// A shot ended at a wall, a door, a pane or a pillar. The position is 0.01 tiles before the point of impact on the
    /// path of the shot, and so in the cell in front of the obstacle.
    Impact,
    /// A door began to open.
    DoorOpens,
    /// A door began to close.
    DoorCloses,
    /// The player tried a locked door without the right key.
    DoorRefuses(Lock),
    /// A key opened a lock.
    Unlocked(Key),
    /// A door locked itself behind the player or was locked by a trigger.
    DoorLocks,
    /// A push-wall began to move.
    PushWallMoves,
    /// A push-wall came to rest permanently.
    PushWallStops,
    /// A push-wall was pushed but cannot move that way.
    PushWallStuck,
    /// A monster noticed the player.
    Notices(KindId),
    /// A monster attacked, whether it hit or not.
    Strikes(KindId),
    /// A monster attacked the player within its reach and missed.
    Misses(KindId),
    /// A projectile of a monster has hit a body or a wall.
    MonsterProjectileHits(KindId),
    /// A dead monster burst.
    Bursts(KindId),
    /// A monster was hit and survived.
    MonsterHurt(KindId),
    /// A monster died.
    MonsterDies(KindId),
    /// The player was hit and survived.
    PlayerHurt,
    /// The player died from this source of damage.
    PlayerDies(DamageSource),
    /// The player took a pickup.
    Taken(PickupId),
    /// A door was unlocked by a trigger.
    DoorUnlocks,
    /// A switch was thrown, or a target hit.
    SwitchThrown,
    /// A body set off a pressure plate.
    PlateSinks,
    /// The level's message with this number is shown.
    Says(u16),
    /// A window or a thin wall cracked.
    HullCracks,
    /// A window or a thin wall towards space broke.
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
    /// A monster of this kind was carried out into space.
    MonsterLost(KindId),
    /// The player was carried out into space and died.
    PlayerLost,
    /// A lift carried the player to another place of the deck.
    Carried,
    /// Something was crushed by a push-wall.
    Crushed,
    /// The player found a secret.
    SecretFound,
    /// The lift's switch was thrown.
    LiftThrown,
    /// A piece was selected on a board, or the board was reset or a move undone.
    BoardPick,
    /// The player made a move on a board.
    BoardMoves,
    /// The ship made a move.
    BoardReplies,
    /// The player tried an impossible action on a board.
    BoardRefuses,
    /// A hint was found.
    BoardHint,
    /// The suit has too little oxygen for a hint.
    HintRefused,
    /// The player won a game.
    BoardWon,
    /// The player lost a game.
    BoardLost,
    /// A game ended in a draw.
    BoardDrawn,
    /// A pebble of a conduit lock slid into the hole.
    ConduitSlides,
    /// A conduit lock is solved.
    ConduitOpens,
    /// A monster came near the player at a terminal.
    BoardNear,
    /// The player tried to open bars.
    BarsRefuse,
    /// The player used a switch that works only once and has been used.
    SwitchRefuses,
    /// The lift left: the deck is completed.
    DeckDone,
}

/// The gait of an audible step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gait {
    /// Walking.
    #[default]
    Walks,
    /// Running.
    Runs,
}

/// A foot of the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Foot {
    /// The first to step.
    #[default]
    Left,
    /// The other one.
    Right,
}
