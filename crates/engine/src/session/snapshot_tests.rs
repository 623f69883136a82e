use super::*;
use crate::{
    air::wind::NewestDoorway,
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
    machines::death_watch::DeathWatch,
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

/// Returns the types that a snapshot contains.
fn saved() -> [TypeId; 35] {
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
        TypeId::of::<DevState>(),
    ]
}

/// Returns the types that are recomputed on restore, with their sources.
fn worked_out() -> [(TypeId, &'static str); 28] {
    [
        (TypeId::of::<BodyHeight>(), "the kind"),
        (TypeId::of::<PreviousPosition>(), "the position: bodies do not move while a game is loaded"),
        (TypeId::of::<Immovable>(), "all props, and their kinds for rails"),
        (TypeId::of::<BlastCause>(), "only used for the cause of a death, with an explosion as the default"),
        (TypeId::of::<Deck>(), "given with the snapshot"),
        (TypeId::of::<Rules>(), "given with the snapshot"),
        (TypeId::of::<Identities>(), "the deck and the rules"),
        (TypeId::of::<Grid>(), "the deck, doors, push-walls and props"),
        (TypeId::of::<SpatialIndex>(), "the bodies, in each tick"),
        (TypeId::of::<MovementSolver>(), "the bodies, in each tick"),
        (TypeId::of::<ThinkSchedule>(), "the positions, in each tick"),
        (TypeId::of::<Attackers>(), "the monsters, in each tick"),
        (TypeId::of::<NewestDoorway>(), "the doors, in each tick with wind, before it is read"),
        (TypeId::of::<Ears>(), "the noises of the last tick"),
        (TypeId::of::<Intent>(), "input of each tick"),
        (TypeId::of::<Wounds>(), "empty between ticks"),
        (TypeId::of::<Strikes>(), "empty between ticks"),
        (TypeId::of::<Landings>(), "empty between ticks"),
        (TypeId::of::<Told>(), "empty between ticks"),
        (TypeId::of::<TickInteractions>(), "empty between ticks"),
        (TypeId::of::<PendingActions>(), "empty between ticks"),
        (TypeId::of::<DeathWatch>(), "the deck, the rules and the skill level"),
        (TypeId::of::<LookRound>(), "empty between ticks"),
        (TypeId::of::<PendingSearch>(), "the terminals, which contain its progress"),
        (TypeId::of::<Scripts>(), "the rules; the rest is for observers"),
        (TypeId::of::<Messages<Utterance>>(), "not read by the engine"),
        (TypeId::of::<Messages<EventRecord>>(), "not read by the engine"),
        (TypeId::of::<Messages<StateChange>>(), "not read by the engine"),
    ]
}

/// Returns the types of all components and resources that are registered in a world.
fn known(world: &World) -> BTreeSet<TypeId> {
    world.components().iter_registered().filter_map(|info| info.type_id()).collect()
}

#[test]
fn every_type_is_saved_or_recomputed() {
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
    // Given to each thing when it is spawned or restored, by observers.
    #[cfg(feature = "dev")]
    told.extend([TypeId::of::<Name>(), TypeId::of::<Observer>()]);
    let forgotten: Vec<_> = app
        .world()
        .components()
        .iter_registered()
        .filter(|info| info.type_id().is_some_and(|kind| !bevys.contains(&kind) && !told.contains(&kind)))
        .map(|info| info.name().to_string())
        .collect();
    assert!(forgotten.is_empty(), "neither saved nor recomputed: {forgotten:?}");
    let strangers = told.difference(&known(app.world())).count();
    assert_eq!(strangers, 0, "some of these types no longer exist in the engine");
}
