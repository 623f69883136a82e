//! `hullkit roll` as users run it.

use crate::command::hullkit;
use serde_json::{Value, json};

fn roll(arguments: &[&str]) -> (i32, String, String) {
    hullkit(&[&["roll"], arguments].concat())
}

/// Returns the output of a roll: one line of JSON.
fn rolled(arguments: &[&str]) -> Value {
    let (code, stdout, stderr) = roll(arguments);
    assert_eq!((code, stdout.lines().count()), (0, 1), "{stdout}{stderr}");
    serde_json::from_str(&stdout).expect("stdout is JSON")
}

#[test]
fn certain_rolls_are_printed_exactly() {
    let (_, stdout, _) = roll(&["2 * level", "--var", "level=3.25", "--times", "2"]);
    assert_eq!(stdout, "{\"min\":6.5,\"max\":6.5,\"mean\":6.5,\"rolls\":[6.5,6.5]}\n");
    assert_eq!(rolled(&["4 / 2 - 2"]), json!({"min": 0, "max": 0, "mean": 0, "rolls": [0]}));
    assert_eq!(rolled(&["-0"])["rolls"], json!([0]));
    assert_eq!(rolled(&["1e20"])["max"], json!(1e20));
}

#[test]
fn rolls_follow_the_seed() {
    let fists = rolled(&["3d6 + 2", "--seed", "7", "--times", "50"]);
    assert_eq!((&fists["min"], &fists["max"], &fists["mean"]), (&json!(5), &json!(20), &json!(12.5)));
    let rolls = fists["rolls"].as_array().unwrap();
    assert!(rolls.len() == 50 && rolls.iter().all(|roll| (5..=20).contains(&roll.as_i64().unwrap())), "{rolls:?}");
    assert_eq!(fists, rolled(&["3d6 + 2", "--seed", "7", "--times", "50"]));
    assert_ne!(fists, rolled(&["3d6 + 2", "--seed", "8", "--times", "50"]));
    assert_eq!(rolled(&["d6", "--times", "0"])["rolls"], json!([]));
}

#[test]
fn expressions_may_begin_with_a_minus() {
    assert_eq!(rolled(&["-1d6"])["min"], json!(-6));
    assert_eq!(rolled(&["--times", "3", "-hp", "--var", "hp=-4"])["rolls"], json!([4, 4, 4]));
}

#[test]
fn armour_expression_never_absorbs_all_damage() {
    let blow = rolled(&["max(1, 3d8 - armour)", "--var", "armour=22"]);
    assert_eq!((&blow["min"], &blow["max"]), (&json!(1), &json!(2)));
    assert_eq!(blow["mean"], json!(1.0 + 1.0 / 512.0));
}

#[test]
fn expensive_statistics_are_null_with_a_note() {
    let (_, stdout, stderr) = roll(&["floor(100d1000 / 100d1000)"]);
    let printed: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((&printed["min"], &printed["max"], &printed["mean"]), (&json!(0), &json!(1000), &Value::Null));
    assert!(printed["rolls"][0].is_i64());
    assert!(stderr.starts_with("note: null values"));
}

#[test]
fn distribution_pairs_values_with_probabilities() {
    let (_, stdout, _) = roll(&["2d2", "--times", "0", "--distribution"]);
    let printed = r#"{"min":2,"max":4,"mean":3,"rolls":[],"distribution":[[2,0.25],[3,0.5],[4,0.25]]}"#;
    assert_eq!(stdout.trim_end(), printed);
    let fists = rolled(&["3d6", "--distribution"]);
    assert_eq!(fists["distribution"][7], json!([10, 0.125]));
    assert_eq!(rolled(&["0.5 * level", "--var", "level=-3", "--distribution"])["distribution"], json!([[-1.5, 1]]));
    assert_eq!(rolled(&["3d6"]).get("distribution"), None);
}

#[test]
fn expensive_distribution_is_null_even_if_the_mean_is_known() {
    let (code, stdout, stderr) = roll(&["100d1000 * 100d1000", "--distribution"]);
    let printed: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &printed["distribution"]), (0, &Value::Null));
    assert!(printed.as_object().unwrap().contains_key("distribution") && printed["mean"].is_number());
    assert!(stderr.starts_with("note: null values"));
}

#[test]
fn invalid_expressions_are_reported_with_the_column() {
    let deep = format!("{}1{}", "(".repeat(10_000), ")".repeat(10_000));
    for (arguments, sentence) in [
        (&[""][..], "error: the expression, column 1: the expression is empty; write one such as 2d6 + 3"),
        (&["2d6d6"], "error: the expression, column 4: an operator is missing before `d6`"),
        (&["1/(d4-2)"], "error: the expression, column 2: this may be a division by 0: the divisor is from -1 to 2"),
        (&["2 + luck"], "error: the expression, column 5: the variable `luck` has no value"),
        (&[&deep], "error: the expression, column 51: an expression must not be nested more than 50 levels deep"),
        (&["a", "--var", "a=1", "--var", "a=2"], "error: --var a is given twice"),
    ] {
        let (code, stdout, stderr) = roll(arguments);
        assert_eq!((code, stdout.len()), (2, 0), "{sentence}");
        assert_eq!(stderr.trim_end(), sentence);
    }
}

#[test]
fn invalid_roll_arguments_are_reported() {
    for arguments in [
        &[][..],
        &["d6", "d6"],
        &["d6", "--times", "1000001"],
        &["d6", "--times", "-1"],
        &["d6", "--seed", "x"],
        &["d6", "--var", "level"],
        &["d6", "--var", "level=high"],
        &["d6", "--var", "level=inf"],
        &["d6", "--var", "d6=1"],
        &["d6", "--var", "min=1"],
        &["d6", "--var", "=1"],
        &["d6", "--var", "x+0=1"],
    ] {
        let (code, stdout, stderr) = roll(arguments);
        assert_eq!((code, stdout.len()), (2, 0), "{arguments:?}");
        assert!(!stderr.is_empty());
    }
}
