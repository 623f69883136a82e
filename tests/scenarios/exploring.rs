//! Exploring: the deck remembers what the player has seen of it, and the automap shows no more.

use crate::scenario::{FORWARD, NOTHING, Scenario, level};
use bevy::math::IVec2;
use engine::{Explored, Headless, Rules, Snapshot};

const ROOMS: &str = "#########\n#@..+...#\n#.###...#\n#.#.#...#\n#.#######\n#.......#\n#########";

/// What is known of the map, with a space for what is not.
fn known(headless: &Headless) -> String {
    let explored = headless.world().resource::<Explored>();
    let sign = |x: usize, y: usize, sign| if explored.knows(IVec2::new(x as i32, y as i32)) { sign } else { ' ' };
    let row = |(y, row): (usize, &str)| row.chars().enumerate().map(|(x, there)| sign(x, y, there)).collect::<String>();
    ROOMS.lines().enumerate().map(|line| row(line).trim_end().to_owned() + "\n").collect()
}

#[test]
fn what_was_seen_is_known_and_nothing_behind_a_shut_door() {
    let mut scenario = Scenario::on(ROOMS);
    scenario.tick(NOTHING);
    assert_eq!(known(&scenario.headless), "#####\n#@..+\n#.###\n#.#\n#.#\n#.\n###\n");
    // The door opens by touch.
    scenario.for_seconds(2.0, FORWARD);
    assert_eq!(known(&scenario.headless), "#########\n#@..+...#\n#.###...#\n#.# #...#\n#.# #####\n#.\n###\n");
}

#[test]
fn what_is_known_is_saved() {
    let mut scenario = Scenario::on(ROOMS);
    scenario.for_seconds(2.0, FORWARD);
    assert_eq!(known(&scenario.restored()), known(&scenario.headless));
}

#[test]
fn a_snapshot_that_knows_of_other_cells_is_refused() {
    let mut scenario = Scenario::on(ROOMS);
    scenario.tick(NOTHING);
    let text = ron::to_string(&scenario.headless.snapshot()).expect("a snapshot has a text");
    let (head, tail) = text.split_at(text.find("explored:(width:9,seen:[").expect("it stands there"));
    for (whole, broken) in [("width:9", "width:8"), ("seen:[", "seen:[0,")] {
        let damaged = format!("{head}{}", tail.replacen(whole, broken, 1));
        let damaged: Snapshot = ron::from_str(&damaged).expect("it can still be read");
        let told = Headless::restore(&damaged, level(ROOMS), &Rules::standard()).err().map(|error| error.to_string());
        assert_eq!(told.as_deref(), Some("it is damaged: what was seen is not of the level"), "{broken}");
    }
}
