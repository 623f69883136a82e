//! Conduits: Panguru on a panel in a wall, the effects of its solution, and hints.

use crate::{
    scenario::{NOTHING, Scenario},
    terminals::{act, at, at_panel, lock},
};
use engine::{BoardAct, DoorState, GameEvent, OXYGEN_TICKS, Rules, hint_price, ticks};
use puzzles::panguru::solve;

/// Cost of a hint on the second skill, in ticks of oxygen.
const HINT_OXYGEN: u32 = ticks(10.0);

/// Slides the pebbles of a shortest solution, except the last `left` ones.
fn slide_all_but(scenario: &mut Scenario, left: usize) {
    let moves = solve(&lock(scenario).board).expect("it can be solved").moves;
    moves[..moves.len() - left].iter().for_each(|position| act(scenario, BoardAct::Pick(*position as u8)));
}

#[test]
fn solved_conduit_triggers_its_wires_and_stays_solved() {
    let mut scenario = at_panel("optimum: 3, seed: 4");
    assert_eq!((lock(&mut scenario).optimum, at(&scenario)), (Some(3), true));
    slide_all_but(&mut scenario, 1);
    assert_eq!((scenario.count(GameEvent::ConduitSlides), lock(&mut scenario).moves), (2, 2));
    assert!(!lock(&mut scenario).is_solved());
    slide_all_but(&mut scenario, 0);
    assert!(lock(&mut scenario).is_solved());
    assert_eq!((scenario.count(GameEvent::ConduitOpens), scenario.count(GameEvent::ConduitSlides)), (1, 3));
    scenario.wait(0.3);
    assert_eq!(
        (scenario.door().0, scenario.pickups().len()),
        (DoorState::Opening, 1),
        "solved, and in the fewest moves"
    );
    let board = lock(&mut scenario).board;
    let next = board.moves().next().expect("a pebble is in line") as u8;
    for act_of in [BoardAct::Pick(next), BoardAct::Restart, BoardAct::Hint, BoardAct::Undo] {
        act(&mut scenario, act_of);
    }
    assert_eq!(
        (lock(&mut scenario).board, scenario.count(GameEvent::BoardRefuses)),
        (board, 4),
        "it no longer changes"
    );
}

#[test]
fn longer_solution_does_not_earn_the_prize() {
    let mut scenario = at_panel("optimum: 3, seed: 4");
    let hole = lock(&mut scenario).board.hole() as u8;
    let first = lock(&mut scenario).board.moves().next().expect("a pebble is in line") as u8;
    act(&mut scenario, BoardAct::Pick(first));
    act(&mut scenario, BoardAct::Pick(hole));
    slide_all_but(&mut scenario, 0);
    scenario.wait(0.3);
    assert_eq!((lock(&mut scenario).is_solved(), lock(&mut scenario).moves), (true, 5));
    assert_eq!((scenario.door().0, scenario.pickups().len()), (DoorState::Opening, 0));
}

#[test]
fn invalid_slides_are_ignored_and_restart_resets() {
    let mut scenario = at_panel("optimum: 4, seed: 4");
    let board = lock(&mut scenario).board;
    let far = (0..15).find(|position| *position != board.hole() && !board.moves().any(|other| other == *position));
    for wrong in [board.hole(), far.expect("some are not in line"), 15, 255] {
        act(&mut scenario, BoardAct::Pick(wrong as u8));
    }
    assert_eq!((lock(&mut scenario).board, scenario.count(GameEvent::BoardRefuses)), (board, 4));
    slide_all_but(&mut scenario, 2);
    act(&mut scenario, BoardAct::Restart);
    assert_eq!((lock(&mut scenario).board, lock(&mut scenario).moves), (board, 0));
}

#[test]
fn solver_runs_while_the_player_stands_at_the_panel() {
    let mut scenario = at_panel("plates: \"YGBWPCYRPOOGRCB\", pebbles: \"PRRCGOCBBGYPOY-\"");
    assert_eq!(lock(&mut scenario).optimum, None);
    let ticks = scenario.until(NOTHING, |scenario| lock(scenario).optimum.is_some()).now();
    assert_eq!(lock(&mut scenario).optimum, Some(21));
    assert!(ticks > 10, "not in one tick");
}

#[test]
fn hint_shows_the_next_moves_and_costs_oxygen() {
    let mut scenario = at_panel("optimum: 5, seed: 2");
    let health = scenario.health();
    act(&mut scenario, BoardAct::Hint);
    scenario.until(NOTHING, |scenario| scenario.count(GameEvent::BoardHint) > 0);
    let expected: Vec<u8> =
        solve(&lock(&mut scenario).board).expect("it can be solved").first_moves.iter().map(|at| *at as u8).collect();
    assert_eq!((lock(&mut scenario).hint, scenario.health()), (expected.clone(), health));
    let drawn = OXYGEN_TICKS - scenario.oxygen();
    // In air the suit begins to fill again at once.
    assert!((HINT_OXYGEN - 6..=HINT_OXYGEN).contains(&drawn), "{drawn}");
    assert!(at(&scenario), "a hint does not cause a wound");
    act(&mut scenario, BoardAct::Pick(expected[0]));
    assert_eq!(lock(&mut scenario).hint, [] as [u8; 0], "it was for another board");
}

#[test]
fn hint_needs_enough_oxygen() {
    let mut scenario = at_panel("optimum: 5, seed: 2");
    while scenario.oxygen() >= HINT_OXYGEN {
        let hints = scenario.count(GameEvent::BoardHint);
        act(&mut scenario, BoardAct::Hint);
        scenario.until(NOTHING, |scenario| scenario.count(GameEvent::BoardHint) > hints);
    }
    assert_eq!((scenario.count(GameEvent::BoardHint), scenario.count(GameEvent::HintRefused)), (3, 0));
    act(&mut scenario, BoardAct::Hint);
    assert!(!lock(&mut scenario).wants_hint());
    assert_eq!((scenario.count(GameEvent::BoardHint), scenario.count(GameEvent::HintRefused)), (3, 1));
}

#[test]
fn hints_are_free_on_the_easiest_skill() {
    let rules = Rules::standard();
    assert_eq!([1, 2, 3, 4].map(|skill| hint_price(&rules, skill)), [0, HINT_OXYGEN, HINT_OXYGEN, HINT_OXYGEN]);
    assert_eq!(hint_price(&crate::scenario::classic(), 1), HINT_OXYGEN, "rules without the field are as they were");
}

#[test]
fn hint_for_an_old_board_is_dropped() {
    let hard = "plates: \"YGBWPCYRPOOGRCB\", pebbles: \"PRRCGOCBBGYPOY-\"";
    let mut scenario = at_panel(hard);
    scenario.until(NOTHING, |scenario| lock(scenario).optimum.is_some());
    let health = scenario.health();
    act(&mut scenario, BoardAct::Hint);
    act(&mut scenario, BoardAct::Hint);
    assert!(lock(&mut scenario).wants_hint() && lock(&mut scenario).hint.is_empty(), "the search is still running");
    let next = lock(&mut scenario).board.moves().next().expect("a pebble is in line") as u8;
    act(&mut scenario, BoardAct::Pick(next));
    scenario.wait(2.0);
    assert!(!lock(&mut scenario).wants_hint());
    assert_eq!(
        (scenario.count(GameEvent::BoardHint), lock(&mut scenario).hint.len(), scenario.health()),
        (0, 0, health)
    );
}
