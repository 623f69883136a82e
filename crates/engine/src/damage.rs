//! Damage: wounds are collected during a tick and resolved together at its end.

use crate::body::{Body, Position, Velocity};
use crate::chance::Chance;
use crate::id::{Id, PLAYER};
use crate::monster::Monster;
use crate::places::Places;
use crate::player::Player;
use crate::report::{Happening, Report, StateChange};
use crate::rules::Rules;
use crate::run::{Outcome, Run};
use crate::tick::{Tick, ticks};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// One that is hit knows for this long at least who did it and where he is.
const GRUDGE: u32 = ticks(3.0);

/// Health left; at 0 or below its owner dies.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Health(pub i32);

/// The wounds of this tick; empty between ticks.
#[derive(Resource, Default)]
pub(crate) struct Wounds(pub(crate) Vec<Wound>);

/// Damage to one body.
pub(crate) struct Wound {
    pub(crate) target: Entity,
    pub(crate) amount: i32,
    /// The direction of the shot or blow, of length 1.
    pub(crate) towards: Vec2,
    /// Who dealt it.
    pub(crate) by: Option<Id>,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Wounds>();
    app.add_systems(FixedUpdate, resolve.in_set(Tick::Resolve));
}

/// Takes the wounds off the health of the living, in the order in which they were dealt.
fn resolve(
    rules: Res<Rules>,
    places: Res<Places>,
    mut wounds: ResMut<Wounds>,
    mut living: Query<
        (&Id, &Position, &mut Velocity, &mut Health, Option<&mut Player>, Option<&mut Monster>),
        With<Body>,
    >,
    mut run: ResMut<Run>,
    mut chance: ResMut<Chance>,
    mut reports: MessageWriter<Report>,
    mut changes: MessageWriter<StateChange>,
    mut commands: Commands,
) {
    for Wound { target, amount, towards, by } in wounds.0.drain(..) {
        let Ok((&id, position, mut velocity, mut health, player, monster)) = living.get_mut(target) else { continue };
        if health.0 <= 0 {
            continue; // a wound of this same tick has killed already
        }
        let off_guard = monster.as_ref().is_some_and(|monster| monster.state().is_unaware());
        health.0 -= if off_guard { amount.saturating_mul(rules.unaware) } else { amount };
        let dies = health.0 <= 0;
        let report = match (player, monster) {
            (Some(mut player), _) => {
                player.since_hurt = 0;
                if dies {
                    player.since_death = 0;
                    run.outcome = Outcome::Dead;
                }
                Report::new(if dies { Happening::PlayerDies } else { Happening::PlayerHurt }, position.0)
            }
            (None, Some(mut monster)) => {
                let before = monster.state();
                if dies {
                    monster.fall(run.tick);
                    run.kills += 1;
                } else {
                    let by = by.filter(|by| places.of(*by).is_some_and(|standing| standing.entity != target));
                    suffer(&mut monster, &rules, health.0, by, run.tick, &mut chance);
                }
                changes.write_batch(StateChange::of(run.tick, id, &monster, before, position.0));
                let what = if dies { Happening::MonsterDies } else { Happening::MonsterHurt };
                Report::new(what, position.0).by(monster.kind())
            }
            (None, None) => continue,
        };
        reports.write(Report { towards, ..report });
        if dies {
            velocity.0 = Vec2::ZERO;
            commands.entity(target).remove::<Body>();
        }
    }
}

/// What a hit does to an undead that lives on: it turns on whoever dealt it, may be stunned, and may take fright.
fn suffer(monster: &mut Monster, rules: &Rules, health: i32, by: Option<Id>, tick: u64, chance: &mut Chance) {
    let kind = monster.kind_of(rules);
    if kind.flees.as_ref().is_some_and(|fear| health * 100 < fear.below * kind.health) {
        monster.take_fright();
    }
    monster.provoke(by.filter(|by| *by != PLAYER), tick + u64::from(kind.senses.scent.max(GRUDGE)));
    if chance.roll(1..=100) <= kind.pain.chance {
        monster.stun(tick);
    }
}
