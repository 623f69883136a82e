//! Bursts: what they hurt, what protects from them, and how far they are heard.

use crate::scenario::{FIRE, NOTHING, Scenario};
use crate::scenario_builder::ScenarioBuilder;
use engine::{GameEvent, MonsterState, Rules};

/// The player shoots the first one down, and waits until it has burst.
fn burst(map: &str) -> Scenario {
    let mut scenario = ScenarioBuilder::on(map).begin();
    scenario.until(FIRE, |scenario| scenario.count_any(GameEvent::MonsterDies) == 1);
    assert_eq!(scenario.count_any(GameEvent::Bursts), 0, "it falls first");
    scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::Bursts) == 1);
    // Its wave takes a moment.
    scenario.wait(0.2);
    scenario
}

/// How much health those who are no bombs have lost, in the order of the map's text.
fn damage(scenario: &mut Scenario) -> Vec<i32> {
    scenario.monsters().iter().filter(|undead| undead.kind == "dummy").map(|undead| 1000 - undead.health).collect()
}

#[test]
fn it_hurts_all_round_and_less_what_is_farther() {
    let mut scenario = burst("#############\n#...........#\n#@...bd.....#\n#.......d...#\n#############");
    let damage = damage(&mut scenario);
    assert!(damage[0] > 2 * damage[1] && damage[0] <= 2 * 40, "{damage:?}");
    assert_eq!(scenario.health(), 100, "the player is too far");
}

#[test]
fn it_hurts_the_player_who_stands_near() {
    let scenario = &mut burst("#########\n#.@b....#\n#########");
    let health = scenario.health();
    assert!((60..90).contains(&health), "he is left with {health}");
}

#[test]
fn it_does_not_go_through_walls_doors_or_glass_and_does_through_gratings() {
    for (between, hurts) in [("#", false), ("+", false), ("W", false), ("P", false), ("G", true), (".", true)] {
        let mut scenario = burst(&format!("###########\n#@...b{between}d..#\n###########"));
        assert_eq!(damage(&mut scenario)[0] > 0, hurts, "{between}");
    }
}

#[test]
fn one_sets_off_the_next_and_each_bursts_once() {
    let mut scenario = burst("##############\n#@...b.b.b.b.#\n#......b.....#\n##############");
    let first = scenario.now();
    scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::Bursts) == 5);
    // Each falls for a quarter of a second before it bursts.
    let last = scenario.now() - first;
    assert!((80..200).contains(&last), "the last one came {last} ticks after the first");
    scenario.wait(5.0);
    assert_eq!((scenario.count_any(GameEvent::Bursts), scenario.headless.run().kills), (5, 5));
    assert!(scenario.monsters().iter().all(|undead| undead.state == MonsterState::Dead));
}

#[test]
fn it_is_heard_farther_than_a_shot() {
    // Under these rules a shot is heard by nobody.
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
fn one_far_off_hears_a_burst_as_made_where_it_was() {
    let mut scenario = burst("#################\n#@..b.........Z.#\n#.###############\n#################");
    scenario.put_player(1.5, 2.5);
    scenario.within(10.0, NOTHING, |scenario| scenario.monster("shambler").at.x < 6.0);
}
