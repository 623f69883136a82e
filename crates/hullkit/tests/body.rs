//! `hullkit body` as users run it.

use crate::command::{hullkit, plain, scratch};
use serde_json::Value;
use std::fs;

/// A hall with a plate that cancels gravity beyond it, and a hatch.
const HALL: &str = r#"(name: "Hall", legend: { 'W': (wall: "hull"), '.': (), '@': (thing: Player), '_': (name: "plate"),
        'H': (floor: "pit", name: "hatch"), 'c': (name: "cellar") },
    map: ["WWWWWWWWWWWWWW", "W............W", "W@_..........W", "W....H.......W", "WWWWWWWWWWWWWW", "WWWW.cWWWWWWWW", "WWWWWWWWWWWWWW"],
    triggers: [(at: "plate", on: Step, repeat: Once, do: [Gravity(0.0)]),
        (at: "hatch", on: Step, repeat: Always, do: [Drop("hatch", "cellar")])],
    allow: [])"#;

/// Runs a script in the hall. Returns the exit code, stdout and stderr.
fn body(ticks: &str, events: &str) -> (i32, String, String) {
    let script = scratch("script.ron");
    fs::write(script.with_file_name("hall.ron"), HALL).expect("the test's folder can be written");
    let text = format!("(level: \"hall.ron\", ticks: {ticks}, events: [{events}])");
    fs::write(&script, text).expect("the test's folder can be written");
    hullkit(&["body", plain(&script), "--json"])
}

/// Returns the state after each tick: x, y, height and their velocities, and whether the body is on the floor.
fn rows(ticks: u64, events: &str) -> Vec<([f64; 6], bool)> {
    let (code, stdout, stderr) = body(&ticks.to_string(), events);
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    let rows: Vec<Vec<Value>> = serde_json::from_str(&stdout).expect("stdout is JSON");
    let numbered = (1_u64..=ticks).zip(&rows).all(|(tick, row)| row.len() == 8 && row[0] == tick);
    assert!(numbered && rows.len() as u64 == ticks, "one row for each tick, from 1");
    let number = |value: &Value| value.as_f64().expect("a number");
    rows.iter().map(|row| (std::array::from_fn(|part| number(&row[part + 1])), row[7] == Value::Bool(true))).collect()
}

#[test]
fn body_walks_to_its_target_at_constant_speed_and_stops() {
    let walk = rows(600, "(0, Target(1.5, 1.2)), (300, Target(8.5, 1.5)), (330, NoTarget)");
    let speeds: Vec<f64> = walk.iter().map(|([_, _, _, vx, vy, _], _)| (vx * vx + vy * vy).sqrt()).collect();
    assert!(walk.iter().all(|(_, on_floor)| *on_floor));
    assert!((speeds[10] - speeds[20]).abs() < 1e-3 && speeds[10] > 1.0, "{speeds:?}");
    assert!(speeds[200] == 0.0 && speeds[310] > 1.0 && speeds[599] == 0.0, "{speeds:?}");
}

#[test]
fn falling_body_is_not_slowed_down_and_bounces() {
    let jump = rows(120, "(0, Jump)");
    let flight: Vec<_> = jump.iter().skip(1).take_while(|(_, on_floor)| !on_floor).collect();
    let heights: Vec<f64> = flight.iter().map(|([_, _, height, ..], _)| *height).collect();
    let falls = flight.windows(2).filter(|two| (two[0].0[5] - two[1].0[5] - 9.8 / 120.0).abs() < 1e-9).count();
    let bounces = heights.windows(3).filter(|three| three[1] < three[0] && three[1] < three[2]).count();
    assert!(flight.len() > 30 && falls + 2 >= flight.len() - bounces, "{heights:?}");
    assert_eq!((bounces, jump[119].1, jump[119].0[2]), (1, true, 0.0), "{heights:?}");
}

#[test]
fn body_falls_when_the_floor_below_opens() {
    let fall = rows(600, "(0, Target(1.5, 1.5)), (80, Target(5.5, 1.5)), (350, Target(5.5, 3.5))");
    let fell = fall.iter().position(|([_, y, ..], _)| *y > 4.5).expect("it falls into the cellar");
    assert!(fall[fell].0[2] > 0.2 && !fall[fell].1, "through the ceiling");
    assert!(fall[599].1 && fall[599].0[1] > 4.5);
}

#[test]
fn floating_body_keeps_its_velocity() {
    let float = rows(130, "(0, Target(8.5, 2.5)), (60, Target(6.5, 1.5))");
    let [_, y, _, vx, ..] = float[60].0;
    let goes_on = |([_, now, _, speed, ..], on_floor): &([f64; 6], bool)| {
        !on_floor && (now - y).abs() < 1e-3 && (speed - vx).abs() < 1e-2
    };
    assert!(vx > 1.0 && float[60..].iter().all(goes_on), "{float:?}");
}

#[test]
fn fast_bodies_do_not_pass_walls() {
    let pushed = rows(30, "(0, Push(-100000, 100000))");
    assert!(pushed.iter().all(|([x, y, ..], _)| *x > 1.0 && *y < 4.0), "{pushed:?}");
}

#[test]
fn invalid_body_scripts_are_reported() {
    assert_eq!(rows(3, "(0, Target(1, 1))").len(), 3);
    for (ticks, events, what) in [
        ("3", "(0, Target(NaN, 1))", "the numbers of `Push` and `Target` must be from -1000000 to 1000000, got NaN"),
        ("3", "(0, Push(0, inf))", "the numbers of `Push` and `Target`"),
        ("99999999999", "", "at most 100000 ticks"),
        ("3, size: 2", "", "script.ron:1:"),
        ("3", "(0, Dance)", "script.ron:1:"),
    ] {
        let (code, stdout, stderr) = body(ticks, events);
        assert_eq!((code, stdout.as_str()), (3, ""), "{what}");
        assert!(stderr.contains(what), "{what}: {stderr}");
    }
}
