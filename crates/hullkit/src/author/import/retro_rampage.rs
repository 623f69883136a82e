//! The levels of Retro Rampage: JSON with the width, and the tiles and things of the cells as numbers, row by row.

pub(crate) mod placing;

use engine::CountedSet;
use level::{Direction, MAX_SIDE};
use serde::Deserialize;
use std::{collections::BTreeMap, fmt::Write};
use strum::{Display, VariantArray};

/// A level as it is in its file.
#[derive(Deserialize)]
#[serde(expecting = "a level or a list of levels")]
pub(super) struct Source {
    width: usize,
    tiles: Vec<i64>,
    things: Option<Vec<i64>>,
    // The number of things that the other game's generator adds, and its seed.
    seed: Option<u64>,
    monsters: Option<u64>,
    medkits: Option<u64>,
    shotguns: Option<u64>,
    pushwalls: Option<u64>,
}

/// A converted level.
pub(super) struct Imported {
    /// The text of its level file.
    pub(super) text: String,
    /// The number of things in it, for people.
    pub(super) things: String,
    /// Notes on differences from the original.
    pub(super) notes: Vec<String>,
    /// The map layer within the text.
    map: Layer,
}

/// The position of a layer's first character in the text, and the layer's size.
struct Layer {
    line: usize,
    width: usize,
    height: usize,
}

/// The column in which the rows of a layer begin, from 1: after eight spaces and a quotation mark.
const FIRST_COLUMN: usize = 10;

#[derive(Clone, Copy)]
enum Tile {
    /// Floor, with its character in the floor layer.
    Floor(char),
    Wall(&'static Wall),
}

/// A wall, with its map characters as a plain wall, as a push-wall, and with the lift's switch on its right, lower,
/// left or upper side, or on all of them.
struct Wall {
    texture: &'static str,
    plain: char,
    pushed: char,
    switch: [char; 5],
}

const HULL: Wall = Wall { texture: "hull", plain: '#', pushed: '%', switch: ['a', 'b', 'c', 'd', 'e'] };
const RUST: Wall = Wall { texture: "rust", plain: 'R', pushed: 'r', switch: ['i', 'j', 'k', 'm', 'n'] };
const PIPES: Wall = Wall { texture: "hull_pipes", plain: 'P', pushed: 'p', switch: ['t', 'u', 'w', 'x', 'y'] };
const LIFT: Wall = Wall { texture: "lift", plain: 'L', pushed: 'l', switch: ['>', 'v', '<', '^', '1'] };

/// The tiles by their numbers: floor, wall, cracked wall, slimy wall, cracked floor, and the lift's floor, side walls
/// and back wall.
const TILES: [Tile; 8] = [
    Tile::Floor(' '),
    Tile::Wall(&HULL),
    Tile::Wall(&RUST),
    Tile::Wall(&PIPES),
    Tile::Floor(':'),
    Tile::Floor(LIFT_FLOOR),
    Tile::Wall(&LIFT),
    Tile::Wall(&LIFT),
];
/// The character of the lift's floor.
const LIFT_FLOOR: char = '_';
/// The number of the lift's back wall.
const BACK_WALL: i64 = 7;

/// The things in cells, in the order of their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display, VariantArray)]
#[strum(serialize_all = "kebab-case")]
enum Thing {
    Nothing,
    Player,
    Monster,
    Door,
    PushWall,
    Switch,
    Medkit,
    Shotgun,
}

/// Parses a file: a list of levels, or a single level.
///
/// # Errors
/// What is wrong, after line and column.
pub(super) fn parse(bytes: &[u8]) -> Result<Vec<Source>, String> {
    let is_list = bytes.trim_ascii_start().starts_with(b"[");
    let levels =
        if is_list { serde_json::from_slice(bytes) } else { serde_json::from_slice(bytes).map(|level| vec![level]) };
    let levels: Vec<Source> = levels.map_err(|error| {
        let message = error.to_string();
        let what = message.rsplit_once(" at line ").map_or(message.as_str(), |(what, _)| what);
        format!("{}:{}: {what}", error.line(), error.column())
    })?;
    if levels.is_empty() { Err("1:1: the list has no levels".to_owned()) } else { Ok(levels) }
}

impl Source {
    /// Converts the level.
    ///
    /// # Errors
    /// The first invalid number, with column and row of its cell, from 0.
    pub(super) fn import(&self, title: &str) -> Result<Imported, String> {
        let tiles = self.tiles()?;
        let mut things = self.things()?;
        let notes = if self.is_generated() { placing::place(self, &tiles, &mut things)? } else { Vec::new() };
        let mut counts = CountedSet::default();
        things.iter().for_each(|&thing| counts.add(thing, 1));
        let players = counts.count(&Thing::Player);
        if players != 1 {
            return Err(format!("there must be one player (thing {}), got {players}", Thing::Player as usize));
        }
        let mut legend = BTreeMap::new();
        let mut map = String::new();
        let mut floors = String::new();
        for (cell, (&tile, &thing)) in tiles.iter().zip(&things).enumerate() {
            let (character, entry) =
                drawn(tile, thing, self.face(&tiles, cell)).map_err(|what| format!("{}: {what}", self.place(cell)))?;
            legend.insert(character, entry);
            map.push(character);
            let floor = match tile {
                Tile::Floor(floor) => floor,
                Tile::Wall(_) if thing == Thing::PushWall => self.floor_near(&tiles, cell),
                Tile::Wall(_) => ' ',
            };
            floors.push(floor);
        }
        for (floor, entry) in [
            (':', "(floor: \"tile\", ceiling: \"panel\")"),
            (LIFT_FLOOR, "(floor: \"lift_floor\", ceiling: \"lift_ceiling\")"),
        ] {
            if floors.contains(floor) {
                legend.insert(floor, entry.to_owned());
            }
        }
        let (text, line) = self.text(title, &legend, &map, &floors);
        let map = Layer { line, width: self.width, height: tiles.len() / self.width };
        Ok(Imported { text, things: listed(&counts), notes, map })
    }

