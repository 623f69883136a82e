//! Swinging doors: they open away from whoever opens them, wait for who stands behind them, and close.

use crate::story::{BACK, FIRE, FORWARD, NOTHING, Story, turn};
use engine::{DoorState, GameEvent, Intent, Loadout, MonsterState, Rules};

const CORRIDOR: &str = "
    #########
    #.@.%...#
    #########";

#[test]
fn it_opens_away_from_the_player_on_either_side() {
    let mut story = Story::on(CORRIDOR);
    story.for_seconds(0.3, FORWARD).press_use().wait(0.6);
    assert_eq!((story.door().0, story.leaves()), (DoorState::Open, 1.0), "to the right, away from him");
    let (x, _) = story.for_seconds(1.0, FORWARD).player();
    assert!(x > 5.3, "there is room between the leaves, he came to {x}");
    story.wait(5.0).tick(turn(180.0));
    assert_eq!(story.leaves(), 0.0);
    story.until(FORWARD, |story| story.door().0 == DoorState::Open);
    assert_eq!(story.leaves(), -1.0, "to the left, away from him");
    assert_eq!(story.count(GameEvent::DoorOpens), 2);
}

#[test]
fn shut_it_stops_bodies_sight_and_shots() {
    let mut story = Story::on("##########\n#.@.%...z#\n##########");
    story.wait(1.0).tick(FIRE);
    assert_eq!((story.count_any(GameEvent::Notices), story.count_any(GameEvent::MonsterHurt)), (0, 0));
    let at = story.reports(GameEvent::Impact)[0].at;
    assert!((at.x - 4.44).abs() < 1e-3, "the leaf is 0.1 thick, the mark is at {at}");
    let (x, _) = story.for_seconds(0.75, FORWARD).player();
    assert!(x < 4.3, "he came to {x}");
}

#[test]
fn it_stays_three_seconds_and_closes() {
    let mut story = Story::on(CORRIDOR);
    story.for_seconds(0.3, FORWARD).press_use();
    assert_eq!(story.wait(3.4).door().0, DoorState::Open);
    assert_eq!(story.wait(0.3).door().0, DoorState::Closing);
    assert_eq!(story.wait(0.5).door(), (DoorState::Closed, 0.0));
    assert_eq!(story.count(GameEvent::DoorCloses), 1);
}

#[test]
fn it_never_closes_on_a_body_between_its_leaves() {
    let mut story = Story::on(CORRIDOR);
    story.until(FORWARD, |story| story.player().0 > 4.6).wait(10.0);
    assert_eq!(story.door(), (DoorState::Open, 1.0));
    story.for_seconds(1.0, FORWARD);
    assert_eq!(story.wait(4.0).door().0, DoorState::Closed);
}

#[test]
fn it_waits_for_who_stands_behind_it_and_opens_when_he_is_gone() {
    let mut story = Story::on("##########\n#.@.%.Z..#\n##########");
    // The player reaches the door from the left; an undead that has seen nobody stands right behind it.
    story.place(4.12, 5.02);
    for _ in 0..engine::ticks(1.0) {
        story.tick(FORWARD);
        assert_eq!(story.stuck_body(), None);
    }
    assert_eq!(story.door().0, DoorState::Opening);
    assert!((0.01..0.9).contains(&story.leaves()), "it is turned by {}", story.leaves());
    story.place(4.12, 7.5).wait(0.6);
    assert_eq!(story.leaves(), 1.0);
}

#[test]
fn held_shut_from_behind_it_falls_back_and_opens_the_other_way() {
    // It hears neither the door nor, as he goes so slowly, his feet.
    let mut rules = Rules::standard();
    rules.noises.door = 0;
    let mut story = Story::under(rules, "##########\n#.@.%.Z..#\n##########", Loadout::default());
    let sneak = |forward| Intent { forward, ..NOTHING };
    story.place(4.12, 5.02).for_seconds(0.5, sneak(0.5));
    assert!(story.leaves() > 0.0);
    // The player gives way; the leaves fall shut, and the one behind the door can open it towards him.
    story.for_seconds(0.7, sneak(-0.5)).wait(1.5);
    assert_eq!((story.door(), story.count(GameEvent::DoorCloses)), ((DoorState::Closed, 0.0), 1));
    let (x, _) = story.player();
    story.place(x, 4.95).wait(0.6);
    assert_eq!(story.leaves(), -1.0);
}

#[test]
fn the_undead_open_it_and_come_through() {
    let mut story = Story::on("##############\n#.@.%.......z#\n##############");
    // It must see the player once; then the door closes again.
    story.for_seconds(0.3, FORWARD).press_use().wait(1.0).for_seconds(0.6, BACK).wait(3.0);
    assert_eq!((story.count_any(GameEvent::Notices), story.door().0), (1, DoorState::Closed));
    story.until(NOTHING, |story| story.undead()[0].1.0 < 4.0);
    assert_eq!((story.count(GameEvent::DoorOpens), story.leaves() < 0.0), (2, true));
}

#[test]
fn a_corpse_between_its_leaves_keeps_it_open() {
    let mut story = Story::on("##########\n#.@..%.z.#\n##########");
    story.for_seconds(0.7, FORWARD).press_use().for_seconds(0.5, BACK);
    story.until(NOTHING, |story| story.undead()[0].1.0 < 5.7).for_seconds(2.0, FIRE);
    assert_eq!(story.undead()[0].0, MonsterState::Dead);
    assert_eq!(story.wait(10.0).door().0, DoorState::Open);
}
