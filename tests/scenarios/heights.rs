//! Heights: shots, sight and melee attacks depend on the vertical extent of bodies, and low barriers hide low bodies.

use crate::{
    scenario::{FIRE, NOTHING, Scenario, armed},
    scenario_builder::ScenarioBuilder,
};
use bevy::prelude::With;
use engine::{GameEvent, Height, Intent, Monster, MonsterKind, Player, Rules};

/// Returns the monster kind of this scenario, to change its height and health.
fn dummy(rules: &mut Rules) -> &mut MonsterKind {
    let number = usize::from(rules.kind("dummy").expect("it is a kind"));
    &mut rules.monsters[number].1
}

/// Returns a scenario with a monster `d` of this height and a low barrier `J`.
fn map(map: &str, tall: f64) -> ScenarioBuilder {
    ScenarioBuilder::on(map).legend("'J': (barrier: \"barrier\"),").change(|rules| dummy(rules).tall = tall)
}

fn lift_player(scenario: &mut Scenario, at: f64) {
    let world = scenario.headless.world_mut();
    let mut heights = world.query_filtered::<&mut Height, With<Player>>();
    *heights.single_mut(world).expect("a run has one player") = Height { at, rises: 0.0 };
}

fn lift_undead(scenario: &mut Scenario, at: f64) {
    let world = scenario.headless.world_mut();
    let mut heights = world.query_filtered::<&mut Height, With<Monster>>();
    heights.iter_mut(world).for_each(|mut height| *height = Height { at, rises: 0.0 });
}

/// Returns the damage of one pistol shot to the monster.
fn shot(scenario: &mut Scenario) -> i32 {
    let before = scenario.monsters()[0].health;
    scenario.tick(FIRE);
    before - scenario.monsters()[0].health
}

#[test]
fn low_barrier_protects_low_bodies_from_distant_shots() {
    let scenario = |tall| map("############\n#@..J.d....#\n############", tall).begin();
    assert!(shot(scenario(0.65).put_monster(0, 5.5, 1.5)) > 0);
    let mut low = scenario(0.1);
    low.put_monster(0, 5.5, 1.5);
    assert_eq!(shot(&mut low), 0, "the barrier hides it");
    assert_eq!(low.count(GameEvent::Impact), 1, "and the shot flies on over it");
    low.put_player(4.2, 1.5).wait(0.5);
    assert!(shot(&mut low) > 0, "from close by the player sees down behind it");
    assert!(shot(scenario(0.1).put_monster(0, 9.5, 1.5)) > 0, "and far behind it");
}

#[test]
fn low_bodies_do_not_see_over_a_low_barrier() {
    let notices = |tall, at| {
        let mut scenario = map("############\n#@..J.d....#\n############", tall).begin();
        scenario.put_monster(0, at, 1.5).wait(1.0);
        scenario.count_any(GameEvent::Notices) > 0
    };
    assert!(notices(0.65, 5.5));
    assert!(!notices(0.1, 5.0), "its eyes are right behind the barrier");
    assert!(notices(0.1, 9.5), "from a distance it looks over it");
}

#[test]
fn shots_aim_up_and_down_automatically() {
    let scenario = |at: f32| {
        let mut scenario = map("############\n#@...d.....#\n############", 0.25).begin();
        scenario.put_monster(0, at, 1.5);
        scenario
    };
    let mut high = scenario(4.5);
    lift_undead(&mut high, 0.75);
    assert!(shot(&mut high) > 0, "it floats under the ceiling");
    let mut below = scenario(4.5);
    lift_player(&mut below, 0.35);
    assert!(shot(&mut below) > 0);
    let mut too_steep = scenario(2.4);
    lift_player(&mut too_steep, 0.35);
    assert_eq!(shot(&mut too_steep), 0, "more than thirty degrees below");
}

#[test]
fn shots_do_not_aim_at_props_and_pass_over_low_ones() {
    let hurt = |prop: &str| {
        let legend = format!("'N': (prop: \"{prop}\"),");
        let mut scenario = ScenarioBuilder::on("###########\n#@..N.d...#\n###########").legend(&legend).begin();
        shot(&mut scenario)
    };
    assert!(hurt("body bag") > 0 && hurt("crate") == 0);
}

