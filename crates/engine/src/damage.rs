//! Damage: wounds are collected during a tick and resolved together at its end.

use crate::body::{Body, Position, Velocity};
use crate::monster::Monster;
use crate::player::Player;
use crate::report::{Happening, Report};
use crate::run::{Outcome, Run};
use crate::tick::Tick;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// How many times the damage an undead takes that suspects nothing.
const UNAWARE: i32 = 2;

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
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Wounds>();
    app.add_systems(FixedUpdate, resolve.in_set(Tick::Resolve));
}

/// Takes the wounds off the health of the living, in the order in which they were dealt.
fn resolve(
    mut wounds: ResMut<Wounds>,
    mut living: Query<(&Position, &mut Velocity, &mut Health, Option<&mut Player>, Option<&mut Monster>), With<Body>>,
    mut run: ResMut<Run>,
    mut reports: MessageWriter<Report>,
    mut commands: Commands,
) {
    for Wound { target, mut amount, towards } in wounds.0.drain(..) {
        let Ok((position, mut velocity, mut health, player, monster)) = living.get_mut(target) else { continue };
        if health.0 <= 0 {
            continue; // a wound of this same tick has killed already
        }
        if monster.as_ref().is_some_and(|monster| monster.state().is_unaware()) {
            amount *= UNAWARE;
        }
        health.0 -= amount;
        let dies = health.0 <= 0;
        let what = match (player, monster) {
            (Some(mut player), _) => {
                player.since_hurt = 0;
                if dies {
                    player.since_death = 0;
                    run.outcome = Outcome::Dead;
                }
                if dies { Happening::PlayerDies } else { Happening::PlayerHurt }
            }
            (None, Some(mut monster)) => {
                monster.hurt(dies);
                run.kills += u32::from(dies);
                if dies { Happening::MonsterDies } else { Happening::MonsterHurt }
            }
            (None, None) => continue,
        };
        reports.write(Report { what, at: position.0, towards });
        if dies {
            velocity.0 = Vec2::ZERO;
            commands.entity(target).remove::<Body>();
        }
    }
}
