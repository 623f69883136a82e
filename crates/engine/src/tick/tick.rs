//! The tick: the sets that one step of the simulation passes through, and how fast the steps follow each other.

use crate::tick::run::Run;
use bevy::{app::FixedMain, ecs::schedule::SingleThreadedExecutor, prelude::*};
use strum::VariantArray;

/// Ticks in a second of game time.
pub const TICKS_PER_SECOND: u32 = 120;

/// The ticks in this many seconds, rounded down; at least 0 and at most `u32::MAX`.
pub const fn ticks(seconds: f32) -> u32 {
    (seconds * TICKS_PER_SECOND as f32) as u32
}

/// What moves with a speed of 1 tile a second moves this many tiles a tick.
pub(crate) const TICK: f32 = 1.0 / TICKS_PER_SECOND as f32;

/// The sets of one tick, in this order; every system of the simulation is in one of them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tick {
    /// What the player, a demo or a bot wants.
    Intent,
    /// Who stands where, and who hears and sees what.
    Sense,
    /// The player turns, and creatures choose: states, targets, routes, attacks.
    Think,
    /// Doors, push-walls, lifts and weapons move on; the [`Grid`](crate::deck::grid::Grid) is brought up to date.
    TriggerAction,
    /// Velocities become positions; walls, doors and other bodies push back.
    Move,
    /// What bodies come to touch: footsteps, flames, pickups, triggers; and what triggers ask for.
    Touch,
    /// Damage and deaths.
    Resolve,
    /// The end of the run is reported and the tick counted.
    Publish,
}

/// The steps of one tick, in this order, one system each: the only place where the order of the simulation is said. A system
/// says which step it is; a new one gets a name and its place here.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray)]
pub(crate) enum Step {
    /// The intent is brought within its limits.
    ClampIntent,
    /// Whoever stands at a terminal wants nothing else, unless he leaves it.
    HandleTerminalInput,

    /// Who stands where is written down.
    UpdateSpatialIndex,
    /// The undead say where in the crowd they are going.
    UpdateCrowd,
    /// The undead hear the noises of the last tick.
    Hear,
    /// The undead notice bait.
    NoticeBait,
    /// It is said whose turn it is to look and think.
    TakeTurns,
    /// The shared distance fields are searched a few cells further.
    SearchFields,
    /// The undead whose turn it is look for their foes.
    Look,

    /// The ticks since what happened to the player are counted.
    Age,
    /// The player turns and takes the speed that he wants.
    Steer,
    /// The player takes the next piece of his walk to a point.
    WalkTo,
    /// The undead choose what to do.
    Think,
    /// The scripts of creatures choose what these do.
    CallScripts,
    /// The creatures do what their scripts have chosen.
    FollowScripts,
    /// The undead that have fallen lie down, burst, and leave what they carried.
    ResolveDeaths,
    /// Broken props explode, and leave what was in them.
    BreakProps,
    /// The attacks of the undead that are due hit or set out.
    Strike,

    /// The player plays at the terminal where he stands, and it replies.
    Play,
    /// The player uses what is in front of him.
    Use,
    /// Doors notice who leans on them.
    TouchDoors,
    /// Doors move on.
    MoveDoors,
    /// Doors that must close push the dead out of the way.
    ClearDoorways,
    /// Push-walls move on.
    MovePushWalls,
    /// Push-walls push along whoever is in their way.
    SweepBodies,
    /// Push-walls carry over what lies in their way.
    CarryPickups,
    /// The grid follows doors and push-walls.
    UpdateGrid,
    /// Lifts whose switch was thrown start.
    StartLift,
    /// The player changes his weapon.
    ChangeWeapon,
    /// The player fires.
    Fire,
    /// What was sent flying moves on.
    Fly,
    /// What was thrown to lie there lies where it came down.
    LayDown,
    /// The shock waves of explosions run on.
    Spread,

    /// The player leaves the floor.
    Jump,
    /// Whatever is in the air falls, and lands.
    Fall,
    /// The player's landing is heard.
    Land,
    /// The wind pulls those who stand.
    ApplyWind,
    /// The player holds on to what is beside him.
    HoldOn,
    /// Bodies move.
    Walk,
    /// The wind carries along what lies or stands heavily.
    Drift,
    /// Pickups that somebody has dropped fall.
    FallPickups,
    /// The wind carries pickups along.
    BlowPickups,

