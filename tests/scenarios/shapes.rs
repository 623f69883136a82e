//! Pillars, diagonals, glass and gratings: what they stop, and sliding along them.

use crate::scenario::{BACK, FIRE, FORWARD, NOTHING, Scenario, level, repaired, stray, turn};
use bevy::math::Vec2;
use engine::{GameEvent, Headless, MonsterState, Rules, Start};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use std::sync::Arc;

#[test]
fn player_slides_along_a_diagonal() {
    let mut scenario = Scenario::on("######\n#@..D#\n####.#\n####.#\n######");
    let mut last = scenario.player();
    for _ in 0..engine::ticks(2.5) {
        scenario.tick(FORWARD);
        let now = scenario.player();
        assert!(now.0 >= last.0 - 1e-3 && now.1 >= last.1 - 1e-3, "it went back from {last:?} to {now:?}");
        assert_eq!(scenario.stuck_body(), None);
        last = now;
    }
    assert!(last.1 > 1.9, "the diagonal led it down the map, to {last:?}");
}

#[test]
fn player_slides_around_a_pillar() {
    let mut scenario = Scenario::on("########\n#......#\n#.@.P..#\n#......#\n########");
    scenario.tick(turn(4.0));
    for _ in 0..engine::ticks(2.0) {
        scenario.tick(FORWARD);
        assert_eq!(scenario.stuck_body(), None);
    }
    assert!(scenario.player().0 > 5.5, "it is past the pillar, at {:?}", scenario.player());
}

#[test]
fn glass_stops_shots_but_not_sight() {
    let mut scenario = Scenario::on("#########\n#@..W..z#\n#########");
    scenario.wait(0.1);
    assert_eq!(scenario.count_any(GameEvent::Notices), 1);
    scenario.tick(FIRE);
    assert_eq!(scenario.count_any(GameEvent::MonsterHurt), 0);
    let impact = scenario.reports(GameEvent::Impact)[0];
    assert!(impact.at.abs_diff_eq(Vec2::new(4.49, 1.5), 1e-4), "a hair before the pane, not at {}", impact.at);
    assert!(impact.towards.abs_diff_eq(Vec2::X, 1e-6), "{}", impact.towards);
}

#[test]
fn grating_stops_bodies_but_not_sight_or_shots() {
    let mut scenario = Scenario::on("#########\n#@..G..z#\n#########");
    scenario.wait(0.1).tick(FIRE);
    assert_eq!(scenario.count_any(GameEvent::Notices), 1);
    assert_eq!(scenario.count_any(GameEvent::MonsterHurt), 1);
    assert_eq!(scenario.reports_any(GameEvent::MonsterHurt)[0].towards.x, 1.0);
    let (x, _) = scenario.for_seconds(2.0, FORWARD).player();
    assert!((4.2..4.26).contains(&x), "the bars stopped it at {x}");
}

#[test]
fn pillars_and_diagonals_stop_shots_and_sight() {
    let mut pillar = Scenario::on("#########\n#@..P..z#\n#########");
    pillar.wait(0.5).tick(FIRE);
    assert_eq!((pillar.count_any(GameEvent::Notices), pillar.count_any(GameEvent::MonsterHurt)), (0, 0));
    let at = pillar.reports(GameEvent::Impact)[0].at;
    assert!((at.x - 4.19).abs() < 1e-3, "the pillar begins at 4.2, the mark is at {at}");

    let mut slant = Scenario::on("######\n#@..D#\n####.#\n######");
    slant.tick(FIRE);
    let at = slant.reports(GameEvent::Impact)[0].at;
    assert!((at.x - 4.49).abs() < 1e-3, "in the middle of its row the diagonal is at 4.5, the mark is at {at}");
}

#[test]
fn monster_does_not_claw_through_glass() {
    let mut scenario = Scenario::on("########\n#@.W..z#\n########");
    scenario.for_seconds(1.0, FORWARD).wait(6.0);
    let (state, (x, _)) = scenario.undead()[0];
    assert_eq!(state, MonsterState::Chase);
    assert!((3.85..4.0).contains(&x), "it is at the glass, at {x}");
    assert_eq!((scenario.health(), scenario.count_any(GameEvent::Notices)), (100, 1));
}

