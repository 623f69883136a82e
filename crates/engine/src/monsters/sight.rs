//! Sight: the undead look for the player with two eyes, and remember where he is.

use crate::{
    bodies::body::{Body, Heading, Position},
    bodies::height::{Height, Tall},
    bodies::places::Places,
    bodies::stature::{Span, Statures},
    deck::grid::Grid,
    deck::ray::{self, Ray},
    monsters::monster::{Monster, Undead},
    monsters::scripted::Scripted,
    monsters::turns::Turns,
    player::player::Player,
    rules::rules::Rules,
    tick::run::Run,
    tick::tick::Step,
};
use bevy::prelude::*;

/// How far the eyes stand to each side of the middle, in tiles.
const EYES: f32 = 0.2;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, look.in_set(Step::Look).in_set(Undead));
}

/// Who of those whose turn it is sees his foe, and where he is for those who know.
pub(crate) fn look(
    grid: Res<Grid>,
    run: Res<Run>,
    rules: Res<Rules>,
    (places, statures): (Res<Places>, Statures),
    turns: Res<Turns>,
    player: Single<(&Position, (&Height, &Tall), Has<Body>), With<Player>>,
    mut monsters: Query<(&mut Monster, &Position, (&Height, &Tall), &Heading), Without<Scripted>>,
) {
    let (player, (height, tall), player_lives) = *player;
    let player = (player.0, Span::of(*height, *tall));
    for &entity in &turns.0 {
        let Ok((mut monster, position, (height, tall), heading)) = monsters.get_mut(entity) else { continue };
        let foe = match monster.foe() {
            Some(foe) => places.of(foe).map(|standing| (standing.at, statures.of(standing.entity))),
            None => player_lives.then_some(player),
        };
        let Some((foe, span)) = foe else {
            monster.leave_alone();
            continue;
        };
        let own = Span::of(*height, *tall);
        let looks = looks(&rules, &monster, position.0, *heading, foe);
        let sees = looks && sees(&grid, (position.0, own), (foe, span));
        monster.note_sight(sees);
        if sees {
            let scent = u64::from(monster.kind_of(&rules).senses.scent);
            monster.spot(foe, run.tick + scent);
        } else if monster.smells(run.tick) || monster.is_hurt() {
            monster.learn(foe);
        }
    }
}

/// True if it looks where its foe is: an unaware one looks ahead only, unless he is close.
fn looks(rules: &Rules, monster: &Monster, from: Vec2, heading: Heading, foe: Vec2) -> bool {
    let to = foe - from;
    let senses = &monster.kind_of(rules).senses;
    !monster.state().is_unaware()
        || to.length_squared() < senses.near * senses.near
        || to.dot(heading.direction()) >= senses.cone * to.length()
}

/// True if one of the two eyes of somebody sees the head of his foe.
fn sees(grid: &Grid, (from, own): (Vec2, Span), (foe, span): (Vec2, Span)) -> bool {
    let side = (foe - from).normalize_or_zero().perp() * EYES;
    let clear = |side| ray::clear_at(grid, Ray::Sight, (from + side, own.eyes()), (foe + side, span.high));
    clear(side) || clear(-side)
}
