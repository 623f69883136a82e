//! Explosions: a shock wave expands, hurts and throws bodies, stops at walls, and ends.

use crate::scenario::{FIRE, NOTHING, Scenario, armed, rules, turn};
use bevy::math::ops;
use engine::{Explosion, GameEvent, Snapshot, break_all_props};

/// Returns a hall in which a rocket hits the wall on the right.
fn rocket(map: &str) -> Scenario {
    Scenario::with(map, armed(&["launcher"], &[("rockets", 9)]))
}

fn blasts(scenario: &mut Scenario) -> Vec<f32> {
    let mut query = scenario.headless.world_mut().query::<&Explosion>();
    query.iter(scenario.headless.world()).map(Explosion::front).collect()
}

#[test]
fn shock_wave_hits_near_bodies_first_and_harder() {
    let mut scenario = rocket(
        "############
         #..........#
         #@.....Z...#
         #......#...#
         ############",
    );
    // Two more monsters are at different distances from the first hit.
    let mut scenario2 = rocket("##############\n#@.......Z.Z.#\n##############");
    scenario2.tick(FIRE);
    scenario2.until(NOTHING, |scenario| !blasts(scenario).is_empty());
    let mut fronts = Vec::new();
    let mut hurt_at = [None; 2];
    for tick in 0..60 {
        fronts.extend(blasts(&mut scenario2));
        let healths = scenario2.healths();
        for (seen, health) in hurt_at.iter_mut().zip(&healths) {
            if seen.is_none() && *health < 50 {
                *seen = Some(tick);
            }
        }
        scenario2.tick(NOTHING);
    }
    assert!(fronts.len() > 10 && fronts.is_sorted(), "{fronts:?}");
    assert!(fronts.windows(2).all(|pair| pair[1] - pair[0] < 0.2), "it expands tick by tick");
    let [Some(near), Some(far)] = hurt_at else { panic!("both are hit: {hurt_at:?}") };
    assert!(near < far, "{near} {far}");
    let healths = scenario2.healths();
    assert!(healths[0] < healths[1], "{healths:?}");
    assert!(blasts(&mut scenario2).is_empty(), "and then it is over");
    scenario.tick(FIRE);
    scenario.wait(1.0);
    assert_eq!(scenario.count_any(GameEvent::ProjectileExplodes), 1);
}

#[test]
fn victims_are_thrown_away_and_stopped_by_walls() {
    let harmless = rules(
        "monsters: { \"shambler\": (
        sprites: \"\", sounds: (notices: [\"\"], strikes: \"\", hurt: \"\", dies: \"\"), health: 9000, radius: 0.35,
        speed: 0, amble: 0, attacks: [(reach: 1, damage: (0, 0), wind_up: 1, rest: 1)],
        pain: (chance: 0, lasts: 0), dying: 1) }",
    )
    .expect("valid rules");
    let map = "#############\n#...........#\n#@.....zz...#\n#...........#\n#############";
    let mut scenario = Scenario::with_rules(harmless, map, armed(&["launcher"], &[("rockets", 9)]));
    scenario.tick(FIRE);
    scenario.until(NOTHING, |scenario| !blasts(scenario).is_empty());
    let before: Vec<f32> = scenario.undead().iter().map(|undead| undead.1.0).collect();
    scenario.wait(1.0);
    let after: Vec<f32> = scenario.undead().iter().map(|undead| undead.1.0).collect();
    assert!(after[1] > before[1] + 0.3, "{before:?} {after:?}");
    for _ in 0..6 {
        scenario.tick(FIRE);
        for _ in 0..engine::ticks(1.2) {
            scenario.tick(NOTHING);
            assert_eq!(scenario.stuck_body(), None);
        }
    }
    let end = scenario.undead()[1].1.0;
    assert!((10.0..=11.66).contains(&end), "it is at the wall, at {end}");
    let [(_, one), (_, other)] = scenario.undead()[..] else { panic!("there are two") };
    assert!(ops::hypot(one.0 - other.0, one.1 - other.1) > 0.6, "and they do not overlap");
}

#[test]
fn own_rocket_hurts_throws_and_may_kill() {
    let mut scenario = rocket("########\n#......#\n#....@.#\n#......#\n########");
    scenario.tick(FIRE);
    let (x, _) = scenario.wait(0.4).player();
    assert!(x < 5.0, "thrown back from the wall to {x}");
    let mut far = rocket("###########\n#@........#\n###########");
    far.tick(FIRE);
    far.wait(1.0);
    assert_eq!(far.health(), 100, "from a distance nothing happens");
    assert!(scenario.health() < 60);
    assert_eq!(
        scenario.count(GameEvent::PlayerHurt) + scenario.count_any(GameEvent::PlayerDies),
        1,
        "each is struck once"
    );
}

#[test]
fn shock_wave_does_not_pass_walls() {
    let mut scenario = rocket("##########\n#......#z#\n#@.....#.#\n#......#.#\n##########");
    scenario.tick(FIRE);
    scenario.wait(1.0);
    assert_eq!(scenario.healths(), [50]);
    let mut open = rocket("##########\n#......#z#\n#@.......#\n#......#.#\n##########");
    open.tick(FIRE);
    open.wait(1.0);
    assert!(open.healths()[0] < 50);
}

