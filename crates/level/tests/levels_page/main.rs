//! docs/levels.md and the sample levels: the page documents every word that a level's file can contain, and a sample
//! shows it.

mod source_docs;
mod used_words;

use level::{GameData, Level, Lint};
use source_docs::{Item, item};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};
use used_words::used_words;

/// Heading of the generated part of the page.
const HEADING: &str = "\n## Every word\n";

/// The words of a level's file: heading on the page, parent word, source file, and name of the type there.
const WORDS: [(&str, &str, &str, &str); 21] = [
    ("The file", "", "text/level_text.rs", "LevelText"),
    ("`base`", "base", "text/legend.rs", "Base"),
    ("`fog`", "fog", "text/legend.rs", "FogText"),
    ("Entries of `legend` and `things`", "legend", "text/legend.rs", "EntryText"),
    ("`thing`", "thing", "model/thing.rs", "ThingKind"),
    ("`hang`", "hang", "model/cell.rs", "Hang"),
    ("`lock`", "lock", "model/lock.rs", "Lock"),
    ("`lamp`", "lamp", "text/legend.rs", "LampText"),
    ("`mood`", "mood", "model/lamp.rs", "Mood"),
    ("`table`", "table", "text/terminal_text.rs", "TableText"),
    ("`begins`", "begins", "text/terminal_text.rs", "Begins"),
    ("`conduit`", "conduit", "text/terminal_text.rs", "ConduitFields"),
    ("Entries of `names`", "names", "text/place_text.rs", "NameText"),
    ("Entries of `arrivals`", "arrivals", "text/place_text.rs", "ArrivalText"),
    ("Entries of `triggers`", "triggers", "text/trigger_text.rs", "TriggerText"),
    ("`on`", "on", "model/trigger.rs", "TriggerCause"),
    ("`by`", "by", "model/trigger.rs", "Walker"),
    ("`repeat`", "repeat", "text/trigger_text.rs", "RepeatText"),
    ("`do`: actions", "do", "text/trigger_text.rs", "ActionText"),
    ("Entries of `allow`", "allow", "text/level_text.rs", "AllowText"),
    ("Entries of `called`", "called", "text/level_text.rs", "CalledText"),
];

/// The stages of pipelines: heading on the page, source folder, and name of the enum there.
const STAGES: [(&str, &str, &str); 3] = [
    ("Generators", "generators", "Generator"),
    ("Translators", "translators", "Translator"),
    ("Content creators", "creators", "Creator"),
];

