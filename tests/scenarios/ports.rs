//! Portability: only native modules and command-line tools use files, clocks, threads and processes. Everything that a
//! browser build contains uses the crate `ports` instead.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

/// The crates of a browser build; of the game only the portable part.
const CRATES: [&str; 17] = [
    "content",
    "engine",
    "even",
    "game",
    "generate",
    "campaign",
    "level",
    "mixer",
    "music",
    "ports",
    "puzzles",
    "raycast",
    "renderer",
    "sandbox",
    "localization",
    "wolf_maps",
    "worklet",
];

/// Names that are not available in a browser.
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

/// Files and folders below `crates` in which these names are allowed, each with the reason.
const ALLOWED: &[(&str, &str)] = &[
    ("content/src/read/art.rs", "programs without a window read art in threads"),
    ("content/src/read/level_reference.rs", "files that the command line names"),
    ("content/src/read/named.rs", "files that the command line names"),
    ("content/src/mods/folder.rs", "mods on the disk"),
    ("content/src/read/wolf_files.rs", "files that the command line names"),
    ("content/src/vfs/archive.rs", "a layer on the disk; layers may be in memory as well"),
    ("content/src/vfs/folder.rs", "a layer on the disk; layers may be in memory as well"),
    ("content/src/vfs/game_folder.rs", "without files no folder is searched"),
    ("engine/src/session/profiler.rs", "the profiler; in a browser with the clock of a library"),
    ("engine/src/session/step_times.rs", "the profiler; in a browser with the clock of a library"),
    ("game/src/arguments.rs", "the command line of the native program"),
    ("game/src/dev/port.rs", "the developer port of the native dev build"),
    ("game/src/files/crash_report.rs", "the hook of panics, which works when the world is gone"),
    ("game/src/files/file_bytes.rs", "reads files that the command line names"),
    ("game/src/input/pad_script.rs", "plays a pad in tests of the window"),
    ("game/src/leaving/abrupt_end.rs", "saves when the process exits"),
    ("game/src/native.rs", "the native program"),
    ("game/src/window/display_watch.rs", "the native window"),
    ("game/src/window/frame_waits.rs", "the native window waits between frames"),
    ("game/src/window/game_window.rs", "the native window"),
    ("game/src/window/time_start.rs", "times the start of the process"),
    ("game/src/window/text_dump.rs", "for tests of the window"),
    ("ports/src/clock.rs", "the clock; in a browser by a library"),
    ("ports/src/native", "the native halves"),
    ("raycast/src/lanes/worker_pool.rs", "without threads the calling thread draws alone"),
];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(crates().join(name)).expect("a source file is text")
}

/// Collects all sources of a folder, by their paths below `crates`.
fn sources(folder: &str, list: &mut BTreeSet<String>) {
    for entry in crates().join(folder).read_dir().expect("a folder of the repository").flatten() {
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            sources(&name, list);
        } else if name.ends_with(".rs") {
            list.insert(name);
        }
    }
}

/// Returns the sources of a crate, without files that only its tests use.
fn own_sources(name: &str) -> BTreeSet<String> {
    let mut list = BTreeSet::new();
    sources(&format!("{name}/src"), &mut list);
    let of_tests: Vec<String> = list.iter().flat_map(|name| modules_of_tests(name)).collect();
    list.retain(|name| !of_tests.contains(name) && !name.ends_with("_tests.rs"));
    list
}

/// Returns the files of the modules that only tests use.
fn modules_of_tests(name: &str) -> Vec<String> {
    let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let text = read(name);
    let modules = text.split("#[cfg(test)]\nmod ").skip(1).filter_map(|rest| rest.split_once(';'));
    modules.map(|(module, _)| format!("{folder}/{module}.rs")).collect()
}

/// Returns the forbidden names in the code of a file, without its tests and comments.
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
fn portable_code_does_not_use_native_functions() {
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
    assert!(wrong.is_empty(), "use the crate `ports`, or add the file with a reason here: {wrong:#?}");
    let unused: Vec<&str> = ALLOWED.iter().map(|(place, _)| *place).filter(|place| !used.contains(place)).collect();
    assert!(unused.is_empty(), "these exceptions are no longer necessary: {unused:?}");
}
