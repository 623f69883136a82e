//! What the undead hear and see: sound takes ways, eyes come in pairs, and one that suspects nothing looks ahead only.

use crate::scenario::{FIRE, FORWARD, NOTHING, Scenario, turn};
use bevy::prelude::Vec2;
use engine::{Ears, GameEvent, Grid, Heading, Intent, Loadout, MonsterState, Outcome, Ray, clear};

/// A story on this map in which the player turns to the left and fires once, away from whoever is to his right.
fn shot_to_the_left(map: &str) -> Scenario {
    let mut scenario = Scenario::on(map);
    scenario.tick(turn(180.0));
    scenario.tick(FIRE);
    scenario.wait(0.5);
    scenario
}

/// A corridor with the player at its left end, something, and an undead that looks away after so many cells.
fn corridor(start: &str, cells: usize) -> String {
    let row = format!("#{start}{}Z.#", ".".repeat(cells - start.len()));
    let wall = "#".repeat(row.len());
    format!("{wall}\n{row}\n{wall}")
}

#[test]
fn a_shot_is_heard_round_the_corner_and_its_place_is_gone_to() {
    let mut scenario = shot_to_the_left(
        "########
         #@#.z..#
         #.####.#
         #......#
         ########",
    );
    assert_eq!(scenario.undead()[0].0, MonsterState::Chase);
    assert_eq!(scenario.count_any(GameEvent::Notices), 1);
    scenario.until(NOTHING, |scenario| scenario.health() < 100);
}

#[test]
fn a_shot_is_heard_up_to_twelve_cells() {
    assert_eq!(shot_to_the_left(&corridor("@", 12)).count_any(GameEvent::Notices), 1);
    assert_eq!(shot_to_the_left(&corridor("@", 13)).count_any(GameEvent::Notices), 0);
}

#[test]
fn a_shut_door_takes_five_cells_from_a_shot_and_an_open_one_a_single_one() {
    assert_eq!(shot_to_the_left(&corridor("@+", 8)).count_any(GameEvent::Notices), 1);
    assert_eq!(shot_to_the_left(&corridor("@+", 9)).count_any(GameEvent::Notices), 0);
    let mut open = Scenario::on(&corridor("@+", 9));
    open.press_use().wait(0.8);
    open.tick(turn(180.0));
    open.tick(FIRE);
    assert_eq!(open.wait(0.5).count_any(GameEvent::Notices), 1);
}

#[test]
fn a_silent_player_behind_a_shut_door_is_not_noticed() {
    let mut scenario = Scenario::on(&corridor("..@+", 5));
    let steps = Intent { forward: 0.5, ..NOTHING };
    for _ in 0..4 {
        scenario.tick(turn(180.0));
        scenario.for_seconds(1.0, steps);
    }
    assert_eq!(scenario.count(GameEvent::DoorOpens), 0, "he does not touch the door");
    assert_eq!(scenario.undead()[0], (MonsterState::Idle, (6.5, 1.5)));
}

#[test]
fn running_feet_are_heard_from_farther_than_walking_ones_and_sneaking_ones_not_at_all() {
    let heard = |cells, forward, run| {
        let mut scenario = Scenario::on(&corridor("@", cells));
        scenario.tick(turn(180.0));
        scenario.for_seconds(1.0, Intent { forward, run, ..NOTHING }).count_any(GameEvent::Notices) > 0
    };
    assert!(heard(5, 1.0, true) && !heard(6, 1.0, true));
    assert!(heard(2, 1.0, false) && !heard(3, 1.0, false));
    assert!(!heard(2, 0.5, false));
}

#[test]
fn the_dead_hear_nothing() {
    let mut scenario = Scenario::on("########\n#@..z..#\n########");
    scenario.for_seconds(3.0, FIRE);
    assert_eq!(scenario.undead()[0].0, MonsterState::Dead);
    let notices = scenario.count_any(GameEvent::Notices);
    scenario.for_seconds(1.0, FIRE);
    assert_eq!((scenario.undead()[0].0, scenario.count_any(GameEvent::Notices)), (MonsterState::Dead, notices));
}

