//! Properties whose types and values are spelled in other ways, and wrong ones, which are reported with their line.

use level::Level;
use tiled_map::{Import, export, import};

/// Returns a small level as a map whose lamp, or medkit for `skill`, has some more properties.
fn map(properties: &str) -> String {
    let text =
        "(name: \"Box\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player), 'l': (lamp: (mood: Pulse)), 'm': (pickup: \"medkit\")},
        map: [\"#####\", \"#@.m#\", \"#####\"], lights: [\"     \", \"  l  \", \"     \"])";
    let level = Level::read("box.ron", text.as_bytes()).expect("a good level");
    let map = export(&level, &[], "box.png").expect("the level can be exported").tmx;
    let class = if properties.contains("\"skill\"") { "pickup" } else { "mood" };
    let is_replaced = |line: &&str| {
        let name = line.split_once("<property name=").and_then(|(_, rest)| rest.split(' ').next());
        name.is_some_and(|name| properties.contains(name))
    };
    let map = map.lines().filter(|line| !is_replaced(line)).collect::<Vec<&str>>().join("\n");
    let place = map.find(&format!("<property name=\"{class}\"")).unwrap_or_else(|| panic!("{class} is not in\n{map}"));
    format!("{}\n{properties}\n{}", &map[..place], &map[place..])
}

fn read(properties: &str) -> Result<Import, String> {
    import("box.tmx", map(properties).as_bytes(), |file| Err(format!("there is no {file}")))
}

#[test]
fn values_are_read_in_other_spellings() {
    let level_of = |property: &str| {
        let Import { level, notes } = read(property).unwrap_or_else(|what| panic!("{property}: {what}"));
        assert_eq!(notes, [""; 0], "{property}");
        level
    };
    for (plain, others) in [
        (
            "name=\"off\" type=\"bool\" value=\"true\"",
            &[
                "name=\"off\" type=\"bool\" value=\"True\"",
                "value=\"TRUE\" type=\"bool\" name=\"off\"",
                "name=\"off\" type=\"bool\" value=\"1\"",
                "name=\"off\" type=\" bool \" value=\" true&#10;\"",
                "name=\"off\" value=\"True\"",
                "name=\"off\" value=\"true\" type=\"\"",
            ][..],
        ),
        (
            "name=\"off\" type=\"bool\" value=\"false\"",
            &[
                "name=\"off\" type=\"bool\" value=\"False\"",
                "name=\"off\" type=\"bool\" value=\"0\"",
                "name=\"off\" value=\"FALSE\"",
            ],
        ),
        (
            "name=\"reach\" type=\"float\" value=\"0.5\"",
            &[
                "name=\"reach\" type=\"float\" value=\" +.5 \"",
                "name=\"reach\" type=\"float\" value=\"5e-1\"",
                "name=\"reach\" value=\" 0.5 \"",
            ],
        ),
        (
            "name=\"skill\" type=\"int\" value=\"3\"",
            &[
                "name=\"skill\" type=\"int\" value=\" +3 \"",
                "name=\"skill\" type=\"int\" value=\"3.0\"",
                "name=\"skill\" value=\"3\"",
            ],
        ),
        (
            "name=\"colour\" type=\"color\" value=\"#ff112233\"",
            &[
                "name=\"colour\" type=\"color\" value=\"#112233\"",
                "name=\"colour\" type=\"color\" value=\" 112233 \"",
                "name=\"colour\" type=\"color\" value=\"#123\"",
                "name=\"colour\" value=\"(17, 34, 51)\"",
            ],
        ),
    ] {
        let level = level_of(&format!("<property {plain}/>"));
        for other in others {
            assert!(level_of(&format!("<property {other}/>")) == level, "{other}");
        }
        // The value may also be the text of the element.
        let text = plain.replacen("value=\"", "/", 1);
        let (start, value) = text.split_once('/').expect("the value");
        let text = format!("<property {start}>\n{}\n</property>", value.trim_end_matches('"'));
        assert!(level_of(&text) == level, "{text}");
    }
}

#[test]
fn invalid_values_are_reported_with_line_and_name() {
    for (property, what) in [
        ("name=\"off\" type=\"bool\" value=\"maybe\"", "the property 'off' must be true or false, got 'maybe'"),
        ("name=\"off\" type=\"bool\" value=\"\"", "the property 'off' must be true or false, got ''"),
        ("name=\"off\" type=\"bool\"", "the property 'off' must be true or false, got ''"),
        ("name=\"off\" type=\"bool\" value=\"2\"", "the property 'off' must be true or false, got '2'"),
        ("name=\"reach\" type=\"float\" value=\"0,5\"", "the property 'reach' must be a number such as 0.5, got '0,5'"),
        ("name=\"reach\" type=\"float\" value=\"\"", "the property 'reach' must be a number such as 0.5, got ''"),
        (
            "name=\"skill\" type=\"int\" value=\"3.5\"",
            "the property 'skill' must be a whole number from -2147483648 to 2147483647, got '3.5'",
        ),
        ("name=\"skill\" type=\"int\" value=\"2147483648\"", "from -2147483648 to 2147483647, got '2147483648'"),
        ("name=\"skill\" type=\"int\" value=\"three\"", "from -2147483648 to 2147483647, got 'three'"),
        ("name=\"colour\" type=\"color\" value=\"\"", "the property 'colour' must be a colour such as #ff8000, got ''"),
        (
            "name=\"colour\" type=\"color\" value=\"#12345\"",
            "the property 'colour' must be a colour such as #ff8000, got '#12345'",
        ),
        (
            "name=\"colour\" type=\"color\" value=\"#11ü33\"",
            "the property 'colour' must be a colour such as #ff8000, got '#11ü33'",
        ),
        ("name=\"at\" type=\"object\" value=\"-1\"", "the property 'at' must be the number of an object, got '-1'"),
        (
            "name=\"off\" type=\"String\" value=\"true\"",
            "the type of the property 'off' must be one of bool, class, color, file, float, int, list, object, string, got 'String'",
        ),
        ("name=\"off\" type=\"boolean\" value=\"true\"", "got 'boolean'"),
        ("name=\"off\" type=\"enum\" value=\"true\"", "got 'enum'"),
    ] {
        let error = read(&format!("<property {property}/>")).map(|read| read.notes).expect_err(property);
        let map = map(&format!("<property {property}/>"));
        let line = map[..map.find(property).expect("the property")].matches('\n').count() + 1;
        assert!(error.starts_with(&format!("box.tmx:{line}:1: ")), "{property}: {error}");
        assert!(error.contains(what) && error.lines().count() == 1, "{property}: {error}");
    }
    // Values inside lists and classes are checked, too.
    for inner in [
        "<property name=\"a\" type=\"list\"><item type=\"int\" value=\"x\"/></property>",
        "<property name=\"a\" type=\"class\"><properties><property name=\"b\" type=\"int\" value=\"x\"/></properties></property>",
    ] {
        let error = read(inner).map(|read| read.notes).expect_err(inner);
        assert!(error.starts_with("box.tmx:") && error.contains("must be a whole number"), "{error}");
    }
}

#[test]
fn values_that_have_no_effect_become_notes() {
    let notes = |properties: &str| read(properties).unwrap_or_else(|what| panic!("{properties}: {what}")).notes;
    let twice = notes(
        "<property name=\"off\" type=\"bool\" value=\"false\"/>\n<property name=\"off\" type=\"bool\" value=\"1\"/>",
    );
    let [note] = &twice[..] else { panic!("{twice:?}") };
    assert!(note.starts_with("line ") && note.ends_with("the property 'off' is replaced by a later one"), "{note}");
    let both = notes("<property name=\"off\" type=\"bool\" value=\"false\">true</property>");
    let [note] = &both[..] else { panic!("{both:?}") };
    assert!(note.ends_with("the text of the property 'off' is not read, because it has a `value`"), "{note}");
    let map =
        map("").replacen("<image ", "<properties><property name=\"wall\" value=\"hull\"/></properties><image ", 1);
    let read = import("box.tmx", map.as_bytes(), |_| Err(String::new())).expect("a good map");
    assert_eq!(read.notes, ["ignored the properties of the tileset 'hullbreach'"]);
}
