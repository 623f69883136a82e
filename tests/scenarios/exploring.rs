//! Exploration: the deck records what the player has seen of it, and the automap shows nothing else.

use crate::{
    orientation::Orientation,
    scenario::{FORWARD, NOTHING, Scenario},
};
use bevy::math::IVec2;
use engine::{Explored, Grid, Headless, Snapshot};

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
    let width = scenario.headless.world().resource::<Grid>().size().x;
    let (head, tail) =
        text.split_at(text.find(&format!("explored:(width:{width},seen:[")).expect("the text contains it"));
    let narrower = (format!("width:{width}"), format!("width:{}", width - 1));
    for (whole, broken) in [narrower, ("seen:[".to_owned(), "seen:[0,".to_owned())] {
        let damaged = format!("{head}{}", tail.replacen(&whole, &broken, 1));
        let damaged: Snapshot = ron::from_str(&damaged).expect("it can still be read");
        let told = scenario.restore(&damaged).err().map(|error| error.to_string());
        assert_eq!(
            told.as_deref(),
            Some("it is damaged: the explored cells do not match the size of the level"),
            "{broken}"
        );
    }
}
