use super::*;
use crate::{
    bodies::body::{Body, Heading, Immovable, Knockback, Position, PreviousPosition, Velocity},
    bodies::height::{BodyHeight, Height},
    bodies::moving::MovementSolver,
    bodies::searches::Searches,
    bodies::spatial_index::SpatialIndex,
    bodies::wound::{Burning, Health, Wounds},
    deck::noise::Ears,
    deck::tick_interactions::TickInteractions,
    events::event_log::{EventRecord, Told},
    machines::board_search::PendingSearch,
    machines::terminal::{AtTerminal, Terminal},
    machines::trigger::PendingActions,
    monsters::crowd::Attackers,
    monsters::fields::Fields,
    monsters::monster::Monster,
    monsters::scripted::Scripted,
    monsters::state_machine::StateChange,
    monsters::strike::Strikes,
    monsters::think_schedule::ThinkSchedule,
    player::explored::LookRound,
    player::player::Player,
    plugin::EnginePlugin,
    scripts::script_output::Utterance,
    session::begin::{Start, begin},
    things::prop::Prop,
    tick::id::Id,
    tick::intent::Intent,
    weapons::explosion::BlastCause,
    weapons::projectile::{Landings, Projectile},
};
use bevy::{ecs::message::MessageRegistry, time::TimePlugin};
use std::{any::TypeId, collections::BTreeSet};

/// What a snapshot holds.
fn saved() -> [TypeId; 34] {
    [
        TypeId::of::<Id>(),
        TypeId::of::<Position>(),
        TypeId::of::<Velocity>(),
        TypeId::of::<Knockback>(),
        TypeId::of::<Height>(),
        TypeId::of::<Gravity>(),
        TypeId::of::<Burning>(),
        TypeId::of::<Heading>(),
        TypeId::of::<Health>(),
        TypeId::of::<Body>(),
        TypeId::of::<Player>(),
        TypeId::of::<Monster>(),
        TypeId::of::<Scripted>(),
        TypeId::of::<Prop>(),
        TypeId::of::<Door>(),
        TypeId::of::<PushWall>(),
        TypeId::of::<LiftSwitch>(),
        TypeId::of::<Pickup>(),
        TypeId::of::<Projectile>(),
        TypeId::of::<Explosion>(),
        TypeId::of::<PendingSpawn>(),
        TypeId::of::<Terminal>(),
        TypeId::of::<AtTerminal>(),
        TypeId::of::<Run>(),
        TypeId::of::<GameRng>(),
        TypeId::of::<Triggers>(),
        TypeId::of::<Lighting>(),
        TypeId::of::<Noises>(),
        TypeId::of::<Fields>(),
        TypeId::of::<Hull>(),
        TypeId::of::<Air>(),
        TypeId::of::<Explored>(),
        TypeId::of::<Searches>(),
        TypeId::of::<Counts>(),
    ]
}

/// What a restore works out anew, and from what.
fn worked_out() -> [(TypeId, &'static str); 26] {
    [
        (TypeId::of::<BodyHeight>(), "what the kind says"),
        (TypeId::of::<PreviousPosition>(), "where a body is: nothing moves while a game is loaded"),
        (TypeId::of::<Immovable>(), "what all props are, and what their kind says of rails"),
        (TypeId::of::<BlastCause>(), "named by a death alone, and an explosion without it"),
        (TypeId::of::<Deck>(), "given with the snapshot"),
        (TypeId::of::<Rules>(), "given with the snapshot"),
        (TypeId::of::<Identities>(), "the deck and the rules"),
        (TypeId::of::<Grid>(), "the deck, doors, push-walls and props"),
        (TypeId::of::<SpatialIndex>(), "the bodies, in each tick"),
        (TypeId::of::<MovementSolver>(), "the bodies, in each tick"),
        (TypeId::of::<ThinkSchedule>(), "the places, in each tick"),
        (TypeId::of::<Attackers>(), "the undead, in each tick"),
        (TypeId::of::<Ears>(), "the noises of the last tick"),
        (TypeId::of::<Intent>(), "comes in with each tick"),
        (TypeId::of::<Wounds>(), "empty between ticks"),
        (TypeId::of::<Strikes>(), "empty between ticks"),
        (TypeId::of::<Landings>(), "empty between ticks"),
        (TypeId::of::<Told>(), "empty between ticks"),
        (TypeId::of::<TickInteractions>(), "empty between ticks"),
        (TypeId::of::<PendingActions>(), "empty between ticks"),
        (TypeId::of::<LookRound>(), "empty between ticks"),
        (TypeId::of::<PendingSearch>(), "the terminals, which know how far it has come"),
        (TypeId::of::<Scripts>(), "the rules; the rest is for whoever watches"),
        (TypeId::of::<Messages<Utterance>>(), "read by nobody in the engine"),
        (TypeId::of::<Messages<EventRecord>>(), "read by nobody in the engine"),
        (TypeId::of::<Messages<StateChange>>(), "read by nobody in the engine"),
    ]
}

/// The types of all components and resources that a world knows.
fn known(world: &World) -> BTreeSet<TypeId> {
    world.components().iter_registered().filter_map(|info| info.type_id()).collect()
}

#[test]
fn all_that_the_engine_keeps_is_saved_or_worked_out_anew() {
    let mut app = App::new();
    app.add_plugins(TimePlugin).init_resource::<MessageRegistry>();
    app.update();
    // An event is triggered and forgotten.
    app.world_mut().register_event_key::<RunBegan>();
    let bevys = known(app.world());
    app.add_plugins(EnginePlugin);
    let text = r#"(name: "", legend: { 'W': (wall: ""), '@': (thing: Player) }, map: ["WWW", "W@W", "WWW"])"#;
    let level = Arc::new(Level::read("test.ron", text.as_bytes()).unwrap());
    begin(app.world_mut(), &Start::on(level));
    app.world_mut().run_schedule(FixedUpdate);

    let mut told: BTreeSet<TypeId> = saved().into();
    told.extend(worked_out().map(|(kind, _)| kind));
    let forgotten: Vec<_> = app
        .world()
        .components()
        .iter_registered()
        .filter(|info| info.type_id().is_some_and(|kind| !bevys.contains(&kind) && !told.contains(&kind)))
        .map(|info| info.name().to_string())
        .collect();
    // Bevy tells names with its feature `debug` only: cargo test --package engine --features bevy/debug
    assert!(forgotten.is_empty(), "neither saved nor worked out anew: {forgotten:?}");
    let strangers = told.difference(&known(app.world())).count();
    assert_eq!(strangers, 0, "some of these the engine does not keep any more");
}
