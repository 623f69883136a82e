//! The rooms: inside a crate, folders stand in one order, and each uses only those before it. The order is that of the `mod`
//! lines of `lib.rs` or `main.rs`, and ARCHITECTURE.md draws it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The crates that have rooms.
const CRATES: [&str; 9] =
    ["level", "generate", "engine", "raycast", "renderer", "content", "console", "game", "foundry"];
/// The crates whose files import by full paths only (`crate::folder::file::Name`), so that these tests see every import.
const FULL_PATHS: [&str; 1] = ["raycast"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rooms of a crate in their order: the modules of its root, without those that only its tests have.
fn rooms(krate: &str) -> Vec<String> {
    let source = root().join("crates").join(krate).join("src");
    let main = ["lib.rs", "main.rs"].map(|name| source.join(name)).into_iter().find(|path| path.exists());
    let text = code(&read(&main.expect("a crate has a root"))).replace("#[cfg(test)]\nmod", "test mod");
    let modules = text.lines().filter_map(|line| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        line.strip_prefix("mod ")?.strip_suffix(';').map(str::to_owned)
    });
    modules.collect()
}

/// A file's own code: what its tests use does not count, nor what its comments name.
fn code(text: &str) -> String {
    let own = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    own.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect()
}

/// The paths into the own crate that a text names, such as `deck::grid::Grid`, with the groups of its `use` lines taken apart.
fn own_paths(text: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for rest in text.split("crate::").skip(1) {
        let end = rest.find(|letter: char| !(letter.is_alphanumeric() || "_:".contains(letter)));
        let head = &rest[..end.unwrap_or(rest.len())];
        let group = rest[head.len()..].strip_prefix('{').and_then(|group| group.split_once("};"));
        match group {
            Some((group, _)) => paths.extend(branches(group).map(|branch| format!("{head}{branch}"))),
            None => paths.push(head.to_owned()),
        }
    }
    paths
}

/// The parts of a group between its outermost commas; of each, the first path.
fn branches(group: &str) -> impl Iterator<Item = String> {
    let mut depth = 0;
    let parts = group.split(move |letter| {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        letter == ',' && depth == 0
    });
    parts.map(|part| part.trim().split('{').next().unwrap_or_default().to_owned()).filter(|part| !part.is_empty())
}

/// The source files below a folder, except files of tests; none if the folder does not exist.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop().filter(|folder| folder.is_dir()) {
        for entry in folder.read_dir().expect("a folder of ours").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(".rs") && !path.to_string_lossy().ends_with("_tests.rs") {
                found.push(path);
            }
        }
    }
    found
}

/// The files of a crate's rooms, each by its room and its name, with the paths into the own crate that it names.
fn files(krate: &str) -> BTreeMap<(String, String), Vec<String>> {
    let source = root().join("crates").join(krate).join("src");
    let mut found = BTreeMap::new();
    for room in rooms(krate) {
        let alone = source.join(format!("{room}.rs"));
        if alone.exists() {
            found.insert((room.clone(), room.clone()), own_paths(&code(&read(&alone))));
        }
        for path in sources(&source.join(&room)) {
            let inside = path.strip_prefix(source.join(&room)).expect("it is inside").with_extension("");
            // What lies in a folder of a room's file belongs to that file.
            let file = inside.components().next().expect("a file has a name").as_os_str().to_string_lossy();
            let paths: &mut Vec<String> = found.entry((room.clone(), file.into_owned())).or_default();
            paths.extend(own_paths(&code(&read(&path))));
        }
    }
    assert!(found.len() > 10, "{krate}: the test looks at the right folders");
    found
}

#[test]
fn a_room_uses_only_rooms_before_it() {
    for krate in CRATES {
        let rooms = rooms(krate);
        let floor = |room: &str| rooms.iter().position(|other| other == room);
        for ((room, file), paths) in files(krate) {
            for path in paths {
                let used = path.split("::").next().unwrap_or_default();
                // What is of no room is of the crate's root, which stands above them all.
                let upwards = floor(used).unwrap_or(rooms.len() - 1) > floor(&room).unwrap_or_default();
                assert!(!upwards, "{krate}: {room}/{file} uses {path}, of a room above its own");
            }
        }
    }
}