#[test]
fn projectiles_aim_up_and_down_automatically() {
    let nails = || armed(&["nailgun"], &[("nails", 9)]);
    let fly = |tall: f64, gone: bool| {
        let mut scenario = map("##############\n#@.....d.....#\n##############", tall).begin_armed(nails());
        scenario.tick(FIRE);
        if gone {
            scenario.put_monster(0, 12.5, 1.5);
        }
        scenario.until(NOTHING, |scenario| scenario.projectiles().is_empty());
        let at = scenario.reports_any(GameEvent::ProjectileHits)[0].at.x;
        (1000 - scenario.monsters()[0].health, at)
    };
    assert!(fly(0.25, false).0 > 0);
    let (hurt, at) = fly(0.25, true);
    assert!(hurt > 0 && at > 12.0, "with its low aim it hits it farther on: {hurt} {at}");
}

#[test]
fn projectile_passes_under_a_jumping_player() {
    let health = |jumps_at: f32| {
        let mut scenario =
            ScenarioBuilder::on("############\n#..........#\n#.@.......g#\n#..........#\n############").begin();
        scenario.until(NOTHING, |scenario| !scenario.projectiles().is_empty());
        let is_near = |scenario: &mut Scenario| scenario.projectiles().first().is_none_or(|at| at.x < 2.5 + jumps_at);
        scenario.until(NOTHING, is_near).tick(Intent { jump: true, ..NOTHING });
        scenario.wait(1.0);
        scenario.health()
    };
    assert_eq!(health(1.3), 100, "the player is high up when it arrives");
    assert_eq!((health(3.5), health(0.4)), (90, 90), "too soon, and too late");
}

#[test]
fn melee_attack_reaches_as_high_as_the_attacker() {
    let wrench = || armed(&["wrench"], &[]);
    let mut scenario = map("######\n#@d..#\n######", 0.25).begin_armed(wrench());
    assert!(shot(&mut scenario) > 0, "it is at the player's feet");
    let mut scenario = map("######\n#@d..#\n######", 0.25).begin_armed(wrench());
    lift_undead(&mut scenario, 0.75);
    assert_eq!(shot(&mut scenario), 0, "it is above the player's head");
    // In the other direction, too: a low monster bites at a player who floats over it.
    let bites = |height: f64| {
        let low = |rules: &mut Rules| {
            let number = usize::from(rules.kind("coward").expect("it is a kind"));
            rules.monsters[number].1.tall = 0.3;
        };
        let mut scenario = ScenarioBuilder::on("#######\n#@.c..#\n#######").change(low).begin();
        for _ in 0..360 {
            lift_player(&mut scenario, height);
            scenario.tick(NOTHING);
        }
        (scenario.health() < 100, scenario.count_any(GameEvent::Strikes) > 0)
    };
    assert_eq!((bites(0.0), bites(0.35)), ((true, true), (false, false)));
}

#[test]
fn low_barrier_protects_low_bodies_from_explosions() {
    let hurt = |tall: f64| {
        let map = map("###########\n#@...O....#\n#####J#####\n#####d#####\n###########", tall);
        let mut scenario = map.loadout(100, 9).begin();
        scenario.until(FIRE, |scenario| scenario.props().0 == 0).wait(1.0);
        1000 - scenario.monsters()[0].health
    };
    assert!(hurt(0.65) > 0);
    assert_eq!(hurt(0.1), 0);
}

#[test]
fn rising_projectile_survives_a_save() {
    let mut scenario = map("##############\n#@.....d.....#\n##############", 0.25)
        .begin_armed(armed(&["launcher"], &[("rockets", 9)]));
    scenario.tick(FIRE);
    scenario.wait(0.1);
    let mut restored = scenario.restored();
    for _ in 0..120 {
        scenario.tick(NOTHING);
        restored.tick(NOTHING);
        assert_eq!(restored.snapshot(), scenario.headless.snapshot());
    }
    assert!(scenario.monsters()[0].health < 1000, "it has met");
}
