//! Wounds: the health of a body, what hurts it in a tick, and the flames on it.

use crate::{events::damage_source::DamageSource, rules::element::ElementalDamage, tick::id::Id};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// Health left; at 0 or below its owner dies.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Health(pub i32);

/// The wounds of this tick; empty between ticks.
#[derive(Resource, Default)]
pub(crate) struct Wounds(pub(crate) Vec<Wound>);

/// Damage to one body.
pub(crate) struct Wound {
    pub(crate) target: Entity,
    /// As it leaves the attacker: his weapon and his items have had their say.
    pub(crate) damage: ElementalDamage,
    /// The direction of the shot or blow, of length 1.
    pub(crate) towards: Vec2,
    /// Who dealt it.
    pub(crate) by: Option<Id>,
    /// What dealt it.
    pub(crate) cause: DamageSource,
    /// How fast it throws the body, in tiles a second.
    pub(crate) push: f32,
    /// For how long it sets the body alight, in ticks.
    pub(crate) burn_ticks: u32,
}

/// How long a body still burns; all bodies have it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Burning {
    /// In ticks; 0 if it does not burn.
    pub(crate) left: u32,
    /// Who has set it alight.
    pub(crate) by: Option<Id>,
}

impl Burning {
    /// True for one that is alight.
    pub fn burns(&self) -> bool {
        self.left > 0
    }

    /// Sets it alight for so many ticks at least.
    pub(crate) fn light(&mut self, ticks: u32, by: Option<Id>) {
        if ticks > self.left {
            *self = Burning { left: ticks, by };
        }
    }
}
