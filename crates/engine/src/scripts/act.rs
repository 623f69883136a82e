//! Acting: creatures with scripts go where these have sent them, and strike at whom they hunt.

use crate::bodies::body::{Body, Heading, Position, Velocity};
use crate::bodies::gravity::Gravity;
use crate::bodies::height::Height;
use crate::bodies::keys::Keys;
use crate::bodies::places::{Places, Standing};
use crate::bodies::route::{OnFoot, Searches};
use crate::deck::grid::Grid;
use crate::monsters::mind::{MonsterState, StateChange};
use crate::monsters::monster::Monster;
use crate::monsters::scripted::{Pace, Scripted};
use crate::monsters::strike::{self, Strike, Strikes};
use crate::monsters::think::Foe;
use crate::player::player::Player;
use crate::rules::monster_kind::MonsterKind;
use crate::rules::rules::Rules;
use crate::tick::id::{Id, PLAYER};
use crate::tick::run::{Deck, Run};
use crate::tick::tick::Step;
use bevy::math::ops;
use bevy::prelude::*;

/// So many of them look for a way of their own in a tick at most.
const SEARCHES: u32 = 4;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, act.in_set(Step::FollowScripts));
}

/// Lets the creatures with scripts stand, go or strike.
fn act(
    (grid, gravity, places): (Res<Grid>, Res<Gravity>, Res<Places>),
    (deck, rules, run): (Res<Deck>, Res<Rules>, Res<Run>),
    mut creatures: Query<
        (&Id, &mut Monster, &mut Scripted, (&Position, &Height, &Body), &mut Heading, &mut Velocity),
        Without<Player>,
    >,
    mut strikes: ResMut<Strikes>,
    mut changes: MessageWriter<StateChange>,
) {
    if creatures.is_empty() {
        return;
    }
    let mut searches = Searches(SEARCHES);
    // By id, since all share the searches.
    for (&id, mut monster, mut scripted, (position, height, body), mut heading, mut velocity) in
        creatures.iter_mut().sort::<&Id>()
    {
        let (tick, at) = (run.tick, position.0);
        let kind = monster.kind_of(&rules);
        let before = monster.state();
        let drives = height.can_push_off(&gravity, &grid, at, body.radius);
        let prey = prey(&mut monster, &scripted, &places);
        let way = match next_strike(&monster, kind, &grid, at, prey, tick) {
            Doing::Nothing => Vec2::ZERO,
            Doing::Begins(attack) => {
                monster.enter(MonsterState::Attack, tick);
                monster.take_attack(attack);
                monster.provoke(prey.map(|prey| prey.id).filter(|id| *id != PLAYER), 0);
                Vec2::ZERO
            }
            Doing::Strikes(foe) => {
                monster.count_blow();
                let foe = Foe { entity: foe.entity, at: foe.at };
                let (attack, radius) = (monster.attack(), body.radius);
                strikes.0.push(Strike { by: id, kind: monster.kind(), attack, from: at, radius, sees: true, foe });
                Vec2::ZERO
            }
            // In the air it goes on as it was.
            Doing::Goes if !drives => velocity.0,
            Doing::Goes => {
                let (level, nature, keys, radius) = (&*deck.0, &kind.nature, Keys::of(&kind.keys), body.radius);
                let on_foot = OnFoot { grid: &grid, level, rules: &rules, nature, keys, at, radius, tick };
                let speed = if scripted.pace() == Pace::Walks { kind.amble } else { kind.speed };
                let way = scripted.walk_mut().lead(&on_foot, speed, &mut searches);
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

/// What one does in a tick.
enum Doing<'a> {
    /// It reels, draws back, or rests from a blow.
    Nothing,
    /// It draws back for a blow, with the attack of this number.
    Begins(u8),
    /// Its blow falls.
    Strikes(&'a Standing),
    /// It goes its way.
    Goes,
}

/// Whom it strikes at: whom it has begun to strike at, or whom its script wants it to.
fn prey<'a>(monster: &mut Monster, scripted: &Scripted, places: &'a Places) -> Option<&'a Standing> {
    let wanted = match monster.state() {
        MonsterState::Attack => Some(monster.foe().unwrap_or(PLAYER)),
        _ => scripted.prey(),
    };
    wanted.and_then(|id| places.of(id))
}

fn next_strike<'a>(
    monster: &Monster,
    kind: &MonsterKind,
    grid: &Grid,
    at: Vec2,
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
    let reaches = |prey: &Standing, attack: &crate::rules::monster_kind::Attack| {
        at.distance_squared(prey.at) <= attack.reach * attack.reach && strike::is_clear(grid, attack, at, prey.at)
    };
    let attack = prey.and_then(|prey| kind.attacks.iter().position(|attack| reaches(prey, attack)));
    attack.map_or(Doing::Goes, |attack| Doing::Begins(attack as u8))
}
