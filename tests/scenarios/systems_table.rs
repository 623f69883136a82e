//! Checks the tables of `docs/systems.md` and of the options in `tests/README.md`: ids and options are complete, and
//! all tests, commands, options and files that they name exist.

use crate::{
    command_lines::{check, is_file_or_no_path},
    scenario_builder::{file, root},
};
use std::collections::{BTreeMap, BTreeSet};

/// Number of rows in the table of each system.
const SYSTEMS: [(&str, usize); 18] = [
    ("A1", 21),
    ("A2", 25),
    ("A3", 15),
    ("A4", 10),
    ("A5", 9),
    ("A6", 5),
    ("A7", 14),
    ("B", 19),
    ("C1", 9),
    ("C2", 21),
    ("C3", 16),
    ("C4", 15),
    ("D1", 14),
    ("D2", 17),
    ("D3", 11),
    ("E", 1),
    ("Y", 13),
    ("Z", 5),
];
/// Number of rows for other numbers, faults and limits of the tutorial game.
const OTHERS: [(&str, usize); 3] = [("N", 14), ("H", 9), ("T", 5)];
/// Number of ids of each kind in the list of the tutorial game, and of its bugs.
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
/// Number of its chapters, with three exercises each.
const CHAPTERS: usize = 18;

/// Returns the ids of the tutorial game: `L1` to `X8`, `B1` to `B14`, and the exercises `1.1` to `18.3`.
fn ids() -> Vec<String> {
    let lines = LIST.iter().flat_map(|(letter, last)| (1..=*last).map(move |number| format!("{letter}{number}")));
    let exercises = (1..=CHAPTERS).flat_map(|chapter| (1..=3).map(move |number| format!("{chapter}.{number}")));
    lines.chain(exercises).collect()
}

/// The heading above the table of the options.
const OPTIONS: &str = "## The options";
/// Option entries that lead to other pages.
const WAYS: [&str; 2] = ["Kind::Sheet(", "Kind::Back"];

/// A row of a table.
struct Row {
    id: String,
    /// All cells, starting with the rule or number.
    cells: Vec<String>,
}

impl Row {
    /// Returns where players or users encounter it, the command that shows it, and its tests.
    fn last_three(&self) -> [&str; 3] {
        let [.., met, command, guards] = self.cells.as_slice() else { panic!("{}: three cells at the end", self.id) };
        [met, command, guards]
    }
}

/// Returns the rows of all tables of the page, from top to bottom.
fn rows() -> Vec<Row> {
    let tutorial = ids();
    let text = file("docs/systems.md");
    let lines = text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| id |"));
    let row = |line: &str| {
        let cells: Vec<String> = line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect();
        let has_file = tutorial.contains(&cells[0]);
        assert_eq!(cells.len(), if has_file { 6 } else { 5 }, "number of cells: {line}");
        Row { id: cells[0].clone(), cells: cells[1..].to_vec() }
    };
    lines.map(row).collect()
}

/// Returns the texts in backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Returns true if a file or folder exists in the repository, in a crate's folder, or in its `src`.
fn is_place(name: &str) -> bool {
    let (krate, path) = name.split_once('/').unwrap_or((name, ""));
    let paths = [name.to_owned(), format!("crates/{name}"), format!("crates/{krate}/src/{path}")];
    paths.iter().any(|path| root().join(path).exists())
}

/// Returns true if a row refers to the tests of the row above it.
fn is_as_above(guards: &str) -> bool {
    guards.starts_with("the same")
}

/// The data with which rows are compared.
#[derive(Default)]
struct Known {
    /// The options on the game's pages.
    options: BTreeSet<String>,
    /// The results of checked command lines, because many rows have the same.
    commands: BTreeMap<String, Result<(), String>>,
}

/// Returns everything that a row names although it does not exist, or does not name although it must.
fn faults(row: &Row, is_first: bool, known: &mut Known) -> Vec<String> {
    let [met, command, guards] = row.last_three();
    let mut faults = Vec::new();
    if row.cells.iter().any(String::is_empty) {
        faults.push("a cell is empty".to_owned());
    }
    let named: Vec<&str> = quoted(guards).collect();
    if named.is_empty() && (is_first || !is_as_above(guards)) {
        faults.push("no test guards it".to_owned());
    }
    faults.extend(named.iter().filter(|name| !is_there(name)).map(|name| format!("there is no test `{name}`")));
    if quoted(command).next().is_none() {
        faults.push("no command shows it".to_owned());
    }
    let checked = |line: &str| known.commands.entry(line.to_owned()).or_insert_with(|| check(line)).clone();
    faults.extend(quoted(command).map(checked).filter_map(Result::err));
    let of_sheets = met.split("; ").filter_map(|place| place.strip_prefix("Options: "));
    faults.extend(
        of_sheets.filter(|name| !known.options.contains(*name)).map(|name| format!("there is no option `{name}`")),
    );
    let rule = quoted(&row.cells[0]).filter(|name| !is_file_or_no_path(name));
    let files = row.cells.len() == 5;
    let done = quoted(if files { &row.cells[1] } else { "" }).filter(|name| !is_place(name));
    faults.extend(rule.chain(done).map(|name| format!("there is no file `{name}`")));
    faults
}

/// Returns true if a named test exists: `scenario::name`, `crate/file::name` or `crate/tests/file::name`.
fn is_there(named: &str) -> bool {
    let Some((place, name)) = named.split_once("::") else { return root().join(named).is_file() };
    let paths = match place.split_once('/') {
        None => vec![format!("tests/scenarios/{place}.rs")],
        Some((krate, path)) => vec![format!("crates/{krate}/src/{path}.rs"), format!("crates/{krate}/{path}.rs")],
    };
    paths.iter().filter_map(|path| std::fs::read_to_string(root().join(path)).ok()).any(|text| holds_test(&text, name))
}

