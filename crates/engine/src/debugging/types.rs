//! Registers all components and resources of a deck for reflection.
//!
//! Types with fields of crates that do not depend on Bevy are opaque to reflection. They serialise themselves, so readers
//! see all of their fields. Fields that only hold the work of a step are left out.

use crate::{
    air::air::Air, air::hull::Hull, air::wind::NewestDoorway, bodies::body::Body, bodies::body::Heading,
    bodies::body::Immovable, bodies::body::Knockback, bodies::body::Position, bodies::body::PreviousPosition,
    bodies::body::Velocity, bodies::gravity::Gravity, bodies::height::BodyHeight, bodies::height::Height,
    bodies::moving::MovementSolver, bodies::searches::Searches, bodies::spatial_index::SpatialIndex,
    bodies::wound::Burning, bodies::wound::Health, bodies::wound::Wounds, deck::grid::Grid, deck::noise::Ears,
    deck::tick_interactions::TickInteractions, events::counts::Counts, events::event_log::Told, events::noises::Noises,
    machines::board_search::PendingSearch, machines::death_watch::DeathWatch, machines::door::Door,
    machines::lift::LiftSwitch, machines::lighting::Lighting, machines::pending_spawn::PendingSpawn,
    machines::pushwall::PushWall, machines::terminal::AtTerminal, machines::terminal::Terminal,
    machines::trigger::PendingActions, machines::trigger::Triggers, monsters::crowd::Attackers,
    monsters::fields::Fields, monsters::monster::Monster, monsters::scripted::Scripted, monsters::strike::Strikes,
    monsters::think_schedule::ThinkSchedule, player::explored::Explored, player::explored::LookRound,
    player::player::Player, rules::rules::Rules, scripts::scripts::Scripts, state::dev_state::DevState,
    things::pickup::Pickup, things::prop::Prop, tick::game_rng::GameRng, tick::id::Id, tick::intent::Intent,
    tick::run::Deck, tick::run::Run, weapons::explosion::BlastCause, weapons::explosion::Explosion,
    weapons::projectile::Landings, weapons::projectile::Projectile,
};
use bevy::{
    prelude::*,
    reflect::{FromReflect, GetTypeRegistration, ReflectSerialize, TypePath},
};
use serde::Serialize;

pub(crate) fn plugin(app: &mut App) {
    saved::<Hull>(app);
    saved::<Gravity>(app);
    saved::<Counts>(app);
    saved::<Noises>(app);
    saved::<Door>(app);
    saved::<LiftSwitch>(app);
    saved::<Lighting>(app);
    saved::<PushWall>(app);
    saved::<Terminal>(app);
    saved::<Triggers>(app);
    saved::<Monster>(app);
    saved::<Scripted>(app);
    saved::<Player>(app);
    saved::<Rules>(app);
    saved::<GameRng>(app);
    saved::<Intent>(app);
    saved::<Explosion>(app);
    saved::<Projectile>(app);
    saved::<Run>(app);
    known::<Name>(app);
    known::<Air>(app);
    known::<NewestDoorway>(app);
    known::<Body>(app);
    known::<Position>(app);
    known::<PreviousPosition>(app);
    known::<Velocity>(app);
    known::<Knockback>(app);
    known::<Heading>(app);
    known::<Immovable>(app);
    known::<Height>(app);
    known::<BodyHeight>(app);
    known::<MovementSolver>(app);
    known::<Searches>(app);
    known::<SpatialIndex>(app);
    known::<Health>(app);
    known::<Wounds>(app);
    known::<Burning>(app);
    known::<Grid>(app);
    known::<Ears>(app);
    known::<TickInteractions>(app);
    known::<Told>(app);
    known::<PendingSearch>(app);
    known::<DeathWatch>(app);
    known::<PendingSpawn>(app);
    known::<AtTerminal>(app);
    known::<PendingActions>(app);
    known::<Attackers>(app);
    known::<Fields>(app);
    known::<Strikes>(app);
    known::<ThinkSchedule>(app);
    known::<Explored>(app);
    known::<LookRound>(app);
    known::<Scripts>(app);
    known::<DevState>(app);
    known::<Pickup>(app);
    known::<Prop>(app);
    known::<Id>(app);
    known::<Deck>(app);
    known::<BlastCause>(app);
    known::<Landings>(app);
}

/// Registers a type that serialises itself.
fn saved<T: GetTypeRegistration + FromReflect + TypePath + Serialize>(app: &mut App) {
    app.register_type::<T>().register_type_data::<T, ReflectSerialize>();
}

/// Registers a type whose fields are known to reflection.
fn known<T: GetTypeRegistration>(app: &mut App) {
    app.register_type::<T>();
}

#[cfg(test)]
mod tests {
    use crate::session::{begin::Start, headless::Headless};
    use bevy::prelude::*;
    use level::Level;
    use std::sync::Arc;

    #[test]
    fn all_components_and_resources_of_the_engine_are_registered() {
        let text = br#"(name: "x", legend: {'W': (wall: "hull"), '@': (thing: Player)}, map: ["WWW", "W@W", "WWW"])"#;
        let mut game = Headless::begin(&Start::on(Arc::new(Level::read("x", text).unwrap())));
        game.tick(crate::tick::intent::Intent::default());
        let registry = game.world().resource::<AppTypeRegistry>().read();
        let ours = game.world().components().iter_registered().filter(|info| info.name().starts_with("engine::"));
        let (known, unknown): (Vec<_>, Vec<_>) =
            ours.partition(|info| info.type_id().is_some_and(|kind| registry.get(kind).is_some()));
        let unknown: Vec<_> = unknown.iter().map(|info| info.name().to_string()).collect();
        // The hashes of level and rules, and an event that is triggered and forgotten.
        let expected = ["engine::session::state_hash::Identities", "engine::tick::run::RunBegan"];
        assert!(unknown.iter().all(|name| expected.contains(&name.as_str())), "not registered: {unknown:?}");
        assert!(known.len() > 40, "the test finds the types, but only {}", known.len());
    }
}
