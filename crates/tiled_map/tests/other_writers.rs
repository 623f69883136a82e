//! Maps written by older versions of Tiled, on other systems and by other programs.

use level::Level;
use tiled_map::{Import, export, import, import_in};

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

/// Returns the map without the first occurrence of each piece.
fn without(pieces: &[&str]) -> String {
    pieces.iter().fold(map(), |map, piece| {
        assert!(map.contains(piece), "{piece} is not in\n{map}");
        map.replacen(piece, "", 1)
    })
}

/// Returns an attribute of the first element with a name, such as ` tilecount="9"`.
fn attribute(element: &str, name: &str) -> String {
    let map = map();
    let tag = &map[map.find(&format!("<{element} ")).expect("the element")..];
    let start = tag.find(&format!(" {name}=\"")).expect("the attribute");
    let length = tag[start..].split('"').take(2).map(|part| part.len() + 1).sum::<usize>();
    tag[start..start + length].to_owned()
}

fn read(map: &str) -> Result<Import, String> {
    import("box.tmx", map.as_bytes(), |file| Err(format!("there is no {file}")))
}

#[test]
fn missing_tileset_sizes_are_computed_from_the_image() {
    let (columns, count) = (attribute("tileset", "columns"), attribute("tileset", "tilecount"));
    let (version, orientation) = (attribute("map", "version"), attribute("map", "orientation"));
    for map in [
        without(&[&columns]),
        without(&[&count]),
        without(&[&columns, &count]),
        without(&[&version, &orientation]),
        map().replacen("name=\"floors\" width=\"5\" height=\"3\"", "name=\"floors\"", 1),
        map().replace("<object id=\"1\"", "<object"),
    ] {
        assert_ne!(map, self::map());
        let read = read(&map).unwrap_or_else(|what| panic!("{what}\n{map}"));
        assert!(read.level == level(), "{map}");
    }
}

#[test]
fn tilesets_without_sizes_are_rejected_with_a_hint() {
    let columns = attribute("tileset", "columns");
    let size = [attribute("image", "width"), attribute("image", "height")];
    let error = read(&without(&[&columns, &size[0], &size[1]])).map(|_| ()).unwrap_err();
    assert!(
        error.starts_with("box.tmx:")
            && error.contains("written by Tiled before 0.15: open it in Tiled and save it again"),
        "{error}"
    );
    let error = read(&without(&[&attribute("tileset", "tilecount"), &size[0], &size[1]])).map(|_| ()).unwrap_err();
    assert!(error.contains("written by Tiled before 0.13: open it in Tiled and save it again"), "{error}");
    // The image's size is not needed if the counts are given.
    assert!(read(&without(&[&size[0], &size[1]])).is_ok_and(|read| read.level == level()));
    let huge = without(&[&columns]).replacen(&size[0], " width=\"4000000000\"", 1);
    assert!(
        read(&huge).map(|_| ()).unwrap_err().contains("the `width` of an `<image>` must be a whole number from 0 to")
    );
}

#[test]
fn missing_attributes_are_reported_as_missing() {
    let tile = &attribute("tile", "id");
    for (element, gone, what) in [
        ("map", &attribute("map", "width"), "the `width` of a `<map>` is missing"),
        ("map", &attribute("map", "tileheight"), "the `tileheight` of a `<map>` is missing"),
        ("tileset", &attribute("tileset", "firstgid"), "the `firstgid` of a `<tileset>` is missing"),
        ("tileset", &attribute("tileset", "tilewidth"), "the `tilewidth` of a `<tileset>` is missing"),
        ("tile", tile, "the `id` of a `<tile>` is missing"),
        ("property", &attribute("property", "name"), "the `name` of a `<property>` is missing"),
    ] {
        let map = map();
        let start = map.find(&format!("<{element} ")).expect("the element");
        let map = format!("{}{}", &map[..start], map[start..].replacen(gone.as_str(), "", 1));
        let error = read(&map).map(|_| ()).expect_err(what);
        assert!(error.starts_with("box.tmx:") && error.contains(what) && error.lines().count() == 1, "{what}: {error}");
        assert!(error.split(':').nth(1).is_some_and(|line| line.parse::<usize>().is_ok()), "with its line: {error}");
    }
    let shape = map().replacen("</objectgroup>", "<object x=\"1\" y=\"1\"><polygon/></object></objectgroup>", 1);
    let error = read(&shape).map(|_| ()).expect_err("a shape without points");
    assert!(error.contains("the `points` of a `<polygon>` is missing"), "{error}");
}

