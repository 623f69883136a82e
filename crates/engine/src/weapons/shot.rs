//! Shots of the weapon in hand: bullets hit the nearest body in their line at once, projectiles are launched.

use crate::{
    air::hull::{Hull, HullImpact},
    bodies::body::{Body, Heading, Position, PreviousPosition, Velocity},
    bodies::gravity::Gravity,
    bodies::height::{BodyHeight, Height},
    bodies::spatial_index::SpatialIndex,
    bodies::vertical_extent::{Heights, VerticalRange},
    bodies::wound::{Wound, Wounds},
    deck::grid::Grid,
    deck::ray::{self, Ray, Rise},
    deck::tick_interactions::TickInteractions,
    events::counts::Counts,
    events::damage_source::DamageSource,
    events::event_log::{EventLog, EventRecord},
    events::game_event::GameEvent,
    player::acts::PlayerActs,
    player::player::{Player, RADIUS},
    rules::element::ElementalDamage,
    rules::filter::Filter,
    rules::ids::WeaponId,
    rules::projectile_kind::ProjectileKind,
    rules::rules::Rules,
    rules::weapon::{Bullets, Load, Mode, Weapon},
    tick::game_rng::GameRng,
    tick::id::PLAYER,
    tick::intent::Intent,
    tick::run::{Deck, Run},
    tick::tick::Step,
    weapons::projectile::{self, Origin, Projectile},
};
use bevy::prelude::*;

/// Distance in tiles before a wall at which the impact of a shot is reported.
const EPSILON: f32 = 0.01;
/// Distance in tiles from the player's centre at which a projectile starts.
const MUZZLE: f32 = 0.35;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, fire.in_set(Step::Fire).in_set(PlayerActs));
}

/// Recoil in tiles per second on a player without footing, per shot; the maximum speed by recoil follows.
const RECOIL: f32 = 0.4;
const DRIFTS: f32 = 5.0;

/// The surroundings through which bullets fly.
#[derive(Clone, Copy)]
struct Range<'a> {
    grid: &'a Grid,
    places: &'a SpatialIndex,
    statures: &'a Heights<'a, 'a>,
}

/// A shot: its weapon and the modifiers of its damage.
struct Shot<'a> {
    weapon: &'a Weapon,
    /// Index of the weapon.
    number: u16,
    /// Filter by which the player's items change the damage.
    attacker: Filter,
    skill: u8,
    from: Vec2,
    /// Vertical extent of the player.
    span: VerticalRange,
    towards: Vec2,
}

impl Shot<'_> {
    /// Returns the damage of a hit at a distance in tiles.
    fn damage(&self, distance: f32, chance: &mut GameRng) -> ElementalDamage {
        let rolled = self.weapon.damage.roll(self.skill, distance, chance);
        self.attacker.apply(&self.weapon.filter.apply(&rolled))
    }

    /// Returns a wound of this shot.
    fn wound(&self, target: Entity, towards: Vec2, damage: ElementalDamage) -> Wound {
        let &Weapon { push, burn_ticks, .. } = self.weapon;
        let cause = DamageSource::Weapon(WeaponId(self.number));
        Wound { target, damage, towards, by: Some(PLAYER), cause, push, burn_ticks }
    }
}

/// Fires the weapon in hand while the trigger is held and there is ammunition.
pub(crate) fn fire(
    intent: Res<Intent>,
    (grid, gravity, places, statures, rules): (Res<Grid>, Res<Gravity>, Res<SpatialIndex>, Heights, Res<Rules>),
    player: Single<((&Position, &Heading, &Height), &mut Velocity, &mut Player), With<Body>>,
    mut run: ResMut<Run>,
    mut chance: ResMut<GameRng>,
    (mut wounds, mut tried, mut counts): (ResMut<Wounds>, ResMut<TickInteractions>, ResMut<Counts>),
    (deck, mut hull): (Res<Deck>, ResMut<Hull>),
    mut events: EventLog,
    mut commands: Commands,
) {
    let ((position, heading, height), mut velocity, mut player) = player.into_inner();
    let pressed = intent.fire && !player.fired;
    player.fired = intent.fire;
    let Some((number, weapon)) = player.weapon(&rules) else { return };
    if !intent.fire || weapon.mode == Mode::Once && !pressed || !player.is_ready(weapon) {
        return;
    }
    let towards = heading.direction();
    if !player.can_fire(&rules, number) {
        if pressed {
            events.emit(EventRecord::new(GameEvent::Empty, position.0));
        }
        return;
    }
    if let Load::Patches(patches) = &weapon.load {
        let Some(hole) = hull.hole_ahead(&grid, &places, position.0, towards, patches.reach) else {
            events.emit_all(pressed.then_some(EventRecord::new(GameEvent::NoHole, position.0)));
            return;
        };
        hull.patch(hole);
        counts.hit(WeaponId(number), &rules);
        events.emit(EventRecord::new(GameEvent::HoleCloses, Grid::middle(grid.cell(hole))));
    }
    let hands = player.take_shot(&rules, number);
    counts.fire(WeaponId(number), hands, &rules);
    if weapon.ammo.is_some() && !height.can_push_off(BodyHeight::default(), &gravity, &grid, position.0, RADIUS) {
        velocity.0 = (velocity.0 - towards * (RECOIL * hands as f32)).clamp_length_max(DRIFTS);
    }
    events.emit(EventRecord { towards, ..EventRecord::new(GameEvent::Shot(WeaponId(number)), position.0) });
    let attacker = player.attacks(&rules);
    let span = VerticalRange::of(*height, BodyHeight::default());
    let shot = Shot { weapon, number, attacker, skill: run.skill, from: position.0, span, towards };
    let range = Range { grid: &grid, places: &places, statures: &statures };
    let first = tried.shot.len();
    for _ in 0..hands {
        match &weapon.load {
            Load::Bullets(bullets) => {
                let dealt = volley(&shot, bullets, &range, &mut chance, &mut tried, &mut events);
                if !dealt.is_empty() {
                    counts.hit(WeaponId(number), &rules);
                }
                wounds.0.extend(dealt);
            }
            Load::Projectile(projectile) => {
                let way = projectile::aim(towards, projectile.spread, &mut chance);
                let damage = shot.damage(0.0, &mut chance);
                let rise = range.rise_of_bolt(&shot, way, projectile);
                let from = before_the_eyes(&grid, shot.from, way);
                let rise = Rise { from: rise.at(from.distance(shot.from)), ..rise };
                let projectile = Projectile::new(PLAYER, Origin::Weapon(number), projectile, (way, rise), damage);
                commands.spawn((run.next_id(), projectile, Position(from), PreviousPosition(from)));
            }
            Load::Patches(_) => {}
        }
    }
    for (cell, _) in &tried.shot[first..] {
        hull.strike(&grid, &deck.0, *cell, HullImpact::Shot, &mut chance);
    }
}

