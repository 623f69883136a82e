//! Levels: what authors can draw, and the errors for invalid levels.

use crate::{
    bot::shipped_decks,
    scenario::{findings, level_text},
};
use level::{Axis, CellShape, Corner, Hang, Lamp, Level, LevelFog, MonsterIndex, Mood, PaneKind, ThingKind};
use std::collections::BTreeMap;

/// Returns the error for an invalid text.
pub(crate) fn refusal(text: &str) -> String {
    Level::read("deck.ron", text.as_bytes()).expect_err("this level must be rejected").to_string()
}

/// Returns a level with a legend of `#`, `.`, `+` and `@`, whose map begins at line 3, column 3.
fn drawn(rows: &[&str]) -> String {
    let rows: String = rows.iter().map(|row| format!("  \"{row}\",\n")).collect();
    format!(
        "(name: \"Test\", legend: {{'#': (wall: \"hull\"), '.': (), '+': (door: \"door\"), '@': (thing: Player)}},\n map: \
         [\n{rows}])"
    )
}

#[test]
fn shipped_decks_are_valid() {
    for deck in shipped_decks() {
        assert_eq!(findings(&deck), Vec::<String>::new(), "{}", deck.name);
        assert!(deck.things.iter().any(|thing| matches!(thing.kind, ThingKind::Monster(_))));
    }
}

#[test]
fn shipped_decks_are_large_and_not_square() {
    // Levels of the tutorial game have 8 by 8 tiles.
    for deck in shipped_decks() {
        assert!(deck.width > 8 && deck.height > 8, "{}: {} by {}", deck.name, deck.width, deck.height);
        assert_ne!(deck.width, deck.height, "{}", deck.name);
    }
}

/// Returns the number of monsters of each kind on a skill, without the ship's animals.
fn kinds(deck: &Level, skill: u8) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for thing in deck.things.iter().filter(|thing| thing.skill <= skill) {
        if let ThingKind::Monster(MonsterIndex(kind)) = thing.kind {
            *counts.entry(deck.monsters[usize::from(kind)].as_str()).or_insert(0) += 1;
        }
    }
    counts.retain(|kind, _| !["chicken", "fox", "monkey", "robot"].contains(kind));
    counts
}

#[test]
fn no_kind_is_more_than_half_of_a_deck() {
    for deck in shipped_decks() {
        for skill in 1..=4 {
            let counts = kinds(&deck, skill);
            let total: usize = counts.values().sum();
            assert!(counts.values().all(|count| 2 * count <= total), "{}, skill {skill}: {counts:?}", deck.name);
        }
    }
}

#[test]
fn first_deck_has_no_shooters() {
    let deck = shipped_decks().remove(0);
    let kinds = kinds(&deck, 4);
    assert!(!kinds.contains_key("officer") && !kinds.contains_key("cinder"), "{kinds:?}");
}

#[test]
fn errors_in_levels_are_reported_with_their_position() {
    let cases: [(&[&str], &str); 9] = [
        (&["####", "#@?#", "####"], "deck.ron:4:6: the character '?' is not in the legend"),
        (
            &["####", "#@.##", "####"],
            "deck.ron:4:8: this row must have 4 characters like the first row of the map, got 5",
        ),
        (
            &["####", "#@#", "####"],
            "deck.ron:4:7: this row must have 4 characters like the first row of the map, got 3",
        ),
        (&["####", "#..#", "####"], "deck.ron:3:4: the map must have one cell with `thing: Player`, found none"),
        (&["####", "#@@#", "####"], "deck.ron:4:6: the map must have only one player; the first is in row 2"),
        (&["####", "#@..", "####"], "deck.ron:4:7: the border of the map must be wall: the ship is open here"),
        (
            &["#####", "#@+.#", "#...#", "#####"],
            "deck.ron:4:6: a door needs walls on two opposite sides and no walls on the other two",
        ),
        (&["##", "#@"], "deck.ron:3:4: each side of the map must have 3 to 512 cells, got 2 by 2"),
        (&[], "deck.ron:1:1: each side of the map must have 3 to 512 cells, got 0 by 0"),
    ];
    for (rows, message) in cases {
        assert_eq!(refusal(&drawn(rows)), message);
    }
}

