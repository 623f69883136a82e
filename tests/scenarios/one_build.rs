//! One build: all programs of the workspace use the same features of each library, so cargo compiles each library only
//! once.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
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

/// Returns the libraries that a program alone selects, with these options, with features other than those of the whole
/// workspace.
fn differing(program: &str, options: &[&str], workspace: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let alone = selected(&[&["--edges", "normal", "--package", program], options].concat());
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
        let differing = differing(program, &[], &workspace);
        assert!(differing.is_empty(), "name these features in crates/one_build/Cargo.toml: {differing:#?}");
    }
}

#[test]
fn release_builds_share_one_build_without_developer_tools() {
    let without = ["--no-default-features"];
    let workspace = selected(&["--edges", "normal", "--workspace", "--no-default-features"]);
    for program in ["hullkit", "hullbreach"] {
        let differing = differing(program, &without, &workspace);
        assert!(differing.is_empty(), "name these features in crates/one_build/Cargo.toml: {differing:#?}");
    }
    let features = |package: &str, all: &BTreeMap<String, BTreeSet<String>>| {
        let of_package = all.iter().filter(|(name, _)| name.starts_with(package)).flat_map(|(_, features)| features);
        of_package.flat_map(|features| features.split(',')).map(str::to_owned).collect::<BTreeSet<_>>()
    };
    let dev = selected(&["--edges", "normal", "--workspace"]);
    for tool in ["debug", "track_location"] {
        assert!(features("bevy_ecs ", &dev).contains(tool), "the dev build has {tool}");
        assert!(!features("bevy_ecs ", &workspace).contains(tool), "a release build has {tool}");
    }
    let game = selected(&["--edges", "normal", "--package", "hullbreach", "--no-default-features"]);
    assert!(!game.keys().any(|package| package.starts_with("protocol ")), "the released game has the developer port");
}

#[test]
fn scripts_build_releases_without_developer_tools() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let scripts = root.join("scripts").read_dir().expect("a folder of the repository").flatten();
    let mut files: Vec<_> = scripts.map(|script| script.path()).filter(|path| path.is_file()).collect();
    files.extend(
        ["play", "bundle", "page", "check", "packaging/org.hullbreach.Hullbreach.yml"].map(|name| root.join(name)),
    );
    let mut number = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a script is text");
        // The standard library has no such features.
        let is_release = |line: &&str| {
            let builds = line.contains("cargo ") || line.contains("options+=");
            builds && (line.contains("--release") || line.contains("--profile page")) && !line.contains("build-std")
        };
        for line in text.lines().filter(is_release) {
            number += 1;
            assert!(line.contains("--no-default-features"), "{}: {line}", file.display());
        }
    }
    assert!(number >= 9, "the test finds the release builds, but only {number}");
}

#[test]
fn gpu_renderer_of_bevy_is_not_linked() {
    let game = selected(&["--edges", "normal", "--package", "hullbreach"]);
    for renderer in ["wgpu ", "wgpu-core ", "wgpu-hal ", "naga ", "bevy_render "] {
        assert!(!game.keys().any(|package| package.starts_with(renderer)), "{renderer}");
    }
}
