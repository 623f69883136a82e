//! The files that output commands must not replace: their inputs, files that the user did not name, and files of
//! another kind.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

const DECK: &str = "levels/samples/doors.ron";

/// Runs `hullkit` in the game folder. Returns exit code and stderr.
fn hullkit(arguments: &[&str]) -> (Option<i32>, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut hullkit = Command::new(env!("CARGO_BIN_EXE_hullkit"));
    let output = hullkit.args(arguments).current_dir(root).output().expect("hullkit starts");
    (output.status.code(), String::from_utf8(output.stderr).expect("hullkit prints text"))
}

/// Creates a folder with a level, a hard link to it and a drawing of its author.
fn folder() -> (TempDir, impl Fn(&str) -> String) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().to_owned();
    let file = move |name: &str| path.join(name).to_str().expect("a plain path").to_owned();
    let deck = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(DECK);
    fs::copy(deck, file("a.ron")).expect("it can be copied");
    fs::hard_link(file("a.ron"), file("hard.ron")).expect("it can be linked");
    fs::write(file("a.png"), "my drawing").expect("it can be written");
    (folder, file)
}

/// Runs a command that must fail with one line that contains `what` and must not change the file.
fn refused(file: &str, arguments: &[&str], what: &str) {
    let before = fs::read(file).expect("it is there");
    let (code, stderr) = hullkit(arguments);
    // A pipeline may have warnings before the error.
    let errors: Vec<&str> = stderr.lines().filter(|line| !line.contains(": warning: ")).collect();
    assert_eq!((code, errors.len()), (Some(2), 1), "{arguments:?}: {stderr}");
    assert!(stderr.contains(what), "{arguments:?}: {stderr}");
    assert!(fs::read(file).expect("it is there") == before, "{arguments:?}");
}

#[test]
fn input_files_are_never_written() {
    let (_folder, file) = folder();
    let (level, dotted) = (file("a.ron"), file("./a.ron"));
    let (map, save, rules) = (file("c.tmx"), file("c.save"), file("rules.ron"));
    assert_eq!(hullkit(&["export", "tiled", &level, "--out", &map]).0, Some(0));
    assert_eq!(hullkit(&["run", &level, "--seconds", "1", "--save", &save]).0, Some(0));
    fs::write(&rules, "(skills: [])").expect("it can be written");
    let same: &[(&str, &[&str])] = &[
        (&map, &["import", "tiled", &map, "--out", &map, "--force"]),
        (&level, &["import", "retro-rampage", &level, "--out", &dotted]),
        (&level, &["picture", &level, "--out", &file("link.png")]),
        (&level, &["shot", &level, "--out", &file("link.png")]),
        (&rules, &["shot", &level, "--rules", &rules, "--out", &file("rules.png")]),
        (&level, &["run", &level, "--seconds", "1", "--save", &dotted]),
        (&level, &["run", &level, "--seconds", "1", "--save", &file("hard.ron"), "--force"]),
        (&level, &["run", &level, "--seconds", "1", "--record", &dotted]),
        (&save, &["run", &level, "--seconds", "2", "--load", &save, "--save", &save]),
        (&save, &["run", &level, "--seconds", "2", "--load", &save, "--record", &save]),
        (&level, &["text", &level, "--record", &file("hard.ron"), "--save-dir", &file("saves")]),
        (&level, &["terminal", &level, "--record", &level, "--save-dir", &file("saves")]),
    ];
    link("a.ron", &file("link.png"));
    link("rules.ron", &file("rules.png"));
    for (input, arguments) in same {
        refused(input, arguments, "the same file as");
    }
    let both = file("new.save");
    let (code, stderr) = hullkit(&["run", &level, "--seconds", "1", "--save", &both, "--record", &file("./new.save")]);
    assert!(code == Some(2) && stderr.contains("the same file as"), "{stderr}");
    assert!(!Path::new(&both).exists());
}

