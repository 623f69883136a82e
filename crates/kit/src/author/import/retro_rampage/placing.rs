//! The other game's generator: what it places on the tiles of a level, by the level's counts and seed, in its order and with its
//! numbers of chance, so that the same seed gives the same level as there.

use crate::author::import::retro_rampage::{BACK_WALL, LIFT_FLOOR, Source, Thing, Tile};
use level::MAX_SIDE;
use std::collections::VecDeque;

/// The most things that are placed: no level has more.
const MAX_PLACED: u64 = 10_000;
/// Monsters stand farther from the player than this, in tiles.
const MIN_MONSTER_DISTANCE: f64 = 2.5;
/// A push-wall has so many free tiles before and behind it.
const ROOM: usize = 2;

/// The stream of chance: a linear congruential generator of 64 bits, whose whole value counts.
struct Chance(u64);

impl Chance {
    /// Takes one of a list out of it; none if it is empty.
    fn take(&mut self, list: &mut Vec<usize>) -> Option<usize> {
        if list.is_empty() {
            return None;
        }
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Some(list.remove((self.0 % list.len() as u64) as usize))
    }
}

/// A level while things are placed.
struct Placing<'a> {
    source: &'a Source,
    tiles: &'a [Tile],
    things: &'a mut [Thing],
    chance: Chance,
    /// The floor on which nothing stands, row by row.
    empty: Vec<usize>,
    notes: Vec<String>,
}

/// Places what the level asks for onto what is there already; tells what had no room.
///
/// # Errors
/// A sentence, if there are too many things or no place for the player.
pub(super) fn place(source: &Source, tiles: &[Tile], things: &mut [Thing]) -> Result<Vec<String>, String> {
    let counts = [source.pushwalls, source.monsters, source.medkits, source.shotguns].map(Option::unwrap_or_default);
    let all = counts.iter().fold(0, |all: u64, count| all.saturating_add(*count));
    if all > MAX_PLACED {
        return Err(format!("{all} things are to be placed by chance; a level has at most {MAX_PLACED}"));
    }
    if source.width > MAX_SIDE || tiles.len() / source.width > MAX_SIDE {
        return Err(format!("a side of the map is longer than {MAX_SIDE} tiles"));
    }
    let mut notes = Vec::new();
    if source.seed.is_none() {
        notes.push("no `seed` is given, and the other game would take any: things are placed as with 0".to_owned());
    }
    for (thing, tile) in things.iter_mut().zip(&source.tiles) {
        if (*thing, *tile) == (Thing::Nothing, BACK_WALL) {
            *thing = Thing::Switch;
        }
    }
    let empty = |cell: &usize| matches!(tiles[*cell], Tile::Floor(_)) && things[*cell] == Thing::Nothing;
    let empty = (0..tiles.len()).filter(empty).collect();
    let chance = Chance(source.seed.unwrap_or(0));
    let mut placing = Placing { source, tiles, things, chance, empty, notes };
    placing.doors();
    placing.push_walls(counts[0]);
    let player = placing.player()?;
    placing.monsters(counts[1], player);
    for (thing, count) in [(Thing::Medkit, counts[2]), (Thing::Shotgun, counts[3])] {
        let mut empty = std::mem::take(&mut placing.empty);
        placing.scatter(thing, count, &mut empty);
        placing.empty = empty;
    }
    Ok(placing.notes)
}

