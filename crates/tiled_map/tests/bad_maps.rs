//! What is wrong with a map is told in one sentence, with its place, and costs neither time nor memory.

use level::Level;
use proptest::prelude::*;
use std::io::Write;
use tiled_map::{export, import};

/// A small map that is fine.
fn map() -> String {
    let text = "(name: \"Box\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player), '+': (door: \"door\")},
        map: [\"#####\", \"#@+.#\", \"#####\"], names: [(name: \"gate\", at: (2, 1))],
        triggers: [(at: \"gate\", on: Step, do: [Say(\"Mind the gap.\")])])";
    let level = Level::read("box.ron", text.as_bytes()).expect("a good level");
    export(&level, &[], "box.png").expect("a map can say it").tmx
}

/// What is said of a map.
fn told(map: &str) -> String {
    match import("box.tmx", map.as_bytes(), |file| Err(format!("there is no {file}"))) {
        Ok(read) => panic!("it is taken: {:?}", read.notes),
        Err(what) => what,
    }
}

/// A map of which a piece is another.
fn with(old: &str, new: &str) -> String {
    let map = map();
    assert!(map.contains(old), "{old} is not in\n{map}");
    map.replacen(old, new, 1)
}

/// A layer of these bytes, packed.
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

/// A map whose first layer has this instead of its tiles.
fn with_data(data: &str) -> String {
    let map = map();
    let (before, rest) = map.split_once("<data encoding=\"csv\">").expect("a layer");
    format!("{before}{data}{}", rest.split_once("</data>").expect("it ends").1)
}

#[test]
fn wrong_sizes_are_told_before_anything_is_made_of_them() {
    let size = "width=\"5\" height=\"3\" tilewidth=\"64\"";
    for (map, what) in [
        (
            with(size, "width=\"4000000000\" height=\"3\" tilewidth=\"64\""),
            "the `width` of a `<map>` is a whole number from 3 to 512",
        ),
        (with(size, "width=\"-5\" height=\"3\" tilewidth=\"64\""), "from 3 to 512, not '-5'"),
        (with(size, "width=\"NaN\" height=\"3\" tilewidth=\"64\""), "from 3 to 512, not 'NaN'"),
        (
            with(size, "width=\"5\" height=\"3\" tilewidth=\"0\""),
            "the `tilewidth` of a `<map>` is a whole number from 1 to 4096",
        ),
        (with(size, "width=\"6\" height=\"3\" tilewidth=\"64\""), "the layer 'floors' is 5 by 3 cells, the map 6 by 3"),
        (
            with("tilecount=\"", "tilecount=\"9999999999"),
            "the `tilecount` of a `<tileset>` is a whole number from 0 to 100000",
        ),
        (
            with(" columns=\"16\"", " columns=\"\""),
            "the `columns` of a `<tileset>` is a whole number from 0 to 100000, not ''",
        ),
        (with("firstgid=\"1\"", "firstgid=\"0\""), "the `firstgid` of a `<tileset>` is a whole number from 1"),
        (with("<tile id=\"0\"", "<tile id=\"4294967295\""), "the `id` of a `<tile>` is a whole number from 0 to 99999"),
        (with("orthogonal", "isometric"), "the map is isometric: only orthogonal ones can be levels"),
        (with("infinite=\"0\"", "infinite=\"1\""), "the map is infinite: make it finite"),
    ] {
        let told = told(&map);
        assert!(told.starts_with("box.tmx:") && told.contains(what) && told.lines().count() == 1, "{what}: {told}");
    }
}

#[test]
fn layers_that_are_not_what_they_say_are_told() {
    let tiles = |count: usize| vec!["1"; count].join(",");
    let bomb = vec![0; 64 << 20];
    for (map, what) in [
        (with_data("<data encoding=\"csv\">1,2,x</data>"), "'x' is no number of a tile"),
        (
            with_data(&format!("<data encoding=\"csv\">{}</data>", tiles(14))),
            "the layer 'floors': it has only 14 tiles for 15 cells",
        ),
        (with_data(&format!("<data encoding=\"csv\">{}</data>", tiles(900_000))), "it has more tiles for 15 cells"),
        (
            with_data(&format!("<data encoding=\"csv\">{},999</data>", tiles(14))),
            "no tileset has the tile 999, which is at (4, 2)",
        ),
        (with_data("<data encoding=\"base64\">rub*bish</data>"), "it is no Base64"),
        (with_data("<data encoding=\"base64\" compression=\"zlib\">rubbish=</data>"), "it is no Base64"),
        (with_data("<data encoding=\"base64\" compression=\"zlib\">AAAA</data>"), "its tiles cannot be unpacked"),
        (with_data(&packed(&bomb, "zlib")), "it has 61 bytes and not four times as many tiles for 15 cells"),
        (with_data(&packed(&bomb, "gzip")), "it has 61 bytes and not four times as many tiles for 15 cells"),
        (
            with_data("<data encoding=\"base64\" compression=\"zstd\">AAAA</data>"),
            "its compression is zstd: save it as CSV",
        ),
        (with_data("<data><tile gid=\"1\"/></data>"), "its tiles are elements or chunks"),
        (with_data(""), "the layer 'floors' has 0 times its tiles, not once"),
    ] {
        let told = told(&map);
        assert!(told.starts_with("box.tmx:") && told.contains(what) && told.lines().count() == 1, "{what}: {told}");
    }
    // Half of the numbers stand after a comment: whoever reads only what stands before would leave the list.
    let split = format!("<data encoding=\"csv\">0,0,0<!-- -->{}</data>", ",0".repeat(12));
    let level =
        import("box.tmx", with_data(&split).as_bytes(), |_| Err(String::new())).expect("all numbers are there").level;
    assert_eq!((level.width, level.height), (5, 3));
}

#[test]
fn no_file_is_read_but_tilesets_beside_the_map() {
    let with_source = |source: &str| {
        let map = map();
        let (before, rest) = map.split_once("<tileset").expect("a tileset");
        format!(
            "{before}<tileset firstgid=\"1\" source=\"{source}\"/>{}",
            rest.split_once("</tileset>").expect("it ends").1
        )
    };
    for source in ["../all.tsx", "/etc/passwd", "a/../../b.tsx", "", "c:\\all.tsx"] {
        assert!(told(&with_source(source)).contains("lies elsewhere: put it into the folder of the map"), "{source}");
    }
    assert!(told(&with_source("all.tsx")).ends_with("the tileset 'all.tsx' cannot be read: there is no all.tsx"));
    let read =
        |text: &'static str| import("box.tmx", with_source("all.tsx").as_bytes(), |_| Ok(text.as_bytes().to_vec()));
    assert!(read("<map/>").is_err_and(|what| what == "all.tsx:1:1: this is a `<map>`; a `<tileset>` is expected"));
    assert!(read("<tileset").is_err_and(|what| what.starts_with("all.tsx:1:1: ")));
    let template = with(
        "<objectgroup id=\"5\" name=\"zones\" draworder=\"index\">",
        "<objectgroup id=\"5\"><object template=\"/etc/passwd\"/>",
    );
    assert!(told(&template).contains("this object is made after a template: detach it"));
}

#[test]
fn what_is_no_map_is_told() {
    let whole = map();
    for (map, what) in [
        ("", "the file must have one root element"),
        ("<map", "box.tmx:1:1: "),
        (&whole[..whole.len() / 2], "box.tmx:"),
        ("<!DOCTYPE map [<!ENTITY a \"b\">]><map/>", "document types are not supported"),
        ("<tileset/>", "this is a `<tileset>`; a `<map>` is expected"),
        ("{\"width\": 5}", "text must be inside the root element"),
    ] {
        let told = told(map);
        assert!(told.contains(what) && told.lines().count() == 1, "{what}: {told}");
    }
    let deep = format!("{}{}", "<group>".repeat(100_000), "</group>".repeat(100_000));
    assert!(told(&deep).contains("nested more than 32 deep"));
    assert!(told(&"<a/>".repeat(1_000_001)).contains("1000001 tags; at most 1000000 are read"));
    assert!(told(&" ".repeat(9 << 20)).contains("the file must have at most 8388608 bytes"));
}

#[test]
fn what_a_map_says_wrongly_is_told_by_name_and_place() {
    let door = "<property name=\"door\" value=\"door\"/>";
    let player = "name=\"Player\" type=\"thing\"";
    for (map, what) in [
        (with(door, "<property name=\"dor\" value=\"door\"/>"), "box.tmx: (2, 1): unknown field `dor`"),
        (
            with(door, "<property name=\"no: 1, wall\" value=\"x\"/>"),
            "(2, 1), on the layer 'cells': the tile 0 of the tileset 'hullbreach': the property 'no: 1, wall' is none",
        ),
        (
            with(door, "<property name=\"skill\" type=\"float\" value=\"NaN\"/>"),
            "box.tmx: (2, 1): a skill must be 1, 2, 3 or 4, got NaN",
        ),
        (
            with(door, "<property name=\"lock\" value=\"A, wall: 3\"/>"),
            "the property 'lock': `A, wall: 3` is not a value",
        ),
        (
            with(door, "<property name=\"door\" type=\"object\" value=\"3\"/>"),
            "it is an object, a list or a class, which no level has",
        ),
        (with(door, ""), "the tile 0 of the tileset 'hullbreach' says nothing"),
        (
            with("name=\"floors\"", "name=\"flors\""),
            "(0, 0), on the layer 'flors': the texture \"plate\" means something on 'cells', 'floors' and 'ceilings' only",
        ),
        (
            with(player, "name=\"Player\" type=\"thin\""),
            "object 1 'Player' on the layer 'things': its class is 'thin'; there are 'cell'",
        ),
        (with(player, &format!("{player} rotation=\"45\"")), "object 1 'Player' on the layer 'things': it is turned"),
        (with("x=\"64\"", "x=\"NaN\""), "it is not on the map, at (NaN, 64) with 64 by 64 pixels"),
        (with("x=\"64\"", "x=\"inf\""), "it is not on the map"),
        (with("x=\"64\"", "x=\"1e30\""), "it is not on the map"),
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
            "the property 'do': `[Exit], after: 3, do: [Exit]` is not a value",
        ),
        (
            with("name=\"name\" value=\"Box\"", "name=\"nme\" value=\"Box\""),
            "a map has no property 'nme'; there are 'name'",
        ),
    ] {
        let told = told(&map);
        assert!(told.starts_with("box.tmx: ") && told.contains(what) && told.lines().count() <= 2, "{what}: {told}");
    }
}

#[test]
fn what_is_no_part_of_a_level_is_left_out_and_told() {
    let picture = "<imagelayer id=\"70\" name=\"sketch\"><image source=\"/etc/passwd\" width=\"9\" height=\"9\"/></imagelayer></map>";
    let map = map().replace("</map>", picture);
    let note = "<object id=\"80\" name=\"hint\" x=\"1\" y=\"1\" width=\"9\" height=\"9\"><text>here</text></object>";
    let map =
        map.replacen(" name=\"things\" draworder=\"index\">", &format!(" name=\"things\" offsetx=\"3\">{note}"), 1);
    let read = import("box.tmx", map.as_bytes(), |_| Err(String::new())).expect("a good map");
    assert_eq!(
        read.notes,
        [
            "the offset and the properties of the layer 'things' are left out",
            "object 80 'hint' on the layer 'things' is neither a rectangle nor a point: it is left out",
            "the picture of the layer 'sketch' is left out",
        ]
    );
}

#[test]
fn a_few_bytes_do_not_become_many() {
    // Each object covers the whole map, and says something else.
    let zone = |number: usize| {
        format!(
            "<object id=\"{number}\" type=\"cell\" x=\"0\" y=\"0\" width=\"320\" height=\"192\"><properties>\
             <property name=\"climate\" value=\"c{number}\"/></properties></object>"
        )
    };
    let zones: String = (0..30_000).map(zone).collect();
    let many = with(" name=\"zones\" draworder=\"index\">", &format!(" name=\"zones\">{zones}"));
    let read = import("box.tmx", many.as_bytes(), |_| Err(String::new())).expect("the last of them counts").level;
    assert_eq!(read.climate_at(1, 1), Some("c29999"));
    // Long texts that are laid over each other take more than the file.
    let long = "x".repeat(100_000);
    let zones: String =
        (0..2000).map(|number| zone(number).replace("climate", &"abcdefghijklmnop"[..1 + number % 16])).collect();
    let text = format!("<property name=\"overlay\" value=\"{long}\"/></properties>");
    let heavy = with(
        " name=\"zones\" draworder=\"index\">",
        &format!(" name=\"zones\">{}", zones.replacen("</properties>", &text, 1)),
    );
    assert!(told(&heavy).contains("more of the cells than any level does"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn however_a_map_is_damaged_it_is_read_or_told_of(
        pieces in proptest::collection::vec((0.0..1.0, 0..40_usize, proptest::sample::select(vec![
            "", "<", ">", "/>", "\"", "0", "-1", "4294967295", "1e400", "NaN", "&#0;", "&x;", "<!--", "]]>", "<tile id=\"7\"/>", "</layer>", "gid=\"9\"",
            "<data encoding=\"csv\">1", " type=\"int\"", " type=\"list\"", "<properties>", " template=\"x\"", "x=", "\u{0}", "ü", "infinite=\"1\"",
        ])), 1..4),
    ) {
        let mut map = map();
        for (place, length, piece) in pieces {
            let start = (map.len() as f64 * place) as usize;
            let end = (start + length).min(map.len());
            // The exported map has no letter beyond ASCII until one is put into it.
            if map.is_char_boundary(start) && map.is_char_boundary(end) {
                map.replace_range(start..end, piece);
            }
        }
        if let Err(what) = import("box.tmx", map.as_bytes(), |_| Err("none".to_owned())) {
            prop_assert!(what.starts_with("box.tmx"), "{what}");
        }
    }
}