/// Types of lists in stages: heading on the page, source file, and name of the type there.
const STAGE_PARTS: [(&str, &str, &str); 3] = [
    ("Entries of `districts` of `Districts`", "creators/districts.rs", "District"),
    ("Entries of `packs` of `Packs`", "creators/packs.rs", "Pack"),
    ("Entries of `stairs` of `Stairs`", "graph/content.rs", "Stair"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Returns the text of each sample, by name.
fn samples() -> BTreeMap<String, String> {
    let files = std::fs::read_dir(root().join("levels/samples")).expect("the folder of the samples");
    let files = files.map(|file| file.expect("a readable entry").path());
    files.map(|file| (file.file_stem().expect("a name").to_string_lossy().into_owned(), read(&file))).collect()
}

/// Returns all words of a level's file, each with its heading and its parent word.
fn words() -> Vec<(&'static str, &'static str, Item)> {
    let source = |file: &str| read(&root().join("crates/level/src").join(file));
    WORDS.iter().map(|(heading, below, file, name)| (*heading, *below, item(&source(file), name))).collect()
}

/// Returns a table without links to samples.
fn table(rows: impl IntoIterator<Item = (String, String)>) -> String {
    let rows = rows.into_iter().map(|(word, text)| format!("| `{word}` | {text} |\n"));
    format!("| | |\n|---|---|\n{}", rows.collect::<String>())
}

/// Returns the generated part of the page.
fn generated() -> String {
    let shown: BTreeMap<String, BTreeSet<(String, String)>> =
        samples().into_iter().map(|(name, text)| (name, used_words(&text))).collect();
    let mut page = format!(
        "{HEADING}\nThis reference is generated from the source code. Each row links to [samples](../levels/samples) that show the word.\n"
    );
    for (heading, below, item) in words() {
        page += &format!("\n### {heading}\n\n| | | |\n|---|---|---|\n");
        for (word, text) in &item.parts {
            let samples = shown.iter().filter(|(_, words)| words.contains(&(below.to_owned(), word.clone())));
            let links: Vec<String> =
                samples.map(|(name, _)| format!("[{name}](../levels/samples/{name}.ron)")).take(3).collect();
            page += &format!("| `{word}` | {text} | {} |\n", links.join(", "));
        }
    }
    page += "\n### Lints\n\n[lints.md](lints.md) explains each.\n\n";
    page += &table(Lint::ALL.iter().map(|lint| (lint.name().to_owned(), format!("{}.", capitalised(lint.summary())))));
    let stages = root().join("crates/generate/src");
    for (heading, folder, list) in STAGES {
        page += &format!("\n### {heading} of [pipelines](pipelines.md)\n");
        let files: Vec<String> = std::fs::read_dir(stages.join(folder))
            .expect("the folder of the stages")
            .map(|file| read(&file.expect("a readable entry").path()))
            .collect();
        for (name, _) in item(&read(&stages.join(folder).join("mod.rs")), list).parts {
            let source = files.iter().find(|text| text.contains(&format!("pub(crate) struct {name} {{")));
            let stage = item(source.unwrap_or_else(|| panic!("no file defines the stage {name}")), &name);
            page += &format!("\n**`{name}`**: {}\n", stage.text);
            if !stage.parts.is_empty() {
                page += &format!("\n{}", table(stage.parts));
            }
        }
    }
    for (heading, file, name) in STAGE_PARTS {
        let parts = item(&read(&stages.join(file)), name).parts;
        page += &format!("\n### {heading}\n\n{}", table(parts));
    }
    let themes = item(&read(&stages.join("mapper/mod.rs")), "Mapper");
    page + "\n### Mappers of [pipelines](pipelines.md)\n\n" + &table(themes.parts)
}

/// Returns a phrase with a capital first letter.
fn capitalised(phrase: &str) -> String {
    let mut letters = phrase.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[test]
fn levels_page_matches_the_code() {
    let file = root().join("docs/levels.md");
    let page = read(&file);
    let head = page.split(HEADING).next().expect("a text has a beginning");
    let expected = format!("{head}{}", generated());
    if std::env::var_os("HULLBREACH_WRITE_DOCS").is_some() {
        std::fs::write(&file, &expected).expect("it can be written");
        return;
    }
    assert!(page == expected, "docs/levels.md is out of date: run this test once with HULLBREACH_WRITE_DOCS=1");
}

#[test]
fn every_word_is_documented() {
    for (heading, _, item) in words() {
        assert!(!item.parts.is_empty(), "{heading}");
        for (word, text) in item.parts {
            assert!(text.len() > 3 && text.ends_with('.'), "{heading}, {word}: '{text}' is not a sentence");
        }
    }
}

#[test]
fn samples_show_every_word() {
    let shown: BTreeSet<(String, String)> = samples().values().flat_map(|text| used_words(text)).collect();
    let all = words()
        .into_iter()
        .flat_map(|(_, below, item)| item.parts.into_iter().map(move |(word, _)| (below.to_owned(), word)));
    let missing: Vec<(String, String)> = all.filter(|word| !shown.contains(word)).collect();
    assert_eq!(missing, []);
}

#[test]
fn samples_are_valid_and_pass_the_solver() {
    for (name, text) in samples() {
        let level = Level::read(&name, text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(level.findings(&GameData::default()), [], "{name}");
    }
}
