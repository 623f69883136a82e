//! Pending spawns: things and monsters that appear only when a trigger calls them. Also wakes monsters that are present
//! already.

use crate::{
    bodies::body::{Body, Position},
    deck::grid::Grid,
    deck::shape::Shape,
    machines::trigger::{ActionHandlers, PendingActions},
    monsters::monster::{self, Monster},
    monsters::scripted::Scripted,
    player::player::Player,
    rules::rules::Rules,
    state::part::{Bounds, Flaw, Numbered, SavedComponent, ensure},
    things::pickup::Pickup,
    things::prop,
    tick::id::{Id, InOrder},
    tick::run::{Deck, Run},
    tick::tick::Step,
};
use bevy::prelude::*;
use level::{Level, ThingKind, TriggerAction};
use serde::{Deserialize, Serialize};

/// Minimum free radius around a cell's middle before something appears there, in tiles.
const ROOM: f32 = 0.9;

/// A thing of the level that has not appeared yet.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub(crate) struct PendingSpawn {
    /// Its index in the level's list of things.
    pub(crate) thing: u16,
    /// True if it has been called and appears as soon as there is room.
    called: bool,
}

impl PendingSpawn {
    /// Creates the pending spawn of a thing.
    pub(crate) fn new(thing: usize) -> Self {
        PendingSpawn { thing: thing as u16, called: false }
    }

    /// Returns true if this is valid for a level.
    pub(crate) fn is_valid(&self, level: &Level) -> bool {
        level.things.get(usize::from(self.thing)).is_some_and(|thing| thing.waits)
    }
}

impl SavedComponent for PendingSpawn {
    fn validate(all: &Numbered<Self>, bounds: &Bounds) -> Result<(), Flaw> {
        ensure(all.values().all(|waiting| waiting.is_valid(bounds.level)), "the spawns do not match the level")
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        FixedUpdate,
        (wake.in_set(Step::RunWakeActions), call.in_set(Step::RunSpawnActions)).in_set(ActionHandlers),
    );
    let any_called = |waiting: Query<&PendingSpawn>| waiting.iter().any(|waiting| waiting.called);
    app.add_systems(FixedUpdate, come.in_set(Step::SpawnPending).run_if(any_called));
}

/// Alerts the monsters in an area to the player's position.
fn wake(
    orders: Res<PendingActions>,
    deck: Res<Deck>,
    run: Res<Run>,
    rules: Res<Rules>,
    player: Single<&Position, With<Player>>,
    mut monsters: Query<(&mut Monster, &Position), With<Body>>,
) {
    for act in &orders.0 {
        let TriggerAction::Wake(place) = act else { continue };
        let place = deck.0.place(*place);
        let is_in = |at: Vec2| place.has(at.x as usize, at.y as usize);
        for (mut monster, at) in &mut monsters {
            if is_in(at.0) || is_in(monster.post()) {
                let scent = u64::from(monster.kind_of(&rules).senses.scent);
                monster.spot(player.0, run.tick + scent);
            }
        }
    }
}

/// Calls the pending spawns in an area.
fn call(orders: Res<PendingActions>, deck: Res<Deck>, mut waiting: Query<&mut PendingSpawn>) {
    for act in &orders.0 {
        let TriggerAction::Spawn(place) = act else { continue };
        for mut waiting in &mut waiting {
            let thing = &deck.0.things[usize::from(waiting.thing)];
            waiting.called |= deck.0.place(*place).has(thing.x, thing.y);
        }
    }
}

/// Spawns the called things for which there is room.
fn come(
    (deck, run): (Res<Deck>, Res<Run>),
    rules: Res<Rules>,
    grid: Res<Grid>,
    waiting: Query<(Entity, &Id, &PendingSpawn)>,
    bodies: Query<(&Position, &Body)>,
    mut commands: Commands,
    mut order: Local<InOrder>,
) {
    // In the order of their ids, so that what appears in one tick always appears in the same order.
    let called = waiting.iter().filter(|(.., waiting)| waiting.called);
    for &(id, entity) in order.of(called.map(|(entity, id, _)| (*id, entity))) {
        let Ok((.., waiting)) = waiting.get(entity) else { continue };
        let thing = &deck.0.things[usize::from(waiting.thing)];
        let cell = IVec2::new(thing.x as i32, thing.y as i32);
        let at = Grid::middle(cell);
        let radius = match thing.kind {
            ThingKind::Monster(index) => {
                rules.kind(deck.0.monster(index)).map(|kind| rules.monsters[usize::from(kind)].1.radius)
            }
            ThingKind::Prop(index) => {
                rules.prop(deck.0.prop(index)).map(|kind| rules.props[usize::from(kind)].1.radius)
            }
            _ => None,
        };
        let room = |body: &Body| radius.map_or(ROOM, |radius| ROOM.max(radius + body.radius));
        let is_free = bodies.iter().all(|(other, body)| other.0.distance(at) >= room(body));
        if grid.shape(cell) != Shape::Open || !is_free {
            continue;
        }
        let mut entity = commands.entity(entity);
        entity.remove::<PendingSpawn>();
        match thing.kind {
            ThingKind::Monster(index) => {
                // Kinds unknown to the rules were left out at the start of the run.
                if let Some(kind) = rules.kind(deck.0.monster(index)) {
                    entity.insert(monster::placed(&rules, kind, thing));
                    Scripted::of(&rules, kind, id, run.seed).map(|scripted| entity.insert(scripted).id());
                }
            }
            ThingKind::Prop(index) => {
                if let Some(kind) = rules.prop(deck.0.prop(index)) {
                    entity.insert(prop::placed(&rules, kind, at));
                }
            }
            kind => {
                if let Some(kind) = rules.lying(&deck.0, kind) {
                    entity.insert(Pickup::lying(kind, at));
                }
            }
        }
    }
}