/// Returns the start of a projectile, which is closer if there is a wall.
fn before_the_eyes(grid: &Grid, eyes: Vec2, way: Vec2) -> Vec2 {
    let wall = ray::cast(grid, Ray::Shot, eyes, way, MUZZLE);
    eyes + way * wall.map_or(MUZZLE, |hit| (hit.distance - EPSILON).max(0.0))
}

/// Returns the wounds of the bullets of a shot; bullets that hit the same body cause a single wound.
fn volley(
    shot: &Shot,
    bullets: &Bullets,
    range: &Range,
    chance: &mut GameRng,
    tried: &mut TickInteractions,
    events: &mut EventLog,
) -> Vec<Wound> {
    let Range { grid, .. } = *range;
    let mut hits: Vec<(Entity, Vec2, ElementalDamage)> = Vec::new();
    for _ in 0..bullets.count {
        let way =
            if bullets.spread > 0.0 { projectile::aim(shot.towards, bullets.spread, chance) } else { shot.towards };
        let wall = ray::cast(grid, Ray::Shot, shot.from, way, bullets.reach);
        let reach = wall.map_or(bullets.reach, |hit| hit.distance);
        let met = range.first_in_line(shot, way, reach);
        if shot.weapon.is_melee() {
            let end = met.map(|(distance, _)| distance).or(wall.map(|wall| wall.distance - EPSILON));
            let at = |end| EventRecord::new(GameEvent::MeleeLands(WeaponId(shot.number)), shot.from + way * end);
            events.emit_all(end.map(at));
        }
        match met {
            Some((distance, target)) => {
                let damage = shot.damage(distance, chance);
                match hits.iter_mut().find(|hit| hit.0 == target) {
                    Some((.., sum)) => *sum += damage,
                    None => hits.push((target, way, damage)),
                }
            }
            None => {
                let Some(wall) = wall.filter(|_| !shot.weapon.is_melee()) else { continue };
                tried.shot.push((wall.cell, Grid::side(wall.cell, shot.from + way * reach)));
                let at = shot.from + way * (reach - EPSILON);
                let from = Some(shot.from);
                events.emit(EventRecord { towards: way, about: from, ..EventRecord::new(GameEvent::Impact, at) });
            }
        }
    }
    hits.into_iter().map(|(target, way, damage)| shot.wound(target, way, damage)).collect()
}

impl Range<'_> {
    /// Returns the first body in the line of a bullet or a melee attack, with its distance.
    fn first_in_line(&self, shot: &Shot, way: Vec2, reach: f32) -> Option<(f32, Entity)> {
        let others = self.places.all().iter().filter(|standing| standing.id != PLAYER);
        let met = others.filter_map(|standing| {
            let distance = meets(standing.at - shot.from, standing.radius, way)?;
            let is_met = distance < reach && self.reaches(shot, way, distance, standing.entity);
            is_met.then_some((distance, standing.id, standing.entity))
        });
        let first = met.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        first.map(|(distance, _, target)| (distance, target))
    }

    /// Returns true if a shot or a melee attack reaches a body at a distance. Shots aim up and down automatically.
    fn reaches(&self, shot: &Shot, way: Vec2, distance: f32, target: Entity) -> bool {
        let from = shot.span.eyes();
        if shot.weapon.is_melee() {
            return shot.span.overlaps(self.statures.of(target));
        }
        self.statures.climb_of_bullet(from, target, distance).is_some_and(|climb| {
            let end = from + climb * f64::from(distance);
            ray::clear_at(self.grid, Ray::Shot, (shot.from, from), (shot.from + way * distance, end))
        })
    }

    /// Returns how a projectile in this direction rises towards the first body in its line. Thrown items are not aimed
    /// at bodies.
    fn rise_of_bolt(&self, shot: &Shot, way: Vec2, kind: &ProjectileKind) -> Rise {
        let (from, reach) = (shot.span.eyes(), kind.reach);
        if kind.lands.is_some() {
            return Rise::level(from);
        }
        let wall = ray::cast(self.grid, Ray::Shot, shot.from, way, reach);
        let met = self.first_in_line(shot, way, wall.map_or(reach, |hit| hit.distance));
        met.map_or(Rise::level(from), |(distance, target)| self.statures.rise_of_bolt(from, target, distance))
    }
}

/// Returns the distance along a line at which it passes the centre of a circle that it meets; `to` leads from the start
/// of the line to the centre.
fn meets(to: Vec2, radius: f32, direction: Vec2) -> Option<f32> {
    let along = to.dot(direction);
    (along > 0.0 && to.perp_dot(direction).abs() <= radius).then_some(along)
}
