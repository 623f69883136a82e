//! Sight: monsters look for their targets with two eyes, and remember where they saw them.

use crate::{
    bodies::body::{Body, Heading, Position},
    bodies::height::{BodyHeight, Height},
    bodies::spatial_index::SpatialIndex,
    bodies::vertical_extent::{Heights, VerticalRange},
    deck::grid::Grid,
    deck::ray::{self, Ray},
    monsters::monster::{Monster, Undead},
    monsters::scripted::Scripted,
    monsters::think_schedule::ThinkSchedule,
    player::player::Player,
    rules::rules::Rules,
    tick::run::Run,
    tick::tick::Step,
};
use bevy::prelude::*;

/// Sideways distance in tiles of each eye from the centre of the head.
const EYES: f32 = 0.2;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, look.in_set(Step::Look).in_set(Undead));
}

/// Updates whether the monsters that are due see their targets, and the goals of those that know where they are.
pub(crate) fn look(
    grid: Res<Grid>,
    run: Res<Run>,
    rules: Res<Rules>,
    (places, statures): (Res<SpatialIndex>, Heights),
    turns: Res<ThinkSchedule>,
    player: Single<(&Position, (&Height, &BodyHeight), Has<Body>), With<Player>>,
    mut monsters: Query<(&mut Monster, &Position, (&Height, &BodyHeight), &Heading), Without<Scripted>>,
) {
    let (player, (height, tall), player_lives) = *player;
    let player = (player.0, VerticalRange::of(*height, *tall));
    for &entity in &turns.0 {
        let Ok((mut monster, position, (height, tall), heading)) = monsters.get_mut(entity) else { continue };
        let target = match monster.target() {
            Some(target) => places.of(target).map(|standing| (standing.at, statures.of(standing.entity))),
            None => player_lives.then_some(player),
        };
        let Some((target, span)) = target else {
            monster.leave_alone();
            continue;
        };
        let own = VerticalRange::of(*height, *tall);
        let looks = looks(&rules, &monster, position.0, *heading, target);
        let sees = looks && sees(&grid, (position.0, own), (target, span));
        monster.note_sight(sees);
        if sees {
            let scent = u64::from(monster.kind_of(&rules).senses.scent);
            monster.spot(target, run.tick + scent);
        } else if monster.smells(run.tick) || monster.is_hurt() {
            monster.learn(target);
        }
    }
}

/// Returns true if the monster looks towards its target. An unaware monster only looks ahead, unless the target is
/// close.
fn looks(rules: &Rules, monster: &Monster, from: Vec2, heading: Heading, target: Vec2) -> bool {
    let to = target - from;
    let senses = &monster.kind_of(rules).senses;
    !monster.state().is_unaware()
        || to.length_squared() < senses.near * senses.near
        || to.dot(heading.direction()) >= senses.cone * to.length()
}

/// Returns true if at least one of the two eyes sees the head of the target.
fn sees(grid: &Grid, (from, own): (Vec2, VerticalRange), (target, span): (Vec2, VerticalRange)) -> bool {
    let side = (target - from).normalize_or_zero().perp() * EYES;
    let clear = |side| ray::clear_at(grid, Ray::Sight, (from + side, own.eyes()), (target + side, span.high));
    clear(side) || clear(-side)
}
