//! Walks: the player goes by himself to a point that somebody has pointed at.

use crate::story::{NOTHING, Story};
use bevy::math::Vec2;
use engine::{BoardAct, Intent, Player, WeaponChoice};

const HALL: &str = "########\n#@.....#\n######.#\n#......#\n########";

fn to(x: f32, y: f32) -> Intent {
    Intent { walk_to: Some(Vec2::new(x, y)), ..NOTHING }
}

fn at(story: &mut Story) -> Vec2 {
    story.player().into()
}

fn goes_on(story: &mut Story) -> bool {
    let world = story.headless.world_mut();
    world.query::<&Player>().single(world).expect("a run has one player").walk.target().is_some()
}

/// Waits until he stands; the lengths of his steps meanwhile, in tiles a second.
fn steps(story: &mut Story) -> Vec<f32> {
    let mut steps = Vec::new();
    while goes_on(story) {
        let before = at(story);
        story.tick(NOTHING);
        steps.push(before.distance(at(story)) * 120.0);
        assert!(steps.len() < 2400, "he arrives some time");
    }
    steps
}

#[test]
fn he_goes_round_corners_at_a_constant_speed_and_then_stands_still() {
    let mut story = Story::on(HALL);
    story.tick(to(1.3, 3.6));
    let speed = story.headless.world().resource::<engine::Rules>().player.walk;
    let mut steps = steps(&mut story);
    // In the last of them he has arrived already.
    steps.truncate(steps.len() - 2);
    assert!(steps.len() > 300 && steps.iter().all(|step| (step - speed).abs() < 0.01), "{steps:?}");
    let there = at(&mut story);
    assert!(there.distance(Vec2::new(1.3, 3.6)) < 0.01, "{there}");
    for _ in 0..120 {
        story.tick(NOTHING);
        assert_eq!(at(&mut story), there, "he does not tremble");
    }
    assert!((story.heading_degrees().abs() - 180.0).abs() < 5.0, "he looks where he went");
}

#[test]
fn to_walk_where_he_stands_moves_nothing() {
    let mut story = Story::on(HALL);
    let here = at(&mut story);
    story.for_seconds(0.5, to(here.x, here.y));
    assert_eq!((at(&mut story), goes_on(&mut story)), (here, false));
}

#[test]
fn with_run_he_runs_there() {
    let seconds = |run: bool| {
        let mut story = Story::on(HALL);
        let wanted = Intent { run, ..to(1.3, 3.6) };
        story.until(wanted, |story| at(story).distance(Vec2::new(1.3, 3.6)) < 0.01);
        story.now()
    };
    assert!(seconds(true) < seconds(false) * 2 / 3, "{} {}", seconds(true), seconds(false));
}

#[test]
fn he_stops_at_once_when_he_wants_anything_else() {
    let wishes = [
        Intent { strafe: -1.0, ..NOTHING },
        Intent { turn: 0.01, ..NOTHING },
        Intent { fire: true, ..NOTHING },
        Intent { use_: true, ..NOTHING },
        Intent { weapon: Some(WeaponChoice::Next), ..NOTHING },
        Intent { board: Some(BoardAct::Leave), ..NOTHING },
    ];
    for wish in wishes {
        let mut story = Story::on(HALL);
        story.tick(to(5.5, 1.5));
        story.wait(0.3);
        let before = at(&mut story);
        story.tick(wish);
        assert!(before.distance(at(&mut story)) < 0.01 && !goes_on(&mut story), "{wish:?}");
        let stopped = at(&mut story);
        story.wait(0.3);
        assert!(wish.strafe != 0.0 || at(&mut story) == stopped, "{wish:?}");
    }
}

#[test]
fn doors_open_for_him_but_those_whose_key_he_lacks() {
    let map = "########\n#@.+...#\n########";
    let mut story = Story::on(map);
    story.tick(to(6.5, 1.5));
    steps(&mut story);
    assert!(at(&mut story).x > 6.4);
    let words = "'1': (door: \"door\", lock: A), 'p': (thing: Key(A)),";
    for (map, arrives) in [("########\n#@p1...#\n########", true), ("########\n#@.1...#\n########", false)] {
        let mut story = Story::in_words(map, words, "");
        story.tick(to(2.5, 1.5));
        steps(&mut story);
        story.tick(to(6.5, 1.5));
        steps(&mut story);
        assert_eq!(at(&mut story).x > 6.4, arrives, "{}", at(&mut story));
    }
}

#[test]
fn a_point_in_a_wall_stands_for_the_nearest_that_is_not_and_no_way_is_no_walk() {
    let mut story = Story::on("########\n#@...#.#\n########");
    story.tick(to(3.9, 1.02));
    steps(&mut story);
    assert!(at(&mut story).distance(Vec2::new(3.9, 1.25)) < 0.01, "{}", at(&mut story));
    for (x, y) in
        [(6.5, 1.5), (-5.0, 1.5), (f32::NAN, 1.5), (f32::INFINITY, 0.0), (-1e30, 1e30), (1e9, 1.5), (9e3, 9e3)]
    {
        let before = at(&mut story);
        story.tick(to(x, y));
        steps(&mut story);
        assert_eq!(at(&mut story), before, "{x} {y}");
    }
}

#[test]
fn whoever_is_held_up_gives_up_and_does_not_tremble() {
    let words = "'C': (prop: \"crate\"),";
    let mut story = Story::in_words("########\n#@..C..#\n########", words, "");
    story.tick(to(4.5, 1.5));
    assert!(steps(&mut story).len() < 600);
    // The crate pushes back whoever leans on it.
    story.wait(0.5);
    let there = at(&mut story);
    assert!(there.x > 3.5, "{there}");
    for _ in 0..120 {
        story.tick(NOTHING);
        assert!(at(&mut story).distance(there) < 1e-4);
    }
}

#[test]
fn a_walk_survives_a_save() {
    let mut story = Story::on(HALL);
    story.tick(to(1.3, 3.6));
    story.wait(1.0);
    let mut restored = story.restored();
    for _ in 0..400 {
        story.tick(NOTHING);
        restored.tick(NOTHING);
        assert_eq!(restored.snapshot(), story.headless.snapshot());
    }
}
