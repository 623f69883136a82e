//! `hullkit path` as users run it.

use crate::command::{file, hullkit};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Returns the exit code, stdout and stderr.
fn path(arguments: &[&str]) -> (i32, String, String) {
    hullkit(&[&["path"][..], arguments].concat())
}

fn way(arguments: &[&str]) -> Value {
    let (code, stdout, stderr) = path(&[arguments, &["--json"]].concat());
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    serde_json::from_str(&stdout).expect("stdout is JSON")
}

/// Writes a level with these rows. Returns its path.
fn level(name: &str, rows: &[&str]) -> String {
    let text = format!(
        r#"(name: "Path", legend: {{ '#': (wall: "hull"), '.': (), '@': (thing: Player), '+': (door: "door"), 'W': (window: "window"),
            'L': (door: "door", lock: A), 'r': (climate: "reactor"), 'k': (prop: "crate") }}, map: {rows:?})"#
    );
    file(name, text)
}

#[test]
fn path_on_a_plain_map_is_the_cheapest() {
    let map = file("plain.txt", "091\n191\n111\n");
    let plain = |from, to| path(&[&map, "--plain", "--from", from, "--to", to, "--json"]);
    let printed = r#"{"cost":6,"cells":[[0,0],[0,1],[0,2],[1,2],[2,2],[2,1],[2,0]]}"#;
    assert_eq!(plain("0,0", "2,0"), (0, format!("{printed}\n"), String::new()));
    assert_eq!(plain("2,0", "0,0").1, "{\"cost\":null,\"cells\":null}\n", "a 0 is impassable");
    for cell in ["2,1", "0,0"] {
        let (x, y) = cell.split_once(',').unwrap();
        assert_eq!(plain(cell, cell).1, format!("{{\"cost\":0,\"cells\":[[{x},{y}]]}}\n"));
    }
    assert_eq!(plain("1,0", "1,1").1, "{\"cost\":9,\"cells\":[[1,0],[1,1]]}\n");
}

#[test]
fn path_cost_on_a_plain_map_is_unlimited() {
    let rows: Vec<String> = (0..299).map(|y| if y % 2 == 0 { "9".repeat(300) } else { wall_with_gap(y) }).collect();
    let map = file("long.txt", rows.join("\n"));
    let found = way(&[&map, "--plain", "--from", "0,0", "--to", "0,298"]);
    assert!(found["cost"].as_u64().unwrap() > 400_000, "{}", found["cost"]);
}

/// Returns a wall with a gap at the right in this row and at the left in the next.
fn wall_with_gap(y: usize) -> String {
    let wall = "0".repeat(299);
    if y % 4 == 1 { format!("{wall}9") } else { format!("9{wall}") }
}

#[test]
fn doors_cost_five_and_panes_locks_and_walls_block() {
    let deck = level("doors.ron", &["#######", "#@.+..#", "#.###.#", "#.....#", "#W###L#", "#..#..#", "#######"]);
    let found = |from, to| way(&[&deck, "--from", from, "--to", to]);
    assert_eq!(found("1,1", "4,1"), json!({"cost": 7, "cells": [[1, 1], [2, 1], [3, 1], [4, 1]]}));
    let round = found("1,1", "5,2");
    assert_eq!(
        (&round["cost"], round["cells"].as_array().unwrap().len()),
        (&json!(7), 8),
        "the path around the door costs the same"
    );
    for barred in ["1,5", "4,5", "0,0", "3,2"] {
        assert_eq!(found("1,1", barred), json!({"cost": null, "cells": null}), "{barred}");
    }
    assert_eq!(found("0,0", "0,0"), json!({"cost": 0, "cells": [[0, 0]]}));
}

#[test]
fn only_vulnerable_kinds_avoid_harmful_cells() {
    let deck = level("reactor.ron", &["#####", "#@r.#", "#...#", "#####"]);
    let found = |kind: &[&str]| way(&[&[&deck, "--from", "1,1", "--to", "3,1"], kind].concat())["cells"].clone();
    let (straight, round) = (json!([[1, 1], [2, 1], [3, 1]]), json!([[1, 1], [1, 2], [2, 2], [3, 2], [3, 1]]));
    assert_eq!(found(&[]), straight);
    assert_eq!(found(&["--as", "shambler"]), round);
    assert_eq!(found(&["--as", "shambler", "--rules", "assets/rules/classic.ron"]), straight);
    let (code, stdout, stderr) = path(&[&deck, "--from", "1,1", "--to", "3,1", "--as", "ghoul"]);
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert!(stderr.starts_with("error: --as: no kind `ghoul`; the kinds are `"), "{stderr}");
}

#[test]
fn classic_rules_limit_the_path_cost_to_fifty() {
    let row = format!("#@{}#", ".".repeat(58));
    let border = "#".repeat(60 + 1);
    let deck = level("far.ron", &[&border, &row, &border]);
    let found = |to: u32, rules: &[&str]| {
        way(&[&[&deck, "--from", "1,1", "--to", &format!("{to},1")], rules].concat())["cost"].clone()
    };
    let classic = ["--rules", "assets/rules/classic.ron"];
    assert_eq!((found(51, &classic), found(52, &classic)), (json!(50), Value::Null));
    assert_eq!(found(52, &[]), json!(51));
}

