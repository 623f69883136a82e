//! Runs of `foundry --listen` and `foundry --sheet`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

const ASSETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets");

fn foundry(words: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_foundry")).args(words).output().expect("it works")
}

/// Returns a folder for this test inside the system's temporary folder.
fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("foundry-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).expect("it works");
    folder
}

/// Creates an assets folder with the game's sounds and one piece of music.
fn assets(name: &str, tempo: &str) -> PathBuf {
    let folder = scratch(name);
    for (home, name) in [("sounds", ""), ("music", "short")] {
        fs::create_dir_all(folder.join(home)).expect("it works");
        if !name.is_empty() {
            let text = format!(
                "(tempo: {tempo}, beats: 2, key: \"C3\", scale: Dorian, chords: \"1\", once: true, loudness: (-20, -20),
                parts: [(plays: Kick, line: Beat, low: \"A1\", level: 0)])"
            );
            fs::write(folder.join(home).join(format!("{name}.ron")), text).expect("it works");
        }
    }
    for sound in fs::read_dir(Path::new(ASSETS).join("sounds")).expect("it works") {
        let path = sound.expect("it works").path();
        fs::copy(&path, folder.join("sounds").join(path.file_name().expect("it works"))).expect("it works");
    }
    folder
}

#[test]
fn contact_sheets_cover_each_theme_and_kind() {
    let folder = scratch("sheets");
    let told = foundry(&["--out", ASSETS, "--sheet"].map(Path::new).into_iter().chain([&*folder]).collect::<Vec<_>>());
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    for name in ["cryo", "holds", "engine", "command", "chapel", "ship", "things", "shambler", "cinder"] {
        assert!(fs::metadata(folder.join(format!("{name}.png"))).unwrap().len() > 10_000, "{name}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn listening_samples_are_written_and_bad_scores_reported() {
    let (folder, good, wrong) = (scratch("heard"), assets("good", "120"), assets("wrong", "9000"));
    let listen = |assets: &Path| foundry(&[Path::new("--out"), assets, Path::new("--listen"), &folder]);
    let told = listen(&good);
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    for name in ["sounds.wav", "sounds.txt", "sounds.png", "music_short.wav", "music.png"] {
        assert!(folder.join(name).is_file(), "{name}");
    }
    let list = fs::read_to_string(folder.join("sounds.txt")).unwrap();
    assert!(list.starts_with("0:00.0 shot (4 takes)\n") && list.contains("explosion"), "{list}");
    let told = listen(&wrong);
    let said = String::from_utf8(told.stderr).unwrap();
    assert!(
        told.status.code() == Some(5) && said.contains("short.ron:1:9: the number must be from 40 to 200, got 9000"),
        "{said}"
    );
    for path in [folder, good, wrong] {
        fs::remove_dir_all(path).unwrap();
    }
}
