//! Explosions: a shock wave expands tick by tick, and hits the bodies that it reaches, unless walls are in between.

use crate::{
    air::air::Air,
    air::hull::{Hull, HullImpact},
    bodies::spatial_index::{SpatialIndex, Standing},
    bodies::vertical_extent::{Heights, VerticalRange},
    bodies::wound::{Wound, Wounds},
    deck::grid::Grid,
    deck::ray::{self, Ray},
    events::damage_source::DamageSource,
    rules::element::ElementalDamage,
    rules::explosion_kind::{ExplosionKind, MAX_REACH},
    state::part::{Bounds, Flaw, Numbered, SavedComponent, ensure},
    tick::game_rng::GameRng,
    tick::id::Id,
    tick::run::Deck,
    tick::tick::{Step, TICK},
};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// A shock wave.
#[derive(Component, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(opaque))]
pub struct Explosion {
    /// The creature that caused it, if there is one.
    by: Option<Id>,
    /// Centre in tiles.
    at: Vec2,
    /// Height of the centre above the floor, in tiles.
    height: f64,
    /// Present radius in tiles.
    front: f32,
    /// Maximum radius in tiles.
    reach: f32,
    /// Speed in tiles per second.
    speed: f32,
    /// Damage at the centre.
    damage: ElementalDamage,
    /// Knockback at the centre, in tiles per second.
    push: f32,
    /// Burn time of victims, in ticks.
    burn_ticks: u32,
    /// The bodies that it has already hit.
    struck: Vec<Id>,
}

/// The source of a shock wave. It is not part of the state: it is only used for a death within a fraction of a second
/// after loading, which then has an explosion as its cause.
#[derive(Component, Clone, Copy, Debug)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(from_reflect = false))]
pub(crate) struct BlastCause(#[cfg_attr(feature = "dev", reflect(ignore))] pub(crate) DamageSource);

impl Explosion {
    /// Returns a shock wave with this centre and height.
    pub(crate) fn of(
        explosion: &ExplosionKind,
        (at, height): (Vec2, f64),
        by: Option<Id>,
        damage: ElementalDamage,
    ) -> Self {
        let &ExplosionKind { reach, speed, push, burn_ticks, .. } = explosion;
        Explosion { by, at, height, front: 0.0, reach, speed, damage, push, burn_ticks, struck: Vec::new() }
    }

    /// Returns the centre.
    pub fn at(&self) -> Vec2 {
        self.at
    }

    /// Returns the distance from the centre to a point with this vertical extent, in tiles.
    pub(crate) fn distance_to(&self, at: Vec2, span: VerticalRange) -> f32 {
        let (along, gap) = (at.distance(self.at), span.gap(self.height) as f32);
        if gap == 0.0 { along } else { (along * along + gap * gap).sqrt() }
    }

    /// Returns the maximum radius in tiles, greater than 0.
    pub fn reach(&self) -> f32 {
        self.reach
    }

    /// Returns the present radius in tiles.
    pub fn front(&self) -> f32 {
        self.front
    }

    /// Returns the radius in tiles to display, a number of ticks after the last tick, or before it if the number is
    /// negative.
    pub fn front_at(&self, ticks: f32) -> f32 {
        (self.front + ticks * self.speed * TICK).clamp(0.0, self.reach)
    }

    /// Returns true if the values are valid.
    pub(crate) fn is_valid(&self) -> bool {
        let within = |value: f32, most: f32| (0.0..=most).contains(&value);
        within(self.front, MAX_REACH)
            && within(self.reach, MAX_REACH)
            && self.reach > 0.0
            && within(self.speed, 60.0)
            && self.speed >= 1.0
            && within(self.push, 20.0)
            && self.damage.is_valid()
            && (0.0..=1.0).contains(&self.height)
    }

    /// Returns true if the front reaches a cell in this tick, with nothing in between.
    fn reaches(&self, grid: &Grid, cell: IVec2, front: f32) -> bool {
        let distance = distance_to(cell, self.at);
        // The front of the first tick includes the centre itself.
        let is_new = distance <= front && (distance > self.front || self.front == 0.0);
        let met = || {
            let (way, length) = (Grid::middle(cell) - self.at).normalize_and_length();
            ray::cast(grid, Ray::Shot, self.at, way, length + 1.0)
        };
        is_new && met().is_none_or(|hit| hit.cell == cell)
    }

    /// Returns the wound of a body that the wave reaches now. Without air there is no wave and no fire, only fragments.
    fn strike(
        &mut self,
        grid: &Grid,
        air: &Air,
        standing: &Standing,
        span: VerticalRange,
        cause: DamageSource,
    ) -> Option<Wound> {
        // Exactly at the centre the direction is arbitrary, but always the same.
        let (towards, _) = (standing.at - self.at).normalize_and_length();
        let distance = self.distance_to(standing.at, span);
        let share = 1.0 - ((distance - standing.radius) / self.reach).clamp(0.0, 1.0);
        self.struck.push(standing.id);
        let seen = share * self.open_part(grid, standing, span);
        (seen > 0.0).then(|| {
            let damage = self.damage.times(f64::from(seen));
            let has_air = air.is_breathable(Grid::cell_at(self.at));
            let (push, burn_ticks) = if has_air { (self.push * seen, self.burn_ticks) } else { (0.0, 0) };
            Wound { target: standing.entity, damage, towards, by: self.by, cause, push, burn_ticks }
        })
    }

    /// Returns the share of a body that is exposed: the centre and the two sides count for a third each.
    fn open_part(&self, grid: &Grid, standing: &Standing, span: VerticalRange) -> f32 {
        let side = (standing.at - self.at).normalize_or_zero().perp() * standing.radius * 0.8;
        let points = [Vec2::ZERO, side, -side].map(|aside| standing.at + aside);
        let is_open = |point: &Vec2| ray::clear_at(grid, Ray::Shot, (self.at, self.height), (*point, span.middle()));
        points.iter().filter(|point| is_open(point)).count() as f32 / 3.0
    }
}

impl SavedComponent for Explosion {
    fn validate(all: &Numbered<Self>, bounds: &Bounds) -> Result<(), Flaw> {
        let fits = |explosion: &Explosion| bounds.contains(explosion.at) && explosion.is_valid();
        ensure(all.values().all(fits), "an explosion is outside the level, or too large")
    }
}

/// Returns the distance from a cell to a point, in tiles.
fn distance_to(cell: IVec2, at: Vec2) -> f32 {
    at.distance(at.clamp(cell.as_vec2(), cell.as_vec2() + 1.0))
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, spread.in_set(Step::Spread).run_if(any_with_component::<Explosion>));
}

