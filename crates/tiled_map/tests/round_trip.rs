//! Every level survives an export to Tiled and an import.

use level::Level;
use proptest::prelude::*;
use tiled_map::{Image, Import, export, import};

/// Exports and imports a level; returns the result and the map.
fn round_trip(level: &Level) -> (Level, String) {
    let made = export(level, &["spare".to_owned()], "deck.png").expect("the level can be exported");
    let nothing = |_: &str| Err("no other file is needed".to_owned());
    let Import { level, notes } = import("deck.tmx", made.tmx.as_bytes(), nothing).unwrap_or_else(|what| {
        panic!("{what}\n{}", made.tmx);
    });
    assert_eq!(notes, Vec::<String>::new());
    (level, made.tmx)
}

#[test]
fn shipped_levels_survive_a_round_trip() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels");
    let mut decks = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of the levels").flatten() {
        if entry.path().extension().is_some_and(|extension| extension == "ron") {
            let name = entry.path().display().to_string();
            let level = Level::read(&name, &std::fs::read(entry.path()).expect("a deck")).expect("a good deck");
            assert!(round_trip(&level).0 == level, "{name}");
            decks += 1;
        }
    }
    assert!(decks >= 6, "{decks}");
}

#[test]
fn edits_made_in_tiled_are_in_the_level() {
    let text = "(name: \"Box\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player)}, map: [\"#####\", \"#@..#\", \"#####\"])";
    let level = Level::read("box.ron", text.as_bytes()).expect("a good level");
    let (_, tmx) = round_trip(&level);
    let wall = tmx.lines().find_map(|line| line.strip_suffix(",").filter(|row| row.split(',').count() == 5));
    assert!(wall.is_some(), "rows are lines, so that diffs are readable: {tmx}");
    // A point without a class on the `things` layer, and a hand-drawn zone over two cells that is slightly off the
    // grid.
    let medkit = "<object id=\"90\" name=\"x\" x=\"200.5\" y=\"80\"><properties><property name=\"pickup\" value=\"medkit\"/>\
        <property name=\"skill\" type=\"int\" value=\"3\"/></properties><point/></object>";
    let zone = "<object id=\"91\" name=\"\" type=\"cell\" x=\"60\" y=\"70\" width=\"130\" height=\"55\"><properties>\
        <property name=\"climate\" value=\"reactor\"/><property name=\"light\" value=\"0.5\"/></properties></object>";
    let edited = tmx.replacen(" name=\"things\" draworder=\"index\">", &format!(" name=\"things\">{medkit}{zone}"), 1);
    let nothing = |_: &str| Err("no other file is needed".to_owned());
    let edited = import("box.tmx", edited.as_bytes(), nothing).expect("a good map").level;
    assert_eq!((edited.things.len(), edited.things[0].x, edited.things[0].skill), (1, 3, 3));
    assert_eq!([1, 2, 3].map(|x| edited.damage_zone_at(x, 1)), [Some("reactor"), Some("reactor"), None]);
    assert_eq!([1, 2, 3].map(|x| edited.cell(x, 1).light), [128, 128, 255]);
}

#[test]
fn layers_are_read_in_every_encoding() {
    use base64::Engine;
    use std::io::Write;
    let text = "(name: \"Box\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player)}, map: [\"####\", \"#@.#\", \"####\"])";
    let level = Level::read("box.ron", text.as_bytes()).expect("a good level");
    let tmx = round_trip(&level).1;
    let (before, rest) = tmx.split_once("<data encoding=\"csv\">").expect("a layer");
    let (numbers, after) = rest.split_once("</data>").expect("it ends");
    let bytes: Vec<u8> =
        numbers.split(',').flat_map(|number| number.trim().parse::<u32>().expect("a number").to_le_bytes()).collect();
    let base64 = |bytes: &[u8]| base64::engine::general_purpose::STANDARD.encode(bytes);
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    zlib.write_all(&bytes).expect("a vector takes all");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    gzip.write_all(&bytes).expect("a vector takes all");
    for (compression, packed) in [
        ("", base64(&bytes)),
        ("zlib", base64(&zlib.finish().expect("it ends"))),
        ("gzip", base64(&gzip.finish().expect("it ends"))),
    ] {
        let map =
            format!("{before}<data encoding=\"base64\" compression=\"{compression}\">\n  {packed}\n</data>{after}");
        let map = if compression.is_empty() { map.replace(" compression=\"\"", "") } else { map };
        let read = import("box.tmx", map.as_bytes(), |_| Err("none".to_owned())).expect("a good map").level;
        assert!(read == level, "{compression}");
    }
}

