//! `hullkit export tiled` and `hullkit import tiled` as level authors type them.

use level::Level;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Exit code, stdout and stderr of `hullkit` in the game's folder.
fn hullkit(arguments: &[&str]) -> (Option<i32>, String, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut hullkit = Command::new(env!("CARGO_BIN_EXE_hullkit"));
    let output = hullkit.args(arguments).current_dir(root).output().expect("hullkit starts");
    let text = |bytes| String::from_utf8(bytes).expect("hullkit prints text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// An empty folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tiled").join(name);
    let _ = fs::remove_dir_all(&folder); // it is there only from the second run on
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

fn read(file: &Path) -> Level {
    Level::read(path(file), &fs::read(file).expect("it was written")).expect("a good level")
}

#[test]
fn a_deck_goes_to_tiled_with_a_picture_of_its_tiles_and_comes_back() {
    let folder = folder("deck");
    let (map, back) = (folder.join("deck.tmx"), folder.join("back.ron"));
    let (code, stdout, stderr) = hullkit(&["export", "tiled", "levels/deck3.ron", "--out", path(&map)]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert!(stdout.ends_with("cells), with deck.png\n"), "{stdout}");
    let picture = renderer::decode_png(&fs::read(folder.join("deck.png")).expect("it was written")).expect("a PNG");
    let magenta = picture.texels().iter().filter(|&&texel| texel == 0xff_ff_00_ff).count();
    assert_eq!((picture.width() % 64, magenta), (0, 0), "there is a picture of every texture");
    let (code, stdout, stderr) = hullkit(&["import", "tiled", path(&map), "--out", path(&back)]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert!(stdout.starts_with(&format!("{}: \"", path(&back))), "{stdout}");
    let deck = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels/deck3.ron");
    assert!(read(&back) == read(&deck));
}

#[test]
fn decks_that_pipelines_and_ships_make_come_back_as_they_were() {
    let folder = folder("made");
    for pipeline in ["labyrinth_a", "labyrinth_b", "crew_deck", "engineering", "holds", "laboratory"] {
        let (level, map, back) = (folder.join("level.ron"), folder.join("level.tmx"), folder.join("back.ron"));
        let file = format!("assets/pipelines/{pipeline}.ron");
        for seed in ["1", "2"] {
            assert_eq!(hullkit(&["generate", &file, "--seed", seed, "--out", path(&level)]).0, Some(0));
            let (code, _, stderr) = hullkit(&["export", "tiled", path(&level), "--out", path(&map)]);
            assert_eq!((code, stderr.as_str()), (Some(0), ""));
            let (code, _, stderr) = hullkit(&["import", "tiled", path(&map), "--out", path(&back)]);
            assert_eq!(code, Some(0), "{stderr}");
            assert!(read(&back) == read(&level), "{pipeline} {seed}");
        }
    }
}

#[test]
fn what_cannot_be_read_is_told_with_its_exit_code() {
    let folder = folder("bad");
    let (map, out) = (folder.join("bad.tmx"), folder.join("bad.ron"));
    fs::write(&map, "<map orientation=\"orthogonal\" width=\"2\"/>").expect("it can be written");
    let (code, stdout, stderr) = hullkit(&["import", "tiled", path(&map), "--out", path(&out)]);
    assert_eq!((code, stdout.as_str(), stderr.lines().count()), (Some(3), "", 1));
    assert!(
        stderr.contains("bad.tmx:1:1: the `width` of a `<map>` must be a whole number from 3 to 512, got '2'"),
        "{stderr}"
    );
    assert!(!out.exists());
    assert_eq!(hullkit(&["import", "tiled", "none.tmx", "--out", path(&out)]).0, Some(5));
    assert_eq!(hullkit(&["export", "tiled", "none.ron", "--out", path(&map)]).0, Some(5));
    let (code, _, stderr) = hullkit(&["export", "tiled", "levels/deck1.ron", "--out", path(&out)]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("its name must end in .tmx"), "{stderr}");
}

#[test]
fn a_tileset_is_found_however_its_path_is_spelled() {
    let folder = folder("maps");
    let (map, back) = (folder.join("box.tmx"), folder.join("back.ron"));
    assert_eq!(hullkit(&["export", "tiled", "levels/deck1.ron", "--out", path(&map)]).0, Some(0));
    let text = fs::read_to_string(&map).expect("it was written");
    let start = text.find("<tileset").expect("it has a tileset");
    let end = text.find("</tileset>").expect("it ends") + "</tileset>".len();
    fs::write(folder.join("x.tsx"), text[start..end].replacen(" firstgid=\"1\"", "", 1)).expect("it can be written");
    let absolute = folder.join("x.tsx");
    for source in ["./x.tsx", ".\\x.tsx", "../maps/x.tsx", path(&absolute)] {
        let tileset = format!("<tileset firstgid=\"1\" source=\"{source}\"/>");
        fs::write(&map, format!("{}{tileset}{}", &text[..start], &text[end..])).expect("it can be written");
        let (code, _, stderr) = hullkit(&["import", "tiled", path(&map), "--out", path(&back)]);
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{source}");
    }
}
