//! Writes a level as text.

use crate::{
    model::cell::{CellShape, TextureIndex},
    model::lamp::LevelFog,
    model::level::{Level, SKY, USUAL_SKY},
    text::level_text::MAX_BYTES,
    write::entry::{body_parts, floor_parts, light_parts, map_parts, preferred_letters},
    write::field::Field,
    write::keys::{BaseValues, FloorKey, Keys, LightKey, MapKey},
    write::letters::{KEYBOARD, Letters},
    write::lists::{allowances, arrivals, called, names, triggers},
    write::values::{colour, light, number, text},
};
use std::{collections::BTreeMap, fmt::Write};

impl Level {
    /// Returns the text of the level as a person might have drawn it: a legend, layers, lists. Reading it gives an
    /// equal level.
    ///
    /// # Errors
    /// If the text format cannot express the level, because doors or panes have different jamb textures, or if the text
    /// would exceed the maximum size of a file.
    pub fn write(&self) -> Result<String, String> {
        let base = BaseValues::of(self);
        let jamb = self.jamb()?;
        let mut text = Text { out: String::new() };
        text.head(self, base, jamb);
        let keys = Keys::of(self, base);
        let drawn = Drawn::of(self, &keys)?;
        text.list("legend: {", "}", &drawn.legend);
        text.layer("map", &drawn.map, self.width);
        text.layer("floors", &drawn.floors, self.width);
        text.layer("lights", &drawn.lights, self.width);
        text.list("things: [", "]", &drawn.things);
        text.list("names: [", "]", &names(self));
        text.list("arrivals: [", "]", &arrivals(self));
        text.list("triggers: [", "]", &entries(&triggers(self)));
        text.list("allow: [", "]", &entries(&allowances(self)));
        text.list("called: [", "]", &entries(&called(self)));
        text.out.push_str(")\n");
        if text.out.len() > MAX_BYTES {
            return Err(format!("the level's text must have at most {MAX_BYTES} bytes, got {}", text.out.len()));
        }
        Ok(text.out)
    }

    /// Returns the texture of the jambs of all doors and panes, if there are any.
    pub(super) fn jamb(&self) -> Result<Option<TextureIndex>, String> {
        let mut jambs = self.cells.iter().filter_map(|cell| match cell.shape {
            CellShape::Door { jamb, .. } | CellShape::Pane { jamb, .. } => Some(jamb),
            _ => None,
        });
        let first = jambs.next();
        match jambs.find(|jamb| Some(*jamb) != first) {
            Some(_) => Err("all doors and panes must have the same jamb texture, found several".to_owned()),
            None => Ok(first),
        }
    }
}

/// The drawn level: the layers as letters, row by row, the legend that explains them, and things that are listed
/// instead.
struct Drawn {
    legend: Vec<String>,
    map: Vec<char>,
    floors: Vec<char>,
    lights: Vec<char>,
    things: Vec<String>,
}

/// Assigns letters to keys. Keys with the same entry in the legend share a letter.
pub(super) struct Alphabet<K> {
    known: Vec<Known<K>>,
    /// For each cell the index of its key, if it has one.
    pub(super) cells: Vec<Option<usize>>,
}

/// A distinct key.
struct Known<K> {
    key: K,
    /// Its entry in the legend.
    entry: String,
    letter: char,
    /// Number of cells with this key.
    count: usize,
}

impl<K: Copy + PartialEq> Alphabet<K> {
    /// Finds the distinct keys. Letters are assigned later, by `name`.
    pub(super) fn of(keys: &[Option<K>], parts: impl Fn(&K) -> Vec<Field>) -> Self {
        let mut known: Vec<Known<K>> = Vec::new();
        let mut indices: BTreeMap<String, usize> = BTreeMap::new();
        let mut last = 0;
        let index_of = |key: &Option<K>| {
            let key = (*key)?;
            // Neighbouring cells often have the same key.
            if known.get(last).is_none_or(|known| known.key != key) {
                let entry = Field::join(&parts(&key));
                last = *indices.entry(entry.clone()).or_insert(known.len());
                if last == known.len() {
                    known.push(Known { key, entry, letter: ' ', count: 0 });
                }
            }
            known[last].count += 1;
            Some(last)
        };
        let cells = keys.iter().map(index_of).collect();
        Alphabet { known, cells }
    }

