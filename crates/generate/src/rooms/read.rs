//! Reads and checks room files.

use crate::rooms::{
    legend::{Legend, Percent, Whole, of_255},
    room::{Dress, Holds, Part, Room, RoomCell},
};
use level::{Diagnostic, Direction, Quoted, TextError, read_borrowed};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// Maximum size of a room file, in bytes.
pub(super) const MAX_BYTES: usize = 1 << 20;
/// Maximum number of rooms of a file.
const MAX_ROOMS: usize = 200;
/// Minimum and maximum side of a room with its walls, in cells. A larger one would fit nowhere.
const SIDES: std::ops::RangeInclusive<usize> = 4..=32;

/// Contents of a room file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileText<'a> {
    /// Theme, by which pipelines name the rooms.
    #[serde(borrow)]
    theme: Quoted<'a>,
    /// Meaning of the characters of all maps.
    #[serde(default)]
    legend: Legend,
    #[serde(borrow)]
    rooms: Vec<RoomText<'a>>,
}

/// A room, as written in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoomText<'a> {
    #[serde(borrow)]
    name: Quoted<'a>,
    /// Rows of characters.
    #[serde(borrow)]
    map: Vec<Quoted<'a>>,
    /// Further characters, which replace those of the file.
    #[serde(default)]
    legend: Legend,
    /// Relative frequency.
    #[serde(default)]
    weight: Option<Whole<1, 1000>>,
    /// Maximum number per deck.
    #[serde(default)]
    most: Option<Whole<1, 100>>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    weightless: bool,
    /// Prop or texture that no other room of the theme has.
    #[serde(borrow)]
    landmark: Quoted<'a>,
    #[serde(default)]
    walls: Option<String>,
    #[serde(default)]
    floor: Option<String>,
    #[serde(default)]
    ceiling: Option<String>,
    #[serde(default)]
    light: Option<Percent>,
}

/// An error and its position.
struct Wrong<'a> {
    at: Quoted<'a>,
    character: usize,
    what: String,
}

/// A room while it is checked.
struct Draft<'a> {
    rows: &'a [Quoted<'a>],
    width: usize,
    cells: Vec<RoomCell>,
}

/// Reads the rooms of a file, and returns them with their theme. `file` is its name in messages.
///
/// # Errors
/// The first error, with line and column.
pub(super) fn read(file: &str, bytes: &[u8]) -> Result<(String, Vec<Arc<Room>>), TextError> {
    let (text, source): (FileText, &str) = read_borrowed(file, bytes, MAX_BYTES)?;
    let at = |wrong: Wrong| {
        let (line, column) = wrong.at.position(source, wrong.character);
        TextError { file: file.to_owned(), diagnostics: vec![Diagnostic { line, column, what: wrong.what }] }
    };
    if text.rooms.is_empty() {
        let what = "a theme must have at least one room per file".to_owned();
        return Err(at(Wrong { at: text.theme, character: 0, what }));
    }
    let mut names = BTreeSet::new();
    let mut rooms = Vec::new();
    for room in &text.rooms {
        let wrong = |what: String| at(Wrong { at: room.name, character: 0, what });
        if rooms.len() == MAX_ROOMS {
            return Err(wrong(format!("a file must have at most {MAX_ROOMS} rooms, got {}", text.rooms.len())));
        }
        if !names.insert(room.name.text()) {
            return Err(wrong(format!("the room '{}' is listed twice: rename one of the two", room.name.text())));
        }
        let (file, place) = (file.to_owned(), room.name.position(source, 0));
        let read = room.room(&text.legend).map_err(at)?;
        rooms.push(Arc::new(Room { file, at: place, ..read }));
    }
    check_landmarks(&text.rooms, &rooms).map_err(at)?;
    Ok((text.theme.text().to_owned(), rooms))
}

/// Checks that each room has its landmark, and no other room of the file has it.
fn check_landmarks<'a>(texts: &[RoomText<'a>], rooms: &[Arc<Room>]) -> Result<(), Wrong<'a>> {
    let visible: Vec<BTreeSet<&str>> = rooms.iter().map(|room| visible(room)).collect();
    for (number, text) in texts.iter().enumerate() {
        let (at, landmark) = (text.landmark, text.landmark.text());
        let wrong = |what: String| Err(Wrong { at, character: 0, what });
        if !visible[number].contains(landmark) {
            return wrong(format!("the landmark must be a prop or a texture of the room, got '{landmark}'"));
        }
        let other = (0..rooms.len()).find(|&other| other != number && visible[other].contains(landmark));
        if let Some(other) = other {
            return wrong(format!(
                "the landmark '{landmark}' is also in the room '{}': choose another",
                rooms[other].name
            ));
        }
    }
    Ok(())
}

