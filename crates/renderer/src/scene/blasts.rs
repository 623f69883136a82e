//! The front of an explosion: a ring of dust and light that spreads over the floor with the shock wave, and runs up
//! walls that stop it.
//!
//! One ray goes to each half cell on the rim of the blast, along the evenly spread line of half cells to it, so that
//! the ring is closed at any size. In vacuum there is no wave, and so no ring.

use crate::{art::art::Art, camera::camera::Blend, stage::by_id::ById, stage::stage::Stage};
use bevy::prelude::*;
use engine::{Air, Explosion, Grid, Id, Ray, cast};
use even::grid_line;
use raycast::Sprite;

/// The maximum number of blasts that are shown; these are the nearest ones.
const MAX_BLASTS: usize = 6;
/// The image of the dust, its initial width and height in tiles, and the factor by which it grows.
const DUST: (&str, f32, f32) = ("smoke2", 0.36, 1.6);
/// The image of the light, and its width and height in tiles.
const LIGHT: (&str, f32, f32) = ("spark2", 0.26, 0.12);
/// The number of line cells per tile.
const FINE: f32 = 2.0;
/// How high the dust rises on a wall that stops it, in tiles.
const RISE: f32 = 0.7;
/// The distance of the dust from a wall, in tiles.
const CLEARANCE: f32 = 0.06;

/// A point of the front where a ray ends.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Front {
    at: Vec2,
    /// Its height above the floor, in tiles; more than 0 where the front runs up a wall.
    height: f32,
}

/// Adds the rings of the nearest blasts to the scene.
pub(crate) fn place(
    blasts: Query<(&Id, &Explosion)>,
    (grid, air, art): (Option<Res<Grid>>, Option<Res<Air>>, Option<Res<Art>>),
    blend: Res<Blend>,
    (mut by_id, mut nearest): (Local<ById<(Vec2, f32, f32)>>, Local<Vec<(Vec2, f32, f32)>>),
    mut stage: ResMut<Stage>,
) {
    let (Some(grid), Some(air), Some(art)) = (grid, air, art) else { return };
    let Some(scene) = &mut stage.scene else { return };
    let (Some(dust), Some(light)) = (art.sprite(DUST.0), art.sprite(LIGHT.0)) else { return };
    let eye = Vec2::new(scene.camera.x, scene.camera.y);
    let in_air = blasts.iter().filter(|(_, blast)| air.is_breathable(Grid::cell_at(blast.at())));
    let shown = |blast: &Explosion| (blast.at(), blast.reach(), blast.front_at(blend.beyond_last_tick()));
    nearest.clear();
    nearest.extend(by_id.sorted(in_air.map(|(&id, blast)| (id, shown(blast)))));
    // The sort is stable: blasts at the same distance stay in the order of their ids.
    nearest.sort_by(|one, other| one.0.distance_squared(eye).total_cmp(&other.0.distance_squared(eye)));
    for &(at, reach, front) in nearest.iter().take(MAX_BLASTS) {
        let left = (1.0 - front / reach).clamp(0.0, 1.0);
        let size = DUST.1 * (1.0 + (DUST.2 - 1.0) * (1.0 - left));
        for Front { at, height } in fronts(&grid, at, reach, front) {
            let bottom = height.min(1.0 - size);
            let sprite = |texture| Sprite { bottom, ..Sprite::new(at.x, at.y, texture) };
            let (width, height) = (LIGHT.1, LIGHT.2);
            scene.sprites.push(Sprite {
                width: size,
                height: size,
                cover: (left.sqrt() * 210.0) as u8,
                ..sprite(dust)
            });
            scene.sprites.push(Sprite {
                width,
                height,
                cover: (left.sqrt() * 255.0) as u8,
                bright: true,
                ..sprite(light)
            });
        }
    }
}

