//! Unwritable recordings are rejected before the game starts, in every mode.

use std::{
    path::Path,
    process::{Command, Stdio},
};

#[test]
fn impossible_path_is_reported_before_the_game_begins() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let demo = file.join("y.demo");
    let ways: [&[&str]; 3] = [&[], &["--text"], &["--terminal"]];
    for way in ways {
        let mut game = Command::new(env!("CARGO_BIN_EXE_hullbreach"));
        game.args(["levels/deck1.ron", "--mute"]).args(way).arg("--data-dir").arg(folder.path());
        game.arg("--record").arg(&demo).current_dir(&root).stdin(Stdio::null());
        let ended = game.output().expect("hullbreach must start");
        let stderr = String::from_utf8(ended.stderr).expect("stderr must be UTF-8");
        assert_eq!((ended.status.code(), ended.stdout.as_slice()), (Some(5), &b""[..]), "{way:?}: {stderr}");
        assert!(stderr.starts_with(&format!("hullbreach: {}", demo.display())), "{way:?}: {stderr}");
        assert!(stderr.contains("cannot be written") && stderr.lines().count() == 1, "{way:?}: {stderr}");
    }
}

#[test]
fn recording_is_not_a_file_that_the_game_reads() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (level, link) = (folder.path().join("mine.ron"), folder.path().join("mine.demo"));
    std::fs::copy(root.join("levels/deck1.ron"), &level).unwrap();
    std::fs::hard_link(&level, &link).unwrap();
    let ways: [&[&str]; 3] = [&[], &["--text"], &["--terminal"]];
    for way in ways {
        let mut game = Command::new(env!("CARGO_BIN_EXE_hullbreach"));
        game.arg(&level).arg("--mute").args(way).arg("--data-dir").arg(folder.path());
        game.arg("--record").arg(&link).current_dir(&root).stdin(Stdio::null());
        let ended = game.output().expect("hullbreach must start");
        let stderr = String::from_utf8(ended.stderr).expect("stderr must be UTF-8");
        assert_eq!((ended.status.code(), ended.stdout.as_slice()), (Some(3), &b""[..]), "{way:?}: {stderr}");
        assert!(stderr.contains("is the same file as") && stderr.lines().count() == 1, "{way:?}: {stderr}");
    }
    // The folder of mods is made at the first start.
    let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.filter(|name| name != "mods").count(), 2, "nothing must be written");
}
