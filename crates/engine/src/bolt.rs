//! Bolts: what is thrown flies straight on, until it meets a body or a wall.

use crate::body::{Position, Previous};
use crate::chance::Chance;
use crate::damage::{Wound, Wounds};
use crate::grid::{self, Grid};
use crate::id::Id;
use crate::places::Places;
use crate::ray::{self, Ray};
use crate::report::{Happening, Report};
use crate::tick::{TICK, Tick};
use bevy::math::ops;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// How far before a wall it ends, in tiles: so its splash is in the cell in front of it.
const HAIR: f32 = 0.01;

/// Something that was thrown.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bolt {
    /// Who threw it: it flies past him.
    by: Id,
    /// His kind.
    kind: u16,
    /// Tiles a second.
    velocity: Vec2,
    radius: f32,
    damage: i32,
}

impl Bolt {
    /// One that sets out.
    pub(crate) fn thrown(by: Id, kind: u16, velocity: Vec2, radius: f32, damage: i32) -> Self {
        Bolt { by, kind, velocity, radius, damage }
    }

    /// True if one can fly so.
    pub(crate) fn is_possible(&self) -> bool {
        self.velocity.is_finite() && self.velocity.length() <= 100.0 && (0.0..=0.5).contains(&self.radius)
    }
}

/// A direction off another one by an angle left to chance, at most `spread` radians to each side.
pub(crate) fn aim(to: Vec2, spread: f32, chance: &mut Chance) -> Vec2 {
    let (sin, cos) = ops::sin_cos(spread * chance.roll(-100..=100) as f32 / 100.0);
    to.normalize_or(Vec2::X).rotate(Vec2::new(cos, sin))
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, fly.in_set(Tick::Act).after(grid::update).after(crate::pistol::fire));
}

/// Moves the bolts on; one that meets something wounds it and is gone.
pub(crate) fn fly(
    grid: Res<Grid>,
    places: Res<Places>,
    mut bolts: Query<(Entity, &Id, &Bolt, &mut Position, &mut Previous)>,
    mut wounds: ResMut<Wounds>,
    mut reports: MessageWriter<Report>,
    mut commands: Commands,
) {
    for (entity, _, bolt, mut position, mut previous) in bolts.iter_mut().sort::<&Id>() {
        previous.0 = position.0;
        let way = bolt.velocity * TICK;
        let (direction, length) = way.normalize_and_length();
        let wall = ray::cast(&grid, Ray::Shot, position.0, direction, length).map(|hit| hit.distance);
        let reach = wall.unwrap_or(length);
        let middle = position.0 + way / 2.0;
        let met = places
            .near(middle, bolt.radius + length / 2.0)
            .filter(|standing| standing.id != bolt.by)
            .filter_map(|standing| {
                let to = standing.at - position.0;
                let along = to.dot(direction).clamp(0.0, reach);
                let meets = (to - direction * along).length() < standing.radius + bolt.radius;
                meets.then_some((along, standing))
            })
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.id.cmp(&b.1.id)));
        let end = match (met, wall) {
            (Some((along, standing)), _) => {
                let wound =
                    Wound { target: standing.entity, amount: bolt.damage, towards: direction, by: Some(bolt.by) };
                wounds.0.push(wound);
                along
            }
            (None, Some(distance)) => distance - HAIR,
            (None, None) => {
                position.0 += way;
                continue;
            }
        };
        let at = position.0 + direction * end;
        reports.write(Report { towards: direction, ..Report::new(Happening::BoltHits, at).by(bolt.kind) });
        commands.entity(entity).despawn();
    }
}
