//! Space: bodies and objects that get outside are lost. Items that the deck may need are dropped at the edge of the
//! hole instead.

use crate::{
    air::air::Air,
    air::sections::Passage,
    bodies::body::{Body, Knockback, Position, Velocity},
    bodies::wound::{Burning, Health},
    combat::damage::hurt_player,
    deck::grid::Grid,
    events::damage_source::DamageSource,
    events::event_log::{EventLog, EventRecord},
    events::game_event::GameEvent,
    monsters::monster::Monster,
    monsters::state_machine::MonsterState,
    player::player::Player,
    rules::ids::KindId,
    rules::rules::Rules,
    state::dev_state::DevState,
    things::pickup::Pickup,
    things::prop::Prop,
    tick::change_detection::touched,
    tick::id::{Id, InOrder},
    tick::run::Run,
    tick::tick::Step,
};
use bevy::prelude::*;

/// Distance to space within which something counts as outside, in tiles from its edge. Sky walls stop bodies a tiny gap
/// before it.
const EDGE: f32 = 0.01;
/// The radius used for things without a body, in tiles.
const LYING: f32 = 0.2;

impl Air {
    /// Returns true if a circle reaches into space.
    fn swallows(&self, at: Vec2, radius: f32) -> bool {
        let cell = Grid::cell_at(at);
        if !self.is_venting(cell) && self.passage(cell) != Passage::Space {
            return false;
        }
        let reach = radius + EDGE;
        let (from, to) = (Grid::cell_at(at - reach), Grid::cell_at(at + reach));
        let mut cells = (from.y..=to.y).flat_map(|y| (from.x..=to.x).map(move |x| IVec2::new(x, y)));
        cells.any(|cell| {
            let nearest = at.clamp(cell.as_vec2(), cell.as_vec2() + 1.0);
            self.passage(cell) == Passage::Space && nearest.distance_squared(at) < reach * reach
        })
    }

    /// Returns the middle of the cell of the hole through which something at a point got outside.
    fn edge(&self, at: Vec2) -> Vec2 {
        let cell = Grid::cell_at(at);
        let near = [IVec2::ZERO, IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y].map(|step| cell + step);
        Grid::middle(near.into_iter().find(|cell| self.passage(*cell) == Passage::Open).unwrap_or(cell))
    }
}

pub(crate) fn plugin(app: &mut App) {
    // The condition also runs before a run has started.
    let is_open = |air: Option<Res<Air>>| air.is_some_and(|air| air.is_open());
    app.add_systems(FixedUpdate, swallow.in_set(Step::Swallow).run_if(is_open));
}

/// The components of everything that can be lost: its position, the parts that are reset, and its kind.
type Being = (
    &'static Position,
    (&'static mut Velocity, &'static mut Knockback, &'static mut Burning, &'static mut Health),
    Option<&'static Body>,
    AnyOf<(&'static mut Player, &'static Monster, &'static Prop)>,
);

/// Everything that may be outside, with its size.
type Seen = (Entity, &'static Id, &'static Position, Option<&'static Body>);
/// The same, with change detection for movement and death.
type Stirs = (Entity, &'static Id, Ref<'static, Position>, Ref<'static, Health>, Option<&'static Body>);

/// Removes everything that is in space: the player dies, and monsters count as killed.
fn swallow(
    (air, rules, dev): (Res<Air>, Res<Rules>, Res<DevState>),
    mut all: ParamSet<(Query<Seen, With<Health>>, Query<Stirs>, Query<Being>)>,
    pickups: Query<(Entity, Ref<Pickup>)>,
    mut run: ResMut<Run>,
    mut events: EventLog,
    mut commands: Commands,
    (mut order, mut changes): (Local<InOrder>, Local<u64>),
) {
    // While the holes are the same, things at rest cannot get outside.
    let same_holes = std::mem::replace(&mut *changes, air.changes_so_far()) == air.changes_so_far();
    let is_out = |at: &Position, body: Option<&Body>| air.swallows(at.0, body.map_or(LYING, |body| body.radius));
    let out =
        |(entity, &id, at, body): (Entity, &Id, &Position, Option<&Body>)| is_out(at, body).then_some((id, entity));
    let out = match same_holes {
        true => order.of(stirred(&all.p1()).filter_map(out)),
        false => order.of(all.p0().iter().filter_map(out)),
    };
    let mut beings = all.p2();
    for &(_, entity) in out {
        let Ok((at, parts, body, (player, monster, prop))) = beings.get_mut(entity) else { continue };
        let (drops, is_spent) = match (monster, prop) {
            (Some(monster), _) => (&monster.kind_of(&rules).drops, monster.state() == MonsterState::Dead),
            (_, Some(prop)) => (&rules.props[usize::from(prop.kind())].1.drops, prop.is_wreck()),
            _ => (&None, true),
        };
        if let Some(mut player) = player {
            if body.is_some() && !dev.god {
                let (mut velocity, mut thrown, mut burning, mut health) = parts;
                (velocity.0, *thrown, *burning, health.0) = (Vec2::ZERO, default(), default(), 0);
                hurt_player(&mut player, Some(DamageSource::Airless), &mut run);
                player.adrift = true;
                events.emit(EventRecord::new(GameEvent::PlayerLost, at.0));
                commands.entity(entity).remove::<Body>();
            }
            continue;
        }
        if let Some(monster) = monster.filter(|_| body.is_some()) {
            run.kills += 1;
            events.emit(EventRecord::new(GameEvent::MonsterLost(KindId(monster.kind())), at.0));
        }
        let dropped = drops.as_deref().filter(|_| !is_spent).and_then(|name| rules.pickup(name));
        if let Some(dropped) = dropped.map(|kind| Pickup::lying(kind, air.edge(at.0)))
            && dropped.is_needed(&rules)
        {
            commands.spawn((run.next_id(), dropped));
        }
        commands.entity(entity).despawn();
    }
    for (entities, pickups) in pickups.contiguous_iter().into_iter().flatten() {
        let (last_run, this_run) = (pickups.last_run_tick(), pickups.this_run_tick());
        let touched = touched([pickups.changed_ticks_slice()], last_run, this_run);
        let pickups = pickups.into_inner();
        let is_out = |row: &usize| air.swallows(pickups[*row].at, LYING) && !pickups[*row].is_needed(&rules);
        let mut take = |row: usize| commands.entity(entities[row]).despawn();
        match same_holes {
            true => touched.filter(is_out).for_each(&mut take),
            false => (0..pickups.len()).filter(is_out).for_each(&mut take),
        }
    }
}

/// Returns everything that may have moved or died since the last tick.
fn stirred<'w>(all: &'w Query<Stirs>) -> impl Iterator<Item = (Entity, &'w Id, &'w Position, Option<&'w Body>)> {
    all.contiguous_iter().into_iter().flatten().flat_map(|(entities, ids, positions, healths, bodies)| {
        let columns = [positions.changed_ticks_slice(), healths.changed_ticks_slice()];
        let rows = touched(columns, positions.last_run_tick(), positions.this_run_tick());
        let positions = positions.into_inner();
        rows.map(move |row| (entities[row], &ids[row], &positions[row], bodies.map(|bodies| &bodies[row])))
    })
}
