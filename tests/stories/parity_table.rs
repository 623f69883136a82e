//! The tables of parity and of the options in `tests/README.md`: no id and no option is missing, and every test that they name is there.

use crate::setting::{file, root};
use std::collections::{BTreeMap, BTreeSet};

/// How many ids of each kind the tutorial game's list has, and of its bugs.
const LIST: [(&str, usize); 15] = [
    ("L", 7),
    ("P", 8),
    ("W", 7),
    ("M", 11),
    ("D", 6),
    ("S", 8),
    ("E", 3),
    ("K", 2),
    ("F", 3),
    ("A", 6),
    ("R", 10),
    ("U", 9),
    ("G", 6),
    ("X", 8),
    ("B", 14),
];
/// Its chapters, each with three exercises.
const CHAPTERS: usize = 18;
/// Where the ids begin that may be still to come: all others are of the simulation, and must be done.
const LATER: [&str; 11] = ["A", "R", "U", "F", "X", "1.3", "6.1", "9.", "13.", "16.", "17."];
/// What may be still to come.
const COMING: [&str; 3] = ["the sound", "the menus", "the picture"];

/// All ids: `L1` to `X8`, `B1` to `B14`, and the exercises `1.1` to `18.3`.
fn ids() -> Vec<String> {
    let lines = LIST.iter().flat_map(|(letter, last)| (1..=*last).map(move |number| format!("{letter}{number}")));
    let exercises = (1..=CHAPTERS).flat_map(|chapter| (1..=3).map(move |number| format!("{chapter}.{number}")));
    lines.chain(exercises).collect()
}

/// The heading behind which the table of the options stands.
const OPTIONS: &str = "## The options";
/// The lines of options that lead to others.
const WAYS: [&str; 2] = ["Kind::Sheet(", "Kind::Back"];

/// The rows of the table, by their ids: what shows them.
fn rows() -> BTreeMap<String, Vec<String>> {
    let text = file("tests/README.md");
    let (parity, _) = text.split_once(OPTIONS).expect("the table of the options");
    let mut rows = BTreeMap::new();
    for row in parity.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let cells: Vec<String> = row.split('|').map(|cell| cell.trim().to_owned()).collect();
        assert_eq!(cells.len(), 6, "four cells: {row}");
        let before = rows.insert(cells[1].clone(), cells[2..5].to_vec());
        assert!(before.is_none(), "{} stands there twice", cells[1]);
    }
    rows
}

/// True if the file that this names holds a test of this name: `story::name`, `crate/file::name` or `crate/tests/file::name`.
fn is_there(named: &str) -> bool {
    let Some((place, name)) = named.split_once("::") else { return root().join(named).is_file() };
    let paths = match place.split_once('/') {
        None => vec![format!("tests/stories/{place}.rs")],
        Some((krate, path)) => vec![format!("crates/{krate}/src/{path}.rs"), format!("crates/{krate}/{path}.rs")],
    };
    paths.iter().filter_map(|path| std::fs::read_to_string(root().join(path)).ok()).any(|text| holds_test(&text, name))
}

/// True if a test of this name stands in a source file: a function with `#[test]` among the attributes above it.
fn holds_test(text: &str, name: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    let function = format!("fn {name}(");
    let attributes = |at: usize| lines[..at].iter().rev().take_while(|line| line.starts_with("#["));
    (0..lines.len()).any(|at| lines[at].starts_with(&function) && attributes(at).any(|line| *line == "#[test]"))
}

#[test]
fn every_id_has_its_row_and_there_are_no_others() {
    let rows = rows();
    let mut wanted = ids();
    assert_eq!(wanted.len(), 94 + 14 + 54);
    wanted.sort();
    assert_eq!(rows.keys().cloned().collect::<Vec<_>>(), wanted);
}

#[test]
fn every_row_names_tests_that_are_there_or_says_what_will_bring_it() {
    let mut last = String::new();
    for id in ids() {
        let row = &rows()[&id];
        let (what, shown) = (&row[0], &row[2]);
        assert!(!what.is_empty(), "{id}");
        let named: Vec<&str> = shown.split('`').skip(1).step_by(2).collect();
        for name in &named {
            assert!(is_there(name), "{id}: there is no `{name}`");
        }
        let comes = shown.split_once("to come: ").map(|(_, what)| what);
        assert!(comes.is_none_or(|what| COMING.contains(&what)), "{id}: {shown}");
        let may_come = LATER.iter().any(|later| id.starts_with(later));
        assert!(may_come || comes.is_none(), "{id} is of the simulation, and must be done");
        let as_above = shown.starts_with("the same") && !last.is_empty();
        assert!(!named.is_empty() || comes.is_some() || as_above, "{id}: nothing shows it");
        last.clone_from(shown);
    }
}

/// The options as the sheets of the game name them.
fn options() -> BTreeSet<String> {
    let files = ["view_sheets", "play_sheets", "option_sheets"];
    let text: String = files.map(|name| file(&format!("crates/game/src/pages/{name}.rs"))).concat();
    let lines = text.split("Line::new(").skip(1).filter(|line| !WAYS.iter().any(|way| line.contains(way)));
    lines.filter_map(|line| line.split('"').nth(1)).map(str::to_owned).collect()
}

#[test]
fn every_option_has_a_test_that_it_changes_what_it_says() {
    let text = file("tests/README.md");
    let (_, table) = text.split_once(OPTIONS).expect("the table of the options");
    let mut listed = BTreeSet::new();
    for row in table.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        assert_eq!(cells.len(), 4, "two cells: {row}");
        let named: Vec<&str> = cells[2].split('`').skip(1).step_by(2).collect();
        assert!(!named.is_empty() && named.iter().all(|name| is_there(name)), "there is no such test: {row}");
        assert!(listed.insert(cells[1].to_owned()), "{} stands there twice", cells[1]);
    }
    assert!(listed.len() > 70);
    assert_eq!(listed, options());
}

#[test]
fn a_name_that_is_no_test_is_noticed() {
    assert!(is_there("doors::a_door_never_closes_on_a_body") && is_there("tests/window"));
    for wrong in
        ["doors::a_door", "door::a_door_never_closes_on_a_body", "game/input/controls::read_devices_", "tests/windows"]
    {
        assert!(!is_there(wrong), "{wrong}");
    }
}

#[test]
fn a_function_that_is_no_test_shows_nothing() {
    let file =
        "#[test]\n#[ignore = \"long\"]\nfn one() {\n}\n\nfn two() {\n}\n\n#[test]\nfn three() {\n    fn four() {}\n}\n";
    assert!(holds_test(file, "one") && holds_test(file, "three"));
    assert!(["two", "four", "five", "on"].iter().all(|name| !holds_test(file, name)));
}
