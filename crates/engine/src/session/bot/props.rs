//! The bot's handling of props in its path, in particular explosive ones.

use crate::{
    deck::grid::Grid,
    deck::nav_grid::NavGrid,
    deck::paths,
    deck::ray::{self, Ray},
    session::bot::aim::{turn_to, walk_to},
    session::bot::own::{BLOW, Own, SIGHT},
    session::bot::queries::View,
    tick::id::Id,
    tick::intent::Intent,
};
use bevy::prelude::*;

/// Additional width of the bot's path around a prop, to each side, in tiles, so that its own body fits.
const ELBOW: f32 = 0.2;
/// Distance in tiles at which it deals with a prop in its path.
const AHEAD: f32 = 1.0;
/// Safety distance beyond the reach of an explosion, in tiles.
const SAFE: f32 = 0.6;

/// A prop in the path of the bot.
pub(super) struct Obstacle {
    pub(super) id: Id,
    at: Vec2,
    /// Centres and reaches of its explosion, and of those of all props that it sets off, one after the other.
    blasts: Vec<(Vec2, f32)>,
}

/// Returns a prop in the straight path to a point that the bot will soon reach.
pub(super) fn in_way(view: &View, own: &Own, point: Vec2) -> Option<Obstacle> {
    let rules = &view.rules;
    let explosives: Vec<_> = explosives(view).collect();
    let (way, length) = (point - own.position).normalize_and_length();
    // A prop with a burning fuse is still an obstacle.
    let all = view.props.iter().filter(|(_, prop, _)| !prop.is_wreck() && !prop.stands_for_good(rules));
    let in_way = all.filter_map(|(id, prop, position)| {
        let (_, kind) = rules.props.get(usize::from(prop.kind()))?;
        let to = position.0 - own.position;
        let along = to.dot(way);
        if along <= 0.0 || along >= length || to.perp_dot(way).abs() >= kind.radius + ELBOW {
            return None;
        }
        let blasts = chain(view, &explosives, at_place(&explosives, position.0));
        let off = blasts.iter().map(|(at, reach)| at.distance(position.0) + reach).fold(0.0, f32::max);
        (along < AHEAD + off).then_some((along, Obstacle { id: *id, at: position.0, blasts }))
    });
    in_way.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.id.cmp(&b.1.id))).map(|(_, obstacle)| obstacle)
}

/// Returns a prop as an obstacle, unless it is broken.
pub(super) fn obstacle(view: &View, id: Id) -> Option<Obstacle> {
    let (.., at) = view.props.iter().find(|(other, prop, _)| **other == id && !prop.is_wreck())?;
    let explosives: Vec<_> = explosives(view).collect();
    let blasts = chain(view, &explosives, at_place(&explosives, at.0));
    Some(Obstacle { id, at: at.0, blasts })
}

/// Returns the positions of the props that can explode, with the reach of their explosions.
fn explosives(view: &View) -> impl Iterator<Item = (Vec2, f32)> {
    let rules = &*view.rules;
    view.props.iter().filter(|(_, prop, _)| !prop.is_wreck()).filter_map(|(_, prop, at)| {
        let (_, kind) = rules.props.get(usize::from(prop.kind()))?;
        Some((at.0, kind.explodes.as_ref()?.reach))
    })
}

/// Returns the props at a place.
fn at_place(explosives: &[(Vec2, f32)], place: Vec2) -> Vec<(Vec2, f32)> {
    explosives.iter().copied().filter(|(at, _)| *at == place).collect()
}

/// Returns some explosions, and those of the props that they set off, one after the other.
fn chain(view: &View, explosives: &[(Vec2, f32)], mut chain: Vec<(Vec2, f32)>) -> Vec<(Vec2, f32)> {
    let mut others: Vec<_> = explosives.iter().copied().filter(|other| !chain.contains(other)).collect();
    let mut next = 0;
    while let Some(&(at, reach)) = chain.get(next) {
        let is_set_off =
            |other: &mut (Vec2, f32)| at.distance(other.0) < reach && ray::clear(&view.grid, Ray::Shot, at, other.0);
        chain.extend(others.extract_if(.., is_set_off));
        next += 1;
    }
    chain
}

impl Obstacle {
    /// Returns true if it explodes when it breaks.
    pub(super) fn explodes(&self) -> bool {
        !self.blasts.is_empty()
    }

