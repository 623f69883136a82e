//! Hearing and sight of monsters: sound follows paths, each of the two eyes counts, and unaware monsters only look
//! ahead.

use crate::scenario::{FIRE, FORWARD, NOTHING, Scenario, turn};
use bevy::prelude::Vec2;
use engine::{Ears, GameEvent, Grid, Heading, Intent, Loadout, MonsterState, Outcome, Ray, clear};

/// Returns a scenario in which the player turns to the left and fires once, away from everything to the right.
fn shot_to_the_left(map: &str) -> Scenario {
    let mut scenario = Scenario::on(map);
    scenario.tick(turn(180.0));
    scenario.tick(FIRE);
    scenario.wait(0.5);
    scenario
}

/// Returns a corridor with the player at its left end, something else, and `cells` cells away a monster that looks
/// away.
fn corridor(start: &str, cells: usize) -> String {
    let row = format!("#{start}{}Z.#", ".".repeat(cells - start.len()));
    let wall = "#".repeat(row.len());
    format!("{wall}\n{row}\n{wall}")
}

#[test]
fn monsters_investigate_a_shot_around_the_corner() {
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
fn shot_is_heard_within_twelve_cells() {
    assert_eq!(shot_to_the_left(&corridor("@", 12)).count_any(GameEvent::Notices), 1);
    assert_eq!(shot_to_the_left(&corridor("@", 13)).count_any(GameEvent::Notices), 0);
}

#[test]
fn closed_door_counts_as_five_cells_for_noise() {
    assert_eq!(shot_to_the_left(&corridor("@+", 8)).count_any(GameEvent::Notices), 1);
    assert_eq!(shot_to_the_left(&corridor("@+", 9)).count_any(GameEvent::Notices), 0);
    let mut open = Scenario::on(&corridor("@+", 9));
    open.press_use().wait(0.8);
    open.tick(turn(180.0));
    open.tick(FIRE);
    assert_eq!(open.wait(0.5).count_any(GameEvent::Notices), 1);
}

#[test]
fn silent_player_behind_a_closed_door_is_not_noticed() {
    let mut scenario = Scenario::on(&corridor("..@+", 5));
    let steps = Intent { forward: 0.5, ..NOTHING };
    for _ in 0..4 {
        scenario.tick(turn(180.0));
        scenario.for_seconds(1.0, steps);
    }
    assert_eq!(scenario.count(GameEvent::DoorOpens), 0, "the player does not touch the door");
    assert_eq!(scenario.undead()[0], (MonsterState::Idle, (6.5, 1.5)));
}

#[test]
fn range_of_footsteps_depends_on_speed() {
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
fn dead_monsters_hear_nothing() {
    let mut scenario = Scenario::on("########\n#@..z..#\n########");
    scenario.for_seconds(3.0, FIRE);
    assert_eq!(scenario.undead()[0].0, MonsterState::Dead);
    let notices = scenario.count_any(GameEvent::Notices);
    scenario.for_seconds(1.0, FIRE);
    assert_eq!((scenario.undead()[0].0, scenario.count_any(GameEvent::Notices)), (MonsterState::Dead, notices));
}

#[test]
fn dead_player_is_silent() {
    // The monster behind the door looks away, and would hear a shot or running footsteps.
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

/// Returns whether a monster at the corner notices a player at this position, and whether their centres see each other.
fn notices_at(x: f32, y: f32) -> (bool, bool) {
    let mut scenario = Scenario::on(CORNER);
    scenario.put_player(x, y).wait(0.2);
    let grid = scenario.headless.world().resource::<Grid>();
    let [from, to] = [(1.5, 1.5), (x, y)].map(|at| scenario.orientation.point(at.into()));
    let middles = clear(grid, Ray::Sight, from, to);
    (scenario.count_any(GameEvent::Notices) > 0, middles)
}

#[test]
fn one_eye_is_enough_to_see_around_a_corner() {
    assert_eq!(notices_at(4.5, 2.7), (true, true));
    assert_eq!(notices_at(4.5, 2.4), (true, false), "one eye sees a target that the centre does not see");
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

/// Returns the position four tiles from the centre of the hall, at this angle from straight ahead.
fn aside(degrees: f32) -> (f32, f32) {
    (Vec2::splat(5.5) + 4.0 * Heading(degrees.to_radians()).direction()).into()
}

#[test]
fn unaware_monster_sees_sixty_degrees_to_each_side() {
    for (degrees, seen) in [(0.0, 1), (55.0, 1), (-55.0, 1), (65.0, 0), (-65.0, 0), (180.0, 0)] {
        let mut scenario = Scenario::on(HALL);
        let (x, y) = aside(degrees);
        scenario.put_player(x, y).wait(0.5);
        assert_eq!(scenario.count_any(GameEvent::Notices), seen, "at {degrees} degrees");
    }
}

#[test]
fn alerted_monster_sees_all_around() {
    let mut scenario = Scenario::on(HALL);
    let (x, y) = aside(0.0);
    scenario.put_player(x, y).wait(0.5);
    assert_eq!(scenario.undead()[0].0, MonsterState::Chase);
    let (x, y) = aside(180.0);
    scenario.put_player(x, y).wait(1.5);
    assert!(scenario.undead()[0].1.0 < 5.0, "it chased the player, who was suddenly behind it");
}

#[test]
fn glass_and_opening_doors_do_not_block_sight() {
    let mut glass = Scenario::on("#########\n#@.W...z#\n#########");
    assert_eq!(glass.wait(0.2).count_any(GameEvent::Notices), 1);
    let mut door = Scenario::on("#########\n#.@+...z#\n#########");
    assert_eq!(door.wait(1.0).count_any(GameEvent::Notices), 0);
    door.press_use().wait(0.7);
    assert_eq!(door.count_any(GameEvent::Notices), 1);
    door.for_seconds(0.1, FORWARD);
}

/// Returns the noises that monsters hear in each tick of some seconds of an intent: position and range.
fn noises(scenario: &mut Scenario, seconds: f32, intent: Intent) -> Vec<(Vec2, u8)> {
    let mut heard = Vec::new();
    for _ in 0..engine::ticks(seconds) {
        let now = scenario.now();
        scenario.tick(intent);
        let (noises, tick) = scenario.headless.world().resource::<Ears>().last();
        let as_drawn = |at| scenario.orientation.point_as_drawn(at);
        heard.extend(noises.iter().filter(|_| tick == now).map(|noise| (as_drawn(noise.at), noise.reach)));
    }
    heard
}

/// Slower than walking, and silent.
const SNEAK: Intent = Intent { forward: 0.5, ..NOTHING };
const USE: Intent = Intent { use_: true, ..NOTHING };
/// Distance at which a door is heard, in cells.
const DOOR: u8 = 3;

#[test]
fn doors_that_the_player_moves_are_heard() {
    let at = Vec2::new(2.5, 1.5);
    let mut used = Scenario::on("########\n#@+....#\n########");
    assert_eq!(noises(&mut used, 0.2, USE), [(at, DOOR)], "it opens");
    assert_eq!(noises(&mut used, 0.1, NOTHING), []);
    assert_eq!(noises(&mut used, 0.1, USE), [], "it is already opening, and continues");
    assert_eq!(noises(&mut used, 0.5, NOTHING), []);
    assert_eq!(noises(&mut used, 0.1, USE), [(at, DOOR)], "it closes");
    assert_eq!(noises(&mut used, 0.1, NOTHING), []);
    assert_eq!(noises(&mut used, 0.1, USE), [(at, DOOR)], "it reopens");
    assert_eq!(noises(&mut used, 5.0, NOTHING), [], "it closes by itself");
    let mut touched = Scenario::on("########\n#@+....#\n########");
    assert_eq!(noises(&mut touched, 0.5, SNEAK), [(at, DOOR)]);
    let mut barred = Scenario::on("########\n#@+....#\n########");
    barred.press_use().wait(0.6);
    barred.put_player(2.5, 1.5);
    assert_eq!(noises(&mut barred, 1.0, USE), [], "the player is in the doorway");
    let mut undead = Scenario::on("##########\n#@#.+z...#\n#.#.######\n#...######\n##########");
    undead.tick(FIRE);
    let door = Vec2::new(4.5, 1.5);
    assert!(noises(&mut undead, 3.0, NOTHING).iter().all(|noise| noise.0 != door), "it does not reveal the player");
    assert_eq!(undead.count(GameEvent::DoorOpens), 1, "a monster has opened it");
}

#[test]
fn locked_door_is_heard_each_time_it_is_tried() {
    let locked = || Scenario::in_words("########\n#@l....#\n########", "'l': (door: \"door\", lock: A),", "");
    let at = Vec2::new(2.5, 1.5);
    assert_eq!(noises(&mut locked(), 0.2, USE), [(at, DOOR)]);
    let mut leaned_on = locked();
    assert_eq!(noises(&mut leaned_on, 3.0, SNEAK), [(at, DOOR); 2]);
    let refuses = GameEvent::DoorRefuses(level::Lock::A);
    assert_eq!(leaned_on.count(refuses), 2, "the player hears the same noises");
}

#[test]
fn footstep_is_heard_every_0_85_tiles() {
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
