//! `hullkit bench` as users run it. The tests never assert a time.

use crate::command::{hullkit, plain, root, scratch};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};

const SCENE: &str = "crates/hullkit/tests/scene/scene.json";

/// Runs `hullkit bench render`.
fn render(arguments: &[&str]) -> (i32, String, String) {
    hullkit(&[&["bench", "render"], arguments].concat())
}

/// Returns the output with `--json`, line by line.
fn figures(arguments: &[&str]) -> Vec<Value> {
    let (code, stdout, stderr) = render(&[arguments, &["--json"]].concat());
    assert_eq!((code, stderr.as_str()), (0, ""), "{arguments:?}");
    stdout.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

/// Writes a changed copy of the scene file into a folder of its own, with its textures next to it.
fn changed(name: &str, change: impl FnOnce(&mut Value)) -> PathBuf {
    let mut scene: Value = serde_json::from_str(&scene_text()).expect("the scene is JSON");
    change(&mut scene);
    written(name, &scene.to_string())
}

fn written(name: &str, text: &str) -> PathBuf {
    let folder = scratch(name);
    fs::create_dir_all(&folder).expect("the tests have a folder");
    for texture in ["stone.png", "tile.png", "boards.png", "lamp.png"] {
        fs::copy(root().join(SCENE).with_file_name(texture), folder.join(texture)).expect("the tests have a folder");
    }
    let file = folder.join("scene.json");
    fs::write(&file, text).expect("the tests have a folder");
    file
}

/// Runs a benchmark with a scene file that must be refused with this exit code. Returns the error line, without the
/// file name.
fn refused(file: &Path, code: i32) -> String {
    let name = plain(file);
    let (ended, stdout, stderr) = render(&["--scene-file", name, "--size", "16x9", "--json"]);
    assert_eq!((ended, stdout.as_str(), stderr.lines().count()), (code, "", 1), "{stderr}");
    stderr.strip_prefix(name).unwrap_or_else(|| panic!("no file in: {stderr}")).trim_end().to_owned()
}

fn scene_text() -> String {
    fs::read_to_string(root().join(SCENE)).expect("the scene is in the repository")
}

#[test]
fn scenes_are_lines_of_json_with_the_same_keys() {
    let lines = figures(&["--size", "48x27"]);
    let names: Vec<&str> = lines.iter().map(|line| line["scene"].as_str().unwrap()).collect();
    assert_eq!(names, ["hall", "maze", "yard", "glass", "lights", "wall", "hidden", "crowd"]);
    for line in &lines {
        let keys: Vec<&str> = line.as_object().unwrap().keys().map(String::as_str).collect();
        let times = ["ns_per_pixel", "fps", "worst_ms", "fill_ns_per_pixel", "ratio"];
        let yardstick = ["texel_fill_ns_per_pixel", "texel_ratio"];
        let sprites = "ns_per_sprite_pixel";
        let mut wanted =
            [&["scene", "width", "height", "threads", "processor", "kernel", sprites], &times[..], &yardstick].concat();
        wanted.sort_unstable();
        assert_eq!(keys, wanted);
        assert!(["processor", "kernel"].into_iter().all(|key| line[key].as_str().is_some_and(|name| name.len() > 3)));
        assert_eq!((&line["width"], &line["height"], &line["threads"]), (&json!(48), &json!(27), &json!(1)));
        let (name, took) = (line["scene"].as_str().unwrap(), &line[sprites]);
        let is_told = match name {
            "hall" | "maze" => took.is_null(),
            "yard" | "crowd" => took.is_f64(),
            _ => true,
        };
        assert!(is_told, "the cost per sprite pixel is only reported if there are sprites: {line}");
        for key in times.into_iter().chain(yardstick) {
            assert!(line[key].as_f64().is_some_and(|number| number > 0.0), "{key}: {line}");
        }
    }
}

#[test]
fn scene_threads_and_kernel_can_be_chosen() {
    for kernel in ["auto", "plain"] {
        let lines = figures(&["--scene", "glass", "--size", "160x90", "--threads", "2", "--kernel", kernel]);
        assert_eq!(lines.len(), 1);
        assert_eq!((&lines[0]["scene"], &lines[0]["threads"]), (&json!("glass"), &json!(2)));
    }
    for size in ["33x17", "1x1", "3x200"] {
        assert_eq!(figures(&["--scene", "yard", "--size", size]).len(), 1, "{size}");
    }
}

#[test]
fn unsupported_kernels_are_refused_with_a_message() {
    for kernel in ["avx2", "avx2-gather", "avx512", "avx512-gather"] {
        let (code, stdout, stderr) = render(&["--scene", "hall", "--size", "32x18", "--kernel", kernel]);
        match code {
            0 => assert!(stdout.contains(&format!("kernel {kernel} (requested) on ")), "{stdout}"),
            code => {
                assert_eq!((code, stdout.as_str()), (2, ""));
                assert!(stderr.contains(kernel) && stderr.contains("not supported by this processor"), "{stderr}");
            }
        }
    }
}

#[test]
fn output_without_json_is_a_table() {
    let (code, stdout, _) = render(&["--size", "32x18", "--threads", "2"]);
    assert_eq!(code, 0);
    let lines: Vec<&str> = stdout.lines().collect();
    assert!(lines[0].starts_with("32 by 18 pixels, 2 threads, kernel "), "{stdout}");
    assert!(lines[2].starts_with("scene") && lines[2].ends_with("ns/sprite pixel"), "{stdout}");
    assert!(lines[3..].iter().all(|line| line.len() == lines[2].len()), "the columns are aligned:\n{stdout}");
    assert_eq!(lines[3..].len(), 8);
}

#[test]
fn scene_files_are_drawn_lit_and_unlit() {
    for more in [&[][..], &["--bare"]] {
        let lines = figures(&[&["--scene-file", SCENE, "--size", "160x90"][..], more].concat());
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0]["scene"], "cellar");
    }
}

