//! A run: one try at one deck, from its start to the lift or to death.

use crate::body::{self, Heading};
use crate::chance::Chance;
use crate::damage::{Health, Wounds};
use crate::grid::Grid;
use crate::id::Id;
use crate::intent::Intent;
use crate::noise::Noises;
use crate::pistol::MAX_AMMO;
use crate::player::{MAX_HEALTH, Player};
use crate::pushwall::PushWall;
use crate::tick::{TICKS_PER_SECOND, Tick};
use crate::{door, lift, monster, pickup, player};
use bevy::prelude::*;
use level::{CellShape, Level, ThingKind};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// All that a run begins with.
#[derive(Clone, Debug)]
pub struct Start {
    /// The deck.
    pub level: Arc<Level>,
    /// The seed of chance.
    pub seed: u64,
    /// What the player brings.
    pub loadout: Loadout,
}

/// What a player takes from deck to deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loadout {
    /// Health, 1 to 100.
    pub health: i32,
    /// Rounds for the pistol, 0 to 99.
    pub ammo: u32,
}

impl Default for Loadout {
    fn default() -> Self {
        Loadout { health: MAX_HEALTH, ammo: 40 }
    }
}

/// The deck that is played.
#[derive(Resource, Clone, Debug)]
pub struct Deck(pub Arc<Level>);

/// How far the run has come.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The ticks that have passed.
    pub tick: u64,
    /// How it stands.
    pub outcome: Outcome,
    /// The undead that died.
    pub kills: u32,
    /// The undead that the deck began with.
    pub monsters: u32,
    /// The seed that it began with.
    pub seed: u64,
}

/// How a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// The player lives and is on the deck.
    Running,
    /// The player is dead; the deck goes on without him.
    Dead,
    /// The lift has left; nothing happens any more.
    Lift,
}

impl Run {
    /// False once nothing will happen any more.
    pub fn goes_on(&self) -> bool {
        self.outcome != Outcome::Lift
    }

    /// True after each whole second of game time.
    pub fn is_whole_second(&self) -> bool {
        self.tick.is_multiple_of(u64::from(TICKS_PER_SECOND))
    }
}

/// Clears the world of whatever was played before and puts the start of a run into it.
pub fn begin(world: &mut World, start: &Start) {
    clear(world);
    let level = &start.level;
    let monsters = level.things.iter().filter(|thing| matches!(thing.kind, ThingKind::Monster(_))).count() as u32;
    world.insert_resource(Run { tick: 0, outcome: Outcome::Running, kills: 0, monsters, seed: start.seed });
    world.insert_resource(Chance::new(start.seed));
    world.insert_resource(Grid::new(level));
    world.insert_resource(Deck(Arc::clone(level)));

    let mut ids = 0;
    let mut next = || {
        ids += 1;
        Id(ids - 1)
    };
    let middle = |x: usize, y: usize| Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
    let Loadout { health, ammo } = start.loadout;
    world.spawn((
        next(),
        Player { ammo: ammo.min(MAX_AMMO), ..default() },
        Health(health.clamp(1, MAX_HEALTH)),
        Heading(level.player.facing),
        body::at(middle(level.player.x, level.player.y), player::RADIUS),
    ));
    for (index, cell) in level.cells.iter().enumerate() {
        let (x, y) = (index % level.width, index / level.width);
        match cell.shape {
            CellShape::Door { along, hang, .. } => drop(world.spawn((next(), door::Door::closed(x, y, along, hang)))),
            CellShape::Lift { .. } => drop(world.spawn((next(), lift::LiftSwitch::new(x, y)))),
            CellShape::Push { .. } => drop(world.spawn((next(), PushWall::new(x, y)))),
            CellShape::Open
            | CellShape::Wall { .. }
            | CellShape::Pane { .. }
            | CellShape::Pillar { .. }
            | CellShape::Diagonal { .. } => {}
        }
    }
    for thing in &level.things {
        let at = middle(thing.x, thing.y);
        match thing.kind {
            ThingKind::Player => {}
            ThingKind::Monster(_) => drop(world.spawn((next(), monster::shambler(at, thing.facing)))),
            ThingKind::Clip | ThingKind::Medkit => drop(world.spawn((next(), pickup::Pickup { kind: thing.kind, at }))),
        }
    }
}

/// Takes everything of an earlier run out of the world.
pub(crate) fn clear(world: &mut World) {
    let things: Vec<Entity> = world.query_filtered::<Entity, With<Id>>().iter(world).collect();
    for thing in things {
        world.despawn(thing);
    }
    world.insert_resource(Wounds::default());
    world.insert_resource(Noises::default());
    world.insert_resource(Intent::default());
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, count.in_set(Tick::Report));
}

/// Counts the tick.
pub(crate) fn count(mut run: ResMut<Run>) {
    run.tick += 1;
}
