//! Patrols: from turn point to turn point, through doors, and continued after a chase.

use crate::{
    scenario::{FIRE, NOTHING, Scenario, level_text_with, turn},
    scenario_builder::ScenarioBuilder,
    trail::Trail,
};
use bevy::prelude::Vec2;
use engine::{DoorState, GameEvent, MonsterState, PushWallState};
use level::Level;

/// A path around a block, and the player in a cell in which monsters neither hear nor see the player.
const ROUND: &str = "
    #########
    #>..p..v#
    #.#####.#
    #.#####.#
    #^.....<#
    #########
    #@......#
    #########";

/// The corners of the path in the order of the patrol.
const CORNERS: [Vec2; 4] = [Vec2::new(7.5, 1.5), Vec2::new(7.5, 4.5), Vec2::new(1.5, 4.5), Vec2::new(1.5, 1.5)];

#[test]
fn patrol_walks_its_round_and_looks_ahead() {
    let mut scenario = Scenario::on(ROUND);
    let mut trail = Trail::default();
    let mut corners = CORNERS.into_iter().cycle().take(9).peekable();
    while let Some(&corner) = corners.peek() {
        scenario.tick(NOTHING);
        let undead = scenario.monsters().remove(0);
        assert_eq!(undead.state, MonsterState::Patrol);
        let askew = (undead.facing + 45.0) % 90.0 - 45.0;
        assert!(askew.abs() < 10.0, "it looks along its path, not at {} degrees", undead.facing);
        trail.0.push(undead.at);
        if undead.at.distance(corner) < 0.15 {
            corners.next();
        }
        assert!(trail.0.len() < 10_000, "it never came to {corner}");
    }
    // Three tiles to the first corner, and two rounds of eighteen tiles each, at 0.8 tiles per second.
    assert!((37.5..39.5).contains(&trail.length()), "it went {} tiles", trail.length());
    assert!(trail.turning() < 9.0 * 90.0 + 10.0, "it turned by {} degrees", trail.turning());
    let seconds = trail.0.len() as f32 / 120.0;
    assert!((46.0..51.0).contains(&seconds), "it took {seconds} seconds");
}

#[test]
fn patrol_passes_doors_in_both_directions() {
    let mut scenario = Scenario::on(
        "############
         #>.p+.....<#
         ############
         #@.........#
         ############",
    );
    for _ in 0..2 {
        scenario.until(NOTHING, |scenario| scenario.monsters()[0].at.x > 9.9);
        assert_eq!(scenario.door().0, DoorState::Closed);
        scenario.until(NOTHING, |scenario| scenario.monsters()[0].at.x < 2.1);
    }
    assert!(scenario.count(GameEvent::DoorOpens) >= 4);
    assert_eq!(scenario.monsters()[0].state, MonsterState::Patrol);
}

#[test]
fn patrol_continues_after_a_chase() {
    let mut scenario = Scenario::on(ROUND);
    scenario.wait(1.0).put_player(7.2, 1.5).wait(0.2);
    let left = scenario.monsters()[0].at;
    assert_eq!((scenario.monsters()[0].state, scenario.count_any(GameEvent::Notices)), (MonsterState::Alert, 1));
    scenario.wait(0.5);
    assert_eq!(scenario.monsters()[0].state, MonsterState::Chase);
    scenario.put_player(1.5, 6.5);
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Search);
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Return);
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Patrol);
    let back = scenario.monsters()[0].at;
    assert!(back.distance(left) < 1.0, "it returns to where it left its patrol, at {left}, not at {back}");
    for corner in CORNERS {
        scenario.until(NOTHING, |scenario| scenario.monsters()[0].at.distance(corner) < 0.15);
    }
}

#[test]
fn patrol_only_looks_ahead_but_hears() {
    let mut scenario = Scenario::on(ROUND);
    // The player is behind it, beyond the distance at which it notices targets behind it.
    scenario.put_player(1.5, 1.5).wait(0.5);
    assert_eq!(scenario.count_any(GameEvent::Notices), 0);
    scenario.tick(turn(180.0));
    scenario.tick(FIRE);
    assert_eq!(scenario.wait(0.1).count_any(GameEvent::Notices), 1);
}

#[test]
fn patrol_returns_to_its_line_after_a_push() {
    let mut scenario = Scenario::on(
        "#########
         #.......#
         #.......#
         #>.p...<#
         #.......#
         #########
         #@......#
         #########",
    );
    scenario.wait(0.5).put_monster(0, 4.5, 2.4);
    let mut trail = Trail::default();
    scenario.until(NOTHING, |scenario| {
        trail.0.push(scenario.monsters()[0].at);
        scenario.monsters()[0].at.x > 7.3
    });
    let first = trail.0[0];
    let last = trail.0.last().expect("it walked");
    let shortest = first.distance(*last);
    assert!(trail.length() < 1.5 * shortest, "{} tiles for {shortest}", trail.length());
}

