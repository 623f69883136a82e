//! Monster kinds as data: the data defines their behaviour.

use crate::{
    scenario::{FIRE, NOTHING, Scenario, armed, turn},
    scenario_builder::ScenarioBuilder,
    trail::Trail,
};
use engine::{
    DamageDice, Element, GameEvent, Intent, KindId, MonsterKind, MonsterState, Rules, Senses, Start, WeaponChoice,
};

/// Returns a kind of the rules, to be changed.
fn kind<'a>(rules: &'a mut Rules, name: &str) -> &'a mut MonsterKind {
    let number = usize::from(rules.kind(name).expect("the rules know it"));
    &mut rules.monsters[number].1
}

/// Returns a scenario on this map with a change of the dummy kind.
fn with_dummy(map: &str, change: impl FnOnce(&mut MonsterKind)) -> Scenario {
    ScenarioBuilder::on(map).change(|rules| change(kind(rules, "dummy"))).begin()
}

#[test]
fn monster_kind_needs_no_code() {
    let mut scenario = ScenarioBuilder::on("###############\n#@...........o#\n###############").begin();
    let hound = scenario.headless.world().resource::<Rules>().kind("hound").map(KindId).expect("the rules know it");
    scenario.wait(0.3);
    assert_eq!(scenario.reports_any(GameEvent::Notices)[0].what, GameEvent::Notices(hound));
    let mut trail = Trail::default();
    for _ in 0..=engine::ticks(1.0) {
        trail.0.push(scenario.monsters()[0].at);
        scenario.tick(NOTHING);
    }
    assert!((trail.length() - 3.0).abs() < 0.05, "three tiles per second, not {}", trail.length());
    scenario.until(NOTHING, |scenario| !scenario.projectiles().is_empty());
    let distance = scenario.monsters()[0].at.x - scenario.player().0;
    assert!((3.8..4.1).contains(&distance), "it throws from {distance} tiles");
    assert_eq!(scenario.reports_any(GameEvent::Strikes)[0].what, GameEvent::Strikes(hound));
    scenario.until(NOTHING, |scenario| scenario.health() < 100);
    assert_eq!(scenario.health(), 93);
}

#[test]
fn fire_heals_a_cinder_and_coolant_hurts_it() {
    let burnt = |damage_zone: &str| {
        let legend = format!("'c': (monster: \"cinder\", facing: 0{damage_zone}),");
        let level = Scenario::level_in_words("#######\n#.@c..#\n#######", &legend, "");
        let start =
            Start { loadout: armed(&["pistol", "flamer"], &[("fuel", 150), ("rounds", 9)]), ..Start::on(level) };
        let mut scenario = Scenario::begin(start);
        scenario.tick(FIRE);
        let wounded = scenario.healths()[0];
        assert!(wounded < 60, "a bullet hurts it");
        scenario.tick(Intent { weapon: Some(WeaponChoice::Slot(5)), ..NOTHING });
        scenario.wait(0.5).for_seconds(0.5, FIRE);
        scenario.healths()[0] - wounded
    };
    assert!(burnt("") > 0, "flames heal it");
    assert!(burnt(", climate: \"coolant\"") < 0, "there, fire turns to ice");
}

#[test]
fn monster_uses_the_first_attack_in_reach() {
    let mut scenario = ScenarioBuilder::on("######\n#@.o.#\n######").begin();
    scenario.place(1.5, 2.4).until(NOTHING, |scenario| scenario.health() < 100);
    assert_eq!((scenario.health(), scenario.projectiles().len()), (97, 0), "it bit the player");
}

#[test]
fn hearing_depends_on_the_kind() {
    let hears = |ears: f32, cells: usize| {
        let row = format!("#@{}d.#", ".".repeat(cells - 1));
        let map = format!("{0}\n{row}\n{0}", "#".repeat(row.len()));
        let mut scenario = with_dummy(&map, |dummy| {
            dummy.senses = Senses { ears, cone: 2.0, near: 0.0, ..dummy.senses.clone() }; // it is blind
        });
        scenario.tick(turn(180.0));
        scenario.tick(FIRE);
        scenario.wait(0.3).count_any(GameEvent::Notices) > 0
    };
    assert!(hears(1.0, 12) && hears(0.5, 6) && !hears(0.5, 7) && !hears(0.0, 2));
}

