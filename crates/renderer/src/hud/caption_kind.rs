//! The kinds of captions: what of that which happens a player wants to read.

use crate::stage::options::CaptionKinds;
use engine::Happening;

/// Whether a player who wants to read these kinds reads of this.
pub(crate) fn is_wanted(what: Happening, wanted: CaptionKinds) -> bool {
    use Happening::*;
    match what {
        Footstep(..) | Shot(_) | Empty | Changes(_) | MeleeLands(_) | Taken(_) | PlayerHurt | NoHole | HoleCloses
        | BoardPick | BoardMoves | BoardRefuses | BoardHint | HintRefused | ConduitSlides => wanted.own,
        Notices(_)
        | Strikes(_)
        | Misses(_)
        | MonsterProjectileHits(_)
        | Bursts(_)
        | MonsterHurt(_)
        | MonsterDies(_)
        | MonsterLost(_)
        | BoardNear => wanted.undead,
        DoorOpens | DoorCloses | DoorLocks | DoorUnlocks | PushWallMoves | PushWallStops | PushWallStuck
        | SwitchThrown | PlateSinks | ShutterFalls | ShutterOpens => wanted.doors,
        ProjectileHits(_)
        | ProjectileExplodes(_)
        | PropHit(_)
        | PropBreaks(_)
        | PropExplodes(_)
        | Burns
        | Impact
        | HullCracks
        | WallBreaks
        | Crushed
        | BoardReplies => wanted.surroundings,
        // Who does not read these does not know why he stands before a door, why he dies, or what is to be done.
        DoorRefuses(_) | Unlocked(_) | Says(_) | HullBreaks | PlayerDies | PlayerLost | Carried | SecretFound
        | LiftThrown | BoardWon | BoardLost | BoardDrawn | ConduitOpens | DeckDone => true,
    }
}
