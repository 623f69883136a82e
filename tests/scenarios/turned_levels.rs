//! Turned decks: what the solver says about a deck does not depend on how its map is turned. The list of tests that are
//! not turned stays short.

use crate::scenario_builder::{file, root};
use campaign::game_data;
use engine::Rules;
use level::{Finding, Level, Lint, Symmetry};
use std::fs;

/// Maximum number of tests in `tests/not_turned`.
const MAX_NOT_TURNED: usize = 4;

/// Returns lint and cell of each finding, sorted. The texts contain cells of the turned map.
fn verdict(
    findings: &[Finding],
    back: impl Fn((usize, usize)) -> (usize, usize),
) -> Vec<(Lint, Option<(usize, usize)>)> {
    let mut all: Vec<_> = findings.iter().map(|finding| (finding.lint, finding.at.map(&back))).collect();
    all.sort_by_key(|(lint, at)| (lint.name(), *at));
    all
}

/// Demands that the solver's verdict about a level is the same in some orientations.
fn assert_same_verdict(level: &Level, symmetries: &[Symmetry]) {
    let game_data = game_data(&Rules::standard());
    let expected = verdict(&level.findings(&game_data), |cell| cell);
    for symmetry in symmetries {
        let turned = level.turned(*symmetry);
        let back = |cell| symmetry.inverse().cell(cell, (turned.width, turned.height));
        assert_eq!(verdict(&turned.findings(&game_data), back), expected, "{}, {symmetry:?}", level.name);
    }
}

fn decks() -> impl Iterator<Item = Level> {
    let mut files: Vec<_> =
        fs::read_dir(root().join("levels")).expect("the decks").map(|file| file.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "ron"));
    files.sort();
    files.into_iter().map(|file| Level::read("deck", &fs::read(file).expect("a deck")).expect("a valid deck"))
}

#[test]
fn verdict_about_a_deck_is_the_same_in_another_orientation() {
    let smallest = decks().min_by_key(|deck| deck.cells.len()).expect("the game has decks");
    assert_same_verdict(&smallest, &[Symmetry::ALL[5]]);
}

#[test]
#[ignore = "slow: ./check --long"]
fn verdict_about_all_decks_is_the_same_in_all_orientations() {
    let decks: Vec<Level> = decks().collect();
    assert!(decks.len() >= 5, "{} decks", decks.len());
    decks.iter().for_each(|deck| assert_same_verdict(deck, &Symmetry::ALL));
}

#[test]
fn list_of_tests_that_are_not_turned_is_short_and_current() {
    let list = file("tests/not_turned");
    let entries: Vec<_> = list.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(entries.len() <= MAX_NOT_TURNED, "{} tests are not turned, at most {MAX_NOT_TURNED} may be", entries.len());
    for entry in entries {
        let (test, reason) = entry.split_once(": ").unwrap_or_else(|| panic!("{entry} has no reason"));
        let (module, name) = test.split_once("::").unwrap_or_else(|| panic!("{test} has no file"));
        assert!(reason.len() > 10, "{entry}");
        let source = file(&format!("tests/scenarios/{module}.rs"));
        assert!(name.is_empty() || source.contains(&format!("fn {name}()")), "there is no test {test}");
    }
}
