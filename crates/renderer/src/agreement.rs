//! What is seen is what is there: on any deck the engine's ray and the picture's middle column meet the same thing at the
//! same distance, through doors, leaves, panes, pillars, slants and push-walls, at rest and as they move.

use crate::{
    stage::stage::Stage,
    testing::{game_on, picture, put, read},
};
use bevy::prelude::*;
use engine::{Grid, Heading, Headless, Intent, Player, Position, Ray, cast};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use std::f32::consts::TAU;

/// The side of a random deck, in cells.
const SIDE: usize = 13;
/// How much the two may differ: the engine reckons in single precision.
const NEAR: f32 = 2e-3;

fn below(chance: &mut Pcg32, end: usize) -> usize {
    chance.next_u32() as usize % end
}

/// A deck with some of every shape where it may stand, if chance made one.
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

/// Where the engine's ray from the player ends.
fn felt(game: &mut Headless, from: Vec2, angle: f32) -> Option<(f32, IVec2)> {
    let grid = game.world().resource::<Grid>();
    cast(grid, Ray::Sight, from, Heading(angle).direction(), 100.0).map(|hit| (hit.distance, hit.cell))
}

/// Where the middle column of the picture ends.
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
fn the_middle_column_and_the_engines_ray_meet_the_same_thing() {
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
                // At an edge the two may fall to either side of it.
                let agrees =
                    [0.0, -3e-4, 3e-4].into_iter().any(|aside| agree(seen, felt(&mut game, from, angle + aside)));
                assert!(agrees, "from {from} at {angle}: {seen:?}, {:?}", felt(&mut game, from, angle));
            }
        }
    }
}
