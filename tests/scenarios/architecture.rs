//! The architecture: dependencies between crates, forbidden dependencies, and the length of files.

use bevy::{
    ecs::schedule::{LogLevel, ScheduleBuildSettings},
    prelude::*,
};
use cargo_metadata::MetadataCommand;
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    process::Command,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the names of all crates on which a package with its default features depends.
fn crates_under(package: &str) -> BTreeSet<String> {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--edges", "normal", "--prefix", "none", "--package", package])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let text = String::from_utf8(tree.stdout).expect("cargo prints text");
    text.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn crates_only_depend_on_allowed_crates() {
    let metadata = MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .no_deps()
        .exec()
        .expect("the workspace has metadata");
    let ours: BTreeSet<&str> = metadata.packages.iter().map(|package| package.name.as_str()).collect();
    for package in &metadata.packages {
        let allowed: &[&str] = match package.name.as_str() {
            "even" | "one_build" | "puzzles" | "queue" | "raycast" | "sandbox" => &[],
            "text_mode" => &[
                "content",
                "engine",
                "inspect",
                "campaign",
                "level",
                "ports",
                "puzzles",
                "raycast",
                "renderer",
                "localization",
            ],
            "content" => &["engine", "generate", "campaign", "level", "music", "renderer", "localization", "wolf_maps"],
            "engine" => &["level", "one_build", "puzzles", "queue", "sandbox"],
            "inspect" => &["engine", "level", "localization"],
            // The level format for its tests only.
            "protocol" => &["engine", "inspect", "level"],
            "level" => &["puzzles"],
            "generate" => &["even", "level"],
            "campaign" => &["engine", "generate", "level", "ports", "queue", "localization"],
            // For its tests only.
            "ports" => &["one_build"],
            "music" => &["even"],
            "mixer" => &["music"],
            "worklet" => &["mixer", "music"],
            "renderer" => &["engine", "even", "level", "puzzles", "raycast", "localization"],
            "localization" => &["level"],
            "foundry" => &["music"],
            "hullbreach" => &[
                "text_mode",
                "content",
                "engine",
                "inspect",
                "campaign",
                "level",
                "mixer",
                "music",
                "ports",
                "present",
                // For the developer port only, which no released program has.
                "protocol",
                "puzzles",
                "queue",
                "raycast",
                "renderer",
                "localization",
            ],
            "present" => &["one_build"],
            "hullkit" => &[
                "text_mode",
                "content",
                "engine",
                "even",
                "generate",
                "inspect",
                "campaign",
                "level",
                "ports",
                "protocol",
                "puzzles",
                "queue",
                "raycast",
                "renderer",
                "tiled_map",
                "wolf_maps",
            ],
            "tiled_map" => &["level"],
            "wolf_maps" => &["generate", "level"],
            "readers" => &[
                "campaign",
                "content",
                "engine",
                "generate",
                "inspect",
                "level",
                "localization",
                "music",
                "protocol",
                "puzzles",
                "renderer",
                "sandbox",
                "text_mode",
                "tiled_map",
                "wolf_maps",
            ],
            "tests" => &["content", "engine", "campaign", "level", "puzzles", "renderer", "wolf_maps"],
            new => panic!("list here on which of our crates `{new}` may depend"),
        };
        let known = package.dependencies.iter().map(|dependency| dependency.name.as_str());
        let known: BTreeSet<&str> = known.filter(|name| ours.contains(name)).collect();
        assert_eq!(known, allowed.iter().copied().collect(), "the crates that {} knows", package.name);
    }
}

#[test]
fn only_game_and_presenter_link_window_gpu_or_sound() {
    let windowed =
        ["winit", "bevy_winit", "bevy_window", "glutin", "glow", "softbuffer", "bevy_audio", "rodio", "cpal", "alsa"];
    for package in [
        "hullkit",
        "text_mode",
        "content",
        "renderer",
        "engine",
        "even",
        "generate",
        "inspect",
        "campaign",
        "level",
        "puzzles",
        "queue",
        "raycast",
        "foundry",
        "mixer",
        "music",
        "one_build",
        "ports",
        "protocol",
        "sandbox",
        "tiled_map",
        "localization",
        "wolf_maps",
        "worklet",
    ] {
        let crates = crates_under(package);
        for forbidden in windowed {
            assert!(!crates.contains(forbidden), "{package} depends on {forbidden}");
        }
    }
    for crates in [crates_under("hullbreach"), crates_under("present")] {
        assert!(crates.contains("winit"), "the test reads the right dependency tree");
    }
}

#[test]
fn plain_crates_do_not_depend_on_bevy() {
    for package in [
        "raycast",
        "level",
        "even",
        "generate",
        "puzzles",
        "queue",
        "foundry",
        "mixer",
        "music",
        "sandbox",
        "tiled_map",
        "localization",
        "wolf_maps",
        "worklet",
    ] {
        let crates = crates_under(package);
        assert!(!crates.iter().any(|name| name.starts_with("bevy")), "{package} depends on Bevy");
    }
}

#[test]
fn there_is_only_one_version_of_bevy() {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).expect("Cargo.lock is committed");
    for name in ["bevy", "bevy_app", "bevy_ecs", "bevy_math", "bevy_time"] {
        let entry = format!("name = \"{name}\"\nversion = ");
        let versions: Vec<&str> = lock.split(&entry).skip(1).filter_map(|rest| rest.lines().next()).collect();
        assert!(matches!(versions[..], [one] if one.starts_with("\"0.19.")), "{name}: {versions:?}");
    }
}

#[test]
fn system_order_is_unambiguous() {
    let mut app = App::new();
    app.add_plugins(engine::EnginePlugin);
    let settings = ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..default() };
    app.edit_schedule(FixedUpdate, move |schedule| {
        schedule.set_build_settings(settings.clone());
    });
    // Building the schedule fails if the order of two systems that access the same data is undefined.
    app.world_mut().run_schedule(FixedUpdate);
}

#[test]
fn only_the_engine_adds_systems_to_fixed_schedules() {
    for file in sources().filter(|file| !file.starts_with(root().join("crates/engine"))) {
        let text = std::fs::read_to_string(&file).expect("a source file is text");
        for schedule in ["FixedMain", "FixedFirst", "FixedPreUpdate", "FixedUpdate", "FixedPostUpdate", "FixedLast"] {
            let adds = format!("add_systems({schedule}");
            let text: String = text.split_whitespace().collect();
            assert!(!text.contains(&adds), "{} adds to {schedule}", file.display());
        }
    }
}

#[test]
fn no_source_file_is_too_long() {
    for file in sources() {
        let lines = std::fs::read_to_string(&file).expect("a source file is text").lines().count();
        assert!(lines <= 500, "{} has {lines} lines", file.display());
    }
}

/// Returns all source files of the project.
pub(crate) fn sources() -> impl Iterator<Item = PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root().join("crates"), root().join("tests")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    assert!(files.len() > 30, "the test reads the right folders");
    files.into_iter()
}
