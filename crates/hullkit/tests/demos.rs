//! Demos on the command line: recorded, replayed, printed and refused.

use crate::command::{hullkit, plain, root, scratch};
use engine::{Headless, Intent, Recorder, Start};
use level::Level;
use serde_json::Value;
use std::{fs, path::PathBuf, sync::Arc};

const DECK: &str = "levels/deck1.ron";

/// Returns the output of a successful command: lines of JSON.
fn lines(arguments: &[&str]) -> Vec<Value> {
    let (code, stdout, stderr) = hullkit(arguments);
    assert_eq!((code, stderr.as_str()), (0, ""));
    stdout.lines().map(|line| serde_json::from_str(line).expect("stdout is JSON")).collect()
}

/// Returns a diverging demo: two seconds on the first deck, with intents to walk forwards and the world of a run
/// without input.
fn strayed() -> Vec<u8> {
    let level = Level::read(DECK, &fs::read(root().join(DECK)).expect("it can be read")).expect("it is a level");
    let start = Start::on(Arc::new(level));
    let mut headless = Headless::begin(&start);
    let mut recorder = Recorder::new(&start, DECK);
    for _ in 0..engine::ticks(2.0) {
        headless.tick(Intent::default());
        recorder.record(Intent { forward: 1.0, ..Intent::default() }, headless.world_mut());
    }
    recorder.finish(headless.world_mut()).bytes().expect("it can be written")
}

#[test]
fn run_from_an_arrival_differs_and_replays() {
    let (deck, demo) = ("levels/deck4.ron", scratch("arrival.demo"));
    let run = |more: &[&str]| lines(&[&["run", deck, "--seconds", "1"], more].concat()).remove(0);
    let from_chapel = run(&["--arrival", "chapel lift", "--record", plain(&demo)]);
    assert_ne!(from_chapel["state_hash"], run(&[])["state_hash"]);
    assert_eq!(from_chapel["state_hash"], run(&["--demo", plain(&demo)])["state_hash"]);
    assert_eq!(lines(&["demo", "--show", plain(&demo)])[0]["arrival"], "chapel lift");
    let (code, stdout, stderr) = hullkit(&["run", deck, "--arrival", "roof"]);
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert_eq!(stderr, "error: levels/deck4.ron: no arrival named 'roof', expected one of 'chapel lift'\n");
}

#[test]
fn recorded_run_replays() {
    let demo = scratch("bot.demo");
    let run = lines(&["run", DECK, "--bot", "--seed", "9", "--seconds", "12.3", "--record", plain(&demo)]).remove(0);
    let replay = lines(&["run", DECK, "--demo", plain(&demo)]).remove(0);
    for field in ["seed", "ticks", "outcome", "kills", "state_hash"] {
        assert_eq!(run[field], replay[field], "{field}");
    }
}

#[test]
fn diverging_demo_is_reported_with_second_and_parts() {
    let demo = scratch("strayed.demo");
    fs::write(&demo, strayed()).unwrap();
    let (code, stdout, stderr) = hullkit(&["run", DECK, "--demo", plain(&demo)]);
    assert_eq!((code, stdout.as_str()), (4, ""));
    assert!(
        stderr.contains("diverges from its recording in tick 1, in second 1: ") && stderr.contains("player"),
        "{stderr}"
    );

    let (code, _, _) = hullkit(&["shot", DECK, "--demo", plain(&demo), "--seconds", "1", "--out", "x.png"]);
    assert_eq!(code, 4, "a diverging demo must not be drawn");
}

#[test]
fn several_demos_are_replayed_and_the_diverging_one_is_named() {
    let good: Vec<PathBuf> = (1..4).map(|seed| scratch(&format!("good{seed}.demo"))).collect();
    for (seed, demo) in (1..).zip(&good) {
        let seed = format!("{seed}");
        lines(&["run", DECK, "--bot", "--seed", &seed, "--seconds", "3", "--record", plain(demo)]);
    }
    let strays = scratch("strays.demo");
    fs::write(&strays, strayed()).unwrap();
    let mut all: Vec<&str> = good.iter().map(|path| plain(path)).collect();
    let played = lines(&[&["demo", "--json"], &all[..]].concat());
    assert_eq!(played.len(), 3);
    assert!(played.iter().zip(&all).all(|(played, name)| played["demo"] == *name && played["error"].is_null()));
    all.insert(1, plain(&strays));
    let (code, stdout, stderr) = hullkit(&[&["demo"], &all[..]].concat());
    assert_eq!((code, stdout.lines().count(), stderr.lines().count()), (4, 4, 1), "{stdout}{stderr}");
    assert!(
        stderr.starts_with(plain(&strays)) && stderr.contains("diverges from its recording in tick 1,"),
        "{stderr}"
    );
}

#[test]
fn demo_of_another_level_names_its_own_level() {
    let demo = scratch("first.demo");
    lines(&["run", DECK, "--seconds", "1", "--record", plain(&demo)]);
    let (code, _, stderr) = hullkit(&["run", "levels/deck2.ron", "--demo", plain(&demo)]);
    assert_eq!(code, 4);
    assert!(stderr.contains("another level") && stderr.contains(DECK), "{stderr}");
}

#[test]
fn damaged_demos_are_refused() {
    let whole = strayed();
    let mut changed = whole.clone();
    *changed.last_mut().unwrap() ^= 1;
    let bad: [(&[u8], &str); 4] = [
        (b"(\n    version: 10,\n    level: \"0\",\n", "older version"),
        (b"a letter", "not a demo"),
        (&whole[..whole.len() - 1], "bytes, got "),
        (&changed, "damaged"),
    ];
    let demo = scratch("bad.demo");
    for (bytes, sentence) in bad {
        fs::write(&demo, bytes).unwrap();
        for command in [&["run", DECK, "--demo", plain(&demo)][..], &["demo", plain(&demo)]] {
            let (code, stdout, stderr) = hullkit(command);
            assert_eq!((code, stdout.as_str(), stderr.lines().count()), (3, "", 1), "{stderr}");
            assert!(stderr.starts_with(plain(&demo)) && stderr.contains(sentence), "{stderr}");
        }
    }
    assert_eq!(hullkit(&["run", DECK, "--demo", "none.demo"]).0, 5);
    assert_eq!(hullkit(&["demo", "none.demo"]).0, 5);
    assert_eq!(hullkit(&["run", DECK, "--seconds", "1", "--record", "none/x.demo"]).0, 5);
}

#[test]
fn show_prints_the_start_and_one_line_per_intent() {
    let demo = scratch("shown.demo");
    let run =
        &lines(&["run", DECK, "--bot", "--seed", "7", "--skill", "3", "--seconds", "5", "--record", plain(&demo)])[0];
    let shown = lines(&["demo", "--show", plain(&demo)]);
    let (first, intents) = shown.split_first().expect("there is a first line");
    assert_eq!((&first["level"], &first["skill"], &first["seed"]), (&DECK.into(), &3.into(), &7.into()));
    assert_eq!((&first["ticks"], &first["state_hash"]), (&run["ticks"], &run["state_hash"]));
    assert_eq!(first["loadout"]["held"], "pistol");

    let mut tick = 0;
    for held in intents {
        assert_eq!(held["tick"], tick);
        tick += held["ticks"].as_u64().expect("it is a number");
    }
    assert_eq!(tick, 600);
    assert!(intents.iter().any(|held| held["intent"]["forward"] == 1.0), "the bot moves");
}