#[test]
fn several_errors_are_reported_in_text_order() {
    let message = refusal(&drawn(&["##.#", "#@x#", "#y@#", "####"]));
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(lines.len(), 3, "{message}");
    assert!(lines[0].starts_with("deck.ron:4:6:") && lines[1].starts_with("deck.ron:5:5:"), "{message}");
    assert!(lines[2].starts_with("deck.ron:5:6: the map must have only one player"), "{message}");
}

#[test]
fn unknown_character_causes_a_single_error() {
    let text = drawn(&["#####", "#@?.#", "#...#", "#####"]);
    let text = text.replace("])", "],\n things: [(at: (1, 1), facing: 90), (at: (3, 2), pickup: \"clip\")])");
    assert_eq!(refusal(&text), "deck.ron:4:6: the character '?' is not in the legend");
}

#[test]
fn parse_errors_have_a_position() {
    let good = drawn(&["####", "#@.#", "####"]);
    let cases = [
        (good.replace("'.': ()", "'.': (light: 1.5)"), "a light must be 0 to 1, got 1.5"),
        (good.replace("'.': ()", "'.': (floor: 7)"), "deck.ron:1:58: Expected string"),
        (good.replace("'.': ()", "'.': (flor: \"plate\")"), "unknown field `flor`, expected one of `wall`"),
        (good.replace("'.': ()", "'#': ()"), "'#' is in the legend twice"),
        (good.replace("thing: Player", "thing: Playr"), "unknown value `Playr`, expected one of `Player`"),
        (good.replace("thing: Player", "thing: Player, facing: 999"), "a facing must be -360 to 360 degrees, got 999"),
        (good.replace("name: \"Test\", ", ""), "the field `name` is missing"),
        (good.replace("map:", "air: (), map:"), "deck.ron:2:2: unknown field `air`: it is now called `fog`"),
        (good.replace("'.': ()", "'.': (air: ())"), "deck.ron:1:56: Expected float"),
        (good.replace("#@.#", "#@\\u{2e}#"), "a row of the map or a name in quotes, without a backslash"),
        (good.replace("'.': ()", "'.': 5"), "expected an opening `(`"),
        (good.replace("name:", "name: \"Twice\", name:"), "the field `name` is given twice"),
        (good.replace("map:", "base: 5, map:"), "expected an opening `(`"),
        (good.replace("map:", "things: [5], map:"), "deck.ron:2:"),
        (good.replace("map:", "things: [(facing: 90)], map:"), "deck.ron:2:22: the field `at` is missing"),
        (good.replace("'.': ()", "'.': (at: (1, 1))"), "'.' cannot have an `at`"),
        (format!("level{good}"), "deck.ron:1:1: expected an opening `(`"),
        (String::new(), "deck.ron:1:1: expected an opening `(`"),
        (good[..good.len() - 4].to_owned(), "deck.ron:"),
    ];
    for (text, message) in cases {
        let findings = refusal(&text);
        assert!(findings.contains(message), "{findings}");
        assert!(findings.starts_with("deck.ron:"), "{findings}");
        for ours in ["LevelText", "Entry", "Base", "Listed"] {
            assert!(!findings.contains(ours), "{findings}");
        }
    }
}

#[test]
fn binary_and_oversized_files_are_rejected() {
    let mut bytes = drawn(&["####", "#@.#", "####"]).into_bytes();
    bytes[9] = 0xff;
    let error = Level::read("deck.ron", &bytes).expect_err("not UTF-8").to_string();
    assert_eq!(error, "deck.ron:1:10: a byte that is not UTF-8; save the file as UTF-8 text");
    let error = Level::read("deck.ron", &vec![b' '; level::MAX_BYTES + 1]).expect_err("too big").to_string();
    assert!(error.contains("at most"), "{error}");
}

