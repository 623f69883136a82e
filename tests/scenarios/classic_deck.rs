//! The behaviour of player, doors and push-walls in the tutorial game, by the ids of its parity list, under
//! `assets/rules/classic.ron`. Its monsters are in `parity.rs`, its weapons and pickups in `weapons.rs` and
//! `pickups.rs`.

use crate::{
    scenario::{BACK, FIRE, FORWARD, NOTHING, Scenario, armed, turn},
    scenario_builder::ScenarioBuilder,
};
use bevy::math::{Vec2, ops};
use engine::{DoorState, GameEvent, Grid, Heading, Intent, Loadout, MonsterState, Outcome, PushWallState, Ray, clear};

const HALL: &str = "############\n#@.........#\n#..........#\n#..........#\n############";

/// Returns a scenario under the classic rules.
fn classic(map: &str) -> Scenario {
    ScenarioBuilder::on(map).classic().begin()
}

/// Returns such a scenario with a push-wall 'B' that uses the default distance.
fn with_wall(row: &str) -> Scenario {
    let edge = "#".repeat(row.len());
    classic(&format!("{edge}\n{row}\n{edge}"))
}

#[test]
fn p1_and_p6_player_walks_two_tiles_per_second_or_slower() {
    for (will, speed) in [(1.0, 2.0), (0.5, 1.0), (0.25, 0.5), (-1.0, -2.0)] {
        let walk = Intent { forward: will, ..NOTHING };
        for run in [false, true] {
            let mut scenario = classic(HALL);
            scenario.put_player(5.5, 2.5).for_seconds(0.5, Intent { run, ..walk });
            let (from, _) = scenario.player();
            let way = scenario.for_seconds(1.0, Intent { run, ..walk }).player().0 - from;
            assert!((way - speed).abs() < 0.01, "{will}: {way} tiles in one second");
        }
    }
}

#[test]
fn p2_turns_add_up_independently_of_ticks() {
    // One tick in `every` turns, by `every` times as much.
    for every in [1, 2, 5, 120] {
        let mut scenario = classic(HALL);
        for tick in 0..120 {
            scenario.tick(turn(if tick % every == 0 { 1.5 * every as f32 } else { 0.0 }));
        }
        assert!((scenario.heading_degrees().abs() - 180.0).abs() < 0.01, "{every}: {}", scenario.heading_degrees());
    }
}

#[test]
fn p3_player_radius_is_quarter_tile_and_slides_along_walls() {
    let mut scenario = classic(HALL);
    assert!(scenario.bodies().iter().any(|body| body.1 == 0.25));
    scenario.tick(turn(-45.0));
    let from = scenario.player().0;
    for _ in 0..engine::ticks(2.0) {
        scenario.tick(FORWARD);
        assert_eq!(scenario.stuck_body(), None);
    }
    let (x, y) = scenario.player();
    assert!((y - 1.25).abs() < 0.01, "the player is at the wall, {y}");
    assert!(x - from > 2.0 * 0.6, "and came along it, {}", x - from);
}

#[test]
fn p4_player_has_100_health_and_dies_at_0() {
    let mut scenario = classic("######\n#@z..#\n######");
    assert_eq!(scenario.health(), 100);
    scenario.until(NOTHING, |scenario| scenario.health() == 10);
    assert_eq!(scenario.outcome(), Outcome::Running);
    scenario.until(NOTHING, |scenario| scenario.health() <= 0);
    assert_eq!((scenario.outcome(), scenario.count_any(GameEvent::PlayerDies)), (Outcome::Dead, 1));
    let at = scenario.player();
    scenario.for_seconds(1.0, Intent { fire: true, ..FORWARD });
    assert_eq!((scenario.player(), scenario.count_any(GameEvent::Shot)), (at, 0), "dead players ignore input");
}

