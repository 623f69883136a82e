//! The pistol: a shot hits the first living undead in its line.

use crate::body::{Body, Heading, Position};
use crate::chance::Chance;
use crate::damage::{Wound, Wounds};
use crate::grid::Grid;
use crate::id::PLAYER;
use crate::intent::Intent;
use crate::noise::Noises;
use crate::places::Places;
use crate::player::Player;
use crate::ray::{self, Ray};
use crate::report::{Happening, Report};
use crate::rules::Rules;
use crate::tick::Tick;
use crate::trigger::Tried;
use bevy::prelude::*;

/// The most rounds that a player can carry.
pub const MAX_AMMO: u32 = 99;
/// How far a shot carries, in tiles: further than any deck.
const RANGE: f32 = 1024.0;
/// How far before a wall a shot's mark is reported, in tiles.
const HAIR: f32 = 0.01;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, fire.in_set(Tick::Act).after(crate::lift::start));
}

/// Fires as long as the trigger is held and there are rounds.
pub(crate) fn fire(
    intent: Res<Intent>,
    grid: Res<Grid>,
    player: Single<(&Position, &Heading, &mut Player), With<Body>>,
    rules: Res<Rules>,
    places: Res<Places>,
    mut chance: ResMut<Chance>,
    mut wounds: ResMut<Wounds>,
    mut noises: ResMut<Noises>,
    mut tried: ResMut<Tried>,
    mut reports: MessageWriter<Report>,
) {
    let (position, heading, mut player) = player.into_inner();
    let pressed = intent.fire && !player.fired;
    player.fired = intent.fire;
    if !intent.fire || player.since_shot < rules.pistol.again {
        return;
    }
    if player.ammo == 0 && !rules.pistol.endless {
        if pressed {
            reports.write(Report::new(Happening::Empty, position.0));
        }
        return;
    }
    if !rules.pistol.endless {
        player.ammo -= 1;
    }
    player.since_shot = 0;
    let towards = heading.direction();
    reports.write(Report { towards, ..Report::new(Happening::Shot, position.0) });
    noises.of_player(position.0, rules.noises.shot);

    let wall = ray::cast(&grid, Ray::Shot, position.0, towards, RANGE);
    let reach = wall.map_or(RANGE, |hit| hit.distance);
    let hit = places
        .all()
        .iter()
        .filter(|standing| standing.id != PLAYER)
        .filter_map(|standing| {
            let distance = meets(standing.at - position.0, standing.radius, towards)?;
            (distance < reach).then_some((distance, standing.id, standing.entity))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    if let Some((_, _, target)) = hit {
        let (least, most) = rules.pistol.damage;
        wounds.0.push(Wound { target, amount: chance.roll(least..=most), towards, by: Some(PLAYER) });
    } else if let Some(wall) = wall {
        tried.shot.push(wall.cell);
        let at = position.0 + towards * (reach - HAIR);
        reports.write(Report { towards, ..Report::new(Happening::Impact, at) });
    }
}

/// How far along a line a circle is met, if it is; `to` leads from the line's start to the circle's middle.
fn meets(to: Vec2, radius: f32, direction: Vec2) -> Option<f32> {
    let along = to.dot(direction);
    (along > 0.0 && to.perp_dot(direction).abs() <= radius).then_some(along)
}
