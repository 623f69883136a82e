//! The tick: the sets of systems of one simulation step, and their rate.

use crate::tick::run::Run;
use bevy::{app::FixedMain, ecs::schedule::SingleThreadedExecutor, prelude::*};
use strum::{IntoStaticStr, VariantArray};

/// Number of ticks per second of game time.
pub const TICKS_PER_SECOND: u32 = 120;

/// Returns the number of ticks in a time in seconds, rounded down; at least 0 and at most `u32::MAX`.
pub const fn ticks(seconds: f32) -> u32 {
    (seconds * TICKS_PER_SECOND as f32) as u32
}

/// Distance in tiles per tick at a speed of 1 tile per second.
pub(crate) const TICK: f32 = 1.0 / TICKS_PER_SECOND as f32;

/// The sets of one tick, in this order. Every system of the simulation is in one of them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr)]
pub enum Tick {
    /// Input of the player, a demo or a bot.
    Intent,
    /// Positions of bodies, hearing and sight.
    Sense,
    /// The player turns, and creatures choose states, targets, paths and attacks.
    Think,
    /// Doors, push-walls, lifts and weapons move on; the [`Grid`](crate::deck::grid::Grid) is updated.
    TriggerAction,
    /// Velocities become positions; walls, doors and other bodies push back.
    Move,
    /// Effects of contact: footsteps, fire, pickups and triggers, and the actions of triggers.
    Touch,
    /// Damage and deaths.
    Resolve,
    /// The end of the run is reported, and the tick is counted.
    Publish,
}

/// The steps of one tick in order, one system each. This is the only place that defines the order of the simulation.
/// Each system names its step; a new system gets a name and a position here.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr)]
pub(crate) enum Step {
    /// Clamps the intent.
    ClampIntent,
    /// Carries out a developer act.
    RunDevAct,
    /// Removes other input while the player stands at a terminal and does not leave it.
    HandleTerminalInput,

    /// Updates the spatial index of bodies.
    UpdateSpatialIndex,
    /// Adds the directions of monsters to the spatial index.
    UpdateCrowd,
    /// Lets monsters hear the noises of the last tick.
    Hear,
    /// Lets monsters notice bait.
    NoticeBait,
    /// Chooses the monsters that look and think in this tick.
    TakeTurns,
    /// Continues the searches of the shared distance fields by a few cells.
    SearchFields,
    /// Lets the monsters that are due look for their targets.
    Look,

    /// Advances the tick counters of the player.
    Age,
    /// Turns the player and sets the wanted velocity.
    Steer,
    /// Advances the player's walk to a point.
    WalkTo,
    /// Lets monsters choose their actions.
    Think,
    /// Calls the scripts of creatures.
    CallScripts,
    /// Executes the orders of the scripts.
    FollowScripts,
    /// Lets dying monsters become corpses, burst, and drop their items.
    ResolveDeaths,
    /// Lets broken props explode and drop their items.
    BreakProps,
    /// Makes the monster attacks that are due.
    Strike,

    /// Plays at the player's terminal: the player's action, and the reply.
    Play,
    /// Uses the object in front of the player.
    Use,
    /// Detects bodies that touch doors.
    TouchDoors,
    /// Moves doors.
    MoveDoors,
    /// Pushes corpses out of the way of doors that must close.
    ClearDoorways,
    /// Moves push-walls.
    MovePushWalls,
    /// Moves bodies in the path of push-walls.
    SweepBodies,
    /// Moves pickups in the path of push-walls.
    CarryPickups,
    /// Updates the grid with doors and push-walls.
    UpdateGrid,
    /// Starts lifts whose switch was used.
    StartLift,
    /// Changes the player's weapon.
    ChangeWeapon,
    /// Fires the player's weapon.
    Fire,
    /// Moves projectiles.
    Fly,
    /// Turns thrown items that have landed into pickups.
    LayDown,
    /// Advances the shock waves of explosions.
    Spread,

