//! `hullkit export tiled` and `hullkit import tiled` as level authors run them.

use crate::command::{hullkit, plain};
use level::Level;
use std::{fs, path::Path};

fn read(file: &Path) -> Level {
    Level::read(plain(file), &fs::read(file).expect("it was written")).expect("a valid level")
}

#[test]
fn deck_exported_to_tiled_imports_unchanged() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    let (map, back) = (folder.join("deck.tmx"), folder.join("back.ron"));
    let (code, stdout, stderr) = hullkit(&["export", "tiled", "levels/deck3.ron", "--out", plain(&map)]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.ends_with("cells), with deck.png\n"), "{stdout}");
    let picture = renderer::decode_png(&fs::read(folder.join("deck.png")).expect("it was written")).expect("a PNG");
    let magenta = picture.texels().iter().filter(|&&texel| texel == 0xff_ff_00_ff).count();
    assert_eq!((picture.width() % 64, magenta), (0, 0), "every texture has a tile");
    let (code, stdout, stderr) = hullkit(&["import", "tiled", plain(&map), "--out", plain(&back)]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.starts_with(&format!("{}: \"", plain(&back))), "{stdout}");
    let deck = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels/deck3.ron");
    assert!(read(&back) == read(&deck));
}

#[test]
fn generated_decks_import_unchanged_from_tiled() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    for pipeline in ["labyrinth_a", "labyrinth_b", "crew_deck", "engineering", "holds", "laboratory"] {
        let (level, map, back) = (folder.join("level.ron"), folder.join("level.tmx"), folder.join("back.ron"));
        let file = format!("assets/pipelines/{pipeline}.ron");
        for seed in ["1", "2"] {
            assert_eq!(hullkit(&["generate", &file, "--seed", seed, "--out", plain(&level)]).0, 0);
            let (code, _, stderr) = hullkit(&["export", "tiled", plain(&level), "--out", plain(&map)]);
            assert_eq!((code, stderr.as_str()), (0, ""));
            let (code, _, stderr) = hullkit(&["import", "tiled", plain(&map), "--out", plain(&back)]);
            assert_eq!(code, 0, "{stderr}");
            assert!(read(&back) == read(&level), "{pipeline} {seed}");
        }
    }
}

#[test]
fn unreadable_maps_are_reported_with_their_exit_code() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    let (map, out) = (folder.join("bad.tmx"), folder.join("bad.ron"));
    fs::write(&map, "<map orientation=\"orthogonal\" width=\"2\"/>").expect("it can be written");
    let (code, stdout, stderr) = hullkit(&["import", "tiled", plain(&map), "--out", plain(&out)]);
    assert_eq!((code, stdout.as_str(), stderr.lines().count()), (3, "", 1));
    assert!(
        stderr.contains("bad.tmx:1:1: the `width` of a `<map>` must be a whole number from 3 to 512, got '2'"),
        "{stderr}"
    );
    assert!(!out.exists());
    assert_eq!(hullkit(&["import", "tiled", "none.tmx", "--out", plain(&out)]).0, 5);
    assert_eq!(hullkit(&["export", "tiled", "none.ron", "--out", plain(&map)]).0, 5);
    let (code, _, stderr) = hullkit(&["export", "tiled", "levels/deck1.ron", "--out", plain(&out)]);
    assert_eq!(code, 2);
    assert!(stderr.contains("the name must end in .tmx"), "{stderr}");
}

#[test]
fn tileset_is_found_by_any_spelling_of_its_path() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = &folder.path().join("maps");
    fs::create_dir(folder).expect("a folder can be made");
    let (map, back) = (folder.join("box.tmx"), folder.join("back.ron"));
    assert_eq!(hullkit(&["export", "tiled", "levels/deck1.ron", "--out", plain(&map)]).0, 0);
    let text = fs::read_to_string(&map).expect("it was written");
    let start = text.find("<tileset").expect("it has a tileset");
    let end = text.find("</tileset>").expect("it ends") + "</tileset>".len();
    fs::write(folder.join("x.tsx"), text[start..end].replacen(" firstgid=\"1\"", "", 1)).expect("it can be written");
    let absolute = folder.join("x.tsx");
    for source in ["./x.tsx", ".\\x.tsx", "../maps/x.tsx", plain(&absolute)] {
        let tileset = format!("<tileset firstgid=\"1\" source=\"{source}\"/>");
        fs::write(&map, format!("{}{tileset}{}", &text[..start], &text[end..])).expect("it can be written");
        let (code, _, stderr) = hullkit(&["import", "tiled", plain(&map), "--out", plain(&back)]);
        assert_eq!((code, stderr.as_str()), (0, ""), "{source}");
    }
}