#[test]
fn numbers_of_objects_are_reported_with_their_line() {
    for (name, value) in
        [("x", "left"), ("y", "64,5"), ("width", ""), ("rotation", "90deg"), ("id", "-1"), ("gid", "x")]
    {
        let gone = format!(" {name}=\"");
        let map = map();
        let start = map.find("<object ").expect("an object");
        let (before, object) = map.split_at(start);
        let value = format!(" {name}=\"{value}\"");
        let object = match object.split('>').next().and_then(|tag| tag.split_once(&gone)) {
            Some((_, rest)) => {
                let old = rest.split('"').next().unwrap_or_default();
                object.replacen(&format!("{gone}{old}\""), &value, 1)
            }
            None => object.replacen("<object ", &format!("<object{value} "), 1),
        };
        let error = read(&format!("{before}{object}")).map(|_| ()).expect_err(&value);
        assert!(error.contains(&format!("the `{name}` of an `<object>` must be a")), "{value}: {error}");
        assert!(error.starts_with("box.tmx:") && error.lines().count() == 1, "{error}");
    }
    // Ignored attributes may have any value, and a full turn counts as no rotation.
    let odd = map().replacen("<object ", "<object visible=\"true\" opacity=\"half\" rotation=\"-360\" ", 1);
    assert!(read(&odd).is_ok_and(|read| read.level == level()));
}

#[test]
fn tilesets_may_come_after_layers_and_in_any_order() {
    let map = map();
    let piece = |start: &str, end: &str| {
        let from = map.find(start).expect("the start");
        let length = map[from..].find(end).expect("the end") + end.len();
        map[from..from + length].to_owned()
    };
    let (tileset, floors) = (piece("<tileset ", "</tileset>"), piece("<layer ", "</layer>"));
    let moved = |piece: &str, before: &str| {
        let without = map.replacen(piece, "", 1);
        without.replacen(before, &format!("{piece}{before}"), 1)
    };
    let grouped = map.replacen("<layer ", "<group name=\"all\"><layer ", 1).replacen("</map>", "</group></map>", 1);
    for map in [
        moved(&floors, "<tileset "),
        moved(&tileset, "</map>"),
        moved(&tileset, "<objectgroup "),
        grouped.replacen(&tileset, "", 1).replacen("</map>", &format!("{tileset}</map>"), 1),
    ] {
        assert_ne!(map, self::map());
        let Import { level: read, notes } = read(&map).unwrap_or_else(|what| panic!("{what}\n{map}"));
        assert!(read == level() && notes.is_empty(), "{notes:?}\n{map}");
    }
    // A tileset with larger numbers that comes first does not hide the other one.
    let dark = "<tileset firstgid=\"5000\" name=\"dark\" tilewidth=\"64\" tileheight=\"64\" tilecount=\"1\" columns=\"0\">\
        <tile id=\"0\"><properties><property name=\"light\" value=\"0\"/></properties></tile></tileset>";
    let layer =
        format!("<layer name=\"dark\"><data encoding=\"csv\">{}5000,0,0,0,0,0,0</data></layer>", "0,".repeat(8));
    let dark_cell = |order: String| {
        let map = map.replacen(&tileset, &order, 1).replacen("</map>", &format!("{layer}</map>"), 1);
        read(&map).unwrap_or_else(|what| panic!("{what}\n{map}")).level.cell(3, 1).light
    };
    assert_eq!([format!("{tileset}{dark}"), format!("{dark}{tileset}")].map(dark_cell), [0, 0]);
    let twice = map.replacen(&tileset, &format!("{tileset}{}", dark.replace("5000", "1")), 1);
    let error = read(&twice).map(|_| ()).expect_err("two tilesets with the same numbers");
    assert!(
        error.starts_with("box.tmx:") && error.contains("the `firstgid` of a `<tileset>` must be its own"),
        "{error}"
    );
    // As in Tiled, a tileset ends where the next one begins.
    let short = map.replacen(&tileset, &format!("{tileset}{}", dark.replace("5000", "20")), 1);
    let error = read(&short).map(|_| ()).expect_err("the tiles from 21 belong to no tileset");
    assert!(error.starts_with("box.tmx:") && error.contains("no tileset has the tile 30 at (0, 0)"), "{error}");
}

/// Returns the map with an external tileset at a path, and the contents of the tileset file.
fn with_source(source: &str) -> (String, String) {
    let map = map();
    let start = map.find("<tileset").expect("it has a tileset");
    let end = map.find("</tileset>").expect("it ends") + "</tileset>".len();
    let tileset = map[start..end].replacen(" firstgid=\"1\"", "", 1);
    (format!("{}<tileset firstgid=\"1\" source=\"{source}\"/>{}", &map[..start], &map[end..]), tileset)
}

#[test]
fn paths_inside_the_folder_work_in_any_spelling() {
    for (source, file) in [
        ("x.tsx", "x.tsx"),
        ("./x.tsx", "x.tsx"),
        ("././/x.tsx", "x.tsx"),
        (".\\x.tsx", "x.tsx"),
        ("tiles\\x.tsx", "tiles/x.tsx"),
        ("tiles/../x.tsx", "x.tsx"),
        ("tiles\\..\\.\\x.tsx", "x.tsx"),
        ("../maps/x.tsx", "x.tsx"),
        ("..\\maps\\tiles\\x.tsx", "tiles/x.tsx"),
        ("../../home/maps/x.tsx", "x.tsx"),
        ("/home/maps/tiles/x.tsx", "tiles/x.tsx"),
        ("map", "map"),
    ] {
        let (map, tileset) = with_source(source);
        let tiles = |asked: &str| {
            if asked == file { Ok(tileset.clone().into_bytes()) } else { Err(format!("asked for {asked}")) }
        };
        let read = import_in("/home/maps", "box.tmx", map.as_bytes(), tiles);
        assert!(read.unwrap_or_else(|what| panic!("{source}: {what}")).level == level(), "{source}");
    }
    let (map, tileset) = with_source("c:\\Maps\\x.tsx");
    let read = import_in("C:\\maps", "box.tmx", map.as_bytes(), |_| Ok(tileset.clone().into_bytes()));
    assert!(read.is_ok_and(|read| read.level == level()), "Windows paths are case-insensitive");
}