    /// Returns the tiles. Afterwards the size of the level is known to be valid.
    fn tiles(&self) -> Result<Vec<Tile>, String> {
        let (width, count) = (self.width, self.tiles.len());
        if width == 0 || count == 0 || !count.is_multiple_of(width) {
            return Err(format!("{count} tiles are not a multiple of the width {width}"));
        }
        let known = |(cell, &number)| {
            let tile = usize::try_from(number).ok().and_then(|number| TILES.get(number));
            tile.copied().ok_or_else(|| format!("{}: a tile must be from 0 to 7, got {number}", self.place(cell)))
        };
        self.tiles.iter().enumerate().map(known).collect()
    }

    /// Returns true if the other game's generator would place something.
    fn is_generated(&self) -> bool {
        let counts = [self.seed, self.monsters, self.medkits, self.shotguns, self.pushwalls];
        self.things.is_none() || counts.iter().any(Option::is_some)
    }

    /// Returns the things. If the level has no switches, every back wall of a lift gets one.
    fn things(&self) -> Result<Vec<Thing>, String> {
        let none = vec![0; self.tiles.len()];
        let numbers = self.things.as_ref().unwrap_or(&none);
        if numbers.len() != self.tiles.len() {
            return Err(format!("there are {} things, but {} tiles", numbers.len(), self.tiles.len()));
        }
        let known = |(cell, &number)| {
            let thing = usize::try_from(number).ok().and_then(|number| Thing::VARIANTS.get(number));
            thing.copied().ok_or_else(|| format!("{}: a thing must be from 0 to 7, got {number}", self.place(cell)))
        };
        let mut things: Vec<Thing> = numbers.iter().enumerate().map(known).collect::<Result<_, String>>()?;
        if !things.contains(&Thing::Switch) {
            for (thing, tile) in things.iter_mut().zip(&self.tiles) {
                if (*thing, *tile) == (Thing::Nothing, BACK_WALL) {
                    *thing = Thing::Switch;
                }
            }
        }
        Ok(things)
    }

    /// Returns the floor that a push-wall uncovers: the first floor among the surrounding cells, row by row.
    fn floor_near(&self, tiles: &[Tile], cell: usize) -> char {
        let (x, y) = (cell % self.width, cell / self.width);
        let around = (y.saturating_sub(1)..=y + 1).flat_map(|y| (x.saturating_sub(1)..=x + 1).map(move |x| (x, y)));
        let mut floors =
            around.filter(|&(x, _)| x < self.width).filter_map(|(x, y)| match tiles.get(y * self.width + x) {
                Some(&Tile::Floor(floor)) => Some(floor),
                _ => None,
            });
        floors.next().unwrap_or(' ')
    }

    /// Returns the side of a wall for a switch: the side with the lift's floor, or otherwise any floor. Returns `None`
    /// if there are several such sides, or none.
    fn face(&self, tiles: &[Tile], cell: usize) -> Option<Direction> {
        let (x, y) = ((cell % self.width) as i32, (cell / self.width) as i32);
        let beside = |side: &Direction| {
            let (x, y) = (x + side.step().0, y + side.step().1);
            let inside = (0..self.width as i32).contains(&x) && y >= 0;
            let tile = inside.then(|| tiles.get(y as usize * self.width + x as usize)).flatten();
            tile.and_then(|tile| if let Tile::Floor(floor) = tile { Some(*floor) } else { None })
        };
        let floors = Direction::ALL.map(|side| (beside(&side), side)).into_iter();
        let floors: Vec<_> = floors.filter_map(|(floor, side)| Some((floor?, side))).collect();
        let lifts: Vec<_> = floors.iter().copied().filter(|(floor, _)| *floor == LIFT_FLOOR).collect();
        match (&lifts[..], &floors[..]) {
            ([(_, side)], _) | ([], [(_, side)]) => Some(*side),
            _ => None,
        }
    }

