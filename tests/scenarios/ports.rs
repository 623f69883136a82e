//! The ports: files, clocks, threads and processes are the affair of native halves and of command-line tools. What a page in a browser is
//! built of asks the crate `ports`, or does without.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The crates that a page is built of; of the game the neutral part.
const CRATES: [&str; 14] = [
    "content", "engine", "even", "game", "generate", "journey", "level", "music", "ports", "puzzles", "raycast",
    "renderer", "sandbox", "words",
];

/// What a browser lacks.
const NATIVE: [&str; 12] = [
    "Instant",
    "SystemTime",
    "fs::",
    "File::open",
    "thread::",
    "process::",
    "std::net",
    "env::var",
    "env::current",
    "env::args",
    "dirs::",
    "tempfile::",
];

/// Where it may stand: files and folders below `crates`, each with the reason.
const ALLOWED: &[(&str, &str)] = &[
    ("content/src/read/art.rs", "programs without a window read art in threads"),
    ("content/src/read/named.rs", "files that the command line names"),
    ("content/src/vfs/archive.rs", "a layer on the disk; layers may be in memory as well"),
    ("content/src/vfs/folder.rs", "a layer on the disk; layers may be in memory as well"),
    ("content/src/vfs/game_folder.rs", "whoever has no files looks for no folder"),
    ("engine/src/session/profiler.rs", "whoever does not time ticks adds no profiler"),
    ("game/src/files/black_box.rs", "the hook of panics, which works when the world is gone"),
    ("game/src/files/file_bytes.rs", "reads files that the command line names"),
    ("game/src/input/pad_script.rs", "plays a pad in tests of the window"),
    ("game/src/leaving/abrupt_end.rs", "saves when the process exits"),
    ("game/src/main.rs", "the native program"),
    ("game/src/window/display_watch.rs", "the native window"),
    ("game/src/window/frame_limit.rs", "the native window waits between frames"),
    ("game/src/window/game_window.rs", "the native window"),
    ("game/src/window/time_start.rs", "times the start of the process"),
    ("game/src/window/told_words.rs", "for tests of the window"),
    ("ports/src/clock.rs", "the clock; in a browser by a library"),
    ("ports/src/native", "the native halves"),
    ("raycast/src/lanes/worker_pool.rs", "where no thread starts, the one that calls draws alone"),
];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(crates().join(name)).expect("a source file is text")
}

/// All sources of a folder, by their names below `crates`.
fn sources(folder: &str, list: &mut BTreeSet<String>) {
    for entry in crates().join(folder).read_dir().expect("a folder of ours").flatten() {
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            sources(&name, list);
        } else if name.ends_with(".rs") {
            list.insert(name);
        }
    }
}

/// The sources of a crate, without files that only its tests have.
fn own_sources(name: &str) -> BTreeSet<String> {
    let mut list = BTreeSet::new();
    sources(&format!("{name}/src"), &mut list);
    let of_tests: Vec<String> = list.iter().flat_map(|name| modules_of_tests(name)).collect();
    list.retain(|name| !of_tests.contains(name) && !name.ends_with("_tests.rs"));
    list
}

/// The files of the modules beside a file that only tests have.
fn modules_of_tests(name: &str) -> Vec<String> {
    let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let text = read(name);
    let modules = text.split("#[cfg(test)]\nmod ").skip(1).filter_map(|rest| rest.split_once(';'));
    modules.map(|(module, _)| format!("{folder}/{module}.rs")).collect()
}

/// What of that a file's own code names; its tests and comments do not count.
fn natives(name: &str) -> Vec<&'static str> {
    let text = read(name);
    let own = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines: Vec<&str> = own.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let in_word = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    let names =
        |line: &str, native: &str| line.match_indices(native).any(|(at, _)| !in_word(line[..at].chars().next_back()));
    NATIVE.into_iter().filter(|native| lines.iter().any(|line| names(line, native))).collect()
}

#[test]
fn only_native_halves_name_files_clocks_threads_and_processes() {
    let (mut used, mut wrong) = (BTreeSet::new(), Vec::new());
    for name in CRATES.into_iter().flat_map(own_sources) {
        let found = natives(&name);
        if found.is_empty() {
            continue;
        }
        let allowed = ALLOWED.iter().find(|(place, _)| name == *place || name.starts_with(&format!("{place}/")));
        match allowed {
            Some((place, _)) => drop(used.insert(*place)),
            None => wrong.push(format!("{name}: {}", found.join(", "))),
        }
    }
    assert!(wrong.is_empty(), "ask the crate `ports` for it, or name the file and a reason here: {wrong:#?}");
    let unused: Vec<&str> = ALLOWED.iter().map(|(place, _)| *place).filter(|place| !used.contains(place)).collect();
    assert!(unused.is_empty(), "nothing of the kind is left there, so it needs no exception: {unused:?}");
}
