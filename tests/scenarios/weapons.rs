//! Weapons: ammunition, damage and cooldown follow the tables; the player selects weapons, and empty ones are replaced.

use crate::{
    scenario::{FIRE, NOTHING, Scenario, armed, classic, rules, turn},
    scenario_builder::ScenarioBuilder,
};
use bevy::math::ops;
use engine::{CHANGE_TICKS, GameEvent, Intent, Load, Loadout, Mode, MonsterState, Rules, WeaponChoice, WeaponId};

const HALL: &str = "##############\n#@...........#\n##############";

fn choose(choice: WeaponChoice) -> Intent {
    Intent { weapon: Some(choice), ..NOTHING }
}

#[test]
fn every_weapon_uses_its_ammunition_and_cooldown() {
    let rules = Rules::standard();
    let weapons = (0..).zip(&rules.weapons).filter(|(_, (_, weapon))| !weapon.is_tool());
    assert_eq!(weapons.clone().count(), 6);
    for (number, (name, weapon)) in weapons {
        let ammo: Vec<(&str, u64)> = weapon.ammo.iter().map(|ammo| (ammo.as_str(), 20)).collect();
        let mut scenario = Scenario::with(HALL, armed(&[name], &ammo));
        // The trigger is pulled in every second tick, which works for all firing modes.
        for _ in 0..engine::ticks(1.0) {
            scenario.tick(FIRE);
            scenario.tick(NOTHING);
        }
        let shots = scenario.reports_any(GameEvent::Shot);
        assert!(shots.iter().all(|shot| shot.what == GameEvent::Shot(WeaponId(number))), "{name}");
        let most = engine::ticks(2.0) / weapon.cooldown + 1;
        assert!((1..=most as usize).contains(&shots.len()), "{name}: {} shots", shots.len());
        if let Some((ammo, had)) = ammo.first() {
            assert_eq!(scenario.has(ammo), had - shots.len() as u64, "{name}");
        }
    }
}

#[test]
fn wrench_has_a_short_reach_and_knocks_back() {
    let mut far = Scenario::with("########\n#@.Z...#\n########", armed(&["wrench"], &[]));
    far.tick(FIRE);
    assert_eq!((far.count_any(GameEvent::Shot), far.healths()), (1, vec![50]));
    assert_eq!(far.count_any(GameEvent::MeleeLands), 0);
    let mut near = Scenario::with("########\n#@Z....#\n########", armed(&["wrench"], &[]));
    near.tick(FIRE);
    let (_, (before, _)) = near.undead()[0];
    assert!(near.healths()[0] < 50);
    assert_eq!(near.count_any(GameEvent::MeleeLands), 1);
    assert!(near.wait(0.1).undead()[0].1.0 > before + 0.1, "it is thrown back");
    let mut wall = Scenario::with("####\n#.@#\n####", armed(&["wrench"], &[]));
    wall.tick(FIRE);
    assert_eq!(
        (wall.count_any(GameEvent::MeleeLands), wall.count(GameEvent::Impact)),
        (1, 0),
        "it leaves no bullet hole"
    );
}

#[test]
fn wrench_reaches_each_monster_that_strikes_by_hand() {
    let rules = Rules::standard();
    let (_, wrench) = rules.weapons.iter().find(|(name, _)| name == "wrench").expect("the wrench");
    let Load::Bullets(bullets) = &wrench.load else { panic!("the wrench strikes like bullets of a short reach") };
    for (name, kind) in &rules.monsters {
        let by_hand = kind.attacks.iter().filter(|attack| attack.projectile.is_none() && attack.reach < 2.0);
        let farthest = by_hand.map(|attack| attack.reach).fold(0.0, f32::max);
        assert!(bullets.reach >= farthest + 0.1, "{name} stops and strikes {farthest} away, out of reach");
    }
}

#[test]
fn shotgun_damage_spreads_with_distance() {
    let shells = [("shells", 8)];
    let mut near = Scenario::with("#########\n#.@.z...#\n#########", armed(&["shotgun"], &shells));
    near.tick(FIRE);
    assert_eq!(
        near.count_any(GameEvent::MonsterHurt) + near.count_any(GameEvent::MonsterDies),
        1,
        "one wound, not seven"
    );
    let costs = 50 - near.healths()[0];
    assert!(costs > 40, "it costs {costs}");
    let wide =
        "####################\n#..................#\n#@................z#\n#..................#\n####################";
    let mut far = Scenario::with(wide, armed(&["shotgun"], &shells));
    far.tick(FIRE);
    assert!(far.count(GameEvent::Impact) > 3, "most pellets fly past");
    assert!(far.healths()[0] > 20);
}

