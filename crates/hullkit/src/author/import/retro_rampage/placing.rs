//! A port of the other game's generator. It places things by the level's counts and seed, in the same order and with
//! the same random numbers, so that the same seed gives the same level as there.

use crate::author::import::retro_rampage::{BACK_WALL, LIFT_FLOOR, Source, Thing, Tile};
use level::MAX_SIDE;
use std::collections::VecDeque;

/// The maximum number of placed things.
const MAX_PLACED: u64 = 10_000;
/// The minimum distance of monsters from the player, in tiles.
const MIN_MONSTER_DISTANCE: f64 = 2.5;
/// The number of free tiles that a push-wall needs in front of and behind it.
const ROOM: usize = 2;

/// The random numbers: a 64-bit linear congruential generator that returns its whole state.
struct Chance(u64);

impl Chance {
    /// Removes a random element of a list and returns it, or `None` if the list is empty.
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
    /// The floor cells without a thing, row by row.
    empty: Vec<usize>,
    notes: Vec<String>,
}

/// Adds the requested things to the existing ones. Returns notes on things for which there was no room.
///
/// # Errors
/// If there are too many things or there is no place for the player.
pub(super) fn place(source: &Source, tiles: &[Tile], things: &mut [Thing]) -> Result<Vec<String>, String> {
    let counts = [source.pushwalls, source.monsters, source.medkits, source.shotguns].map(Option::unwrap_or_default);
    let all = counts.iter().fold(0, |all: u64, count| all.saturating_add(*count));
    if all > MAX_PLACED {
        return Err(format!("at most {MAX_PLACED} things can be placed randomly, got {all}"));
    }
    if source.width > MAX_SIDE || tiles.len() / source.width > MAX_SIDE {
        return Err(format!("each side of the map must have at most {MAX_SIDE} tiles"));
    }
    let mut notes = Vec::new();
    if source.seed.is_none() {
        notes.push("no `seed` given: using 0 (Retro Rampage picks one at random)".to_owned());
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
    /// Returns true for walls and for everything outside the map.
    fn is_wall(&self, cell: Option<usize>) -> bool {
        cell.is_none_or(|cell| matches!(self.tiles[cell], Tile::Wall(_)))
    }

    /// Returns the cell at this offset to the right and down, or `None` outside the map.
    fn beside(&self, cell: usize, right: isize, down: isize) -> Option<usize> {
        let width = self.source.width;
        let (x, y) = ((cell % width).checked_add_signed(right)?, (cell / width).checked_add_signed(down)?);
        (x < width && y < self.tiles.len() / width).then_some(y * width + x)
    }

    /// Returns true if there are walls on both sides along one axis, and on neither side along the other.
    fn fits(&self, cell: usize, walls: (isize, isize)) -> bool {
        let (right, down) = walls;
        let wall = |right, down| self.is_wall(self.beside(cell, right, down));
        wall(right, down) && wall(-right, -down) && !wall(down, right) && !wall(-down, -right)
    }

    /// Adds a door wherever one fits.
    fn doors(&mut self) {
        let (doors, empty) = self.empty.iter().partition(|cell| self.fits(**cell, (1, 0)) || self.fits(**cell, (0, 1)));
        let doors: Vec<usize> = doors;
        doors.into_iter().for_each(|cell| self.things[cell] = Thing::Door);
        self.empty = empty;
    }

    /// Turns walls into push-walls that can be pushed from both sides.
    fn push_walls(&mut self, count: u64) {
        let is_free = |cell: Option<usize>| cell.is_some_and(|cell| self.empty.binary_search(&cell).is_ok());
        let has_room = |cell: usize, (right, down): (isize, isize)| {
            (1..=ROOM as isize).all(|far| {
                is_free(self.beside(cell, right * far, down * far))
                    && is_free(self.beside(cell, -right * far, -down * far))
            })
        };
        // This excludes the border of the map: a wall there would need free cells along the border, which must be wall.
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

    /// Adds the player where a path leads to the lift, unless the level has one already. Returns the player's cell.
    fn player(&mut self) -> Result<usize, String> {
        if let Some(player) = self.things.iter().position(|thing| *thing == Thing::Player) {
            return Ok(player);
        }
        let lift = self.tiles.iter().rposition(|tile| matches!(tile, Tile::Floor(LIFT_FLOOR)));
        let lift = lift.ok_or("the player cannot be placed: there is no lift floor (tile 5)")?;
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
        let player = self.chance.take(&mut places).ok_or("the player cannot be placed: no path leads to the lift")?;
        self.things[player] = Thing::Player;
        self.empty.retain(|cell| *cell != player);
        Ok(player)
    }

    /// Adds monsters at a distance from the player.
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

    /// Adds things to random cells of a list, and removes those cells from it.
    fn scatter(&mut self, thing: Thing, count: u64, cells: &mut Vec<usize>) {
        for placed in 0..count {
            let Some(cell) = self.chance.take(cells) else {
                self.notes.push(format!("there is only room for {placed} of {count} {thing}s"));
                return;
            };
            self.things[cell] = thing;
        }
    }
}