    /// Returns true if the prop is visible from a point that none of the explosions reaches.
    pub(super) fn can_be_shot_from(&self, grid: &Grid, point: Vec2) -> bool {
        self.blasts.iter().all(|(at, reach)| at.distance(point) >= reach + SAFE)
            && ray::clear(grid, Ray::Shot, point, self.at)
    }

    /// Returns the next point on the path to the nearest cell from which the bot can shoot the prop safely. Returns
    /// `None` if there is none, or if the bot has to strike it.
    pub(super) fn refuge(&self, view: &View, own: &Own, ground: &NavGrid<impl Fn(usize) -> i32>) -> Option<Vec2> {
        let grid = &view.grid;
        if own.arm <= BLOW {
            return None;
        }
        let here = paths::cell_of(grid, own.position);
        let reach = own.arm.min(SIGHT);
        let fits = |stand: Vec2| stand.distance(self.at) < reach && self.can_be_shot_from(grid, stand);
        let steps = ground.steps_from(grid.index(here)?);
        let cells = steps.into_iter().enumerate().filter_map(|(index, steps)| Some((steps?, grid.cell(index))));
        let fitting = cells.filter(|(_, cell)| fits(paths::stand(grid, *cell)));
        let (_, refuge) = fitting.min_by_key(|(steps, cell)| (*steps, cell.y, cell.x))?;
        let way = ground.way(here, refuge)?.cells;
        Some(paths::stand(grid, *way.get(1).unwrap_or(&refuge)))
    }

    /// Destroys the prop from as far away as the weapon reaches.
    pub(super) fn clear_away(&self, own: &Own) -> Intent {
        let to = self.at - own.position;
        let aim = turn_to(own, to);
        let (distance, arm) = (to.length(), own.arm.min(SIGHT));
        let forward = if distance > arm { 1.0 } else { 0.0 };
        Intent { turn: aim.turn, fire: aim.off * distance < 0.25 && distance <= arm, forward, ..default() }
    }
}

/// Returns true if a prop is between two points, so that shots do not get there.
pub(super) fn stop_shot(view: &View, from: Vec2, to: Vec2) -> bool {
    let way = to - from;
    view.props.iter().filter(|(_, prop, _)| !prop.is_wreck()).any(|(_, prop, at)| {
        let share = ((at.0 - from).dot(way) / way.length_squared().max(f32::EPSILON)).clamp(0.0, 1.0);
        let kind = view.rules.props.get(usize::from(prop.kind()));
        kind.is_some_and(|(_, kind)| at.0.distance(from + way * share) < kind.radius)
    })
}

/// Keeps away from explosive props in a fight: walks away from those that are close enough to hurt, and does not shoot
/// at a target behind one.
pub(super) fn keep_off(view: &View, own: &Own, target: Vec2, intent: Intent) -> Intent {
    let fire = intent.fire && !in_way(view, own, target).is_some_and(|prop| prop.explodes());
    let rules = &view.rules;
    let near = view.props.iter().filter(|(_, prop, _)| !prop.is_wreck()).filter_map(|(id, prop, at)| {
        let distance = at.0.distance(own.position);
        let explosion = rules.props.get(usize::from(prop.kind()))?.1.explodes.as_ref()?;
        (distance < explosion.reach).then_some((distance, id, at.0))
    });
    let Some((.., at)) = near.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1))) else {
        return Intent { fire, ..intent };
    };
    let Intent { forward, strafe, run, .. } = walk_to(own, 2.0 * own.position - at);
    Intent { fire, forward, strafe, run, ..intent }
}

/// Returns true if a shock wave would hit the bot if it went on: one that spreads, that of a burning fuse, or that of a
/// prop that one of them sets off.
pub(super) fn has_blast_near(view: &View, own: &Own) -> bool {
    let fuses = view.props.iter().filter(|(_, prop, _)| prop.burns_down()).filter_map(|(_, prop, at)| {
        let (_, kind) = view.rules.props.get(usize::from(prop.kind()))?;
        Some((at.0, kind.explodes.as_ref()?.reach))
    });
    let waves = view.explosions.iter().map(|explosion| (explosion.at(), explosion.reach()));
    let first: Vec<_> = fuses.chain(waves).collect();
    if first.is_empty() {
        return false;
    }
    let blasts = chain(view, &explosives(view).collect::<Vec<_>>(), first);
    blasts.iter().any(|(at, reach)| at.distance(own.position) < reach + 2.0 * SAFE)
}
