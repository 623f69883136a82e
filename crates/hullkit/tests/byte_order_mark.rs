//! Editors on Windows begin text files with a byte order mark (U+FEFF). Every command reads such a file like one without.

use crate::command::{hullkit, plain, scratch};
use std::{fs, path::PathBuf};

/// A hall for a body.
const HALL: &str =
    r#"(name: "Hall", legend: { 'W': (wall: "hull"), '.': (), '@': (thing: Player) }, map: ["WWWW", "W@.W", "WWWW"])"#;
/// A level of Retro Rampage.
const RETRO: &str = r#"{"width": 3, "tiles": [1, 1, 1, 1, 0, 1, 1, 1, 1], "things": [0, 0, 0, 0, 1, 0, 0, 0, 0]}"#;

/// Writes a file of this name with a hall next to it. Returns its path.
fn written(name: &str, text: &str) -> PathBuf {
    let path = scratch(name);
    fs::write(path.with_file_name("hall.ron"), HALL).expect("the test's folder can be written");
    fs::write(&path, text).expect("the test's folder can be written");
    path
}

#[test]
fn byte_order_mark_is_not_part_of_a_file() {
    for (command, name, text, more) in [
        ("count", "count.json", r#"[["add", "Ale"], ["total"]]"#, &[][..]),
        ("queue", "queue.json", r#"{"queue": "min", "ops": [["enqueue", "axe", 1], ["dequeue"]]}"#, &[]),
        ("body", "script.ron", r#"(level: "hall.ron", ticks: 2, events: [])"#, &["--json"]),
        ("breach", "ship.txt", "#####\n#.+.#\n#####\n", &["1", "1", "--json"]),
        ("path", "plain.txt", "091\n191\n111\n", &["--plain", "--from", "0,0", "--to", "2,0"]),
        ("sight", "plain.txt", "####\r\n#..#\r\n####\r\n", &["--plain", "--at", "1,1"]),
        ("lua", "script.lua", "return 1", &["--json"]),
        ("check", "level.ron", HALL, &[]),
    ] {
        let run = |text: &str| {
            let path = written(name, text);
            let (code, stdout, stderr) = hullkit(&[&[command, plain(&path)][..], more].concat());
            let folder = format!("{}/", plain(path.parent().expect("it is in a folder")));
            (code, stdout.replace(&folder, ""), stderr.replace(&folder, ""))
        };
        let (without, with) = (run(text), run(&format!("\u{feff}{text}")));
        assert_eq!(without, with, "{command}");
        assert_ne!(without.0, 2, "{command}: {}", without.2);
    }
}

#[test]
fn byte_order_mark_is_not_part_of_an_imported_level() {
    let run = |text: &str| {
        let path = written("tower.json", text);
        let out = path.with_extension("ron");
        let (code, _, stderr) = hullkit(&["import", "retro-rampage", plain(&path), "--out", plain(&out)]);
        assert_eq!(code, 0, "{stderr}");
        fs::read_to_string(out).expect("the level is written")
    };
    assert_eq!(run(RETRO), run(&format!("\u{feff}{RETRO}")));
}

#[test]
fn errors_after_a_byte_order_mark_have_the_column_of_an_editor() {
    for (command, text, more, place) in [
        ("count", "[x]", &[][..], ":1:2: "),
        ("breach", "#?#\n", &["0", "0"], ":1:2: `?` is not"),
        ("path", "0a\n", &["--plain", "--from", "0,0", "--to", "0,0"], ":1:2: `a` is not"),
        ("body", "(x)", &[], ":1:2-1:3: "),
    ] {
        let path = written("wrong", &format!("\u{feff}{text}"));
        let (code, _, stderr) = hullkit(&[&[command, plain(&path)][..], more].concat());
        assert!(code == 3 && stderr.contains(place), "{command}: {stderr}");
    }
}
