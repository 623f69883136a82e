//! Tests that what is visible matches the collision geometry: on any level, the engine's ray and the middle column of
//! the frame hit the same object at the same distance. This includes doors, swinging doors, panes, pillars, diagonal
//! walls and push-walls, at rest and in motion.

use crate::{
    stage::stage::Stage,
    testing::{game_on, picture, put, read},
};
use bevy::prelude::*;
use engine::{Grid, Heading, Headless, Intent, Player, Position, Ray, cast};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use std::f32::consts::TAU;

/// The side of a random level, in cells.
const SIDE: usize = 13;
/// The tolerance, in tiles: the engine calculates in single precision.
const NEAR: f32 = 2e-3;

fn below(chance: &mut Pcg32, end: usize) -> usize {
    chance.next_u32() as usize % end
}

/// Builds a random level with every shape in places where it is allowed; `None` if the result is not a valid level.
fn deck(chance: &mut Pcg32) -> Option<Headless> {
    let mut map = vec![vec!['#'; SIDE]; SIDE];
    for row in &mut map[1..SIDE - 1] {
        for cell in &mut row[1..SIDE - 1] {
            *cell = if below(chance, 3) == 0 { '#' } else { ' ' };
        }
    }
    map[1][1] = '@';
    for _ in 0..30 {
        let (x, y) = (2 + below(chance, SIDE - 4), 2 + below(chance, SIDE - 4));
        let beside = [map[y - 1][x], map[y][x + 1], map[y + 1][x], map[y][x - 1]];
        let fits = match (map[y][x], beside) {
            (' ', ['#', ' ', '#', ' '] | [' ', '#', ' ', '#']) => ['+', 'H', 'g', 'b'][below(chance, 4)],
            (' ', ['#', '#', ' ', ' '] | [' ', '#', '#', ' '] | [' ', ' ', '#', '#'] | ['#', ' ', ' ', '#']) => '/',
            (' ', [' ', ' ', ' ', ' ']) => 'o',
            ('#', [' ', _, ' ', _] | [_, ' ', _, ' ']) => 'P',
            (same, _) => same,
        };
        map[y][x] = fits;
    }
    let rows: Vec<String> = map.iter().map(|row| row.iter().collect()).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    read(&rows).ok().map(game_on)
}

/// Returns where the engine's ray from the player ends.
fn felt(game: &mut Headless, from: Vec2, angle: f32) -> Option<(f32, IVec2)> {
    let grid = game.world().resource::<Grid>();
    cast(grid, Ray::Sight, from, Heading(angle).direction(), 100.0).map(|hit| (hit.distance, hit.cell))
}

/// Returns where the middle column of the frame ends.
fn seen(game: &mut Headless) -> Option<(f32, IVec2)> {
    picture(game, 33, 8);
    let met = game.world().resource::<Stage>().raycaster.met(16)?;
    let (x, y) = met.cell?;
    Some((met.depth, IVec2::new(x.into(), y.into())))
}

fn agree(seen: (f32, IVec2), felt: Option<(f32, IVec2)>) -> bool {
    felt.is_some_and(|(distance, cell)| cell == seen.1 && (distance - seen.0).abs() < NEAR * (1.0 + distance))
}

#[test]
fn middle_column_and_engine_ray_hit_the_same_object() {
    let mut chance = Pcg32::seed_from_u64(7);
    let mut decks = 0;
    while decks < 60 {
        let Some(mut game) = deck(&mut chance) else { continue };
        decks += 1;
        for _ in 0..6 {
            let intent = Intent {
                forward: 1.0,
                use_: true,
                turn: (below(&mut chance, 9) as f32 - 4.0) * 0.01,
                ..Intent::default()
            };
            for _ in 0..below(&mut chance, 60) {
                game.tick(intent);
                game.tick(Intent { use_: false, ..intent });
            }
            let world = game.world_mut();
            let from = world.query_filtered::<&Position, With<Player>>().single(world).unwrap().0;
            for _ in 0..12 {
                let angle = below(&mut chance, 10_000) as f32 / 10_000.0 * TAU;
                put(&mut game, from.x, from.y, angle);
                let seen = seen(&mut game).unwrap();
                // At an edge the two may hit different sides of it.
                let agrees =
                    [0.0, -3e-4, 3e-4].into_iter().any(|aside| agree(seen, felt(&mut game, from, angle + aside)));
                assert!(agrees, "from {from} at {angle}: {seen:?}, {:?}", felt(&mut game, from, angle));
            }
        }
    }
}
