//! Writes planes of numbers as a UWMF text.

use crate::{
    game::{Game, GuardNumber},
    notes::Notes,
    plane_map::PlaneMap,
    uwmf::names::{NUMBERED, SIDES},
};
use level::Direction;
use std::{collections::BTreeMap, fmt::Write};

/// Texture of the walls next to doors.
const SLOT: &str = "SLOT1";

/// Writes a map as a UWMF text. Returns the text, and notes about omissions, one sentence each.
pub fn write_uwmf(game: &Game, map: &PlaneMap) -> (String, Vec<String>) {
    let mut writer = Writer { game, map, text: String::new(), notes: Notes::default(), tiles: BTreeMap::new() };
    let name = map.name.replace(['"', '\\'], "'");
    writer.line("namespace = \"Wolf3D\";\ntilesize = 64;");
    writer.line(&format!("name = \"{name}\";\nwidth = {};\nheight = {};", map.width, map.height));
    writer.tiles();
    writer.line("sector { texturefloor = \"#707070\"; textureceiling = \"#383838\"; }");
    let zones = game.numbers.last_floor.saturating_sub(game.numbers.secret_lift).max(1);
    (0..zones).for_each(|_| writer.line("zone {}"));
    writer.line("plane { depth = 64; }");
    writer.cells();
    for cell in 0..map.width * map.height {
        writer.triggers(cell);
        writer.thing(cell);
    }
    (writer.text, writer.notes.sentences())
}

struct Writer<'a> {
    game: &'a Game,
    map: &'a PlaneMap,
    text: String,
    notes: Notes,
    /// Index of the tile of each number.
    tiles: BTreeMap<u16, usize>,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    fn tiles(&mut self) {
        let mut numbers: Vec<u16> = self.map.planes[0].clone();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.retain(|number| !self.game.is_floor(*number));
        for (index, number) in numbers.into_iter().enumerate() {
            self.tiles.insert(number, index);
            let (north, east, more) = match self.game.door(number) {
                Some((door, true)) => (format!("{}_1", door.uwmf), format!("{SLOT}_2"), " offsethorizontal = true;"),
                Some((door, false)) => (format!("{SLOT}_1"), format!("{}_2", door.uwmf), " offsetvertical = true;"),
                None => match self.game.walls.get(&number).and_then(|wall| wall.uwmf.as_deref()) {
                    Some(name) => (format!("{name}1"), format!("{name}2"), ""),
                    None => (format!("{NUMBERED}{number}"), format!("{NUMBERED}{number}"), ""),
                },
            };
            self.line(&format!(
                "tile {{ texturenorth = \"{north}\"; texturesouth = \"{north}\"; textureeast = \"{east}\"; \
                 texturewest = \"{east}\";{more} }}"
            ));
        }
    }

    fn cells(&mut self) {
        let numbers = self.game.numbers;
        let cell = |number: &u16| match self.tiles.get(number) {
            Some(tile) => format!("{{{tile},0,-1}}"),
            None if (numbers.secret_lift..=numbers.last_floor).contains(number) => {
                format!("{{-1,0,{}}}", number.saturating_sub(numbers.secret_lift + 1))
            }
            None => "{-1,0,-1}".to_owned(),
        };
        let rows = self.map.planes[0].chunks(self.map.width);
        let rows: Vec<String> = rows.map(|row| row.iter().map(cell).collect::<Vec<_>>().join(",")).collect();
        self.line(&format!("planemap {{\n{}\n}}", rows.join(",\n")));
    }

    fn triggers(&mut self, cell: usize) {
        let (game, map) = (self.game, self.map);
        let (number, thing) = (map.planes[0][cell], map.planes[1][cell]);
        let numbers = game.numbers;
        if let Some((door, goes_north)) = game.door(number) {
            let place = game.doors.iter().position(|known| known == door).unwrap_or(0);
            // The lift's door is the last one, and has no lock.
            let lock = if door.lock.is_some() { place } else { 0 };
            let works = |side: Direction| goes_north == matches!(side, Direction::North | Direction::South);
            let more = format!(
                "arg1 = 16; arg2 = 300; arg3 = {lock}; arg4 = {}; monsteruse = true; repeatable = true;",
                u8::from(goes_north)
            );
            self.trigger(cell, "Door_Open", works, &format!("playeruse = true; {more}"));
        } else if number == numbers.lift {
            for (is_secret, action) in [(false, "Exit_Normal"), (true, "Exit_Secret")] {
                let works = |side: Direction| {
                    let beside = match side {
                        Direction::East if !(cell + 1).is_multiple_of(map.width) => cell + 1,
                        Direction::West if !cell.is_multiple_of(map.width) => cell - 1,
                        _ => return false,
                    };
                    let floor = map.planes[0][beside];
                    game.is_floor(floor) && (floor == numbers.secret_lift) == is_secret
                };
                if [Direction::East, Direction::West].into_iter().any(works) {
                    self.trigger(cell, action, works, "playeruse = true;");
                }
            }
        }
        if thing == numbers.push_wall && !game.is_floor(number) && game.door(number).is_none() {
            // Speed, direction (away from the player), distance in cells.
            self.trigger(
                cell,
                "Pushwall_Move",
                |_| true,
                "arg1 = 8; arg2 = 2; arg3 = 2; playeruse = true; secret = true;",
            );
        } else if thing == numbers.end {
            self.trigger(cell, "Exit_VictorySpin", |_| true, "playercross = true;");
        }
    }

    fn trigger(&mut self, cell: usize, action: &str, works: impl Fn(Direction) -> bool, more: &str) {
        let (x, y) = (cell % self.map.width, cell / self.map.width);
        let sides = SIDES.map(|(key, side)| format!("{key} = {};", works(side))).join(" ");
        self.line(&format!("trigger {{ x = {x}; y = {y}; z = 0; action = \"{action}\"; {sides} {more} }}"));
    }

    fn thing(&mut self, cell: usize) {
        let number = self.map.planes[1][cell];
        let numbers = self.game.numbers;
        if number == 0 || number == numbers.push_wall || number == numbers.end {
            return;
        }
        let (mut angle, mut patrol, mut skill) = (0, false, 1);
        let class = if let Some(turn) = number.checked_sub(numbers.player).filter(|turn| *turn < 4) {
            angle = [90, 0, 270, 180][usize::from(turn)];
            Some("$Player1Start".to_owned())
        } else if let Some(eighth) = number.checked_sub(numbers.turns).filter(|eighth| *eighth < 8) {
            angle = 45 * eighth;
            Some("PatrolPoint".to_owned())
        } else if let Some(GuardNumber { guard, quarters, patrols, skill: lowest }) = self.game.guard(number) {
            (angle, patrol, skill) = (90 * quarters, patrols, lowest);
            Some(guard.uwmf.clone())
        } else {
            let item = self.game.things.get(&number);
            item.and_then(|item| item.uwmf.clone()).or_else(|| self.map.unknown.get(&number).cloned())
        };
        let (x, y) = (cell % self.map.width, cell / self.map.width);
        let Some(class) = class else {
            self.notes.at(x, y, format!("the thing {number} has no class in the description: it is left out"));
            return;
        };
        let class = class.replace(['"', '\\'], "'");
        let ambush = self.map.planes[0][cell] == numbers.deaf;
        let skills: String = (1..=4).map(|level| format!(" skill{level} = {};", level >= skill)).collect();
        self.line(&format!(
            "thing {{ type = \"{class}\"; x = {x}.5; y = {y}.5; z = 0; angle = {angle}; ambush = {ambush}; \
             patrol = {patrol};{skills} }}"
        ));
    }
}