    /// Returns the distinct keys, in the order of their indices.
    pub(super) fn keys(&self) -> impl Iterator<Item = &K> {
        self.known.iter().map(|known| &known.key)
    }

    /// Assigns letters to the keys in this order. `preferred_letters` returns the preferred letters and a name.
    fn name(
        &mut self,
        letters: &mut Letters,
        order: impl IntoIterator<Item = usize>,
        preferred_letters: impl Fn(&K) -> (&'static str, String),
    ) -> Result<(), String> {
        for index in order {
            let known = &mut self.known[index];
            let (preferred, name) = preferred_letters(&known.key);
            known.letter = letters.take(preferred, &name).ok_or("there are more kinds of cells than letters")?;
        }
        Ok(())
    }

    /// Returns the lines of the legend.
    fn lines(&self) -> impl Iterator<Item = String> {
        self.known.iter().map(|Known { letter, entry, .. }| format!("'{letter}': ({entry})"))
    }

    /// Returns the letters of all cells, or nothing if no cell has a key.
    fn letters(&self) -> Vec<char> {
        if self.known.is_empty() {
            return Vec::new();
        }
        self.cells.iter().map(|index| index.map_or(' ', |index| self.known[index].letter)).collect()
    }
}

impl Drawn {
    fn of(level: &Level, keys: &Keys) -> Result<Drawn, String> {
        let (mut letters, mut things) = (Letters::new(), Vec::new());
        let mut map_keys = keys.map.clone();
        list_rarest_things(level, &mut map_keys, &mut things);
        things.extend(unnamed(level));
        let mut map = Alphabet::of(&map_keys, |key| map_parts(level, key));
        // Shapes come before things, and the most frequent wall gets the usual letter of walls.
        let mut order: Vec<usize> = (0..map.known.len()).collect();
        order.sort_by_key(|&index| (map.known[index].key.has_body(), usize::MAX - map.known[index].count));
        let main = order
            .iter()
            .map(|&index| map.known[index].key)
            .find(|key| matches!(key.shape, CellShape::Wall { texture, .. } if level.texture(texture) != SKY));
        map.name(&mut letters, order.iter().copied(), |key| {
            let (preferred, name) = preferred_letters(level, key, Some(*key) == main);
            (preferred, name.to_owned())
        })?;
        let mut floors = Alphabet::of(&keys.floors, |key| floor_parts(level, key));
        floors.name(&mut letters, 0..floors.known.len(), |key: &FloorKey| {
            let name = key.floor.or(key.ceiling).map_or("", |texture| level.texture(texture));
            (":_,;~", name.to_owned())
        })?;
        let mut lights = Alphabet::of(&keys.lights, light_parts);
        lights.name(&mut letters, 0..lights.known.len(), |key: &LightKey| match key.lamp {
            Some(_) => ("oi", "lamp".to_owned()),
            None => ("", "light".to_owned()),
        })?;
        let in_order = order.iter().map(|&index| {
            let Known { letter, entry, .. } = &map.known[index];
            format!("'{letter}': ({entry})")
        });
        let legend = in_order.chain(floors.lines()).chain(lights.lines()).collect();
        Ok(Drawn { legend, map: map.letters(), floors: floors.letters(), lights: lights.letters(), things })
    }
}

/// Lists things instead of drawing them, the rarest first, until a keyboard has enough letters for the rest.
fn list_rarest_things(level: &Level, map: &mut [Option<MapKey>], things: &mut Vec<String>) {
    let all = Alphabet::of(map, |key| map_parts(level, key));
    // The remaining letters are for floors and lights.
    let max = KEYBOARD * 2 / 3;
    if all.known.len() <= max {
        return;
    }
    let (mut bodies, shapes): (Vec<usize>, Vec<usize>) =
        (0..all.known.len()).partition(|&index| all.known[index].key.has_body());
    bodies.sort_by_key(|&index| usize::MAX - all.known[index].count);
    let mut is_drawn = vec![true; all.known.len()];
    bodies.iter().skip(max.saturating_sub(shapes.len())).for_each(|&index| is_drawn[index] = false);
    for (cell, key) in map.iter_mut().enumerate() {
        let Some(key) = key.as_mut().filter(|_| all.cells[cell].is_some_and(|index| !is_drawn[index])) else {
            continue;
        };
        let parts = Field::join(&body_parts(level, key.thing, key.turn));
        things.push(format!("(at: ({}, {}), {parts})", cell % level.width, cell / level.width));
        *key = key.bare();
    }
}

/// Returns entries for cells with an empty name, which only the list of things can have.
fn unnamed(level: &Level) -> impl Iterator<Item = String> {
    let cells = level.places.iter().filter(|place| place.name.is_empty()).flat_map(|place| &place.cells);
    cells.map(|(x, y)| format!("(at: ({x}, {y}), name: \"\")"))
}

/// Formats entries of a list, each in parentheses.
fn entries(all: &[Vec<Field>]) -> Vec<String> {
    all.iter().map(|fields| format!("({})", Field::join(fields))).collect()
}

/// The text that has been written so far.
struct Text {
    out: String,
}

impl Text {
    /// Writes everything before the legend.
    fn head(&mut self, level: &Level, base: BaseValues, jamb: Option<TextureIndex>) {
        let jamb = jamb.map_or(String::new(), |jamb| format!(", jamb: {}", text(level.texture(jamb))));
        let (floor, ceiling) = (text(level.texture(base.floor)), text(level.texture(base.ceiling)));
        self.line("(");
        self.line(&format!("    name: {},", text(&level.name)));
        self.line(&format!("    base: (floor: {floor}, ceiling: {ceiling}{jamb}, light: {}),", light(base.light)));
        if let Some(par) = level.par {
            self.line(&format!("    par: {},", number(par)));
        }
        if level.fog != LevelFog::default() {
            let (of, clear) = (colour(level.fog.colour), number(level.fog.clear));
            self.line(&format!("    fog: (colour: {of}, clear: {clear}),"));
        }
        if level.sky != USUAL_SKY {
            self.line(&format!("    sky: {},", text(&level.sky)));
        }
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.out, "{line}");
    }

