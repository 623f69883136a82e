//! Infighting: a monster that another monster hits attacks it.

use crate::{
    scenario::{FIRE, NOTHING, Scenario},
    scenario_builder::ScenarioBuilder,
};
use engine::{GameEvent, MonsterState};

/// Returns a gunner that throws at the player past another monster in between.
fn crossfire(between: char) -> Scenario {
    ScenarioBuilder::on(&format!("##############\n#@....{between}....g.#\n##############")).begin()
}

#[test]
fn monster_attacks_the_thrower_that_hit_it() {
    let mut scenario = crossfire('z');
    scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::MonsterHurt) > 0);
    let (hit, from) = (scenario.monster("shambler"), scenario.monster("shambler").at.x);
    assert_eq!((hit.health, scenario.monster("gunner").health), (40, 60));
    scenario.until(NOTHING, |scenario| scenario.monster("gunner").health < 60);
    assert!(scenario.monster("shambler").at.x > from + 1.0, "it went for the gunner");
    assert_eq!(scenario.health(), 100);
}

#[test]
fn infighting_winner_goes_back_to_the_player() {
    let mut scenario = crossfire('z');
    scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::MonsterDies) > 0);
    let left = scenario.monsters().into_iter().find(|undead| undead.health > 0).expect("one is left");
    assert!(left.health < if left.kind == "gunner" { 60 } else { 50 }, "both fought: {left:?}");
    assert_eq!(scenario.health(), 100, "no monster attacked the player");
    scenario.until(NOTHING, |scenario| scenario.health() < 100);
    assert_eq!(scenario.count_any(GameEvent::MonsterDies), 1);
}

#[test]
fn hit_by_the_player_ends_infighting() {
    let mut scenario = crossfire('z');
    scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::MonsterHurt) > 0).wait(0.5);
    assert_eq!(scenario.monster("shambler").facing, 0.0, "it faces the gunner");
    scenario.tick(FIRE);
    scenario.wait(0.5);
    assert_eq!(scenario.monster("shambler").facing, 180.0, "it faces the player");
}

#[test]
fn projectiles_spare_their_thrower_and_claws_hit_the_target() {
    let mut scenario = ScenarioBuilder::on(
        "########
         #.zzz..#
         #.z@z..#
         #.zzz..#
         ########",
    )
    .begin();
    scenario.until(NOTHING, |scenario| scenario.health() <= 0);
    assert_eq!(scenario.count_any(GameEvent::MonsterHurt), 0);
    let mut scenario = ScenarioBuilder::on("##########\n#@.....g.#\n##########").begin();
    scenario.until(NOTHING, |scenario| scenario.health() < 100);
    assert_eq!(scenario.monster("gunner").health, 60);
}

#[test]
fn burst_wakes_monsters_and_its_victims_chase_the_player() {
    // The burst counts as done by the player, because no other creature caused it.
    let mut scenario = ScenarioBuilder::on("###########\n#@...b.Z..#\n###########").begin();
    scenario.until(FIRE, |scenario| scenario.count_any(GameEvent::Bursts) == 1).wait(0.2);
    assert!(scenario.monster("shambler").health < 50);
    assert_ne!(scenario.monster("shambler").state, MonsterState::Idle);
    scenario.until(NOTHING, |scenario| scenario.health() < 100);
}
