//! Damage: wounds are collected during a tick and resolved together at its end.

use crate::{
    air::air::Air,
    bodies::body::{Body, Knockback, Position, Velocity},
    bodies::spatial_index::SpatialIndex,
    bodies::wound::{Burning, Health, Wound, Wounds},
    combat::suit,
    deck::grid::Grid,
    events::damage_source::DamageSource,
    events::event_log::{EventLog, EventRecord},
    events::game_event::GameEvent,
    monsters::monster::Monster,
    monsters::state_machine::StateChange,
    player::player::Player,
    rules::element::ElementalDamage,
    rules::ids::{KindId, PropId},
    rules::pickup_kind::MAX_HEALTH,
    rules::rules::Rules,
    state::dev_state::DevState,
    things::prop::Prop,
    tick::game_rng::GameRng,
    tick::id::{Id, PLAYER},
    tick::run::{Deck, Outcome, Run},
    tick::tick::{Step, ticks},
};
use bevy::{ecs::query::QueryData, prelude::*};

/// Minimum time for which a monster that was hit knows its attacker and the attacker's position.
const GRUDGE: u32 = ticks(3.0);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Wounds>();
    let are_wounds = |wounds: Res<Wounds>| !wounds.0.is_empty();
    app.add_systems(FixedUpdate, resolve.in_set(Step::Resolve).run_if(are_wounds));
}

/// A body that can be wounded.
#[derive(QueryData)]
#[query_data(mutable)]
struct Victim {
    id: &'static Id,
    position: &'static Position,
    velocity: &'static mut Velocity,
    thrown: &'static mut Knockback,
    burning: &'static mut Burning,
    health: &'static mut Health,
    player: Option<&'static mut Player>,
    monster: Option<&'static mut Monster>,
    prop: Option<&'static mut Prop>,
}

impl VictimItem<'_, '_> {
    /// Returns the health that a wound costs, after the damage zone of the cell, the victim's items, its damage filter
    /// and its armour. A negative result heals.
    fn cost(&mut self, damage: &ElementalDamage, rules: &Rules, deck: &Deck) -> i32 {
        let at = self.position.0;
        let damage_zone = || suit::damage_zone(at, rules, deck).map_or(*damage, |(_, filter)| filter.apply(damage));
        let kind = |number: u16| &rules.props[usize::from(number)].1;
        let damage = match (&self.player, &self.monster, &self.prop) {
            (Some(player), ..) => suit::product(player, at, rules, deck).apply(damage),
            (_, Some(monster), _) => monster.kind_of(rules).resistances.apply(&damage_zone()),
            (.., Some(prop)) => kind(prop.kind()).resistances.apply(&damage_zone()),
            _ => damage_zone(),
        };
        let cost = suit::in_whole(&damage);
        let Some(player) = &mut self.player else { return cost };
        let taken = suit::absorbed(cost, player.armour, rules.player.armour);
        player.armour -= taken;
        cost - taken
    }

    /// Subtracts the cost of damage from the health. Returns false if it costs nothing or heals.
    fn take(&mut self, damage: &ElementalDamage, rules: &Rules, deck: &Deck) -> bool {
        let cost = self.cost(damage, rules, deck);
        if cost <= 0 {
            let most = self.most(rules).max(self.health.0);
            self.health.0 = self.health.0.saturating_sub(cost).min(most);
            return false;
        }
        let off_guard = self.monster.as_ref().is_some_and(|monster| monster.state().is_unaware());
        let cost = if off_guard { cost.saturating_mul(rules.unaware) } else { cost };
        self.health.0 = self.health.0.saturating_sub(cost);
        true
    }

    /// Returns the maximum health of the victim.
    fn most(&self, rules: &Rules) -> i32 {
        match (&self.monster, &self.prop) {
            (Some(monster), _) => monster.kind_of(rules).health,
            (_, Some(prop)) => rules.props[usize::from(prop.kind())].1.most_health(),
            _ => MAX_HEALTH,
        }
    }
}

