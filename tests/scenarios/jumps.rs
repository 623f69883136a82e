//! Jumps: the player cannot steer in the air, and lands where the jump leads.

use crate::scenario::{BACK, FIRE, FORWARD, NOTHING, Scenario};
use bevy::prelude::With;
use engine::{GameEvent, Height, Intent, Player};

pub(crate) const JUMP: Intent = Intent { jump: true, ..NOTHING };

pub(crate) fn height(scenario: &mut Scenario) -> Height {
    let world = scenario.headless.world_mut();
    *world.query_filtered::<&Height, With<Player>>().single(world).expect("a run has one player")
}

#[test]
fn player_jumps_once_per_press() {
    let mut scenario = Scenario::on("#####\n#@..#\n#####");
    let mut heights = Vec::new();
    for _ in 0..240 {
        scenario.tick(JUMP);
        heights.push(height(&mut scenario).at);
    }
    let highest = heights.iter().copied().fold(0.0, f64::max);
    assert!((0.33..0.36).contains(&highest), "{highest}");
    assert_eq!(
        heights.iter().rposition(|height| *height > 0.0).map(|last| last < 90),
        Some(true),
        "a held key causes one jump"
    );
    let peaks = heights.windows(3).filter(|three| three[0] < three[1] && three[1] > three[2]).count();
    assert_eq!(peaks, 2, "the jump and a small bounce");
    scenario.tick(NOTHING);
    scenario.tick(JUMP);
    assert!(height(&mut scenario).is_in_the_air());
}

#[test]
fn player_keeps_the_velocity_in_the_air() {
    let mut scenario = Scenario::on("##########\n#@.......#\n##########");
    scenario.for_seconds(0.5, FORWARD);
    let speed = |scenario: &mut Scenario| {
        let before = scenario.player().0;
        scenario.tick(Intent { forward: -1.0, strafe: 1.0, ..NOTHING });
        (scenario.player().0 - before) * 120.0
    };
    scenario.tick(Intent { jump: true, ..FORWARD });
    let first = speed(&mut scenario);
    for _ in 0..55 {
        assert!((speed(&mut scenario) - first).abs() < 1e-3, "the player is not slowed down");
    }
    scenario.for_seconds(0.5, Intent { forward: -1.0, ..NOTHING });
    assert!(speed(&mut scenario) < 0.0, "on the floor the player can turn back");
}

#[test]
fn jump_over_a_plate_does_not_press_it() {
    let fields = "triggers: [(at: \"plate\", on: Step, repeat: Always, do: [Say(\"click\")])]";
    let words = "'_': (name: \"plate\"),";
    let walk = |jumps: bool| {
        let mut scenario = Scenario::in_words("##########\n#@.._....#\n##########", words, fields);
        scenario.until(FORWARD, |scenario| scenario.player().0 > 3.75);
        scenario.tick(Intent { jump: jumps, ..FORWARD });
        scenario.until(FORWARD, |scenario| scenario.player().0 > 7.0);
        scenario.count(GameEvent::Says(0))
    };
    assert_eq!((walk(false), walk(true)), (1, 0));
}

#[test]
fn jump_survives_a_save() {
    let mut scenario = Scenario::on("######\n#@...#\n######");
    scenario.tick(JUMP);
    scenario.for_seconds(0.1, FORWARD);
    let mut restored = scenario.restored();
    for _ in 0..60 {
        scenario.tick(FORWARD);
        restored.tick(FORWARD);
        assert_eq!(restored.snapshot(), scenario.headless.snapshot());
    }
}

/// Low objects and high obstacles: a body bag `N` and a crate `C`.
const LOW: &str = "'N': (prop: \"body bag\"), 'C': (prop: \"crate\"),";

#[test]
fn player_jumps_over_low_objects_and_stands_on_them() {
    let leap = |map: &str, seconds: f32| {
        let mut scenario = Scenario::in_words(map, LOW, "");
        scenario.for_seconds(2.0, FORWARD);
        let before = scenario.player().0;
        // The player jumps in front of it, is stopped by it, and moves on as soon as the height is sufficient.
        scenario.tick(Intent { jump: true, ..FORWARD });
        scenario.for_seconds(seconds, FORWARD);
        assert!(scenario.overlap() < 0.01);
        (before, scenario)
    };
    let (before, mut scenario) = leap("##########\n#@..N....#\n##########", 0.35);
    assert!((3.85..4.05).contains(&before), "the player does not walk onto it: {before}");
    scenario.wait(1.0);
    let (on, x) = (height(&mut scenario), scenario.player().0);
    assert!(on.at == 0.28 && on.rises == 0.0 && x < 5.1, "the player stands on it: {on:?} at {x}");
    scenario.for_seconds(0.1, FORWARD);
    assert!(scenario.player().0 > x + 0.02, "the player can walk there");
    scenario.tick(Intent { jump: true, ..NOTHING });
    assert!(height(&mut scenario).at > 0.28, "and jump");
    scenario.for_seconds(2.0, FORWARD);
    assert!(
        scenario.player().0 > 6.0 && !height(&mut scenario).is_in_the_air(),
        "and leave it: {:?}",
        scenario.player()
    );
    let (before, mut scenario) = leap("##########\n#@..C....#\n##########", 1.0);
    assert!((scenario.player().0 - before).abs() < 0.02, "a crate is too high");
}

#[test]
fn low_barrier_stops_walking_but_not_jumps_or_shots() {
    let words = "'J': (barrier: \"barrier\"),";
    let mut scenario = Scenario::in_words("##########\n#@..J....#\n##########", words, "");
    scenario.for_seconds(2.0, FORWARD);
    assert!(scenario.player().0 < 4.3, "{:?}", scenario.player());
    scenario.for_seconds(0.6, BACK);
    scenario.until(FORWARD, |scenario| scenario.player().0 > 3.7);
    scenario.tick(Intent { jump: true, ..FORWARD });
    scenario.for_seconds(1.0, FORWARD);
    assert!(scenario.player().0 > 5.0, "{:?}", scenario.player());
    let mut scenario = Scenario::in_words("##########\n#@..J...z#\n##########", words, "");
    let before = scenario.healths()[0];
    scenario.for_seconds(0.1, FIRE);
    scenario.wait(4.0);
    assert!(
        scenario.healths()[0] < before && scenario.undead()[0].1.0 > 4.5,
        "{:?} {:?}",
        scenario.healths(),
        scenario.undead()
    );
}
