//! Blows: what the attacks of the undead do when they fall.

use crate::bodies::body::{Position, Previous, Velocity};
use crate::bodies::wound::{Wound, Wounds};
use crate::deck::grid::Grid;
use crate::deck::ray::{self, Ray};
use crate::monsters::think::Foe;
use crate::player::player::Player;
use crate::reports::happening::Happening;
use crate::reports::report::{Report, Reports};
use crate::rules::element::ElementalDamage;
use crate::rules::ids::KindId;
use crate::rules::kind::Attack;
use crate::rules::rules::Rules;
use crate::tick::chance::Chance;
use crate::tick::id::Id;
use crate::tick::run::Run;
use crate::tick::tick::Step;
use crate::weapons::bolt::{self, Bolt, Origin};
use bevy::prelude::*;

/// A blow that falls in this tick.
pub(crate) struct Blow {
    pub(crate) by: Id,
    pub(crate) kind: u16,
    pub(crate) attack: u8,
    pub(crate) from: Vec2,
    pub(crate) radius: f32,
    /// It sees whom it strikes at.
    pub(crate) sees: bool,
    pub(crate) foe: Foe,
}

/// The blows of this tick, in the order of their strikers' ids; empty between ticks.
#[derive(Resource, Default)]
pub(crate) struct Blows(pub(crate) Vec<Blow>);

/// How many blows of an attack are due so many ticks after it began.
pub(crate) fn due(attack: &Attack, age: u32) -> u32 {
    age.checked_sub(attack.wind_up).map_or(0, |since| since / attack.cycle() + 1)
}

/// True if nothing is between that would stop the attack.
pub(crate) fn is_clear(grid: &Grid, attack: &Attack, from: Vec2, to: Vec2) -> bool {
    ray::clear(grid, if attack.bolt.is_some() { Ray::Shot } else { Ray::Body }, from, to)
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Blows>();
    app.add_systems(FixedUpdate, fall.in_set(Step::Strike));
}

/// Lets the blows fall: claws hit who is in reach, what is thrown sets out.
pub(crate) fn fall(
    grid: Res<Grid>,
    rules: Res<Rules>,
    player: Single<(Entity, &Velocity), With<Player>>,
    mut run: ResMut<Run>,
    mut blows: ResMut<Blows>,
    mut chance: ResMut<Chance>,
    mut wounds: ResMut<Wounds>,
    mut reports: Reports,
    mut commands: Commands,
) {
    let (player, velocity) = *player;
    for blow in blows.0.drain(..) {
        let attack = &rules.monsters[usize::from(blow.kind)].1.attacks[usize::from(blow.attack)];
        reports.tell(Report::new(Happening::Strikes(KindId(blow.kind)), blow.from));
        let to = blow.foe.at - blow.from;
        let (least, most) = attack.damage;
        let damage = |amount: i32| ElementalDamage::of(attack.element, f64::from(amount));
        if let Some(missile) = &attack.bolt {
            // What the foe does meanwhile is allowed for as far as the skill goes.
            let motion = if blow.foe.entity == player { velocity.0 } else { Vec2::ZERO };
            let lead = motion * (to.length() / missile.speed) * rules.skill(run.skill).lead;
            let aim = bolt::aim(to + lead, missile.spread, &mut chance);
            let origin = Origin::Undead { kind: blow.kind, attack: blow.attack };
            let bolt = Bolt::new(blow.by, origin, missile, aim, damage(chance.roll(least..=most)));
            let from = blow.from + aim * blow.radius;
            commands.spawn((run.next_id(), bolt, Position(from), Previous(from)));
        } else if blow.sees
            && to.length_squared() <= attack.reach * attack.reach
            && is_clear(&grid, attack, blow.from, blow.foe.at)
            && (attack.chance >= 100 || chance.roll(1..=100) <= attack.chance)
        {
            let damage = damage(chance.roll(least..=most));
            let (target, towards, by) = (blow.foe.entity, to.normalize_or_zero(), Some(blow.by));
            wounds.0.push(Wound { target, damage, towards, by, push: 0.0, alight: 0 });
        }
    }
}
