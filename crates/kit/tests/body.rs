//! `hullkit body` as its users type it.

use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Exit code, stdout and stderr.
fn body(name: &str, script: &str) -> (Option<i32>, String, String) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, script).expect("the test's folder can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_hullkit")).arg("body").arg(path).arg("--json").output();
    let output = output.expect("hullkit starts");
    let text = |bytes| String::from_utf8(bytes).expect("hullkit prints text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The state after each tick: x, y, height, their velocities; and whether it touches something.
fn rows(name: &str, script: &str) -> Vec<([f64; 6], bool)> {
    let (code, stdout, stderr) = body(name, script);
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{stdout}");
    let rows: Vec<Vec<Value>> = serde_json::from_str(&stdout).expect("stdout is JSON");
    let numbered = (1_u64..).zip(&rows).all(|(tick, row)| row.len() == 8 && row[0] == tick);
    assert!(numbered, "one row for each tick, from 1");
    let number = |value: &Value| value.as_f64().expect("a number");
    rows.iter().map(|row| (std::array::from_fn(|part| number(&row[part + 1])), row[7] == Value::Bool(true))).collect()
}

#[test]
fn a_body_that_falls_goes_on_as_it_was_and_nothing_makes_it_slower() {
    let fall = rows(
        "fall.ron",
        "(ticks: 120, gravity: 10, body: (mass: 3, at: (0, 0, 20), velocity: (2, 0, 0), speed: 4), floors: [],
          events: [(0, Target(-5, 3))])",
    );
    let ([x, y, height, vx, vy, vh], on_floor) = fall[119];
    assert!((x - 2.0).abs() < 1e-9 && (height - 15.0).abs() < 1e-9 && (vh + 10.0).abs() < 1e-9, "{x} {height} {vh}");
    assert_eq!((y, vx, vy, on_floor), (0.0, 2.0, 0.0, false), "no target drives it in the air");
}

#[test]
fn a_body_walks_to_its_target_off_an_edge_and_on_below_once_it_has_landed() {
    let script = "(ticks: 600, gravity: 9.8, body: (mass: 1, at: (0, 0, 1), velocity: (0, 0, 0), speed: 3),
        floors: [(from: (-1, -1), to: (2, 1), height: 1, kind: Floor, gone_at: None),
            (from: (2, -1), to: (9, 1), height: 0, kind: Floor, gone_at: None)],
        events: [(0, Target(6, 0))])";
    let walk = rows("walk.ron", script);
    let is_near = |one: f64, other: f64| (one - other).abs() < 1e-9;
    assert!(walk.iter().take(70).all(|([_, _, height, vx, ..], on)| *height == 1.0 && is_near(*vx, 3.0) && *on));
    let fell = walk.iter().position(|(_, on)| !on).expect("it goes over the edge");
    assert!(walk[fell].0[0] > 2.0 && is_near(walk[fell + 10].0[3], 3.0), "it keeps its speed in the air");
    let ([x, y, height, vx, vy, vh], on_floor) = walk[599];
    assert!(is_near(x, 6.0) && is_near(vx, 0.0), "it stands at its target: {x}");
    assert_eq!((y, height, vy, vh, on_floor), (0.0, 0.0, 0.0, 0.0, true));
}

#[test]
fn whoever_jumps_past_its_target_does_not_circle_it() {
    let script = "(ticks: 300, gravity: 1, body: (mass: 2, at: (0, 0, 0), velocity: (0, 0, 0), speed: 0),
        floors: [(from: (-9, -9), to: (9, 9), height: 0, kind: Floor, gone_at: None)],
        events: [(5, Impulse(4, 0, 3)), (5, Target(1, 1))])";
    let jump = rows("jump.ron", script);
    let flies: Vec<_> = jump.iter().skip_while(|(_, on)| *on).take_while(|(_, on)| !on).collect();
    assert!(flies.len() > 300 / 2 && flies.iter().all(|([_, y, _, vx, vy, _], _)| (*y, *vx, *vy) == (0.0, 2.0, 0.0)));
}

#[test]
fn whoever_stands_on_what_vanishes_falls_and_holds_to_a_ladder() {
    let script = "(ticks: 120, gravity: 9.8, body: (mass: 1, at: (0, 0, 3), velocity: (0, 0, 0), speed: 1),
        floors: [(from: (-1, -1), to: (1, 1), height: 3, kind: Platform, gone_at: Some(10)),
            (from: (-1, -1), to: (1, 1), height: 2, kind: Ladder, gone_at: None)], events: [])";
    let fall = rows("vanish.ron", script);
    assert!(fall[8].1 && !fall[9].1 && fall[15].0[5] < 0.0);
    let ([_, _, height, .., vh], on_floor) = fall[119];
    assert!((1.9..=2.0).contains(&height) && vh == 0.0 && on_floor, "{height}");
}

#[test]
fn nothing_is_fast_enough_to_pass_a_floor() {
    let script = "(ticks: 2, gravity: 9.8, body: (mass: 1, at: (0, 0, 50), velocity: (0, 0, -100000), speed: 1),
        floors: [(from: (1, 1), to: (-1, -1), height: 0, kind: Platform)])";
    assert_eq!(rows("fast.ron", script)[0].0[2], 0.0);
}

#[test]
fn what_is_wrong_with_a_script_is_told_in_a_sentence() {
    let good = "(ticks: 3, gravity: 1, body: (mass: 1, at: (0, 0, 0), velocity: (0, 0, 0), speed: 1), events: [(0, Target(1, 1))])";
    assert_eq!(rows("good.ron", good).len(), 3);
    for (from, to, what) in [
        ("mass: 1", "mass: 0", "the `mass` of the body is a number greater than 0"),
        ("mass: 1", "mass: -2", "not -2"),
        ("mass: 1", "mass: NaN", "not NaN"),
        ("Target(1, 1)", "Target(NaN, 1)", "a number of a `Target` is a number from -1000000 to 1000000, not NaN"),
        ("Target(1, 1)", "Impulse(0, inf, 1)", "a number of an `Impulse`"),
        ("gravity: 1", "gravity: -1", "`gravity` is a number from 0"),
        ("ticks: 3", "ticks: 99999999999", "at most 100000 ticks"),
        ("speed: 1", "speed: 1, size: 2", "wrong.ron:1:"),
        ("ticks: 3,", "", "wrong.ron:1:"),
    ] {
        let (code, stdout, stderr) = body("wrong.ron", &good.replace(from, to));
        assert_eq!((code, stdout.as_str()), (Some(3), ""), "{to}");
        assert!(stderr.contains(what), "{to}: {stderr}");
    }
}
