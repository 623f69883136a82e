//! Every word of the game stands in every catalogue, and no catalogue has others; `assets/words/en.ron` lists them by the file that says
//! them. After a change, `HULLBREACH_WRITE_DOCS=1 cargo test --package words` writes that list anew.

mod data;
mod said;
mod sources;

use level::read_ron;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use words::Words;

const LIST: &str = "assets/words/en.ron";
const HEAD: &str = "// Every word that the game says, by the file that says it, for whoever brings it into another language: docs/adding.md tells how.\n\
    // Made by `HULLBREACH_WRITE_DOCS=1 cargo test --package words`.\n";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The catalogues by their files, as they stand there.
fn catalogues() -> BTreeMap<String, BTreeMap<String, String>> {
    let files = fs::read_dir(root().join("assets/words")).expect("the folder of the catalogues");
    let names = files.map(|entry| entry.expect("an entry of it").file_name().to_string_lossy().into_owned());
    names
        .filter(|name| name != "en.ron")
        .map(|name| {
            let text = fs::read(root().join("assets/words").join(&name)).expect("a catalogue");
            Words::read(&name, &text).unwrap_or_else(|what| panic!("{what}"));
            #[derive(serde::Deserialize)]
            struct Catalogue {
                words: BTreeMap<String, String>,
            }
            let catalogue: Catalogue = read_ron(&name, &text, text.len()).expect("it was read before");
            (name, catalogue.words)
        })
        .collect()
}

#[test]
fn the_list_of_english_words_is_that_of_what_is_said() {
    let mut list = format!("{HEAD}{{\n");
    for (file, words) in said::all(&root()) {
        list += &format!("    {file:?}: [\n");
        for word in words {
            list += &format!("        \"{}\",\n", word.replace('\\', "\\\\").replace('"', "\\\""));
        }
        list += "    ],\n";
    }
    list += "}\n";
    let path = root().join(LIST);
    if std::env::var_os("HULLBREACH_WRITE_DOCS").is_some() {
        fs::write(&path, &list).expect("the list can be written");
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(there, list, "{LIST} is not what is said: HULLBREACH_WRITE_DOCS=1 writes it anew");
}

#[test]
fn every_catalogue_has_each_word_that_is_said_and_no_other() {
    let said: BTreeSet<String> = said::all(&root()).into_values().flatten().collect();
    let catalogues = catalogues();
    assert!(!catalogues.is_empty());
    for (name, words) in catalogues {
        let known: BTreeSet<String> = words.keys().cloned().collect();
        let missing: Vec<&String> = said.difference(&known).collect();
        assert!(missing.is_empty(), "{name} lacks {missing:#?}");
        let superfluous: Vec<&String> = known.difference(&said).collect();
        assert!(superfluous.is_empty(), "nobody says what {name} has: {superfluous:#?}");
        let empty: Vec<&String> =
            words.iter().filter(|(_, other)| other.trim().is_empty()).map(|(word, _)| word).collect();
        assert!(empty.is_empty(), "{name} says nothing for {empty:#?}");
    }
}

#[test]
fn no_sentence_with_gaps_takes_the_words_of_another() {
    for (name, words) in catalogues() {
        let text = fs::read(root().join("assets/words").join(&name)).expect("a catalogue");
        let read = Words::read(&name, &text).expect("it was read before");
        for (english, other) in &words {
            // A number in each gap, of its own by the gap's name: words of others do not fit every sentence.
            let filled = |text: &str| {
                let mut parts = text.split('{');
                let mut filled = parts.next().unwrap_or_default().to_owned();
                for part in parts {
                    let (gap, rest) = part.split_once('}').expect("a gap has an end");
                    let number: u32 = gap.bytes().map(u32::from).sum();
                    filled += &format!("{number}{rest}");
                }
                filled
            };
            assert_eq!(read.say(&filled(english)), filled(other), "{name}: {english}");
        }
    }
}