    /// The player's feet are heard.
    Footsteps,
    /// Whoever stands at a terminal hears what comes near.
    Warn,
    /// Flames burn those who are alight.
    Burn,
    /// The player takes what lies at his feet.
    Take,
    /// Creatures eat what lured them, and clear the dead away.
    Eat,
    /// Triggers notice what sets them off, and ask for what they do.
    WorkTriggers,
    /// Doors open, close, lock and unlock as triggers ask.
    RunDoorActions,
    /// Push-walls are pushed as triggers ask.
    RunPushWallActions,
    /// What is cracked breaks, shutters fall, and vents and shutters open as triggers ask.
    RunHullActions,
    /// The grid follows the hull, and the doors and push-walls that triggers have moved.
    RunPendingActions,
    /// The sections of the air follow the grid.
    MixAir,
    /// Sections that are open to space lose air, and the ways of the wind are searched further.
    Drain,
    /// Those who have got out into space are gone.
    Swallow,
    /// The player breathes.
    Breathe,
    /// The bloated swell where there is too little air.
    Swell,
    /// The distance fields notice what has changed in the grid.
    InvalidateFields,
    /// Lights change as triggers ask.
    RunLightActions,
    /// Gravity changes as triggers ask.
    RunGravityActions,
    /// The undead wake as triggers ask.
    RunWakeActions,
    /// Those who wait are called as triggers ask.
    RunSpawnActions,
    /// Those of the undead that do not stay dead rise, where there is room.
    Rise,
    /// Those who were called come, where there is room.
    SpawnPending,
    /// Lifts carry the player as triggers ask.
    RunTeleportActions,
    /// Hatches drop whoever is on them as triggers ask.
    RunDropActions,

    /// Wounds cost health; some die.
    Resolve,

    /// The player has seen what is round him.
    Explore,
    /// The deck ends as triggers ask, if the player has lived to see it.
    RunExitActions,
    /// The deck ends when a lift has started.
    LeaveDeck,
    /// The tick is counted.
    Count,
    /// The grid notices which props have come and which are broken.
    NoticeObstacles,
    /// What was told in this tick is passed on to whoever hears and watches.
    PassOn,
}

/// The first step of each set. The steps after it in [`Step`] follow it, up to the first one of the next set.
const FIRST_STEPS: [(Tick, Step); 8] = [
    (Tick::Intent, Step::ClampIntent),
    (Tick::Sense, Step::UpdateSpatialIndex),
    (Tick::Think, Step::Age),
    (Tick::TriggerAction, Step::Play),
    (Tick::Move, Step::Jump),
    (Tick::Touch, Step::Footsteps),
    (Tick::Resolve, Step::Resolve),
    (Tick::Publish, Step::Explore),
];

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(Time::<Fixed>::from_hz(f64::from(TICKS_PER_SECOND)));
    app.configure_sets(
        FixedUpdate,
        (
            Tick::Intent,
            Tick::Sense,
            Tick::Think,
            Tick::TriggerAction,
            Tick::Move,
            Tick::Touch,
            Tick::Resolve,
            Tick::Publish,
        )
            .chain()
            .run_if(is_running),
    );
    for (number, (set, first)) in FIRST_STEPS.into_iter().enumerate() {
        let end = FIRST_STEPS.get(number + 1).map_or(Step::VARIANTS.len(), |(_, next)| *next as usize);
        let steps = &Step::VARIANTS[first as usize..end];
        steps.iter().for_each(|step| _ = app.configure_sets(FixedUpdate, step.in_set(set)));
        steps.windows(2).for_each(|pair| _ = app.configure_sets(FixedUpdate, pair[0].before(pair[1])));
    }
    // The other fixed schedules exist only where somebody adds to them: to run an empty one takes as long as ten small systems.
    app.edit_schedule(FixedMain, single_threaded)
        .edit_schedule(FixedUpdate, single_threaded)
        .edit_schedule(FixedPostUpdate, single_threaded);
}

/// True while there is a run that goes on.
fn is_running(run: Option<Res<Run>>) -> bool {
    run.is_some_and(|run| run.goes_on())
}

/// Lets a schedule run on one thread, as all fixed ones must: a handful of small systems gains nothing from threads, and one order of
/// systems is part of the same-world promise.
pub(crate) fn single_threaded(schedule: &mut Schedule) {
    schedule.set_executor(SingleThreadedExecutor::new());
}