impl Placing<'_> {
    /// True for walls, and for whatever lies beyond the map.
    fn is_wall(&self, cell: Option<usize>) -> bool {
        cell.is_none_or(|cell| matches!(self.tiles[cell], Tile::Wall(_)))
    }

    /// The cell so many tiles to the right and down.
    fn beside(&self, cell: usize, right: isize, down: isize) -> Option<usize> {
        let width = self.source.width;
        let (x, y) = ((cell % width).checked_add_signed(right)?, (cell / width).checked_add_signed(down)?);
        (x < width && y < self.tiles.len() / width).then_some(y * width + x)
    }

    /// True if there are walls on both sides along one axis, and none on both along the other.
    fn fits(&self, cell: usize, walls: (isize, isize)) -> bool {
        let (right, down) = walls;
        let wall = |right, down| self.is_wall(self.beside(cell, right, down));
        wall(right, down) && wall(-right, -down) && !wall(down, right) && !wall(-down, -right)
    }

    /// Puts a door wherever one fits.
    fn doors(&mut self) {
        let (doors, empty) = self.empty.iter().partition(|cell| self.fits(**cell, (1, 0)) || self.fits(**cell, (0, 1)));
        let doors: Vec<usize> = doors;
        doors.into_iter().for_each(|cell| self.things[cell] = Thing::Door);
        self.empty = empty;
    }

    /// Makes push-walls of walls that can be pushed both ways.
    fn push_walls(&mut self, count: u64) {
        let is_free = |cell: Option<usize>| cell.is_some_and(|cell| self.empty.binary_search(&cell).is_ok());
        let has_room = |cell: usize, (right, down): (isize, isize)| {
            (1..=ROOM as isize).all(|far| {
                is_free(self.beside(cell, right * far, down * far))
                    && is_free(self.beside(cell, -right * far, -down * far))
            })
        };
        // What has floor or walls on all sides lies inside: beyond the map is neither.
        let can_be_pushed = |cell: &usize| {
            self.is_wall(Some(*cell))
                && self.things[*cell] == Thing::Nothing
                && [(1, 0), (0, 1)]
                    .into_iter()
                    .any(|walls: (isize, isize)| self.fits(*cell, walls) && has_room(*cell, (walls.1, walls.0)))
        };
        let mut walls = (0..self.tiles.len()).filter(can_be_pushed).collect();
        self.scatter(Thing::PushWall, count, &mut walls);
    }

    /// Puts the player where a way leads to the lift, unless he is there already; his cell.
    fn player(&mut self) -> Result<usize, String> {
        if let Some(player) = self.things.iter().position(|thing| *thing == Thing::Player) {
            return Ok(player);
        }
        let lift = self.tiles.iter().rposition(|tile| matches!(tile, Tile::Floor(LIFT_FLOOR)));
        let lift =
            lift.ok_or("the player cannot be placed: there is no floor of a lift (tile 5) for a way to lead to")?;
        let mut is_reached = vec![false; self.tiles.len()];
        let mut next = VecDeque::from([lift]);
        while let Some(cell) = next.pop_front() {
            if std::mem::replace(&mut is_reached[cell], true) {
                continue;
            }
            let sides = [(1, 0), (0, 1), (-1, 0), (0, -1)].map(|(right, down)| self.beside(cell, right, down));
            next.extend(sides.into_iter().flatten().filter(|side| !self.is_wall(Some(*side)) && !is_reached[*side]));
        }
        let mut places: Vec<usize> = self.empty.iter().copied().filter(|cell| is_reached[*cell]).collect();
        let player = self.chance.take(&mut places).ok_or("the player cannot be placed: no way leads to the lift")?;
        self.things[player] = Thing::Player;
        self.empty.retain(|cell| *cell != player);
        Ok(player)
    }

    /// Puts monsters where they are not near the player.
    fn monsters(&mut self, count: u64, player: usize) {
        let width = self.source.width;
        let is_far = |cell: &usize| {
            let (x, y) = ((cell % width).abs_diff(player % width), (cell / width).abs_diff(player / width));
            (x * x + y * y) as f64 > MIN_MONSTER_DISTANCE * MIN_MONSTER_DISTANCE
        };
        let mut far = self.empty.iter().copied().filter(is_far).collect();
        self.scatter(Thing::Monster, count, &mut far);
        self.empty.retain(|cell| self.things[*cell] == Thing::Nothing);
    }

    /// Puts so many of a thing onto cells of a list, which they leave.
    fn scatter(&mut self, thing: Thing, count: u64, cells: &mut Vec<usize>) {
        for placed in 0..count {
            let Some(cell) = self.chance.take(cells) else {
                self.notes.push(format!("only {placed} of {count} {thing}s have room"));
                return;
            };
            self.things[cell] = thing;
        }
    }
}
