//! `hullkit breach` as users run it.

use crate::command::{file, hullkit};
use serde_json::{Value, json};
use std::f64::consts::SQRT_2;

/// Returns the exit code, stdout and stderr.
fn breach(arguments: &[&str]) -> (i32, String, String) {
    hullkit(&[&["breach"][..], arguments].concat())
}

/// Writes a map file with these rows. Returns its path.
fn ship(name: &str, rows: &[&str]) -> String {
    file(name, rows.join("\n"))
}

fn figures(arguments: &[&str]) -> Value {
    let (code, stdout, stderr) = breach(&[arguments, &["--json"]].concat());
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    serde_json::from_str(&stdout).expect("stdout is JSON")
}

/// Returns the sections: their cells, and their pressure in thousandths.
fn sections(figures: &Value) -> Vec<(u64, u64)> {
    let sections = figures["sections"].as_array().expect("a list of sections");
    let thousandths = |section: &Value| (section["pressure"].as_f64().expect("a number") * 1000.0).round() as u64;
    sections.iter().map(|section| (section["cells"].as_u64().expect("a number"), thousandths(section))).collect()
}

const SHIP: [&str; 5] = ["           ", " ######### ", " #...+...# ", " #...#...# ", " ######### "];

#[test]
fn breach_drains_its_section_in_four_seconds() {
    let map = ship("breach.txt", &SHIP);
    let begun = figures(&[&map, "1", "2", "--ticks", "240"]);
    assert_eq!(sections(&begun), [(7, 357), (6, 1000)], "the air of six cells, spread over seven, minus half");
    let done = figures(&[&map, "1", "2", "--ticks", "480"]);
    assert_eq!((sections(&done), done["venting"].clone()), (vec![(7, 0), (6, 1000)], json!(7)));
    let distance = &done["distance"];
    assert_eq!((distance.as_array().unwrap().len(), distance[0][3].clone()), (5, json!(0.0)));
    assert_eq!(distance[2], json!([0.0, 1.0, 2.0, 3.0, 4.0, null, null, null, null, null, 0.0]));
    let diagonal = distance[3][2].as_f64().unwrap();
    assert!((diagonal - (1.0 + SQRT_2)).abs() < 1e-6, "{diagonal}");
}

#[test]
fn door_opened_at_half_time_drains_the_next_section() {
    let map = ship("breach_door.txt", &SHIP);
    let open = figures(&[&map, "1", "2", "--ticks", "960", "--open", "5,2"]);
    assert_eq!((sections(&open), open["venting"].clone()), (vec![(14, 0)], json!(14)));
    let soon = figures(&[&map, "1", "2", "--ticks", "1", "--open", "5,2"]);
    assert!(sections(&soon)[0].1 > 900, "{soon}");
}

#[test]
fn broken_inner_wall_joins_sections_without_loss_of_air() {
    let map = ship("breach_inner.txt", &SHIP);
    let joined = figures(&[&map, "5", "3", "--ticks", "5000"]);
    assert_eq!((sections(&joined), joined["venting"].clone()), (vec![(13, 923)], json!(0)));
    assert_eq!(joined["distance"][3][5], json!(null));
}

#[test]
fn map_edge_is_hull_and_rows_may_be_short() {
    let map = ship("breach_edge.txt", &["####", "#..#", "####", "", "##"]);
    let figures = figures(&[&map, "0", "1", "--ticks", "0"]);
    assert_eq!(figures["distance"][1], json!([1.0, 2.0, 3.0, null]));
    assert_eq!(figures["distance"][4], json!([null, null, 0.0, 0.0]));
}

#[test]
fn open_and_empty_maps_are_accepted() {
    let open = figures(&[&ship("breach_open.txt", &["....", ".  .", "...."]), "0", "0", "--ticks", "99999999999"]);
    assert_eq!((sections(&open), open["venting"].clone()), (vec![(10, 0)], json!(10)));
    let nothing = figures(&[&ship("breach_space.txt", &["   "]), "1", "0"]);
    assert_eq!(nothing, json!({ "sections": [], "venting": 0, "distance": [[0.0, 0.0, 0.0]] }));
}

#[test]
fn invalid_maps_and_cells_are_reported() {
    let map = ship("breach_wrong.txt", &SHIP);
    for (arguments, what) in [
        (&[map.as_str(), "11", "0"][..], "outside the map of 11 columns and 5 rows"),
        (&[&map, "-1", "0"], "the cell -1,0 is outside"),
        (&[&map, "1", "2", "--open", "2,2"], "no door at 2,2"),
        (&[&map, "1", "2", "--open", "2,99"], "--open: 2,99 is outside"),
        (&[&map, "1", "2", "--open", "here"], "not a cell"),
        (&[&map, "1", "2", "--ticks", "-3"], "-3"),
    ] {
        let (code, stdout, stderr) = breach(arguments);
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(stderr.contains(what), "{stderr}");
    }
    let (code, _, stderr) = breach(&[&ship("breach_unknown.txt", &["###", "#x#"]), "1", "1"]);
    assert_eq!(code, 3);
    assert!(stderr.contains("breach_unknown.txt:2:2: `x` is not a cell"), "{stderr}");
    assert_eq!(breach(&["/nowhere/map.txt", "1", "1"]).0, 5);
}
