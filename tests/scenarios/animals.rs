//! The ship's animals: what lures them, what they run from, and what they are good for.

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

/// A player with rations in his hand.
fn with_rations(map: &str, rations: u64, fields: &str) -> Scenario {
    let level = Scenario::level_in_words(map, ANIMALS, fields);
    Scenario::begin(Start { loadout: armed(&["ration bag"], &[("rations", rations)]), ..Start::on(level) })
}

/// Throws one, and waits until it lies there.
fn throw(scenario: &mut Scenario) {
    scenario.tick(FIRE);
    scenario.wait(1.5);
}

/// True if the only creature of a kind suspects nothing.
fn is_unaware(scenario: &mut Scenario, kind: &str) -> bool {
    scenario.monster(kind).state.is_unaware()
}

#[test]
fn a_ration_flies_lands_and_lies_and_can_be_taken_again() {
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
fn a_ration_that_meets_something_lies_before_it_and_breaks_and_hurts_nothing() {
    let mut scenario = with_rations("########\n#@.W...#\n########", 3, "");
    throw(&mut scenario);
    let at = scenario.pickups()[0].1;
    assert!(at.x < 3.0 && at.x > 2.5, "beside the pane's cell, where one gets at it: {at}");
    assert_eq!(scenario.headless.world().resource::<engine::Hull>().cells().count(), 0, "the pane is whole");
    let mut scenario = with_rations("########\n#@..o..#\n########", 3, "");
    let before = scenario.healths()[0];
    throw(&mut scenario);
    assert_eq!(scenario.healths()[0], before);
    assert_eq!(scenario.pickups().len(), 1);
}

#[test]
fn a_ration_lies_there_after_a_save_in_mid_flight() {
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
fn bait_leads_a_monkey_over_the_plate_that_a_lock_needs() {
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
fn two_monkeys_share_no_banana_and_one_that_is_gone_lures_nobody() {
    let mut scenario = scenario("############\n#@.#k..N..k#\n############", "");
    scenario.wait(4.0);
    assert!(scenario.pickups().is_empty());
    let before: Vec<_> = scenario.monsters().iter().map(|monkey| monkey.at).collect();
    scenario.wait(3.0);
    for (monkey, at) in scenario.monsters().iter().zip(before) {
        assert!(monkey.at.distance(at) < 1.0, "it runs after nothing");
    }
}

#[test]
fn a_banana_that_the_player_takes_is_gone_for_the_monkey_that_runs_to_it() {
    let mut scenario = scenario("##############\n#.@N.......k.#\n##############", "");
    scenario.wait(0.5).put_player(3.5, 1.5).wait(0.5);
    assert!(scenario.pickups().is_empty() && scenario.has("rations") > 0);
    scenario.wait(2.0);
    assert!(scenario.monster("monkey").at.x > 5.0, "it comes no nearer than it dares to");
}

#[test]
fn of_a_monkey_and_a_player_at_one_banana_only_one_has_it() {
    let mut scenario = scenario("######\n#@.Nk#\n######", "");
    let at = scenario.pickups()[0].1;
    scenario.put_monster(0, at.x + 0.4, at.y).put_player(at.x - 0.4, at.y).wait(1.0);
    let rations = scenario.has("rations");
    assert!(scenario.pickups().is_empty() && rations <= 1, "{rations}");
}

#[test]
fn the_fox_hunts_chickens_and_runs_from_the_undead_and_cries() {
    let mut hunt = scenario("##############\n#@.#f......c.#\n##############", "");
    hunt.until(NOTHING, |scenario| scenario.healths()[1] <= 0 || scenario.healths()[0] <= 0);
    assert_eq!(hunt.headless.run().kills, 0, "no kill of the player's");
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
    assert_eq!(cry.heard(fox + 20.0, &rules), None, "too far off");
}

#[test]
fn a_chicken_runs_from_the_fox() {
    let mut scenario = scenario("####################\n#@.#..c.f..........#\n####################", "");
    scenario.wait(0.6);
    assert!(scenario.monster("chicken").at.x < 6.0);
}

#[test]
fn the_robot_opens_the_doors_of_its_beat_for_whoever_follows() {
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
fn a_locked_door_stays_shut_for_those_without_its_key() {
    let mut scenario = scenario("############\n#@.#k...b..#\n############", "");
    scenario.put_monster(0, 7.6, 1.5).wait(1.0);
    assert_eq!(scenario.door().0, DoorState::Closed);
}

#[test]
fn the_robot_clears_the_dead_away_and_leaves_those_that_rise() {
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
fn a_robot_in_a_closet_has_no_beat_and_stands() {
    let mut scenario = scenario("#######\n#@.#r##\n#######", "");
    scenario.wait(3.0);
    let robot = scenario.monster("robot");
    assert_eq!(robot.at.to_array(), [4.5, 1.5]);
    assert_eq!(scenario.headless.world().resource::<engine::Scripts>().first_error(), None);
}

#[test]
fn the_minotaur_goes_where_a_light_comes_on_and_strikes_whom_it_sees() {
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
fn the_minotaur_tires_of_its_charge_and_pants_before_the_next() {
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
fn only_those_who_are_after_the_player_count_among_the_undead() {
    let scenario = scenario("##########\n#@#mkfcrz#\n##########", "");
    assert_eq!(scenario.headless.run().monsters, 2);
}

#[test]
fn the_hungry_undead_go_to_bait_that_they_see_and_eat_it_and_others_do_not() {
    // He looks the other way, and the bait lies behind him.
    let map = "##############\n#@.#..n...s..#\n##############";
    let mut hungry = scenario(map, "");
    hungry.until(NOTHING, |scenario| scenario.pickups().is_empty());
    assert!(hungry.monster("shambler").at.x < 7.5);
    let mut proud = scenario(&map.replace('s', "o"), "");
    proud.wait(6.0);
    assert_eq!(proud.pickups().len(), 1);
    let mut hidden = scenario("##############\n#@.#..nW..s..#\n##############", "");
    hidden.wait(6.0);
    assert!(hidden.pickups().len() == 1 && is_unaware(&mut hidden, "shambler"), "behind glass it is none");
}

#[test]
fn bait_lures_nobody_who_sees_his_foe() {
    let mut scenario = scenario("##############\n#@......z...n#\n##############", "");
    scenario.wait(2.0);
    assert!(scenario.monster("shambler").at.x < 7.5 && scenario.pickups().len() == 1);
}

#[test]
fn a_thrown_ration_is_heard_where_it_lands() {
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
    assert!(!is_unaware(&mut scenario, "officer"), "even one who does not eat it looks what it was");
}
