//! Scripted actions: creatures with scripts walk to their destinations and attack their prey.

use crate::{
    bodies::body::{Body, Heading, Position, Velocity},
    bodies::gravity::Gravity,
    bodies::height::{BodyHeight, Height},
    bodies::keys::Keys,
    bodies::route::OnFoot,
    bodies::searches::Searches,
    bodies::spatial_index::{SpatialIndex, Standing},
    bodies::vertical_extent::{Heights, VerticalRange},
    deck::grid::Grid,
    monsters::monster::Monster,
    monsters::scripted::{Pace, Scripted},
    monsters::state_machine::{MonsterState, StateChange},
    monsters::strike::{self, Strike, Strikes},
    monsters::think::Target,
    player::player::Player,
    rules::monster_kind::MonsterKind,
    rules::rules::Rules,
    scripts::scripts::Creatures,
    tick::id::{Id, InOrder, PLAYER},
    tick::run::{Deck, Run},
    tick::tick::Step,
};
use bevy::{math::ops, prelude::*};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, act.in_set(Step::FollowScripts).in_set(Creatures));
}

/// Lets the creatures with scripts wait, walk or attack.
fn act(
    (grid, gravity, places, statures): (Res<Grid>, Res<Gravity>, Res<SpatialIndex>, Heights),
    (deck, rules, run): (Res<Deck>, Res<Rules>, Res<Run>),
    mut creatures: Query<
        (
            Entity,
            &Id,
            &mut Monster,
            &mut Scripted,
            (&Position, &Height, &BodyHeight, &Body),
            &mut Heading,
            &mut Velocity,
        ),
        Without<Player>,
    >,
    player: Query<&Position, With<Player>>,
    mut searches: ResMut<Searches>,
    mut strikes: ResMut<Strikes>,
    mut changes: MessageWriter<StateChange>,
    mut order: Local<InOrder>,
) {
    searches.call(run.tick, |id| places.of(id).is_some());
    // By id, because all creatures share the limited path searches.
    for &(id, entity) in order.of(creatures.iter().map(|(entity, id, ..)| (*id, entity))) {
        let Ok(creature) = creatures.get_mut(entity) else { continue };
        let (.., mut monster, mut scripted, (position, height, tall, body), mut heading, mut velocity) = creature;
        let (tick, at) = (run.tick, position.0);
        let kind = monster.kind_of(&rules);
        let before = monster.state();
        let drives = height.can_push_off(*tall, &gravity, &grid, at, body.radius);
        let prey = prey(&monster, kind, &scripted, &places, tick);
        let span = VerticalRange::of(*height, *tall);
        let way = match next_strike(&monster, kind, (&grid, &statures), (at, span), prey, tick) {
            Doing::Nothing => Vec2::ZERO,
            Doing::Begins(attack) => {
                monster.enter(MonsterState::Attack, tick);
                monster.take_attack(attack);
                monster.provoke(prey.map(|prey| prey.id).filter(|id| *id != PLAYER), 0);
                Vec2::ZERO
            }
            Doing::Strikes(target) => {
                monster.count_blow();
                let target = Target { entity: target.entity, at: target.at, span: statures.of(target.entity) };
                let (attack, radius) = (monster.attack(), body.radius);
                let kind = monster.kind();
                strikes.0.push(Strike { by: id, kind, attack, from: at, span, radius, sees: true, target });
                Vec2::ZERO
            }
            // In the air it keeps its velocity.
            Doing::Goes if !drives => velocity.0,
            Doing::Goes => {
                let (level, resistances, keys, radius) =
                    (&*deck.0, &kind.resistances, Keys::of(&kind.keys), body.radius);
                let (rules, shuns) = (&*rules, None);
                let on_foot = OnFoot { grid: &grid, level, rules, resistances, shuns, keys, at, radius, tick };
                let speed = if scripted.pace() == Pace::Walks { kind.amble } else { kind.speed };
                let way = scripted.walk_mut().lead(&on_foot, speed, || {
                    let distance = player.iter().map(|player| player.0.distance(at)).fold(f32::MAX, f32::min);
                    searches.grant(id, tick, distance)
                });
                let state = match scripted.pace() {
                    _ if way == Vec2::ZERO => MonsterState::Idle,
                    Pace::Walks => MonsterState::Patrol,
                    Pace::Runs => MonsterState::Chase,
                    Pace::Flees => MonsterState::Flee,
                };
                if state != monster.state() {
                    monster.enter(state, tick);
                }
                way
            }
        };
        changes.write_batch(StateChange::of(tick, id, &monster, before, at));
        if drives {
            velocity.0 = way;
        }
        let look = prey.filter(|_| monster.state() == MonsterState::Attack).map_or(way, |prey| prey.at - at);
        if look != Vec2::ZERO {
            heading.0 = ops::atan2(look.y, look.x);
        }
    }
}

/// Actions of a creature in a tick.
enum Doing<'a> {
    /// It is stunned, winds up, or recovers from a strike.
    Nothing,
    /// It starts the attack with this index.
    Begins(u8),
    /// It strikes.
    Strikes(&'a Standing),
    /// It walks.
    Goes,
}

/// Returns the creature to attack: until an attack is over, the one at which it was started, and otherwise the one that
/// the script selects.
fn prey<'a>(
    monster: &Monster,
    kind: &MonsterKind,
    scripted: &Scripted,
    places: &'a SpatialIndex,
    tick: u64,
) -> Option<&'a Standing> {
    let strikes = monster.state() == MonsterState::Attack && monster.age(tick) < monster.attack_of(kind).cycle();
    let wanted = if strikes { Some(monster.target().unwrap_or(PLAYER)) } else { scripted.prey() };
    wanted.and_then(|id| places.of(id))
}

fn next_strike<'a>(
    monster: &Monster,
    kind: &MonsterKind,
    (grid, statures): (&Grid, &Heights),
    (at, span): (Vec2, VerticalRange),
    prey: Option<&'a Standing>,
    tick: u64,
) -> Doing<'a> {
    let age = monster.age(tick);
    if monster.state() == MonsterState::Hurt && age < kind.pain.lasts {
        return Doing::Nothing;
    }
    if monster.state() == MonsterState::Attack && age < monster.attack_of(kind).cycle() {
        let is_due = monster.strikes() < strike::due(monster.attack_of(kind), age);
        return prey.filter(|_| is_due).map_or(Doing::Nothing, Doing::Strikes);
    }
    let reaches = |prey: &Standing, attack: &crate::rules::attack::Attack| {
        at.distance_squared(prey.at) <= attack.reach * attack.reach
            && strike::is_clear(grid, attack, (at, span), (prey.at, statures.of(prey.entity)))
    };
    let attack = prey.and_then(|prey| kind.attacks.iter().position(|attack| reaches(prey, attack)));
    attack.map_or(Doing::Goes, |attack| Doing::Begins(attack as u8))
}
