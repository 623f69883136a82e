//! The ways that sounds take to the player: round corners, and through shut doors, as to the ears of the undead.

use crate::{
    sound::room::{Room, Stuff},
    sound::steps::{step_at, stuff_of},
};
use bevy::prelude::*;
use engine::{Deck, Ears, Grid, Noise, Player, Position};

/// The longest way of which anything is heard, in cells.
const REACH: u8 = 40;
/// After so long the ways are looked for anew, though the player has not moved: a door may have opened.
const RENEW: f32 = 0.1;
/// How much longer a sound's way is than the straight one before walls and doors are heard to be between, in cells.
const CORNER: f32 = 1.0;
/// So much more than that, and half of the brightness is left, in cells.
const DULL: f32 = 1.2;
/// What is left of brightness and loudness of a sound to which no way leads: it comes through the wall.
const THROUGH: (f32, f32) = (0.05, 0.3);

/// So near to him cells belong to the room that he is in, in cells of the way.
const ROOM: u8 = 9;

/// The ways to the player, found in one search from him.
#[derive(Resource, Default)]
pub(crate) struct Ways {
    ears: Ears,
    from: Option<Vec2>,
    age: f32,
    /// How many cells lie open about him, and what they are made of where he is.
    open: usize,
    stuff: Stuff,
}

/// What the way does to a sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Along {
    /// How far it has to go, in tiles.
    pub(crate) way: f32,
    /// How much of its brightness is left, from 0 to 1.
    pub(crate) clear: f32,
    /// How much of its loudness is left beside what the way takes, from 0 to 1.
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
    // A shut door takes as much as several cells: what lies behind it hardly counts.
    let reach = i32::from(ROOM);
    let near = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| IVec2::new(x, y)));
    let cells = near.map(|step| here.floor().as_ivec2() + step);
    let open =
        cells.filter(|cell| ways.ears.heard_in(&grid, *cell).is_some_and(|(_, left)| left + ROOM >= REACH)).count();
    (ways.from, ways.age, ways.open) = (Some(here), 0.0, open);
    ways.stuff = deck.map_or(Stuff::default(), |deck| stuff_of(step_at(&deck.0, here.x, here.y)));
}

impl Ways {
    /// The room that the player is in.
    pub(crate) fn room(&self) -> Room {
        self.from.map_or(Room::NONE, |_| Room::of(self.open, self.stuff))
    }

    /// What is heard by somebody at `ear` of a sound from a place; without a deck all sounds come straight.
    pub(crate) fn along(&self, grid: Option<&Grid>, from: Vec2, ear: Vec2) -> Along {
        let straight = from.distance(ear);
        match grid.filter(|_| self.from.is_some()) {
            None => Along { way: straight, clear: 1.0, loud: 1.0 },
            // Cells are counted along the axes, and none for the one where it begins.
            Some(grid) => {
                along(straight, self.ears.heard(grid, from).map(|(_, left)| f32::from(REACH - left.min(REACH))))
            }
        }
    }
}

/// What is left of a sound from so far off in a straight line, whose way has so many cells, if one leads to it.
fn along(straight: f32, cells: Option<f32>) -> Along {
    let Some(cells) = cells else { return Along { way: straight, clear: THROUGH.0, loud: THROUGH.1 } };
    // A way along the axes is longer than one across by up to as much as this without being a detour.
    let detour = (cells - straight * core::f32::consts::SQRT_2 - CORNER).max(0.0);
    let clear = 1.0 / (1.0 + (detour / DULL) * (detour / DULL));
    Along { way: straight + detour, clear: clear.max(THROUGH.0), loud: 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Headless, Intent, Start};
    use std::sync::Arc;

    /// The world of a deck in which somebody has listened.
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

    /// What comes along to the player of a sound at a cell of a deck.
    fn heard(map: &str, x: f32, y: f32) -> Along {
        let mut world = deck_of(map);
        let ear = world.query_filtered::<&Position, With<Player>>().single(&world).unwrap().0;
        world.resource::<Ways>().along(world.get_resource::<Grid>(), Vec2::new(x, y), ear)
    }

    #[test]
    fn in_the_open_nothing_is_lost_and_across_a_room_neither() {
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
    fn a_shut_door_makes_dull_and_walls_that_one_goes_round_make_duller() {
        let door = heard("######## #@.+...# ########", 4.5, 1.5);
        assert!(door.clear < 0.5 && door.way > 3.5 && door.loud == 1.0, "{door:?}");
        let round = heard("##### #@#.# #.#.# #.#.# #...# #####", 3.5, 1.5);
        assert!(round.clear < door.clear && round.way > 6.0, "{round:?}");
    }

    #[test]
    fn where_no_way_leads_it_comes_faintly_through_the_wall() {
        let along = heard("####### #@#...# #######", 4.5, 1.5);
        assert_eq!((along.clear, along.loud), THROUGH);
        assert!((along.way - 3.0).abs() < 0.01);
    }

    #[test]
    fn a_hall_is_a_larger_room_than_a_closet() {
        let (closet, hall) = ("### #@# ###".to_owned(), "#@..............#".to_owned());
        let rows = |row: &str, count: usize| (0..count).map(|_| row.replace('@', ".")).collect::<Vec<_>>().join(" ");
        let wall = "#".repeat(hall.len());
        let hall = format!("{wall} {hall} {} {wall}", rows(&hall, 14));
        let seconds = |map: &str| deck_of(map).resource::<Ways>().room().seconds;
        assert!(seconds(&hall) > 2.0 * seconds(&closet), "{} {}", seconds(&hall), seconds(&closet));
    }

    #[test]
    fn the_farther_round_the_duller_and_never_nothing() {
        let clear = |cells| along(2.0, Some(cells)).clear;
        let all = [2.0, 4.0, 6.0, 10.0, 40.0].map(clear);
        assert!(all.windows(2).all(|pair| pair[0] >= pair[1]) && all[4] >= THROUGH.0, "{all:?}");
    }
}
