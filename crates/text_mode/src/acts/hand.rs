//! The hand: doors, switches, lifts and walls.

use crate::{
    acts::aim::turn_to_point,
    acts::board,
    acts::play::{Play, Stop, cannot},
    perception::things::{Sort, Thing},
    words::compass::Compass,
};
use bevy::math::Vec2;
use engine::{Door, DoorState, GameEvent, Grid, Intent, LIFT_TICKS, ticks};
use localization::say;

/// The reach of the hand, in tiles from the player's centre to the centre of a cell.
const REACH: f32 = 1.5;
/// The number of ticks within which a used thing reacts.
const ANSWERS: u32 = 8;

/// Returns the nearest usable thing within reach, in one direction or in all.
pub(crate) fn beside(play: &mut Play, to: Option<Compass>, sorts: &[Sort]) -> Option<Thing> {
    let at = play.own().at;
    let is_there = |thing: &Thing| {
        let offset = thing.at - at;
        sorts.contains(&thing.sort) && offset.length() <= REACH && to.is_none_or(|to| Compass::of(offset) == to)
    };
    play.in_sight().into_iter().find(is_there)
}

/// Turns to a point, uses the thing there and adds messages about the result. Returns false if nothing happened.
pub(crate) fn use_at(play: &mut Play, point: Vec2) -> Result<bool, Stop> {
    turn_to_point(play, point)?;
    // A press needs a release before it.
    play.tick(Intent::default())?;
    for tick in 0..ANSWERS {
        let outcome = play.tick(Intent { use_: tick == 0, ..Intent::default() });
        let reports = play.headless.events().to_vec();
        outcome?;
        if reports.iter().any(|report| report.what == GameEvent::LiftThrown) {
            play.idle(u64::from(LIFT_TICKS) + 2)?;
            return Ok(true);
        }
        if reports.iter().any(|report| is_answer(report.what)) {
            play.idle(u64::from(ticks(0.6)))?;
            return Ok(true);
        }
    }
    Ok(board::at(play.headless.world_mut()).is_some())
}

/// Returns true for events that using something causes.
fn is_answer(what: GameEvent) -> bool {
    use GameEvent::*;
    matches!(
        what,
        DoorOpens
            | DoorCloses
            | DoorRefuses(_)
            | Unlocked(_)
            | DoorUnlocks
            | SwitchThrown
            | PushWallMoves
            | PushWallStuck
            | Says(_)
    )
}

/// Opens the door within reach. An open door stays open.
pub(crate) fn open(play: &mut Play, to: Option<Compass>) -> Result<(), Stop> {
    let Some(door) = beside(play, to, &[Sort::Door]) else {
        return cannot(say!("There is no door next to you: go to one first."));
    };
    let world = play.headless.world_mut();
    let state = world.query::<&Door>().iter(world).find(|other| other.cell() == door.cell()).map(Door::state);
    if matches!(state, Some(DoorState::Open | DoorState::Opening)) {
        return cannot(say!("It is already open."));
    }
    let does = use_at(play, door.at)?;
    if does { Ok(()) } else { cannot(say!("It does not open.")) }
}

/// Pushes the wall within reach.
pub(crate) fn push(play: &mut Play, to: Compass) -> Result<(), Stop> {
    let cell = Grid::cell_at(play.own().at) + to.step();
    if use_at(play, Grid::middle(cell))? { Ok(()) } else { cannot(say!("Nothing moves.")) }
}