#[test]
fn paths_outside_of_the_folder_are_rejected_with_a_hint() {
    for source in [
        "../x.tsx",
        "..\\x.tsx",
        "../maps2/x.tsx",
        "/home/maps",
        "..",
        ".",
        "/etc/passwd",
        "\\\\server\\maps\\x.tsx",
        "c:\\x.tsx",
        "c:x.tsx",
        "../../../../../home/maps/x.tsx",
        "a/../../x.tsx",
    ] {
        let (map, tileset) = with_source(source);
        let read = import_in("/home/maps", "box.tmx", map.as_bytes(), |_| Ok(tileset.clone().into_bytes()));
        let error = read.map(|_| ()).expect_err(source);
        assert!(error.contains("must be inside the folder of the map"), "{source}: {error}");
        assert!(error.contains("Embed Tileset") && error.lines().count() == 1, "{source}: {error}");
    }
}

#[test]
fn elements_in_wrong_case_are_rejected_with_their_line() {
    for (old, new) in [
        ("<layer ", "<Layer "),
        ("<properties>", "<Properties>"),
        ("<objectgroup ", "<objectGroup "),
        ("<data ", "<DATA "),
        ("<tileset ", "<TileSet "),
        ("<property ", "<Property "),
        ("<object ", "<Object "),
    ] {
        let map = map();
        let close = |name: &str| format!("</{}>", name.trim_matches(['<', '>', ' ']));
        let at = map.find(old).unwrap_or_else(|| panic!("{old} is in\n{map}"));
        let line = map[..at].matches('\n').count() + 1;
        let (before, after) = map.split_at(at);
        let changed = format!("{before}{}", after.replacen(old, new, 1).replacen(&close(old), &close(new), 1));
        let error = read(&changed).map(|_| ()).expect_err(new);
        let name = new.trim_matches(['<', '>', ' ']);
        assert!(error.starts_with(&format!("box.tmx:{line}:")), "{new} is in line {line}: {error}");
        assert!(error.contains(&format!("got `<{name}>`")) && error.lines().count() == 1, "{new}: {error}");
    }
    let error =
        read(&map().replacen("<layer id=\"1\" name=", "<layer id=\"1\" Name=", 1)).map(|_| ()).expect_err("Name");
    assert!(error.contains("must be `name`, got `Name`"), "{error}");
    let doubled = map().replacen("<properties>", "<properties/><properties>", 1);
    assert!(read(&doubled).map(|_| ()).expect_err("twice").contains("`<properties>` twice"));
}

#[test]
fn unknown_elements_are_reported_with_their_line() {
    let foreign =
        "<foo a=\"1\"><layer/></foo>\n<x:layer/>\n<editorsettings><export target=\"a\"/></editorsettings>\n</map>";
    let map = map().replace("</map>", foreign).replacen("<object id=\"1\"", "<objekt/><object id=\"1\"", 1);
    let Import { level: read_level, notes } = read(&map).expect("a good map");
    assert!(read_level == level());
    let line = |piece: &str| map[..map.find(piece).expect("it is in there")].matches('\n').count() + 1;
    assert_eq!(
        notes,
        [
            format!("line {}: `<objekt>` inside `<objectgroup>` is not read", line("<objekt/>")),
            format!("line {}: `<foo>` inside `<map>` is not read", line("<foo ")),
            format!("line {}: `<x:layer>` inside `<map>` is not read", line("<x:layer")),
        ]
    );
    // Unknown elements of tileset files are reported, too.
    let (map, tileset) = with_source("x.tsx");
    let tiles = tileset.replacen("<image ", "\n<thing/>\n<image ", 1);
    let read = import("box.tmx", map.as_bytes(), |_| Ok(tiles.clone().into_bytes())).expect("a good map");
    assert_eq!(read.notes, ["x.tsx: line 3: `<thing>` inside `<tileset>` is not read"]);
    let wrong = tileset.replacen("<image ", "<Image ", 1);
    let error = import("box.tmx", map.as_bytes(), |_| Ok(wrong.clone().into_bytes())).map(|_| ()).expect_err("Image");
    assert!(error.starts_with("x.tsx:") && error.contains("must be `<image>`, got `<Image>`"), "{error}");
    // The number of notes is limited.
    let many = self::map().replace("</map>", &format!("{}</map>", "<foo/>".repeat(10_000)));
    let notes = self::read(&many).expect("a good map").notes;
    assert_eq!((notes.len(), notes[20].as_str()), (21, "9980 more parts are not read"));
}