#[test]
fn a_dead_player_makes_no_noise_whatever_he_still_wants() {
    // The one behind the door looks away, and would hear a shot or running feet.
    let map = "#########\n#z@.+..Z#\n#########";
    let listener = |scenario: &mut Scenario| scenario.undead()[1].0;
    let mut living = Scenario::on(map);
    living.tick(FIRE);
    assert_ne!(listener(living.wait(0.1)), MonsterState::Idle);
    let mut dead = Scenario::with(map, Loadout::with_pistol(1, 50));
    dead.until(NOTHING, |scenario| scenario.outcome() == Outcome::Dead);
    dead.for_seconds(2.0, Intent { fire: true, forward: 1.0, run: true, use_: true, ..NOTHING });
    assert_eq!((listener(&mut dead), dead.count_any(GameEvent::Shot)), (MonsterState::Idle, 0));
}

const CORNER: &str = "
    ############
    #Z.#########
    #..........#
    #.........@#
    ############";

/// True if an undead at the corner notices a player who stands there; and whether their middles see each other.
fn notices_at(x: f32, y: f32) -> (bool, bool) {
    let mut scenario = Scenario::on(CORNER);
    scenario.put_player(x, y).wait(0.2);
    let grid = scenario.headless.world().resource::<Grid>();
    let middles = clear(grid, Ray::Sight, Vec2::new(1.5, 1.5), Vec2::new(x, y));
    (scenario.count_any(GameEvent::Notices) > 0, middles)
}

#[test]
fn one_eye_is_enough_to_peek_round_a_corner() {
    assert_eq!(notices_at(4.5, 2.7), (true, true));
    assert_eq!(notices_at(4.5, 2.4), (true, false), "one eye sees what the nose does not");
    assert_eq!(notices_at(7.5, 2.4), (false, false));
}

const HALL: &str = "
    ###########
    #.........#
    #.........#
    #.........#
    #.........#
    #....Z....#
    #.........#
    #.........#
    #.........#
    #........@#
    ###########";

/// Where somebody stands that one in the middle of the hall sees four tiles away at so many degrees from straight ahead.
fn aside(degrees: f32) -> (f32, f32) {
    (Vec2::splat(5.5) + 4.0 * Heading(degrees.to_radians()).direction()).into()
}

#[test]
fn one_that_suspects_nothing_sees_sixty_degrees_to_each_side() {
    for (degrees, seen) in [(0.0, 1), (55.0, 1), (-55.0, 1), (65.0, 0), (-65.0, 0), (180.0, 0)] {
        let mut scenario = Scenario::on(HALL);
        let (x, y) = aside(degrees);
        scenario.put_player(x, y).wait(0.5);
        assert_eq!(scenario.count_any(GameEvent::Notices), seen, "at {degrees} degrees");
    }
}

#[test]
fn one_that_is_alert_sees_all_round() {
    let mut scenario = Scenario::on(HALL);
    let (x, y) = aside(0.0);
    scenario.put_player(x, y).wait(0.5);
    assert_eq!(scenario.undead()[0].0, MonsterState::Chase);
    let (x, y) = aside(180.0);
    scenario.put_player(x, y).wait(1.5);
    assert!(scenario.undead()[0].1.0 < 5.0, "it came after him who was suddenly behind it");
}

#[test]
fn who_walks_past_behind_glass_is_seen_and_who_opens_a_door_is_seen_through_the_gap() {
    let mut glass = Scenario::on("#########\n#@.W...z#\n#########");
    assert_eq!(glass.wait(0.2).count_any(GameEvent::Notices), 1);
    let mut door = Scenario::on("#########\n#.@+...z#\n#########");
    assert_eq!(door.wait(1.0).count_any(GameEvent::Notices), 0);
    door.press_use().wait(0.7);
    assert_eq!(door.count_any(GameEvent::Notices), 1);
    door.for_seconds(0.1, FORWARD);
}

