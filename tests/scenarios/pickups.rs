//! Pickups: taken by walking over them, unless they would have no effect.

use crate::scenario::{FIRE, FORWARD, Scenario, rules, turn};
use engine::{CountedSet, GameEvent, Loadout, Start};
use std::sync::Arc;

#[test]
fn clip_gives_rounds_up_to_the_limit() {
    let map = "########\n#@.a...#\n########";
    let mut scenario = Scenario::with(map, Loadout::with_pistol(100, 5));
    assert_eq!(scenario.for_seconds(1.0, FORWARD).ammo(), 15);
    assert_eq!(scenario.count_any(GameEvent::Taken), 1);
    let mut nearly = Scenario::with(map, Loadout::with_pistol(100, 95));
    assert_eq!(nearly.for_seconds(1.0, FORWARD).ammo(), 99);
    let mut full = Scenario::with(map, Loadout::with_pistol(100, 99));
    assert_eq!(full.for_seconds(1.0, FORWARD).count_any(GameEvent::Taken), 0);
}

#[test]
fn medkit_is_left_if_health_is_full() {
    let map = "########\n#@.h...#\n########";
    let mut hurt = Scenario::with(map, Loadout::with_pistol(50, 0));
    assert_eq!(hurt.for_seconds(1.0, FORWARD).health(), 75);
    let mut nearly = Scenario::with(map, Loadout::with_pistol(90, 0));
    assert_eq!(nearly.for_seconds(1.0, FORWARD).health(), 100);
    let mut healthy = Scenario::on(map);
    assert_eq!(healthy.for_seconds(1.0, FORWARD).health(), 100);
    assert_eq!(healthy.count_any(GameEvent::Taken), 0);
}

#[test]
fn only_the_serum_raises_health_above_100() {
    let mut scenario = Scenario::on("#########\n#@.Xh...#\n#########");
    scenario.for_seconds(2.0, FORWARD);
    assert_eq!((scenario.health(), scenario.count_any(GameEvent::Taken)), (200, 1), "the medkit is left");
}

#[test]
fn called_and_dropped_treasure_counts_for_the_deck() {
    let legend = "'s': (wall: \"hull\", switch: \"hull\", name: \"lever\"), 'I': (pickup: \"ingot\", waits: true, name: \"hoard\"),
        'i': (pickup: \"ingot\"), 'C': (prop: \"chest\"),";
    let fields = "triggers: [(at: \"lever\", on: Use, do: [Spawn(\"hoard\")])]";
    let level = Scenario::level_in_words("######\ns@iIC#\n######", legend, fields);
    let rules = rules(
        "props: { \"chest\": (sprites: \"crate\", hit: \"wrench_hit\", breaks: \"crate_break\", health: 1, radius: 0.3, drops: \"ingot\") }",
    );
    let mut scenario = Scenario::begin(Start { rules: Arc::new(rules.expect("valid rules")), ..Start::on(level) });
    assert_eq!(scenario.headless.run().treasures, 2, "waiting treasure counts from the start");
    scenario.for_seconds(0.5, FIRE).wait(0.5);
    assert_eq!(scenario.headless.run().treasures, 3, "the chest held one");
    scenario.tick(turn(180.0));
    scenario.press_use().wait(0.5).tick(turn(180.0));
    scenario.for_seconds(2.0, FORWARD);
    let run = scenario.headless.run();
    assert_eq!((run.treasure, run.treasures), (3, 3));
}

#[test]
fn vest_gives_armour_and_treasure_is_counted() {
    let mut scenario = Scenario::on("##########\n#@.VVV.II#\n##########");
    scenario.for_seconds(3.0, FORWARD);
    assert_eq!(scenario.armour(), 100, "armour is at its limit, so the third vest is left");
    assert_eq!(scenario.count_any(GameEvent::Taken), 4);
    let run = scenario.headless.run();
    assert_eq!((run.treasure, run.treasures, scenario.has("ingot")), (2, 2, 2));
}

#[test]
fn inventory_is_carried_to_the_next_deck() {
    let map = "########\n#@.....#\n########";
    let mut inventory = CountedSet::default();
    for (item, count) in [("pistol", 9), ("wrench", 1), ("rounds", 1_000_000_000_000), ("ingot", 3), ("old key", 1)] {
        inventory.add(item.to_owned(), count);
    }
    let loadout = Loadout { health: 150, armour: 40, held: Some("wrench".to_owned()), inventory };
    let mut scenario = Scenario::with(map, loadout);
    assert_eq!((scenario.health(), scenario.armour(), scenario.held().as_str()), (150, 40, "wrench"));
    let carried = ["pistol", "wrench", "rounds", "ingot", "old key"].map(|item| scenario.has(item));
    assert_eq!(carried, [2, 1, 99, 3, 0]);
}

#[test]
fn rest_of_a_deck_is_collected_where_it_was_seen() {
    let mut scenario = Scenario::on("##########\n#@..a.a+a#\n##########");
    scenario.wait(0.5);
    let before = scenario.ammo();
    assert_eq!(engine::collect_rest(scenario.headless.world_mut()), 2, "the third one is behind the door");
    assert!(scenario.ammo() > before);
    assert_eq!((scenario.pickups().len(), engine::collect_rest(scenario.headless.world_mut())), (1, 0));
}
