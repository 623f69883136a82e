//! Cell names: given in the legend, for single cells, or for rectangles of cells.

use crate::{
    levels::refusal,
    scenario::{FORWARD, Scenario, text_in_words},
};
use engine::GameEvent;

const HALL: &str = "########\n#@.....#\n#......#\n########";

/// Returns the cells of each name of a hall with these names.
fn cells(names: &str) -> Vec<(String, Vec<(usize, usize)>)> {
    let level = Scenario::level_in_words(HALL, "", &format!("names: [{names}]"));
    level.places.iter().map(|place| (place.name.clone(), place.cells.clone())).collect()
}

#[test]
fn cells_and_rectangles_can_have_names() {
    assert_eq!(cells("(name: \"desk\", at: (3, 1))"), [("desk".to_owned(), vec![(3, 1)])]);
    let bay = vec![(4, 1), (5, 1), (4, 2), (5, 2)];
    assert_eq!(cells("(name: \"bay\", at: (4, 1), to: (5, 2))"), [("bay".to_owned(), bay)]);
}

#[test]
fn cells_and_names_can_be_combined_freely() {
    let told = cells(
        "(name: \"hold\", at: (1, 1), to: (3, 1)), (name: \"desk\", at: (3, 1)), (name: \"hold\", at: (3, 1), to: (3, 2))",
    );
    let hold = vec![(1, 1), (2, 1), (3, 1), (3, 2)];
    assert_eq!(told, [("hold".to_owned(), hold), ("desk".to_owned(), vec![(3, 1)])]);
}

#[test]
fn triggers_use_all_names_of_a_cell() {
    let fields = "names: [(name: \"hall\", at: (3, 1), to: (6, 2)), (name: \"desk\", at: (4, 1))],
        triggers: [(at: \"hall\", on: Step, do: [Say(\"A hall.\")]), (at: \"desk\", on: Step, do: [Say(\"A desk.\")]),
            (at: \"door\", on: Step, do: [Say(\"A door.\")])]";
    let mut scenario = Scenario::in_words("########\n#@._...#\n#......#\n########", "'_': (name: \"door\"),", fields);
    scenario.until(FORWARD, |scenario| scenario.player().0 > 3.1);
    let said = |scenario: &Scenario| [0, 1, 2].map(|number| scenario.count(GameEvent::Says(number)));
    assert_eq!(said(&scenario), [1, 0, 1]);
    scenario.until(FORWARD, |scenario| scenario.player().0 > 4.1);
    assert_eq!(said(&scenario), [1, 1, 1]);
}

#[test]
fn errors_in_names_are_reported_with_their_position() {
    for (names, what) in [
        ("(name: \"a\", at: (8, 1))", "names[0]: (8, 1) is outside the map, which has 8 by 4 cells"),
        ("(name: \"a\", at: (1, 1), to: (1, 4))", "names[0]: (1, 4) is outside the map, which has 8 by 4 cells"),
        (
            "(name: \"a\", at: (2, 2), to: (3, 1))",
            "names[0]: `at` must be the upper left cell, and `to` the lower right one",
        ),
        (
            "(name: \"a\", at: (1, 1), to: (3, 3)), (name: \"a\", at: (2, 2))",
            "names[1]: all its cells already have the name 'a'",
        ),
    ] {
        let text = text_in_words(HALL, "", &format!("\nnames: [{names}]"));
        let line = text.lines().count();
        let column = 17 + names.find("), (").map_or(0, |end| end + 3);
        assert_eq!(refusal(&text), format!("deck.ron:{line}:{column}: {what}"));
    }
    let unknown =
        text_in_words(HALL, "", "triggers: [(at: \"b\", on: Step, do: [Exit])], names: [(name: \"a\", at: (1, 1))]");
    assert!(refusal(&unknown).contains("no cell is named 'b'; there are 'a'"), "{}", refusal(&unknown));
    let nameless = text_in_words(HALL, "", "names: [(name: \"\", at: (1, 1))]");
    assert!(refusal(&nameless).contains("this text must not be empty"), "{}", refusal(&nameless));
}

#[test]
fn number_of_named_cells_is_limited() {
    let map = format!(
        "{}\n#@{}#\n{}{}",
        "#".repeat(512),
        ".".repeat(509),
        format!("#{}#\n", ".".repeat(510)).repeat(509),
        "#".repeat(512)
    );
    let names: String = (0..5).map(|number| format!("(name: \"{number}\", at: (0, 0), to: (511, 511)), ")).collect();
    let told = refusal(&text_in_words(&map, "", &format!("names: [{names}]")));
    assert!(told.contains("`names` must list at most 1048576 cells"), "{told}");
}
