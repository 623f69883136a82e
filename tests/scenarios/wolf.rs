//! Maps of Wolfenstein 3D: drawn as text, encoded, read, converted, and played by the rules of the original.

use crate::{
    bot::bot_run_with,
    scenario::{FIRE, FORWARD, NOTHING, Scenario, turn},
    scenario_builder::file,
};
use bevy::{math::Vec2, prelude::With};
use engine::{DoorState, GameEvent, Health, Monster, MonsterState, Outcome, PushWallState, Rules, Start};
use level::{Level, Lock};
use std::sync::Arc;
use wolf_maps::{Game, PlaneMap, convert, write_gamemaps};

/// Numbers on both planes of the characters in drawings: `|` is a door that leads east and west, `-` one that leads
/// north and south, `g` and `s` are doors with the gold and the silver lock, `G` and `S` their keys.
const LEGEND: [(char, u16, u16); 14] = [
    ('#', 1, 0),
    ('.', 108, 0),
    ('@', 108, 20),
    ('|', 90, 0),
    ('-', 91, 0),
    ('g', 92, 0),
    ('s', 94, 0),
    ('G', 108, 43),
    ('S', 108, 44),
    ('%', 1, 98),
    ('L', 21, 0),
    ('!', 107, 0),
    ('E', 108, 99),
    ('x', 106, 0),
];

/// Draws a map, encodes it, reads it and converts it. `legend` adds characters.
fn imported(rows: &str, legend: &[(char, u16, u16)]) -> Arc<Level> {
    let rows: Vec<&str> = rows.split_whitespace().collect();
    let mut map = PlaneMap::new("Drawn", rows[0].len(), rows.len()).expect("a small map");
    for (cell, character) in rows.iter().flat_map(|row| row.chars()).enumerate() {
        let known = legend.iter().chain(&LEGEND).find(|(known, ..)| *known == character);
        let (_, wall, thing) = known.unwrap_or_else(|| panic!("'{character}' is not in the legend"));
        (map.planes[0][cell], map.planes[1][cell]) = (*wall, *thing);
    }
    let written = write_gamemaps(&[map]).expect("a small map");
    let files = [("MAPHEAD.WL6".to_owned(), written.head), ("GAMEMAPS.WL6".to_owned(), written.maps)];
    let game = Game::read("original.ron", file("assets/wolf/original.ron").as_bytes()).expect("a valid description");
    let game_data = campaign::game_data(&Rules::standard());
    let map = convert(&game, &files, None, &game_data).expect("valid files").remove(0);
    Arc::new(map.result.expect("a valid map").level)
}

/// Begins a run on a drawn map.
fn begun(rows: &str, legend: &[(char, u16, u16)]) -> Scenario {
    Scenario::begin(Start::on(imported(rows, legend)))
}

/// Lets the player shoot the only monster, ahead, which has one point of health.
fn shoot_dead(scenario: &mut Scenario) {
    let world = scenario.headless.world_mut();
    world.query_filtered::<&mut Health, With<Monster>>().single_mut(world).expect("one monster").0 = 1;
    scenario.tick(FIRE);
    scenario.within(1.0, NOTHING, |scenario| {
        matches!(scenario.monsters()[0].state, MonsterState::Dying | MonsterState::Dead)
    });
}

/// Lets the bot play a drawn map.
fn bot_outcome(rows: &str, legend: &[(char, u16, u16)]) -> Outcome {
    bot_run_with(&Start { skill: 1, ..Start::on(imported(rows, legend)) }, |_, _| {}).outcome
}

#[test]
fn wolf_doors_of_both_directions_open_and_close() {
    for (rows, degrees) in [("#######\n#.@|..#\n#######", 0.0), ("###\n#.#\n#@#\n#-#\n#.#\n#.#\n###", 90.0)] {
        let mut scenario = begun(rows, &[]);
        scenario.tick(turn(degrees));
        scenario.press_use().wait(1.5);
        assert_eq!(scenario.door().0, DoorState::Open, "{rows}");
        scenario.within(12.0, NOTHING, |scenario| scenario.door().0 == DoorState::Closed);
    }
}

#[test]
fn wolf_locks_open_only_with_their_own_keys() {
    for (door, key, other, lock) in [('g', 'G', 'S', Lock::A), ('s', 'S', 'G', Lock::B)] {
        let with = |key: char| {
            let mut scenario = begun(&format!("########\n#@{key}.{door}..#\n########"), &[]);
            scenario.for_seconds(2.5, FORWARD);
            (scenario.count(GameEvent::DoorRefuses(lock)) > 0, scenario.count(GameEvent::DoorOpens) > 0)
        };
        assert_eq!((with(key), with(other)), ((false, true), (true, false)), "{door}");
    }
}

#[test]
fn wolf_push_walls_move_two_cells() {
    let mut scenario = begun("########\n#@%....#\n########", &[]);
    scenario.press_use().wait(3.0);
    assert_eq!(scenario.push_wall(), (PushWallState::Done, (2.0, 0.0)));
}