#[test]
fn p5_and_s7_restart_resets_the_deck() {
    let map = "##########\n#@B..z.+h#\n##########";
    let mut scenario = classic(map);
    let first = scenario.headless.snapshot();
    scenario.press_use().for_seconds(3.0, FORWARD).for_seconds(2.0, Intent { fire: true, ..FORWARD });
    assert_ne!(scenario.push_wall().1, (0.0, 0.0));
    assert_eq!(scenario.begin_again().headless.snapshot(), first);
    assert_eq!((scenario.push_wall(), scenario.health()), ((PushWallState::Still, (0.0, 0.0)), 100));
}

#[test]
fn p7_player_fires_while_walking_and_turning() {
    let all = Intent { forward: 1.0, strafe: 1.0, turn: 0.01, fire: true, ..NOTHING };
    let mut scenario = classic(HALL);
    let (x, y) = scenario.player();
    scenario.for_seconds(1.0, all);
    let (to_x, to_y) = scenario.player();
    assert!(ops::hypot(to_x - x, to_y - y) > 1.0, "the player came to {to_x}, {to_y}");
    assert!((scenario.heading_degrees() - 120.0 * 0.01_f32.to_degrees()).abs() < 0.01);
    assert_eq!(scenario.count_any(GameEvent::Shot), 4, "every quarter of a second, as when standing still");
}

#[test]
fn w7_each_shot_restarts_its_animation() {
    let mut scenario = classic(HALL);
    scenario.tick(FIRE);
    let since = |scenario: &mut Scenario| {
        let world = scenario.headless.world_mut();
        world.query::<&engine::Player>().single(world).expect("there is one").since_shot
    };
    assert_eq!(since(&mut scenario), 0);
    scenario.for_seconds(0.2, FIRE);
    assert_eq!(since(&mut scenario), 24, "the age of the flash is known");
    scenario.for_seconds(0.1, FIRE);
    assert!(since(&mut scenario) < 8, "the next shot came after a quarter of a second");
}

#[test]
fn d2_door_opens_stays_and_closes_in_time() {
    let mut scenario = classic("#######\n#@+...#\n#######");
    scenario.press_use();
    scenario.wait(0.11);
    assert!(
        (scenario.door().1 - 0.125).abs() < 0.01,
        "at a quarter of its time it is an eighth open: {}",
        scenario.door().1
    );
    scenario.wait(0.125);
    assert!((scenario.door().1 - 0.5).abs() < 0.02, "half-way: {}", scenario.door().1);
    scenario.wait(0.125);
    assert!((scenario.door().1 - 0.875).abs() < 0.02, "and gently to its end: {}", scenario.door().1);
    scenario.wait(0.15);
    assert_eq!(scenario.door(), (DoorState::Open, 1.0));
    let since = scenario.now();
    scenario.until(NOTHING, |scenario| scenario.door().0 == DoorState::Closing);
    assert!((350..=364).contains(&(scenario.now() - since)), "{} ticks", scenario.now() - since);
    let since = scenario.now();
    scenario.until(NOTHING, |scenario| scenario.door().0 == DoorState::Closed);
    assert!((59..=61).contains(&(scenario.now() - since)), "{} ticks", scenario.now() - since);
}

#[test]
fn d3_living_bodies_open_doors_by_touch() {
    let mut scenario = classic("########\n#@.+...#\n########");
    scenario.until(FORWARD, |scenario| scenario.count(GameEvent::DoorOpens) == 1);
    let mut scenario = classic("##########\n#@...#...#\n####+#...#\n#z.......#\n##########");
    scenario.put_monster(0, 4.5, 3.0).wait(0.1);
    assert_eq!(scenario.count(GameEvent::DoorOpens), 1, "it is at the door");
    let mut scenario = classic("##########\n#@.....z.#\n####+#####\n#........#\n##########");
    scenario.until(FIRE, |scenario| scenario.undead()[0].0 == MonsterState::Dead);
    scenario.put_monster(0, 4.5, 2.1).wait(1.0);
    assert_eq!(scenario.count(GameEvent::DoorOpens), 0, "a corpse does not open doors");
}

