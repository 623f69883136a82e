//! Starting a run: its parameters, and how the run is put into the world.

use crate::{
    air::air::Air,
    air::hull::Hull,
    bodies::body::{self, Heading},
    bodies::gravity::Gravity,
    bodies::height::BodyHeight,
    bodies::moving::MovementSolver,
    bodies::searches::Searches,
    bodies::wound::{Health, Wounds},
    deck::grid::Grid,
    deck::noise::Ears,
    deck::tick_interactions::TickInteractions,
    events::counts::Counts,
    events::event_log::EventRecord,
    events::noises::Noises,
    machines::board_search::PendingSearch,
    machines::death_watch::DeathWatch,
    machines::grid_sync,
    machines::lighting::Lighting,
    machines::pending_spawn::PendingSpawn,
    machines::terminal::{AtTerminal, Terminal},
    machines::trigger::{PendingActions, Triggers},
    monsters::fields::Fields,
    monsters::monster,
    monsters::scripted::Scripted,
    player::explored::{Explored, LookRound},
    player::player,
    rules::pickup_kind::MAX,
    rules::rules::Rules,
    scripts::scripts::Scripts,
    session::loadout::Loadout,
    session::spawns::{Kind, Spawn, beginnings, spawns},
    session::state_hash::Identities,
    state::dev_state::DevState,
    things::{pickup, prop},
    tick::game_rng::GameRng,
    tick::id::Id,
    tick::intent::Intent,
    tick::run::{Deck, Outcome, Run, RunBegan},
};
use bevy::prelude::*;
use level::{Level, Thing};
use std::sync::Arc;

/// The parameters of a run.
#[derive(Clone, Debug)]
pub struct Start {
    /// The deck.
    pub level: Arc<Level>,
    /// The rules. They must define every monster of the deck, see [`Rules::check`].
    pub rules: Arc<Rules>,
    /// Skill level, 1 (easiest) to 4.
    pub skill: u8,
    /// Seed of the random number generator.
    pub seed: u64,
    /// The items that the player brings along.
    pub loadout: Loadout,
    /// Name of the arrival at which the player appears. Without a name, or if the level does not have the arrival, it
    /// is the player's place in the level: see [`Level::arrival`].
    pub arrival: Option<String>,
}

impl Start {
    /// Returns a start on a deck under the built-in rules, on skill 2 with seed 1.
    pub fn on(level: Arc<Level>) -> Start {
        let (rules, loadout) = (Arc::new(Rules::standard()), Loadout::default());
        Start { level, rules, skill: 2, seed: 1, loadout, arrival: None }
    }

    /// Returns the centre of the player's first cell, and the direction in which the player looks.
    pub(super) fn entrance(&self) -> (Vec2, f32) {
        let Thing { x, y, facing, .. } = self.level.player;
        let arrival = self.arrival.as_ref().and_then(|name| self.level.arrival(name).ok());
        let (x, y, facing) = arrival.map_or((x, y, facing), |arrival| (arrival.x, arrival.y, arrival.facing));
        (Grid::middle(IVec2::new(x as i32, y as i32)), facing)
    }
}

/// Begins a run in a world, and removes everything that was there before.
///
/// Monsters, pickups and props that the rules do not define are left out; [`Rules::check`] reports them.
pub fn begin(world: &mut World, start: &Start) {
    clear(world);
    let level = &start.level;
    let (seed, skill) = (start.seed, start.skill.clamp(1, 4));
    world.insert_resource(GameRng::new(seed));
    let grid = Grid::new(level);
    world.insert_resource(Air::of_level(level, &grid));
    world.insert_resource(Hull::default());
    world.insert_resource(Explored::of(level));
    world.insert_resource(Gravity::default());
    world.insert_resource(grid);
    world.insert_resource(Deck(Arc::clone(level)));
    let rules = start.rules.on_skill(skill);

    let (kills, monsters, treasure, treasures, found, secrets) = default();
    let outcome = Outcome::Running;
    let mut run = Run { tick: 0, outcome, kills, monsters, found, secrets, treasure, treasures, seed, skill, next: 0 };
    for (id, spawn) in spawns(level, &rules, skill) {
        run.next = id.0 + 1;
        count(&mut run, &rules, &spawn);
        put(world, start, &rules, id, spawn);
    }
    grid_sync::settle_obstacles(world);
    world.resource_mut::<Scripts>().get_ready(&rules);
    world.insert_resource(Triggers::new(level));
    watch_deaths(world, level, &rules, skill);
    world.insert_resource(Lighting::new(level));
    world.insert_resource(run);
    world.insert_resource(Identities::of(level, &rules, skill));
    world.insert_resource(rules);
    world.trigger(RunBegan);
}

