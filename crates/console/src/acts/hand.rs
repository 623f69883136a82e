//! The hand: doors, switches, lifts and walls.

use crate::{
    acts::aim::turn_to_point,
    acts::board,
    acts::play::{Play, Stop, cannot},
    seen::things::{Sort, Thing},
    words::compass::Compass,
};
use bevy::math::Vec2;
use engine::{Door, DoorState, GameEvent, Grid, Intent, LIFT_TICKS, ticks};
use words::say;

/// How far the hand reaches, in tiles from the player's middle to the middle of a cell.
const REACH: f32 = 1.5;
/// The ticks within which what is used answers.
const ANSWERS: u32 = 8;

/// What is used stands beside him: the nearest thing that has a use, in a direction or in any.
pub(crate) fn beside(play: &mut Play, to: Option<Compass>, sorts: &[Sort]) -> Option<Thing> {
    let at = play.own().at;
    let is_there = |thing: &Thing| {
        let offset = thing.at - at;
        sorts.contains(&thing.sort) && offset.length() <= REACH && to.is_none_or(|to| Compass::of(offset) == to)
    };
    play.in_sight().into_iter().find(is_there)
}

/// Turns to a point and uses what is there; what was heard of it is told. False if nothing happened.
pub(crate) fn use_at(play: &mut Play, point: Vec2) -> Result<bool, Stop> {
    turn_to_point(play, point)?;
    // Pressed once, after it was let go.
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

/// True for what comes of a hand that uses something.
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

/// Opens the door beside him; one that is open already stays so.
pub(crate) fn open(play: &mut Play, to: Option<Compass>) -> Result<(), Stop> {
    let Some(door) = beside(play, to, &[Sort::Door]) else {
        return cannot(say!("There is no door beside you: go to one first."));
    };
    let world = play.headless.world_mut();
    let state = world.query::<&Door>().iter(world).find(|other| other.cell() == door.cell()).map(Door::state);
    if matches!(state, Some(DoorState::Open | DoorState::Opening)) {
        return cannot(say!("It is open already."));
    }
    let does = use_at(play, door.at)?;
    if does { Ok(()) } else { cannot(say!("It does not open.")) }
}

/// Pushes the wall beside him.
pub(crate) fn push(play: &mut Play, to: Compass) -> Result<(), Stop> {
    let cell = Grid::cell_at(play.own().at) + to.step();
    if use_at(play, Grid::middle(cell))? { Ok(()) } else { cannot(say!("Nothing moves.")) }
}
