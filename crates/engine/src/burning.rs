//! Burning: who has been set alight burns for a while, and each half second costs him something.

use crate::body::{Body, Position};
use crate::chance::Chance;
use crate::damage::{Wound, Wounds};
use crate::harm::Harm;
use crate::id::{Id, PLAYER};
use crate::kind;
use crate::report::{Happening, Report};
use crate::rules::Rules;
use crate::run::Run;
use crate::tick::Tick;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// How flames burn whoever is alight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BurningRules {
    /// From one wound to the next, in ticks.
    #[serde(deserialize_with = "kind::span")]
    pub every: u32,
    /// What each costs.
    pub harm: Harm,
}

/// How long a body still burns; all bodies have it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Burning {
    /// In ticks; 0 if it does not burn.
    left: u32,
    /// Who has set it alight.
    by: Option<Id>,
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

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, burn.in_set(Tick::Touch).before(crate::pickup::take).after(crate::noise::step));
}

/// Burns those who are alight.
fn burn(
    rules: Res<Rules>,
    run: Res<Run>,
    mut bodies: Query<(Entity, &Id, &Position, &mut Burning), With<Body>>,
    mut chance: ResMut<Chance>,
    mut wounds: ResMut<Wounds>,
    mut reports: MessageWriter<Report>,
) {
    let every = u64::from(rules.burning.every.max(1));
    let mut alight: Vec<_> = bodies.iter_mut().filter(|(.., burning)| burning.burns()).collect();
    alight.sort_unstable_by_key(|(_, id, ..)| **id);
    for (target, id, at, burning) in &mut alight {
        burning.left -= 1;
        if (run.tick + u64::from(id.0)).is_multiple_of(every) {
            let damage = rules.burning.harm.roll(run.skill, 0.0, &mut chance);
            let by = burning.by.filter(|by| *by != **id || *by == PLAYER);
            wounds.0.push(Wound { target: *target, damage, towards: Vec2::ZERO, by, push: 0.0, alight: 0 });
            reports.write(Report::new(Happening::Burns, at.0));
        }
    }
}
