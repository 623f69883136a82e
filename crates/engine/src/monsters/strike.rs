//! Strikes: the effects of monster attacks.

use crate::{
    bodies::body::{Position, PreviousPosition, Velocity},
    bodies::vertical_extent::{VerticalRange, rise_of_bolt},
    bodies::wound::{Wound, Wounds},
    deck::grid::Grid,
    deck::ray::{self, Ray, Rise},
    events::damage_source::DamageSource,
    events::event_log::{EventLog, EventRecord},
    events::game_event::GameEvent,
    monsters::monster::Undead,
    monsters::think::Target,
    player::player::Player,
    rules::attack::Attack,
    rules::ids::KindId,
    rules::rules::Rules,
    tick::game_rng::GameRng,
    tick::id::Id,
    tick::run::Run,
    tick::tick::Step,
    weapons::projectile::{self, Origin, Projectile},
};
use bevy::prelude::*;

/// A strike that is made in this tick.
pub(crate) struct Strike {
    pub(crate) by: Id,
    pub(crate) kind: u16,
    pub(crate) attack: u8,
    pub(crate) from: Vec2,
    /// Vertical extent of the attacker.
    pub(crate) span: VerticalRange,
    pub(crate) radius: f32,
    /// Whether the attacker sees its target.
    pub(crate) sees: bool,
    pub(crate) target: Target,
}

/// The strikes of this tick, sorted by the ids of the attackers; empty between ticks.
#[derive(Resource, Default)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(from_reflect = false))]
pub(crate) struct Strikes(#[cfg_attr(feature = "dev", reflect(ignore))] pub(crate) Vec<Strike>);

/// Returns the number of strikes that are due when an attack has lasted `age` ticks.
pub(crate) fn due(attack: &Attack, age: u32) -> u32 {
    age.checked_sub(attack.wind_up).map_or(0, |since| since / attack.cycle() + 1)
}

/// Returns true if nothing in between would stop the attack. A melee attack reaches no higher than the attacker.
pub(crate) fn is_clear(
    grid: &Grid,
    attack: &Attack,
    (from, span): (Vec2, VerticalRange),
    (to, target): (Vec2, VerticalRange),
) -> bool {
    match attack.projectile {
        Some(_) => ray::clear_at(grid, Ray::Shot, (from, span.eyes()), (to, target.belly())),
        None => span.overlaps(target) && ray::clear(grid, Ray::Body, from, to),
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Strikes>();
    let are_strikes = |strikes: Res<Strikes>| !strikes.0.is_empty();
    app.add_systems(FixedUpdate, fall.in_set(Step::Strike).in_set(Undead).run_if(are_strikes));
}

/// Applies the strikes: claws hit targets in reach, unless they miss, and projectiles are launched.
pub(crate) fn fall(
    grid: Res<Grid>,
    rules: Res<Rules>,
    player: Single<(Entity, &Velocity), With<Player>>,
    mut run: ResMut<Run>,
    mut strikes: ResMut<Strikes>,
    mut chance: ResMut<GameRng>,
    mut wounds: ResMut<Wounds>,
    mut events: EventLog,
    mut commands: Commands,
) {
    let (player, velocity) = *player;
    for strike in strikes.0.drain(..) {
        let attack = &rules.monsters[usize::from(strike.kind)].1.attacks[usize::from(strike.attack)];
        events.emit(EventRecord::new(GameEvent::Strikes(KindId(strike.kind)), strike.from));
        let to = strike.target.at - strike.from;
        if let Some(projectile) = &attack.projectile {
            // Lead the player's movement as far as the skill level allows.
            let motion = if strike.target.entity == player { velocity.0 } else { Vec2::ZERO };
            let lead = motion * (to.length() / projectile.speed) * rules.skill(run.skill).lead;
            let aim = projectile::aim(to + lead, projectile.spread, &mut chance);
            let origin = Origin::Undead { kind: strike.kind, attack: strike.attack };
            let height = strike.span.eyes();
            let rise = rise_of_bolt(height, strike.target.span, to.length());
            let damage = attack.damage.roll(run.skill, to.length(), &mut chance);
            let rise = Rise { from: rise.at(strike.radius), ..rise };
            let projectile = Projectile::new(strike.by, origin, projectile, (aim, rise), damage);
            let from = strike.from + aim * strike.radius;
            commands.spawn((run.next_id(), projectile, Position(from), PreviousPosition(from)));
        } else if strike.sees
            && to.length_squared() <= attack.reach * attack.reach
            && is_clear(&grid, attack, (strike.from, strike.span), (strike.target.at, strike.target.span))
        {
            if attack.may_miss() && chance.roll(1..=100) > attack.chance {
                if strike.target.entity == player {
                    let what = GameEvent::Misses(KindId(strike.kind));
                    events.emit(EventRecord { towards: to.normalize_or_zero(), ..EventRecord::new(what, strike.from) });
                }
                continue;
            }
            let damage = attack.damage.roll(run.skill, to.length(), &mut chance);
            let (target, towards, by) = (strike.target.entity, to.normalize_or_zero(), Some(strike.by));
            let cause = DamageSource::Strike(KindId(strike.kind));
            wounds.0.push(Wound { target, damage, towards, by, cause, push: 0.0, burn_ticks: 0 });
        }
    }
}
