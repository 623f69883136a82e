//! Saves on the command line: written, printed, continued and refused. No save is lost when its writer is killed.

use crate::command::{hullkit, plain, scratch};
use serde_json::Value;
use std::fs;

const DECK: &str = "levels/deck1.ron";

/// Returns the output of a successful command: one object.
fn object(arguments: &[&str]) -> Value {
    let (code, stdout, stderr) = hullkit(arguments);
    assert_eq!((code, stderr.as_str()), (0, ""));
    serde_json::from_str(&stdout).expect("stdout is one JSON object")
}

#[test]
fn run_continued_from_a_save_equals_an_uninterrupted_run() {
    let save = scratch("half.save");
    let straight = object(&["run", DECK, "--seconds", "12"]);
    let saved = object(&["run", DECK, "--seconds", "12", "--save-at", "5", "--save", plain(&save)]);
    let loaded = object(&["run", DECK, "--seconds", "12", "--load", plain(&save)]);
    for field in ["seed", "ticks", "outcome", "state_hash"] {
        assert_eq!(straight[field], saved[field], "{field}");
        assert_eq!(straight[field], loaded[field], "{field}");
    }
    let shown = object(&["save", plain(&save), "--json"]);
    assert_eq!((&shown["level"], &shown["ticks"], &shown["skill"]), (&DECK.into(), &600.into(), &2.into()));
    assert_eq!((&shown["fits"], &shown["misfit"]), (&true.into(), &Value::Null));
    assert_eq!(shown["state_hash"], object(&["run", DECK, "--seconds", "5"])["state_hash"]);
    assert_eq!(shown["carried"]["held"], "pistol");
}

#[test]
fn run_continued_from_a_save_can_be_recorded_and_replayed() {
    let (save, demo) = (scratch("begun.save"), scratch("rest.demo"));
    object(&["run", DECK, "--bot", "--seconds", "5", "--save", plain(&save)]);
    let loaded = object(&["run", DECK, "--bot", "--seconds", "9", "--load", plain(&save), "--record", plain(&demo)]);
    let again = object(&["run", DECK, "--demo", plain(&demo)]);
    assert_eq!((&loaded["ticks"], &loaded["state_hash"]), (&1080.into(), &again["state_hash"]));
    assert_eq!(loaded["ticks"], again["ticks"]);
}

#[test]
fn save_of_other_rules_or_level_is_not_continued() {
    let save = scratch("other.save");
    object(&["run", DECK, "--seconds", "1", "--save", plain(&save)]);
    let classic = ["--rules", "assets/rules/classic.ron"];
    let shown = object(&[&["save", plain(&save), "--json"][..], &classic].concat());
    assert_eq!(shown["fits"], false);
    let (code, told, _) = hullkit(&[&["save", plain(&save)][..], &classic].concat());
    assert_eq!(code, 0);
    let wanted = "cannot continue here, but its deck can be restarted: the file of rules, ";
    assert!(told.contains(wanted) && told.ends_with("changed since\n"), "{told}");
    let (code, _, stderr) = hullkit(&[&["run", DECK, "--load", plain(&save)][..], &classic].concat());
    assert_eq!(code, 3);
    assert!(stderr.contains("changed since"), "{stderr}");
    let (code, _, stderr) = hullkit(&["run", "levels/deck2.ron", "--load", plain(&save)]);
    assert_eq!((code, stderr), (3, format!("{}: {DECK} has changed since\n", save.display())));
}

#[test]
fn damaged_saves_are_refused() {
    let save = scratch("bad.save");
    object(&["run", DECK, "--seconds", "1", "--save", plain(&save)]);
    let whole = fs::read(&save).unwrap();
    let mut changed = whole.clone();
    changed[400] ^= 1;
    let bad: [(&[u8], &str); 4] = [
        (b"a letter", "not a save"),
        (&whole[..whole.len() / 2], "truncated"),
        (&changed, "damaged"),
        (&whole[..8], "truncated"),
    ];
    for (bytes, sentence) in bad {
        fs::write(&save, bytes).unwrap();
        for command in [&["run", DECK, "--load", plain(&save)][..], &["save", plain(&save)]] {
            let (code, stdout, stderr) = hullkit(command);
            assert_eq!((code, stdout.as_str(), stderr.lines().count()), (3, "", 1), "{stderr}");
            assert!(stderr.starts_with(plain(&save)) && stderr.contains(sentence), "{stderr}");
        }
    }
    assert_eq!(hullkit(&["save", "none.save"]).0, 5);
    assert_eq!(hullkit(&["run", DECK, "--load", "none.save"]).0, 5);
    assert_eq!(hullkit(&["run", DECK, "--seconds", "1", "--save", "/proc/none/x.save"]).0, 5);
    assert_eq!(hullkit(&["run", DECK, "--save-at", "1"]).0, 2);
}

#[test]
fn save_survives_a_killed_writer() {
    let figures = object(&["bench", "saves", "--seconds", "2", "--kills", "1000", "--json"]);
    assert_eq!((&figures["kills"], &figures["lost"]), (&1000.into(), &0.into()));
    for field in ["save_us", "load_us", "bytes"] {
        assert!(figures[field].as_f64().is_some_and(|number| number > 0.0), "{field}: {figures}");
    }
}