#[test]
fn monster_takes_a_detour_around_glass() {
    let mut scenario = Scenario::on(
        "#########
         #.@.W..z#
         #.####..#
         #.......#
         #########",
    );
    // The player is so close to the glass that both are in the same cell.
    scenario.for_seconds(1.0, FORWARD).until(NOTHING, |scenario| scenario.health() < 100);
    assert!(scenario.undead()[0].1.0 < 4.5, "it came around to the player's side");
}

#[test]
fn monster_cuts_a_diagonal_corner_but_avoids_pillar_gaps() {
    let mut scenario = Scenario::on(
        "##########
         #D......z#
         #.######P#
         #.######.#
         #@.......#
         ##########",
    );
    scenario.tick(turn(-90.0));
    scenario.until(FORWARD, |scenario| scenario.count_any(GameEvent::Notices) == 1);
    scenario.until(BACK, |scenario| scenario.player().1 > 4.6);
    scenario.until(NOTHING, |scenario| scenario.health() < 100);
    assert_eq!(scenario.stuck_body(), None);
}

#[test]
fn use_reaches_a_door_past_a_shape_in_the_same_cell() {
    let mut scenario = Scenario::on("######\n#D+..#\n#@####\n######");
    scenario.tick(turn(-90.0));
    scenario.for_seconds(1.0, FORWARD).tick(turn(90.0));
    assert!(scenario.player().1 < 2.0, "the player is in the cell of the diagonal, at {:?}", scenario.player());
    assert_eq!(scenario.press_use().count(GameEvent::DoorOpens), 1);
}

/// Returns a random map with every shape: a maze with many doors and other gaps, and some missing posts.
fn jumble(chance: &mut Pcg32) -> String {
    let (width, height) = (15, 11);
    let mut cell = |x: usize, y: usize| {
        let choice: &[u8] = match (x % 2, y % 2) {
            _ if x == 0 || y == 0 || x + 1 == width || y + 1 == height => b"#",
            (0, 0) => b"###.",
            (1, 1) => b".......DDDDPza",
            _ => b"......##%%%++WGBBB",
        };
        char::from(choice[chance.random_range(0..choice.len())])
    };
    let mut map: Vec<Vec<char>> = (0..height).map(|y| (0..width).map(|x| cell(x, y)).collect()).collect();
    map[5][7] = '@';
    repaired(map)
}

#[test]
fn bodies_never_get_into_solid_shapes() {
    let mut chance = Pcg32::seed_from_u64(11);
    let (mut swung, mut pushed) = (0, 0);
    for number in 0..20 {
        let map = jumble(&mut chance);
        let mut scenario = Scenario::on(&map);
        let mut intent = NOTHING;
        for tick in 0..1200 {
            intent = stray(&mut chance, intent, 0.05);
            scenario.tick(intent);
            let stuck = scenario.stuck_body();
            assert_eq!(stuck, None, "map {number}, tick {tick}:\n{map}");
        }
        swung += scenario.count(GameEvent::DoorOpens);
        pushed += scenario.count(GameEvent::PushWallMoves);
    }
    assert!(swung > 25 && pushed > 2, "only {swung} doors and {pushed} walls were moved");
}

#[test]
fn restored_run_with_all_shapes_is_identical() {
    let mut chance = Pcg32::seed_from_u64(12);
    for _ in 0..15 {
        let map = jumble(&mut chance);
        let start = Start::on(level(&map));
        let mut run = Headless::begin(&start);
        let stop = chance.random_range(0..600);
        let mut intent = NOTHING;
        let mut next = || {
            intent = stray(&mut chance, intent, 0.05);
            intent
        };
        for _ in 0..stop {
            run.tick(next());
        }
        let mut restored =
            Headless::restore(&run.snapshot(), Arc::clone(&start.level), &Rules::standard()).expect("its own level");
        assert_eq!(restored.snapshot(), run.snapshot());
        for tick in 0..400 {
            let intent = next();
            run.tick(intent);
            restored.tick(intent);
            if tick % 10 == 9 {
                let same = restored.snapshot().hash() == run.snapshot().hash();
                assert!(same, "stopped at {stop}, {tick} later:\n{map}");
            }
        }
    }
}