#[test]
fn d4_door_panel_stops_sight_shots_and_bodies() {
    let mut scenario = classic("#######\n#@.+.z#\n#######");
    scenario.put_player(2.3, 1.5).press_use().wait(0.22);
    let open = scenario.door().1;
    assert!((0.3..0.6).contains(&open), "{open}");
    let passes = |scenario: &Scenario, ray, y: f32| {
        let [from, to] = [(2.3, 1.5), (4.7, y)].map(|at| scenario.orientation.point(at.into()));
        clear(scenario.headless.world().resource::<Grid>(), ray, from, to)
    };
    for ray in [Ray::Sight, Ray::Shot, Ray::Body] {
        // The lines cross the plane of the door 0.2 tiles to each side of its centre.
        let gaps = [1.1, 1.9].map(|y| passes(&scenario, ray, y));
        assert!(gaps[0] != gaps[1], "one half is open, the other is not: {gaps:?} {ray:?}");
    }
    scenario.wait(0.5);
    for ray in [Ray::Sight, Ray::Shot, Ray::Body] {
        assert!(passes(&scenario, ray, 1.1) && passes(&scenario, ray, 1.9), "{ray:?}");
    }
}

#[test]
fn b1_touch_distance_does_not_depend_on_door_direction() {
    let across = "#######\n#..@+.#\n#######";
    let along = "###\n#.#\n#.#\n#@#\n#+#\n#.#\n###";
    let touched = |map: &str, degrees: f32| {
        let mut scenario = classic(map);
        scenario.tick(turn(degrees));
        let (x, y) = scenario.player();
        // From a distance of one tile, in small steps.
        let ahead = Heading(turn(degrees).turn).direction();
        let from = Vec2::new(x, y) - 0.5 * ahead;
        for step in 0..280 {
            let far = step as f32 * 0.005;
            let at = from + far * ahead;
            scenario.put_player(at.x, at.y).tick(NOTHING);
            if scenario.count(GameEvent::DoorOpens) > 0 {
                return 1.5 - far;
            }
        }
        panic!("the door did not open at any distance")
    };
    let (one, other) = (touched(across, 0.0), touched(along, 90.0));
    assert!((one - other).abs() < 0.006, "{one} and {other} from its plane");
    assert!((0.25..0.45).contains(&one), "{one}");
}

#[test]
fn s2_push_wall_only_starts_if_the_next_cell_is_free() {
    for (row, starts) in [("#@B....#", 1), ("#@B+...#", 0), ("#@Bz...#", 0), ("#@BC...#", 0), ("#@Ba...#", 1)] {
        let mut scenario = with_wall(row);
        scenario.press_use().wait(0.5);
        assert_eq!(scenario.count(GameEvent::PushWallMoves), starts, "{row}");
        assert_eq!(scenario.count(GameEvent::PushWallStuck), 1 - starts, "{row}");
    }
}

#[test]
fn s3_push_wall_moves_until_it_is_stopped() {
    let mut scenario = with_wall("#@B......#");
    scenario.press_use();
    scenario.wait(4.0 - 2.0 / 120.0);
    assert!((scenario.push_wall().1.0 - 1.0).abs() < 0.01, "a tile in four seconds: {}", scenario.push_wall().1.0);
    scenario.wait(19.9);
    assert_eq!(scenario.push_wall().0, PushWallState::Moving);
    scenario.wait(0.3);
    assert_eq!(scenario.push_wall(), (PushWallState::Done, (6.0, 0.0)), "at the far wall");
    for (row, cells) in [("#@B...+..#", 3.0), ("#@B..B...#", 2.0)] {
        let mut scenario = with_wall(row);
        scenario.press_use().wait(13.0);
        let turned = scenario.orientation;
        let world = scenario.headless.world_mut();
        let mut walls = world.query::<&engine::PushWall>();
        let offsets = walls.iter(world).map(|wall| turned.vector_as_drawn(wall.offset()).x);
        let ways = offsets.fold(0.0, f32::max);
        assert_eq!(ways, cells, "{row}: a door or another of its kind");
    }
}