    /// Lets the player jump.
    Jump,
    /// Lets bodies in the air fall and land.
    Fall,
    /// Reports the player's landing.
    Land,
    /// Finds the door to space that was opened last.
    TimeDoorways,
    /// Lets the wind push bodies.
    ApplyWind,
    /// Lets the player hold on to nearby objects.
    HoldOn,
    /// Moves bodies.
    Walk,
    /// Lets the wind move corpses and props.
    Drift,
    /// Lets dropped pickups fall.
    FallPickups,
    /// Lets the wind move pickups.
    BlowPickups,

    /// Reports the player's footsteps.
    Footsteps,
    /// Warns the player at a terminal of approaching monsters.
    Warn,
    /// Damages burning bodies.
    Burn,
    /// Lets the player take pickups.
    Take,
    /// Lets creatures eat bait and remove corpses.
    Eat,
    /// Checks the causes of triggers, and requests their actions.
    WorkTriggers,
    /// Opens, closes, locks and unlocks doors as triggers request.
    RunDoorActions,
    /// Moves push-walls as triggers request.
    RunPushWallActions,
    /// Breaks cracked walls, drops shutters, and opens vents and shutters as triggers request.
    RunHullActions,
    /// Updates the grid with the hull, and with doors and push-walls that triggers have moved.
    RunPendingActions,
    /// Updates the sections of connected air from the grid.
    MixAir,
    /// Lets air escape from sections that are open to space, and continues the search for wind directions.
    Drain,
    /// Removes bodies that have drifted into space.
    Swallow,
    /// Updates the player's oxygen.
    Breathe,
    /// Lets bloated monsters swell where there is too little air.
    Swell,
    /// Invalidates the distance fields when the grid has changed.
    InvalidateFields,
    /// Changes lights as triggers request.
    RunLightActions,
    /// Changes gravity as triggers request.
    RunGravityActions,
    /// Wakes monsters as triggers request.
    RunWakeActions,
    /// Calls waiting things as triggers request.
    RunSpawnActions,
    /// Revives monsters that do not stay dead, where there is room.
    Rise,
    /// Spawns the things that were called, where there is room.
    SpawnPending,
    /// Lets lifts carry the player as triggers request.
    RunTeleportActions,
    /// Lets hatches drop the bodies on them as triggers request.
    RunDropActions,

    /// Applies wounds to health, and handles deaths.
    Resolve,

    /// Marks the cells around the player as explored.
    Explore,
    /// Ends the deck as triggers request, if the player is alive.
    RunExitActions,
    /// Ends the deck after a lift has started.
    LeaveDeck,
    /// Counts the tick.
    Count,
    /// Updates the grid with new and broken props.
    NoticeObstacles,
    /// Passes the events of this tick to the noises of the next tick and to observers.
    PassOn,
}

/// The first step of each set. The steps after it in [`Step`] belong to the same set, up to the first step of the next
/// one.
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

/// Returns the set of a step.
pub(crate) fn set_of(step: Step) -> Tick {
    let sets = FIRST_STEPS.iter().rev().find(|(_, first)| *first as usize <= step as usize);
    sets.expect("the first step begins the first set").0
}

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
    // The other fixed schedules are only created if systems are added to them: running an empty one takes as long as
    // ten small systems.
    app.edit_schedule(FixedMain, single_threaded)
        .edit_schedule(FixedUpdate, single_threaded)
        .edit_schedule(FixedPostUpdate, single_threaded);
}

/// Returns true while there is a run that has not ended.
fn is_running(run: Option<Res<Run>>) -> bool {
    run.is_some_and(|run| run.goes_on())
}

/// Makes a schedule single-threaded, as all fixed schedules must be: a few small systems gain nothing from threads, and
/// a deterministic simulation needs one order of systems.
pub(crate) fn single_threaded(schedule: &mut Schedule) {
    schedule.set_executor(SingleThreadedExecutor::new());
}
