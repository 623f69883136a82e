//! Projectiles: they fly straight on until they hit a body or a wall, or reach the end of their range.

use crate::{
    air::air::Air,
    air::hull::{Hull, HullImpact},
    bodies::body::{Position, PreviousPosition},
    bodies::spatial_index::{SpatialIndex, Standing},
    bodies::vertical_extent::{Heights, STEEPEST},
    bodies::wound::{Wound, Wounds},
    deck::grid::Grid,
    deck::ray::{self, Ray, Rise},
    deck::tick_interactions::TickInteractions,
    events::counts::Counts,
    events::damage_source::DamageSource,
    events::event_log::{EventLog, EventRecord},
    events::game_event::GameEvent,
    player::player::Player,
    rules::element::ElementalDamage,
    rules::ids::{KindId, WeaponId},
    rules::projectile_kind::ProjectileKind,
    rules::rules::Rules,
    rules::weapon::Load,
    state::part::{Bounds, Flaw, Part, ensure},
    tick::game_rng::GameRng,
    tick::id::{Id, InOrder, PLAYER},
    tick::run::{Deck, Run},
    tick::tick::{Step, TICK},
    weapons::explosion::{BlastCause, Explosion},
};
use bevy::{math::ops, prelude::*};
use serde::{Deserialize, Serialize};

/// Distance in tiles before a wall at which it stops, so that splash damage occurs in the cell in front of the wall.
const EPSILON: f32 = 0.01;

/// Distance in tiles between an obstacle and the pickup that lands in front of it.
const ROOM: f32 = 0.25;

/// Speed in tiles per second above which wind has no effect.
const SLOW: f32 = 12.0;
/// Share of the wind velocity that it takes on in each tick.
const ASIDE: f32 = 0.02;

/// A projectile.
#[derive(Component, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(opaque))]
pub struct Projectile {
    /// The creature that fired it; it does not hit this creature.
    by: Id,
    origin: Origin,
    /// Velocity in tiles per second.
    velocity: Vec2,
    radius: f32,
    /// Damage of a hit.
    damage: ElementalDamage,
    /// Remaining range in tiles.
    left: f32,
    /// The bodies through which it has passed.
    struck: Vec<Id>,
    /// Height above the floor, and its change per tile.
    rise: Rise,
}

/// The source of a projectile, by its index in the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Origin {
    /// An attack of a monster kind.
    Undead { kind: u16, attack: u8 },
    /// A weapon.
    Weapon(u16),
}

impl Origin {
    /// Returns the projectile kind, or `None` if an index is out of range.
    fn kind(self, rules: &Rules) -> Option<&ProjectileKind> {
        match self {
            Origin::Undead { kind, attack } => {
                let (_, kind) = rules.monsters.get(usize::from(kind))?;
                kind.attacks.get(usize::from(attack))?.projectile.as_ref()
            }
            Origin::Weapon(number) => match &rules.weapons.get(usize::from(number))?.1.load {
                Load::Projectile(kind) => Some(kind),
                Load::Bullets(_) | Load::Patches(_) => None,
            },
        }
    }

    /// Returns the knockback of a hit in tiles per second, and the burn time in ticks.
    fn force(self, rules: &Rules) -> (f32, u32) {
        match self {
            Origin::Undead { .. } => (0.0, 0),
            Origin::Weapon(number) => {
                let weapon = &rules.weapons[usize::from(number)].1;
                (weapon.push, weapon.burn_ticks)
            }
        }
    }

    /// Returns the damage after the filters of the weapon and of the player's items, for projectiles of weapons.
    fn filtered(self, rolled: &ElementalDamage, player: &Player, rules: &Rules) -> ElementalDamage {
        match self {
            Origin::Undead { .. } => *rolled,
            Origin::Weapon(number) => {
                let weapon = &rules.weapons[usize::from(number)].1;
                player.attacks(rules).apply(&weapon.filter.apply(rolled))
            }
        }
    }

    /// Returns the source of the damage of a hit or an explosion.
    fn cause(self) -> DamageSource {
        match self {
            Origin::Undead { kind, .. } => DamageSource::MonsterProjectile(KindId(kind)),
            Origin::Weapon(number) => DamageSource::Weapon(WeaponId(number)),
        }
    }

    /// Returns the event of a hit.
    fn hits(self, kind: &ProjectileKind, at: Vec2) -> EventRecord {
        let what = match self {
            Origin::Undead { kind, .. } => GameEvent::MonsterProjectileHits(KindId(kind)),
            Origin::Weapon(number) if kind.explodes.is_some() => GameEvent::ProjectileExplodes(WeaponId(number)),
            Origin::Weapon(number) => GameEvent::ProjectileHits(WeaponId(number)),
        };
        EventRecord::new(what, at)
    }
}

