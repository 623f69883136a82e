//! `hullkit lua` and `hullkit bench scripts` as users run them.

use crate::command::{file, hullkit};
use serde_json::{Value, json};

/// Returns the exit code and the printed object.
fn outcome(name: &str, script: impl AsRef<[u8]>, more: &[&str]) -> (i32, Value) {
    let script = file(name, script);
    let (code, stdout, stderr) = hullkit(&[&["lua", script.as_str(), "--json"], more].concat());
    assert_eq!(stderr.is_empty(), code == 0, "{stderr}");
    (code, serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{stdout}{stderr}")))
}

#[test]
fn script_is_run_and_its_result_printed() {
    let script = "function process(gameElement) game.setTarget(gameElement, 6.5, 1.5) creature.memory.n = 1 end";
    let (code, told) = outcome("go.lua", script, &["--ticks", "600"]);
    assert_eq!(code, 0);
    assert_eq!((&told["calls"], &told["error"], &told["target"]), (&json!(100), &Value::Null, &json!([6.5, 1.5])));
    assert!((told["x"].as_f64().unwrap() - 6.5).abs() < 0.05 && (told["y"].as_f64().unwrap() - 1.5).abs() < 0.05);
    // A table of 5 bytes, a text of 5 + 1, and a number of 9.
    assert_eq!(told["memory_bytes"], json!(20));
    assert!(told["interrupts"].as_u64().unwrap() >= 300);
    assert_eq!(outcome("go.lua", script, &["--ticks", "600"]).1, told);
}

#[test]
fn script_of_the_documentation_runs() {
    let script = "function process(gameElement) game.setTarget(gameElement, 1.1, 0.5) end";
    let (code, told) = outcome("book.lua", script, &["--ticks", "12"]);
    assert_eq!((code, &told["target"]), (0, &json!([1.1, 0.5])));
}

#[test]
fn invalid_script_exits_with_3_and_reports_the_line() {
    for (name, script, error) in [
        ("loop.lua", "function process()\n  while true do end\nend", "loop.lua:2: a call may take at most 10000 steps"),
        ("syntax.lua", "function process(\nend", "syntax.lua:2: "),
        ("empty.lua", "", "empty.lua: the script must define a function process(creature)"),
        ("nil.lua", "function process(me)\n  return me.x.y\nend", "nil.lua:2: attempt to index number with 'y'"),
        ("outside.lua", "function process(me) game.setTarget(me, -1, 2) end", "outside.lua:1: (-1, 2) is outside"),
    ] {
        let (code, told) = outcome(name, script, &["--ticks", "60"]);
        assert_eq!(code, 3, "{name}");
        assert!(told["error"].as_str().is_some_and(|told| told.starts_with(error)), "{name}: {told}");
    }
    let (code, told) = outcome("bytes.lua", b"x = '\xff'", &[]);
    assert_eq!((code, &told["calls"]), (3, &json!(0)));
    assert!(told["error"].as_str().unwrap().contains("UTF-8"));
    let large = vec![b' '; 10 << 20];
    assert_eq!(outcome("large.lua", large, &[]).0, 3);
}

#[test]
fn missing_files_and_wrong_arguments_have_exit_codes() {
    assert_eq!(hullkit(&["lua", "no-such.lua"]).0, 5);
    assert_eq!(hullkit(&["lua"]).0, 2);
    let script = file("plain.lua", "function process() end");
    assert_eq!(hullkit(&["lua", &script, "--ticks", "0"]).0, 2);
    assert_eq!(hullkit(&["lua", &script, "--deck", "no-such.ron"]).0, 5);
    let (code, _, stderr) = hullkit(&["lua", &script, "--deck", &file("bad.ron", "(")]);
    assert_eq!((code, stderr.lines().count()), (3, 1), "{stderr}");
}

#[test]
fn first_creature_of_a_deck_runs_the_script() {
    let script = file("talk.lua", "function process(me) if time() < 0.05 then say('hello') log(me.kind) end end");
    let (code, stdout, stderr) = hullkit(&["lua", &script, "--deck", "levels/deck1.ron", "--ticks", "30"]);
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    assert!(stdout.contains("says \"hello\"") && stdout.contains(" calls, "), "{stdout}");
}

#[test]
fn bench_scripts_prints_times() {
    let (code, stdout, stderr) = hullkit(&["bench", "scripts", "--creatures", "3", "--json"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let told: Value = serde_json::from_str(&stdout).expect("stdout is JSON");
    assert_eq!(told["creatures"], json!(3));
    for figure in ["ns_per_call", "mean_tick_us", "worst_tick_us"] {
        assert!(told[figure].as_f64().is_some_and(|figure| figure > 0.0), "{figure}: {told}");
    }
}