/// Returns the points of a front at this distance from the blast, in tiles. A ray that a wall stops continues up the
/// wall, and ends at the height [`RISE`].
fn fronts(grid: &Grid, at: Vec2, reach: f32, front: f32) -> impl Iterator<Item = Front> {
    rim((reach * FINE).ceil() as i64).filter_map(move |(x, y)| {
        let point = at + along(x, y, front * FINE) / FINE;
        let (way, far) = (point - at).normalize_and_length();
        match cast(grid, Ray::Shot, at, way, far) {
            None => Some(Front { at: point, height: 0.0 }),
            Some(hit) => {
                let height = front - hit.distance;
                (height < RISE).then_some(Front { at: at + way * (hit.distance - CLEARANCE).max(0.0), height })
            }
        }
    })
}

/// Returns the offsets of the cells on the rim of a square with this radius, each once.
fn rim(radius: i64) -> impl Iterator<Item = (i64, i64)> {
    let sides = move |step: i64| [(step, -radius), (radius, step), (-step, radius), (-radius, -step)];
    (-radius..radius).flat_map(sides)
}

/// Returns the point at a distance from the origin on the line of cells to an offset, all in line cells.
fn along(x: i64, y: i64, distance: f32) -> Vec2 {
    let mut last = Vec2::ZERO;
    for step in grid_line(x, y) {
        let (right, down) = step.offset();
        let next = last + Vec2::new(right as f32, down as f32);
        let (near, far) = (last.length(), next.length());
        if far >= distance {
            // Interpolation along the chord would not give exactly this distance, so the direction is scaled to it.
            let between = last.lerp(next, ((distance - near) / (far - near)).clamp(0.0, 1.0));
            return between.normalize_or_zero() * distance;
        }
        last = next;
    }
    // The rim is as far as the reach, so this is reached only through rounding errors.
    last.normalize_or_zero() * distance
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::level;
    use bevy::math::ops;

    const HALL: [&str; 11] = [
        "###########",
        "#.........#",
        "#.........#",
        "#.........#",
        "#.........#",
        "#....@....#",
        "#.........#",
        "#.........#",
        "#.........#",
        "#.........#",
        "###########",
    ];

    /// Returns the front of a blast with this reach on a map, at the distance `far`.
    fn front(map: &[&str], at: Vec2, reach: f32, far: f32) -> Vec<Front> {
        fronts(&Grid::new(&level(map)), at, reach, far).collect()
    }

    #[test]
    fn front_is_a_closed_ring_at_its_distance() {
        let at = Vec2::splat(5.5);
        for far in [0.5, 1.0, 2.2, 3.9] {
            let ring = front(&HALL, at, 4.0, far);
            assert_eq!(ring.len(), 64, "a ray for each half cell of the rim");
            assert!(ring.iter().all(|one| one.height == 0.0 && (one.at.distance(at) - far).abs() < 1e-3), "{ring:?}");
        }
        let mut angles: Vec<f32> =
            front(&HALL, at, 4.0, 3.9).iter().map(|one| ops::atan2(one.at.y - at.y, one.at.x - at.x)).collect();
        angles.sort_by(f32::total_cmp);
        let widest = angles.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, f32::max);
        assert!(widest < 0.16, "a gap of {widest}");
    }

    #[test]
    fn front_stops_at_walls_and_runs_up_them() {
        let map = ["#######", "#..#..#", "#.@#..#", "#..#..#", "#######"];
        let at = Vec2::new(2.5, 2.5);
        let ring = front(&map, at, 3.0, 0.8);
        assert!(ring.iter().all(|one| one.at.x < 3.0), "the wall must stop the front: {ring:?}");
        let on_wall: Vec<f32> = ring.iter().filter(|one| one.at.x > 2.9).map(|one| one.height).collect();
        assert!(!on_wall.is_empty() && on_wall.iter().all(|height| *height > 0.0 && *height < RISE), "{on_wall:?}");
        let later = front(&map, at, 3.0, 2.5);
        assert!(later.iter().all(|one| one.at.x < 2.9), "the front must have run up the wall and ended: {later:?}");
    }

    #[test]
    fn rim_has_each_cell_once() {
        let mut cells: Vec<(i64, i64)> = rim(2).collect();
        cells.sort_unstable();
        cells.dedup();
        assert_eq!(cells.len(), 16);
        assert!(cells.iter().all(|(x, y)| x.abs().max(y.abs()) == 2));
    }
}
