//! Other encodings and spellings of the same map, as old versions of Tiled, other editors and scripts write them.

use base64::{
    Engine,
    engine::general_purpose::{STANDARD, STANDARD_NO_PAD},
};
use level::Level;
use std::io::Write;
use tiled_map::{Import, export, import};

/// Returns a small level.
fn level() -> Level {
    let text = "(name: \"Box\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player), 'f': (floor: \"deck\")},
        map: [\"#####\", \"#@..#\", \"#####\"], floors: [\"     \", \"  f  \", \"     \"])";
    Level::read("box.ron", text.as_bytes()).expect("a good level")
}

/// Returns the level as a map.
fn map() -> String {
    export(&level(), &[], "box.png").expect("the level can be exported").tmx
}

fn read(map: &str) -> Result<Import, String> {
    import("box.tmx", map.as_bytes(), |file| Err(format!("there is no {file}")))
}

/// Returns the error of a map, which has a line and a column.
fn error_of(map: &str) -> String {
    let error = read(map).map(|read| read.notes).expect_err("the map is wrong");
    let place = error.strip_prefix("box.tmx:").and_then(|rest| rest.split_once(": ")).map(|(place, _)| place);
    let place = place.and_then(|place| place.split_once(':')).unwrap_or_else(|| panic!("no place: {error}"));
    assert!(place.0.parse::<usize>().is_ok() && place.1.parse::<usize>().is_ok(), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

/// Asserts that a map is the same level and has no notes.
fn assert_same(map: &str) {
    let Import { level: read, notes } = read(map).unwrap_or_else(|what| panic!("{what}\n{map}"));
    assert!(read == level() && notes.is_empty(), "{notes:?}\n{map}");
}

/// Returns the map with one replacement.
fn with(old: &str, new: &str) -> String {
    let map = map();
    assert!(map.contains(old), "{old} is not in\n{map}");
    map.replacen(old, new, 1)
}

/// The part of the map before the data of the layer `cells`, its tile numbers, and the part after it.
fn split() -> (String, Vec<u32>, String) {
    let map = map();
    let layer = map.find("name=\"cells\"").expect("the layer");
    let start = layer + map[layer..].find("<data").expect("its data");
    let end = start + map[start..].find("</data>").expect("its end") + "</data>".len();
    let text = map[start..end].split_once('>').expect("its start tag").1.trim_end_matches("</data>");
    let numbers = text.split(',').map(|number| number.trim().parse().expect("a number")).collect();
    (map[..start].to_owned(), numbers, map[end..].to_owned())
}

/// Returns the map with other data in the layer `cells`.
fn with_data(data: &str) -> String {
    let (before, _, after) = split();
    format!("{before}{data}{after}")
}

/// Returns the map with its tile numbers in another form.
fn with_numbers(form: impl Fn(&[String]) -> String) -> String {
    with_data(&form(&split().1.iter().map(u32::to_string).collect::<Vec<String>>()))
}

/// Returns the bytes of tile numbers.
fn bytes(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).expect("a vector takes all");
    encoder.finish().expect("it ends")
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).expect("a vector takes all");
    encoder.finish().expect("it ends")
}

#[test]
fn csv_is_read_with_any_separators() {
    let csv = |text: String| format!("<data encoding=\"csv\">{text}</data>");
    let rows = |numbers: &[String], comma: &str, end: &str| -> String {
        numbers.chunks(5).map(|row| row.join(comma) + end).collect()
    };
    assert_same(&with_numbers(|numbers| csv(numbers.join(",") + ",")));
    assert_same(&with_numbers(|numbers| csv(numbers.join(",") + ",\n")));
    assert_same(&with_numbers(|numbers| csv(rows(numbers, ",", ",\r\n"))));
    assert_same(&with_numbers(|numbers| csv(rows(numbers, " , ", "\n"))));
    assert_same(&with_numbers(|numbers| csv(rows(numbers, "\t", "\r\n"))));
    assert_same(&with_numbers(|numbers| csv(format!("\n\n {} \n\n", numbers.join(",\n")))));
    assert_same(&with_numbers(|numbers| csv(numbers.join(".0,+"))));
    assert_same(&with_numbers(|numbers| csv(format!("<![CDATA[{}]]>", numbers.join(",")))));
    assert_same(&with_numbers(|numbers| csv(numbers.join(",")).replace("csv\"", "csv\" compression=\"\"")));
    for (csv, what) in [
        ("1,,2", "the layer 'cells': the tile at (1, 0) must be a whole number, got '': write 0 for an empty cell"),
        (",1,2", "the tile at (0, 0) must be a whole number, got ''"),
        ("1,2,3,4,5,x", "the tile at (0, 1) must be a whole number, got 'x'"),
        ("1;2;3", "the tile at (0, 0) must be a whole number, got '1;2;3'"),
        ("1.5", "the tile at (0, 0) must be a whole number, got '1.5'"),
        ("4294967296", "the tile at (0, 0) must be a whole number, got '4294967296'"),
        ("-2147483649", "the tile at (0, 0) must be a whole number, got '-2147483649'"),
        ("1,2", "it must have 15 tiles, one per cell, got only 2"),
        ("", "it must have 15 tiles, one per cell, got only 0"),
    ] {
        let error = error_of(&with_data(&format!("<data encoding=\"csv\">{csv}</data>")));
        assert!(error.contains(what), "{csv}: {error}");
    }
}

#[test]
fn tile_elements_are_read() {
    let tile = |number: &String| match number.as_str() {
        "0" => "<tile/>".to_owned(),
        number => format!("<tile gid=\"{number}\"/>"),
    };
    let tiles = |numbers: &[String]| numbers.iter().map(tile).collect::<Vec<String>>().join("\n");
    assert_same(&with_numbers(|numbers| format!("<data>{}</data>", tiles(numbers))));
    assert_same(&with_numbers(|numbers| {
        format!("<data>{}</data>", tiles(numbers).replace("<tile/>", "<tile gid=\"0\"/>"))
    }));
    assert_same(&with_numbers(|numbers| {
        format!("<data>{}</data>", tiles(numbers).replace("<tile/>", "<tile gid=\" -1 \"></tile>"))
    }));
    assert_same(&with_numbers(|numbers| format!("<data encoding=\"\" compression=\"\">{}</data>", tiles(numbers))));
    for (data, what) in [
        ("<data><tile gid=\"1\"/></data>", "it must have 15 tiles, one per cell, got only 1"),
        ("<data><tile gid=\"x\"/></data>", "the tile at (0, 0) must be a whole number, got 'x'"),
        ("<data><tile gid=\"\"/></data>", "the tile at (0, 0) must be a whole number, got ''"),
        ("<data>1<tile gid=\"1\"/></data>", "must be either text or `<tile>` elements, got both"),
        ("<data encoding=\"csv\"><tile gid=\"1\"/></data>", "must be CSV, got elements"),
        ("<data encoding=\"base64\"><tile gid=\"1\"/></data>", "must be Base64, got elements"),
        (
            "<data encoding=\"csv\"><chunk x=\"0\" y=\"0\" width=\"16\" height=\"16\">1</chunk></data>",
            "turn off Map > Map Properties > Infinite",
        ),
        ("<data>1,2,3</data>", "the `encoding` must be csv or base64, got none"),
        ("<data encoding=\"xml\">1,2,3</data>", "the `encoding` must be csv or base64, got 'xml'"),
    ] {
        let error = error_of(&with_data(data));
        assert!(error.contains(what), "{data}: {error}");
    }
    let many = format!("<data>{}</data>", "<tile/>".repeat(100_000));
    assert!(error_of(&with_data(&many)).contains("it must have 15 tiles, one per cell, got more"));
}

#[test]
fn base64_is_read_with_line_breaks_and_without_padding() {
    let plain = bytes(&split().1);
    let data = |compression: &str, text: String| format!("<data encoding=\"base64\"{compression}>{text}</data>");
    let wrapped = |bytes: &[u8], width: usize, end: &str| -> String {
        let text = STANDARD.encode(bytes);
        text.as_bytes().chunks(width).map(|line| format!("{}{end}", String::from_utf8_lossy(line))).collect()
    };
    for (compression, packed) in [
        ("", plain.clone()),
        (" compression=\"\"", plain.clone()),
        (" compression=\"zlib\"", zlib(&plain)),
        (" compression=\"gzip\"", gzip(&plain)),
        // Tiled reads both formats under both names.
        (" compression=\"gzip\"", zlib(&plain)),
        (" compression=\"zlib\"", gzip(&plain)),
        (" compression=\"gzip\"", [gzip(&plain[..20]), gzip(&plain[20..])].concat()),
        (" compression=\"zlib\" compressionlevel=\"9\"", zlib(&plain)),
    ] {
        assert_same(&with_data(&data(compression, wrapped(&packed, 76, "\n"))));
        assert_same(&with_data(&data(compression, wrapped(&packed, 11, "\r\n   "))));
        assert_same(&with_data(&data(compression, wrapped(&packed, 1, "\t "))));
        assert_same(&with_data(&data(compression, STANDARD_NO_PAD.encode(&packed))));
    }
    for (format, what) in [
        (
            "zstd",
            "the `compression` must be zlib, gzip or none, got 'zstd': change Map > Map Properties > Tile Layer Format",
        ),
        ("lzma", "the `compression` must be zlib, gzip or none, got 'lzma'"),
    ] {
        let error = error_of(&with_data(&data(&format!(" compression=\"{format}\""), "KLUv/SAAAQAA".to_owned())));
        assert!(error.contains(what), "{error}");
    }
}

#[test]
fn numbers_of_tiles_may_be_signed() {
    assert_same(&with_numbers(|numbers| {
        let signed = numbers.iter().map(|number| if number == "0" { "-1" } else { number });
        format!("<data encoding=\"csv\">{}</data>", signed.collect::<Vec<&str>>().join(","))
    }));
    let empty: Vec<u32> = split().1.iter().map(|number| if *number == 0 { u32::MAX } else { *number }).collect();
    assert_same(&with_data(&format!("<data encoding=\"base64\">{}</data>", STANDARD.encode(bytes(&empty)))));
}

#[test]
fn turned_tiles_are_read_unturned_with_a_note() {
    let numbers = split().1;
    for bit in [31, 30, 29, 28] {
        for is_signed in [false, true] {
            let turned = |(cell, number): (usize, &u32)| match (cell, number | 1 << bit) {
                (3 | 7 | 9, number) if is_signed => (number as i32).to_string(),
                (3 | 7 | 9, number) => number.to_string(),
                _ => number.to_string(),
            };
            let csv = numbers.iter().enumerate().map(turned).collect::<Vec<String>>().join(",");
            let map = with_data(&format!("<data encoding=\"csv\">{csv}</data>"));
            let Import { level: read, notes } = read(&map).unwrap_or_else(|what| panic!("{what}\n{map}"));
            assert!(read == level(), "{csv}");
            let line = map[..map.find("name=\"cells\"").expect("the layer")].matches('\n').count() + 1;
            let note = "the flips and rotations of the tiles on the layer 'cells' are not read, the first at (3, 0): \
                 a tile means the same in every direction";
            assert_eq!(notes, [format!("line {line}: {note}")]);
        }
    }
}

#[test]
fn numbers_are_read_in_other_spellings() {
    for (old, new) in [
        ("width=\"5\" height=\"3\"", "width=\" 5 \" height=\"+3\""),
        ("width=\"5\" height=\"3\"", "height=\"3.0\" width=\"05\""),
        ("width=\"5\" height=\"3\"", "width='5&#10;' height='3e0'"),
        ("tilewidth=\"64\"", "tilewidth=\"64.0\""),
        ("firstgid=\"1\"", "firstgid=\" 1\""),
        ("name=\"cells\" width=\"5\"", "name=\"cells\" width=\"5.0\""),
        ("<tile id=\"0\"", "<tile id=\"0 \""),
        ("x=\"64\" y=\"64\"", "y=\"64.000\" x=\" 6.4e1 \""),
        ("infinite=\"0\"", "infinite=\"false\""),
        ("infinite=\"0\"", "infinite=\"False\""),
        ("infinite=\"0\"", "infinite=\"\""),
        ("infinite=\"0\"", "infinite=\" 0 \""),
        ("infinite=\"0\"", ""),
        ("<object id=\"1\"", "<object id=\"1.0\" gid=\"0\" rotation=\" 360.0 \""),
        ("<layer ", "<layer x=\"0\" y=\"0.0\" offsety=\"-0\" "),
    ] {
        assert_same(&with(old, new));
    }
    for (old, new, what) in [
        (
            "infinite=\"0\"",
            "infinite=\"true\"",
            "the map must not be infinite: turn off Map > Map Properties > Infinite",
        ),
        ("infinite=\"0\"", "infinite=\"1\"", "the map must not be infinite"),
        ("infinite=\"0\"", "infinite=\"maybe\"", "the `infinite` of a `<map>` must be 0 or 1, got 'maybe'"),
        (
            "width=\"5\" height=\"3\"",
            "width=\"5,0\" height=\"3\"",
            "the `width` of a `<map>` must be a whole number from 3 to 512, got '5,0'",
        ),
        ("width=\"5\" height=\"3\"", "width=\"5.5\" height=\"3\"", "from 3 to 512, got '5.5'"),
        ("width=\"5\" height=\"3\"", "width=\"5\" height=\"1e300\"", "from 3 to 512, got '1e300'"),
        ("<layer ", "<layer offsetx=\"wide\" ", "the `offsetx` of a `<layer>` must be a number, got 'wide'"),
        ("<objectgroup id=\"5\"", "<objectgroup id=\"five\"", "the `id` of an `<objectgroup>` must be a whole number"),
        (
            "<tile id=\"0\"",
            "<tile id=\"0\" x=\"a\"",
            "the `x` of a `<tile>` must be a whole number from 0 to 1000000, got 'a'",
        ),
        ("<object id=\"1\"", "<object id=\"1\" gid=\"9999\"", "no tileset has the tile 9999 of the object 'Player'"),
        (
            "</objectgroup>",
            "<object><polygon points=\"0,0 1;1\"/></object></objectgroup>",
            "the `points` of a `<polygon>` must be pairs of numbers such as '0,0 64,32', got '0,0 1;1'",
        ),
    ] {
        let error = error_of(&with(old, new));
        assert!(error.contains(what), "{new}: {error}");
    }
}

#[test]
fn positions_of_layers_become_notes() {
    for (element, what) in [("<layer ", "layer 'floors'"), ("<objectgroup ", "layer 'zones'")] {
        for (attributes, place) in [
            (" x=\"2\" y=\"1\"", "x 2, y 1"),
            (" x=\"-2\"", "x -2"),
            (" offsetx=\"0.5\" offsety=\"-64\"", "offsetx 0.5, offsety -64"),
        ] {
            let map = with(element, &format!("{}{attributes} ", element.trim_end()));
            let line = map[..map.find(attributes).expect("the attributes")].matches('\n').count() + 1;
            let Import { level: read, notes } = read(&map).expect("a good map");
            assert!(read == level());
            assert_eq!(
                notes,
                [format!(
                    "line {line}: the position of the {what} is not read ({place}): its parts stay in their cells"
                )]
            );
        }
    }
}

#[test]
fn tile_objects_may_be_flipped_and_signed() {
    let plain = with(
        "<object id=\"1\" name=\"Player\" type=\"thing\" x=\"64\" y=\"64\"",
        "<object id=\"1\" gid=\"1\" name=\"Player\" type=\"thing\" x=\"64\" y=\"128\"",
    );
    assert_same(&plain);
    for gid in ["2147483649", "-2147483647", "268435457"] {
        let map = plain.replacen(" gid=\"1\"", &format!(" gid=\"{gid}\""), 1);
        assert!(map.contains(gid));
        let Import { level: read, notes } = read(&map).expect("a good map");
        assert!(read == level());
        let [note] = &notes[..] else { panic!("{notes:?}") };
        assert!(note.starts_with("line ") && note.contains("the flips of the object 'Player' are not read"), "{note}");
    }
}

#[test]
fn unknown_attributes_and_texts_become_notes() {
    let map =
        with("<layer ", "<layer shade=\"3\" opacity=\"0.5\" xmlns:a=\"b\" ").replacen("</map>", "odd words</map>", 1);
    let Import { level: read, notes } = read(&map).expect("a good map");
    assert!(read == level());
    let line = map[..map.find("<layer ").expect("the layer")].matches('\n').count() + 1;
    assert_eq!(
        notes,
        [
            "line 2: the text inside `<map>` is not read: \"odd words\"".to_owned(),
            format!("line {line}: the attribute `shade` of `<layer>` is not read")
        ]
    );
}

#[test]
fn document_type_of_old_versions_is_read() {
    let map = map();
    let (declaration, rest) = map.split_once("?>\n").expect("the declaration");
    for doctype in
        ["<!DOCTYPE map SYSTEM \"http://mapeditor.org/dtd/1.0/map.dtd\">", "<!DOCTYPE map>", "<!doctype map>"]
    {
        assert_same(&format!("\u{feff}{declaration}?>\r\n{doctype}\r\n{}", rest.replace('\n', "\r\n")));
        assert_same(&format!("{doctype}\n{rest}"));
    }
    let entities = format!("<!DOCTYPE map [<!ENTITY a \"b\">]>{rest}");
    assert!(error_of(&entities).contains("a document type with declarations is not supported: remove it"));
}
