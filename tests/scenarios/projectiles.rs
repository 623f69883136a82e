//! Bolts: what is thrown flies straight on until it meets somebody or something, and can be dodged.

use crate::scenario::{NOTHING, Scenario, turn};
use crate::scenario_builder::ScenarioBuilder;
use engine::{GameEvent, Intent, Rules};

/// A gunner eight tiles from the player, in a hall with room to all sides.
const HALL: &str = "
    ############
    #..........#
    #..........#
    #.@.......g#
    #..........#
    #..........#
    ############";

/// The gunner has thrown.
fn thrown(scenario: &mut Scenario) -> &mut Scenario {
    scenario.until(NOTHING, |scenario| !scenario.projectiles().is_empty())
}

#[test]
fn it_flies_straight_at_the_one_who_stands_still_and_hurts_him() {
    let mut scenario = ScenarioBuilder::on(HALL).begin();
    thrown(&mut scenario);
    let (first, began) = (scenario.projectiles()[0], scenario.now());
    assert!(first.distance(scenario.monsters()[0].at) < 0.5);
    scenario.wait(0.5);
    let later = scenario.projectiles()[0];
    assert!((first.x - later.x - 2.5).abs() < 0.05 && (later.y - 3.5).abs() < 0.01, "from {first} to {later}");
    scenario.until(NOTHING, |scenario| scenario.health() < 100);
    assert_eq!(
        (scenario.health(), scenario.projectiles().len(), scenario.count_any(GameEvent::MonsterProjectileHits)),
        (90, 0, 1)
    );
    let seconds = (scenario.now() - began) as f32 / 120.0;
    assert!((1.2..1.7).contains(&seconds), "it flew for {seconds} seconds");
}

#[test]
fn one_step_aside_is_enough_to_dodge_it() {
    let mut scenario = ScenarioBuilder::on(HALL).begin();
    thrown(&mut scenario).for_seconds(0.4, Intent { strafe: 1.0, ..NOTHING }).wait(1.5);
    assert_eq!(
        (scenario.health(), scenario.count_any(GameEvent::MonsterProjectileHits)),
        (100, 1),
        "it hit the wall behind him"
    );
}

#[test]
fn one_who_runs_on_is_missed_by_him_who_aims_where_he_is_and_hit_by_him_who_aims_where_he_will_be() {
    // Under these rules only the lead differs.
    let health = |lead: f32| {
        let mut scenario = ScenarioBuilder::on(
            "##############
             #@..........g#
             #............#
             #............#
             #............#
             #............#
             #............#
             ##############",
        )
        .change(|rules: &mut Rules| {
            rules.skills[1].lead = lead;
            let gunner = usize::from(rules.kind("gunner").expect("it is a kind"));
            rules.monsters[gunner].1.attacks[0].rest = engine::ticks(10.0);
        })
        .begin();
        scenario.put_player(3.5, 1.5).tick(turn(90.0));
        // He walks while it aims, so it can see where to.
        scenario.wait(0.5).until(Intent { forward: 0.5, ..NOTHING }, |scenario| !scenario.projectiles().is_empty());
        scenario.until(Intent { forward: 0.5, ..NOTHING }, |scenario| scenario.projectiles().is_empty());
        scenario.health()
    };
    assert_eq!(health(0.0), 100);
    assert_eq!(health(1.0), 90);
}

#[test]
fn an_easy_skill_aims_where_one_is_and_the_hardest_where_one_will_be() {
    let lead = |skill: u8| {
        let mut scenario = ScenarioBuilder::on(HALL).skill(skill).begin();
        scenario.tick(turn(90.0));
        scenario.until(Intent { forward: 0.3, ..NOTHING }, |scenario| !scenario.projectiles().is_empty());
        let (first, player) = (scenario.projectiles()[0], scenario.player().1);
        scenario.tick(NOTHING);
        let way = scenario.projectiles()[0] - first;
        // Where it would pass the player's column, below where he is now.
        first.y + way.y / way.x * (2.5 - first.x) - player
    };
    let leads = [1, 2, 3, 4].map(lead);
    assert!(leads[0].abs() < 0.05, "{leads:?}");
    assert!(leads.is_sorted() && leads[3] > leads[1] + 0.3, "{leads:?}");
}

#[test]
fn walls_doors_glass_and_pillars_stop_it_and_gratings_do_not() {
    for (between, passes) in [("#", false), ("+", false), ("W", false), ("P", false), ("G", true), (".", true)] {
        let mut scenario = ScenarioBuilder::on(&format!("#############\n#@...{between}.....g#\n#############")).begin();
        // He shows himself, and hides when the bolt is on its way.
        scenario.put_player(8.5, 1.5);
        thrown(&mut scenario).put_player(4.2, 1.5);
        scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::MonsterProjectileHits) == 1);
        let at = scenario.reports_any(GameEvent::MonsterProjectileHits)[0].at.x;
        assert_eq!((scenario.health() < 100, at < 5.0), (passes, passes), "{between}: it ended at {at}");
    }
}

#[test]
fn it_throws_at_nobody_behind_glass_or_a_pillar() {
    for between in ["W", "P"] {
        let mut scenario = ScenarioBuilder::on(&format!("###########\n#@...{between}...g#\n###########")).begin();
        scenario.wait(5.0);
        assert_eq!((scenario.count_any(GameEvent::Strikes), scenario.health()), (0, 100), "{between}");
    }
}