#[test]
fn invalid_bench_arguments_are_reported() {
    assert_eq!(render(&["--help"]).0, 0);
    let bad: [&[&str]; 11] = [
        &["--scene", "attic"],
        &["--threads", "0"],
        &["--threads", "65"],
        &["--threads", "two"],
        &["--size", "0x9"],
        &["--size", "99999x9"],
        &["--kernel", "mmx"],
        &["--bare"],
        &["--scene", "hall", "--scene-file", SCENE],
        &["--scene-file", SCENE, "--size", "2000x10"],
        &["--scene-file", SCENE, "--size", "10x2000"],
    ];
    for arguments in bad {
        let (code, _, stderr) = render(&[arguments, &["--json"]].concat());
        assert!(code == 2 && stderr.starts_with("error: "), "{arguments:?}: {code} {stderr}");
    }
}

#[test]
fn malformed_scene_files_are_refused_with_line_and_column() {
    let scene = scene_text();
    let says = |name: &str, from: &str, to: &str, wanted: &str| {
        assert!(scene.contains(from), "{from}");
        let what = refused(&written(name, &scene.replacen(from, to, 1)), 3);
        assert!(what.starts_with(wanted), "{name}: {what}");
    };
    says("nan", "[5.8, 3.4,", "[NaN, 3.4,", ":37:6: expected value");
    says("endless", "[5.8, 3.4,", "[1e999, 3.4,", ":37:10: number out of range");
    says("short", "[2.5, 5.5, 2]", "[2.5, 5.5]", ":30:14: invalid length 2");
    says("negative", "[1, 0, 3,", "[1, 0, -3,", ":21:13: invalid value: integer `-3`");
    says("unknown", "\"note\"", "\"notes\"", ":3:9: unknown field `notes`");
    says("twice", "\"note\"", "\"name\"", ":3:8: duplicate field `name`");
    says("missing", "\"map_width\": 10,", "", ":48:1: missing field `map_width`");
    says("cut", &scene[900..], "", ":13:13: EOF");
    says("empty", &scene, "", ":1:0: EOF");
    let binary = written("binary", "");
    fs::write(&binary, [0xff, 0xfe, 0x00]).unwrap();
    assert!(refused(&binary, 3).starts_with(":1:1: "));
    let deep = written("deep", &"[".repeat(100_000));
    assert!(refused(&deep, 3).starts_with(":1:"));
}

