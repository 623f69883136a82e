//! The pistol: a shot hits the first living undead in its line.

use crate::body::{Body, Heading, Position};
use crate::chance::Chance;
use crate::damage::{Wound, Wounds};
use crate::grid::Grid;
use crate::id::Id;
use crate::intent::Intent;
use crate::monster::Monster;
use crate::noise::{self, Noises};
use crate::player::Player;
use crate::ray::{self, Ray};
use crate::report::{Happening, Report};
use crate::tick::{Tick, ticks};
use bevy::prelude::*;
use std::ops::RangeInclusive;

/// The ticks from one shot to the next.
pub const SHOT_TICKS: u32 = ticks(0.3);
/// The most rounds that a player can carry.
pub const MAX_AMMO: u32 = 99;
/// What a hit costs the undead.
const DAMAGE: RangeInclusive<i32> = 8..=14;
/// How far a shot carries, in tiles: further than any deck.
const RANGE: f32 = 1024.0;
/// How far before a wall a shot's mark is reported, in tiles.
const HAIR: f32 = 0.01;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, fire.in_set(Tick::Act).after(crate::lift::start));
}

/// Fires as long as the trigger is held and there are rounds.
fn fire(
    intent: Res<Intent>,
    grid: Res<Grid>,
    player: Single<(&Position, &Heading, &mut Player), With<Body>>,
    targets: Query<(Entity, &Id, &Position, &Body), With<Monster>>,
    mut chance: ResMut<Chance>,
    mut wounds: ResMut<Wounds>,
    mut noises: ResMut<Noises>,
    mut reports: MessageWriter<Report>,
) {
    let (position, heading, mut player) = player.into_inner();
    let pressed = intent.fire && !player.fired;
    player.fired = intent.fire;
    if !intent.fire || player.since_shot < SHOT_TICKS {
        return;
    }
    if player.ammo == 0 {
        if pressed {
            reports.write(Report::new(Happening::Empty, position.0));
        }
        return;
    }
    player.ammo -= 1;
    player.since_shot = 0;
    let towards = heading.direction();
    reports.write(Report { what: Happening::Shot, at: position.0, towards });
    noises.of_player(position.0, noise::SHOT);

    let wall = ray::cast(&grid, Ray::Shot, position.0, towards, RANGE);
    let reach = wall.map_or(RANGE, |hit| hit.distance);
    let hit = targets
        .iter()
        .filter_map(|(target, id, at, body)| {
            let distance = meets(at.0 - position.0, body.radius, towards)?;
            (distance < reach).then_some((distance, *id, target))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    if let Some((_, _, target)) = hit {
        wounds.0.push(Wound { target, amount: chance.roll(DAMAGE), towards });
    } else if wall.is_some() {
        let at = position.0 + towards * (reach - HAIR);
        reports.write(Report { what: Happening::Impact, at, towards });
    }
}

/// How far along a line a circle is met, if it is; `to` leads from the line's start to the circle's middle.
fn meets(to: Vec2, radius: f32, direction: Vec2) -> Option<f32> {
    let along = to.dot(direction);
    (along > 0.0 && to.perp_dot(direction).abs() <= radius).then_some(along)
}