/// Creates a symbolic link, or a hard link where there are none.
fn link(target: &str, link: &str) {
    #[cfg(unix)]
    std::os::unix::fs::symlink(target, link).expect("it can be linked");
    #[cfg(not(unix))]
    fs::hard_link(Path::new(link).with_file_name(target), link).expect("it can be linked");
}

#[test]
fn unnamed_file_is_replaced_only_with_force() {
    let (folder, file) = folder();
    let (level, map, sheet) = (file("a.ron"), file("a.tmx"), file("a.png"));
    let export = ["export", "tiled", level.as_str(), "--out", map.as_str()];
    refused(&sheet, &export, "add --force");
    assert!(!Path::new(&map).exists(), "all files are written or none");
    assert_eq!(hullkit(&[&export[..], &["--force"]].concat()).0, Some(0));
    assert!(fs::read(&sheet).expect("it is there").starts_with(b"\x89PNG"));
    // The tile image of an earlier export may be replaced, even if another level was exported.
    assert_eq!(hullkit(&export).0, Some(0));
    assert_eq!(hullkit(&["export", "tiled", "levels/deck1.ron", "--out", &map]).0, Some(0));
    let decks = file("d.ron");
    fs::write(file("d2.ron"), "mine").expect("it can be written");
    let pipeline = "assets/pipelines/labyrinth_a.ron";
    let many = ["generate", pipeline, "--seed", "1", "--count", "2", "--out", decks.as_str()];
    refused(&file("d2.ron"), &many, "add --force");
    assert!(!Path::new(&file("d1.ron")).exists(), "all files are written or none");
    let ship = file("ship");
    fs::create_dir(&ship).expect("it can be made");
    fs::write(file("ship/deck2.ron"), "mine").expect("it can be written");
    refused(&file("ship/deck2.ron"), &["generate", "--ship", "--seed", "1", "--out", &ship], "add --force");
    assert_eq!(fs::read_dir(folder.path().join("ship")).expect("it is there").count(), 1);
    let views = file("views.ron");
    let text = format!("(decks: [(name: \"v\", level: {level:?}, views: [(at: (2.5, 1.5), facing: 0)])])");
    fs::write(&views, text).expect("it can be written");
    fs::write(file("ship/v_1.png"), "mine").expect("it can be written");
    refused(&file("ship/v_1.png"), &["shot", "--views", &views, "--out", &ship], "add --force");
}

#[test]
fn file_of_another_kind_is_replaced_only_with_force() {
    let (_folder, file) = folder();
    let (level, save, demo) = (file("a.ron"), file("a.save"), file("a.demo"));
    assert_eq!(hullkit(&["run", &level, "--seconds", "1", "--save", &save, "--record", &demo]).0, Some(0));
    let image = file("shot.png");
    assert_eq!(hullkit(&["shot", &level, "--out", &image]).0, Some(0));
    assert_eq!(hullkit(&["shot", &level, "--out", &image]).0, Some(0), "a file of the same kind is replaced");
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/campaign.ron"), file("campaign.ron"))
        .expect("it can be copied");
    let pipeline = "assets/pipelines/labyrinth_a.ron";
    let generate = |out: &str| ["generate", pipeline, "--seed", "1", "--out", out].map(str::to_owned);
    for other in ["a.save", "a.demo", "shot.png", "campaign.ron"].map(&file) {
        let generate = generate(&other);
        refused(&other, &generate.each_ref().map(String::as_str), "is not a level: ");
    }
    for other in [&level, &demo, &image] {
        refused(other, &["run", DECK, "--seconds", "1", "--save", other], "is not a save: ");
    }
    fs::copy(&save, file("save.png")).expect("it can be copied");
    refused(&file("save.png"), &["picture", &level, "--out", &file("save.png")], "is not a PNG image: ");
    refused(&file("save.png"), &["shot", &level, "--out", &file("save.png")], "is not a PNG image: ");
    let forced = generate(&demo);
    let forced: Vec<&str> = forced.iter().map(String::as_str).chain(["--force"]).collect();
    assert_eq!(hullkit(&forced).0, Some(0));
    assert!(fs::read_to_string(&demo).is_ok_and(|text| text.contains("map:")));
}
