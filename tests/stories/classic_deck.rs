//! What the player, the doors and the push-walls of the tutorial game do, by the ids of its parity list, under
//! `assets/rules/classic.ron`. Its monsters are in `parity.rs`, its weapons and pickups in `weapons.rs` and `pickups.rs`.

use crate::setting::Setting;
use crate::story::{BACK, FIRE, FORWARD, NOTHING, Story, armed, turn};
use bevy::math::{Vec2, ops};
use engine::{DoorState, GameEvent, Grid, Heading, Intent, Loadout, MonsterState, Outcome, PushWallState, Ray, clear};

const HALL: &str = "############\n#@.........#\n#..........#\n#..........#\n############";

/// A story under the classic rules.
fn classic(map: &str) -> Story {
    Setting::on(map).classic().begin()
}

/// Such a story in which the map has a push-wall 'B' that says nothing of its own way.
fn with_wall(row: &str) -> Story {
    let edge = "#".repeat(row.len());
    classic(&format!("{edge}\n{row}\n{edge}"))
}

#[test]
fn p1_and_p6_he_walks_two_tiles_a_second_and_half_as_fast_if_he_wants_that() {
    for (will, speed) in [(1.0, 2.0), (0.5, 1.0), (0.25, 0.5), (-1.0, -2.0)] {
        let walk = Intent { forward: will, ..NOTHING };
        for run in [false, true] {
            let mut story = classic(HALL);
            story.put_player(5.5, 2.5).for_seconds(0.5, Intent { run, ..walk });
            let (from, _) = story.player();
            let way = story.for_seconds(1.0, Intent { run, ..walk }).player().0 - from;
            assert!((way - speed).abs() < 0.01, "{will}: {way} tiles in a second");
        }
    }
}

#[test]
fn p2_a_second_of_half_a_turn_is_half_a_turn_however_it_is_shared_out() {
    // One tick in so many turns, by so much that it comes to the same.
    for every in [1, 2, 5, 120] {
        let mut story = classic(HALL);
        for tick in 0..120 {
            story.tick(turn(if tick % every == 0 { 1.5 * every as f32 } else { 0.0 }));
        }
        assert!((story.heading_degrees().abs() - 180.0).abs() < 0.01, "{every}: {}", story.heading_degrees());
    }
}

#[test]
fn p3_he_is_a_quarter_of_a_tile_wide_and_slides_along_walls() {
    let mut story = classic(HALL);
    assert!(story.bodies().iter().any(|body| body.1 == 0.25));
    story.tick(turn(-45.0));
    let from = story.player().0;
    for _ in 0..engine::ticks(2.0) {
        story.tick(FORWARD);
        assert_eq!(story.stuck_body(), None);
    }
    let (x, y) = story.player();
    assert!((y - 1.25).abs() < 0.01, "he is at the wall, {y}");
    assert!(x - from > 2.0 * 0.6, "and came along it, {}", x - from);
}

#[test]
fn p4_he_has_a_hundred_health_and_dies_when_none_is_left() {
    let mut story = classic("######\n#@z..#\n######");
    assert_eq!(story.health(), 100);
    story.until(NOTHING, |story| story.health() == 10);
    assert_eq!(story.outcome(), Outcome::Running);
    story.until(NOTHING, |story| story.health() <= 0);
    assert_eq!((story.outcome(), story.count_any(GameEvent::PlayerDies)), (Outcome::Dead, 1));
    let at = story.player();
    story.for_seconds(1.0, Intent { fire: true, ..FORWARD });
    assert_eq!((story.player(), story.count_any(GameEvent::Shot)), (at, 0), "the dead want nothing");
}

#[test]
fn p5_and_s7_who_begins_again_finds_the_deck_as_it_was() {
    let map = "##########\n#@B..z.+h#\n##########";
    let mut story = classic(map);
    let first = story.headless.snapshot();
    story.press_use().for_seconds(3.0, FORWARD).for_seconds(2.0, Intent { fire: true, ..FORWARD });
    assert_ne!(story.push_wall().1, (0.0, 0.0));
    assert_eq!(story.begin_again().headless.snapshot(), first);
    assert_eq!((story.push_wall(), story.health()), ((PushWallState::Still, (0.0, 0.0)), 100));
}

#[test]
fn p7_he_fires_as_he_walks_and_turns() {
    let all = Intent { forward: 1.0, strafe: 1.0, turn: 0.01, fire: true, ..NOTHING };
    let mut story = classic(HALL);
    let (x, y) = story.player();
    story.for_seconds(1.0, all);
    let (to_x, to_y) = story.player();
    assert!(ops::hypot(to_x - x, to_y - y) > 1.0, "he came to {to_x}, {to_y}");
    assert!((story.heading_degrees() - 120.0 * 0.01_f32.to_degrees()).abs() < 0.01);
    assert_eq!(story.count_any(GameEvent::Shot), 4, "every quarter of a second, as if he stood");
}

