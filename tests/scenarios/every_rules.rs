//! Every shipped rules file must work with the campaign, ships, generated decks and levels.

use crate::scenario_builder::root;
use campaign::{Decks, ShipCode};
use content::{Files, GivenRules, read_campaign, read_named_level, read_rules};
use engine::{Headless, Intent, Rules, Start};
use level::Level;
use std::path::PathBuf;
use std::sync::Arc;

/// Returns the shipped rules, each with its file.
fn all_rules() -> Vec<(GivenRules, Arc<Rules>)> {
    let files = Files::of_folder(&root()).expect("the game's folder");
    let read = |file: PathBuf| {
        let given = GivenRules::read(&file).expect("it can be read");
        let rules = read_rules(&files, Some(&given)).expect("valid rules").0;
        (given, rules)
    };
    in_folder("assets/rules").into_iter().map(read).collect()
}

/// Returns the RON files of a folder of the game.
fn in_folder(folder: &str) -> Vec<PathBuf> {
    let entries =
        root().join(folder).read_dir().expect("a folder of the repository").flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|it| it == "ron")).collect();
    files.sort();
    files
}

/// Begins a deck, and plays for a moment.
fn plays(what: &str, level: &Arc<Level>, rules: &Arc<Rules>) {
    rules.check(level).unwrap_or_else(|diagnostic| panic!("{what}: {diagnostic}"));
    let mut run = Headless::begin(&Start { rules: Arc::clone(rules), ..Start::on(Arc::clone(level)) });
    run.tick(Intent::default());
    assert!(run.run().goes_on(), "{what}");
}

#[test]
fn every_rules_file_plays_the_campaign() {
    let files = Files::of_folder(&root()).expect("the game's folder");
    for (_, rules) in all_rules() {
        let decks = read_campaign(&files, &rules).unwrap_or_else(|error| panic!("{}: {}", rules.name, error.what));
        for deck in decks.iter() {
            let level =
                decks.level(&deck.reference(1)).unwrap_or_else(|diagnostic| panic!("{}: {diagnostic}", rules.name));
            plays(&deck.file, &level, &rules);
        }
    }
}

#[test]
fn every_rules_file_plays_ships() {
    let sets = std::fs::read(root().join("assets/treasure_sets.ron")).expect("it is there");
    for (_, rules) in all_rules() {
        let decks = Decks::for_ships(Vec::new(), &sets, &rules).expect("valid sets");
        for (seed, danger, length) in [(1, 1, 5), (2, 4, 6)] {
            let code = ShipCode::new(seed, danger, length).expect("a code");
            let ship = decks.make_ship(code).unwrap_or_else(|diagnostic| panic!("{}: {diagnostic}", rules.name));
            for deck in ship.decks {
                plays(&format!("{code}"), &Arc::new(deck.level), &rules);
            }
        }
    }
}

#[test]
fn every_rules_file_plays_generated_decks() {
    let files = Files::of_folder(&root()).expect("the game's folder");
    for pipeline in in_folder("assets/pipelines") {
        let typed = PathBuf::from(format!("{}#2", pipeline.display()));
        for (given, rules) in all_rules() {
            match read_named_level(&typed, &files, Some(&given)) {
                Ok(level) => plays(&typed.display().to_string(), &level, &rules),
                // Some pipelines only show a stage, and have no mapper.
                Err(error) => assert!(error.what.contains("no `mapper`"), "{}: {}", rules.name, error.what),
            }
        }
    }
}

#[test]
fn every_rules_file_plays_every_level() {
    for file in ["levels", "levels/samples"].into_iter().flat_map(in_folder) {
        let name = file.display().to_string();
        let level = Level::read(&name, &std::fs::read(&file).expect("it is there")).expect("a valid level");
        let level = Arc::new(level);
        for (_, rules) in all_rules() {
            plays(&name, &level, &rules);
        }
    }
}
