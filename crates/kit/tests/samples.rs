//! The sample decks, checked as authors check theirs.

use std::path::Path;
use std::process::Command;

#[test]
fn nothing_is_to_be_said_of_the_samples() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut samples: Vec<String> = std::fs::read_dir(root.join("levels/samples"))
        .expect("the folder of the samples")
        .map(|file| format!("levels/samples/{}", file.expect("a file of ours").file_name().to_string_lossy()))
        .collect();
    samples.sort();
    let mut hullkit = Command::new(env!("CARGO_BIN_EXE_hullkit"));
    let output = hullkit.args(["check", "--strict"]).args(&samples).current_dir(root).output().expect("hullkit starts");
    let [out, told] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert_eq!((output.status.code(), told.as_str()), (Some(0), ""));
    assert!(samples.len() >= 9 && samples.iter().all(|sample| out.contains(&format!("{sample}: "))), "{out}");
}