#[test]
fn w7_a_shot_is_seen_for_its_time_and_the_next_begins_anew() {
    let mut story = classic(HALL);
    story.tick(FIRE);
    let since = |story: &mut Story| {
        let world = story.headless.world_mut();
        world.query::<&engine::Player>().single(world).expect("there is one").since_shot
    };
    assert_eq!(since(&mut story), 0);
    story.for_seconds(0.2, FIRE);
    assert_eq!(since(&mut story), 24, "whoever draws the flash knows its age");
    story.for_seconds(0.1, FIRE);
    assert!(since(&mut story) < 8, "the next shot came after a quarter of a second");
}

#[test]
fn d2_a_door_opens_for_half_a_second_gently_stays_for_three_and_closes_in_half_a_second() {
    let mut story = classic("#######\n#@+...#\n#######");
    story.press_use();
    story.wait(0.11);
    assert!((story.door().1 - 0.125).abs() < 0.01, "at a quarter of its time it is an eighth open: {}", story.door().1);
    story.wait(0.125);
    assert!((story.door().1 - 0.5).abs() < 0.02, "half-way: {}", story.door().1);
    story.wait(0.125);
    assert!((story.door().1 - 0.875).abs() < 0.02, "and gently to its end: {}", story.door().1);
    story.wait(0.15);
    assert_eq!(story.door(), (DoorState::Open, 1.0));
    let since = story.now();
    story.until(NOTHING, |story| story.door().0 == DoorState::Closing);
    assert!((350..=364).contains(&(story.now() - since)), "{} ticks", story.now() - since);
    let since = story.now();
    story.until(NOTHING, |story| story.door().0 == DoorState::Closed);
    assert!((59..=61).contains(&(story.now() - since)), "{} ticks", story.now() - since);
}

#[test]
fn d3_the_player_and_the_living_undead_open_a_door_by_touch_and_the_dead_do_not() {
    let mut story = classic("########\n#@.+...#\n########");
    story.until(FORWARD, |story| story.count(GameEvent::DoorOpens) == 1);
    let mut story = classic("##########\n#@...#...#\n####+#...#\n#z.......#\n##########");
    story.put_monster(0, 4.5, 3.0).wait(0.1);
    assert_eq!(story.count(GameEvent::DoorOpens), 1, "it stands at the door");
    let mut story = classic("##########\n#@.....z.#\n####+#####\n#........#\n##########");
    story.until(FIRE, |story| story.undead()[0].0 == MonsterState::Dead);
    story.put_monster(0, 4.5, 2.1).wait(1.0);
    assert_eq!(story.count(GameEvent::DoorOpens), 0, "a corpse opens nothing");
}

#[test]
fn d4_a_door_stops_sight_shots_and_bodies_where_its_panel_is_now() {
    let mut story = classic("#######\n#@.+.z#\n#######");
    story.put_player(2.3, 1.5).press_use().wait(0.22);
    let open = story.door().1;
    assert!((0.3..0.6).contains(&open), "{open}");
    let passes = |story: &Story, ray, y: f32| {
        clear(story.headless.world().resource::<Grid>(), ray, (2.3, 1.5).into(), (4.7, y).into())
    };
    for ray in [Ray::Sight, Ray::Shot, Ray::Body] {
        // The lines cross its plane 0.2 tiles to each side of its middle.
        let gaps = [1.1, 1.9].map(|y| passes(&story, ray, y));
        assert!(gaps[0] != gaps[1], "one half is open, the other is not: {gaps:?} {ray:?}");
    }
    story.wait(0.5);
    for ray in [Ray::Sight, Ray::Shot, Ray::Body] {
        assert!(passes(&story, ray, 1.1) && passes(&story, ray, 1.9), "{ray:?}");
    }
}

#[test]
fn b1_a_door_is_touched_from_equally_far_whichever_way_it_lies() {
    let across = "#######\n#..@+.#\n#######";
    let along = "###\n#.#\n#.#\n#@#\n#+#\n#.#\n###";
    let touched = |map: &str, degrees: f32| {
        let mut story = classic(map);
        story.tick(turn(degrees));
        let (x, y) = story.player();
        // From a tile away, step by step.
        let ahead = Heading(turn(degrees).turn).direction();
        let from = Vec2::new(x, y) - 0.5 * ahead;
        for step in 0..280 {
            let far = step as f32 * 0.005;
            let at = from + far * ahead;
            story.put_player(at.x, at.y).tick(NOTHING);
            if story.count(GameEvent::DoorOpens) > 0 {
                return 1.5 - far;
            }
        }
        panic!("nobody could open it")
    };
    let (one, other) = (touched(across, 0.0), touched(along, 90.0));
    assert!((one - other).abs() < 0.006, "{one} and {other} from its plane");
    assert!((0.25..0.45).contains(&one), "{one}");
}

#[test]
fn s2_a_push_wall_starts_only_if_the_next_cell_is_free() {
    for (row, starts) in [("#@B....#", 1), ("#@B+...#", 0), ("#@Bz...#", 0), ("#@BC...#", 0), ("#@Ba...#", 0)] {
        let mut story = with_wall(row);
        story.press_use().wait(0.5);
        assert_eq!(story.count(GameEvent::PushWallMoves), starts, "{row}");
        assert_eq!(story.count(GameEvent::PushWallStuck), 1 - starts, "{row}");
    }
}

