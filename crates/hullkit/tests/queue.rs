//! `hullkit queue` and `hullkit bench queue` as users run them. The tests never assert a time.

use crate::command::{file, hullkit};
use serde_json::{Value, json};

/// Returns the output of these operations after six keys were enqueued.
fn results(name: &str, order: &str, then: &Value) -> Value {
    let six = [("dwarf", 3), ("axe", 13), ("sword", 8), ("kitten", 1), ("dolomite", 5), ("goat", 4)];
    let mut ops: Vec<Value> = six.iter().map(|(key, priority)| json!(["enqueue", key, priority])).collect();
    ops.extend(then.as_array().expect("a list of operations").iter().cloned());
    let file = file(name, json!({"queue": order, "ops": ops}).to_string());
    let (code, stdout, stderr) = hullkit(&["queue", &file]);
    assert_eq!((code, stderr.as_str(), stdout.lines().count()), (0, "", 1), "{stdout}");
    serde_json::from_str(&stdout).expect("stdout is JSON")
}

#[test]
fn queue_prints_dequeue_contains_and_count() {
    let then = json!([
        ["reprioritize", "dwarf", 0],
        ["reprioritize_if_better", "axe", 1],
        ["contains", "axe"],
        ["count"],
        ["dequeue"],
        ["dequeue"],
        ["dequeue"],
        ["contains", "axe"],
        ["dequeue"],
        ["dequeue"],
        ["dequeue"],
        ["dequeue"],
        ["count"],
    ]);
    let printed = json!([true, 6, "dwarf", "axe", "kitten", false, "goat", "dolomite", "sword", null, 0]);
    assert_eq!(results("min.json", "min", &then), printed, "of equal priorities, the axe was enqueued first");
    let then =
        json!([["reprioritize", "sword", -4.5], ["reprioritize_if_better", "goat", 1e3], ["dequeue"], ["dequeue"]]);
    assert_eq!(results("max.json", "max", &then), json!(["goat", "axe"]));
}

#[test]
fn refused_operations_cause_notes_and_no_changes() {
    let text = r#"{"queue": "min", "ops": [["enqueue", "bow", 0], ["enqueue", "axe", -0.0], ["enqueue", "axe", -1],
        ["reprioritize", "dwarf", 0], ["reprioritize_if_better", "dwarf", 0], ["count"], ["dequeue"], ["dequeue"]]}"#;
    let file = file("refused.json", text);
    let (code, stdout, stderr) = hullkit(&["queue", &file]);
    assert_eq!((code, stdout.as_str()), (0, "[2,\"bow\",\"axe\"]\n"));
    let note = |number, what| format!("{file}: ops[{number}]: {what}; nothing has changed\n");
    let notes = [(2, r#""axe" is already queued"#), (3, r#""dwarf" is not queued"#), (4, r#""dwarf" is not queued"#)];
    assert_eq!(stderr, notes.map(|(number, what)| note(number, what)).concat());
}

#[test]
fn invalid_operation_files_are_refused_with_the_place() {
    let ops = |ops: &str| format!("{{\"queue\": \"min\",\n\"ops\": [{ops}]}}");
    let names = "`enqueue`, `reprioritize`, `reprioritize_if_better`, `contains`, `count`, `dequeue`";
    let cases = [
        (String::new(), "1:0: EOF while parsing a value".to_owned()),
        (
            "{\"queue\": \"least\", \"ops\": []}".to_owned(),
            "1:17: unknown variant `least`, expected `min` or `max`".to_owned(),
        ),
        ("{\"ops\": []}".to_owned(), "1:11: missing field `queue`".to_owned()),
        (ops(r#"["push", "axe", 1]"#), format!("2:17: unknown variant `push`, expected one of {names}")),
        (ops(r#"["enqueue", "axe"]"#), "2:26: `enqueue` must be followed by a key and a priority".to_owned()),
        (ops(r#"["enqueue", "axe", 1, 2]"#), "2:32: `enqueue` must be followed by a key and a priority".to_owned()),
        (ops(r#"["contains"]"#), "2:20: `contains` must be followed by a key".to_owned()),
        (ops(r#"["count", 3]"#), "2:20: `count` must be followed by nothing".to_owned()),
        (ops(r#"["enqueue", "axe", 1e999]"#), "2:32: number out of range".to_owned()),
        (ops(r#"["enqueue", "axe", NaN]"#), "2:28: expected value".to_owned()),
        (ops(r#"["enqueue", "axe", "3"]"#), "2:30: invalid type: string \"3\", expected a JSON number".to_owned()),
        (ops("[]"), "2:10: invalid length 0, expected an operation such as [\"enqueue\", \"dwarf\", 3]".to_owned()),
        (
            ops("7"),
            "2:9: invalid type: integer `7`, expected an operation such as [\"enqueue\", \"dwarf\", 3]".to_owned(),
        ),
        (ops("") + "x", "2:11: trailing characters".to_owned()),
        ("{\"a\\nb\": 1}".to_owned(), "1:7: unknown field `a b`".to_owned()),
        ("[".repeat(100_000), "1:2: expected value".to_owned()),
    ];
    for (text, what) in cases {
        let file = file("bad.json", &text);
        let (code, stdout, stderr) = hullkit(&["queue", &file]);
        assert_eq!((code, stdout.as_str(), stderr.lines().count()), (3, "", 1), "{text:.60}: {stderr}");
        assert!(stderr.starts_with(&format!("{file}:{what}")), "{text:.60}: {stderr}");
    }
    let binary = file("binary.json", b"{\"queue\": \"m\xff\x00");
    assert_eq!(hullkit(&["queue", &binary]).0, 3);
    assert_eq!(hullkit(&["queue", "none.json"]).0, 5);
    assert_eq!(hullkit(&["queue"]).0, 2);
}

#[test]
fn queue_results_are_one_json_object() {
    let (code, stdout, stderr) = hullkit(&["bench", "queue", "--operations", "20000", "--json"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let figures: Value = serde_json::from_str(&stdout).expect("it is JSON");
    let number = |key: &str| figures[key].as_f64().unwrap_or_else(|| panic!("no number {key} in {figures}"));
    assert_eq!(number("operations"), 20_000.0);
    assert!((number("ratio") * number("seconds") / number("heap_seconds") - 1.0).abs() < 1e-6, "{figures}");
    assert!((number("operations_per_second") * number("seconds") / 20_000.0 - 1.0).abs() < 1e-6, "{figures}");
    assert_eq!(figures.as_object().map(serde_json::Map::len), Some(6));
    let lists = figures["lists"].as_array().expect("a list");
    let names: Vec<_> = lists.iter().map(|list| list["name"].as_str()).collect();
    assert_eq!(names, [Some("voices"), Some("searches")]);
    assert_eq!(hullkit(&["bench", "queue", "--operations", "0"]).0, 2);
    let (code, stdout, _) = hullkit(&["bench", "queue", "--operations", "1"]);
    assert!(code == 0 && stdout.starts_with("1 operations in 0.000 s, "), "{stdout}");
}
