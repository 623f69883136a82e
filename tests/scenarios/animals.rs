//! The ship's animals: what lures them, what they flee from, and how they are useful.

use crate::{
    scenario::{FIRE, FORWARD, NOTHING, Scenario, armed},
    scenario_builder::ScenarioBuilder,
};
use bevy::prelude::With;
use engine::{DoorState, GameEvent, Health, MonsterState, Player, Rules, Start, WeaponId, ticks};
use level::Lock;

const ANIMALS: &str = r#"
    'k': (monster: "monkey"), 'f': (monster: "fox"), 'c': (monster: "chicken"), 'r': (monster: "robot"),
    'm': (monster: "minotaur", facing: 180), 'n': (pickup: "ration"), 'N': (pickup: "banana"),
    '_': (name: "plate", floor: "floor_plate"),
    '1': (door: "door", lock: Sealed, name: "vault"), 'b': (door: "door", lock: A),
    'l': (name: "hall", light: 0.1), 'g': (light: 0.1), 's': (monster: "shambler", facing: 0), 'o': (monster: "officer", facing: 0),
"#;

fn scenario(map: &str, fields: &str) -> Scenario {
    Scenario::in_words(map, ANIMALS, fields)
}

/// Returns a scenario in which the player holds rations.
fn with_rations(map: &str, rations: u64, fields: &str) -> Scenario {
    let level = Scenario::level_in_words(map, ANIMALS, fields);
    Scenario::begin(Start { loadout: armed(&["ration bag"], &[("rations", rations)]), ..Start::on(level) })
}

/// Throws a ration, and waits until it has landed.
fn throw(scenario: &mut Scenario) {
    scenario.tick(FIRE);
    scenario.wait(1.5);
}

/// Returns true if the only creature of a kind is unaware.
fn is_unaware(scenario: &mut Scenario, kind: &str) -> bool {
    scenario.monster(kind).state.is_unaware()
}

#[test]
fn thrown_ration_lands_and_can_be_picked_up() {
    let mut scenario = with_rations("############\n#@.........#\n############", 2, "");
    throw(&mut scenario);
    assert_eq!(scenario.has("rations"), 1);
    let lies = scenario.pickups();
    assert!(matches!(&lies[..], [(name, at)] if name == "ration" && at.x > 4.5 && at.x < 8.0), "{lies:?}");
    assert_eq!(scenario.projectiles(), []);
    let bag = Rules::standard().weapon("ration bag").unwrap();
    assert_eq!(scenario.count(GameEvent::ProjectileHits(WeaponId(bag))), 1, "its landing is heard");
    let at = lies[0].1;
    scenario.put_player(at.x, at.y).wait(0.1);
    assert_eq!((scenario.has("rations"), scenario.pickups().len()), (2, 0));
}

#[test]
fn ration_lands_before_an_obstacle_without_damage() {
    let mut scenario = with_rations("########\n#@.W...#\n########", 3, "");
    throw(&mut scenario);
    let at = scenario.pickups()[0].1;
    assert!(at.x < 3.0 && at.x > 2.5, "next to the cell of the pane, in reach: {at}");
    assert_eq!(scenario.headless.world().resource::<engine::Hull>().cells().count(), 0, "the pane is whole");
    let mut scenario = with_rations("########\n#@..o..#\n########", 3, "");
    let before = scenario.healths()[0];
    throw(&mut scenario);
    assert_eq!(scenario.healths()[0], before);
    assert_eq!(scenario.pickups().len(), 1);
}

#[test]
fn ration_in_flight_survives_a_save() {
    let mut scenario = with_rations("############\n#@.........#\n############", 1, "");
    scenario.tick(FIRE);
    scenario.wait(0.2);
    assert_eq!(scenario.projectiles().len(), 1);
    let mut restored = scenario.restored();
    for _ in 0..200 {
        restored.tick(NOTHING);
        scenario.tick(NOTHING);
    }
    assert_eq!(restored.snapshot().hash(), scenario.headless.snapshot().hash());
    assert_eq!(scenario.pickups().len(), 1);
}

#[test]
fn bait_lures_monkey_over_a_plate() {
    let map = "
        ##############
        #@....########
        #.....#k._...#
        #.....########
        #.....1...L###
        ##############";
    let door = "triggers: [(at: \"plate\", on: Step, by: Anybody, do: [Open(\"vault\")])]";
    let open = |scenario: &mut Scenario| {
        let mut doors = scenario.headless.world_mut().query::<&engine::Door>();
        doors.iter(scenario.headless.world()).filter(|door| door.state() != DoorState::Closed).count()
    };
    let mut quiet = scenario(map, door);
    quiet.put_player(4.5, 4.5).wait(5.0);
    assert_eq!(open(&mut quiet), 0, "it has no reason to go there");
    for bait in ["_.n.", "_.N."] {
        let mut scenario = scenario(&map.replace("_...", bait), door);
        scenario.wait(5.0);
        assert_eq!(open(&mut scenario), 1);
        assert!(scenario.pickups().is_empty(), "and it has eaten");
    }
}

