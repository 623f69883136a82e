//! Reads a UWMF text as planes of numbers.

use crate::{
    found_map::Offsets,
    game::{Door, Game, Wall, direction},
    notes::Notes,
    plane_map::PlaneMap,
    problem::Problem,
    uwmf::{
        document::{Block, Document, Fields},
        names::NUMBERED,
    },
};

/// Maximum size of a text, in bytes.
const MAX_BYTES: usize = 32 << 20;

/// A map that was read from a text.
#[derive(Clone, Debug)]
pub struct TextMap {
    /// The map.
    pub map: PlaneMap,
    /// Offsets of its parts: of each thing, and the end of the text, where further things would be.
    pub offsets: Offsets,
    /// Omissions, one sentence each.
    pub notes: Vec<String>,
}

/// Reads a map from a UWMF text.
///
/// # Errors
/// The first error, with file and offset.
pub fn read_uwmf(game: &Game, file: &str, bytes: &[u8]) -> Result<TextMap, Problem> {
    read_text(game, file, bytes, 0)
}

/// Reads a map from a UWMF text that begins at an offset of its file.
pub(crate) fn read_text(game: &Game, file: &str, bytes: &[u8], start: usize) -> Result<TextMap, Problem> {
    if bytes.len() > MAX_BYTES {
        let what = format!("the text must have at most {MAX_BYTES} bytes, got {}", bytes.len());
        return Err(Problem::at(file, start + MAX_BYTES, what));
    }
    let document = Document::parse(file, bytes, start)?;
    let side = |key: &str| document.fields.number(key, 0.0) as usize;
    let map = PlaneMap::new(&document.fields.text("name"), side("width"), side("height"));
    let map = map.map_err(|what| Problem::at(file, document.size_at.unwrap_or(start), what))?;
    let count = map.width * map.height;
    if document.cells.len() != count {
        let what = format!("the plane map must have {count} cells, got {}", document.cells.len());
        return Err(Problem::at(file, document.cells_at, what));
    }
    let offsets = Offsets { map: start, things: start + bytes.len(), cells: vec![0; count] };
    let (notes, doors) = (Notes::default(), vec![None; count]);
    let mut reader = Reader { game, document: &document, map, offsets, notes, doors };
    reader.notes_of_document();
    reader.mark_doors();
    reader.cells();
    document.blocks("trigger").for_each(|trigger| reader.trigger(trigger));
    document.blocks("thing").for_each(|thing| reader.thing(thing));
    Ok(TextMap { map: reader.map, offsets: reader.offsets, notes: reader.notes.sentences() })
}

struct Reader<'a> {
    game: &'a Game,
    document: &'a Document,
    map: PlaneMap,
    offsets: Offsets,
    notes: Notes,
    /// Lock of the door in each cell, 0 for none.
    doors: Vec<Option<u16>>,
}