#[test]
fn wolf_lifts_work_from_east_and_west_only() {
    let block = "#####\n#...#\n#.L.#\n#@..#\n#####";
    let used_from = |x: f32, y: f32, degrees: f32, rows: &str| {
        let mut scenario = begun(rows, &[]);
        scenario.put_player(x, y).tick(turn(degrees));
        scenario.press_use().wait(1.0).outcome()
    };
    assert_eq!(used_from(1.6, 2.5, 0.0, block), Outcome::Lift, "from the west");
    assert_eq!(used_from(2.5, 1.6, 90.0, block), Outcome::Running, "from the north");
    assert_eq!(used_from(2.5, 3.4, -90.0, block), Outcome::Running, "from the south");
    assert_eq!(used_from(2.6, 1.5, 0.0, "#####\n#@..L\n#####"), Outcome::Running, "it is out of reach");
    assert_eq!(used_from(1.4, 1.5, 180.0, "#####\nL.@.#\n#####"), Outcome::Lift, "from the east");
}

#[test]
fn wolf_floor_107_makes_a_lift_secret() {
    for (floor, outcome) in [('!', Outcome::SecretLift), ('.', Outcome::Lift)] {
        let mut scenario = begun(&format!("#####\n#@{floor}L#\n#####"), &[]);
        assert_eq!(scenario.for_seconds(0.4, FORWARD).press_use().wait(1.0).outcome(), outcome);
    }
}

#[test]
fn wolf_patrols_walk_in_eight_directions() {
    let turns = [('>', 90), ('/', 91), ('^', 92), ('`', 93), ('<', 94), (',', 95), ('v', 96), ('\\', 97), ('p', 112)];
    let legend = turns.map(|(character, number)| (character, 108, number));
    let map = "##########\n#..>p.\\..#\n#........#\n#/..##..v#\n#..####..#\n#^..##..,#\n#........#\n#..`..<..#
        ##########\n#@.......#\n##########";
    let mut scenario = begun(map, &legend);
    let corners = [(6.5, 1.5), (8.5, 3.5), (8.5, 5.5), (6.5, 7.5), (3.5, 7.5), (1.5, 5.5), (1.5, 3.5), (3.5, 1.5)];
    for corner in corners.map(Vec2::from) {
        scenario.until(NOTHING, |scenario| scenario.monsters()[0].at.distance(corner) < 0.15);
        assert_eq!(scenario.monsters()[0].state, MonsterState::Patrol);
    }
}

#[test]
fn wolf_guards_on_floor_106_are_deaf() {
    // A guard around the corner; both look away.
    let noticed = |floor: u16| {
        let mut scenario = begun("########\n#@.....#\n######.#\n#....w.#\n########", &[('w', floor, 110)]);
        scenario.tick(turn(180.0));
        scenario.tick(FIRE);
        scenario.wait(1.0).count_any(GameEvent::Notices)
    };
    assert_eq!((noticed(106), noticed(108)), (0, 1));
}

#[test]
fn wolf_guards_appear_by_skill() {
    let level =
        imported("########\n#@#abcd#\n########", &[('a', 108, 108), ('b', 108, 144), ('c', 108, 180), ('d', 108, 252)]);
    let count = |skill: u8| Scenario::begin(Start { skill, ..Start::on(Arc::clone(&level)) }).monsters().len();
    assert_eq!([1, 2, 3, 4].map(count), [1, 1, 2, 4]);
}

#[test]
fn wolf_episodes_end_where_the_player_steps_on_99() {
    let mut scenario = begun("#######\n#@..E.#\n#######", &[]);
    scenario.within(5.0, FORWARD, |scenario| scenario.outcome() == Outcome::Lift);
    assert!((4.0..4.9).contains(&scenario.player().0));
}

#[test]
fn wolf_bosses_end_the_episode_when_they_die() {
    for (number, outcome) in [(178, Outcome::Lift), (215, Outcome::Lift), (160, Outcome::Running)] {
        let mut scenario = begun("#########\n#@#....m#\n#########", &[('m', 108, number)]);
        // Nothing happens where it stands.
        scenario.put_player(6.5, 1.5).wait(0.1);
        assert_eq!(scenario.outcome(), Outcome::Running, "{number}");
        shoot_dead(&mut scenario);
        assert_eq!(scenario.wait(0.2).outcome(), outcome, "{number}");
    }
}

#[test]
fn wolf_bosses_with_a_key_drop_it_when_they_die() {
    for number in [197, 214] {
        let mut scenario = begun("#########\n#@#....m#\n#########", &[('m', 108, number)]);
        assert_eq!(scenario.put_player(4.5, 1.5).wait(0.2).pickups(), []);
        shoot_dead(&mut scenario);
        let pickups = scenario.wait(0.5).pickups();
        assert_eq!(pickups.len(), 1, "{pickups:?}");
        assert_eq!(pickups[0].1, Vec2::new(6.5, 1.5), "next to the boss's start");
        assert_eq!(scenario.outcome(), Outcome::Running);
    }
}

#[test]
fn bot_finishes_wolf_maps_that_can_be_finished() {
    let keys = "############\n#@..|.S#...#\n###.####.#.#\n#G..#..s.#.#\n###.#.##.#.#\n#...g....|.L\n############";
    assert_eq!(bot_outcome(keys, &[]), Outcome::Lift, "two keys and two locks");
    let secret = "#########\n#@...#..#\n#....%..#\n#....#..L\n#########";
    assert_eq!(bot_outcome(secret, &[]), Outcome::Lift, "the lift is behind a push-wall");
    let guarded = "###########\n#@........#\n#.........#\n#....w....L\n###########";
    assert_eq!(bot_outcome(guarded, &[('w', 106, 110)]), Outcome::Lift);
}
