//! Sound propagation: paths of sounds to the player around corners and through closed doors, as for monsters' hearing.

use crate::sound::steps::{step_at, stuff_of};
use bevy::prelude::*;
use engine::{Deck, Ears, Grid, Noise, Player, Position};
use mixer::{Room, Stuff};

/// Maximum length of an audible path, in cells.
const REACH: u8 = 40;
/// Interval in seconds at which the paths are searched again even if the player has not moved, because a door may have
/// opened.
const RENEW: f32 = 0.1;
/// Excess of a path's length over the straight line, in cells, from which obstacles become audible.
const CORNER: f32 = 1.0;
/// Further excess, in cells, at which half of the brightness is left.
const DULL: f32 = 1.2;
/// Brightness and loudness of a sound without a path, which comes through the wall.
const THROUGH: (f32, f32) = (0.05, 0.3);

/// Maximum path length, in cells, to cells that count as the player's room.
const ROOM: u8 = 9;

/// Paths to the player, found in one search that starts there.
#[derive(Resource, Default)]
pub(crate) struct Ways {
    ears: Ears,
    from: Option<Vec2>,
    age: f32,
    /// Number of open cells around the player, and the material of the room.
    open: usize,
    stuff: Stuff,
}

/// Effect of the path on a sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Along {
    /// Length of the path in tiles.
    pub(crate) way: f32,
    /// Remaining brightness, from 0 to 1.
    pub(crate) clear: f32,
    /// Remaining loudness, from 0 to 1, in addition to the attenuation by distance.
    pub(crate) loud: f32,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Ways>();
    app.add_systems(PreUpdate, look);
}

fn look(
    (grid, deck): (Option<Res<Grid>>, Option<Res<Deck>>),
    player: Option<Single<&Position, With<Player>>>,
    time: Res<Time<Real>>,
    mut ways: ResMut<Ways>,
) {
    let (Some(grid), Some(player)) = (grid, player) else { return ways.from = None };
    ways.age += time.delta_secs();
    let here = player.0;
    if ways.age < RENEW && ways.from.is_some_and(|from| from.floor() == here.floor()) {
        return;
    }
    let noise = Noise { at: here, about: here, reach: REACH };
    ways.ears.listen(&grid, &[noise], 0);
    // A closed door counts as several cells, so that cells behind it hardly matter.
    let reach = i32::from(ROOM);
    let near = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| IVec2::new(x, y)));
    let cells = near.map(|step| here.floor().as_ivec2() + step);
    let open =
        cells.filter(|cell| ways.ears.heard_in(&grid, *cell).is_some_and(|(_, left)| left + ROOM >= REACH)).count();
    (ways.from, ways.age, ways.open) = (Some(here), 0.0, open);
    ways.stuff = deck.map_or(Stuff::default(), |deck| stuff_of(step_at(&deck.0, here.x, here.y)));
}

impl Ways {
    /// Returns the acoustics of the player's room.
    pub(crate) fn room(&self) -> Room {
        self.from.map_or(Room::NONE, |_| Room::of(self.open, self.stuff))
    }

    /// Returns the path of a sound to a listener at `ear`. Without a deck, all paths are straight.
    pub(crate) fn along(&self, grid: Option<&Grid>, from: Vec2, ear: Vec2) -> Along {
        let straight = from.distance(ear);
        match grid.filter(|_| self.from.is_some()) {
            None => Along { way: straight, clear: 1.0, loud: 1.0 },
            // Cells are counted along the axes, not including the one of the source.
            Some(grid) => {
                along(straight, self.ears.heard(grid, from).map(|(_, left)| f32::from(REACH - left.min(REACH))))
            }
        }
    }
}

/// Returns the effect of a path of `cells` cells, if there is one, on a sound at this straight distance.
fn along(straight: f32, cells: Option<f32>) -> Along {
    let Some(cells) = cells else { return Along { way: straight, clear: THROUGH.0, loud: THROUGH.1 } };
    // A path along the axes can be longer than a diagonal by up to this factor without being a detour.
    let detour = (cells - straight * core::f32::consts::SQRT_2 - CORNER).max(0.0);
    let clear = 1.0 / (1.0 + (detour / DULL) * (detour / DULL));
    Along { way: straight + detour, clear: clear.max(THROUGH.0), loud: 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Headless, Intent, Start};
    use std::sync::Arc;

    /// Returns the world of a deck after a search for paths.
    fn deck_of(map: &str) -> World {
        let rows: Vec<&str> = map.split_whitespace().collect();
        let text = format!(
            "(name: \"\", legend: {{ '#': (wall: \"\"), '.': (), '@': (thing: Player), '+': (door: \"\") }}, map: {rows:?})"
        );
        let level = level::Level::read("", text.as_bytes()).unwrap();
        let mut deck = Headless::begin(&Start::on(Arc::new(level)));
        deck.tick(Intent::default());
        let mut world = std::mem::take(deck.world_mut());
        world.insert_resource(Ways::default());
        world.insert_resource(Time::<Real>::default());
        world.run_system_cached(look).unwrap();
        world
    }

    /// Returns the effect of the path on a sound at a cell of a deck, as the player hears it.
    fn heard(map: &str, x: f32, y: f32) -> Along {
        let mut world = deck_of(map);
        let ear = world.query_filtered::<&Position, With<Player>>().single(&world).unwrap().0;
        world.resource::<Ways>().along(world.get_resource::<Grid>(), Vec2::new(x, y), ear)
    }

    #[test]
    fn open_space_does_not_attenuate_sound() {
        let room = "####### #@....# #.....# #.....# #.....# #######";
        for (x, y) in [(5.5, 1.5), (5.5, 4.5), (3.5, 3.5), (1.5, 1.5)] {
            let along = heard(room, x, y);
            assert!(
                along.clear > 0.99 && (along.way - Vec2::new(x, y).distance(Vec2::splat(1.5))).abs() < 0.01,
                "{along:?}"
            );
        }
    }

    #[test]
    fn closed_doors_and_corners_dull_sounds() {
        let door = heard("######## #@.+...# ########", 4.5, 1.5);
        assert!(door.clear < 0.5 && door.way > 3.5 && door.loud == 1.0, "{door:?}");
        let round = heard("##### #@#.# #.#.# #.#.# #...# #####", 3.5, 1.5);
        assert!(round.clear < door.clear && round.way > 6.0, "{round:?}");
    }

    #[test]
    fn sound_without_a_path_is_faint() {
        let along = heard("####### #@#...# #######", 4.5, 1.5);
        assert_eq!((along.clear, along.loud), THROUGH);
        assert!((along.way - 3.0).abs() < 0.01);
    }

    #[test]
    fn hall_has_more_reverb_than_a_closet() {
        let (closet, hall) = ("### #@# ###".to_owned(), "#@..............#".to_owned());
        let rows = |row: &str, count: usize| (0..count).map(|_| row.replace('@', ".")).collect::<Vec<_>>().join(" ");
        let wall = "#".repeat(hall.len());
        let hall = format!("{wall} {hall} {} {wall}", rows(&hall, 14));
        let seconds = |map: &str| deck_of(map).resource::<Ways>().room().seconds;
        assert!(seconds(&hall) > 2.0 * seconds(&closet), "{} {}", seconds(&hall), seconds(&closet));
    }

    #[test]
    fn longer_detours_are_duller_but_never_silent() {
        let clear = |cells| along(2.0, Some(cells)).clear;
        let all = [2.0, 4.0, 6.0, 10.0, 40.0].map(clear);
        assert!(all.windows(2).all(|pair| pair[0] >= pair[1]) && all[4] >= THROUGH.0, "{all:?}");
    }
}