/// Returns the props and textures of a room.
fn visible(room: &Room) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for cell in &room.cells {
        let Dress { wall, overlay, floor, ceiling, .. } = &*cell.dress;
        names.extend([wall, overlay, floor, ceiling].into_iter().flatten().map(String::as_str));
        names.extend(cell.lamp.iter().filter_map(|lamp| lamp.ceiling.as_deref()));
        if let Some(Holds::Props(props)) = &cell.holds {
            names.extend(props.iter().map(String::as_str));
        }
    }
    names
}

impl<'a> RoomText<'a> {
    /// Returns the room.
    fn room(&'a self, shared: &Legend) -> Result<Room, Wrong<'a>> {
        let draft = self.draft(shared)?;
        let doors = draft.doors()?;
        draft.check_floor()?;
        draft.check_paths(&doors)?;
        let has = |wanted: fn(&RoomCell) -> bool| draft.cells.iter().any(wanted);
        let is_there = [
            ("table", has(|cell| matches!(cell.part, Part::Table(_)))),
            ("creatures", has(|cell| matches!(cell.holds, Some(Holds::Monsters(_))))),
            ("climate", has(|cell| cell.dress.damage_zone.is_some())),
            ("weightless", self.weightless),
        ];
        if has(|cell| matches!(cell.holds, Some(Holds::Prizes(_)))) && !is_there[0].1 {
            return Err(draft.wrong(0, "a room with prizes must have a table".to_owned()));
        }
        let own = is_there.into_iter().filter(|(_, is_there)| *is_there).map(|(tag, _)| tag.to_owned());
        Ok(Room {
            name: self.name.text().to_owned(),
            file: String::new(),
            at: (1, 1),
            weight: self.weight.map_or(10, |Whole(weight)| weight as usize),
            most: self.most.map_or(1, |Whole(most)| most as usize),
            tags: own.chain(self.tags.iter().cloned()).collect(),
            weightless: self.weightless,
            size: (draft.width, draft.rows.len()),
            doors,
            cells: self.dressed(draft.cells),
        })
    }

    /// Looks up the characters of the map.
    fn draft(&'a self, shared: &Legend) -> Result<Draft<'a>, Wrong<'a>> {
        let (rows, at) = (&self.map, self.name);
        let width = rows.first().map_or(0, |row| row.text().chars().count());
        if !SIDES.contains(&width) || !SIDES.contains(&rows.len()) {
            let (least, most, height) = (SIDES.start(), SIDES.end(), rows.len());
            let what = format!("each side of a room must have {least} to {most} cells, got {width} by {height}");
            return Err(Wrong { at, character: 0, what });
        }
        let mut cells = Vec::new();
        for &row in rows {
            let length = row.text().chars().count();
            if length != width {
                let what = format!("this row must have {width} characters like the first one, got {length}");
                return Err(Wrong { at: row, character: length.min(width), what });
            }
            for (x, character) in row.text().chars().enumerate() {
                let cell = self.legend.0.get(&character).map(|entry| entry.0.clone());
                let Some(cell) = cell.or_else(|| shared.cell(character)) else {
                    let what = format!("'{character}' is not in the legend");
                    return Err(Wrong { at: row, character: x, what });
                };
                cells.push(cell);
            }
        }
        Ok(Draft { rows, width, cells })
    }

    /// Returns the cells with the textures and the light of the room where they do not define their own. Equal cells
    /// share their memory.
    fn dressed(&self, cells: Vec<RoomCell>) -> Vec<Arc<RoomCell>> {
        let light = self.light.map(of_255);
        let dress = |mut cell: RoomCell| {
            let own = &*cell.dress;
            let is_wall = matches!(cell.part, Part::Wall | Part::Note(_) | Part::Door);
            let dress = Dress {
                wall: own.wall.clone().or_else(|| self.walls.clone().filter(|_| is_wall)),
                floor: own.floor.clone().or_else(|| self.floor.clone().filter(|_| !is_wall)),
                ceiling: own.ceiling.clone().or_else(|| self.ceiling.clone().filter(|_| !is_wall)),
                light: own.light.or(light),
                ..own.clone()
            };
            cell.dress = Arc::new(dress);
            cell
        };
        let mut all: Vec<Arc<RoomCell>> = Vec::new();
        cells
            .into_iter()
            .map(|cell| {
                let cell = dress(cell);
                let known = all.iter().find(|known| ***known == cell).cloned();
                known.unwrap_or_else(|| {
                    all.push(Arc::new(cell));
                    Arc::clone(&all[all.len() - 1])
                })
            })
            .collect()
    }
}

impl<'a> Draft<'a> {
    fn wrong(&self, cell: usize, what: String) -> Wrong<'a> {
        Wrong { at: self.rows[cell / self.width], character: cell % self.width, what }
    }