/// What the undead hear in each tick of some seconds of an intent: where it is made, and how far it is heard.
fn noises(scenario: &mut Scenario, seconds: f32, intent: Intent) -> Vec<(Vec2, u8)> {
    let mut heard = Vec::new();
    for _ in 0..engine::ticks(seconds) {
        let now = scenario.now();
        scenario.tick(intent);
        let (noises, tick) = scenario.headless.world().resource::<Ears>().last();
        heard.extend(noises.iter().filter(|_| tick == now).map(|noise| (noise.at, noise.reach)));
    }
    heard
}

/// Slower than a walk: nobody hears it.
const SNEAK: Intent = Intent { forward: 0.5, ..NOTHING };
const USE: Intent = Intent { use_: true, ..NOTHING };
/// How far a door is heard, in cells.
const DOOR: u8 = 3;

#[test]
fn a_door_is_heard_when_the_player_makes_it_move_whether_by_use_or_by_touch() {
    let at = Vec2::new(2.5, 1.5);
    let mut used = Scenario::on("########\n#@+....#\n########");
    assert_eq!(noises(&mut used, 0.2, USE), [(at, DOOR)], "it opens");
    assert_eq!(noises(&mut used, 0.1, NOTHING), []);
    assert_eq!(noises(&mut used, 0.1, USE), [], "it opens already, and goes on");
    assert_eq!(noises(&mut used, 0.5, NOTHING), []);
    assert_eq!(noises(&mut used, 0.1, USE), [(at, DOOR)], "it shuts");
    assert_eq!(noises(&mut used, 0.1, NOTHING), []);
    assert_eq!(noises(&mut used, 0.1, USE), [(at, DOOR)], "it turns back");
    assert_eq!(noises(&mut used, 5.0, NOTHING), [], "it shuts by itself");
    let mut touched = Scenario::on("########\n#@+....#\n########");
    assert_eq!(noises(&mut touched, 0.5, SNEAK), [(at, DOOR)]);
    let mut barred = Scenario::on("########\n#@+....#\n########");
    barred.press_use().wait(0.6);
    barred.put_player(2.5, 1.5);
    assert_eq!(noises(&mut barred, 1.0, USE), [], "he stands in it himself");
    let mut undead = Scenario::on("##########\n#@#.+z...#\n#.#.######\n#...######\n##########");
    undead.tick(FIRE);
    let door = Vec2::new(4.5, 1.5);
    assert!(noises(&mut undead, 3.0, NOTHING).iter().all(|noise| noise.0 != door), "it tells nothing of the player");
    assert_eq!(undead.count(GameEvent::DoorOpens), 1, "an undead has opened it");
}

#[test]
fn a_locked_door_that_refuses_is_heard_each_time_that_it_says_so() {
    let locked = || Scenario::in_words("########\n#@l....#\n########", "'l': (door: \"door\", lock: A),", "");
    let at = Vec2::new(2.5, 1.5);
    assert_eq!(noises(&mut locked(), 0.2, USE), [(at, DOOR)]);
    let mut leaned_on = locked();
    assert_eq!(noises(&mut leaned_on, 3.0, SNEAK), [(at, DOOR); 2]);
    let refuses = GameEvent::DoorRefuses(level::Lock::A);
    assert_eq!(leaned_on.count(refuses), 2, "the player hears what they hear");
}

#[test]
fn a_step_is_heard_each_eighty_five_hundredths_of_a_tile() {
    let hall = format!("{0}\n#@{1}#\n{0}", "#".repeat(40), ".".repeat(37));
    for (run, reach, speed) in [(false, 2, 2.75), (true, 5, 4.5)] {
        let mut scenario = Scenario::on(&hall);
        let steps = noises(&mut scenario, 5.0, Intent { run, ..FORWARD });
        assert!(steps.iter().all(|step| step.1 == reach), "{steps:?}");
        let apart = steps.windows(2).map(|pair| pair[0].0.distance(pair[1].0));
        assert!(apart.into_iter().all(|apart| (apart - 0.85).abs() < speed / 120.0), "{steps:?}");
        assert!(steps.len() > 14, "{}", steps.len());
    }
}
