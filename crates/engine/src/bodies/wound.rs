//! Wounds: the health of a body, the damage it takes in a tick, and its flames.

use crate::{events::damage_source::DamageSource, rules::element::ElementalDamage, tick::id::Id};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// Health left; at 0 or below the owner dies.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub struct Health(pub i32);

/// The wounds of this tick; empty between ticks.
#[derive(Resource, Default)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(from_reflect = false))]
pub(crate) struct Wounds(#[cfg_attr(feature = "dev", reflect(ignore))] pub(crate) Vec<Wound>);

/// Damage to one body.
pub(crate) struct Wound {
    pub(crate) target: Entity,
    /// Damage before the target's filters: the modifiers of the attacker's weapon and items are included.
    pub(crate) damage: ElementalDamage,
    /// Direction of the shot or hit, as a unit vector.
    pub(crate) towards: Vec2,
    /// The attacker, if any.
    pub(crate) by: Option<Id>,
    /// The source of the damage.
    pub(crate) cause: DamageSource,
    /// Knockback speed, in tiles per second.
    pub(crate) push: f32,
    /// Burn time added by the hit, in ticks.
    pub(crate) burn_ticks: u32,
}

/// The remaining burn time of a body; all bodies have this component.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub struct Burning {
    /// Burn time in ticks; 0 if it does not burn.
    pub(crate) left: u32,
    /// The attacker that set it on fire, if any.
    pub(crate) by: Option<Id>,
}

impl Burning {
    /// Returns true if it is burning.
    pub fn burns(&self) -> bool {
        self.left > 0
    }

    /// Sets it on fire for at least this number of ticks.
    pub(crate) fn light(&mut self, ticks: u32, by: Option<Id>) {
        if ticks > self.left {
            *self = Burning { left: ticks, by };
        }
    }
}