    /// Returns the text of the level file, and the line in which its map begins.
    fn text(&self, title: &str, legend: &BTreeMap<char, String>, map: &str, floors: &str) -> (String, usize) {
        let mut text = format!(
            "// Imported from the tutorial game Retro Rampage.\n(\n    name: {title:?},\n    \
             base: (floor: \"plate\", ceiling: \"panel\", jamb: \"jamb\", light: 0.8),\n    legend: {{\n"
        );
        for (character, entry) in legend {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "        '{character}': {entry},");
        }
        text += "    },\n";
        let line = text.lines().count() + 2;
        self.write_layer(&mut text, "map", map);
        if floors.chars().any(|floor| floor != ' ') {
            self.write_layer(&mut text, "floors", floors);
        }
        text += ")\n";
        (text, line)
    }

    fn write_layer(&self, text: &mut String, name: &str, characters: &str) {
        let _ = writeln!(text, "    {name}: [");
        let characters: Vec<char> = characters.chars().collect();
        for row in characters.chunks(self.width) {
            let _ = writeln!(text, "        \"{}\",", row.iter().collect::<String>());
        }
        *text += "    ],\n";
    }

    /// Returns column and row of a cell, from 0, for messages.
    fn place(&self, cell: usize) -> String {
        let width = self.width.max(1);
        format!("({}, {})", cell % width, cell / width)
    }
}

impl Imported {
    /// Returns column and row of the cell at a position in the map of the text.
    pub(super) fn cell_at(&self, line: usize, column: usize) -> Option<(usize, usize)> {
        let (x, y) = (column.checked_sub(FIRST_COLUMN)?, line.checked_sub(self.map.line)?);
        (x < self.map.width && y < self.map.height).then_some((x, y))
    }
}

/// Returns the map character of a cell, and its entry in the legend.
fn drawn(tile: Tile, thing: Thing, face: Option<Direction>) -> Result<(char, String), String> {
    let plain = |character, entry: &str| Ok((character, entry.to_owned()));
    // The push-wall moves until something stops it.
    let pushed = |wall: &Wall| Ok((wall.pushed, format!("(push: {:?}, push_cells: {MAX_SIDE})", wall.texture)));
    match (tile, thing) {
        (Tile::Wall(wall), Thing::Nothing) => Ok((wall.plain, format!("(wall: {:?})", wall.texture))),
        (Tile::Wall(wall), Thing::PushWall) => pushed(wall),
        (Tile::Wall(wall), Thing::Switch) => {
            let only = face.map_or(String::new(), |face| format!(", face: {}", 90 * face as u16));
            let entry = format!("(wall: {:?}, overlay: \"switch_off\", lift: \"switch_on\"{only})", wall.texture);
            Ok((wall.switch[face.map_or(4, |face| face as usize)], entry))
        }
        (Tile::Wall(_), thing) => Err(format!("a {thing} cannot be in a wall")),
        (Tile::Floor(_), Thing::Switch) => Err("a switch must be on a wall".to_owned()),
        (Tile::Floor(_), Thing::PushWall) => pushed(&HULL),
        (Tile::Floor(_), Thing::Nothing) => plain('.', "()"),
        (Tile::Floor(_), Thing::Player) => plain('@', "(thing: Player)"),
        (Tile::Floor(_), Thing::Monster) => plain('z', "(monster: \"shambler\")"),
        (Tile::Floor(_), Thing::Door) => plain('+', "(door: \"door\")"),
        (Tile::Floor(_), Thing::Medkit) => plain('h', "(pickup: \"medkit\")"),
        (Tile::Floor(_), Thing::Shotgun) => plain('s', "(pickup: \"shotgun\")"),
    }
}

/// Returns the number of each thing, such as `1 player, 5 monsters`.
fn listed(counts: &CountedSet<Thing>) -> String {
    let there = counts.iter().filter(|(thing, _)| **thing != Thing::Nothing);
    let some = there.map(|(thing, count)| match (thing, count) {
        (_, 1) => format!("1 {thing}"),
        (Thing::Switch, _) => format!("{count} switches"),
        _ => format!("{count} {thing}s"),
    });
    some.collect::<Vec<_>>().join(", ")
}