/// Returns true if a source file contains a test of this name: a function with `#[test]` among its attributes.
fn holds_test(text: &str, name: &str) -> bool {
    let is_test = |(at, _): (usize, &str)| {
        let above = text[..at].trim_end_matches(' ');
        let mut attributes = above.lines().rev().map(str::trim_start).take_while(|line| line.starts_with("#["));
        above.ends_with('\n') && attributes.any(|line| line == "#[test]")
    };
    text.match_indices(&format!("fn {name}(")).any(is_test)
}

#[test]
fn every_system_number_and_id_has_its_row() {
    let tutorial = ids();
    assert_eq!(tutorial.len(), 94 + 14 + 54);
    let of_systems =
        SYSTEMS.iter().flat_map(|(system, last)| (1..=*last).map(move |number| format!("{system}.{number}")));
    let others = OTHERS.iter().flat_map(|(letter, last)| (1..=*last).map(move |number| format!("{letter}{number}")));
    let wanted: BTreeSet<String> = tutorial.into_iter().chain(of_systems).chain(others).collect();
    let rows = rows();
    let listed: BTreeSet<String> = rows.iter().map(|row| row.id.clone()).collect();
    assert_eq!(listed.len(), rows.len(), "no id is listed twice");
    let differ: Vec<&String> = wanted.symmetric_difference(&listed).collect();
    assert!(differ.is_empty(), "missing, or not expected: {differ:?}");
}

#[test]
fn every_row_refers_to_existing_things() {
    let (all, mut known) = (rows(), Known { options: options(), ..Known::default() });
    let told = all.iter().enumerate().map(|(at, row)| (&row.id, faults(row, at == 0, &mut known)));
    let told: BTreeMap<&String, Vec<String>> = told.filter(|(_, faults)| !faults.is_empty()).collect();
    assert!(told.is_empty(), "{told:#?}");
}

#[test]
fn files_of_each_system_exist() {
    let text = file("docs/systems.md");
    let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("Code: ")).collect();
    assert_eq!(lines.len(), SYSTEMS.len());
    let missing: Vec<&str> = lines.into_iter().flat_map(quoted).filter(|name| !is_place(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn row_with_missing_names_is_reported() {
    let good = [
        "a rule of `levels/deck1.ron`",
        "`engine/machines/door.rs`",
        "doors; Options: Head bob",
        "`hullkit run levels/deck1.ron --bot`",
        "`doors::door_never_closes_on_a_body`",
    ];
    let mut known = Known { options: options(), ..Known::default() };
    let mut with = |at: usize, cell: &str| {
        let mut cells = good.map(str::to_owned).to_vec();
        cell.clone_into(&mut cells[at]);
        faults(&Row { id: "D6".to_owned(), cells }, true, &mut known)
    };
    assert!(with(0, good[0]).is_empty());
    for (at, cell, what) in [
        (0, "a rule of `levels/deck99.ron`", "there is no file `levels/deck99.ron`"),
        (1, "`engine/machines/gate.rs`", "there is no file `engine/machines/gate.rs`"),
        (2, "", "a cell is empty"),
        (2, "doors; Options: Head bobbing", "there is no option `Head bobbing`"),
        (3, "by hand", "no command shows it"),
        (3, "`hullkit walk`", "`hullkit` has no command `walk`"),
        (3, "`hullkit run levels/deck1.ron --bott`", "there is no option `--bott`"),
        (4, "to come", "no test guards it"),
        (4, "the same", "no test guards it"),
        (4, "`doors::a_door_closes_on_a_body`", "there is no test `doors::a_door_closes_on_a_body`"),
    ] {
        let faults = with(at, cell);
        assert!(faults.len() == 1 && faults[0].contains(what), "{cell}: {faults:?}");
    }
}

/// Returns the names of the options on the game's pages.
fn options() -> BTreeSet<String> {
    let files = ["view_sheets", "play_sheets", "option_sheets"];
    let text: String = files.map(|name| file(&format!("crates/game/src/pages/{name}.rs"))).concat();
    let lines = text.split("Line::new(").skip(1).filter(|line| !WAYS.iter().any(|way| line.contains(way)));
    lines.filter_map(|line| line.split('"').nth(1)).map(str::to_owned).collect()
}

#[test]
fn every_option_has_a_test_of_its_effect() {
    let text = file("tests/README.md");
    let (_, table) = text.split_once(OPTIONS).expect("the table of the options");
    let mut listed = BTreeSet::new();
    for row in table.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        assert_eq!(cells.len(), 4, "two cells: {row}");
        let named: Vec<&str> = cells[2].split('`').skip(1).step_by(2).collect();
        assert!(!named.is_empty() && named.iter().all(|name| is_there(name)), "there is no such test: {row}");
        assert!(listed.insert(cells[1].to_owned()), "{} is listed twice", cells[1]);
    }
    assert!(listed.len() > 70);
    assert_eq!(listed, options());
}

#[test]
fn name_without_a_test_is_reported() {
    assert!(is_there("doors::door_never_closes_on_a_body") && is_there("tests/window"));
    for wrong in
        ["doors::a_door", "door::door_never_closes_on_a_body", "game/input/controls::read_devices_", "tests/windows"]
    {
        assert!(!is_there(wrong), "{wrong}");
    }
}

#[test]
fn function_without_test_attribute_does_not_count() {
    let file =
        "#[test]\n#[ignore = \"long\"]\nfn one() {\n}\n\nfn two() {\n}\n\n#[test]\nfn three() {\n    fn four() {}\n}\n";
    assert!(holds_test(file, "one") && holds_test(file, "three"));
    assert!(["two", "four", "five", "on"].iter().all(|name| !holds_test(file, name)));
}