    /// Returns the cell at an offset; outside of the map there is none.
    fn away(&self, cell: usize, (right, down): (i32, i32)) -> Option<usize> {
        let x = (cell % self.width).checked_add_signed(right as isize).filter(|x| *x < self.width)?;
        let y = (cell / self.width).checked_add_signed(down as isize).filter(|y| *y < self.rows.len())?;
        Some(y * self.width + x)
    }

    /// Returns true for floor on which nothing blocks the player.
    fn is_free(&self, cell: usize) -> bool {
        self.cells[cell].part == Part::Floor && !matches!(self.cells[cell].holds, Some(Holds::Props(_)))
    }

    fn is_outside(&self, cell: Option<usize>) -> bool {
        cell.is_none_or(|cell| self.cells[cell].part == Part::Outside)
    }

    /// Returns the doors.
    fn doors(&self) -> Result<Vec<((usize, usize), Direction)>, Wrong<'a>> {
        let mut doors = Vec::new();
        for cell in (0..self.cells.len()).filter(|&cell| self.cells[cell].part == Part::Door) {
            let out = Direction::ALL.into_iter().find(|way| {
                let [(right, down), (left, up)] = [way.step(), (-way.step().0, -way.step().1)];
                let sides = [(down, right), (up, left)].map(|side| self.away(cell, side));
                let is_wall = |side: &Option<usize>| side.is_some_and(|side| self.cells[side].part == Part::Wall);
                self.is_outside(self.away(cell, (right, down)))
                    && self.away(cell, (left, up)).is_some_and(|inside| self.is_free(inside))
                    && sides.iter().all(is_wall)
            });
            let Some(out) = out else {
                let what = "a door must be in the outermost wall, between two walls, with free floor behind it";
                return Err(self.wrong(cell, what.to_owned()));
            };
            doors.push(((cell % self.width, cell / self.width), out));
        }
        if doors.is_empty() {
            return Err(self.wrong(0, "a room without a door ('+') fits nowhere: draw at least one".to_owned()));
        }
        Ok(doors)
    }

    /// Checks that walls enclose the floor.
    fn check_floor(&self) -> Result<(), Wrong<'a>> {
        let is_inside = |part: &Part| !matches!(part, Part::Outside | Part::Wall | Part::Note(_) | Part::Door);
        for cell in (0..self.cells.len()).filter(|&cell| is_inside(&self.cells[cell].part)) {
            let mut around = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (right, down)));
            if around.any(|offset| self.is_outside(self.away(cell, offset))) {
                return Err(self.wrong(cell, "the room must have a wall here: it is open".to_owned()));
            }
        }
        Ok(())
    }

    /// Checks that the player gets to all floor, except floor behind gratings, and to all that can be used.
    fn check_paths(&self, doors: &[((usize, usize), Direction)]) -> Result<(), Wrong<'a>> {
        let beside = |cell: usize| Direction::ALL.into_iter().filter_map(move |way| self.away(cell, way.step()));
        let flooded = |first: usize| {
            let mut reached = BTreeSet::from([first]);
            let mut frontier = vec![first];
            while let Some(cell) = frontier.pop() {
                frontier.extend(beside(cell).filter(|&next| self.is_free(next) && reached.insert(next)));
            }
            reached
        };
        let inner = |&((x, y), out): &((usize, usize), Direction)| {
            let (right, down) = out.step();
            self.away(y * self.width + x, (-right, -down))
        };
        let reached = doors.first().and_then(inner).map(flooded).unwrap_or_default();
        for cell in 0..self.cells.len() {
            let is_wanted = match (&self.cells[cell].part, &self.cells[cell].holds) {
                (Part::Floor, Some(Holds::Pickups(_) | Holds::Prizes(_))) => !reached.contains(&cell),
                (Part::Floor, _) if self.is_free(cell) && !reached.contains(&cell) => {
                    let is_grating = |cell: usize| self.cells[cell].part == Part::Grating;
                    !flooded(cell).iter().any(|&cell| beside(cell).any(is_grating))
                }
                (Part::Table(_) | Part::Note(_), _) => !beside(cell).any(|next| reached.contains(&next)),
                (Part::Door, _) => !beside(cell).any(|next| reached.contains(&next)),
                _ => false,
            };
            if is_wanted {
                return Err(self.wrong(cell, "the player cannot get here from the first door".to_owned()));
            }
        }
        Ok(())
    }
}

/// Rooms by theme.
pub(super) type Themes = BTreeMap<String, Vec<Arc<Room>>>;