#[test]
fn tileset_may_be_an_external_file() {
    let text = "(name: \"Box\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player)}, map: [\"####\", \"#@.#\", \"####\"])";
    let level = Level::read("box.ron", text.as_bytes()).expect("a good level");
    let tmx = round_trip(&level).1;
    let start = tmx.find("<tileset").expect("it has a tileset");
    let end = tmx.find("</tileset>").expect("it ends") + "</tileset>".len();
    let tileset = tmx[start..end].replacen(" firstgid=\"1\"", "", 1);
    let map = format!("{}<tileset firstgid=\"1\" source=\"tiles/all.tsx\"/>{}", &tmx[..start], &tmx[end..]);
    let read = import("box.tmx", map.as_bytes(), |file| {
        if file == "tiles/all.tsx" { Ok(tileset.clone().into_bytes()) } else { Err("unknown".to_owned()) }
    });
    assert!(read.expect("a good map").level == level);
}

#[test]
fn tiles_show_their_contents() {
    let text = "(name: \"Box\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player), '+': (door: \"door\", lock: A)},
        map: [\"#####\", \"#@+.#\", \"#####\"])";
    let level = Level::read("box.ron", text.as_bytes()).expect("a good level");
    let sheet = export(&level, &[], "box.png").expect("the level can be exported").sheet;
    let grey = |name: &str| (name != "door").then(|| Image { width: 1, height: 1, texels: vec![0xff_80_80_80] });
    let png = sheet.png(grey).expect("it is encoded");
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("it is small")];
    let info = reader.next_frame(&mut pixels).expect("it is whole");
    assert_eq!((info.width as usize, info.height as usize), sheet.size());
    let pixel = |x: usize, y: usize| &pixels[4 * (y * info.width as usize + x)..][..4];
    // The door comes first: it has a blue frame for its lock, and a chequered tile, because its texture is missing.
    assert_eq!(pixel(0, 0), [70, 180, 240, 255]);
    assert_eq!((pixel(17, 17), pixel(25, 17)), (&[255, 0, 255, 255][..], &[0, 0, 0, 255][..]));
}

/// A legend with every type of cell.
const LEGEND: &str = r##"{
    '#': (wall: "hull", overlay: "sign"), '.': (), '@': (thing: Player, facing: 12.5), ' ': (floor: "sky", ceiling: "sky"),
    'a': (pickup: "clip", skill: 2), 'k': (prop: "crate", name: "crates"), 'K': (thing: Key(B)), 'y': (wall: "sky"), '"': (wall: "a \"b\"\n\u{1}c"),
    'L': (wall: "hull", lift: "on", secret: true), '+': (door: "door"), '%': (door: "hatch", hang: Swinging, lock: C, locks_behind: true),
    'W': (window: "glass"), 'S': (wall: "hull", switch: "on", name: "lever"), 's': (door: "door", lock: Sealed, name: "gate"),
    'G': (grating: "bars"), 'J': (barrier: "barrier"), 'P': (pillar: "hull"), 'D': (diagonal: "hull"), 'B': (push: "hull", push_cells: 3),
    'C': (push: "hull", push_way: 90), 'o': (lamp: ()), 'z': (monster: "shambler", ambush: true, waits: true, name: "nest"),
    'p': (monster: "crawler", patrol: true, facing: 90), '>': (turn: 0), 'v': (turn: 90), '<': (turn: 180), '^': (turn: 270), 'l': (light: 0.37),
    'F': (floor: "grate"), 'T': (table: (level: 3, undos: 2), name: "game"),
    'U': (table: (begins: Ship, position: "w......w/8/8/8/3b4/8/b7/w......w b"), name: "game"),
    'M': (wall: "hull", conduit: (optimum: 5, seed: 18446744073709551615, centreline: false), name: "lock"),
    'N': (wall: "hull", overlay: "sign", conduit: (plates: "WCBRBOGYGPCORPY", pebbles: "-PCBRYOGYGBCORP"), name: "lock"),
    'x': (space: true), 't': (wall: "hull", thin: true, name: "shell"), 'i': (window: "glass", breaks: false), 'I': (window: "glass", breaks: true),
    'h': (air: 0.4), 'n': (air: 0), 'V': (wall: "hull", overlay: "sign", stairs: "a \"b\"", face: 90), 'E': (wall: "hull", stairs: "down"),
    'c': (climate: "reactor", ceiling: "duct"), 'r': (lamp: (colour: (1, 2, 3), reach: 7.25, mood: Pulse, off: true), light: 1),
}"##;