impl Reader<'_> {
    /// Adds notes about content that no plane can contain.
    fn notes_of_document(&mut self) {
        for block in &self.document.blocks {
            if !["tile", "sector", "zone", "plane", "thing", "trigger"].contains(&block.name.as_str()) {
                self.notes.add(format!("the unknown block '{}' at offset {} is left out", block.name, block.at));
            }
        }
        if self.document.planes > 1 {
            self.notes.add(format!("a level has one floor: {} further planes are left out", self.document.planes - 1));
        }
    }

    /// Returns the index of a block's cell.
    fn cell(&mut self, block: &Block) -> Option<usize> {
        let (x, y) = (block.fields.number("x", -1.0).floor(), block.fields.number("y", -1.0).floor());
        let is_inside = (0.0..self.map.width as f64).contains(&x) && (0.0..self.map.height as f64).contains(&y);
        if !is_inside {
            self.notes.add(format!("the {} at offset {} is outside the map: it is left out", block.name, block.at));
        }
        is_inside.then(|| y as usize * self.map.width + x as usize)
    }

    fn note(&mut self, cell: usize, what: impl Into<String>) {
        self.notes.at(cell % self.map.width, cell / self.map.width, what);
    }

    fn mark_doors(&mut self) {
        for trigger in self.document.blocks("trigger").filter(|block| block.fields.text("action") == "Door_Open") {
            if let Some(cell) = self.cell(trigger) {
                self.doors[cell] = Some(trigger.fields.number("arg3", 0.0).clamp(0.0, 4.0) as u16);
            }
        }
    }

    fn cells(&mut self) {
        let tiles: Vec<&Fields> = self.document.blocks("tile").map(|tile| &tile.fields).collect();
        let numbers = self.game.numbers;
        let areas = numbers.last_floor.saturating_sub(numbers.secret_lift).max(1);
        for (cell, [tile, _, zone]) in self.document.cells.iter().enumerate() {
            let number = if *tile >= 0.0 {
                match tiles.get(*tile as usize) {
                    Some(tile) => self.tile(cell, tile),
                    None => self.map.number_of_name(&format!("tile {tile}")),
                }
            } else if *zone >= 0.0 {
                numbers.secret_lift + 1 + (*zone as u64 % u64::from(areas)) as u16
            } else {
                0
            };
            self.map.planes[0][cell] = number;
        }
    }

    /// Returns the number of a wall or door.
    fn tile(&mut self, cell: usize, tile: &Fields) -> u16 {
        let (north, east) = (tile.text("texturenorth"), tile.text("textureeast"));
        if let Some(lock) = self.doors[cell] {
            let goes_north = tile.is("offsethorizontal", false);
            let panel = if goes_north { &north } else { &east };
            // The lift's door has a panel, but no lock of its own.
            let has_panel = |door: &&Door| panel.starts_with(&door.uwmf) && door.lock.is_none();
            let first = match self.game.doors.iter().find(has_panel) {
                Some(door) if lock == 0 => door.number,
                _ => self.game.doors.get(usize::from(lock)).map_or(0, |door| door.number),
            };
            return first + u16::from(goes_north);
        }
        let name = if north.is_empty() { east } else { north };
        let has_name = |wall: &Wall| wall.uwmf.as_deref().is_some_and(|it| is_side_of(&name, it));
        // The lift's switch looks like the one that does not work: only its trigger makes it a lift.
        let mut walls = self.game.walls.iter().filter(|(_, wall)| has_name(wall));
        let first = walls.next();
        let known =
            walls.next().filter(|_| first.is_some_and(|(number, _)| *number == self.game.numbers.lift)).or(first);
        let by_number = || name.strip_prefix(NUMBERED)?.parse().ok();
        known.map(|(number, _)| *number).or_else(by_number).unwrap_or_else(|| self.map.number_of_name(&name))
    }

    fn trigger(&mut self, trigger: &Block) {
        let action = trigger.fields.text("action");
        if action == "Door_Open" {
            return;
        }
        let Some(cell) = self.cell(trigger) else { return };
        let numbers = self.game.numbers;
        match action.as_str() {
            "Pushwall_Move" => self.map.planes[1][cell] = numbers.push_wall,
            "Exit_VictorySpin" | "Exit_Victory" if self.game.is_floor(self.map.planes[0][cell]) => {
                self.map.planes[1][cell] = numbers.end;
            }
            "Exit_Normal" | "Exit_Secret" if trigger.fields.is("playercross", false) => {
                self.map.planes[1][cell] = numbers.end;
            }
            "Exit_Normal" | "Exit_Secret" | "Exit_VictorySpin" | "Exit_Victory" => {
                self.map.planes[0][cell] = numbers.lift;
                let x = cell % self.map.width;
                let west = (x > 0 && trigger.fields.is("activatewest", true)).then(|| cell - 1);
                let east = (x + 1 < self.map.width && trigger.fields.is("activateeast", true)).then_some(cell + 1);
                for side in [west, east].into_iter().flatten().filter(|_| action == "Exit_Secret") {
                    if self.game.is_floor(self.map.planes[0][side]) {
                        self.map.planes[0][side] = numbers.secret_lift;
                    }
                }
            }
            _ => self.note(cell, format!("the trigger '{action}' is left out")),
        }
    }

    fn thing(&mut self, thing: &Block) {
        let Some(cell) = self.cell(thing) else { return };
        let fields = &thing.fields;
        let class = fields.text("type");
        let class = class.trim_start_matches('$');
        let eighths = (fields.number("angle", 0.0) / 45.0).round().rem_euclid(8.0) as u16 % 8;
        let facing = direction(eighths / 2);
        let numbers = self.game.numbers;
        let number = if class.eq_ignore_ascii_case("Player1Start") {
            // The numbers of starts go north, east, south and west.
            numbers.player + [1, 0, 3, 2][usize::from(eighths / 2)]
        } else if class.eq_ignore_ascii_case("PatrolPoint") {
            numbers.turns + eighths
        } else if let Some(guard) = self.game.guards.iter().find(|guard| guard.uwmf.eq_ignore_ascii_case(class)) {
            self.deafen(cell, fields);
            guard.number(facing, fields.is("patrol", false), skill(fields))
        } else {
            let is_class = |name: &str| name.eq_ignore_ascii_case(class);
            let item = self.game.things.iter().find(|(_, item)| item.uwmf.as_deref().is_some_and(is_class));
            self.deafen(cell, fields);
            item.map_or_else(|| self.map.number_of_name(class), |(number, _)| *number)
        };
        self.offsets.cells[cell] = thing.at as u32;
        let old = std::mem::replace(&mut self.map.planes[1][cell], number);
        if old != 0 {
            self.note(cell, format!("a cell of a map holds one number: {} is left out", self.map.label(old)));
        }
    }

    fn deafen(&mut self, cell: usize, fields: &Fields) {
        if fields.is("ambush", false) && self.game.is_floor(self.map.planes[0][cell]) {
            self.map.planes[0][cell] = self.game.numbers.deaf;
        }
    }
}

/// Returns true if a texture is that of a side: the name with a digit after it.
fn is_side_of(texture: &str, name: &str) -> bool {
    texture.strip_prefix(name).is_some_and(|rest| rest.len() == 1 && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns the lowest skill on which a thing is present, 1 to 4.
fn skill(fields: &Fields) -> u8 {
    let is_there = |skill: &u8| fields.is(&format!("skill{skill}"), false);
    (1..=4).find(is_there).unwrap_or(1)
}