#[test]
fn only_one_monkey_eats_a_banana() {
    let mut scenario = scenario("############\n#@.#k..N..k#\n############", "");
    scenario.wait(4.0);
    assert!(scenario.pickups().is_empty());
    let before: Vec<_> = scenario.monsters().iter().map(|monkey| monkey.at).collect();
    scenario.wait(3.0);
    for (monkey, at) in scenario.monsters().iter().zip(before) {
        assert!(monkey.at.distance(at) < 1.0, "it does not chase anything");
    }
}

#[test]
fn monkey_loses_a_banana_that_the_player_takes() {
    let mut scenario = scenario("##############\n#.@N.......k.#\n##############", "");
    scenario.wait(0.5).put_player(3.5, 1.5).wait(0.5);
    assert!(scenario.pickups().is_empty() && scenario.has("rations") > 0);
    scenario.wait(2.0);
    assert!(scenario.monster("monkey").at.x > 5.0, "it keeps its distance");
}

#[test]
fn monkey_and_player_cannot_both_have_a_banana() {
    let mut scenario = scenario("######\n#@.Nk#\n######", "");
    let at = scenario.pickups()[0].1;
    scenario.put_monster(0, at.x + 0.4, at.y).put_player(at.x - 0.4, at.y).wait(1.0);
    let rations = scenario.has("rations");
    assert!(scenario.pickups().is_empty() && rations <= 1, "{rations}");
}

#[test]
fn fox_hunts_chickens_flees_from_monsters_and_cries() {
    let mut hunt = scenario("##############\n#@.#f......c.#\n##############", "");
    hunt.until(NOTHING, |scenario| scenario.healths()[1] <= 0 || scenario.healths()[0] <= 0);
    assert_eq!(hunt.headless.run().kills, 0, "it does not count as a kill of the player");
    let mut flight = scenario("##############\n#@.#...f.z...#\n##############", "");
    let mut said = Vec::new();
    for _ in 0..360 {
        flight.tick(NOTHING);
        said.extend(flight.headless.uttered().iter().cloned());
    }
    let fox = flight.monster("fox").at;
    assert!(fox.x < 5.5, "{fox}");
    let [cry] = &said[..] else { panic!("{said:?}") };
    let rules = Rules::standard();
    assert_eq!(cry.heard(fox, &rules), Some(("Fox".to_owned(), "Yip! Yip!")));
    assert_eq!(cry.heard(fox + 20.0, &rules), None, "too far away");
}

#[test]
fn chicken_flees_from_the_fox() {
    let mut scenario = scenario("####################\n#@.#..c.f..........#\n####################", "");
    scenario.wait(0.6);
    assert!(scenario.monster("chicken").at.x < 6.0);
}

#[test]
fn robot_opens_the_doors_of_its_patrol_for_followers() {
    let mut scenario = scenario("##############\n#@.#r...b....#\n##############", "");
    scenario.put_player(7.4, 1.5).press_use();
    assert!(scenario.count(GameEvent::DoorRefuses(Lock::A)) > 0, "it is locked");
    scenario.put_player(1.5, 1.5).until(NOTHING, |scenario| scenario.door().0 != DoorState::Closed);
    scenario.until(NOTHING, |scenario| scenario.monster("robot").at.x > 11.0);
    scenario.until(NOTHING, |scenario| scenario.monster("robot").at.x < 6.0);
    let mut doors = scenario.headless.world_mut().query::<&engine::Door>();
    assert_eq!(doors.single(scenario.headless.world()).unwrap().lock(), Some(Lock::A), "it is locked still");
    scenario.until(NOTHING, |scenario| scenario.monster("robot").at.x > 9.3);
    scenario.put_player(7.0, 1.5).until(FORWARD, |scenario| scenario.player().0 > 9.5);
}

#[test]
fn locked_door_stays_closed_without_the_key() {
    let mut scenario = scenario("############\n#@.#k...b..#\n############", "");
    scenario.put_monster(0, 7.6, 1.5).wait(1.0);
    assert_eq!(scenario.door().0, DoorState::Closed);
}

