//! Jumps: in the air nothing drives the player, and he lands where the jump leads.

use crate::story::{BACK, FIRE, FORWARD, NOTHING, Story};
use bevy::prelude::With;
use engine::{GameEvent, Height, Intent, Player};

pub(crate) const JUMP: Intent = Intent { jump: true, ..NOTHING };

pub(crate) fn height(story: &mut Story) -> Height {
    let world = story.headless.world_mut();
    *world.query_filtered::<&Height, With<Player>>().single(world).expect("a run has one player")
}

#[test]
fn a_jump_goes_up_and_down_once_for_each_press() {
    let mut story = Story::on("#####\n#@..#\n#####");
    let mut heights = Vec::new();
    for _ in 0..240 {
        story.tick(JUMP);
        heights.push(height(&mut story).at);
    }
    let highest = heights.iter().copied().fold(0.0, f64::max);
    assert!((0.33..0.36).contains(&highest), "{highest}");
    assert_eq!(
        heights.iter().rposition(|height| *height > 0.0).map(|last| last < 90),
        Some(true),
        "held it is one jump"
    );
    let peaks = heights.windows(3).filter(|three| three[0] < three[1] && three[1] > three[2]).count();
    assert_eq!(peaks, 2, "the jump and a small bounce");
    story.tick(NOTHING);
    story.tick(JUMP);
    assert!(height(&mut story).is_in_the_air());
}

#[test]
fn in_the_air_the_player_goes_on_as_he_was() {
    let mut story = Story::on("##########\n#@.......#\n##########");
    story.for_seconds(0.5, FORWARD);
    let speed = |story: &mut Story| {
        let before = story.player().0;
        story.tick(Intent { forward: -1.0, strafe: 1.0, ..NOTHING });
        (story.player().0 - before) * 120.0
    };
    story.tick(Intent { jump: true, ..FORWARD });
    let first = speed(&mut story);
    for _ in 0..55 {
        assert!((speed(&mut story) - first).abs() < 1e-3, "nothing drives him back");
    }
    story.for_seconds(0.5, Intent { forward: -1.0, ..NOTHING });
    assert!(speed(&mut story) < 0.0, "on the floor it does");
}

#[test]
fn who_jumps_over_a_plate_does_not_tread_on_it() {
    let fields = "triggers: [(at: \"plate\", on: Step, how: Again, do: [Say(\"click\")])]";
    let words = "'_': (name: \"plate\"),";
    let walk = |jumps: bool| {
        let mut story = Story::in_words("##########\n#@.._....#\n##########", words, fields);
        story.until(FORWARD, |story| story.player().0 > 3.75);
        story.tick(Intent { jump: jumps, ..FORWARD });
        story.until(FORWARD, |story| story.player().0 > 7.0);
        story.count(GameEvent::Says(0))
    };
    assert_eq!((walk(false), walk(true)), (1, 0));
}

#[test]
fn a_jump_survives_a_save() {
    let mut story = Story::on("######\n#@...#\n######");
    story.tick(JUMP);
    story.for_seconds(0.1, FORWARD);
    let mut restored = story.restored();
    for _ in 0..60 {
        story.tick(FORWARD);
        restored.tick(FORWARD);
        assert_eq!(restored.snapshot(), story.headless.snapshot());
    }
}

/// What lies low, and what stands: a body bag `N` and a crate `C`.
const LOW: &str = "'N': (prop: \"body bag\"), 'C': (prop: \"crate\"),";

#[test]
fn over_what_lies_low_one_jumps_and_stands_on_it() {
    let leap = |map: &str, seconds: f32| {
        let mut story = Story::in_words(map, LOW, "");
        story.for_seconds(2.0, FORWARD);
        let before = story.player().0;
        // Close before it he jumps; held back by it he goes on as soon as he is high enough.
        story.tick(Intent { jump: true, ..FORWARD });
        story.for_seconds(seconds, FORWARD);
        assert!(story.overlap() < 0.01);
        (before, story)
    };
    let (before, mut story) = leap("##########\n#@..N....#\n##########", 0.35);
    assert!((3.85..4.05).contains(&before), "he does not walk onto it: {before}");
    story.wait(1.0);
    let (on, x) = (height(&mut story), story.player().0);
    assert!(on.at == 0.28 && on.rises == 0.0 && x < 5.1, "he stands on it: {on:?} at {x}");
    story.for_seconds(0.1, FORWARD);
    assert!(story.player().0 > x + 0.02, "there he can walk");
    story.tick(Intent { jump: true, ..NOTHING });
    assert!(height(&mut story).at > 0.28, "and jump");
    story.for_seconds(2.0, FORWARD);
    assert!(story.player().0 > 6.0 && !height(&mut story).is_in_the_air(), "and leave it: {:?}", story.player());
    let (before, mut story) = leap("##########\n#@..C....#\n##########", 1.0);
    assert!((story.player().0 - before).abs() < 0.02, "a crate is too high");
}

#[test]
fn over_a_low_barrier_one_jumps_and_shoots_but_does_not_walk() {
    let words = "'J': (barrier: \"barrier\"),";
    let mut story = Story::in_words("##########\n#@..J....#\n##########", words, "");
    story.for_seconds(2.0, FORWARD);
    assert!(story.player().0 < 4.3, "{:?}", story.player());
    story.for_seconds(0.6, BACK);
    story.until(FORWARD, |story| story.player().0 > 3.7);
    story.tick(Intent { jump: true, ..FORWARD });
    story.for_seconds(1.0, FORWARD);
    assert!(story.player().0 > 5.0, "{:?}", story.player());
    let mut story = Story::in_words("##########\n#@..J...z#\n##########", words, "");
    let before = story.healths()[0];
    story.for_seconds(0.1, FIRE);
    story.wait(4.0);
    assert!(story.healths()[0] < before && story.undead()[0].1.0 > 4.5, "{:?} {:?}", story.healths(), story.undead());
}
