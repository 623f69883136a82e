//! Hatches: a body on an open hatch falls to another place, and a ladder leads back up.

use crate::scenario::{FORWARD, NOTHING, Scenario};
use bevy::prelude::With;
use engine::{GameEvent, Height, Intent, Player, Position};

/// A hatch, the cellar below it, and a ladder there that leads back to the ledge.
const MAP: &str = "########\n#@..H..#\n########\n#....C.=\n#......#\n########";
const WORDS: &str = "'H': (name: \"hatch\", floor: \"pit\"), 'C': (name: \"cellar\"),
    '=': (wall: \"hull\", overlay: \"ladder\", name: \"ladder\"),";
const FIELDS: &str = "names: [(name: \"ledge\", at: (3, 1)), (name: \"foot\", at: (6, 3))], triggers: [
    (at: \"hatch\", on: Step, by: Anybody, repeat: Always, do: [Drop(\"hatch\", \"cellar\")]),
    (at: \"ladder\", on: Use, repeat: Always, do: [Carry(\"foot\", \"ledge\")])]";

fn deck(map: &str) -> Scenario {
    Scenario::in_words(map, WORDS, FIELDS)
}

fn height(scenario: &mut Scenario) -> Height {
    let world = scenario.headless.world_mut();
    *world.query_filtered::<&Height, With<Player>>().single(world).expect("a run has one player")
}

#[test]
fn player_falls_through_a_hatch_and_climbs_back() {
    let mut scenario = deck(MAP);
    scenario.until(FORWARD, |scenario| scenario.player().1 > 3.0);
    assert!(height(&mut scenario).at > 0.3, "the player falls through the ceiling");
    assert_eq!(scenario.count(GameEvent::Carried), 0, "that is for lifts");
    let mut heights = Vec::new();
    for _ in 0..90 {
        heights.push(height(&mut scenario).at);
        scenario.tick(NOTHING);
    }
    let peaks = heights.windows(3).filter(|three| three[0] < three[1] && three[1] >= three[2]).count();
    assert_eq!((peaks, height(&mut scenario)), (1, Height::default()), "the player bounces once");
    scenario.until(FORWARD, |scenario| scenario.player().0 > 6.5);
    scenario.press_use();
    let (x, y) = scenario.player();
    assert!((3.0..4.0).contains(&x) && y < 2.0, "{x} {y}");
}

#[test]
fn player_can_jump_over_a_hatch() {
    let mut scenario = deck(MAP);
    scenario.until(Intent { run: true, ..FORWARD }, |scenario| scenario.player().0 > 3.7);
    scenario.tick(Intent { run: true, jump: true, ..FORWARD });
    scenario.for_seconds(0.5, Intent { run: true, ..FORWARD });
    assert!(scenario.player().1 < 2.0 && scenario.player().0 > 5.0, "{:?}", scenario.player());
}

#[test]
fn lever_drops_everything_on_the_hatch() {
    let words =
        "'H': (name: \"hatch\", pickup: \"clip\"), 'C': (name: \"cellar\"), '=': (wall: \"hull\", name: \"lever\"),";
    let fields = "triggers: [(at: \"lever\", on: Use, repeat: Always, do: [Drop(\"hatch\", \"cellar\")])]";
    let mut scenario = Scenario::in_words("########\n#...H.z#\n########\n#....C.#\n#.....@=\n########", words, fields);
    scenario.put_monster(0, 4.3, 1.5);
    scenario.press_use();
    assert!(
        scenario.undead()[0].1.1 > 3.0 && scenario.pickups()[0].1.y > 3.0,
        "{:?} {:?}",
        scenario.undead(),
        scenario.pickups()
    );
    let turned = scenario.orientation;
    let world = scenario.headless.world_mut();
    let y = |at: &Position| turned.point_as_drawn(at.0).y;
    assert!(world.query::<(&Position, &Height)>().iter(world).any(|(at, height)| y(at) > 3.0 && height.at > 0.2));
}

#[test]
fn falling_bodies_survive_a_save() {
    let mut scenario = deck(MAP);
    scenario.until(FORWARD, |scenario| scenario.player().1 > 3.0);
    let mut restored = scenario.restored();
    for _ in 0..120 {
        scenario.tick(FORWARD);
        restored.tick(FORWARD);
        assert_eq!(restored.snapshot(), scenario.headless.snapshot());
    }
}
