//! Projectiles: they fly straight on until they hit something, and can be dodged.

use crate::{
    scenario::{NOTHING, Scenario, turn},
    scenario_builder::ScenarioBuilder,
};
use engine::{GameEvent, Intent, Rules};

/// A gunner eight tiles from the player, in a wide hall.
const HALL: &str = "
    ############
    #..........#
    #..........#
    #.@.......g#
    #..........#
    #..........#
    ############";

/// Waits until the gunner has thrown.
fn thrown(scenario: &mut Scenario) -> &mut Scenario {
    scenario.until(NOTHING, |scenario| !scenario.projectiles().is_empty())
}

#[test]
fn projectile_hits_a_standing_player() {
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
fn projectile_can_be_dodged_by_a_step() {
    let mut scenario = ScenarioBuilder::on(HALL).begin();
    thrown(&mut scenario).for_seconds(0.4, Intent { strafe: 1.0, ..NOTHING }).wait(1.5);
    assert_eq!(
        (scenario.health(), scenario.count_any(GameEvent::MonsterProjectileHits)),
        (100, 1),
        "it hit the wall behind the player"
    );
}

#[test]
fn only_aiming_ahead_hits_a_running_player() {
    // These rules only differ in the lead.
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
        // The player walks while the gunner aims, so that the movement is visible.
        scenario.wait(0.5).until(Intent { forward: 0.5, ..NOTHING }, |scenario| !scenario.projectiles().is_empty());
        scenario.until(Intent { forward: 0.5, ..NOTHING }, |scenario| scenario.projectiles().is_empty());
        scenario.health()
    };
    assert_eq!(health(0.0), 100);
    assert_eq!(health(1.0), 90);
}

#[test]
fn lead_depends_on_the_skill() {
    let lead = |skill: u8| {
        let mut scenario = ScenarioBuilder::on(HALL).skill(skill).begin();
        scenario.tick(turn(90.0));
        scenario.until(Intent { forward: 0.3, ..NOTHING }, |scenario| !scenario.projectiles().is_empty());
        let (first, player) = (scenario.projectiles()[0], scenario.player().1);
        scenario.tick(NOTHING);
        let way = scenario.projectiles()[0] - first;
        // Where it would cross the column of the player, relative to the present position of the player.
        first.y + way.y / way.x * (2.5 - first.x) - player
    };
    let leads = [1, 2, 3, 4].map(lead);
    assert!(leads[0].abs() < 0.05, "{leads:?}");
    assert!(leads.is_sorted() && leads[3] > leads[1] + 0.3, "{leads:?}");
}

#[test]
fn projectile_passes_gratings_only() {
    for (between, passes) in [("#", false), ("+", false), ("W", false), ("P", false), ("G", true), (".", true)] {
        let mut scenario = ScenarioBuilder::on(&format!("#############\n#@...{between}.....g#\n#############")).begin();
        // The player comes into view, and hides when the projectile has been launched.
        scenario.put_player(8.5, 1.5);
        thrown(&mut scenario).put_player(4.2, 1.5);
        scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::MonsterProjectileHits) == 1);
        let at = scenario.reports_any(GameEvent::MonsterProjectileHits)[0].at.x;
        assert_eq!((scenario.health() < 100, at < 5.0), (passes, passes), "{between}: it ended at {at}");
    }
}

#[test]
fn monster_does_not_throw_through_glass_or_pillars() {
    for between in ["W", "P"] {
        let mut scenario = ScenarioBuilder::on(&format!("###########\n#@...{between}...g#\n###########")).begin();
        scenario.wait(5.0);
        assert_eq!((scenario.count_any(GameEvent::Strikes), scenario.health()), (0, 100), "{between}");
    }
}
