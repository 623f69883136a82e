//! `hullkit terminal` in a terminal that the program `script` creates.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Plays in a terminal of this size and presses each key after its text has appeared. Returns everything sent to the
/// terminal.
fn played(columns: u32, rows: u32, more: &str, keys: &[(&str, &str)]) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (kit, saves) = (env!("CARGO_BIN_EXE_hullkit"), saves());
    let saves = saves.display();
    let line = format!(
        "unset COLUMNS LINES; stty cols {columns} rows {rows}; exec timeout 60 '{kit}' terminal levels/deck1.ron --seed 1 --save-dir '{saves}' {more}"
    );
    let mut command = Command::new("script");
    command.args(["--quiet", "--return", "--command", &line, "/dev/null"]).current_dir(root);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("script comes with bsdutils");
    let mut input = child.stdin.take().expect("it has one");
    let mut output = child.stdout.take().expect("it has one");
    let (mut told, mut from, mut bytes) = (Vec::new(), 0, [0; 65536]);
    for (text, key) in keys {
        loop {
            let here = String::from_utf8_lossy(&told[from..]).find(text).map(|at| at + text.len());
            if let Some(at) = here {
                from += at;
                break;
            }
            let count = output.read(&mut bytes).expect("it can be read");
            assert!(count > 0, "it ended without {text}: {}", String::from_utf8_lossy(&told));
            told.extend_from_slice(&bytes[..count]);
        }
        input.write_all(key.as_bytes()).expect("it listens");
    }
    output.read_to_end(&mut told).expect("it can be read");
    assert!(child.wait().expect("it ends").success());
    String::from_utf8_lossy(&told).into_owned()
}

fn saves() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("terminal-saves")
}

#[test]
fn terminal_game_draws_takes_keys_and_saves() {
    let _ = std::fs::remove_dir_all(saves());
    let keys = [("▀", "f"), ("with 39 rounds", "\u{1b}[15~"), ("Saved.", "\u{1b}"), ("Paused.", "q"), ("Quit?", "\r")];
    let told = played(100, 30, "--colours true", &keys);
    let taken = told.find("\x1b[?1049h").expect("it takes the terminal");
    let given_back = told.rfind("\x1b[?1049l").expect("it gives the terminal back");
    assert!(taken < told.find('▀').unwrap_or_default() && told.rfind('▀').unwrap_or_default() < given_back);
    assert!(told.contains("\x1b[38;2;") && !told.contains("\x1b[38;5;"), "16 million colours");
    assert!(saves().join("quick-1.save").is_file(), "F5 saves");
}

#[test]
fn lost_focus_pauses_and_gained_focus_does_not_resume() {
    let lost = "\x1b[O\x1b[O\x1b[I\x1b[O";
    played(
        60,
        20,
        "",
        &[("▀", "\x1b[O"), ("Paused.", lost), ("Paused.", "q"), ("Quit?", "\x1b"), ("Paused.", "q"), ("Quit?", "y")],
    );
}

#[test]
fn walking_keys_of_other_layouts_do_not_quit() {
    played(80, 20, "", &[("▀", "q"), ("▀", "q"), ("▀", "а"), ("with 39 rounds", "\x03")]);
}

#[test]
fn kitty_protocol_reports_physical_keys() {
    let down_and_up = "\x1b[1092::102u\x1b[1092::102;1:3u";
    played(
        80,
        20,
        "",
        &[("\x1b[?u", "\x1b[?0u\x1b[?62c"), ("\x1b[>15u", down_and_up), ("with 39 rounds", "\x1b[99::99;5u")],
    );
}

#[test]
fn zero_and_huge_terminal_sizes_are_handled() {
    let none = played(0, 0, "", &[("\x1b[24;1H", "\x03")]);
    assert!(!none.contains("Too small"));
    let huge = played(30000, 20000, "", &[("\x1b[241;1H", "\x03")]);
    assert!(!huge.contains("\x1b[242;"));
    let line = "\x1b[20;1H";
    let wide = played(60, 20, "", &[("\x1b[6n", "\x1b[1;3R"), (line, ""), (line, ""), (line, "\x03")]);
    let drawn = wide.rsplit("\x1b[2J").next().unwrap_or_default();
    let first_row = drawn.split("\x1b[2;1H").next().unwrap_or_default();
    assert_eq!(first_row.matches('▀').count(), 30, "each character is two columns wide, of sixty");
}

#[test]
fn tiny_and_few_colour_terminals_are_supported() {
    played(8, 3, "", &[("Too small", "\u{3}")]);
    let few = played(60, 20, "--colours 16", &[("▀", "\u{3}")]);
    assert!(!few.contains("\x1b[38;2;"), "{few}");
}

#[test]
fn pipe_is_refused_as_a_terminal() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hullkit"));
    let output = command.arg("terminal").current_dir(root).stdin(Stdio::null()).output().expect("hullkit starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{said}");
    assert_eq!(said.trim(), "stdin and stdout must be a terminal; for pipes use the text mode");
}
