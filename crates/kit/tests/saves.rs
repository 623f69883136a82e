//! Saves on the command line: written, told, gone on from, refused; and none is lost when its writer is killed.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const DECK: &str = "levels/deck1.ron";

/// Runs `hullkit` with these arguments in the game's folder: the exit code, and what was printed on stdout and stderr.
fn hullkit(arguments: &[&str]) -> (i32, String, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let run = Command::new(env!("CARGO_BIN_EXE_hullkit")).args(arguments).current_dir(root).output();
    let output = run.expect("hullkit starts");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("hullkit prints text");
    (output.status.code().expect("hullkit ends by itself"), text(&output.stdout), text(&output.stderr))
}

/// What a command printed if it went well: one object.
fn object(arguments: &[&str]) -> Value {
    let (code, stdout, stderr) = hullkit(arguments);
    assert_eq!((code, stderr.as_str()), (0, ""));
    serde_json::from_str(&stdout).expect("stdout is one object of JSON")
}

/// A path in the tests' own folder, where nothing is left of an earlier test.
fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn a_shell_script_can_prove_that_a_save_goes_on_as_if_nobody_had_left() {
    let save = scratch("half.save");
    let straight = object(&["run", DECK, "--seconds", "12"]);
    let saved = object(&["run", DECK, "--seconds", "12", "--save-at", "5", "--save", text(&save)]);
    let loaded = object(&["run", DECK, "--seconds", "12", "--load", text(&save)]);
    for field in ["seed", "ticks", "outcome", "state_hash"] {
        assert_eq!(straight[field], saved[field], "{field}");
        assert_eq!(straight[field], loaded[field], "{field}");
    }
    let shown = object(&["save", text(&save), "--json"]);
    assert_eq!((&shown["level"], &shown["ticks"], &shown["skill"]), (&DECK.into(), &600.into(), &2.into()));
    assert_eq!((&shown["fits"], &shown["misfit"]), (&true.into(), &Value::Null));
    assert_eq!(shown["state_hash"], object(&["run", DECK, "--seconds", "5"])["state_hash"]);
    assert_eq!(shown["carried"]["held"], "pistol");
}

#[test]
fn a_run_that_goes_on_from_a_save_can_be_recorded_and_seen_again() {
    let (save, demo) = (scratch("begun.save"), scratch("rest.demo"));
    object(&["run", DECK, "--bot", "--seconds", "5", "--save", text(&save)]);
    let loaded = object(&["run", DECK, "--bot", "--seconds", "9", "--load", text(&save), "--record", text(&demo)]);
    let again = object(&["run", DECK, "--demo", text(&demo)]);
    assert_eq!((&loaded["ticks"], &loaded["state_hash"]), (&1080.into(), &again["state_hash"]));
    assert_eq!(loaded["ticks"], again["ticks"]);
}

#[test]
fn a_save_of_other_rules_or_another_level_says_so_and_is_not_gone_on_from() {
    let save = scratch("other.save");
    object(&["run", DECK, "--seconds", "1", "--save", text(&save)]);
    let classic = ["--rules", "assets/rules/classic.ron"];
    let shown = object(&[&["save", text(&save), "--json"][..], &classic].concat());
    assert_eq!(shown["fits"], false);
    let (code, told, _) = hullkit(&[&["save", text(&save)][..], &classic].concat());
    assert_eq!(code, 0);
    assert!(told.contains("changed since), but its deck can be begun again"), "{told}");
    let (code, _, stderr) = hullkit(&[&["run", DECK, "--load", text(&save)][..], &classic].concat());
    assert_eq!(code, 3);
    assert!(stderr.contains("changed since"), "{stderr}");
    let (code, _, stderr) = hullkit(&["run", "levels/deck2.ron", "--load", text(&save)]);
    assert_eq!((code, stderr), (3, format!("{}: {DECK} has changed since\n", save.display())));
}

#[test]
fn what_is_no_whole_save_is_refused_in_one_sentence() {
    let save = scratch("bad.save");
    object(&["run", DECK, "--seconds", "1", "--save", text(&save)]);
    let whole = fs::read(&save).unwrap();
    let mut changed = whole.clone();
    changed[400] ^= 1;
    let bad: [(&[u8], &str); 4] = [
        (b"a letter", "not a save"),
        (&whole[..whole.len() / 2], "cut short"),
        (&changed, "damaged"),
        (&whole[..8], "cut short"),
    ];
    for (bytes, sentence) in bad {
        fs::write(&save, bytes).unwrap();
        for command in [&["run", DECK, "--load", text(&save)][..], &["save", text(&save)]] {
            let (code, stdout, stderr) = hullkit(command);
            assert_eq!((code, stdout.as_str(), stderr.lines().count()), (3, "", 1), "{stderr}");
            assert!(stderr.starts_with(text(&save)) && stderr.contains(sentence), "{stderr}");
        }
    }
    assert_eq!(hullkit(&["save", "none.save"]).0, 5);
    assert_eq!(hullkit(&["run", DECK, "--load", "none.save"]).0, 5);
    assert_eq!(hullkit(&["run", DECK, "--seconds", "1", "--save", "/proc/none/x.save"]).0, 5);
    assert_eq!(hullkit(&["run", DECK, "--save-at", "1"]).0, 2);
}

#[test]
fn no_save_is_lost_when_its_writer_is_killed() {
    let figures = object(&["bench", "saves", "--seconds", "2", "--kills", "1000", "--json"]);
    assert_eq!((&figures["kills"], &figures["lost"]), (&1000.into(), &0.into()));
    for field in ["save_us", "load_us", "bytes"] {
        assert!(figures[field].as_f64().is_some_and(|number| number > 0.0), "{field}: {figures}");
    }
}
