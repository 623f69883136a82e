//! `hullkit terminal` in a terminal that the program `script` makes.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Plays in a terminal of this size: presses keys, each once the terminal was told a text. All that it was told.
fn played(columns: u32, rows: u32, more: &str, keys: &[(&str, &str)]) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (kit, saves) = (env!("CARGO_BIN_EXE_hullkit"), saves());
    let saves = saves.display();
    let line = format!(
        "stty cols {columns} rows {rows}; exec '{kit}' terminal levels/deck1.ron --seed 1 --save-dir '{saves}' {more}"
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
            assert!(count > 0, "it has ended without {text}: {}", String::from_utf8_lossy(&told));
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
fn it_draws_takes_keys_saves_and_gives_the_terminal_back() {
    let _ = std::fs::remove_dir_all(saves());
    let keys = [("▀", "f"), ("with 39 rounds", "\u{1b}[15~"), ("Saved.", "\u{1b}"), ("Paused.", "q")];
    let told = played(100, 30, "--colours true", &keys);
    let taken = told.find("\x1b[?1049h").expect("it takes the terminal");
    let given_back = told.rfind("\x1b[?1049l").expect("it gives the terminal back");
    assert!(taken < told.find('▀').unwrap_or_default() && told.rfind('▀').unwrap_or_default() < given_back);
    assert!(told.contains("\x1b[38;2;") && !told.contains("\x1b[38;5;"), "16 million colours");
    assert!(saves().join("quick-1.save").is_file(), "F5 saves");
}

#[test]
fn a_tiny_terminal_and_one_of_few_colours_do_no_harm() {
    played(8, 3, "", &[("Too small", "\u{3}")]);
    let few = played(60, 20, "--colours 16", &[("▀", "\u{3}")]);
    assert!(!few.contains("\x1b[38;2;"), "{few}");
}

#[test]
fn a_pipe_is_no_terminal() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hullkit"));
    let output = command.arg("terminal").current_dir(root).stdin(Stdio::null()).output().expect("hullkit starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{said}");
    assert_eq!(said.trim(), "stdin and stdout must be a terminal; for a pipe there is the game in words");
}
