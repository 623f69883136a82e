//! Bursts: what they hurt, what protects from them, and how far they are heard.

use crate::{
    scenario::{FIRE, NOTHING, Scenario},
    scenario_builder::ScenarioBuilder,
};
use engine::{GameEvent, MonsterState, Rules};

/// Lets the player shoot the first monster down, and waits until it has burst.
fn burst(map: &str) -> Scenario {
    let mut scenario = ScenarioBuilder::on(map).begin();
    scenario.until(FIRE, |scenario| scenario.count_any(GameEvent::MonsterDies) == 1);
    assert_eq!(scenario.count_any(GameEvent::Bursts), 0, "it falls first");
    scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::Bursts) == 1);
    // The shock wave takes a moment.
    scenario.wait(0.2);
    scenario
}

/// Returns the lost health of all monsters except bombs, in the order of the map text.
fn damage(scenario: &mut Scenario) -> Vec<i32> {
    scenario.monsters().iter().filter(|undead| undead.kind == "dummy").map(|undead| 1000 - undead.health).collect()
}

#[test]
fn burst_damage_decreases_with_distance() {
    let mut scenario = burst("#############\n#...........#\n#@...bd.....#\n#.......d...#\n#############");
    let damage = damage(&mut scenario);
    assert!(damage[0] > 2 * damage[1] && damage[0] <= 2 * 40, "{damage:?}");
    assert_eq!(scenario.health(), 100, "the player is too far");
}

#[test]
fn burst_hurts_a_nearby_player() {
    let scenario = &mut burst("#########\n#.@b....#\n#########");
    let health = scenario.health();
    assert!((60..90).contains(&health), "the player is left with {health}");
}

#[test]
fn burst_passes_gratings_but_not_walls_doors_or_glass() {
    for (between, hurts) in [("#", false), ("+", false), ("W", false), ("P", false), ("G", true), (".", true)] {
        let mut scenario = burst(&format!("###########\n#@...b{between}d..#\n###########"));
        assert_eq!(damage(&mut scenario)[0] > 0, hurts, "{between}");
    }
}

#[test]
fn bursts_chain_and_each_monster_bursts_once() {
    let mut scenario = burst("##############\n#@...b.b.b.b.#\n#......b.....#\n##############");
    let first = scenario.now();
    scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::Bursts) == 5);
    // Each monster falls for a quarter of a second before it bursts.
    let last = scenario.now() - first;
    assert!((80..200).contains(&last), "the last one came {last} ticks after the first");
    scenario.wait(5.0);
    assert_eq!((scenario.count_any(GameEvent::Bursts), scenario.headless.run().kills), (5, 5));
    assert!(scenario.monsters().iter().all(|undead| undead.state == MonsterState::Dead));
}

#[test]
fn burst_is_heard_farther_than_a_shot() {
    // Under these rules monsters do not hear shots.
    let heard = |cells: usize| {
        let row = format!("#@.b{}Z#", ".".repeat(cells - 1));
        let mut scenario = ScenarioBuilder::on(&format!("{0}\n{row}\n{0}", "#".repeat(row.len())))
            .change(|rules: &mut Rules| rules.noises.shot = 0)
            .begin();
        scenario.until(FIRE, |scenario| scenario.count_any(GameEvent::Bursts) == 1).wait(0.3);
        scenario.monster("shambler").state != MonsterState::Idle
    };
    assert!(heard(13) && heard(18) && !heard(19));
}

#[test]
fn distant_monster_hears_the_position_of_a_burst() {
    let mut scenario = burst("#################\n#@..b.........Z.#\n#.###############\n#################");
    scenario.put_player(1.5, 2.5);
    scenario.within(10.0, NOTHING, |scenario| scenario.monster("shambler").at.x < 6.0);
}
