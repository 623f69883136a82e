//! Levels outside of the game: saves and demos find them again from every folder.

use crate::command::{plain, root, scratch};
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

const ROOM: &str = "(name: \"Mine\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player),
    'L': (wall: \"lift_switch\", lift: \"lift_switch_on\")}, map: [\"######\", \"#@...L\", \"######\"])";

/// Runs `hullkit` in a folder with these lines on stdin.
fn hullkit_in(folder: &Path, arguments: &[&str], lines: &str) -> Output {
    let command = Command::new(env!("CARGO_BIN_EXE_hullkit"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut command = command.expect("hullkit starts");
    command.stdin.take().expect("it is a pipe").write_all(lines.as_bytes()).expect("hullkit reads");
    command.wait_with_output().expect("hullkit ends")
}

fn said(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

/// Writes a level of this name into a new folder. Returns the folder.
fn with_level(name: &str) -> PathBuf {
    let file = scratch(name);
    fs::create_dir_all(file.parent().expect("it has a folder")).expect("a folder can be made");
    fs::write(&file, ROOM).expect("the folder can be written");
    let depth = Path::new(name).components().count();
    file.ancestors().nth(depth).expect("it is below the folder").to_owned()
}

#[test]
fn demo_of_an_own_level_replays_from_every_folder() {
    // The second one has the name of a deck of the game.
    for name in ["my.ron", "levels/deck1.ron"] {
        let folder = with_level(name);
        let demo = folder.join("r.demo");
        let played = hullkit_in(&folder, &["run", name, "--bot", "--record", "r.demo"], "");
        assert!(played.status.success(), "{}", said(&played));
        let replayed = hullkit_in(&root(), &["demo", plain(&demo)], "");
        assert!(said(&replayed).ends_with("as recorded\n") && replayed.status.success(), "{}", said(&replayed));
    }
}

#[test]
fn save_of_an_own_level_resumes_without_naming_the_level() {
    let folder = with_level("my.ron");
    let (level, saves) = (folder.join("my.ron"), folder.join("saves"));
    let level = level.strip_prefix(root().canonicalize().unwrap()).unwrap_or(&level);
    let keeping = ["--save-dir", plain(&saves)];
    let game = [&["text", plain(level), "--ascii"], &keeping[..]].concat();
    let saved = hullkit_in(&root(), &game, "1 forward\n2 save a\n3 quit\n");
    assert!(said(&saved).contains("Saved as \"a\"."), "{}", said(&saved));
    let save = saves.join("slot-01.save");
    let load = [&["text", "--load", plain(&save), "--ascii"], &keeping[..]].concat();
    let loaded = hullkit_in(&root().join("crates"), &load, "");
    assert!(loaded.status.success() && !said(&loaded).contains("Restarting"), "{}", said(&loaded));
    // From a game of the campaign, by its name.
    let loaded = hullkit_in(&root(), &[&["text", "--ascii"], &keeping[..]].concat(), "1 load a\n");
    assert!(said(&loaded).contains("Loaded \"a\"."), "{}", said(&loaded));
    fs::remove_file(folder.join("my.ron")).unwrap();
    let gone = hullkit_in(&root(), &load, "");
    assert_eq!(gone.status.code(), Some(3), "{}", said(&gone));
    assert!(said(&gone).contains("my.ron\" is not installed"), "{}", said(&gone));
}

#[test]
fn relative_home_is_not_a_home() {
    let folder = with_level("my.ron");
    let mut game = Command::new(env!("CARGO_BIN_EXE_hullkit"));
    let game = game.args(["text", plain(&folder.join("my.ron"))]).current_dir(root()).env_clear();
    let played = game.env("HOME", "relative-home").stdin(Stdio::null()).output().expect("hullkit starts");
    assert!(!root().join("relative-home").exists(), "{}", said(&played));
}

#[cfg(target_os = "linux")]
#[test]
fn help_on_a_full_disk_is_an_error() {
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    for arguments in [&["--help"][..], &["--version"], &["run", "--help"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_hullkit")).args(arguments).stdout(full()).output().unwrap();
        assert_eq!(output.status.code(), Some(5), "{arguments:?}");
        assert!(said(&output).starts_with("stdout: cannot be written: "), "{}", said(&output));
    }
}

#[test]
fn demo_with_stored_content_plays_after_its_level_has_changed() {
    let folder = with_level("my.ron");
    let played = hullkit_in(&folder, &["run", "my.ron", "--bot", "--record", "r.demo"], "");
    assert!(played.status.success(), "{}", said(&played));
    let demo = plain(&folder.join("r.demo")).to_owned();
    let stored = hullkit_in(&root(), &["demo", &demo, "--store", "--heavy", "7"], "");
    assert!(
        said(&stored).contains(", as recorded, ") && said(&stored).contains(" ticks compared"),
        "{}",
        said(&stored)
    );
    fs::write(folder.join("my.ron"), ROOM.replace("@...L", "@..L#")).unwrap();
    let replayed = hullkit_in(&root(), &["demo", &demo], "");
    assert!(said(&replayed).ends_with("as recorded, with its own content\n"), "{}", said(&replayed));
    fs::remove_file(folder.join("my.ron")).unwrap();
    assert!(hullkit_in(&root(), &["demo", &demo], "").status.success(), "the level is not needed");
    fs::remove_dir_all(folder.join("content")).unwrap();
    let gone = hullkit_in(&root(), &["demo", &demo], "");
    assert!(gone.status.code() == Some(5) && said(&gone).contains("my.ron: cannot be read"), "{}", said(&gone));
}