#[test]
fn stun_chance_depends_on_the_kind() {
    let stunned = |chance: i32| {
        let map = "#########\n#@....d.#\n#########";
        let mut scenario = with_dummy(map, |dummy| (dummy.pain.chance, dummy.pain.lasts) = (chance, 6));
        let mut stunned = 0;
        scenario.wait(0.2);
        for _ in 0..30 {
            scenario.tick(FIRE);
            stunned += u32::from(scenario.monsters()[0].state == MonsterState::Hurt);
            scenario.wait(0.3);
        }
        assert_eq!(scenario.count_any(GameEvent::MonsterHurt), 30);
        stunned
    };
    assert_eq!((stunned(0), stunned(100)), (0, 30));
    assert!((8..=22).contains(&stunned(50)), "half of thirty is not {}", stunned(50));
}

#[test]
fn hit_chance_depends_on_the_attack_and_misses_are_reported() {
    let blows = |chance: i32| {
        let mut scenario = ScenarioBuilder::on("######\n#@z..#\n######")
            .loadout(1000, 0)
            .change(|rules| {
                let attack = &mut kind(rules, "shambler").attacks[0];
                (attack.chance, attack.rest) = (chance, 12);
                attack.damage = DamageDice::of_range(Element::Physical, 1, 1);
            })
            .begin();
        scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::Strikes) == 90);
        scenario.wait(0.05);
        (scenario.count(GameEvent::PlayerHurt), scenario.count_any(GameEvent::Misses))
    };
    assert_eq!((blows(0), blows(100)), ((0, 90), (90, 0)));
    let (hits, misses) = blows(33);
    assert!(
        (20..=40).contains(&hits) && hits + misses == 90,
        "a third of ninety must hit, got {hits} hits and {misses} misses"
    );
}

#[test]
fn strike_out_of_reach_does_not_count_as_a_miss() {
    let mut scenario = ScenarioBuilder::on("#######\n#.@z..#\n#######")
        .change(|rules| {
            let shambler = kind(rules, "shambler");
            (shambler.speed, shambler.attacks[0].chance) = (0.0, 0);
        })
        .begin();
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Attack);
    scenario.put_player(1.3, 1.5);
    scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::Strikes) == 1);
    assert_eq!(scenario.count_any(GameEvent::Misses), 0);
}

#[test]
fn stunned_monster_misses_its_strike() {
    let mut scenario = Scenario::on("########\n#@.z...#\n########");
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Attack).wait(0.1).tick(FIRE);
    scenario.wait(0.3);
    assert_eq!((scenario.count_any(GameEvent::Strikes), scenario.health()), (0, 100));
}

#[test]
fn player_can_take_what_a_monster_drops() {
    let mut scenario = ScenarioBuilder::on("########\n#@..o..#\n########").loadout(100, 20).begin();
    scenario.until(FIRE, |scenario| scenario.count_any(GameEvent::MonsterDies) == 1).wait(1.0);
    assert_eq!(scenario.pickups().into_iter().map(|pickup| pickup.0).collect::<Vec<_>>(), ["clip"]);
    let (at, ammo) = (scenario.pickups()[0].1, scenario.ammo());
    scenario.put_player(at.x, at.y).tick(NOTHING);
    assert!(scenario.pickups().is_empty() && scenario.ammo() > ammo);
    let mut nothing = Scenario::on("########\n#@..z..#\n########");
    nothing.until(FIRE, |scenario| scenario.count_any(GameEvent::MonsterDies) == 1).wait(1.0);
    assert_eq!(nothing.pickups(), []);
}

#[test]
fn scent_leads_monsters_around_corners() {
    let finds = |scent: f32| {
        let mut scenario = ScenarioBuilder::on(
            "############
             #@........d#
             #.########.#
             #.########.#
             #..........#
             ############",
        )
        .change(|rules| {
            let dummy = kind(rules, "dummy");
            (dummy.speed, dummy.senses.scent) = (1.5, engine::ticks(scent));
        })
        .begin();
        scenario.wait(0.5).put_player(8.5, 4.5).wait(2.0);
        scenario.monsters()[0].at.x
    };
    assert!(finds(5.0) > 9.0, "it turned around to where the player is");
    assert!(finds(0.0) < 8.5, "it went on to where the player was");
}
