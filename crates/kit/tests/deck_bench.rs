//! `hullkit bench deck`, as its users type it. No test asserts a time.

use serde_json::Value;
use std::process::Command;

/// The exit code, and what was printed on stdout and stderr.
fn deck(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hullkit"));
    command.args(["bench", "deck"]).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.output().expect("hullkit starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("hullkit prints text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_figures_are_one_object_of_json() {
    for level in [None, Some("../../levels/deck1.ron")] {
        let arguments: Vec<&str> = level.into_iter().chain(["--seconds", "0.5", "--json"]).collect();
        let (code, stdout, stderr) = deck(&arguments);
        assert_eq!((code, stderr.as_str()), (Some(0), ""));
        let figures: Value = serde_json::from_str(&stdout).expect("it is JSON");
        let number = |key: &str| figures[key].as_f64().unwrap_or_else(|| panic!("no number {key} in {figures}"));
        assert_eq!(number("ticks"), 60.0);
        assert!(number("worst_tick_us") >= number("mean_tick_us") && number("mean_tick_us") > 0.0, "{figures}");
        let played = 60.0 / 120.0 * 1e6 / (60.0 * number("mean_tick_us"));
        assert!((number("realtime_factor") / played - 1.0).abs() < 1e-6, "{figures}");
        assert_eq!(figures.as_object().map(serde_json::Map::len), Some(4));
    }
}

#[test]
fn people_get_a_sentence_and_mistakes_are_told() {
    let (code, stdout, _) = deck(&["--seconds", "0.1"]);
    assert_eq!(code, Some(0));
    assert!(stdout.starts_with("12 ticks: "), "{stdout}");
    assert_eq!(deck(&["--seconds", "-1"]).0, Some(2));
    assert_eq!(deck(&["no_such.ron"]).0, Some(5));
}