#[test]
fn robot_removes_corpses_except_those_that_rise() {
    let mut scenario = scenario("#############\n#@...Z..r...#\n#############", "");
    scenario.until(FIRE, |scenario| scenario.monster("shambler").health <= 0);
    scenario.until(NOTHING, |scenario| scenario.monsters().len() == 1);
    assert_eq!(scenario.monsters()[0].kind, "robot");
    assert_eq!(scenario.headless.run().kills, 1);
    let mut rises = ScenarioBuilder::on("#############\n#@...d..x...#\n#############")
        .legend("'x': (monster: \"robot\"),")
        .change(|rules| {
            let dummy = usize::from(rules.kind("dummy").unwrap());
            (rules.monsters[dummy].1.health, rules.monsters[dummy].1.rises) = (1, 2400);
        })
        .begin();
    rises.until(FIRE, |scenario| scenario.monster("dummy").health <= 0);
    rises.wait(6.0);
    assert_eq!(rises.monsters().len(), 2);
}

#[test]
fn robot_in_a_closet_stands_still() {
    let mut scenario = scenario("#######\n#@.#r##\n#######", "");
    scenario.wait(3.0);
    let robot = scenario.monster("robot");
    assert_eq!(robot.at.to_array(), [4.5, 1.5]);
    assert_eq!(scenario.headless.world().resource::<engine::Scripts>().first_error(), None);
}

#[test]
fn minotaur_goes_to_new_lights_and_attacks_on_sight() {
    let map = "##################\n#@_#lllgggggggg.m#\n##################".replace('.', "g");
    let mut scenario = scenario(&map, "triggers: [(at: \"plate\", on: Step, do: [Light(\"hall\", 1.0)])]");
    scenario.wait(3.0);
    assert!(scenario.monster("minotaur").at.x > 14.0, "it is dark, and it waits");
    scenario.put_player(2.5, 1.5).wait(5.0);
    assert!(scenario.monster("minotaur").at.x < 8.0);
    let at = scenario.monster("minotaur").at;
    scenario.put_player(at.x + 1.2, at.y);
    let before = scenario.health();
    scenario.until(NOTHING, |scenario| scenario.health() < before);
    assert_eq!(scenario.headless.world().resource::<engine::Scripts>().first_error(), None);
}

#[test]
fn minotaur_rests_between_charges() {
    let mut scenario = scenario("######\n#@.m.#\n######", "");
    let mut blows = Vec::new();
    for tick in 0..ticks(12.0) {
        let before = scenario.health();
        scenario.tick(NOTHING);
        if scenario.health() < before {
            blows.push(tick);
            let world = scenario.headless.world_mut();
            world.query_filtered::<&mut Health, With<Player>>().single_mut(world).expect("one player").0 = 100;
        }
    }
    let longest = blows.windows(2).map(|pair| pair[1] - pair[0]).max().expect("it strikes more than once");
    let shortest = blows.windows(2).map(|pair| pair[1] - pair[0]).min().expect("it strikes more than once");
    assert!(longest >= ticks(2.5) && shortest < ticks(1.5), "{blows:?}");
}

#[test]
fn only_hostile_creatures_count_as_monsters() {
    let scenario = scenario("##########\n#@#mkfcrz#\n##########", "");
    assert_eq!(scenario.headless.run().monsters, 2);
}

#[test]
fn hungry_monsters_eat_visible_bait() {
    // The monster looks away from the player and the bait.
    let map = "##############\n#@.#..n...s..#\n##############";
    let mut hungry = scenario(map, "");
    hungry.until(NOTHING, |scenario| scenario.pickups().is_empty());
    assert!(hungry.monster("shambler").at.x < 7.5);
    let mut proud = scenario(&map.replace('s', "o"), "");
    proud.wait(6.0);
    assert_eq!(proud.pickups().len(), 1);
    let mut hidden = scenario("##############\n#@.#..nW..s..#\n##############", "");
    hidden.wait(6.0);
    assert!(hidden.pickups().len() == 1 && is_unaware(&mut hidden, "shambler"), "not behind glass");
}

#[test]
fn bait_does_not_lure_monsters_that_see_their_target() {
    let mut scenario = scenario("##############\n#@......z...n#\n##############", "");
    scenario.wait(2.0);
    assert!(scenario.monster("shambler").at.x < 7.5 && scenario.pickups().len() == 1);
}

#[test]
fn thrown_ration_is_heard_where_it_lands() {
    let map = "
        ###########
        #@........#
        ######.####
        #.......o.#
        ###########";
    let mut scenario = with_rations(map, 1, "");
    assert!(is_unaware(&mut scenario, "officer"));
    throw(&mut scenario);
    scenario.until(NOTHING, |scenario| scenario.monster("officer").state != MonsterState::Alert);
    assert!(!is_unaware(&mut scenario, "officer"), "monsters that do not eat it investigate, too");
}
