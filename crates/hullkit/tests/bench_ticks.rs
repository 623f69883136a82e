//! `hullkit bench crowd`, `deck`, `tick` and `terminals` as users run them. The tests never assert a time.

use crate::command::hullkit;
use serde_json::Value;

/// Returns the exit code, stdout and stderr.
fn bench(what: &str, arguments: &[&str]) -> (i32, String, String) {
    hullkit(&[&["bench", what], arguments].concat())
}

#[test]
fn crowd_results_are_one_json_object() {
    let (code, stdout, stderr) = bench("crowd", &["--monsters", "60", "--map", "40", "--seconds", "0.5", "--json"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let figures: Value = serde_json::from_str(&stdout).expect("it is JSON");
    let number = |key: &str| figures[key].as_f64().unwrap_or_else(|| panic!("no number {key} in {figures}"));
    assert_eq!((number("monsters"), number("map"), number("ticks")), (60.0, 40.0, 60.0));
    for share in ["share_fields", "share_senses", "share_movement"] {
        assert!((0.0..=1.0).contains(&number(share)), "{share} in {figures}");
    }
    for time in ["ns_per_monster_tick", "worst_tick_ms", "astar_ns_per_monster_tick"] {
        assert!(number(time) > 0.0, "{time} in {figures}");
    }
    assert_eq!(figures.as_object().map(serde_json::Map::len), Some(10));
}

#[test]
fn crowd_results_without_json_are_a_sentence() {
    let (code, stdout, _) = bench("crowd", &["--monsters", "5", "--map", "40", "--seconds", "0.1"]);
    assert_eq!(code, 0);
    assert!(stdout.starts_with("5 monsters on 40 by 40 cells, 12 ticks: "), "{stdout}");
}

#[test]
fn crowd_larger_than_the_map_is_refused() {
    for bad in [&["--monsters", "0"][..], &["--map", "7"], &["--map", "9999"], &["--seconds", "-1"]] {
        assert_eq!(bench("crowd", bad).0, 2, "{bad:?}");
    }
    let (code, _, stderr) = bench("crowd", &["--monsters", "5000", "--map", "40"]);
    assert_eq!(code, 2);
    assert!(stderr.contains("the map has room for 1320 monsters, got 5000; make it larger"), "{stderr}");
}

#[test]
fn deck_results_are_one_json_object() {
    for level in [None, Some("levels/deck1.ron")] {
        let arguments: Vec<&str> = level.into_iter().chain(["--seconds", "0.5", "--json"]).collect();
        let (code, stdout, stderr) = bench("deck", &arguments);
        assert_eq!((code, stderr.as_str()), (0, ""));
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
fn deck_results_without_json_are_a_sentence() {
    let (code, stdout, _) = bench("deck", &["--seconds", "0.1"]);
    assert_eq!(code, 0);
    assert!(stdout.starts_with("12 ticks: "), "{stdout}");
    assert_eq!(bench("deck", &["--seconds", "-1"]).0, 2);
    assert_eq!(bench("deck", &["no_such.ron"]).0, 5);
}

#[test]
fn tick_results_are_one_json_object() {
    for (level, undead) in [(None, 56.0), (Some("levels/deck1.ron"), 8.0)] {
        let arguments: Vec<&str> = level.into_iter().chain(["--seconds", "0.5", "--json"]).collect();
        let (code, stdout, stderr) = bench("tick", &arguments);
        assert_eq!((code, stderr.as_str()), (0, ""));
        let figures: Value = serde_json::from_str(&stdout).expect("it is JSON");
        let number = |of: &Value, key: &str| of[key].as_f64().unwrap_or_else(|| panic!("no number {key} in {of}"));
        let [empty, idle] = ["empty_tick_us", "idle_tick_us"].map(|key| number(&figures, key));
        assert!(empty > 0.0 && idle > 0.0, "{figures}");
        for (deck, undead) in [("fifty", 56.0), ("deck", undead)] {
            let number = |key| number(&figures[deck], key);
            assert_eq!((number("undead"), number("ticks")), (undead, 60.0));
            let played = 1e6 / 120.0 / number("mean_tick_us");
            assert!((number("realtime_factor") / played - 1.0).abs() < 1e-6, "{figures}");
            assert!(number("realtime_factor_with_bot") > 0.0, "{figures}");
            assert_eq!(figures[deck].as_object().map(serde_json::Map::len), Some(5));
        }
        let log = |key| number(&figures["log"], key);
        assert!(log("points_per_tick") >= 0.0 && log("point_ns") >= 0.0 && log("percent") >= 0.0, "{figures}");
        assert_eq!(figures.as_object().map(serde_json::Map::len), Some(5));
    }
    assert!(bench("tick", &["--seconds", "0.1"]).1.starts_with("a tick of an empty deck: "));
    assert_eq!((bench("tick", &["--seconds", "-1"]).0, bench("tick", &["no_such.ron"]).0), (2, 5));
}

#[test]
fn terminal_results_are_one_json_object() {
    let (code, stdout, stderr) = bench("terminals", &["--json"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let figures: Value = serde_json::from_str(&stdout).expect("it is JSON");
    let number = |key: &str| figures[key].as_f64().unwrap_or_else(|| panic!("no number {key} in {figures}"));
    for what in ["table", "conduit"] {
        let (worst, mean) = (number(&format!("{what}_worst_tick_ms")), number(&format!("{what}_mean_tick_ms")));
        assert!(worst >= mean && mean > 0.0, "{figures}");
    }
    assert_eq!(figures.as_object().map(serde_json::Map::len), Some(4));
    assert!(bench("terminals", &[]).1.starts_with("a tick at a table: "));
}
