//! `hullkit damage` as users run it.

use crate::command::hullkit;
use std::{fs, path::PathBuf};

/// Returns the exit code, stdout and stderr.
fn damage(arguments: &[&str]) -> (i32, String, String) {
    let (code, stdout, stderr) = hullkit(&[&["damage"], arguments].concat());
    (code, stdout.trim_end().to_owned(), stderr.trim_end().to_owned())
}

#[test]
fn filters_apply_in_the_given_order() {
    const BEFORE: &str = "fire=100,physical=20";
    let (room, ring) = ("fire>fire=1.5", "fire>fire=0, fire>ice=0.7");
    for (arguments, printed) in [
        (
            &["--damage", BEFORE, "--filter", room, "--filter", ring][..],
            r#"{"physical":20,"poison":0,"fire":0,"ice":105,"holy":0,"elec":0}"#,
        ),
        (
            &["--damage", BEFORE, "--filter", ring, "--filter", room],
            r#"{"physical":20,"poison":0,"fire":0,"ice":70,"holy":0,"elec":0}"#,
        ),
        (&["--damage", BEFORE], r#"{"physical":20,"poison":0,"fire":100,"ice":0,"holy":0,"elec":0}"#),
        (
            &["--damage", "physical=50,poison=10", "--filter", "physical>fire=1.0,physical>physical=0.5"],
            r#"{"physical":25,"poison":10,"fire":50,"ice":0,"holy":0,"elec":0}"#,
        ),
        (
            &["--damage", "fire=1,ice=-7", "--filter", "fire>fire=-0.25,fire>elec=1e3"],
            r#"{"physical":0,"poison":0,"fire":-0.25,"ice":-7,"holy":0,"elec":1000}"#,
        ),
    ] {
        assert_eq!(damage(arguments), (0, printed.to_owned(), String::new()));
    }
}

#[test]
fn invalid_damage_arguments_are_reported() {
    const ELEMENTS: &str = "`physical`, `poison`, `fire`, `ice`, `holy`, `elec`";
    for (arguments, sentence) in [
        (
            ["--damage", "water=1", "--filter", "fire>fire=1"],
            format!("error: --damage: there is no element `water`; there are {ELEMENTS}"),
        ),
        (
            ["--damage", "fire=1", "--filter", "fire>steam=1"],
            format!("error: --filter: there is no element `steam`; there are {ELEMENTS}"),
        ),
        (
            ["--damage", "fire=1", "--filter", "fire=1"],
            "error: --filter: `fire=1` does not have the form fire>ice=0.7".to_owned(),
        ),
        (
            ["--damage", "fire=1", "--filter", "fire>fire=nan"],
            "error: --filter: the value must be a number from -10^100 to 10^100, got NaN".to_owned(),
        ),
    ] {
        assert_eq!(damage(&arguments), (2, String::new(), sentence));
    }
    assert_eq!(damage(&[]).0, 2);
}

/// Writes a file of this name with this text. Returns its path.
fn file(name: &str, text: impl AsRef<[u8]>) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("the test's folder can be written");
    path.to_str().expect("a path is text").to_owned()
}

#[test]
fn filter_files_and_options_keep_their_order() {
    const BEFORE: &str = "fire=100,physical=20";
    let ring = file(
        "ring.xml",
        r#"<?xml version="1.0"?>
        <filter><set source="fire" target="fire" value="0"/><set source="fire" target="ice" value="0.7"/></filter>"#,
    );
    let room =
        file("room.xml", r#"<filters><filter><set source="fire" target="fire" value="1.5"/></filter></filters>"#);
    let after = |ice: u32| format!(r#"{{"physical":20,"poison":0,"fire":0,"ice":{ice},"holy":0,"elec":0}}"#);
    for (arguments, ice) in [
        (["--filter", "fire>fire=1.5", "--filter-file", &ring], 105),
        (["--filter-file", &ring, "--filter", "fire>fire=1.5"], 70),
        (["--filter-file", &room, "--filter-file", &ring], 105),
        (["--filter-file", &ring, "--filter-file", &room], 70),
        (["--filter-file", &room, "--filter", "fire>fire=0,fire>ice=0.7"], 105),
    ] {
        let arguments = [&["--damage", BEFORE], &arguments[..]].concat();
        assert_eq!(damage(&arguments), (0, after(ice), String::new()), "{arguments:?}");
    }
    let all = ["--filter", "ice>holy=1", "--filter-file", &ring, "--filter", "ice>ice=2", "--filter-file", &room];
    let printed = damage(&[&["--damage", BEFORE], &all[..]].concat()).1;
    assert_eq!(printed, after(140));
}

#[test]
fn invalid_filter_files_are_refused_with_line_and_column() {
    let bomb = "<!DOCTYPE f [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]>\n<filter>&b;</filter>";
    for (name, text, what) in [
        ("root.xml", "<layout/>", ":1:1: the root element must be `<filter>` or `<filters>`, got `<layout>`"),
        ("open.xml", "<filter>\n", ":2:1: `<filter>` of line 1 is not closed"),
        ("bomb.xml", bomb, ":1:1: a document type with declarations is not supported: remove it"),
        ("cell.xml", "<filter>\n  <set source=\"fire\" target=\"ice\"/></filter>", ":2:3: `<set>` lacks `value`"),
        ("none.xml", "", ":1:1: the file must have one root element, found none"),
    ] {
        let path = file(name, text);
        let told = damage(&["--damage", "fire=1", "--filter-file", &path]);
        assert_eq!(told, (3, String::new(), format!("{path}{what}")));
    }
    assert_eq!(damage(&["--damage", "fire=1", "--filter-file", "not/there.xml"]).0, 5);
}

#[test]
#[cfg(target_os = "linux")]
fn endless_filter_file_is_refused() {
    let (code, _, stderr) = damage(&["--damage", "fire=1", "--filter-file", "/dev/zero"]);
    assert_eq!(code, 3, "{stderr}");
}

#[test]
fn ten_thousand_filters_are_accepted() {
    let filter = r#"<filter><set source="fire" target="fire" value="-1e99"/></filter>"#;
    let path = file("many.xml", format!("<filters>{}</filters>", filter.repeat(10_001)));
    let printed = damage(&["--damage", "fire=1", "--filter-file", &path]).1;
    assert_eq!(printed, r#"{"physical":0,"poison":0,"fire":-1e+100,"ice":0,"holy":0,"elec":0}"#);
}
