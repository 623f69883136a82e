//! Bolts: what is sent flying goes straight on, until it meets a body or a wall or has come as far as it goes.

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

/// How far before a wall it ends, in tiles: so its splash is in the cell in front of it.
const EPSILON: f32 = 0.01;

/// So far before what it meets lies what lands, in tiles.
const ROOM: f32 = 0.25;

/// What flies faster than this the wind does not turn, in tiles a second.
const SLOW: f32 = 12.0;
/// The share of the wind's speed that it takes on in a tick.
const ASIDE: f32 = 0.02;

/// Something that flies.
#[derive(Component, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Projectile {
    /// Who sent it: it flies past him.
    by: Id,
    origin: Origin,
    /// Tiles a second.
    velocity: Vec2,
    radius: f32,
    /// What a hit costs.
    damage: ElementalDamage,
    /// How far it still flies, in tiles.
    left: f32,
    /// Through whom it has passed.
    struck: Vec<Id>,
    /// How high it is above the floor, and how much it rises in each tile.
    rise: Rise,
}

/// What a projectile came from, by its number in the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Origin {
    /// An attack of a kind of undead.
    Undead { kind: u16, attack: u8 },
    /// A weapon.
    Weapon(u16),
}

impl Origin {
    /// What flies; none if the rules know of none.
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

    /// How fast a hit throws a body back, in tiles a second, and for how long it sets it alight, in ticks.
    fn force(self, rules: &Rules) -> (f32, u32) {
        match self {
            Origin::Undead { .. } => (0.0, 0),
            Origin::Weapon(number) => {
                let weapon = &rules.weapons[usize::from(number)].1;
                (weapon.push, weapon.burn_ticks)
            }
        }
    }

    /// What the weapon and the player's items make of damage, if it is a weapon's.
    fn filtered(self, rolled: &ElementalDamage, player: &Player, rules: &Rules) -> ElementalDamage {
        match self {
            Origin::Undead { .. } => *rolled,
            Origin::Weapon(number) => {
                let weapon = &rules.weapons[usize::from(number)].1;
                player.attacks(rules).apply(&weapon.filter.apply(rolled))
            }
        }
    }

    /// What the damage of a hit or an explosion comes from.
    fn cause(self) -> DamageSource {
        match self {
            Origin::Undead { kind, .. } => DamageSource::MonsterProjectile(KindId(kind)),
            Origin::Weapon(number) => DamageSource::Weapon(WeaponId(number)),
        }
    }

    /// What is reported where it hits.
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
    /// One that sets out this way, of length 1.
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

    /// What it is; none if the rules know of none such.
    pub fn kind<'a>(&self, rules: &'a Rules) -> Option<&'a ProjectileKind> {
        self.origin.kind(rules)
    }

    /// How far it still flies, in tiles.
    pub fn left(&self) -> f32 {
        self.left
    }

    /// How high it is above the floor, in tiles.
    pub fn height(&self) -> f64 {
        self.rise.from
    }

    /// True if one can fly so.
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

    /// The wind carries it aside, if it flies slowly.
    fn drift(&mut self, wind: Vec2) {
        let speed = self.velocity.length();
        if speed < SLOW && wind != Vec2::ZERO {
            self.velocity = (self.velocity + wind * ASIDE).normalize_or_zero() * speed;
        }
    }

    /// Whom it meets on a stretch of its way, and how far along, the nearest first.
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
                // Over whoever jumps too low and under whoever is high up it flies on.
                let meets = meets && statures.of(standing.entity).holds(self.rise.at(along));
                meets.then_some((along, *standing))
            })
            .collect();
        met.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.id.cmp(&b.1.id)));
        met
    }
}

/// All projectiles with their places, in the order of their ids.
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
        ensure(known, "what flies is not of these rules")?;
        ensure(self.0.iter().all(|(_, at, _)| bounds.contains(at.0)), "something flies outside the level")
    }

    fn restore(&self, world: &mut World, _: &Rules) {
        for (id, at, projectile) in &self.0 {
            world.spawn((*id, *at, PreviousPosition(at.0), projectile.clone()));
        }
    }
}

/// A direction off another one by an angle left to chance, at most `spread` radians to each side.
pub(crate) fn aim(to: Vec2, spread: f32, chance: &mut GameRng) -> Vec2 {
    let (sin, cos) = ops::sin_cos(spread * chance.roll(-100..=100) as f32 / 100.0);
    to.normalize_or(Vec2::X).rotate(Vec2::new(cos, sin))
}

/// What has come down in this tick: the pickup that it is now, by its name, and where it lies; empty between ticks.
#[derive(Resource, Default)]
pub(crate) struct Landings(pub(crate) Vec<(String, Vec2)>);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Landings>();
    app.add_systems(FixedUpdate, fly.in_set(Step::Fly).run_if(any_with_component::<Projectile>));
}

/// Moves the projectiles on; one that meets something hits it and is gone, unless it passes through bodies.
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
        // Flames do not break glass, and what explodes leaves that to its blast.
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
