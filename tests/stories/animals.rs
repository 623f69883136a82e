//! The ship's animals: what lures them, what they run from, and what they are good for.

use crate::setting::Setting;
use crate::story::{FIRE, FORWARD, NOTHING, Story, armed};
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

fn story(map: &str, fields: &str) -> Story {
    Story::in_words(map, ANIMALS, fields)
}

/// A player with rations in his hand.
fn with_rations(map: &str, rations: u64, fields: &str) -> Story {
    let level = Story::level_in_words(map, ANIMALS, fields);
    Story::begin(Start { loadout: armed(&["ration bag"], &[("rations", rations)]), ..Start::on(level) })
}

/// Throws one, and waits until it lies there.
fn throw(story: &mut Story) {
    story.tick(FIRE);
    story.wait(1.5);
}

/// True if the only creature of a kind suspects nothing.
fn is_unaware(story: &mut Story, kind: &str) -> bool {
    story.monster(kind).state.is_unaware()
}

#[test]
fn a_ration_flies_lands_and_lies_and_can_be_taken_again() {
    let mut story = with_rations("############\n#@.........#\n############", 2, "");
    throw(&mut story);
    assert_eq!(story.has("rations"), 1);
    let lies = story.pickups();
    assert!(matches!(&lies[..], [(name, at)] if name == "ration" && at.x > 4.5 && at.x < 8.0), "{lies:?}");
    assert_eq!(story.projectiles(), []);
    let bag = Rules::standard().weapon("ration bag").unwrap();
    assert_eq!(story.count(GameEvent::ProjectileHits(WeaponId(bag))), 1, "its landing is heard");
    let at = lies[0].1;
    story.put_player(at.x, at.y).wait(0.1);
    assert_eq!((story.has("rations"), story.pickups().len()), (2, 0));
}

#[test]
fn a_ration_that_meets_something_lies_before_it_and_breaks_and_hurts_nothing() {
    let mut story = with_rations("########\n#@.W...#\n########", 3, "");
    throw(&mut story);
    let at = story.pickups()[0].1;
    assert!(at.x < 3.0 && at.x > 2.5, "beside the pane's cell, where one gets at it: {at}");
    assert_eq!(story.headless.world().resource::<engine::Hull>().cells().count(), 0, "the pane is whole");
    let mut story = with_rations("########\n#@..o..#\n########", 3, "");
    let before = story.healths()[0];
    throw(&mut story);
    assert_eq!(story.healths()[0], before);
    assert_eq!(story.pickups().len(), 1);
}

#[test]
fn a_ration_lies_there_after_a_save_in_mid_flight() {
    let mut story = with_rations("############\n#@.........#\n############", 1, "");
    story.tick(FIRE);
    story.wait(0.2);
    assert_eq!(story.projectiles().len(), 1);
    let mut restored = story.restored();
    for _ in 0..200 {
        restored.tick(NOTHING);
        story.tick(NOTHING);
    }
    assert_eq!(restored.snapshot().hash(), story.headless.snapshot().hash());
    assert_eq!(story.pickups().len(), 1);
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
    let open = |story: &mut Story| {
        let mut doors = story.headless.world_mut().query::<&engine::Door>();
        doors.iter(story.headless.world()).filter(|door| door.state() != DoorState::Closed).count()
    };
    let mut quiet = story(map, door);
    quiet.put_player(4.5, 4.5).wait(5.0);
    assert_eq!(open(&mut quiet), 0, "it has no reason to go there");
    for bait in ["_.n.", "_.N."] {
        let mut story = story(&map.replace("_...", bait), door);
        story.wait(5.0);
        assert_eq!(open(&mut story), 1);
        assert!(story.pickups().is_empty(), "and it has eaten");
    }
}