/// Applies the wounds of the tick to living bodies, in the order in which they were dealt.
fn resolve(
    (rules, deck, places, air, dev): (Res<Rules>, Res<Deck>, Res<SpatialIndex>, Res<Air>, Res<DevState>),
    mut wounds: ResMut<Wounds>,
    mut living: Query<Victim, With<Body>>,
    mut run: ResMut<Run>,
    mut chance: ResMut<GameRng>,
    mut events: EventLog,
    mut changes: MessageWriter<StateChange>,
    mut commands: Commands,
) {
    for Wound { target, damage, towards, by, cause, push, burn_ticks } in wounds.0.drain(..) {
        let Ok(mut victim) = living.get_mut(target) else { continue };
        if victim.health.0 <= 0 {
            continue; // killed by an earlier wound of the same tick
        }
        if dev.god && victim.player.is_some() {
            continue;
        }
        if let Some(prop) = victim.prop.as_ref().filter(|prop| prop.stands_for_good(&rules)) {
            let what = GameEvent::PropHit(PropId(prop.kind()));
            events.emit(EventRecord { towards, ..EventRecord::new(what, victim.position.0) });
            continue;
        }
        if victim.prop.is_none() {
            victim.thrown.throw(towards * push);
        }
        if air.is_breathable(Grid::cell_at(victim.position.0)) {
            victim.burning.light(burn_ticks, by); // flames need air
        }
        if !victim.take(&damage, &rules, &deck) {
            continue;
        }
        let dies = victim.health.0 <= 0;
        let at = victim.position.0;
        let what = if let Some(player) = &mut victim.player {
            hurt_player(player, dies.then_some(cause), &mut run)
        } else if let Some(monster) = &mut victim.monster {
            let (before, target_before) = (monster.state(), monster.target());
            let other = by.filter(|by| places.of(*by).is_some_and(|standing| standing.entity != target));
            let what = hurt_monster(monster, &rules, victim.health.0, other, &mut run, &mut chance);
            if monster.target() != target_before {
                debug!(tick = run.tick, id = victim.id.0, target = ?monster.target(), "target chosen after a hit");
            }
            changes.write_batch(StateChange::of(run.tick, *victim.id, monster, before, at));
            what
        } else if let Some(prop) = &mut victim.prop {
            hurt_prop(prop, dies, run.tick, by)
        } else {
            continue;
        };
        events.emit(EventRecord { towards, by, ..EventRecord::new(what, at) });
        if dies {
            victim.velocity.0 = Vec2::ZERO;
            (*victim.thrown, *victim.burning) = default();
            commands.entity(target).remove::<Body>();
        }
    }
}

/// Hurts the player, and ends the run if this was `deadly`; returns the event to report.
pub(crate) fn hurt_player(player: &mut Player, deadly: Option<DamageSource>, run: &mut Run) -> GameEvent {
    player.since_hurt = 0;
    let Some(cause) = deadly else { return GameEvent::PlayerHurt };
    player.since_death = 0;
    run.outcome = Outcome::Dead;
    GameEvent::PlayerDies(cause)
}

/// Applies a hit to a monster that has this much health left, and returns the event to report.
pub(crate) fn hurt_monster(
    monster: &mut Monster,
    rules: &Rules,
    health: i32,
    by: Option<Id>,
    run: &mut Run,
    chance: &mut GameRng,
) -> GameEvent {
    let kind = KindId(monster.kind());
    if health > 0 {
        suffer(monster, rules, health, by, run.tick, chance);
        return GameEvent::MonsterHurt(kind);
    }
    monster.fall(run.tick);
    run.kills += u32::from(monster.kind_of(rules).is_hostile());
    GameEvent::MonsterDies(kind)
}

/// Applies a hit to a prop and returns the event to report.
pub(crate) fn hurt_prop(prop: &mut Prop, breaks: bool, tick: u64, by: Option<Id>) -> GameEvent {
    let kind = PropId(prop.kind());
    if !breaks {
        return GameEvent::PropHit(kind);
    }
    prop.shatter(tick, by);
    GameEvent::PropBreaks(kind)
}

/// Applies a hit to a monster that survives: it turns on the attacker, may be stunned, and may start to flee.
fn suffer(monster: &mut Monster, rules: &Rules, health: i32, by: Option<Id>, tick: u64, chance: &mut GameRng) {
    let kind = monster.kind_of(rules);
    if kind.flees.as_ref().is_some_and(|fear| health * 100 < fear.below * kind.health) {
        monster.take_fright();
    }
    monster.provoke(by.filter(|by| *by != PLAYER), tick + u64::from(kind.senses.scent.max(GRUDGE)));
    if chance.roll(1..=100) <= kind.pain.chance {
        monster.stun(tick);
    }
}