impl Projectile {
    /// Returns a projectile that starts in this direction, a unit vector.
    pub(crate) fn new(
        by: Id,
        origin: Origin,
        kind: &ProjectileKind,
        (way, rise): (Vec2, Rise),
        damage: ElementalDamage,
    ) -> Self {
        let &ProjectileKind { speed, radius, reach, .. } = kind;
        Projectile { by, origin, velocity: way * speed, radius, damage, left: reach, struck: Vec::new(), rise }
    }

    /// Returns its kind, or `None` if an index is out of range.
    pub fn kind<'a>(&self, rules: &'a Rules) -> Option<&'a ProjectileKind> {
        self.origin.kind(rules)
    }

    /// Returns the remaining range in tiles.
    pub fn left(&self) -> f32 {
        self.left
    }

    /// Returns the height above the floor in tiles.
    pub fn height(&self) -> f64 {
        self.rise.from
    }

    /// Returns true if the values are valid.
    pub(crate) fn is_valid(&self, rules: &Rules) -> bool {
        self.velocity.is_finite()
            && self.velocity.length() <= 100.0
            && (0.0..=0.5).contains(&self.radius)
            && self.left.is_finite()
            && self.damage.is_valid()
            && self.origin.kind(rules).is_some()
            && (0.0..=1.0).contains(&self.rise.from)
            && (0.0..=1.0).contains(&self.rise.end)
            && self.rise.climb.abs() <= STEEPEST
    }

    /// Lets the wind deflect a slow projectile.
    fn drift(&mut self, wind: Vec2) {
        let speed = self.velocity.length();
        if speed < SLOW && wind != Vec2::ZERO {
            self.velocity = (self.velocity + wind * ASIDE).normalize_or_zero() * speed;
        }
    }

    /// Returns the bodies that it hits on a part of its path, with their distances, nearest first.
    fn met(
        &self,
        places: &SpatialIndex,
        statures: &Heights,
        from: Vec2,
        direction: Vec2,
        length: f32,
    ) -> Vec<(f32, Standing)> {
        let near = places.near(from + direction * length / 2.0, self.radius + length / 2.0);
        let others = near.filter(|standing| standing.id != self.by && !self.struck.contains(&standing.id));
        let mut met: Vec<(f32, Standing)> = others
            .filter_map(|standing| {
                let to = standing.at - from;
                let along = to.dot(direction).clamp(0.0, length);
                let meets = (to - direction * along).length() < standing.radius + self.radius;
                // It passes over low bodies and under high ones.
                let meets = meets && statures.of(standing.entity).holds(self.rise.at(along));
                meets.then_some((along, *standing))
            })
            .collect();
        met.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.id.cmp(&b.1.id)));
        met
    }
}

/// All projectiles with their positions, sorted by id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct SavedProjectiles(pub(crate) Vec<(Id, Position, Projectile)>);

impl Part for SavedProjectiles {
    fn save(world: &mut World) -> Self {
        let mut all = world.query::<(&Id, &Position, &Projectile)>();
        let of = |(&id, &at, projectile): (&Id, &Position, &Projectile)| (id, at, projectile.clone());
        SavedProjectiles(all.iter(world).sort::<&Id>().map(of).collect())
    }

    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw> {
        let known = self.0.iter().all(|(.., projectile)| projectile.is_valid(bounds.rules));
        ensure(known, "the kind of a projectile is invalid")?;
        ensure(self.0.iter().all(|(_, at, _)| bounds.contains(at.0)), "a projectile is outside the level")
    }

    fn restore(&self, world: &mut World, _: &Rules) {
        for (id, at, projectile) in &self.0 {
            world.spawn((*id, *at, PreviousPosition(at.0), projectile.clone()));
        }
    }
}

/// Returns a direction that deviates from another one by a random angle of at most `spread` radians to each side.
pub(crate) fn aim(to: Vec2, spread: f32, chance: &mut GameRng) -> Vec2 {
    let (sin, cos) = ops::sin_cos(spread * chance.roll(-100..=100) as f32 / 100.0);
    to.normalize_or(Vec2::X).rotate(Vec2::new(cos, sin))
}