#[test]
fn doors_are_between_their_walls() {
    let map = Level::read("", level_text("#####\n#@+.#\n###+#\n###.#\n#####").as_bytes()).expect("a valid map");
    let along = |x, y| match map.cell(x, y).shape {
        CellShape::Door { along, .. } => along,
        other => panic!("expected a door, got {other:?}"),
    };
    assert_eq!((along(2, 1), along(3, 2)), (Axis::Y, Axis::X));
}

/// Returns the shape of a cell of a scenario's map.
fn shape(map: &str, x: usize, y: usize) -> CellShape {
    Level::read("", level_text(map).as_bytes()).expect("a valid map").cell(x, y).shape
}

#[test]
fn panes_are_between_walls_or_in_a_line() {
    let pane = |map: &str, x, y| match shape(map, x, y) {
        CellShape::Pane { along, kind, .. } => (along, kind),
        other => panic!("expected a pane, got {other:?}"),
    };
    assert_eq!(pane("#####\n#@W.#\n#####", 2, 1), (Axis::Y, PaneKind::Window));
    assert_eq!(pane("####\n#@.#\n##G#\n##.#\n####", 2, 2), (Axis::X, PaneKind::Grating));
    let wide = "######\n#@...#\n#WWGW#\n#....#\n######";
    assert_eq!([1, 2, 3, 4].map(|x| pane(wide, x, 2).0), [Axis::X; 4]);
    let behind_each_other = "#######\n#@WGW.#\n#######";
    assert_eq!([2, 3, 4].map(|x| pane(behind_each_other, x, 1).0), [Axis::Y; 3]);
}