#[test]
fn explosion_exactly_at_a_body_has_finite_effects() {
    let at_once = rules(
        "props: { \"barrel\": (sprites: \"\", hit: \"\", breaks: \"\", health: 1, radius: 0.3,
        explodes: (reach: 3, push: 10, noise: 1, sound: \"\", damage: { physical: \"5\" })) }",
    )
    .expect("valid rules");
    let mut scenario = Scenario::with_rules(at_once, "#######\n#@.O..#\n#######", armed(&["pistol"], &[("rounds", 5)]));
    scenario.tick(FIRE);
    scenario.put_player(3.5, 1.5);
    scenario.wait(1.0);
    let (x, y) = scenario.player();
    assert!(x.is_finite() && y.is_finite() && scenario.health() == 95, "{x} {y} {}", scenario.health());
    assert_eq!(scenario.stuck_body(), None);
}

#[test]
fn row_of_barrels_explodes_one_after_the_other() {
    let mut scenario = Scenario::with(
        "##################
         #@..............z#
         #...OOOOOOOOOO...#
         #................#
         ##################",
        armed(&["pistol"], &[("rounds", 9)]),
    );
    scenario.tick(turn(15.0));
    scenario.until(FIRE, |scenario| scenario.props().0 < 10);
    let rest = |scenario: &mut Scenario| scenario.props().0;
    scenario.wait(0.2);
    assert!((1..10).contains(&rest(&mut scenario)), "not all at once");
    scenario.wait(4.0);
    assert_eq!((scenario.props(), scenario.count_any(GameEvent::PropExplodes)), ((0, 10), 10));
    assert!(blasts(&mut scenario).is_empty());
    assert!(scenario.healths()[0] < 50, "the last one reaches the monster");
}

#[test]
fn hundred_explosions_in_one_tick_are_deterministic() {
    let row = format!("#{}#\n", ".O".repeat(10));
    let between = format!("#{}#\n", "Z.".repeat(10));
    let wall = "#".repeat(22);
    let map = format!("{wall}\n{}#@{}#\n{wall}", format!("{row}{between}").repeat(10), ".".repeat(19));
    let go = || {
        let mut scenario = Scenario::on(&map);
        scenario.wait(0.2);
        break_all_props(scenario.headless.world_mut());
        scenario
    };
    let (mut scenario, mut again) = (go(), go());
    let mut restored = scenario.restored();
    let mut most = 0;
    for tick in 0..240 {
        let before = scenario.count_any(GameEvent::PropExplodes);
        scenario.tick(NOTHING);
        again.tick(NOTHING);
        restored.tick(NOTHING);
        most = most.max(scenario.count_any(GameEvent::PropExplodes) - before);
        assert!(scenario.overlap() < 0.01 && scenario.stuck_body().is_none(), "tick {tick}: {}", scenario.overlap());
        let hash = scenario.headless.snapshot().hash();
        assert_eq!((again.headless.snapshot().hash(), restored.snapshot().hash()), (hash, hash), "tick {tick}");
    }
    assert_eq!(most, 100, "all in one tick");
    assert!(blasts(&mut scenario).is_empty());
    assert!(scenario.headless.run().kills > 50, "{}", scenario.headless.run().kills);
}

#[test]
fn shock_wave_is_part_of_the_state() {
    let map = "##############\n#@.......Z.Z.#\n##############";
    let mut scenario = rocket(map);
    scenario.tick(FIRE);
    scenario.until(NOTHING, |scenario| blasts(scenario).first().is_some_and(|front| *front > 0.5));
    let snapshot = scenario.headless.snapshot();
    let text = ron::to_string(&snapshot).expect("a snapshot has a text");
    let mut read: Snapshot = ron::from_str(&text).expect("and can be read");
    // The text contains the state only.
    read.counts = snapshot.counts.clone();
    let mut other = scenario.restore(&read).expect("its own level");
    for _ in 0..120 {
        scenario.tick(NOTHING);
        other.tick(NOTHING);
        assert_eq!(other.snapshot(), scenario.headless.snapshot());
    }
    for (whole, broken, what) in [
        ("front:", "front:1e9,x:", ""),
        ("reach:3.2", "reach:99.0", "an explosion is outside the level, or too large"),
        ("reach:3.2", "reach:NaN", "an explosion is outside the level, or too large"),
        ("(\"rockets\",8)", "(\"rockets\",88)", "the player carries unknown items or too many of one kind"),
        ("(\"rockets\",8)", "(\"gold\",8)", "the player carries unknown items or too many of one kind"),
    ] {
        assert!(text.contains(whole), "{text} contains {whole}");
        let Ok(snapshot) = ron::from_str::<Snapshot>(&text.replacen(whole, broken, 1)) else { continue };
        let error = scenario.restore(&snapshot).err().map(|error| error.to_string());
        assert!(error.is_some_and(|error| error.contains(what)), "{broken}");
    }
}
