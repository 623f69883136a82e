//! Type names: each public type of the libraries that most programs use together has a name of its own.

use std::{collections::BTreeMap, fs, path::Path};

/// The libraries whose types programs import side by side.
const CRATES: [&str; 4] = ["engine", "level", "raycast", "renderer"];

/// Adds the public types that the files of a folder define, each with the crate.
fn public_types(folder: &Path, krate: &'static str, types: &mut BTreeMap<String, Vec<&'static str>>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        if path.is_dir() {
            public_types(&path, krate, types);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let source = fs::read_to_string(&path).expect("a source file is text");
            for line in source.lines() {
                let kinds = ["pub struct ", "pub enum ", "pub trait ", "pub type "];
                if let Some(rest) = kinds.iter().find_map(|kind| line.strip_prefix(kind)) {
                    let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                    types.entry(name).or_default().push(krate);
                }
            }
        }
    }
}

#[test]
fn public_types_of_different_crates_have_different_names() {
    let mut types = BTreeMap::new();
    for krate in CRATES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates").join(krate).join("src");
        public_types(&folder, krate, &mut types);
    }
    assert!(types.len() > 200, "the test reads the right folders, but found {} types", types.len());
    types.retain(|_, crates| crates.len() > 1);
    assert!(types.is_empty(), "types with the same name: {types:#?}");
}