/// Expands the shock waves; each one is removed when it has reached its maximum radius.
pub(crate) fn spread(
    grid: Res<Grid>,
    (places, statures): (Res<SpatialIndex>, Heights),
    mut explosions: Query<(Entity, &Id, &mut Explosion, Option<&BlastCause>)>,
    (deck, air, mut hull): (Res<Deck>, Res<Air>, ResMut<Hull>),
    mut chance: ResMut<GameRng>,
    mut wounds: ResMut<Wounds>,
    mut commands: Commands,
) {
    for (entity, _, mut explosion, cause) in explosions.iter_mut().sort::<&Id>() {
        let cause = cause.map_or(DamageSource::default(), |cause| cause.0);
        let front = (explosion.front + explosion.speed * TICK).min(explosion.reach);
        for standing in places.near(explosion.at, front) {
            if explosion.struck.contains(&standing.id) {
                continue;
            }
            let span = statures.of(standing.entity);
            // If the centre is within the vertical extent, the horizontal distance counts.
            let is_beside = span.gap(explosion.height) == 0.0;
            if is_beside || explosion.distance_to(standing.at, span) < front + standing.radius {
                wounds.0.extend(explosion.strike(&grid, &air, standing, span, cause));
            }
        }
        let reached = hull.breakable_near(&grid, &deck.0, explosion.at, front);
        let reached: Vec<IVec2> = reached.filter(|cell| explosion.reaches(&grid, *cell, front)).collect();
        for cell in reached {
            hull.strike(&grid, &deck.0, cell, HullImpact::Blast, &mut chance);
        }
        explosion.front = front;
        if front >= explosion.reach {
            commands.entity(entity).despawn();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_three_dimensions() {
        let blast = Explosion {
            by: None,
            at: Vec2::new(2.0, 2.0),
            height: 0.9,
            front: 0.0,
            reach: 3.0,
            speed: 30.0,
            damage: ElementalDamage::default(),
            push: 0.0,
            burn_ticks: 0,
            struck: Vec::new(),
        };
        let standing = VerticalRange { low: 0.0, high: 0.6 };
        assert!((blast.distance_to(Vec2::new(2.4, 2.0), standing) - 0.5).abs() < 1e-6, "0.4 aside and 0.3 below");
        assert_eq!(blast.distance_to(Vec2::new(2.5, 2.0), VerticalRange { low: 0.35, high: 1.0 }), 0.5, "next to it");
        assert!((blast.distance_to(Vec2::new(2.0, 2.0), standing) - 0.3).abs() < 1e-6, "right below");
    }
}
