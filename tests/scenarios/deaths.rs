//! Deaths: the event of a death names the cause of the last wound, whatever happens nearby.

use crate::scenario::{FIRE, NOTHING, Scenario, armed};
use crate::scenario_builder::ScenarioBuilder;
use bevy::prelude::Entity;
use engine::{Burning, DamageSource, GameEvent, Health, Intent, KindId, Loadout, Player, PropId, Rules, WeaponId};

/// Leaves the player one point of health, plays on until the player is dead, and returns the reported cause.
fn death(mut scenario: Scenario, intent: Intent) -> DamageSource {
    let world = scenario.headless.world_mut();
    world.query::<(&mut Health, &Player)>().single_mut(world).expect("one player").0.0 = 1;
    scenario.until(intent, |scenario| scenario.count_any(GameEvent::PlayerDies) == 1);
    let [report] = scenario.reports_any(GameEvent::PlayerDies)[..] else { panic!("it dies once") };
    let GameEvent::PlayerDies(cause) = report.what else { panic!("these are deaths") };
    cause
}

/// Returns the index of a kind, prop or weapon of the scenarios by its name.
fn number<T>(list: &[(String, T)], name: &str) -> u16 {
    list.iter().position(|(known, _)| known == name).expect("the rules know it") as u16
}

fn rules_of(scenario: &Scenario) -> Rules {
    scenario.headless.world().resource::<Rules>().clone()
}

#[test]
fn monster_is_named_by_how_it_kills() {
    let strike = Scenario::on("########\n#@.z...#\n########");
    let shambler = KindId(number(&rules_of(&strike).monsters, "shambler"));
    assert_eq!(death(strike, NOTHING), DamageSource::Strike(shambler));
    let thrown = ScenarioBuilder::on("##########\n#@.....g.#\n##########").begin();
    let gunner = KindId(number(&rules_of(&thrown).monsters, "gunner"));
    assert_eq!(death(thrown, NOTHING), DamageSource::MonsterProjectile(gunner));
    let burst = ScenarioBuilder::on("#########\n#.@b....#\n#########").begin();
    let bomb = KindId(number(&rules_of(&burst).monsters, "bomb"));
    assert_eq!(death(burst, FIRE), DamageSource::Burst(bomb));
}

#[test]
fn explosion_is_named_after_its_cause() {
    let barrel = Scenario::with("#######\n#.@O..#\n#######", Loadout::with_pistol(100, 20));
    let prop = PropId(number(&rules_of(&barrel).props, "barrel"));
    assert_eq!(death(barrel, FIRE), DamageSource::Prop(prop));
    let rocket = Scenario::with("#######\n#....@#\n#######", armed(&["launcher"], &[("rockets", 9)]));
    let launcher = WeaponId(number(&rules_of(&rocket).weapons, "launcher"));
    assert_eq!(death(rocket, FIRE), DamageSource::Weapon(launcher));
}

#[test]
fn fire_is_named_although_a_monster_strikes_elsewhere() {
    let mut scenario = Scenario::on("########\n#@.#.z.#\n########");
    let world = scenario.headless.world_mut();
    let player = world.query::<(Entity, &Player)>().single(world).expect("one player").0;
    *world.get_mut::<Burning>(player).expect("all bodies can burn") =
        ron::from_str("(left: 360, by: None)").expect("burning is data");
    assert_eq!(death(scenario, NOTHING), DamageSource::Fire);
}

#[test]
fn push_wall_that_wedges_the_player_in_is_named() {
    let map = "##########\n#..f.....#\n#.########\n#@########\n##########";
    let mut scenario = Scenario::in_words(map, "'f': (push: \"hull\", push_cells: 512),", "");
    scenario.put_player(2.5, 1.5).press_use().put_player(6.5, 1.5);
    assert_eq!(death(scenario, NOTHING), DamageSource::Crushed);
}

#[test]
fn lack_of_air_is_named() {
    let mut scenario = Scenario::in_words("######\n#@e..#\n######", "'e': (air: 0.0),", "");
    scenario.wait(1.0);
    assert_eq!(death(scenario, NOTHING), DamageSource::Airless);
}