/// Names and positions of the pickups for thrown items that have landed in this tick; empty between ticks.
#[derive(Resource, Default)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub(crate) struct Landings(pub(crate) Vec<(String, Vec2)>);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Landings>();
    app.add_systems(FixedUpdate, fly.in_set(Step::Fly).run_if(any_with_component::<Projectile>));
}

/// Moves the projectiles. A projectile that hits something is removed, unless it passes through bodies.
pub(crate) fn fly(
    grid: Res<Grid>,
    (places, statures): (Res<SpatialIndex>, Heights),
    rules: Res<Rules>,
    mut projectiles: Query<(Entity, &Id, &mut Projectile, &mut Position, &mut PreviousPosition)>,
    mut run: ResMut<Run>,
    (mut wounds, mut tried, mut landings): (ResMut<Wounds>, ResMut<TickInteractions>, ResMut<Landings>),
    player: Single<&Player>,
    (deck, air, mut hull): (Res<Deck>, Res<Air>, ResMut<Hull>),
    mut chance: ResMut<GameRng>,
    (mut events, mut counts): (EventLog, ResMut<Counts>),
    (mut commands, mut order): (Commands, Local<InOrder>),
) {
    for &(_, entity) in order.of(projectiles.iter().map(|(entity, id, ..)| (*id, entity))) {
        let Ok((.., mut projectile, mut position, mut previous)) = projectiles.get_mut(entity) else { continue };
        let Some(kind) = projectile.origin.kind(&rules) else { continue };
        previous.0 = position.0;
        projectile.drift(air.wind(position.0));
        let (towards, speed) = projectile.velocity.normalize_and_length();
        let length = (speed * TICK).min(projectile.left);
        let wall = ray::cast_at(&grid, Ray::Shot, position.0, towards, projectile.rise, length);
        let met = projectile.met(&places, &statures, position.0, towards, wall.map_or(length, |hit| hit.distance));
        let (push, burn_ticks) = projectile.origin.force(&rules);
        let stops = match kind {
            kind if kind.lands.is_some() => 0,
            kind if kind.pierces => met.len(),
            _ => 1,
        };
        if let Origin::Weapon(number) = projectile.origin
            && projectile.struck.is_empty()
            && met.len().min(stops) > 0
        {
            counts.hit(WeaponId(number), &rules);
        }
        for (_, standing) in met.iter().take(stops) {
            let (target, damage, by) = (standing.entity, projectile.damage, Some(projectile.by));
            let cause = projectile.origin.cause();
            wounds.0.push(Wound { target, damage, towards, by, cause, push, burn_ticks });
            projectile.struck.push(standing.id);
        }
        let first = met.first().filter(|_| !kind.pierces).map(|(along, _)| *along);
        // Flames do not break glass, and explosive projectiles leave that to the explosion.
        let is_hard = burn_ticks == 0 && kind.explodes.is_none() && kind.lands.is_none();
        if let Some(wall) = wall.filter(|_| first.is_none() && is_hard) {
            hull.strike(&grid, &deck.0, wall.cell, HullImpact::Shot, &mut chance);
        }
        if let Some(wall) = wall.filter(|_| first.is_none() && projectile.by == PLAYER) {
            tried.shot.push((wall.cell, Grid::side(wall.cell, position.0 + towards * wall.distance)));
        }
        let Some(end) = first.or(wall.map(|hit| hit.distance - EPSILON)) else {
            position.0 += towards * length;
            projectile.rise.from = projectile.rise.at(length).clamp(0.0, 1.0);
            projectile.left -= length;
            if projectile.left <= 0.0 {
                if let Some(landing) = &kind.lands {
                    events.emit(projectile.origin.hits(kind, position.0));
                    landings.0.push((landing.pickup.clone(), position.0));
                }
                commands.entity(entity).despawn();
            }
            continue;
        };
        let at = position.0 + towards * end;
        events.emit(EventRecord { towards, ..projectile.origin.hits(kind, at) });
        if let Some(explosion) = &kind.explodes {
            let rolled = explosion.damage.roll(run.skill, 0.0, &mut chance);
            let damage = projectile.origin.filtered(&rolled, &player, &rules);
            let height = projectile.rise.at(end).clamp(0.0, 1.0);
            let blast = Explosion::of(explosion, (at, height), Some(projectile.by), damage);
            commands.spawn((run.next_id(), blast, BlastCause(projectile.origin.cause())));
        }
        let lies = at - towards * ROOM.min((kind.reach - projectile.left + end).max(0.0));
        landings.0.extend(kind.lands.iter().map(|landing| (landing.pickup.clone(), lies)));
        commands.entity(entity).despawn();
    }
}