#[test]
fn two_monkeys_share_no_banana_and_one_that_is_gone_lures_nobody() {
    let mut story = story("############\n#@.#k..N..k#\n############", "");
    story.wait(4.0);
    assert!(story.pickups().is_empty());
    let before: Vec<_> = story.monsters().iter().map(|monkey| monkey.at).collect();
    story.wait(3.0);
    for (monkey, at) in story.monsters().iter().zip(before) {
        assert!(monkey.at.distance(at) < 1.0, "it runs after nothing");
    }
}

#[test]
fn a_banana_that_the_player_takes_is_gone_for_the_monkey_that_runs_to_it() {
    let mut story = story("##############\n#.@N.......k.#\n##############", "");
    story.wait(0.5).put_player(3.5, 1.5).wait(0.5);
    assert!(story.pickups().is_empty() && story.has("rations") > 0);
    story.wait(2.0);
    assert!(story.monster("monkey").at.x > 5.0, "it comes no nearer than it dares to");
}

#[test]
fn of_a_monkey_and_a_player_at_one_banana_only_one_has_it() {
    let mut story = story("######\n#@.Nk#\n######", "");
    let at = story.pickups()[0].1;
    story.put_monster(0, at.x + 0.4, at.y).put_player(at.x - 0.4, at.y).wait(1.0);
    let rations = story.has("rations");
    assert!(story.pickups().is_empty() && rations <= 1, "{rations}");
}

#[test]
fn the_fox_hunts_chickens_and_runs_from_the_undead_and_cries() {
    let mut hunt = story("##############\n#@.#f......c.#\n##############", "");
    hunt.until(NOTHING, |story| story.healths()[1] <= 0 || story.healths()[0] <= 0);
    assert_eq!(hunt.headless.run().kills, 0, "no kill of the player's");
    let mut flight = story("##############\n#@.#...f.z...#\n##############", "");
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
    let mut story = story("####################\n#@.#..c.f..........#\n####################", "");
    story.wait(0.6);
    assert!(story.monster("chicken").at.x < 6.0);
}

#[test]
fn the_robot_opens_the_doors_of_its_beat_for_whoever_follows() {
    let mut story = story("##############\n#@.#r...b....#\n##############", "");
    story.put_player(7.4, 1.5).press_use();
    assert!(story.count(GameEvent::DoorRefuses(Lock::A)) > 0, "it is locked");
    story.put_player(1.5, 1.5).until(NOTHING, |story| story.door().0 != DoorState::Closed);
    story.until(NOTHING, |story| story.monster("robot").at.x > 11.0);
    story.until(NOTHING, |story| story.monster("robot").at.x < 6.0);
    let mut doors = story.headless.world_mut().query::<&engine::Door>();
    assert_eq!(doors.single(story.headless.world()).unwrap().lock(), Some(Lock::A), "it is locked still");
    story.until(NOTHING, |story| story.monster("robot").at.x > 9.3);
    story.put_player(7.0, 1.5).until(FORWARD, |story| story.player().0 > 9.5);
}

#[test]
fn a_locked_door_stays_shut_for_those_without_its_key() {
    let mut story = story("############\n#@.#k...b..#\n############", "");
    story.put_monster(0, 7.6, 1.5).wait(1.0);
    assert_eq!(story.door().0, DoorState::Closed);
}

#[test]
fn the_robot_clears_the_dead_away_and_leaves_those_that_rise() {
    let mut story = story("#############\n#@...Z..r...#\n#############", "");
    story.until(FIRE, |story| story.monster("shambler").health <= 0);
    story.until(NOTHING, |story| story.monsters().len() == 1);
    assert_eq!(story.monsters()[0].kind, "robot");
    assert_eq!(story.headless.run().kills, 1);
    let mut rises = Setting::on("#############\n#@...d..x...#\n#############")
        .legend("'x': (monster: \"robot\"),")
        .change(|rules| {
            let dummy = usize::from(rules.kind("dummy").unwrap());
            (rules.monsters[dummy].1.health, rules.monsters[dummy].1.rises) = (1, 2400);
        })
        .begin();
    rises.until(FIRE, |story| story.monster("dummy").health <= 0);
    rises.wait(6.0);
    assert_eq!(rises.monsters().len(), 2);
}