fn layer(letters: &'static str) -> impl Strategy<Value = Vec<Vec<char>>> {
    let cell = proptest::sample::select(letters.chars().collect::<Vec<_>>());
    proptest::collection::vec(proptest::collection::vec(cell, 9), 6)
}

/// Returns the text of a level with a border.
fn text(map: &[Vec<char>], floors: &[Vec<char>], border: char, facing: f32, name: &str) -> String {
    let rows = |layer: &[Vec<char>], border: char| {
        let edge = border.to_string().repeat(11);
        let inner = layer.iter().map(|row| format!("{border}{}{border}", row.iter().collect::<String>()));
        let rows = [edge.clone()].into_iter().chain(inner).chain([edge]);
        rows.map(|row| format!("{row:?},\n")).collect::<String>().replace("\\\"", "Q")
    };
    format!(
        "(map: [\n{}], name: {name:?}, legend: {LEGEND}, floors: [{}], par: 99.5, sky: \"sun_2\", fog: (colour: (1, 2, 3), clear: 7.3),
        names: [(name: r#\"a \"b\" \\c\"#, at: (1, 1), to: (3, 2)), (name: \"nest\", at: (6, 6))],
        things: [(at: (6, 6), floor: \"n\"), (at: (6, 6), name: \"\")], arrivals: [(name: \"dock\", at: (6, 6), facing: {facing})],
        triggers: [(at: \"nest\", on: Step, by: Anybody, repeat: Timed(0.7), after: 3.3, do: [Spawn(\"nest\"), Say(\"q \\\"\\n\"), Exit,
            Vent(\"nest\"), Seal(\"shell\"), Break(\"shell\"), Gravity(0.0), GravityIn(\"nest\", 0.3), Light(\"nest\", 0.3)]),
            (at: \"game\", on: LostThreeTimes, repeat: Always, do: [Spawn(\"nest\")]), (at: \"lock\", on: SolvedBest, do: [Exit])],
        allow: [(lint: \"softlock\", at: \"nest\", because: r#\"a \"joke\"\"#), (lint: \"no-exit\", because: \"b\")])",
        rows(map, border),
        rows(floors, ' '),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn random_levels_survive_a_round_trip(
        mut map in layer("####..........................y   xxxx............aakKLzzoolFcr..+%WWWiIttSsGPDBCTUMNVEp<>v^hf"),
        border in proptest::sample::select(vec!['#', 'y', 'x']),
        mut floors in layer("        Fcn"),
        facing in -360.0_f32..360.0,
        name: String,
    ) {
        let fixed = |map: &mut [Vec<char>]| {
            (map[0][0], map[0][1], map[5][5], map[5][8]) = ('@', 'z', '.', 't');
            (map[0][5], map[0][7]) = ('T', 'N');
        };
        fixed(&mut map);
        // Remove cells that violate neighbour constraints until the level is valid.
        let level = loop {
            let error = match Level::read("any", text(&map, &floors, border, facing, &name).as_bytes()) {
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
        let (read, tmx) = round_trip(&level);
        prop_assert!(read == level, "{}\nbecame\n{}", text(&map, &floors, border, facing, &name), tmx);
    }
}