#[test]
fn trace_prints_the_visited_cells() {
    let map = file("trace.txt", "111\n010\n111\n");
    let traced = way(&[&map, "--plain", "--from", "0,0", "--to", "2,0", "--trace"]);
    assert_eq!(traced["looked_at"], json!([[0, 0, 0], [1, 0, 1]]));
    let (code, stdout, _) = path(&[&map, "--plain", "--from", "0,0", "--to", "0,2", "--trace"]);
    assert_eq!((code, stdout.as_str()), (0, "cost 4\n@*.\n#*#\nX*.\n"));
    let walled = file("walled.txt", "101\n");
    assert_eq!(path(&[&walled, "--plain", "--from", "0,0", "--to", "2,0"]).1, "no way\n@#X\n");
}

#[test]
fn invalid_path_arguments_and_maps_are_reported() {
    let map = file("fine-digits.txt", "111\n111\n");
    for (outside, option) in
        [("-1,0", "--from"), ("3,0", "--from"), ("0,2", "--to"), ("2147483647,-2147483648", "--to")]
    {
        let (from, to) = if option == "--from" { (outside, "0,0") } else { ("0,0", outside) };
        let told = path(&[&map, "--plain", "--from", from, "--to", to]);
        let what = format!("error: {option}: {outside} is outside the map of 3 columns and 2 rows\n");
        assert_eq!(told, (2, String::new(), what));
    }
    for arguments in [
        &[map.as_str(), "--plain", "--from", "0,0"][..],
        &[&map, "--plain", "--from", "0,0", "--to", "1"],
        &[&map, "--plain", "--from", "0,0", "--to", "1,1", "--as", "shambler"],
    ] {
        let (code, stdout, stderr) = path(arguments);
        assert_eq!((code, stdout.as_str(), stderr.is_empty()), (2, "", false), "{arguments:?}");
    }
    let bad = file("bad-digits.txt", "11\n1x\n");
    let told = path(&[&bad, "--plain", "--from", "0,0", "--to", "1,1"]);
    let what = format!("{bad}:2:2: `x` is not a cell: expected a digit, the cost of entering it\n");
    assert_eq!(told, (3, String::new(), what));
    assert_eq!(path(&["none.txt", "--plain", "--from", "0,0", "--to", "1,1"]).0, 5);
    assert_eq!(path(&[&map, "--from", "0,0", "--to", "1,1"]).0, 3, "a plain map is not a level");
}

/// Returns the costs of the cheapest paths from a cell by relaxing all edges until nothing changes (Bellman-Ford).
fn plainly(cells: &[u32], width: usize, from: usize) -> Vec<Option<u32>> {
    let mut costs = vec![None; cells.len()];
    costs[from] = Some(0);
    loop {
        let before = costs.clone();
        for cell in (0..cells.len()).filter(|cell| cells[*cell] > 0 && *cell != from) {
            let (x, y) = (cell % width, cell / width);
            let beside =
                (0..cells.len()).filter(|other| (other % width).abs_diff(x) + (other / width).abs_diff(y) == 1);
            let least = beside.filter_map(|other| costs[other]).min();
            costs[cell] = least.map(|least| least + cells[cell]);
        }
        if costs == before {
            return costs;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]
    #[test]
    fn path_costs_match_bellman_ford(
        cells in proptest::collection::vec(0_u32..7, 40), from in 0_usize..40, to in 0_usize..40,
    ) {
        const WIDTH: usize = 8;
        let row = |row: &[u32]| row.iter().map(u32::to_string).collect::<String>() + "\n";
        let map = file("random.txt", cells.chunks(WIDTH).map(row).collect::<String>());
        let at = |cell: usize| format!("{},{}", cell % WIDTH, cell / WIDTH);
        let found = way(&[&map, "--plain", "--from", &at(from), "--to", &at(to)]);
        prop_assert_eq!(&found["cost"], &json!(plainly(&cells, WIDTH, from)[to]));
        let Some(way) = found["cells"].as_array() else { return Ok(()) };
        let way: Vec<usize> =
            way.iter().map(|cell| (cell[0].as_u64().unwrap() + cell[1].as_u64().unwrap() * WIDTH as u64) as usize).collect();
        prop_assert_eq!((way[0], way[way.len() - 1]), (from, to));
        let steps = |pair: &[usize]| (pair[0] % WIDTH).abs_diff(pair[1] % WIDTH) + (pair[0] / WIDTH).abs_diff(pair[1] / WIDTH);
        prop_assert!(way.windows(2).all(|pair| steps(pair) == 1));
        prop_assert_eq!(json!(way[1..].iter().map(|cell| cells[*cell]).sum::<u32>()), found["cost"].clone());
    }
}