#[test]
fn inside_a_room_at_most_two_files_know_each_other() {
    for krate in CRATES {
        let files = files(krate);
        let mut reached: BTreeMap<&(String, String), BTreeSet<(String, String)>> = BTreeMap::new();
        for (file, paths) in &files {
            let named = paths.iter().filter_map(|path| {
                let mut parts = path.split("::");
                let named = (parts.next()?.to_owned(), parts.next()?.to_owned());
                (files.contains_key(&named) && named != *file && named.1 != "mod").then_some(named)
            });
            reached.insert(file, named.collect());
        }
        loop {
            let more: Vec<_> = reached
                .iter()
                .map(|(file, known)| {
                    let farther = known.iter().filter_map(|next| reached.get(next)).flatten();
                    (*file, known.iter().chain(farther).cloned().collect::<BTreeSet<_>>())
                })
                .collect();
            let grows = more.iter().any(|(file, known)| known.len() > reached[file].len());
            reached = more.into_iter().collect();
            if !grows {
                break;
            }
        }
        for (file, known) in &reached {
            let circle: Vec<_> =
                known.iter().filter(|other| reached.get(other).is_some_and(|back| back.contains(*file))).collect();
            assert!(circle.len() <= 2, "{krate}: these files know each other in a circle: {circle:?}");
        }
    }
}

#[test]
fn the_page_of_the_architecture_draws_the_rooms() {
    let page = read(&root().join("ARCHITECTURE.md"));
    for krate in CRATES {
        let drawn = rooms(krate).join(" → ");
        assert!(page.contains(&drawn), "ARCHITECTURE.md does not draw the rooms of {krate}: {drawn}");
    }
}

#[test]
fn each_room_says_what_lives_there() {
    for krate in CRATES {
        for room in rooms(krate) {
            let path = root().join("crates").join(krate).join("src").join(&room).join("mod.rs");
            if let Ok(text) = std::fs::read_to_string(&path) {
                let lines = text.lines().take_while(|line| line.starts_with("//!")).count();
                assert!(lines >= 2, "{}: say in three lines what lives there and what may not", path.display());
            }
        }
    }
}

/// The lines of a file's own code that hide an import from these tests: those with `super::`, and re-exports.
fn hidden_imports(text: &str) -> Vec<String> {
    let own = code(text);
    let hidden = own.lines().map(str::trim).filter(|line| {
        let is_reexport = line.starts_with("pub") && line.split(' ').take(2).any(|word| word == "use");
        is_reexport || line.contains("super::")
    });
    hidden.map(str::to_owned).collect()
}

#[test]
fn super_and_reexports_are_recognised() {
    let text = "use super::Lanes;\npub(crate) use four::Four;\npub use five::Five;\nuse crate::lanes::Lanes;\n\
                pub fn used() {}\n// super::\n#[cfg(test)]\nmod tests {\n    use super::*;\n}\n";
    assert_eq!(hidden_imports(text), ["use super::Lanes;", "pub(crate) use four::Four;", "pub use five::Five;"]);
}

#[test]
fn crates_with_full_paths_hide_no_import() {
    for krate in FULL_PATHS {
        let rooms = rooms(krate);
        for room in &rooms {
            for path in sources(&root().join("crates").join(krate).join("src").join(room)) {
                let text = read(&path);
                let mut hidden = hidden_imports(&text);
                // A name that the root re-exports does not show which folder it comes from.
                let is_of_root = |path: &String| !rooms.iter().any(|room| path.split("::").next() == Some(room));
                hidden.extend(own_paths(&code(&text)).into_iter().filter(is_of_root));
                assert!(
                    hidden.is_empty(),
                    "{}: imports must be written as `use crate::folder::file::Name`, got {hidden:?}",
                    path.display()
                );
            }
        }
    }
}
