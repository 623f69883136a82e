//! Origins: the id of each thing leads back to its entry in the level.

use crate::{
    bot::shipped_decks,
    scenario::{NOTHING, Scenario, turn},
};
use bevy::prelude::*;
use engine::{Headless, Id, Intent, Monster, Pickup, Position, Prop, Rules, Run, Start, beginnings};
use level::{Level, ThingKind};
use std::{collections::BTreeMap, sync::Arc};

/// Returns the cell in which each thing began, by its id, as computed on the deck of a run.
fn cells(headless: &Headless, deck: &Arc<Level>) -> BTreeMap<Id, (usize, usize)> {
    let (rules, run) = (headless.world().resource::<Rules>(), headless.world().resource::<Run>());
    beginnings(deck, rules, run.skill).map(|(id, thing)| (id, (thing.x, thing.y))).collect()
}

/// Returns the positions of all monsters and props, by id.
fn stand(headless: &mut Headless) -> BTreeMap<Id, (usize, usize)> {
    let world = headless.world_mut();
    let mut stand = world.query_filtered::<(&Id, &Position), Or<(With<Monster>, With<Prop>)>>();
    stand.iter(world).map(|(id, at)| (*id, (at.0.x as usize, at.0.y as usize))).collect()
}

#[test]
fn every_thing_starts_at_its_origin() {
    for deck in shipped_decks() {
        for skill in 1..=4 {
            let mut headless = Headless::begin(&Start { skill, ..Start::on(Arc::clone(&deck)) });
            let began = cells(&headless, &deck);
            let stand = stand(&mut headless);
            assert!(stand.len() > 5);
            for (id, at) in stand {
                assert_eq!(began.get(&id), Some(&at), "{id:?} on {} with skill {skill}", deck.name);
            }
            let world = headless.world_mut();
            let lying = world.query::<(&Id, &Pickup)>().iter(world).filter(|(id, _)| began.contains_key(id)).count();
            let things = deck.things.iter().filter(|thing| thing.skill <= skill && !thing.waits);
            let pickups = things.filter(|thing| matches!(thing.kind, ThingKind::Pickup(_) | ThingKind::Key(_))).count();
            assert_eq!(lying, pickups);
        }
    }
}

#[test]
fn origins_of_called_monsters_survive_a_restore() {
    let legend = r#"'!': (wall: "wall", overlay: "switch_off", switch: "switch_on", name: "bell"),
        's': (monster: "shambler", facing: 0, waits: true, name: "den"),"#;
    let triggers = r#"triggers: [(at: "bell", on: Use, do: [Spawn("den")])],"#;
    let map = "##########\n#.z....s.#\n#.####...#\n!@.......#\n####+#B###\n####.#.###\n##########";
    let level = Scenario::level_in_words(map, legend, triggers);
    let mut scenario = Scenario::begin(Start::on(Arc::clone(&level)));
    let came = |scenario: &mut Scenario| scenario.monsters().len();
    assert_eq!(came(&mut scenario), 1);
    scenario.tick(turn(180.0));
    scenario.tick(Intent { use_: true, ..NOTHING });
    scenario.wait(1.0);
    assert_eq!(came(&mut scenario), 2);
    scenario.wait(3.0);
    let began = cells(&scenario.headless, &level);
    let mut restored = scenario.restored();
    let world = restored.world_mut();
    let mut undead: Vec<Id> = world.query_filtered::<&Id, With<Monster>>().iter(world).copied().collect();
    undead.sort_unstable();
    assert_eq!(undead.into_iter().map(|id| began[&id]).collect::<Vec<_>>(), [(2, 1), (7, 1)]);
}
