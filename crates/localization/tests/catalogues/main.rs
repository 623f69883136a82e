//! Every key is in every catalogue, and no catalogue has any other. `assets/words/en.ron` lists the keys by file. After
//! a change, regenerate that list with `HULLBREACH_WRITE_DOCS=1 cargo test --package localization`.
//!
//! The keys of the sources are found as gettext finds them: only `say!` creates one, from the text that directly
//! follows it.

mod data;
mod keys;

use keys::is_word;
use localization::Words;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

const LIST: &str = "assets/words/en.ron";
const HEAD: &str = "// Every key of the game's texts by file, for translators; see docs/adding.md.\n\
    // Made by `HULLBREACH_WRITE_DOCS=1 cargo test --package localization`.\n";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the catalogues by file name.
fn catalogues() -> BTreeMap<String, Words> {
    let files = fs::read_dir(root().join("assets/words")).expect("the folder of the catalogues");
    let names = files.map(|entry| entry.expect("an entry of it").file_name().to_string_lossy().into_owned());
    let read = |name: String| {
        let text = fs::read(root().join("assets/words").join(&name)).expect("a catalogue");
        let words = Words::read(&name, &text).unwrap_or_else(|what| panic!("{what}"));
        (name, words)
    };
    names.filter(|name| name != "en.ron").map(read).collect()
}

#[test]
fn key_list_matches_the_sources() {
    let mut list = format!("{HEAD}{{\n");
    for (file, keys) in keys::all(&root()) {
        let keys: Vec<String> = keys.into_iter().filter(|key| is_word(key) || key.contains('{')).collect();
        if keys.is_empty() {
            continue;
        }
        list += &format!("    {file:?}: [\n");
        for key in keys {
            list += &format!("        \"{}\",\n", key.replace('\\', "\\\\").replace('"', "\\\""));
        }
        list += "    ],\n";
    }
    list += "}\n";
    let path = root().join(LIST);
    if std::env::var_os("HULLBREACH_WRITE_DOCS").is_some() {
        fs::write(&path, &list).expect("the list can be written");
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(there == list, "{LIST} does not match the sources: regenerate it with HULLBREACH_WRITE_DOCS=1");
}

#[test]
fn every_catalogue_has_each_key_and_no_other() {
    let all: BTreeSet<String> = keys::all(&root()).into_values().flatten().collect();
    assert!(
        all.contains("Torn apart by {monster}") && all.contains("shambler"),
        "known keys are missing: does the search still work?"
    );
    let catalogues = catalogues();
    assert!(!catalogues.is_empty());
    for (name, words) in catalogues {
        let known: BTreeSet<String> = words.entries().map(|(key, _)| key.to_owned()).collect();
        let missing: Vec<&String> = all.difference(&known).filter(|key| is_word(key)).collect();
        assert!(missing.is_empty(), "{name} lacks {missing:#?}");
        let unused: Vec<&String> = known.difference(&all).collect();
        assert!(unused.is_empty(), "{name} has unused keys: {unused:#?}");
        let empty = words.entries().filter(|(_, forms)| forms.iter().any(|form| form.trim().is_empty()));
        let empty: Vec<&str> = empty.map(|(key, _)| key).collect();
        assert!(empty.is_empty(), "{name} has empty translations for {empty:#?}");
    }
}