#[test]
fn s4_push_wall_does_120_damage_per_second() {
    let mut scenario = with_wall("#@B..z#");
    scenario.press_use();
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].health < 50);
    let since = scenario.now();
    scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::MonsterDies) == 1);
    let took = (scenario.now() - since) as f32 / 120.0;
    assert!((0.3..0.45).contains(&took), "fifty health in {took} seconds");
    let crushed = scenario.reports(GameEvent::Crushed);
    let died = scenario.reports_any(GameEvent::MonsterDies)[0];
    assert!(crushed.iter().any(|report| report.at.distance(died.at) < 0.1), "crushing is reported");

    // The player is wedged in at the end of the corridor.
    let mut scenario = classic("########\n#..B...#\n#@######\n########");
    scenario.put_player(2.5, 1.5).press_use().put_player(6.5, 1.5);
    scenario.until(NOTHING, |scenario| scenario.health() < 100);
    let since = scenario.now();
    scenario.until(NOTHING, |scenario| scenario.outcome() == Outcome::Dead);
    let took = (scenario.now() - since) as f32 / 120.0;
    assert!((0.75..0.95).contains(&took), "a hundred health in {took} seconds");
}

#[test]
fn s5_push_wall_blocks_sight_shots_and_paths() {
    let mut scenario = with_wall("#@B......z#");
    for _ in 0..6 {
        scenario.wait(0.5).tick(FIRE);
        assert_eq!((scenario.count_any(GameEvent::Notices), scenario.count_any(GameEvent::MonsterHurt)), (0, 0));
        if scenario.push_wall().0 == PushWallState::Still {
            scenario.press_use();
        }
    }
    assert!(scenario.push_wall().1.0 > 0.5, "it was on its way meanwhile");
    assert_eq!(scenario.monsters()[0].state, MonsterState::Idle, "and it does not hear through it");
}

#[test]
fn b10_single_monster_does_not_wait() {
    let mut scenario = classic("#########\n#@.....z#\n#########");
    for _ in 0..engine::ticks(15.0) {
        scenario.tick(NOTHING);
        assert_ne!(scenario.monsters()[0].state, MonsterState::Blocked);
    }
    assert!(scenario.count_any(GameEvent::Strikes) > 0, "it came all the way");
}

#[test]
fn b14_closing_door_reopens_for_a_body() {
    let mut scenario = classic("#########\n#@..+...#\n#########");
    scenario.until(FORWARD, |scenario| scenario.door().0 == DoorState::Open);
    scenario.until(BACK, |scenario| scenario.player().0 < 2.0);
    scenario.until(NOTHING, |scenario| scenario.door().0 == DoorState::Closing);
    scenario.put_player(4.2, 1.5);
    for _ in 0..engine::ticks(1.0) {
        scenario.tick(FORWARD);
        assert_eq!(scenario.stuck_body(), None);
        assert!(scenario.player().0 >= 4.15, "the player is not pushed out");
    }
    assert!(scenario.player().0 > 5.0, "the path was free again");
}

#[test]
fn classic_rules_define_shotguns_and_shells() {
    let mut scenario = ScenarioBuilder::on("#########\n#@.S..S.#\n#########").classic().begin();
    scenario.for_seconds(4.0, FORWARD);
    assert_eq!((scenario.held().as_str(), scenario.has("shells")), ("shotgun", 10), "never more than ten");
    let empty = Loadout { held: Some("shotgun".into()), ..armed(&["shotgun", "pistol"], &[]) };
    let mut next = Scenario::with_rules(crate::scenario::classic(), "#####\n#@..#\n#####", empty);
    next.for_seconds(0.6, FIRE);
    assert_eq!(next.held(), "pistol", "a deck does not begin with an empty shotgun in hand");
}
