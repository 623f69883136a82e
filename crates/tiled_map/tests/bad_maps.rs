//! Invalid maps are rejected in one sentence with their place, quickly and without using much memory.

use level::Level;
use proptest::prelude::*;
use std::io::Write;
use tiled_map::{export, import};

/// A small valid map.
fn map() -> String {
    let text = "(name: \"Box\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player), '+': (door: \"door\")},
        map: [\"#####\", \"#@+.#\", \"#####\"], names: [(name: \"gate\", at: (2, 1))],
        triggers: [(at: \"gate\", on: Step, do: [Say(\"Mind the gap.\")])])";
    let level = Level::read("box.ron", text.as_bytes()).expect("a good level");
    export(&level, &[], "box.png").expect("the level can be exported").tmx
}

/// Returns the error of a map.
fn error_of(map: &str) -> String {
    match import("box.tmx", map.as_bytes(), |file| Err(format!("there is no {file}"))) {
        Ok(read) => panic!("unexpectedly accepted: {:?}", read.notes),
        Err(what) => what,
    }
}

/// Returns the small map with one replacement.
fn with(old: &str, new: &str) -> String {
    let map = map();
    assert!(map.contains(old), "{old} is not in\n{map}");
    map.replacen(old, new, 1)
}

/// Returns a layer with packed bytes.
fn packed(bytes: &[u8], compression: &str) -> String {
    use base64::Engine;
    let bytes = match compression {
        "zlib" => {
            let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
            encoder.write_all(bytes).expect("a vector takes all");
            encoder.finish().expect("it ends")
        }
        _ => {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
            encoder.write_all(bytes).expect("a vector takes all");
            encoder.finish().expect("it ends")
        }
    };
    let text = base64::engine::general_purpose::STANDARD.encode(bytes);
    format!("<data encoding=\"base64\" compression=\"{compression}\">{text}</data>")
}

/// Returns the small map with other data in its first layer.
fn with_data(data: &str) -> String {
    let map = map();
    let (before, rest) = map.split_once("<data encoding=\"csv\">").expect("a layer");
    format!("{before}{data}{}", rest.split_once("</data>").expect("it ends").1)
}

#[test]
fn invalid_sizes_are_rejected_before_allocation() {
    let size = "width=\"5\" height=\"3\" tilewidth=\"64\"";
    for (map, what) in [
        (
            with(size, "width=\"4000000000\" height=\"3\" tilewidth=\"64\""),
            "the `width` of a `<map>` must be a whole number from 3 to 512",
        ),
        (with(size, "width=\"-5\" height=\"3\" tilewidth=\"64\""), "from 3 to 512, got '-5'"),
        (with(size, "width=\"NaN\" height=\"3\" tilewidth=\"64\""), "from 3 to 512, got 'NaN'"),
        (
            with(size, "width=\"5\" height=\"3\" tilewidth=\"0\""),
            "the `tilewidth` of a `<map>` must be a whole number from 1 to 4096",
        ),
        (
            with(size, "width=\"6\" height=\"3\" tilewidth=\"64\""),
            "the layer 'floors' must be 6 by 3 cells like the map, got 5 by 3",
        ),
        (
            with("tilecount=\"", "tilecount=\"9999999999"),
            "the `tilecount` of a `<tileset>` must be a whole number from 0 to 100000",
        ),
        (
            with(" columns=\"16\"", " columns=\"\""),
            "the `columns` of a `<tileset>` must be a whole number from 0 to 100000, got ''",
        ),
        (with("firstgid=\"1\"", "firstgid=\"0\""), "the `firstgid` of a `<tileset>` must be a whole number from 1"),
        (
            with("<tile id=\"0\"", "<tile id=\"4294967295\""),
            "the `id` of a `<tile>` must be a whole number from 0 to 99999",
        ),
        (with("orthogonal", "isometric"), "the orientation of the map must be orthogonal, got isometric"),
        (with("infinite=\"0\"", "infinite=\"1\""), "the map must not be infinite"),
    ] {
        let error = error_of(&map);
        assert!(error.starts_with("box.tmx:") && error.contains(what) && error.lines().count() == 1, "{what}: {error}");
    }
}

#[test]
fn invalid_layer_data_is_rejected() {
    let tiles = |count: usize| vec!["1"; count].join(",");
    let bomb = vec![0; 64 << 20];
    for (map, what) in [
        (with_data("<data encoding=\"csv\">1,2,x</data>"), "the tile at (2, 0) must be a whole number, got 'x'"),
        (
            with_data(&format!("<data encoding=\"csv\">{}</data>", tiles(14))),
            "the layer 'floors': it must have 15 tiles, one per cell, got only 14",
        ),
        (
            with_data(&format!("<data encoding=\"csv\">{}</data>", tiles(900_000))),
            "it must have 15 tiles, one per cell, got more",
        ),
        (
            with_data(&format!("<data encoding=\"csv\">{},999</data>", tiles(14))),
            "no tileset has the tile 999 at (4, 2)",
        ),
        (with_data("<data encoding=\"base64\">rub*bish</data>"), "invalid Base64"),
        (with_data("<data encoding=\"base64\" compression=\"zlib\">rubbish=</data>"), "invalid Base64"),
        (with_data("<data encoding=\"base64\" compression=\"zlib\">AAAA</data>"), "its tiles cannot be unpacked"),
        (with_data(&packed(&bomb, "zlib")), "it must have 15 tiles, one per cell, got 61 bytes"),
        (with_data(&packed(&bomb, "gzip")), "it must have 15 tiles, one per cell, got 61 bytes"),
        (
            with_data("<data encoding=\"base64\" compression=\"zstd\">AAAA</data>"),
            "the `compression` must be zlib, gzip or none, got 'zstd'",
        ),
        (with_data(""), "the layer 'floors' must have exactly one `<data>`, got 0"),
    ] {
        let error = error_of(&map);
        assert!(error.starts_with("box.tmx:") && error.contains(what) && error.lines().count() == 1, "{what}: {error}");
    }
    // Half of the numbers come after a comment. A reader that stops at the comment would see too few.
    let split = format!("<data encoding=\"csv\">0,0,0<!-- -->{}</data>", ",0".repeat(12));
    let level =
        import("box.tmx", with_data(&split).as_bytes(), |_| Err(String::new())).expect("all numbers are there").level;
    assert_eq!((level.width, level.height), (5, 3));
}

#[test]
fn only_tilesets_inside_the_folder_are_read() {
    let with_source = |source: &str| {
        let map = map();
        let (before, rest) = map.split_once("<tileset").expect("a tileset");
        format!(
            "{before}<tileset firstgid=\"1\" source=\"{source}\"/>{}",
            rest.split_once("</tileset>").expect("it ends").1
        )
    };
    for source in ["../all.tsx", "/etc/passwd", "a/../../b.tsx", "", "c:\\all.tsx"] {
        assert!(error_of(&with_source(source)).contains("must be inside the folder of the map"), "{source}");
    }
    assert!(error_of(&with_source("all.tsx")).ends_with("the tileset 'all.tsx' cannot be read: there is no all.tsx"));
    let read =
        |text: &'static str| import("box.tmx", with_source("all.tsx").as_bytes(), |_| Ok(text.as_bytes().to_vec()));
    assert!(read("<map/>").is_err_and(|what| what == "all.tsx:1:1: the file must be a `<tileset>`, got `<map>`"));
    assert!(read("<tileset").is_err_and(|what| what.starts_with("all.tsx:1:1: ")));
    let template = with(
        "<objectgroup id=\"5\" name=\"zones\" draworder=\"index\">",
        "<objectgroup id=\"5\"><object template=\"/etc/passwd\"/>",
    );
    assert!(error_of(&template).contains("objects with a template are not supported"));
}

#[test]
fn files_that_are_not_maps_are_rejected() {
    let whole = map();
    for (map, what) in [
        ("", "the file must have one root element"),
        ("<map", "box.tmx:1:1: "),
        (&whole[..whole.len() / 2], "box.tmx:"),
        ("<!DOCTYPE map [<!ENTITY a \"b\">]><map/>", "a document type with declarations is not supported"),
        ("<tileset/>", "the file must be a `<map>`, got `<tileset>`"),
        ("\u{feff} {\"width\": 5}", "box.tmx:1:1: the `<map>` must be XML, got JSON: save it as .tmx in Tiled"),
        ("return {}", "text must be inside the root element"),
    ] {
        let error = error_of(map);
        assert!(error.contains(what) && error.lines().count() == 1, "{what}: {error}");
    }
    let gzip = import("box.tmx", b"\x1f\x8b\x08", |_| Err(String::new())).map(|read| read.notes).unwrap_err();
    assert_eq!(gzip, "box.tmx:1:1: the `<map>` must be XML, got a gzip file: unpack it first");
    let deep = format!("{}{}", "<group>".repeat(100_000), "</group>".repeat(100_000));
    assert!(error_of(&deep).contains("nested more than 32 deep"));
    assert!(error_of(&"<a/>".repeat(1_000_001)).contains("at most 1000000 tags, got 1000001"));
    assert!(error_of(&" ".repeat(9 << 20)).contains("the file must have at most 8388608 bytes"));
}

#[test]
fn invalid_contents_are_reported_by_name_and_place() {
    let door = "<property name=\"door\" value=\"door\"/>";
    let player = "name=\"Player\" type=\"thing\"";
    for (map, what) in [
        (with(door, "<property name=\"dor\" value=\"door\"/>"), "box.tmx: (2, 1): unknown field `dor`"),
        (
            with(door, "<property name=\"no: 1, wall\" value=\"x\"/>"),
            "(2, 1), on the layer 'cells': the tile 0 of the tileset 'hullbreach': the property name 'no: 1, wall' must be",
        ),
        (
            with(door, "<property name=\"skill\" type=\"float\" value=\"NaN\"/>"),
            "box.tmx: (2, 1): a skill must be 1, 2, 3 or 4, got NaN",
        ),
        (
            with(door, "<property name=\"lock\" value=\"A, wall: 3\"/>"),
            "the property 'lock': `A, wall: 3` is not a valid value",
        ),
        (
            with(door, "<property name=\"door\" type=\"object\" value=\"3\"/>"),
            "the type must not be object, list or class",
        ),
        (with(door, ""), "the tile 0 of the tileset 'hullbreach' must have a property"),
        (
            with("name=\"floors\"", "name=\"flors\""),
            "(0, 0), on the layer 'flors': the texture \"plate\" must be on the layer 'cells', 'floors' or 'ceilings'",
        ),
        (
            with(player, "name=\"Player\" type=\"thin\""),
            "object 1 'Player' on the layer 'things': the class must be one of 'cell'",
        ),
        (
            with(player, &format!("{player} rotation=\"45\"")),
            "object 1 'Player' on the layer 'things': objects must not be rotated",
        ),
        (with("x=\"64\"", "x=\"NaN\""), "the object must be on the map, got (NaN, 64) with 64 by 64 pixels"),
        (with("x=\"64\"", "x=\"inf\""), "the object must be on the map"),
        (with("x=\"64\"", "x=\"1e30\""), "the object must be on the map"),
        (
            with("x=\"64\"", "x=\"0\""),
            "box.tmx: object 1 'Player' on the layer 'things': the cell must be open floor, found a wall",
        ),
        (
            with("value=\"Player\"", "value=\"Captain\""),
            "object 1 'Player' on the layer 'things': unknown value `Captain`",
        ),
        (
            with("name=\"at\" value=\"gate\"", "name=\"at\" value=\"gat\""),
            "object 3 'gate' on the layer 'triggers': no cell is named 'gat'",
        ),
        (with("Say(&quot;Mind the gap.&quot;)", "Sing"), "on the layer 'triggers': unknown value `Sing`"),
        (
            with("Say(&quot;Mind the gap.&quot;)", "Exit], after: 3, do: [Exit"),
            "the property 'do': `[Exit], after: 3, do: [Exit]` is not a valid value",
        ),
        (
            with("name=\"name\" value=\"Box\"", "name=\"nme\" value=\"Box\""),
            "unknown map property 'nme': the properties are 'name'",
        ),
    ] {
        let error = error_of(&map);
        assert!(
            error.starts_with("box.tmx: ") && error.contains(what) && error.lines().count() <= 2,
            "{what}: {error}"
        );
    }
}

#[test]
fn parts_that_levels_lack_are_ignored_and_reported() {
    let picture = "<imagelayer id=\"70\" name=\"sketch\"><image source=\"/etc/passwd\" width=\"9\" height=\"9\"/></imagelayer></map>";
    let map = map().replace("</map>", picture);
    let note = "<object id=\"80\" name=\"hint\" x=\"1\" y=\"1\" width=\"9\" height=\"9\"><text>here</text></object>";
    let map =
        map.replacen(" name=\"things\" draworder=\"index\">", &format!(" name=\"things\" offsetx=\"3\">{note}"), 1);
    let read = import("box.tmx", map.as_bytes(), |_| Err(String::new())).expect("a good map");
    assert_eq!(
        read.notes,
        [
            "line 204: the position of the layer 'things' is not read (offsetx 3): its parts stay in their cells",
            "ignored object 80 'hint' on the layer 'things': it is neither a rectangle nor a point",
            "ignored the image of the layer 'sketch'",
        ]
    );
}

#[test]
fn small_maps_do_not_use_much_memory() {
    // Each object covers the whole map with another damage zone.
    let zone = |number: usize| {
        format!(
            "<object id=\"{number}\" type=\"cell\" x=\"0\" y=\"0\" width=\"320\" height=\"192\"><properties>\
             <property name=\"climate\" value=\"c{number}\"/></properties></object>"
        )
    };
    let zones: String = (0..30_000).map(zone).collect();
    let many = with(" name=\"zones\" draworder=\"index\">", &format!(" name=\"zones\">{zones}"));
    let read = import("box.tmx", many.as_bytes(), |_| Err(String::new())).expect("the last zone takes effect").level;
    assert_eq!(read.damage_zone_at(1, 1), Some("c29999"));
    // Long texts that are combined take more memory than the file.
    let long = "x".repeat(100_000);
    let zones: String =
        (0..2000).map(|number| zone(number).replace("climate", &"abcdefghijklmnop"[..1 + number % 16])).collect();
    let text = format!("<property name=\"overlay\" value=\"{long}\"/></properties>");
    let heavy = with(
        " name=\"zones\" draworder=\"index\">",
        &format!(" name=\"zones\">{}", zones.replacen("</properties>", &text, 1)),
    );
    assert!(error_of(&heavy).contains("have too many properties"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn corrupted_maps_are_rejected_without_panic(
        pieces in proptest::collection::vec((0.0..1.0, 0..40_usize, proptest::sample::select(vec![
            "", "<", ">", "/>", "\"", "0", "-1", "4294967295", "1e400", "NaN", "&#0;", "&x;", "<!--", "]]>", "<tile id=\"7\"/>", "</layer>", "gid=\"9\"",
            "<data encoding=\"csv\">1", " type=\"int\"", " type=\"list\"", "<properties>", " template=\"x\"", "x=", "\u{0}", "ü", "infinite=\"1\"",
        ])), 1..4),
    ) {
        let mut map = map();
        for (place, length, piece) in pieces {
            let start = (map.len() as f64 * place) as usize;
            let end = (start + length).min(map.len());
            // The exported map is pure ASCII until a piece is inserted.
            if map.is_char_boundary(start) && map.is_char_boundary(end) {
                map.replace_range(start..end, piece);
            }
        }
        if let Err(what) = import("box.tmx", map.as_bytes(), |_| Err("none".to_owned())) {
            prop_assert!(what.starts_with("box.tmx"), "{what}");
        }
    }
}