#[test]
fn fast_nails_do_not_pass_thin_panes() {
    let mut scenario = Scenario::with("##########\n#@.....z.#\n##########", armed(&["nailgun"], &[("nails", 1)]));
    scenario.tick(FIRE);
    assert_eq!(scenario.healths(), [50], "a nail takes its time");
    scenario.wait(0.5);
    assert!(scenario.healths()[0] < 50);
    let fast = rules(
        "weapons: { \"nailgun\": (slot: 4, sprites: \"nailgun\", sound: \"\", ammo: \"nails\", again: 0.1,
        damage: { physical: \"9\" }, projectile: (speed: 60, radius: 0.05, spread: 0)) }",
    )
    .expect("sound rules");
    for column in 2..7 {
        let mut row: Vec<char> = "#@......z#".chars().collect();
        row[column] = 'W';
        let map = format!("##########\n{}\n##########", row.iter().collect::<String>());
        let mut scenario = Scenario::with_rules(fast.clone(), &map, armed(&["nailgun"], &[("nails", 20)]));
        scenario.for_seconds(1.0, FIRE);
        assert_eq!(scenario.healths(), [50], "the pane in column {column} stops them");
        let hits = scenario.reports_any(GameEvent::ProjectileHits);
        assert!(!hits.is_empty() && hits.iter().all(|hit| hit.at.x < column as f32 + 0.5), "{hits:?}");
    }
}

#[test]
fn flames_pass_through_bodies_and_burn_on() {
    let fuel = [("fuel", 6)];
    let mut scenario = Scenario::with("############\n#@.zz.....z#\n############", armed(&["flamer"], &fuel));
    scenario.for_seconds(0.5, FIRE).wait(0.2);
    let [first, second, far] = scenario.healths()[..] else { panic!("there are three") };
    assert!(first < 50 && second < 50, "{first} {second}");
    assert_eq!(far, 50);
    assert_eq!(scenario.has("fuel"), 0);
    scenario.wait(1.5);
    assert!(scenario.healths()[0] < first, "it burns on");
    assert!(scenario.count(GameEvent::Burns) > 2);
    let burns = scenario.wait(4.0).count(GameEvent::Burns);
    assert_eq!(scenario.wait(2.0).count(GameEvent::Burns), burns, "it has finally burnt out");
}

#[test]
fn launcher_fires_while_the_trigger_is_held() {
    let mut scenario = Scenario::with(HALL, armed(&["launcher"], &[("rockets", 5)]));
    scenario.for_seconds(2.5, FIRE);
    assert_eq!(scenario.count_any(GameEvent::Shot), 3, "one a second");
}

#[test]
fn single_shot_weapon_fires_once_per_pull() {
    let mut once = Rules::standard();
    let launcher = once.weapon("launcher").expect("there is one");
    once.weapons[usize::from(launcher)].1.mode = Mode::Once;
    let mut scenario = Scenario::with_rules(once, HALL, armed(&["launcher"], &[("rockets", 5)]));
    scenario.for_seconds(3.0, FIRE);
    assert_eq!(scenario.count_any(GameEvent::Shot), 1);
    scenario.wait(0.1).for_seconds(0.1, FIRE);
    assert_eq!(scenario.count_any(GameEvent::Shot), 2);
}

#[test]
fn weapons_are_selected_by_slot_or_in_order() {
    let items = [("rounds", 9), ("shells", 9), ("rockets", 0)];
    let mut scenario = Scenario::with(HALL, armed(&["pistol", "wrench", "shotgun", "launcher"], &items));
    assert_eq!(scenario.held(), "pistol");
    let mut choose = |choice_of, name: &str| {
        scenario.tick(choose(choice_of));
        scenario.wait(1.0);
        assert_eq!(scenario.held(), name, "{choice_of:?}");
    };
    choose(WeaponChoice::Next, "shotgun");
    choose(WeaponChoice::Next, "wrench"); // the launcher is empty
    choose(WeaponChoice::Previous, "shotgun");
    choose(WeaponChoice::Slot(2), "pistol");
    choose(WeaponChoice::Slot(6), "pistol");
    choose(WeaponChoice::Slot(1), "wrench");
    assert_eq!(scenario.count(GameEvent::Empty), 1, "of the launcher");
    assert_eq!(scenario.count_any(GameEvent::Changes), 5);
}

#[test]
fn missing_weapon_does_not_count_as_empty() {
    let mut scenario = Scenario::with(HALL, armed(&["pistol", "launcher"], &[]));
    for slot in [3, 4, 7, 9, 255] {
        scenario.tick(choose(WeaponChoice::Slot(slot)));
    }
    assert_eq!(scenario.count(GameEvent::Empty), 0);
    scenario.tick(choose(WeaponChoice::Slot(6)));
    assert_eq!(scenario.count(GameEvent::Empty), 1, "the player has it, but no rocket");
    scenario.tick(choose(WeaponChoice::Next));
    assert_eq!(scenario.count(GameEvent::Empty), 2, "the player has others, but cannot fire any");
}

#[test]
fn weapon_change_waits_for_the_last_shot() {
    let mut scenario = Scenario::with(HALL, armed(&["shotgun", "pistol"], &[("rounds", 9), ("shells", 9)]));
    scenario.tick(FIRE);
    scenario.tick(choose(WeaponChoice::Slot(2)));
    assert_eq!(scenario.held(), "shotgun", "it is being reloaded");
    scenario.until(FIRE, |scenario| scenario.held() == "pistol");
    assert_eq!(scenario.count_any(GameEvent::Shot), 1);
    for _ in 2..CHANGE_TICKS {
        scenario.tick(FIRE);
    }
    assert_eq!(scenario.count_any(GameEvent::Shot), 1, "it is not raised yet");
    scenario.for_seconds(0.1, FIRE);
    assert_eq!(scenario.count_any(GameEvent::Shot), 2);
}

#[test]
fn empty_weapon_is_replaced_by_the_best_safe_one() {
    let weapons = ["pistol", "wrench", "nailgun", "launcher"];
    let mut scenario = Scenario::with(HALL, armed(&weapons, &[("rounds", 2), ("nails", 1), ("rockets", 3)]));
    scenario.for_seconds(2.0, FIRE);
    assert_eq!(scenario.held(), "wrench", "after the pistol and the nail gun");
    assert_eq!((scenario.has("rounds"), scenario.has("nails"), scenario.has("rockets")), (0, 0, 3));
    let mut only = Scenario::with(HALL, armed(&["pistol", "launcher"], &[("rounds", 1), ("rockets", 3)]));
    only.for_seconds(2.0, FIRE);
    assert_eq!(only.held(), "launcher", "if there is nothing else");
}

#[test]
fn two_pistols_fire_together_while_ammunition_lasts() {
    let mut scenario = Scenario::with(HALL, armed(&["pistol", "pistol"], &[("rounds", 5)]));
    scenario.for_seconds(0.1, FIRE);
    assert_eq!((scenario.count_any(GameEvent::Shot), scenario.ammo(), scenario.count(GameEvent::Impact)), (1, 3, 2));
    scenario.for_seconds(2.0, FIRE);
    assert_eq!((scenario.count_any(GameEvent::Shot), scenario.ammo(), scenario.count(GameEvent::Impact)), (3, 0, 5));
}

#[test]
fn found_shotguns_are_taken_in_hand() {
    let mut scenario = Scenario::with("#########\n#@.S..S.#\n#########", Loadout::default());
    scenario.for_seconds(1.3, Intent { forward: 1.0, ..NOTHING });
    assert_eq!((scenario.held().as_str(), scenario.has("shotgun"), scenario.has("shells")), ("shotgun", 1, 8));
    scenario.for_seconds(1.2, Intent { forward: 1.0, ..NOTHING });
    assert_eq!((scenario.has("shotgun"), scenario.has("shells")), (2, 16));
}

#[test]
fn found_launcher_is_not_taken_in_hand() {
    for (weapon, held) in [("launcher", "pistol"), ("nailgun", "nailgun")] {
        let legend = format!("'l': (pickup: {weapon:?}),");
        let mut scenario = ScenarioBuilder::on("#######\n#@.l..#\n#######").legend(&legend).begin();
        scenario.for_seconds(1.5, Intent { forward: 1.0, ..NOTHING });
        assert_eq!((scenario.has(weapon), scenario.held().as_str()), (1, held));
    }
}

#[test]
fn classic_rules_have_the_weapons_of_the_tutorial_game() {
    let mut pistol =
        Scenario::with_rules(classic(), "############\n#@........Z#\n############", Loadout::with_pistol(100, 0));
    pistol.for_seconds(0.3, FIRE);
    assert_eq!(pistol.count_any(GameEvent::Shot), 2, "every quarter of a second, without any rounds");
    pistol.for_seconds(0.8, FIRE);
    assert_eq!((pistol.count_any(GameEvent::Shot), pistol.healths()[0]), (5, 0));
    let shotgun = |map| Scenario::with_rules(classic(), map, armed(&["shotgun", "pistol"], &[("shells", 12)]));
    let mut near = shotgun("######\n#@Z..#\n######");
    near.tick(FIRE);
    assert_eq!(near.healths()[0], 0, "five pellets of ten");
    let mut wide = shotgun("####\n#..#\n#..#\n#..#\n#@.#\n#..#\n#..#\n#..#\n####");
    assert_eq!(wide.has("shells"), 10, "no more can be carried");
    wide.tick(FIRE);
    let impacts = wide.reports(GameEvent::Impact);
    assert_eq!(impacts.len(), 5);
    assert!(impacts.iter().all(|impact| ops::atan2(impact.towards.y, impact.towards.x).abs() <= ops::asin(0.4) + 1e-3));
    wide.for_seconds(5.2, FIRE);
    assert_eq!((wide.has("shells"), wide.held().as_str()), (0, "pistol"), "back to the pistol when it is empty");
}

#[test]
fn invalid_tables_are_rejected_with_a_reason() {
    let pistol = |more: &str| {
        format!(
            "weapons: {{ \"pistol\": (slot: 2, sprites: \"p\", sound: \"s\", again: 0.3, damage: {{ physical: \"d6\" }}, {more}) }}"
        )
    };
    for (more, what) in [
        (pistol("bullets: (), ammo: \"pebbles\""), "rules.ron: pistol: there is no ammunition 'pebbles'"),
        (pistol("ammo: \"rounds\""), "a weapon needs exactly one of `bullets`, `projectile` and `patches`"),
        (pistol("bullets: (), projectile: (speed: 9, radius: 0.1, spread: 0)"), "exactly one of"),
        (pistol("bullets: (count: 0)"), "a number of bullets must be a whole number from 1 to 50, got 0"),
        (pistol("bullets: (reach: 0)"), "the range of bullets, in tiles, must be a number from 0.1 to 1024, got 0"),
        (pistol("bullets: (), mode: Burst"), "unknown value `Burst`, expected one of `Auto`, `Once`"),
        (pistol("bullets: (), push: 99"), "a knockback in tiles per second must be a number from 0 to 20, got 99"),
        (pistol("projectile: (speed: 900, radius: 0.1, spread: 0)"), "0.1 to 60, got 900"),
        (pistol("bullets: ()").replace("d6", "d6 + luck"), "the variable `luck` has no value"),
        (
            pistol("bullets: ()").replace("slot: 2", "slot: 0"),
            "the number of a weapon must be a whole number from 1 to 9, got 0",
        ),
        (
            "weapons: { \"shells\": (slot: 1, sprites: \"\", sound: \"\", again: 1, damage: {}, bullets: ()) }".into(),
            "same name",
        ),
        ("ammunition: { \"rounds\": (limit: 0, icon: \"\") }".into(), "whole number from 1 to 9999, got 0"),
        (
            "pickups: { \"sack\": (sprite: \"\", caption: \"\", gives: [(\"coal\", 3)]) }".into(),
            "neither a weapon nor ammunition 'coal'",
        ),
        ("pickups: { \"sack\": (sprite: \"\", caption: \"\") }".into(), "rules.ron: sack: it does not give anything"),
        ("pickups: { \"rounds\": (sprite: \"\", caption: \"\", treasure: true) }".into(), "already has this name"),
        (
            "props: { \"box\": (sprites: \"\", hit: \"\", breaks: \"\", health: 1, radius: 0.3, drops: \"hope\") }"
                .into(),
            "rules.ron: box: there is no pickup 'hope'",
        ),
        (
            "props: { \"box\": (sprites: \"\", hit: \"\", breaks: \"\", health: 1, radius: 3) }".into(),
            "a radius in tiles",
        ),
    ] {
        let error = rules(&more).expect_err(&more);
        assert!(error.contains(what), "{error}");
    }
    assert!(rules("").is_ok());
}

#[test]
fn shot_is_heard_farther_than_a_melee_attack() {
    let map = "##############\n#@.....#..z..#\n#............#\n##############";
    let mut blow = Scenario::with(map, armed(&["wrench"], &[]));
    blow.tick(turn(180.0));
    blow.for_seconds(1.0, FIRE);
    assert_eq!(blow.undead()[0].0, MonsterState::Idle);
    let mut shot = Scenario::with(map, armed(&["shotgun"], &[("shells", 5)]));
    shot.tick(turn(180.0));
    shot.for_seconds(1.0, FIRE);
    assert_ne!(shot.undead()[0].0, MonsterState::Idle);
}