#[test]
fn s3_it_goes_a_quarter_of_a_tile_a_second_until_something_stops_it_and_stands_in_a_cell_then() {
    let mut story = with_wall("#@B......#");
    story.press_use();
    story.wait(4.0 - 2.0 / 120.0);
    assert!((story.push_wall().1.0 - 1.0).abs() < 0.01, "a tile in four seconds: {}", story.push_wall().1.0);
    story.wait(19.9);
    assert_eq!(story.push_wall().0, PushWallState::Moving);
    story.wait(0.3);
    assert_eq!(story.push_wall(), (PushWallState::Done, (6.0, 0.0)), "at the far wall");
    for (row, cells) in [("#@B...+..#", 3.0), ("#@B..B...#", 2.0)] {
        let mut story = with_wall(row);
        story.press_use().wait(13.0);
        let world = story.headless.world_mut();
        let ways = world.query::<&engine::PushWall>().iter(world).map(|wall| wall.offset().x).fold(0.0, f32::max);
        assert_eq!(ways, cells, "{row}: a door or another of its kind");
    }
}

#[test]
fn s4_it_crushes_a_hundred_and_twenty_points_a_second() {
    let mut story = with_wall("#@B..z#");
    story.press_use();
    story.until(NOTHING, |story| story.monsters()[0].health < 50);
    let since = story.now();
    story.until(NOTHING, |story| story.count_any(GameEvent::MonsterDies) == 1);
    let took = (story.now() - since) as f32 / 120.0;
    assert!((0.3..0.45).contains(&took), "fifty health in {took} seconds");
    let crushed = story.reports(GameEvent::Crushed);
    let died = story.reports_any(GameEvent::MonsterDies)[0];
    assert!(crushed.iter().any(|report| report.at.distance(died.at) < 0.1), "it is heard to be crushed");

    // The player, who let himself be wedged in at the end of the corridor.
    let mut story = classic("########\n#..B...#\n#@######\n########");
    story.put_player(2.5, 1.5).press_use().put_player(6.5, 1.5);
    story.until(NOTHING, |story| story.health() < 100);
    let since = story.now();
    story.until(NOTHING, |story| story.outcome() == Outcome::Dead);
    let took = (story.now() - since) as f32 / 120.0;
    assert!((0.75..0.95).contains(&took), "a hundred health in {took} seconds");
}

#[test]
fn s5_it_hides_stops_shots_and_bars_the_way_wherever_it_stands() {
    let mut story = with_wall("#@B......z#");
    for _ in 0..6 {
        story.wait(0.5).tick(FIRE);
        assert_eq!((story.count_any(GameEvent::Notices), story.count_any(GameEvent::MonsterHurt)), (0, 0));
        if story.push_wall().0 == PushWallState::Still {
            story.press_use();
        }
    }
    assert!(story.push_wall().1.0 > 0.5, "it was on its way meanwhile");
    assert_eq!(story.monsters()[0].state, MonsterState::Idle, "nor does it hear through it");
}

#[test]
fn b10_one_that_is_alone_never_waits_for_itself() {
    let mut story = classic("#########\n#@.....z#\n#########");
    for _ in 0..engine::ticks(15.0) {
        story.tick(NOTHING);
        assert_ne!(story.monsters()[0].state, MonsterState::Blocked);
    }
    assert!(story.count_any(GameEvent::Strikes) > 0, "it came all the way");
}

#[test]
fn b14_a_door_that_closes_turns_back_when_somebody_comes_and_pushes_nobody_through_it() {
    let mut story = classic("#########\n#@..+...#\n#########");
    story.until(FORWARD, |story| story.door().0 == DoorState::Open);
    story.until(BACK, |story| story.player().0 < 2.0);
    story.until(NOTHING, |story| story.door().0 == DoorState::Closing);
    story.put_player(4.2, 1.5);
    for _ in 0..engine::ticks(1.0) {
        story.tick(FORWARD);
        assert_eq!(story.stuck_body(), None);
        assert!(story.player().0 >= 4.15, "he is not nudged out");
    }
    assert!(story.player().0 > 5.0, "the way was free again");
}

#[test]
fn two_shotguns_and_the_carried_shells_are_those_of_the_classic_rules() {
    let mut story = Setting::on("#########\n#@.S..S.#\n#########").classic().begin();
    story.for_seconds(4.0, FORWARD);
    assert_eq!((story.held().as_str(), story.has("shells")), ("shotgun", 10), "never more than ten");
    let empty = Loadout { held: Some("shotgun".into()), ..armed(&["shotgun", "pistol"], &[]) };
    let mut next = Story::under(crate::story::classic(), "#####\n#@..#\n#####", empty);
    next.for_seconds(0.6, FIRE);
    assert_eq!(next.held(), "pistol", "nobody comes to a deck with an empty shotgun in hand");
}
