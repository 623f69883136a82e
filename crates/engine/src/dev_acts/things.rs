//! Things: developer acts that kill creatures and let things appear.

use crate::{
    bodies::body::{Body, Knockback, Position, Velocity},
    bodies::free_spot,
    bodies::wound::{Burning, Health},
    combat::damage::{hurt_monster, hurt_player},
    deck::grid::Grid,
    deck::shape::Shape,
    events::damage_source::DamageSource,
    events::event_log::{EventLog, EventRecord},
    monsters::monster::{self, Monster},
    monsters::scripted::Scripted,
    monsters::state_machine::StateChange,
    player::player::Player,
    rules::rules::Rules,
    things::pickup::Pickup,
    things::prop,
    tick::dev_act::{Quarry, SpawnKind},
    tick::game_rng::GameRng,
    tick::id::{Id, InOrder},
    tick::run::Run,
};
use bevy::{math::ops, prelude::*};
use level::IdleBehaviour;

/// The components of a creature, a player or a prop that change with its death.
type Living = (
    &'static Position,
    (&'static mut Health, &'static mut Velocity, &'static mut Knockback, &'static mut Burning),
    AnyOf<(&'static mut Player, &'static mut Monster)>,
);

/// Kills living creatures, as their last wound would.
pub(super) fn kill(
    In(quarry): In<Quarry>,
    rules: Res<Rules>,
    mut living: Query<Living, With<Body>>,
    ids: Query<(Entity, &Id), (With<Body>, Or<(With<Monster>, With<Player>)>)>,
    (mut run, mut chance): (ResMut<Run>, ResMut<GameRng>),
    mut events: EventLog,
    mut changes: MessageWriter<StateChange>,
    mut commands: Commands,
) {
    for &(id, entity) in InOrder::default().of(ids.iter().map(|(entity, id)| (*id, entity))) {
        let Ok((at, parts, (player, monster))) = living.get_mut(entity) else { continue };
        let is_hostile = monster.as_ref().is_some_and(|monster| monster.kind_of(&rules).is_hostile());
        let is_meant = match quarry {
            Quarry::Monsters => is_hostile,
            Quarry::One(one) => id == one,
        };
        if !is_meant {
            continue;
        }
        let what = match (player, monster) {
            (Some(mut player), _) => hurt_player(&mut player, Some(DamageSource::Explosion), &mut run),
            (None, Some(mut monster)) => {
                let before = monster.state();
                let what = hurt_monster(&mut monster, &rules, 0, None, &mut run, &mut chance);
                changes.write_batch(StateChange::of(run.tick, id, &monster, before, at.0));
                what
            }
            (None, None) => continue,
        };
        let (mut health, mut velocity, mut thrown, mut burning) = parts;
        (health.0, velocity.0, *thrown, *burning) = (0, Vec2::ZERO, default(), default());
        events.emit(EventRecord::new(what, at.0));
        commands.entity(entity).remove::<Body>();
    }
}

/// Lets a thing appear in an open cell, at the nearest point where there is room. Creatures look at the player.
pub(super) fn spawn(
    In((kind, cell)): In<(SpawnKind, IVec2)>,
    (rules, grid): (Res<Rules>, Res<Grid>),
    player: Single<&Position, With<Player>>,
    bodies: Query<(&Position, &Body)>,
    mut run: ResMut<Run>,
    mut commands: Commands,
) {
    if grid.shape(cell) != Shape::Open {
        return;
    }
    let others: Vec<(Vec2, f32)> = bodies.iter().map(|(at, body)| (at.0, body.radius)).collect();
    let room = |radius: f32| free_spot::near(&grid, Grid::middle(cell), radius, &others);
    match kind {
        SpawnKind::Monster(kind) => {
            let Some((_, of_kind)) = rules.monsters.get(usize::from(kind)) else { return };
            run.monsters += u32::from(of_kind.is_hostile());
            let (id, at) = (run.next_id(), room(of_kind.radius));
            let way = player.0 - at;
            let facing = ops::atan2(way.y, way.x);
            let mut entity = commands.spawn((id, monster::placed_at(&rules, kind, at, facing, IdleBehaviour::Post)));
            Scripted::of(&rules, kind, id, run.seed).map(|scripted| entity.insert(scripted).id());
        }
        SpawnKind::Pickup(kind) if usize::from(kind) < rules.pickups.len() => {
            commands.spawn(Pickup::appearing(kind, Grid::middle(cell), &rules, &mut run));
        }
        SpawnKind::Prop(kind) => {
            let Some((_, of_kind)) = rules.props.get(usize::from(kind)) else { return };
            let at = room(of_kind.radius);
            commands.spawn((run.next_id(), prop::placed(&rules, kind, at)));
        }
        SpawnKind::Pickup(_) => {}
    }
}