/// Inserts the watch over the monsters whose deaths set off triggers.
pub(super) fn watch_deaths(world: &mut World, level: &Level, rules: &Rules, skill: u8) {
    let things: Vec<(Id, &Thing)> = beginnings(level, rules, skill).collect();
    world.insert_resource(DeathWatch::of(level, things.into_iter()));
}

/// Counts a secret, a monster or a piece of treasure, whether it is present or waits to be called.
fn count(run: &mut Run, rules: &Rules, spawn: &Spawn) {
    match spawn {
        Spawn::PushWall(wall) => run.secrets += u32::from(wall.is_secret()),
        Spawn::Thing(_, _, Some(Kind::Monster(kind))) => {
            run.monsters += u32::from(rules.monsters[usize::from(*kind)].1.is_hostile());
        }
        Spawn::Thing(_, _, Some(Kind::Pickup(kind))) => {
            run.treasures += u32::from(rules.pickups[usize::from(*kind)].1.treasure);
        }
        _ => {}
    }
}

/// Spawns a thing at its place.
fn put(world: &mut World, start: &Start, rules: &Rules, id: Id, spawn: Spawn) {
    let middle = |thing: &Thing| Grid::middle(IVec2::new(thing.x as i32, thing.y as i32));
    match spawn {
        Spawn::Player => {
            let (middle, facing) = start.entrance();
            let health = Health(start.loadout.health.clamp(1, MAX));
            let body = body::at(middle, player::RADIUS, BodyHeight::default());
            world.spawn((id, start.loadout.player(rules), health, Heading(facing), body))
        }
        Spawn::Door(door) => world.spawn((id, door)),
        Spawn::Lift(lift) => world.spawn((id, lift)),
        Spawn::PushWall(wall) => world.spawn((id, wall)),
        Spawn::Terminal(terminal) => world.spawn((id, Terminal::new(terminal))),
        Spawn::Thing(number, thing, kind) => match kind.filter(|_| !thing.waits) {
            None => world.spawn((id, PendingSpawn::new(number))),
            Some(Kind::Monster(kind)) => {
                let mut monster = world.spawn((id, monster::placed(rules, kind, thing)));
                Scripted::of(rules, kind, id, start.seed).map(|scripted| monster.insert(scripted).id());
                monster
            }
            Some(Kind::Pickup(kind)) => world.spawn((id, pickup::Pickup::lying(kind, middle(thing)))),
            Some(Kind::Prop(kind)) => world.spawn((id, prop::placed(rules, kind, middle(thing)))),
        },
    };
}

/// Removes everything of an earlier run from the world.
pub(crate) fn clear(world: &mut World) {
    let things: Vec<Entity> = world.query_filtered::<Entity, With<Id>>().iter(world).collect();
    for thing in things {
        world.despawn(thing);
    }
    world.insert_resource(Wounds::default());
    world.insert_resource(Noises::default());
    world.insert_resource(Counts::default());
    world.insert_resource(DevState::default());
    world.insert_resource(Ears::default());
    world.insert_resource(Fields::default());
    world.insert_resource(Searches::default());
    world.insert_resource(MovementSolver::default());
    world.insert_resource(LookRound::default());
    world.insert_resource(Intent::default());
    world.insert_resource(TickInteractions::default());
    world.insert_resource(PendingActions::default());
    world.insert_resource(AtTerminal::default());
    world.insert_resource(PendingSearch::default());
    if let Some(mut events) = world.get_resource_mut::<Messages<EventRecord>>() {
        events.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plugin::EnginePlugin;

    #[test]
    fn ticks_do_nothing_before_a_run_begins() {
        let mut app = App::new();
        app.add_plugins(EnginePlugin);
        app.update();
        (0..10).for_each(|_| app.world_mut().run_schedule(FixedUpdate));
        assert!(app.world().get_resource::<Run>().is_none());
    }
}
