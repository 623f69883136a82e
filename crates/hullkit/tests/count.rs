//! `hullkit count` and `hullkit bench count` as users run them. The tests never assert a time.

use crate::command::{file, hullkit};
use serde_json::{Value, json};

#[test]
fn count_prints_counts_totals_and_distinct_items_in_order() {
    let ops = json!([
        ["total"],
        ["add", "Ale"],
        ["add_n", "Ale", 3],
        ["add_n", "Bow", 2],
        ["count", "Ale"],
        ["remove", "Ale"],
        ["remove_n", "Bow", 5],
        ["count", "Bow"],
        ["distinct"],
        ["set", "Sword", 1_000_000_000_000_u64],
        ["total"],
        ["set", "Ale", 0],
        ["distinct"],
        ["remove", "Crown"],
        ["add_n", "Crown", 0],
        ["count", "Crown"],
        ["set", "Sword", u64::MAX],
        ["total"],
        ["distinct"],
    ]);
    let (code, stdout, stderr) = hullkit(&["count", &file("count.json", ops.to_string())]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let printed: Value = serde_json::from_str(&stdout).expect("stdout is JSON");
    assert_eq!(printed, json!([0, 4, 0, 1, 1_000_000_000_003_u64, 1, 0, u64::MAX, 1]));
}

#[test]
fn invalid_operation_files_are_refused_with_the_place() {
    let names = "`add`, `add_n`, `remove`, `remove_n`, `set`, `count`, `total`, `distinct`";
    let range = "a count must be a whole number from 0 to 18446744073709551615, got";
    let cases = [
        (String::new(), " the file must be a JSON list of operations, but it is empty".to_owned()),
        (" \n".to_owned(), " the file must be a JSON list of operations, but it is empty".to_owned()),
        ("{}".to_owned(), "1:0: invalid type: map, expected a list of operations".to_owned()),
        (r#"[["add_n", "Ale", -1]]"#.to_owned(), format!("1:21: {range} -1")),
        (r#"[["set", "Ale", 1.5]]"#.to_owned(), format!("1:20: {range} 1.5")),
        (r#"[["set", "Ale", 18446744073709551616]]"#.to_owned(), format!("1:37: {range} 1.8446744073709552e+19")),
        (r#"[["set", "Ale", "3"]]"#.to_owned(), "1:19: invalid type: string \"3\", expected a JSON number".to_owned()),
        (r#"[["set", "Ale", 1e999]]"#.to_owned(), "1:21: number out of range".to_owned()),
        (
            "[[\"add\", \"Ale\"],\n[\"push\", \"Ale\"]]".to_owned(),
            format!("2:9: unknown variant `push`, expected one of {names}"),
        ),
        (r#"[["add"]]"#.to_owned(), "1:8: `add` must be followed by an item".to_owned()),
        (r#"[["add", "Ale", 2]]"#.to_owned(), "1:18: `add` must be followed by an item".to_owned()),
        (r#"[["remove_n", "Ale"]]"#.to_owned(), "1:20: `remove_n` must be followed by an item and a count".to_owned()),
        (r#"[["total", 1]]"#.to_owned(), "1:13: `total` must be followed by nothing".to_owned()),
        (
            r#"[["set", "Ale", 18446744073709551615], ["add", "Bow"]]"#.to_owned(),
            "1:54: the total of all counts must be at most 18446744073709551615, got 18446744073709551616".to_owned(),
        ),
        (r#"[["add", 7]]"#.to_owned(), "1:10: invalid type: integer `7`, expected a string".to_owned()),
        ("[[]]".to_owned(), "1:3: invalid length 0, expected an operation such as [\"add_n\", \"Ale\", 3]".to_owned()),
        ("[[\"total\"]]x".to_owned(), "1:12: trailing characters".to_owned()),
        ("[[\"total\"]".to_owned(), "1:10: EOF while parsing a list".to_owned()),
        ("[".repeat(100_000), "1:2: invalid type: sequence, expected a string".to_owned()),
        (format!("[[\"total\", {}]]", "[".repeat(100_000)), "1:1000".to_owned()),
    ];
    for (text, what) in cases {
        let file = file("bad_count.json", &text);
        let (code, stdout, stderr) = hullkit(&["count", &file]);
        assert_eq!((code, stdout.as_str(), stderr.lines().count()), (3, "", 1), "{text:.60}: {stderr}");
        assert!(stderr.starts_with(&format!("{file}:{what}")), "{text:.60}: {stderr}");
    }
    let binary = file("binary_count.json", b"[[\"add\", \"m\xff\x00");
    assert_eq!(hullkit(&["count", &binary]).0, 3);
    assert_eq!(hullkit(&["count", "none.json"]).0, 5);
    assert_eq!(hullkit(&["count"]).0, 2);
}

#[test]
fn counted_set_results_are_one_json_object() {
    let (code, stdout, stderr) = hullkit(&["bench", "count", "--json"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let figures: Value = serde_json::from_str(&stdout).expect("it is JSON");
    let number = |of: &Value, key: &str| of[key].as_f64().unwrap_or_else(|| panic!("no number {key} in {of}"));
    assert_eq!(number(&figures, "adds"), 2_850_006.0);
    let ratio = number(&figures, "one_by_one_seconds") / number(&figures, "bulk_seconds");
    assert!((number(&figures, "ratio") / ratio - 1.0).abs() < 1e-6, "{figures}");
    let archives = figures["archives"].as_array().expect("a list");
    assert_eq!(archives.len(), 9, "three sets in three formats");
    for archive in archives {
        assert!(number(archive, "bytes") < 150.0, "items are stored as pairs: {archive}");
        assert!(archive["format"] == "postcard" || number(archive, "size_ratio") > 1.0, "{archive}");
    }
}
