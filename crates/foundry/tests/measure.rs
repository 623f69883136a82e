//! Runs of `foundry --measure`.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output},
};

fn measure(more: &[&str]) -> Output {
    let assets = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets");
    Command::new(env!("CARGO_BIN_EXE_foundry"))
        .args(["--out", assets, "--measure"])
        .args(more)
        .output()
        .expect("it works")
}

/// Returns a file for this test inside the system's temporary folder.
fn scratch(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("foundry-{}-{name}", std::process::id()));
    fs::write(&path, text).expect("it works");
    path
}

#[test]
fn last_line_counts_met_limits_and_exit_code_reports_all() {
    let told = measure(&[]);
    let text = String::from_utf8(told.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let hold = lines.iter().filter(|line| line.starts_with("holds ")).count();
    assert_eq!(*lines.last().unwrap(), format!("{hold} of {} limits are met", lines.len() - 1));
    assert_eq!(told.status.code(), Some(if hold == lines.len() - 1 { 0 } else { 1 }));
}

#[test]
fn values_that_got_worse_are_reported_and_fail() {
    let kept = scratch("kept.json", &String::from_utf8(measure(&["--json"]).stdout).unwrap());
    assert_eq!(measure(&["--not-worse", kept.to_str().unwrap()]).status.code(), Some(0));
    let better = scratch("better.json", "{\"a bar that is gone\": 3.0}");
    let told = measure(&["--not-worse", better.to_str().unwrap()]);
    let said = String::from_utf8(told.stderr).unwrap();
    assert!(told.status.code() == Some(1) && said.contains("a bar that is gone: it was 3"), "{said}");
    for path in [kept, better] {
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn unreadable_files_are_reported_in_a_sentence() {
    let told = measure(&["--views", "/nowhere"]);
    let said = String::from_utf8(told.stderr).unwrap();
    assert!(
        told.status.code() == Some(5) && said.starts_with("foundry: /nowhere/decks.json: cannot be read"),
        "{said}"
    );
    assert_eq!(measure(&["--check"]).status.code(), Some(2));
}
