//! Patrols: from turn point to turn point, through doors, and on with it after a chase.

use crate::scenario::{FIRE, NOTHING, Scenario, turn};
use crate::trail::Trail;
use bevy::prelude::Vec2;
use engine::{DoorState, GameEvent, MonsterState, PushWallState};

/// A way round a block, and the player in a cell where nobody hears or sees him.
const ROUND: &str = "
    #########
    #>..p..v#
    #.#####.#
    #.#####.#
    #^.....<#
    #########
    #@......#
    #########";

/// The corners of the way, in the order in which it turns at them.
const CORNERS: [Vec2; 4] = [Vec2::new(7.5, 1.5), Vec2::new(7.5, 4.5), Vec2::new(1.5, 4.5), Vec2::new(1.5, 1.5)];

#[test]
fn it_goes_its_round_and_looks_where_it_goes() {
    let mut scenario = Scenario::on(ROUND);
    let mut trail = Trail::default();
    let mut corners = CORNERS.into_iter().cycle().take(9).peekable();
    while let Some(&corner) = corners.peek() {
        scenario.tick(NOTHING);
        let undead = scenario.monsters().remove(0);
        assert_eq!(undead.state, MonsterState::Patrol);
        let askew = (undead.facing + 45.0) % 90.0 - 45.0;
        assert!(askew.abs() < 10.0, "it looks along its way, not at {} degrees", undead.facing);
        trail.0.push(undead.at);
        if undead.at.distance(corner) < 0.15 {
            corners.next();
        }
        assert!(trail.0.len() < 10_000, "it never came to {corner}");
    }
    // To the first corner it is three tiles, and then two rounds of eighteen each, at 0.8 tiles a second.
    assert!((37.5..39.5).contains(&trail.length()), "it went {} tiles", trail.length());
    assert!(trail.turning() < 9.0 * 90.0 + 10.0, "it turned by {} degrees", trail.turning());
    let seconds = trail.0.len() as f32 / 120.0;
    assert!((46.0..51.0).contains(&seconds), "it took {seconds} seconds");
}

#[test]
fn it_passes_doors_to_and_fro_and_they_close_behind_it() {
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
fn it_notices_who_is_ahead_and_goes_on_with_its_round_when_it_has_lost_him() {
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
    assert!(back.distance(left) < 1.0, "it is back where it left its round, at {left}, not at {back}");
    for corner in CORNERS {
        scenario.until(NOTHING, |scenario| scenario.monsters()[0].at.distance(corner) < 0.15);
    }
}

#[test]
fn it_looks_ahead_only_and_hears() {
    let mut scenario = Scenario::on(ROUND);
    // He stands behind it, farther than it feels him.
    scenario.put_player(1.5, 1.5).wait(0.5);
    assert_eq!(scenario.count_any(GameEvent::Notices), 0);
    scenario.tick(turn(180.0));
    scenario.tick(FIRE);
    assert_eq!(scenario.wait(0.1).count_any(GameEvent::Notices), 1);
}

#[test]
fn one_that_was_pushed_off_its_line_comes_back_to_it() {
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
fn it_waits_for_a_wall_that_is_pushed_across_its_way() {
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
    assert!(trail.jogging() < 60, "and stood there");
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].at.x < 2.0);
    assert_eq!(scenario.count_any(GameEvent::Notices), 0);
}

#[test]
fn several_on_one_round_follow_each_other() {
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
    assert!(least > 0.55, "two came as near as {least}");
}
