//! What the undead hear and see: sound takes ways, eyes come in pairs, and one that suspects nothing looks ahead only.

use crate::story::{FIRE, FORWARD, NOTHING, Story, turn};
use bevy::prelude::Vec2;
use engine::{Grid, Happening, Heading, Intent, Loadout, MonsterState, Outcome, Ray, clear};

/// A story on this map in which the player turns to the left and fires once, away from whoever is to his right.
fn shot_to_the_left(map: &str) -> Story {
    let mut story = Story::on(map);
    story.tick(turn(180.0));
    story.tick(FIRE);
    story.wait(0.5);
    story
}

/// A corridor with the player at its left end, something, and an undead that looks away after so many cells.
fn corridor(start: &str, cells: usize) -> String {
    let row = format!("#{start}{}Z.#", ".".repeat(cells - start.len()));
    let wall = "#".repeat(row.len());
    format!("{wall}\n{row}\n{wall}")
}

#[test]
fn a_shot_is_heard_round_the_corner_and_its_place_is_gone_to() {
    let mut story = shot_to_the_left(
        "########
         #@#.z..#
         #.####.#
         #......#
         ########",
    );
    assert_eq!(story.undead()[0].0, MonsterState::Chase);
    assert_eq!(story.count(Happening::Notices), 1);
    story.until(NOTHING, |story| story.health() < 100);
}

#[test]
fn a_shot_is_heard_up_to_twelve_cells() {
    assert_eq!(shot_to_the_left(&corridor("@", 12)).count(Happening::Notices), 1);
    assert_eq!(shot_to_the_left(&corridor("@", 13)).count(Happening::Notices), 0);
}

#[test]
fn a_shut_door_takes_five_cells_from_a_shot_and_an_open_one_a_single_one() {
    assert_eq!(shot_to_the_left(&corridor("@+", 8)).count(Happening::Notices), 1);
    assert_eq!(shot_to_the_left(&corridor("@+", 9)).count(Happening::Notices), 0);
    let mut open = Story::on(&corridor("@+", 9));
    open.press_use().wait(0.8);
    open.tick(turn(180.0));
    open.tick(FIRE);
    assert_eq!(open.wait(0.5).count(Happening::Notices), 1);
}

#[test]
fn a_silent_player_behind_a_shut_door_is_not_noticed() {
    let mut story = Story::on(&corridor("@+", 3));
    let steps = Intent { forward: 0.5, ..NOTHING };
    for _ in 0..4 {
        story.tick(turn(180.0));
        story.for_seconds(1.0, steps);
    }
    assert_eq!(story.undead()[0], (MonsterState::Idle, (4.5, 1.5)));
}

#[test]
fn running_feet_are_heard_from_farther_than_walking_ones_and_sneaking_ones_not_at_all() {
    let heard = |cells, forward, run| {
        let mut story = Story::on(&corridor("@", cells));
        story.tick(turn(180.0));
        story.for_seconds(1.0, Intent { forward, run, ..NOTHING }).count(Happening::Notices) > 0
    };
    assert!(heard(5, 1.0, true) && !heard(6, 1.0, true));
    assert!(heard(2, 1.0, false) && !heard(3, 1.0, false));
    assert!(!heard(2, 0.5, false));
}

#[test]
fn the_dead_hear_nothing() {
    let mut story = Story::on("########\n#@..z..#\n########");
    story.for_seconds(3.0, FIRE);
    assert_eq!(story.undead()[0].0, MonsterState::Dead);
    let notices = story.count(Happening::Notices);
    story.for_seconds(1.0, FIRE);
    assert_eq!((story.undead()[0].0, story.count(Happening::Notices)), (MonsterState::Dead, notices));
}

#[test]
fn a_dead_player_makes_no_noise_whatever_he_still_wants() {
    // The one behind the door looks away, and would hear a shot or running feet.
    let map = "#########\n#z@.+..Z#\n#########";
    let listener = |story: &mut Story| story.undead()[1].0;
    let mut living = Story::on(map);
    living.tick(FIRE);
    assert_ne!(listener(living.wait(0.1)), MonsterState::Idle);
    let mut dead = Story::with(map, Loadout::with_pistol(1, 50));
    dead.until(NOTHING, |story| story.outcome() == Outcome::Dead);
    dead.for_seconds(2.0, Intent { fire: true, forward: 1.0, run: true, use_: true, ..NOTHING });
    assert_eq!((listener(&mut dead), dead.count(Happening::Shot)), (MonsterState::Idle, 0));
}

const CORNER: &str = "
    ############
    #Z.#########
    #..........#
    #.........@#
    ############";

/// True if an undead at the corner notices a player who stands there; and whether their middles see each other.
fn notices_at(x: f32, y: f32) -> (bool, bool) {
    let mut story = Story::on(CORNER);
    story.put_player(x, y).wait(0.2);
    let grid = story.headless.world().resource::<Grid>();
    let middles = clear(grid, Ray::Sight, Vec2::new(1.5, 1.5), Vec2::new(x, y));
    (story.count(Happening::Notices) > 0, middles)
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
        let mut story = Story::on(HALL);
        let (x, y) = aside(degrees);
        story.put_player(x, y).wait(0.5);
        assert_eq!(story.count(Happening::Notices), seen, "at {degrees} degrees");
    }
}

#[test]
fn one_that_is_alert_sees_all_round() {
    let mut story = Story::on(HALL);
    let (x, y) = aside(0.0);
    story.put_player(x, y).wait(0.5);
    assert_eq!(story.undead()[0].0, MonsterState::Chase);
    let (x, y) = aside(180.0);
    story.put_player(x, y).wait(1.5);
    assert!(story.undead()[0].1.0 < 5.0, "it came after him who was suddenly behind it");
}

#[test]
fn who_walks_past_behind_glass_is_seen_and_who_opens_a_door_is_seen_through_the_gap() {
    let mut glass = Story::on("#########\n#@.W...z#\n#########");
    assert_eq!(glass.wait(0.2).count(Happening::Notices), 1);
    let mut door = Story::on("#########\n#.@+...z#\n#########");
    assert_eq!(door.wait(1.0).count(Happening::Notices), 0);
    door.press_use().wait(0.7);
    assert_eq!(door.count(Happening::Notices), 1);
    door.for_seconds(0.1, FORWARD);
}
