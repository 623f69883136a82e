//! The suit page: its numbers match the damage of hits, for every element, in every damage zone.

use crate::{
    scenario::{NOTHING, Scenario},
    scenario_builder::ScenarioBuilder,
};
use engine::{DamageDice, Element, ElementalDamage, GameEvent, Loadout, Rules, Suit};

/// Damage of each hit before any filter.
const HIT: i32 = 20;

/// Returns a scenario in which a shambler next to the player attacks with one element, in a room of this damage zone.
fn struck(element: Element, damage_zone: &str, loadout: &Loadout) -> Scenario {
    let legend = format!("'ρ': (climate: \"{damage_zone}\"), 'π': (climate: \"{damage_zone}\", thing: Player),");
    let with_blows = |rules: &mut Rules| {
        let attacks = rules.monsters.iter_mut().flat_map(|(_, kind)| &mut kind.attacks);
        attacks.for_each(|attack| (attack.damage, attack.chance) = (DamageDice::of_range(element, HIT, HIT), 100));
    };
    ScenarioBuilder::on("######\n#πzρρ#\n######").legend(&legend).change(with_blows).begin_armed(loadout.clone())
}

fn modules(names: &[&str]) -> Loadout {
    let mut loadout = Loadout { armour: 7, ..Loadout::default() };
    names.iter().for_each(|name| loadout.inventory.add((*name).to_owned(), 1));
    loadout
}

#[test]
fn damage_matches_the_suit_page() {
    let all = ["heat module", "filter module", "insulator module", "thermal module", "relic"];
    for damage_zone in Rules::standard().damage_zones.keys() {
        for names in [&all[..0], &all[..1], &all] {
            for element in Element::ALL {
                let mut scenario = struck(element, damage_zone, &modules(names));
                let suit = Suit::of(scenario.headless.world_mut()).expect("there is a player");
                let before = (scenario.health(), scenario.armour());
                let (health, armour) = suit.cost(&ElementalDamage::of(element, f64::from(HIT)));
                if health + armour == 0 {
                    continue; // a hit without damage causes no event
                }
                scenario.until(NOTHING, |scenario| scenario.count(GameEvent::PlayerHurt) == 1);
                let lost = (before.0 - scenario.health(), before.1 - scenario.armour());
                assert_eq!(lost, (health, armour), "{element} in {damage_zone} with {names:?}");
            }
        }
    }
}

#[test]
fn suit_page_lists_the_room_before_worn_items() {
    let mut scenario = struck(Element::Fire, "reactor", &modules(&["thermal module", "heat module", "relic"]));
    let suit = Suit::of(scenario.headless.world_mut()).expect("there is a player");
    let names: Vec<&str> = suit.filters.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["reactor", "heat module", "thermal module"]);
    let into_ice = suit.product.value(Element::Fire, Element::Ice);
    assert!((into_ice - 1.5 * 0.5 * 0.7).abs() < 1e-9 && suit.product.value(Element::Fire, Element::Fire) == 0.0);
    let attacks: Vec<&str> = suit.attacks.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!((attacks, suit.armour), (vec!["relic"], (7, 0.5)));
}
