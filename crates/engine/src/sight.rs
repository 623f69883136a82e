//! Sight: the undead look for the player with two eyes, now and then, and remember where he is.

use crate::body::{Body, Heading, Position};
use crate::grid::Grid;
use crate::id::Id;
use crate::monster::Monster;
use crate::player::Player;
use crate::ray::{self, Ray};
use crate::run::Run;
use crate::tick::Tick;
use bevy::prelude::*;

/// How far the eyes stand to each side of the middle, in tiles.
const EYES: f32 = 0.2;
/// The cosine of how far to each side one looks that suspects nothing: its cone is 120 degrees wide.
const CONE: f32 = 0.5;
/// What is nearer than this is noticed from behind too, in tiles.
const CLOSE: f32 = 1.5;
/// Each looks once in so many ticks. Which of them is its own depends on its number: so their rays are spread out.
const EVERY: u64 = 8;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, look.in_set(Tick::Sense));
}

/// Who sees the player, and where he is for those who do.
pub(crate) fn look(
    grid: Res<Grid>,
    run: Res<Run>,
    player: Single<(&Position, Has<Body>), With<Player>>,
    mut monsters: Query<(&Id, &mut Monster, &Position, &Heading), With<Body>>,
) {
    let (player, lives) = *player;
    for (id, mut monster, position, heading) in &mut monsters {
        if !lives {
            monster.leave_alone();
            continue;
        }
        let looks = (run.tick + u64::from(id.0)).is_multiple_of(EVERY);
        if looks {
            monster.sees = sees(&grid, &monster, position.0, *heading, player.0);
        }
        // One that is hit knows where the shot came from.
        if looks && monster.sees || monster.is_hurt() {
            monster.learn(player.0);
        }
    }
}

/// True if one of the two eyes sees the player: an unaware one looks ahead only, unless he is close.
fn sees(grid: &Grid, monster: &Monster, from: Vec2, heading: Heading, player: Vec2) -> bool {
    let to = player - from;
    let looks = !monster.state().is_unaware()
        || to.length_squared() < CLOSE * CLOSE
        || to.dot(heading.direction()) > CONE * to.length();
    let side = to.normalize_or_zero().perp() * EYES;
    let clear = |side| ray::clear(grid, Ray::Sight, from + side, player + side);
    looks && (clear(side) || clear(-side))
}
