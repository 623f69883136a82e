//! Elemental damage: the filters of weapons, items, damage zones and natures.

use crate::scenario::{FIRE, FORWARD, NOTHING, Scenario, armed, rules};
use engine::{GameEvent, Loadout, Rules};

/// Returns rules in which the pistol does fire damage, and monsters have this nature.
fn fire(nature: &str) -> Rules {
    let text = format!(
        "weapons: {{ \"pistol\": (slot: 2, sprites: \"\", sound: \"\", again: 5, damage: {{ fire: \"20\" }}, bullets: ()) }},
        monsters: {{ \"shambler\": (
            sprites: \"\", sounds: (notices: [\"\"], strikes: \"\", hurt: \"\", dies: \"\"), health: 200, radius: 0.35,
            speed: 0, amble: 0, attacks: [(reach: 1.2, damage: (10, 10), element: fire, wind_up: 0.1, rest: 9)],
            pain: (chance: 0, lasts: 0), dying: 1, nature: {nature}) }},
        pickups: {{ \"thermal module\": (sprite: \"\", caption: \"\", guard: [(fire, fire, 0), (fire, ice, 0.7)]),
            \"ember\": (sprite: \"\", caption: \"\", attack: [(fire, fire, 2)]) }}"
    );
    rules(&text).expect("valid rules")
}

/// Returns the damage of a first shot at a monster that sees the player, who carries these items.
fn cost(nature: &str, map: &str, items: &[(&str, u64)]) -> i32 {
    let mut scenario = Scenario::with_rules(fire(nature), map, armed(&["pistol"], items));
    scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::Notices) == 1);
    scenario.tick(FIRE);
    200 - scenario.healths()[0]
}

#[test]
fn damage_zone_item_and_nature_filter_damage() {
    let (hall, reactor) = ("########\n#@....z#\n########", "########\n#@...RQ#\n########");
    assert_eq!(cost("[]", hall, &[]), 20);
    assert_eq!(cost("[]", reactor, &[]), 30, "the reactor bay increases it by half");
    assert_eq!(cost("[(fire, fire, 0.5)]", reactor, &[]), 15);
    assert_eq!(cost("[(fire, fire, 0), (fire, ice, 3)]", hall, &[]), 60, "its nature is weak to ice");
    assert_eq!(cost("[]", hall, &[("ember", 1)]), 40, "an item of the attacker");
    assert_eq!(cost("[(fire, fire, 0)]", hall, &[]), 0);
}

/// Returns rules in which shots become fire, an item adds ice to fire, and fire damage is increased for monsters.
fn in_order(explodes: bool) -> Rules {
    let load = match explodes {
        false => "damage: { physical: \"20\" }, bullets: ()",
        true => {
            "damage: { physical: \"0\" }, projectile: (sprites: \"\", speed: 60, radius: 0.05, spread: 0,
            explodes: (reach: 12, noise: 1, sound: \"\", damage: { physical: \"20\" }))"
        }
    };
    let text = format!(
        "weapons: {{ \"pistol\": (slot: 2, sprites: \"\", sound: \"\", again: 5,
            filter: [(physical, physical, 0), (physical, fire, 1)], {load}) }},
        monsters: {{ \"shambler\": (
            sprites: \"\", sounds: (notices: [\"\"], strikes: \"\", hurt: \"\", dies: \"\"), health: 200, radius: 0.35,
            speed: 0, amble: 0, attacks: [(reach: 0.5, damage: (1, 1), wind_up: 9, rest: 9)],
            pain: (chance: 0, lasts: 0), dying: 1, nature: [(fire, elec, 1)]) }},
        pickups: {{ \"ember\": (sprite: \"\", caption: \"\", attack: [(fire, ice, 1)]) }}"
    );
    rules(&text).expect("valid rules")
}

#[test]
fn filters_apply_in_order() {
    // Of 20 damage, the weapon makes fire, the ember adds 20 ice, the reactor bay turns the fire into 30, and the
    // nature adds as much. Any other order gives a different result.
    let cost = |explodes: bool| {
        let map = "########\n#@...RQ#\n########";
        let mut scenario = Scenario::with_rules(in_order(explodes), map, armed(&["pistol"], &[("ember", 1)]));
        scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::Notices) == 1);
        scenario.tick(FIRE);
        scenario.for_seconds(1.0, NOTHING);
        200 - scenario.healths()[0]
    };
    assert_eq!(cost(false), 80);
    assert_eq!(cost(true), 80, "a shock wave passes the same filters");
}

#[test]
fn fire_heals_up_to_the_initial_health() {
    let mut scenario =
        Scenario::with_rules(fire("[(fire, fire, -1)]"), "########\n#@....z#\n########", armed(&["pistol"], &[]));
    scenario.tick(FIRE);
    assert_eq!(scenario.healths(), [200]);
    assert_eq!(scenario.count_any(GameEvent::MonsterHurt), 0);
}

#[test]
fn suit_module_filters_damage_and_is_carried_once() {
    let map = "#######\n#@T...#\n#######";
    let mut finder = Scenario::on(map);
    finder.for_seconds(1.0, FORWARD);
    assert_eq!(finder.has("thermal module"), 1);
    let near = "######\n#.@z.#\n######";
    let burnt = |items: &[(&str, u64)]| {
        let mut scenario = Scenario::with_rules(fire("[]"), near, armed(&["pistol"], items));
        scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::Strikes) > 0);
        100 - scenario.health()
    };
    assert_eq!((burnt(&[]), burnt(&[("thermal module", 1)]), burnt(&[("thermal module", 9)])), (10, 7, 7));
}

#[test]
fn armour_absorbs_half_until_it_is_used_up() {
    let near = "######\n#.@z.#\n######";
    let mut scenario = Scenario::with_rules(fire("[]"), near, Loadout { armour: 8, ..Loadout::default() });
    scenario.until(NOTHING, |scenario| scenario.count(GameEvent::PlayerHurt) == 1);
    assert_eq!((scenario.health(), scenario.armour()), (95, 3));
    scenario.until(NOTHING, |scenario| scenario.count(GameEvent::PlayerHurt) == 2);
    assert_eq!((scenario.health(), scenario.armour()), (88, 0));
}

#[test]
fn unknown_damage_zone_is_reported() {
    let level = level::Level::read(
        "deck",
        crate::scenario::level_text("####\n#@R#\n####").replace("reactor", "swamp").as_bytes(),
    );
    let told = Rules::standard().check(&level.expect("a valid level")).expect_err("there is no swamp");
    assert!(told.contains("no damage zone 'swamp'") && told.contains("reactor"), "{told}");
}