    /// Writes a list with one entry per line, unless it is empty.
    fn list(&mut self, begin: &str, end: &str, lines: &[String]) {
        if lines.is_empty() {
            return;
        }
        self.line(&format!("    {begin}"));
        lines.iter().for_each(|line| self.line(&format!("        {line},")));
        self.line(&format!("    {end},"));
    }

    /// Writes a layer with `width` letters per row, unless it is empty.
    fn layer(&mut self, name: &str, letters: &[char], width: usize) {
        let row = |row: &[char]| format!("\"{}\"", row.iter().collect::<String>());
        let rows: Vec<String> = letters.chunks(width).map(row).collect();
        self.list(&format!("{name}: ["), "]", &rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Writes a level and reads it again. Also returns the text, for messages.
    fn reread(level: &Level) -> (Level, String) {
        let text = level.write().expect("it can be written");
        let read = Level::read("written", text.as_bytes());
        (read.unwrap_or_else(|error| panic!("{error}\n{text}")), text)
    }

    #[test]
    fn shipped_decks_round_trip() {
        for deck in ["deck1", "deck2", "deck3", "deck4", "secret"] {
            let file = format!("{}/../../levels/{deck}.ron", env!("CARGO_MANIFEST_DIR"));
            let level = Level::read(&file, &std::fs::read(&file).expect("a shipped deck")).expect("a valid deck");
            let (read, text) = reread(&level);
            assert!(read == level, "{text}");
            assert_eq!(read.write().expect("once more"), text, "a written level is stable");
        }
    }

    #[test]
    fn levels_are_drawn_with_customary_letters() {
        let text = "(name: \"A \\\"quoted\\\" deck\", par: 30, base: (floor: \"tile\", light: 0.5),
            legend: {'x': (wall: \"hull\"), 'r': (wall: \"rust\"), ' ': (), 'P': (thing: Player, facing: 90), 'g': (door: \"door\"),
                'z': (monster: \"shambler\", skill: 2), 'l': (wall: \"lift\", lift: \"on\"), 'f': (floor: \"grate\")},
            map: [\"xxxxxx\", \"xPgz l\", \"rrrrrr\"], floors: [\"      \", \"   ff \", \"      \"])";
        let written = reread(&Level::read("x", text.as_bytes()).expect("a valid level")).1;
        let expected = "(
    name: \"A \\\"quoted\\\" deck\",
    base: (floor: \"tile\", ceiling: \"panel\", jamb: \"jamb\", light: 0.5),
    par: 30,
    legend: {
        '#': (wall: \"hull\"),
        'R': (wall: \"rust\"),
        '+': (door: \"door\"),
        '.': (),
        '>': (wall: \"lift\", lift: \"on\"),
        '@': (thing: Player, facing: 90),
        's': (monster: \"shambler\", skill: 2),
        ':': (floor: \"grate\"),
    },
    map: [
        \"######\",
        \"#@+s.>\",
        \"RRRRRR\",
    ],
    floors: [
        \"      \",
        \"   :: \",
        \"      \",
    ],
)
";
        assert_eq!(written, expected);
    }

    #[test]
    fn things_beyond_the_keyboard_are_listed() {
        let things: Vec<String> = (1..=120).map(|x| format!("(at: ({x}, 1), monster: \"m{}\")", x / 2)).collect();
        let text = format!(
            "(name: \"\", legend: {{'#': (wall: \"a\"), '.': (), '@': (thing: Player)}}, map: [\"{0}\", \"#{1}@#\", \"{0}\"],
            things: [{2}])",
            "#".repeat(123),
            ".".repeat(120),
            things.join(", "),
        );
        let level = Level::read("x", text.as_bytes()).expect("a valid level");
        let (read, written) = reread(&level);
        assert!(read == level, "{written}");
        assert!(written.contains("things: ["), "{written}");
        assert!(written.lines().filter(|line| line.starts_with("        '")).count() < 90, "{written}");
    }

    #[test]
    fn different_jamb_textures_are_rejected() {
        let text = "(name: \"\", legend: {'#': (wall: \"a\"), '.': (), '@': (thing: Player), '+': (door: \"b\")},
            map: [\"#######\", \"#@+.+.#\", \"#######\"])";
        let mut level = Level::read("x", text.as_bytes()).expect("a valid level");
        level.textures.push("other".to_owned());
        let other = TextureIndex(level.textures.len() as u16 - 1);
        let CellShape::Door { jamb, .. } = &mut level.cells[7 + 4].shape else { panic!("a door") };
        *jamb = other;
        assert!(level.write().is_err_and(|what| what.contains("the same jamb texture")));
    }

    /// A legend with everything that a cell can contain, on any of the layers.
    const LEGEND: &str = r#"{
        '#': (wall: "hull", overlay: "sign"), '.': (), '@': (thing: Player, facing: 12.5), ' ': (floor: "sky", ceiling: "sky"),
        'a': (pickup: "clip", skill: 2), 'k': (prop: "crate", name: "crates"), 'K': (thing: Key(B)), 'y': (wall: "sky"),
        'L': (wall: "hull", lift: "on"), '+': (door: "door"), '%': (door: "hatch", hang: Swinging, lock: C, locks_behind: true),
        'W': (window: "glass"), 'S': (wall: "hull", switch: "on", name: "lever"), 's': (door: "door", lock: Sealed, name: "gate"),
        'G': (grating: "bars"), 'J': (barrier: "barrier"), 'P': (pillar: "hull"), 'D': (diagonal: "hull"), 'B': (push: "hull", push_cells: 3), 'o': (lamp: ()),
        'z': (monster: "shambler", ambush: true, waits: true, name: "nest"), 'p': (monster: "crawler", patrol: true, facing: 90),
        '>': (turn: 0), 'v': (turn: 90), '<': (turn: 180), '^': (turn: 315), 'Y': (turn: 135), 'l': (light: 0.37), 'F': (floor: "grate"),
        'T': (table: (level: 3, undos: 2), name: "game"), 'U': (table: (begins: Ship, position: "w......w/8/8/8/3b4/8/b7/w......w b"), name: "game"),
        'M': (wall: "hull", conduit: (optimum: 5, seed: 8, centreline: false), name: "lock"),
        'N': (wall: "hull", overlay: "sign", conduit: (plates: "WCBRBOGYGPCORPY", pebbles: "-PCBRYOGYGBCORP"), name: "lock"),
        'x': (space: true), 't': (wall: "hull", thin: true, name: "shell"), 'i': (window: "glass", breaks: false),
        'I': (window: "glass", breaks: true), 'h': (air: 0.4), 'f': (air: 1), 'n': (air: 0),
        'V': (wall: "hull", overlay: "sign", stairs: "a \"b\"", face: 90), 'E': (wall: "hull", stairs: "down"),
        'c': (climate: "reactor", ceiling: "duct"), 'r': (lamp: (colour: (1, 2, 3), reach: 7.25, mood: Pulse, off: true), light: 1),
    }"#;

    /// Returns rows of characters inside of a border.
    fn rows(inner: &[Vec<char>], border: char) -> Vec<String> {
        let edge = border.to_string().repeat(inner[0].len() + 2);
        let mut rows = vec![edge.clone()];
        rows.extend(inner.iter().map(|row| format!("{border}{}{border}", row.iter().collect::<String>())));
        rows.push(edge);
        rows
    }

    fn layer(letters: &'static str) -> impl Strategy<Value = Vec<Vec<char>>> {
        let cell = proptest::sample::select(letters.chars().collect::<Vec<_>>());
        proptest::collection::vec(proptest::collection::vec(cell, 9), 6)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(600))]
        #[test]
        fn written_levels_are_read_as_equal(
            // Doors and the like are rare, so that most maps can be repaired.
            mut map in layer("####..........................y   xxxx............aakKLzzoolFcr..+%WWWiIttSsGPDBTUMNVEp<>v^Yhf"),
            border in proptest::sample::select(vec!['#', 'y', 'x']),
            mut floors in layer("        Fcn"),
            lights in layer("       l"),
            facing in -360.0_f32..360.0,
            name: String,
        ) {
            // The targets of triggers must exist.
            let fixed = |map: &mut [Vec<char>]| {
                (map[0][0], map[0][1], map[5][5], map[5][8]) = ('@', 'z', '.', 't');
                (map[0][5], map[0][7]) = ('T', 'N');
            };
            fixed(&mut map);
            let text = |map: &[Vec<char>], floors: &[Vec<char>]| {
                let rows = |layer: &[Vec<char>], border| rows(layer, border).iter().map(|row| format!("{row:?},\n")).collect::<String>();
                format!(
                    "(map: [\n{}], name: {name:?}, legend: {LEGEND}, floors: [{}], lights: [{}],
                    things: [(at: (6, 6), floor: \"n\")], fog: (colour: (1, 2, 3), clear: 7.3), sky: \"moon\", par: 99.5,
                    names: [(name: r#\"a \"b\" \\c\"#, at: (1, 1), to: (3, 2)), (name: \"nest\", at: (6, 6))],
                    arrivals: [(name: \"dock\", at: (6, 6), facing: {facing})],
                     triggers: [(at: \"nest\", on: Step, by: Anybody, repeat: Timed(0.7), after: 3.3, do: [Spawn(\"nest\"), Say(\"q \\\"\"), Exit,
                        Vent(\"nest\"), Seal(\"shell\"), Break(\"shell\"), Gravity(0.0), GravityIn(\"nest\", 0.3)]),
                        (at: \"game\", on: LostThreeTimes, repeat: Always, do: [Spawn(\"nest\")]), (at: \"lock\", on: SolvedBest, do: [Exit])],
                     allow: [(lint: \"softlock\", at: \"nest\", because: r#\"a \"joke\"\"#), (lint: \"no-exit\", because: \"b\")])",
                     rows(map, border), rows(floors, ' '), rows(&lights, ' '),
                )
            };
            // Remove cells that violate a rule until none is left.
            let level = loop {
                let error = match Level::read("any", text(&map, &floors).as_bytes()) {
                    Ok(level) => break level,
                    Err(error) => error,
                };
                for diagnostic in &error.diagnostics {
                    let (row, column) = (diagnostic.line.wrapping_sub(3), diagnostic.column.wrapping_sub(3));
                    prop_assert!(row < map.len() && column < map[row].len(), "{error}");
                    map[row][column] = if diagnostic.what.contains("lamp") { '#' } else { '.' };
                    floors[row][column] = ' ';
                }
                fixed(&mut map);
            };
            let text = text(&map, &floors);
            let (read, written) = reread(&level);
            prop_assert!(read == level, "{}\nbecame\n{}", text, written);
        }
    }
}