#[test]
fn inconsistent_scene_files_are_refused_with_the_field() {
    let says = |name: &str, change: fn(&mut Value), wanted: &str| {
        let what = refused(&changed(name, change), 3);
        assert!(what.starts_with(&format!(": {wanted}")), "{name}: {what}");
    };
    says("ragged", |s| drop(s["cells"][4].as_array_mut().unwrap().pop()), "cells[4]: there are 7 cells");
    says("narrow", |s| s["map_width"] = json!(9), "cells: there are 10 columns");
    says("nowhere", |s| (s["cells"], s["map_width"]) = (json!([]), json!(0)), "cells: there are 0 columns");
    says("no texture", |s| s["cells"][3][2] = json!(8), "cells[3][2]: no texture 8");
    says("figure", |s| s["sprites"][1][2] = json!(7), "sprites[1]: no texture 7");
    says("far", |s| s["sprites"][1][0] = json!(-0.5), "sprites[1]: [-0.5, 4.4] is not on the map");
    says("inside", |s| s["frames"][2] = json!([3.5, 2.5, 1, 0]), "frames[2]: the camera at [3.5, 2.5] is inside");
    says("outside", |s| s["frames"][2] = json!([3.5, 8.0, 1, 0]), "frames[2]: the camera at [3.5, 8] is not on");
    says("blind", |s| s["frames"][0] = json!([5.8, 3.4, 0, 0]), "frames[0]: direction [0, 0] must have length 1");
    says("still", |s| s["frames"] = json!([]), "frames: must not be empty");
    says("untextured", |s| s["textures"] = json!([]), "textures: must not be empty");
    says(
        "elsewhere",
        |s| s["textures"][0] = json!("../stone.png"),
        "textures: must be paths of files next to this one or below, got \"../stone.png\"",
    );
    says("flat", |s| s["plane_length"] = json!(0), "plane_length: must be from 0.05 to 10, got 0");
    says("odd", |s| s["texture_size"] = json!(12), "texture_size: must be a power of two from 1 to 512, got 12");
    says("nameless", |s| s["name"] = json!("a\nb"), "name: ");
}

#[test]
fn scene_file_lists_have_a_maximum_length() {
    let long = |name: &str, key: &str, element: Value, count: usize| {
        let file = changed(name, |scene| scene[key] = Value::Array(vec![element; count]));
        refused(&file, 3)
    };
    assert!(long("columns", "cells", json!([1]), 1025).contains("a list may have at most 1024 items"));
    assert!(long("rows", "cells", json!(vec![1; 1025]), 1).contains("a list may have at most 1024 items"));
    assert!(long("crowd", "sprites", json!([4.5, 3.5, 2]), 20_001).contains("a list may have at most 20000 items"));
    assert!(long("film", "frames", json!([4.5, 3.5, 1, 0]), 20_001).contains("a list may have at most 20000 items"));
    assert!(long("gallery", "textures", json!("stone.png"), 65).contains("a list may have at most 64 items"));
}

#[test]
fn unusable_textures_are_reported_with_their_file() {
    let file = changed("absent", |scene| scene["textures"][1] = json!("none.png"));
    assert!(said(&file, 5).contains("none.png: cannot be read"));
    let file = changed("wrong", |scene| scene["textures"][1] = json!("scene.json"));
    assert!(said(&file, 3).contains("scene.json: not a readable PNG image"));
    let file = changed("small", |scene| scene["texture_size"] = json!(16));
    assert!(said(&file, 3).contains("stone.png: 8 by 8 texels, but the scene's texture_size is 16"));
    assert!(said(Path::new("none.json"), 5).starts_with("none.json: cannot be read"));

    let file = changed("few", |scene| {
        scene["textures"] = json!(["stone.png", "tile.png", "lamp.png", "boards.png", "stone.png", "lamp.png"]);
    });
    let (code, _, stderr) = render(&["--scene-file", plain(&file), "--bare", "--size", "16x9"]);
    assert_eq!(code, 2);
    assert!(stderr.starts_with("error: --bare: cellar has 6 textures"), "{stderr}");
}

/// Returns the error line for a scene file whose textures are refused.
fn said(file: &Path, code: i32) -> String {
    let (ended, _, stderr) = render(&["--scene-file", plain(file), "--size", "16x9", "--json"]);
    assert_eq!((ended, stderr.lines().count()), (code, 1), "{stderr}");
    stderr
}