#[test]
fn windows_may_face_space() {
    let text = "(name: \"\", legend: {
            '#': (wall: \"hull\"), ' ': (wall: \"sky\"), '.': (), '@': (thing: Player), 'W': (window: \"glass\"),
        },
        map: [\"#  #\", \"#WW#\", \"#@.#\", \"####\"])";
    let map = Level::read("", text.as_bytes()).expect("a valid level");
    for x in [1, 2] {
        assert!(matches!(map.cell(x, 1).shape, CellShape::Pane { along: Axis::X, .. }), "{:?}", map.cell(x, 1).shape);
    }
    assert!(refusal(&text.replace("sky", "hull")).contains("a window, grating or barrier needs walls"));
}

#[test]
fn diagonals_face_the_corner_of_their_walls() {
    let map = "#####\n#D.D#\n#.@.#\n#D.D#\n#####";
    let corner = |x, y| match shape(map, x, y) {
        CellShape::Diagonal { corner, .. } => corner,
        other => panic!("expected a diagonal, got {other:?}"),
    };
    assert_eq!((corner(1, 1), corner(3, 1)), (Corner::NorthWest, Corner::NorthEast));
    assert_eq!((corner(1, 3), corner(3, 3)), (Corner::SouthWest, Corner::SouthEast));
}

#[test]
fn misplaced_shapes_are_reported_with_their_position() {
    let first = level_text("").lines().count();
    for (map, row, column, what) in [
        ("#####\n#@W.#\n#...#\n#####", 1, 2, "a window, grating or barrier needs walls, or others in its line, on two"),
        ("######\n#@...#\n#.WW.#\n#.WW.#\n#....#\n######", 2, 2, "a window, grating or barrier needs walls"),
        ("#####\n#.@.#\n#.D.#\n#...#\n#####", 2, 2, "a diagonal needs walls on exactly two sides"),
        ("#####\n#@.D#\n#####", 1, 3, "a diagonal needs walls on exactly two sides, which meet in a corner"),
        ("#####\n#@%.#\n#...#\n#####", 1, 2, "a door needs walls on two opposite sides"),
        ("#####\n#@B##\n#####", 1, 2, "a push-wall needs open floor on one side, and room to push it from"),
        ("######\n#@.B##\n####.#\n######", 1, 3, "a push-wall needs open floor"),
        ("##B##\n#@..#\n#####", 0, 2, "the border of the map must be wall"),
    ] {
        let findings = refusal(&level_text(map));
        let place = format!("deck.ron:{}:{}: {what}", first + row, column + 2);
        assert!(findings.starts_with(&place), "{findings} is not {place}");
    }
}

/// Returns a level with a cell `x` in its middle, the given legend entry for `x`, and more fields.
pub(crate) fn with_entry(entry: &str, more: &str) -> String {
    format!(
        "(name: \"\", legend: {{'#': (wall: \"hull\"), '@': (thing: Player), '.': (), 'x': {entry}}},
        map: [\"#####\", \"#@x.#\", \"#...#\", \"#####\"], {more})"
    )
}

#[test]
fn invalid_legend_entries_are_reported() {
    for (entry, what) in [
        ("(wall: \"a\", door: \"b\")", "a cell can hold a wall or a door, not both"),
        ("(pillar: \"a\", push: \"b\")", "a cell can hold a pillar or a push-wall, not both"),
        ("(lift: \"a\")", "`lift` requires `wall`"),
        ("(overlay: \"a\")", "`overlay` requires `wall`"),
        ("(wall: \"a\", lift: \"b\", face: 0)", "`face` requires a `lift`, a `switch` or `stairs` with an `overlay`"),
        (
            "(wall: \"a\", overlay: \"b\", face: 0)",
            "`face` requires a `lift`, a `switch` or `stairs` with an `overlay`",
        ),
        (
            "(wall: \"a\", overlay: \"b\", lift: \"c\", face: 30)",
            "a direction must be 0, 90, 180 or 270 degrees, got 30",
        ),
        (
            "(wall: \"a\", overlay: \"b\", lift: \"c\", face: 270)",
            "where the player can stand: turn its `face` towards floor",
        ),
        ("(push: \"a\", push_cells: 0)", "a push-wall must move 1 to 512 cells, got 0"),
        ("(window: \"a\", hang: Swinging)", "`hang` requires `door`"),
        ("(wall: \"a\", lock: A)", "`lock` and `locks_behind` require `door`"),
        ("(locks_behind: true)", "`lock` and `locks_behind` require `door`"),
        ("(door: \"a\", lock: D)", "unknown value `D`, expected one of `A`, `B`, `C`, `Sealed`"),
        ("(door: \"a\", hang: Loose)", "unknown value `Loose`, expected one of `Sliding`, `Swinging`"),
        ("(pillar: \"a\", pickup: \"clip\")", "'x': a pickup must be on open floor, found a pillar"),
        ("(wall: \"a\", lamp: ())", "a lamp must be over open floor, found a wall"),
        ("(lamp: (reach: 20))", "a lamp's reach must be 0.5 to 16 tiles, got 20"),
        ("(lamp: (colour: (0, 256, 0)))", "a colour must be three numbers from 0 to 255, got (0, 256, 0)"),
        ("(lamp: (mood: Gloomy))", "unknown value `Gloomy`, expected one of `Steady`, `Flicker`, `Pulse`"),
    ] {
        let findings = refusal(&with_entry(entry, ""));
        assert!(findings.contains(what), "{findings}");
        assert!(findings.starts_with("deck.ron:1:") || findings.starts_with("deck.ron:2:"), "{findings}");
    }
    let findings = refusal(&with_entry("()", "fog: (clear: 0.5)"));
    assert!(findings.contains("the fog's `clear` must be 1 to 1000 tiles, got 0.5"), "{findings}");
    let findings = refusal(&with_entry("()", "par: 0"));
    assert!(findings.contains("a par must be 1 to 36000 seconds, got 0"), "{findings}");
    let findings = refusal(&with_entry("(prop: \"crate\", pickup: \"clip\")", ""));
    assert!(findings.contains("a cell can hold a `pickup` or a `prop`, not both"), "{findings}");
}

#[test]
fn legend_entries_define_walls_doors_lamps_and_fog() {
    let read = |entry: &str, more: &str| Level::read("", with_entry(entry, more).as_bytes()).expect("a valid level");
    let names = |map: &Level, shape| match shape {
        CellShape::Wall { texture, overlay } => {
            (map.texture(texture).to_owned(), overlay.map(|of| map.texture(of).to_owned()))
        }
        CellShape::Lift { overlay, thrown, .. } => {
            (map.texture(thrown).to_owned(), overlay.map(|of| map.texture(of).to_owned()))
        }
        other => panic!("expected a wall, got {other:?}"),
    };
    let map = read("(wall: \"hull\", overlay: \"sign\")", "");
    assert_eq!(names(&map, map.cell(2, 1).shape), ("hull".to_owned(), Some("sign".to_owned())));
    let map = read("(wall: \"hull\", overlay: \"off\", lift: \"on\")", "");
    assert_eq!(names(&map, map.cell(2, 1).shape), ("on".to_owned(), Some("off".to_owned())));
    assert_eq!((map.fog, map.lamps.len()), (LevelFog { colour: [0; 3], clear: 11.0 }, 0));

    let map = read("(lamp: (colour: (255, 0, 7), reach: 2.5, mood: Flicker))", "fog: (colour: (9, 8, 7), clear: 30)");
    assert_eq!(map.lamps, [Lamp { x: 2, y: 1, colour: [255, 0, 7], reach: 2.5, mood: Mood::Flicker, off: false }]);
    assert_eq!(map.fog, LevelFog { colour: [9, 8, 7], clear: 30.0 });
    let map = read("(lamp: ())", "lights: [\"     \", \"     \", \"  x  \", \"     \"]");
    let white = |y| Lamp { x: 2, y, colour: [255; 3], reach: 5.0, mood: Mood::Steady, off: false };
    assert_eq!(map.lamps, [white(1), white(2)]);
    let twice = with_entry("(lamp: ())", "floors: [\"     \", \"  x  \", \"     \", \"     \"]");
    assert!(refusal(&twice).contains("a cell can have only one lamp, found two"), "{}", refusal(&twice));

    let hang = |map: &str| match shape(map, 2, 1) {
        CellShape::Door { hang, .. } => hang,
        other => panic!("expected a door, got {other:?}"),
    };
    assert_eq!(hang("#####\n#@+.#\n#####"), Hang::Sliding);
    assert_eq!(hang("#####\n#@%.#\n#####"), Hang::Swinging);
}

#[test]
fn deck_with_too_many_lamps_is_rejected() {
    let row = "x".repeat(300);
    let map = format!(
        "[\"{border}\", \"#@{row}#\", \"#.{row}#\", \"#.{row}#\", \"#.{row}#\", \"{border}\"]",
        border = "#".repeat(303)
    );
    let text = with_entry("(lamp: ())", "");
    let (before, _) = text.split_once("map:").expect("it has a map");
    let findings = refusal(&format!("{before} map: {map})"));
    assert!(findings.contains("the level must have at most 1000 lamps, got 1200"), "{findings}");
}

#[test]
fn layers_and_cell_list_add_to_the_map() {
    let text = "(name: \"\", legend: {
            '#': (wall: \"hull\"), '.': (), '@': (thing: Player), 'g': (floor: \"grate\"), '5': (light: 0.5),
        },
        map: [\"#####\", \"#@..#\", \"#####\"],
        floors: [\"     \", \" gg  \", \"     \"],
        lights: [\"     \", \"  5  \", \"     \"],
        things: [(at: (1, 1), facing: 90), (at: (3, 1), monster: \"shambler\")])";
    let map = Level::read("", text.as_bytes()).expect("a valid level");
    assert_eq!(map.texture(map.cell(1, 1).floor), "grate");
    assert_eq!(map.texture(map.cell(3, 1).floor), "plate");
    assert_eq!((map.cell(1, 1).light, map.cell(2, 1).light), (255, 128));
    assert!((map.player.facing - std::f32::consts::FRAC_PI_2).abs() < 1e-6);
    assert_eq!((map.things[0].kind, map.things[0].x), (ThingKind::Monster(MonsterIndex(0)), 3));

    let misplaced = text.replace("\" gg  \"", "\" g5  \"");
    assert!(refusal(&misplaced).contains("cannot be used in this layer"), "{}", refusal(&misplaced));
    let stray = text.replace("floor: \"grate\"", "floor: \"grate\", overlay: \"sign\"");
    assert!(refusal(&stray).starts_with("deck.ron:5:29: 'g': `overlay` requires `wall`"));
    let outside = text.replace("at: (3, 1)", "at: (9, 1)");
    assert!(refusal(&outside).contains("things[1] at (9, 1): the cell must be on the map, which has 5 by 3 cells"));
    let wall = text.replace("at: (3, 1)", "at: (4, 1)");
    assert!(refusal(&wall).contains("the cell must be open floor, found a wall"));
    let taken = text.replace("at: (3, 1)", "at: (1, 1)");
    assert!(refusal(&taken).contains("the cell is already occupied"));
    let nothing = text.replace("(at: (1, 1), facing: 90)", "(at: (1, 1))");
    assert!(refusal(&nothing).contains("the entry must have a `thing`"));
    let filled = text.replace("(at: (1, 1), facing: 90)", "(at: (1, 1), pillar: \"stone\")");
    assert!(refusal(&filled).contains("things[0] at (1, 1): a pillar cannot be listed: draw it on the map"));
    let bare = text.replace("(at: (1, 1), facing: 90)", "(at: (1, 1), overlay: \"sign\")");
    assert!(refusal(&bare).contains("things[0] at (1, 1): `overlay` requires `wall`"));
}

#[test]
fn cell_list_overrides_layers() {
    let text = "(name: \"\", legend: {
            '#': (wall: \"hull\"), '.': (), '@': (thing: Player), 'g': (floor: \"grate\"), '5': (light: 0.5),
        },
        map: [\"#####\", \"#@..#\", \"#####\"],
        floors: [\"     \", \" ggg \", \"     \"],
        lights: [\"     \", \" 555 \", \"     \"],
        things: [(at: (2, 1), floor: \"tile\", light: 1, lamp: (reach: 3), name: \"desk\"), (at: (3, 1), ceiling: \"duct\")])";
    let map = Level::read("", text.as_bytes()).expect("a valid level");
    let cell = |x| (map.texture(map.cell(x, 1).floor), map.texture(map.cell(x, 1).ceiling), map.cell(x, 1).light);
    assert_eq!([1, 2, 3].map(cell), [("grate", "panel", 128), ("tile", "panel", 255), ("grate", "duct", 128)]);
    assert_eq!((map.lamps.len(), map.lamps[0].x, map.lamps[0].reach), (1, 2, 3.0));
    assert_eq!((map.places[0].name.as_str(), &map.places[0].cells[..]), ("desk", &[(2, 1)][..]));
}

#[test]
fn unreachable_lift_causes_a_warning() {
    let warnings = |map: &str| findings(&Level::read("", level_text(map).as_bytes()).expect("a valid map"));
    assert!(warnings("#####\n#@..#\n#####")[0].contains("no exit"));
    assert!(warnings("######\n#@#.L#\n######")[0].contains("no path"));
    assert!(warnings("######\n#@G.L#\n######")[0].contains("no path"));
    assert!(warnings("######\n#@P.L#\n######")[0].contains("no path"));
    assert!(warnings("#####\n#@.DL\n###.#\n#####")[0].contains("no path"), "the diagonal hides it");
    assert!(warnings("#######\n#@B..L#\n#######")[0].contains("no path"), "the wall comes to rest before the lift");
    assert_eq!(warnings("########\n#@B....#\n###...L#\n########"), Vec::<String>::new());
    assert_eq!(warnings("#####\n#@.D#\n###.L\n#####"), Vec::<String>::new());
    assert_eq!(warnings("#####\n#@..L\n#####"), Vec::<String>::new());
}

#[test]
fn completely_invalid_map_is_rejected_quickly() {
    let row = "?".repeat(512);
    let rows = vec![row.as_str(); 512];
    assert_eq!(refusal(&drawn(&rows)).lines().count(), 8);
}

#[test]
fn deck_with_too_many_things_is_rejected() {
    let (border, crowd) = ("#".repeat(402), format!("#{}#", "z".repeat(400)));
    let map = format!("{border} {} {} {border}", crowd.replacen('z', "@", 1), [crowd.as_str(); 25].join(" "));
    let findings = refusal(&level_text(&map));
    assert!(findings.contains("the level must have at most 10000 things, got 10400"), "{findings}");
}
