//! The rooms of a level: the regions between its doors, what is in each of them, and the views from their doors.
//!
//! `foundry --measure` reads them, to find rooms that look like others.

use level::{CellShape, Level, PaneKind, SKY, TextureIndex, ThingKind};
use std::collections::BTreeSet;

/// Minimum number of cells of a room; smaller ones are closets and locks.
const LEAST_CELLS: usize = 6;
/// Distance of the eye from the middle of a door, in tiles.
const STEP_IN: f32 = 0.3;

/// A room of a level.
pub(super) struct Room {
    /// Its first cell in map order.
    pub(super) at: (usize, usize),
    /// Positions in its doors, in tiles, with the direction into the room in degrees.
    pub(super) doors: Vec<((f32, f32), f32)>,
    /// What a player sees in it: textures, props, tables, lamps and damage zones.
    pub(super) features: BTreeSet<String>,
}

/// Returns the rooms of a level, in map order.
pub(super) fn rooms(level: &Level) -> Vec<Room> {
    let numbers = regions(level);
    let count = numbers.iter().flatten().max().map_or(0, |number| number + 1);
    let room = |_| Room { at: (0, 0), doors: Vec::new(), features: BTreeSet::new() };
    let mut rooms: Vec<Room> = (0..count).map(room).collect();
    let mut sizes = vec![0; count];
    for (x, y) in (0..level.height).rev().flat_map(|y| (0..level.width).rev().map(move |x| (x, y))) {
        if let Some(number) = numbers[y * level.width + x] {
            rooms[number].at = (x, y);
            sizes[number] += 1;
            look_around(level, (x, y), &mut rooms[number].features);
        }
        if let CellShape::Door { .. } = level.cell(x, y).shape {
            for (facing, (right, down)) in [(0.0, (1, 0)), (90.0, (0, 1)), (180.0, (-1, 0)), (270.0, (0, -1))] {
                let beyond = (x.checked_add_signed(right), y.checked_add_signed(down));
                let (Some(column), Some(row)) = beyond else { continue };
                if column < level.width
                    && row < level.height
                    && let Some(number) = numbers[row * level.width + column]
                {
                    let middle = (x as f32 + 0.5 + STEP_IN * right as f32, y as f32 + 0.5 + STEP_IN * down as f32);
                    rooms[number].doors.push((middle, facing));
                }
            }
        }
    }
    for thing in &level.things {
        if let (ThingKind::Prop(prop), Some(number)) = (thing.kind, numbers[thing.y * level.width + thing.x]) {
            rooms[number].features.insert(level.props[prop.0 as usize].clone());
        }
    }
    for lamp in &level.lamps {
        if let Some(number) = numbers[lamp.y * level.width + lamp.x] {
            let [red, green, blue] = lamp.colour;
            rooms[number].features.insert(format!("{:?} lamp {red} {green} {blue}", lamp.mood));
        }
    }
    let sizes = sizes.into_iter();
    rooms.into_iter().zip(sizes).filter(|(_, size)| *size >= LEAST_CELLS).map(|(room, _)| room).collect()
}

/// Returns true for cells inside a room; walls, doors and panes are its border.
fn is_inside(level: &Level, x: usize, y: usize) -> bool {
    let cell = level.cell(x, y);
    let is_floor = matches!(
        cell.shape,
        CellShape::Open | CellShape::Pillar { .. } | CellShape::Diagonal { .. } | CellShape::Table
    );
    is_floor && level.texture(cell.floor) != SKY
}

/// Returns the number of each cell's region, in map order.
fn regions(level: &Level) -> Vec<Option<usize>> {
    let mut numbers = vec![None; level.width * level.height];
    let mut count = 0;
    for start in 0..numbers.len() {
        let (x, y) = (start % level.width, start / level.width);
        if numbers[start].is_some() || !is_inside(level, x, y) {
            continue;
        }
        numbers[start] = Some(count);
        let mut left = vec![(x, y)];
        while let Some((x, y)) = left.pop() {
            for (x, y) in [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)] {
                let is_next = x < level.width && y < level.height && is_inside(level, x, y);
                if is_next && numbers[y * level.width + x].is_none() {
                    numbers[y * level.width + x] = Some(count);
                    left.push((x, y));
                }
            }
        }
        count += 1;
    }
    numbers
}

/// Adds the features of a cell and of the walls and panes next to it.
fn look_around(level: &Level, (x, y): (usize, usize), features: &mut BTreeSet<String>) {
    let mut see = |texture: TextureIndex| {
        features.insert(level.texture(texture).to_owned());
    };
    let cell = level.cell(x, y);
    see(cell.floor);
    see(cell.ceiling);
    let beside = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1), (x, y)];
    for (x, y) in beside.into_iter().filter(|&(x, y)| x < level.width && y < level.height) {
        match level.cell(x, y).shape {
            CellShape::Wall { texture, overlay } => {
                see(texture);
                overlay.into_iter().for_each(&mut see);
            }
            CellShape::Lift { texture, overlay, .. } | CellShape::Switch { texture, overlay, .. } => {
                see(texture);
                overlay.into_iter().for_each(&mut see);
            }
            CellShape::Pillar { texture } | CellShape::Diagonal { texture, .. } => see(texture),
            CellShape::Pane { texture, kind: PaneKind::Grating | PaneKind::Barrier, .. } => see(texture),
            _ => {}
        }
    }
    if let CellShape::Table = cell.shape {
        features.insert("table".to_owned());
    }
    if let Some(zone) = cell.damage_zone {
        features.insert(format!("{} zone", level.damage_zones[zone.0 as usize]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_lie_between_doors_with_their_own_features() {
        let text = r#"(
            name: "Two rooms",
            base: (floor: "plate", ceiling: "panel", jamb: "jamb"),
            legend: {
                'W': (wall: "hull"), 'R': (wall: "rust"), '.': (), '@': (thing: Player), '+': (door: "door"),
                'b': (prop: "barrel"), 'L': (wall: "lift", lift: "lift_switch_on"),
            },
            map: [
                "WWWWWWWWW",
                "W@..W...R",
                "W...+.b.R",
                "W...W...L",
                "WWWWWWWWW",
            ],
        )"#;
        let level = Level::read("two.ron", text.as_bytes()).unwrap();
        let rooms = rooms(&level);
        let [left, right] = &rooms[..] else { panic!("{} rooms", rooms.len()) };
        assert_eq!((left.at, right.at), ((1, 1), (5, 1)));
        assert_eq!(left.doors, [((4.2, 2.5), 180.0)], "the eye looks from the door into the room");
        assert_eq!(right.doors, [((4.8, 2.5), 0.0)]);
        let own: Vec<&String> = right.features.difference(&left.features).collect();
        assert_eq!(own, ["barrel", "lift", "rust"]);
    }
}
