//! The sample decks, checked as authors check their own.

use crate::command::{hullkit, root};

#[test]
fn sample_decks_have_no_warnings() {
    let mut samples: Vec<String> = std::fs::read_dir(root().join("levels/samples"))
        .expect("the folder of the samples")
        .map(|file| format!("levels/samples/{}", file.expect("a readable file").file_name().to_string_lossy()))
        .collect();
    samples.sort();
    let arguments: Vec<&str> = ["check", "--strict"].into_iter().chain(samples.iter().map(String::as_str)).collect();
    let (code, out, told) = hullkit(&arguments);
    assert_eq!((code, told.as_str()), (0, ""));
    assert!(samples.len() >= 9 && samples.iter().all(|sample| out.contains(&format!("{sample}: "))), "{out}");
}
