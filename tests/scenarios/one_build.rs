//! One build: all programs of the workspace use the same features of each library, so cargo compiles each library only
//! once.

use std::{
    collections::{BTreeMap, BTreeSet},
    process::Command,
};

/// Returns the packages that these options select and their dependencies, each with its version and features. A package
/// that build scripts also use may have two sets of features.
fn selected(options: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--prefix", "none", "--format", "{p}\t{f}"])
        .args(options)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .expect("cargo runs");
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let text = String::from_utf8(tree.stdout).expect("cargo prints text");
    let lines = text.lines().filter_map(|line| line.trim_end_matches(" (*)").split_once('\t'));
    let mut selected: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (package, features) in lines {
        selected.entry(package.to_owned()).or_default().insert(features.to_owned());
    }
    selected
}

/// Returns the libraries that a program alone selects with features other than those of the whole workspace.
fn differing(program: &str, workspace: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let alone = selected(&["--edges", "normal", "--package", program]);
    assert!(alone.len() > 100, "the test reads the right dependency tree");
    let differs = |(package, features): &(String, BTreeSet<String>)| {
        workspace.get(package).is_some_and(|all| !features.is_subset(all))
    };
    let differing = alone.into_iter().filter(differs);
    differing.map(|(package, features)| format!("{package}: {features:?}, not {:?}", workspace[&package])).collect()
}

#[test]
fn programs_and_tests_share_one_build_of_each_library() {
    let workspace = selected(&["--edges", "normal,dev", "--workspace"]);
    for program in ["hullkit", "hullbreach"] {
        let differing = differing(program, &workspace);
        assert!(differing.is_empty(), "name these features in crates/one_build/Cargo.toml: {differing:#?}");
    }
}

#[test]
fn gpu_renderer_of_bevy_is_not_linked() {
    let game = selected(&["--edges", "normal", "--package", "hullbreach"]);
    for renderer in ["wgpu ", "wgpu-core ", "wgpu-hal ", "naga ", "bevy_render "] {
        assert!(!game.keys().any(|package| package.starts_with(renderer)), "{renderer}");
    }
}