#[test]
fn patrol_waits_for_a_push_wall() {
    let mut scenario = Scenario::on(
        "##########
         #...@....#
         ####B#####
         #>p.....<#
         ####.#####
         ##########",
    );
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].at.x > 6.0 && scenario.monsters()[0].facing == 180.0);
    scenario.tick(turn(90.0));
    scenario.press_use().put_player(8.5, 1.5);
    assert_eq!(scenario.count(GameEvent::PushWallMoves), 1);
    scenario.put_monster(0, 5.6, 3.5);
    let mut trail = Trail::default();
    scenario.until(NOTHING, |scenario| {
        trail.0.push(scenario.monsters()[0].at);
        scenario.push_wall().0 == PushWallState::Done
    });
    assert!(trail.0.iter().all(|at| at.x > 5.3), "it stopped before the wall");
    assert!(trail.jogging() < 60, "and stayed there");
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].at.x < 2.0);
    assert_eq!(scenario.count_any(GameEvent::Notices), 0);
}

#[test]
fn several_monsters_can_share_a_patrol() {
    let mut scenario = Scenario::on(&ROUND.replace("#>..p..v#", "#>p.p.pv#"));
    let mut least = f32::INFINITY;
    let mut turns = [0; 3];
    let mut last = [Vec2::ZERO; 3];
    for _ in 0..engine::ticks(60.0) {
        scenario.tick(NOTHING);
        let all = scenario.monsters();
        for (number, undead) in all.iter().enumerate() {
            assert_eq!(undead.state, MonsterState::Patrol);
            let corner = CORNERS.into_iter().find(|corner| corner.distance(undead.at) < 0.15).unwrap_or(last[number]);
            turns[number] += u32::from(corner != last[number]);
            last[number] = corner;
            for other in &all[..number] {
                least = least.min(other.at.distance(undead.at));
            }
        }
    }
    assert!(turns.iter().all(|turns| *turns >= 9), "they came by {turns:?} corners");
    assert!(least > 0.55, "the smallest distance of two was {least}");
}

/// A path in all eight directions, and the player in another room.
const OCTAGON: &str = "
    ##########
    #..>p.3..#
    #........#
    #9..##..v#
    #..####..#
    #^..##..1#
    #........#
    #..7..<..#
    ##########
    #@.......#
    ##########";

/// The four diagonal turn points.
const DIAGONALS: &str = "'3': (turn: 45), '1': (turn: 135), '7': (turn: 225), '9': (turn: 315),";

#[test]
fn patrol_walks_diagonally_between_turn_points() {
    let mut scenario = ScenarioBuilder::on(OCTAGON).legend(DIAGONALS).begin();
    let corners = [(6.5, 1.5), (8.5, 3.5), (8.5, 5.5), (6.5, 7.5), (3.5, 7.5), (1.5, 5.5), (1.5, 3.5), (3.5, 1.5)];
    let mut trail = Trail::default();
    for corner in corners.into_iter().cycle().take(9).map(Vec2::from) {
        scenario.until(NOTHING, |scenario| {
            let undead = scenario.monsters().remove(0);
            assert_eq!(undead.state, MonsterState::Patrol);
            let askew = (undead.facing + 22.5) % 45.0 - 22.5;
            assert!(askew.abs() < 10.0, "it looks along its path, not at {} degrees", undead.facing);
            trail.0.push(undead.at);
            undead.at.distance(corner) < 0.15
        });
    }
    // Two tiles to the first corner, then ten along rows and columns and eight diagonals of 1.41 tiles each.
    assert!((22.5..24.0).contains(&trail.length()), "it went {} tiles", trail.length());
    assert!(trail.turning() < 9.0 * 45.0 + 10.0, "it turned by {} degrees", trail.turning());
}

#[test]
fn diagonal_patrols_need_open_floor_at_corners() {
    let told = |corner: &str| {
        let map = format!("########\n#@p.3..#\n#....{corner}.#\n#......#\n########");
        let text = level_text_with(DIAGONALS, &map);
        Level::read("deck", text.as_bytes()).expect_err("it leads into a wall").to_string()
    };
    for (corner, what) in [(".", "wall in row 4, column 8"), ("#", "wall in row 3, column 6"), ("P", "pillar in row 3")]
    {
        assert!(told(corner).contains(&format!("the patrol of this shambler leads into a {what}")), "{}", told(corner));
    }
}
