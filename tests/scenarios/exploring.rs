//! Exploration: the deck records what the player has seen of it, and the automap shows nothing else.

use crate::{
    orientation::Orientation,
    scenario::{FORWARD, NOTHING, Scenario, level},
};
use bevy::math::IVec2;
use engine::{Explored, Headless, Rules, Snapshot};

const ROOMS: &str = "#########\n#@..+...#\n#.###...#\n#.#.#...#\n#.#######\n#.......#\n#########";

/// Returns the explored part of the map, with a space for each unexplored cell.
fn known(headless: &Headless, turned: Orientation) -> String {
    let explored = headless.world().resource::<Explored>();
    let sign =
        |x: usize, y: usize, sign| if explored.knows(turned.cell(IVec2::new(x as i32, y as i32))) { sign } else { ' ' };
    let row = |(y, row): (usize, &str)| row.chars().enumerate().map(|(x, there)| sign(x, y, there)).collect::<String>();
    ROOMS.lines().enumerate().map(|line| row(line).trim_end().to_owned() + "\n").collect()
}

#[test]
fn cells_behind_a_closed_door_stay_unexplored() {
    let mut scenario = Scenario::on(ROOMS);
    scenario.tick(NOTHING);
    assert_eq!(known(&scenario.headless, scenario.orientation), "#####\n#@..+\n#.###\n#.#\n#.#\n#.\n###\n");
    // The door opens by touch.
    scenario.for_seconds(2.0, FORWARD);
    assert_eq!(
        known(&scenario.headless, scenario.orientation),
        "#########\n#@..+...#\n#.###...#\n#.# #...#\n#.# #####\n#.\n###\n"
    );
}

#[test]
fn explored_cells_are_saved() {
    let mut scenario = Scenario::on(ROOMS);
    scenario.for_seconds(2.0, FORWARD);
    assert_eq!(known(&scenario.restored(), scenario.orientation), known(&scenario.headless, scenario.orientation));
}

#[test]
fn snapshot_with_invalid_explored_cells_is_rejected() {
    let mut scenario = Scenario::on(ROOMS);
    scenario.tick(NOTHING);
    let text = ron::to_string(&scenario.headless.snapshot()).expect("a snapshot has a text");
    let (head, tail) = text.split_at(text.find("explored:(width:9,seen:[").expect("the text contains it"));
    for (whole, broken) in [("width:9", "width:8"), ("seen:[", "seen:[0,")] {
        let damaged = format!("{head}{}", tail.replacen(whole, broken, 1));
        let damaged: Snapshot = ron::from_str(&damaged).expect("it can still be read");
        let told = Headless::restore(&damaged, level(ROOMS), &Rules::standard()).err().map(|error| error.to_string());
        assert_eq!(
            told.as_deref(),
            Some("it is damaged: the explored cells do not match the size of the level"),
            "{broken}"
        );
    }
}
