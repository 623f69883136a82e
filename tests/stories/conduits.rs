//! Conduits: Panguru on a panel in a wall, what comes of its solution, and hints.

use crate::story::{NOTHING, Story};
use crate::terminals::{act, at, at_panel, lock};
use engine::{BoardAct, DoorState, GameEvent, HINT_OXYGEN, OXYGEN_TICKS};
use puzzles::panguru::solve;

/// Slides the pebbles of a shortest solution, but for the last ones.
fn slide_all_but(story: &mut Story, left: usize) {
    let moves = solve(&lock(story).board).expect("it can be solved").moves;
    moves[..moves.len() - left].iter().for_each(|position| act(story, BoardAct::Pick(*position as u8)));
}

#[test]
fn a_solved_conduit_opens_what_is_wired_to_it_and_stays_solved() {
    let mut story = at_panel("optimum: 3, seed: 4");
    assert_eq!((lock(&mut story).optimum, at(&story)), (Some(3), true));
    slide_all_but(&mut story, 1);
    assert_eq!((story.count(GameEvent::ConduitSlides), lock(&mut story).moves), (2, 2));
    assert!(!lock(&mut story).is_solved());
    slide_all_but(&mut story, 0);
    assert!(lock(&mut story).is_solved());
    assert_eq!((story.count(GameEvent::ConduitOpens), story.count(GameEvent::ConduitSlides)), (1, 3));
    story.wait(0.3);
    assert_eq!((story.door().0, story.pickups().len()), (DoorState::Opening, 1), "solved, and in the fewest moves");
    let board = lock(&mut story).board;
    let next = board.moves().next().expect("a pebble is in line") as u8;
    for act_of in [BoardAct::Pick(next), BoardAct::Restart, BoardAct::Hint, BoardAct::Undo] {
        act(&mut story, act_of);
    }
    assert_eq!((lock(&mut story).board, story.count(GameEvent::BoardRefuses)), (board, 4), "it is as it is for good");
}

#[test]
fn a_detour_solves_a_conduit_but_earns_no_prize() {
    let mut story = at_panel("optimum: 3, seed: 4");
    let hole = lock(&mut story).board.hole() as u8;
    let first = lock(&mut story).board.moves().next().expect("a pebble is in line") as u8;
    act(&mut story, BoardAct::Pick(first));
    act(&mut story, BoardAct::Pick(hole));
    slide_all_but(&mut story, 0);
    story.wait(0.3);
    assert_eq!((lock(&mut story).is_solved(), lock(&mut story).moves), (true, 5));
    assert_eq!((story.door().0, story.pickups().len()), (DoorState::Opening, 0));
}

#[test]
fn what_is_not_in_line_with_the_hole_does_not_slide_and_a_restart_begins_anew() {
    let mut story = at_panel("optimum: 4, seed: 4");
    let board = lock(&mut story).board;
    let far = (0..15).find(|position| *position != board.hole() && !board.moves().any(|other| other == *position));
    for wrong in [board.hole(), far.expect("some are not in line"), 15, 255] {
        act(&mut story, BoardAct::Pick(wrong as u8));
    }
    assert_eq!((lock(&mut story).board, story.count(GameEvent::BoardRefuses)), (board, 4));
    slide_all_but(&mut story, 2);
    act(&mut story, BoardAct::Restart);
    assert_eq!((lock(&mut story).board, lock(&mut story).moves), (board, 0));
}

#[test]
fn the_fewest_moves_of_a_drawn_board_are_worked_out_while_he_stands_there() {
    let mut story = at_panel("plates: \"YGBWPCYRPOOGRCB\", pebbles: \"PRRCGOCBBGYPOY-\"");
    assert_eq!(lock(&mut story).optimum, None);
    let ticks = story.until(NOTHING, |story| lock(story).optimum.is_some()).now();
    assert_eq!(lock(&mut story).optimum, Some(21));
    assert!(ticks > 10, "not in one tick");
}

#[test]
fn a_hint_shows_the_next_moves_and_costs_oxygen() {
    let mut story = at_panel("optimum: 5, seed: 2");
    let health = story.health();
    act(&mut story, BoardAct::Hint);
    story.until(NOTHING, |story| story.count(GameEvent::BoardHint) > 0);
    let expected: Vec<u8> =
        solve(&lock(&mut story).board).expect("it can be solved").first_moves.iter().map(|at| *at as u8).collect();
    assert_eq!((lock(&mut story).hint, story.health()), (expected.clone(), health));
    let drawn = OXYGEN_TICKS - story.oxygen();
    // In air the suit begins to fill again at once.
    assert!((HINT_OXYGEN - 6..=HINT_OXYGEN).contains(&drawn), "{drawn}");
    assert!(at(&story), "a hint is no wound");
    act(&mut story, BoardAct::Pick(expected[0]));
    assert_eq!(lock(&mut story).hint, [] as [u8; 0], "it was for another board");
}

#[test]
fn whoever_has_too_little_oxygen_gets_no_hint() {
    let mut story = at_panel("optimum: 5, seed: 2");
    while story.oxygen() >= HINT_OXYGEN {
        let hints = story.count(GameEvent::BoardHint);
        act(&mut story, BoardAct::Hint);
        story.until(NOTHING, |story| story.count(GameEvent::BoardHint) > hints);
    }
    assert_eq!((story.count(GameEvent::BoardHint), story.count(GameEvent::HintRefused)), (3, 0));
    act(&mut story, BoardAct::Hint);
    assert!(!lock(&mut story).wants_hint());
    assert_eq!((story.count(GameEvent::BoardHint), story.count(GameEvent::HintRefused)), (3, 1));
}

#[test]
fn a_hint_for_a_board_that_is_no_more_is_dropped() {
    let hard = "plates: \"YGBWPCYRPOOGRCB\", pebbles: \"PRRCGOCBBGYPOY-\"";
    let mut story = at_panel(hard);
    story.until(NOTHING, |story| lock(story).optimum.is_some());
    let health = story.health();
    act(&mut story, BoardAct::Hint);
    act(&mut story, BoardAct::Hint);
    assert!(lock(&mut story).wants_hint() && lock(&mut story).hint.is_empty(), "it is still being worked out");
    let next = lock(&mut story).board.moves().next().expect("a pebble is in line") as u8;
    act(&mut story, BoardAct::Pick(next));
    story.wait(2.0);
    assert!(!lock(&mut story).wants_hint());
    assert_eq!((story.count(GameEvent::BoardHint), lock(&mut story).hint.len(), story.health()), (0, 0, health));
}