#[test]
fn a_robot_in_a_closet_has_no_beat_and_stands() {
    let mut story = story("#######\n#@.#r##\n#######", "");
    story.wait(3.0);
    let robot = story.monster("robot");
    assert_eq!(robot.at.to_array(), [4.5, 1.5]);
    assert_eq!(story.headless.world().resource::<engine::Scripts>().first_mistake(), None);
}

#[test]
fn the_minotaur_goes_where_a_light_comes_on_and_strikes_whom_it_sees() {
    let map = "##################\n#@_#lllgggggggg.m#\n##################".replace('.', "g");
    let mut story = story(&map, "triggers: [(at: \"plate\", on: Step, do: [Light(\"hall\", 1.0)])]");
    story.wait(3.0);
    assert!(story.monster("minotaur").at.x > 14.0, "it is dark, and it waits");
    story.put_player(2.5, 1.5).wait(5.0);
    assert!(story.monster("minotaur").at.x < 8.0);
    let at = story.monster("minotaur").at;
    story.put_player(at.x + 1.2, at.y);
    let before = story.health();
    story.until(NOTHING, |story| story.health() < before);
    assert_eq!(story.headless.world().resource::<engine::Scripts>().first_mistake(), None);
}

#[test]
fn the_minotaur_tires_of_its_charge_and_pants_before_the_next() {
    let mut story = story("######\n#@.m.#\n######", "");
    let mut blows = Vec::new();
    for tick in 0..ticks(12.0) {
        let before = story.health();
        story.tick(NOTHING);
        if story.health() < before {
            blows.push(tick);
            let world = story.headless.world_mut();
            world.query_filtered::<&mut Health, With<Player>>().single_mut(world).expect("one player").0 = 100;
        }
    }
    let longest = blows.windows(2).map(|pair| pair[1] - pair[0]).max().expect("it strikes more than once");
    let shortest = blows.windows(2).map(|pair| pair[1] - pair[0]).min().expect("it strikes more than once");
    assert!(longest >= ticks(2.5) && shortest < ticks(1.5), "{blows:?}");
}

#[test]
fn only_those_who_are_after_the_player_count_among_the_undead() {
    let story = story("##########\n#@#mkfcrz#\n##########", "");
    assert_eq!(story.headless.run().monsters, 2);
}

#[test]
fn the_hungry_undead_go_to_bait_that_they_see_and_eat_it_and_others_do_not() {
    // He looks the other way, and the bait lies behind him.
    let map = "##############\n#@.#..n...s..#\n##############";
    let mut hungry = story(map, "");
    hungry.until(NOTHING, |story| story.pickups().is_empty());
    assert!(hungry.monster("shambler").at.x < 7.5);
    let mut proud = story(&map.replace('s', "o"), "");
    proud.wait(6.0);
    assert_eq!(proud.pickups().len(), 1);
    let mut hidden = story("##############\n#@.#..nW..s..#\n##############", "");
    hidden.wait(6.0);
    assert!(hidden.pickups().len() == 1 && is_unaware(&mut hidden, "shambler"), "behind glass it is none");
}

#[test]
fn bait_lures_nobody_who_sees_his_foe() {
    let mut story = story("##############\n#@......z...n#\n##############", "");
    story.wait(2.0);
    assert!(story.monster("shambler").at.x < 7.5 && story.pickups().len() == 1);
}

#[test]
fn a_thrown_ration_is_heard_where_it_lands() {
    let map = "
        ###########
        #@........#
        ######.####
        #.......o.#
        ###########";
    let mut story = with_rations(map, 1, "");
    assert!(is_unaware(&mut story, "officer"));
    throw(&mut story);
    story.until(NOTHING, |story| story.monster("officer").state != MonsterState::Alert);
    assert!(!is_unaware(&mut story, "officer"), "even one who does not eat it looks what it was");
}
