//! Pillars, diagonals, glass and gratings: what they stop, and what slides along them.

use crate::scenario::{BACK, FIRE, FORWARD, NOTHING, Scenario, level, repaired, turn};
use engine::{GameEvent, Headless, Intent, MonsterState, Rules, Start};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use std::sync::Arc;

#[test]
fn the_player_slides_along_a_diagonal_round_the_corner() {
    let mut scenario = Scenario::on("######\n#@..D#\n####.#\n####.#\n######");
    let mut last = scenario.player();
    for _ in 0..engine::ticks(2.5) {
        scenario.tick(FORWARD);
        let now = scenario.player();
        assert!(now.0 >= last.0 - 1e-3 && now.1 >= last.1 - 1e-3, "it went back from {last:?} to {now:?}");
        assert_eq!(scenario.stuck_body(), None);
        last = now;
    }
    assert!(last.1 > 1.9, "the slant led it down the map, to {last:?}");
}

#[test]
fn the_player_slides_round_a_pillar() {
    let mut scenario = Scenario::on("########\n#......#\n#.@.P..#\n#......#\n########");
    scenario.tick(turn(4.0));
    for _ in 0..engine::ticks(2.0) {
        scenario.tick(FORWARD);
        assert_eq!(scenario.stuck_body(), None);
    }
    assert!(scenario.player().0 > 5.5, "it is past the pillar, at {:?}", scenario.player());
}

#[test]
fn glass_stops_a_shot_but_not_the_eye() {
    let mut scenario = Scenario::on("#########\n#@..W..z#\n#########");
    scenario.wait(0.1);
    assert_eq!(scenario.count_any(GameEvent::Notices), 1);
    scenario.tick(FIRE);
    assert_eq!(scenario.count_any(GameEvent::MonsterHurt), 0);
    let impact = scenario.reports(GameEvent::Impact)[0];
    assert!((impact.at.x - 4.49).abs() < 1e-4 && impact.at.y == 1.5, "a hair before the pane, not at {}", impact.at);
    assert_eq!((impact.towards.x, impact.towards.y), (1.0, 0.0));
}

#[test]
fn a_grating_lets_sight_and_shots_pass_and_nobody() {
    let mut scenario = Scenario::on("#########\n#@..G..z#\n#########");
    scenario.wait(0.1).tick(FIRE);
    assert_eq!(scenario.count_any(GameEvent::Notices), 1);
    assert_eq!(scenario.count_any(GameEvent::MonsterHurt), 1);
    assert_eq!(scenario.reports_any(GameEvent::MonsterHurt)[0].towards.x, 1.0);
    let (x, _) = scenario.for_seconds(2.0, FORWARD).player();
    assert!((4.2..4.26).contains(&x), "the bars stopped it at {x}");
}

#[test]
fn pillars_and_diagonals_stop_shots_where_they_are_and_hide_what_is_behind() {
    let mut pillar = Scenario::on("#########\n#@..P..z#\n#########");
    pillar.wait(0.5).tick(FIRE);
    assert_eq!((pillar.count_any(GameEvent::Notices), pillar.count_any(GameEvent::MonsterHurt)), (0, 0));
    let at = pillar.reports(GameEvent::Impact)[0].at;
    assert!((at.x - 4.19).abs() < 1e-3, "the pillar begins at 4.2, the mark is at {at}");

    let mut slant = Scenario::on("######\n#@..D#\n####.#\n######");
    slant.tick(FIRE);
    let at = slant.reports(GameEvent::Impact)[0].at;
    assert!((at.x - 4.49).abs() < 1e-3, "in the middle of its row the slant is at 4.5, the mark is at {at}");
}

#[test]
fn an_undead_presses_against_the_glass_and_claws_at_nobody_behind_it() {
    let mut scenario = Scenario::on("########\n#@.W..z#\n########");
    scenario.for_seconds(1.0, FORWARD).wait(6.0);
    let (state, (x, _)) = scenario.undead()[0];
    assert_eq!(state, MonsterState::Chase);
    assert!((3.85..4.0).contains(&x), "it stands at the glass, at {x}");
    assert_eq!((scenario.health(), scenario.count_any(GameEvent::Notices)), (100, 1));
}

#[test]
fn an_undead_goes_the_long_way_to_the_one_behind_the_glass() {
    let mut scenario = Scenario::on(
        "#########
         #.@.W..z#
         #.####..#
         #.......#
         #########",
    );
    // The player stands so near the glass that he is in its very cell.
    scenario.for_seconds(1.0, FORWARD).until(NOTHING, |scenario| scenario.health() < 100);
    assert!(scenario.undead()[0].1.0 < 4.5, "it came round to his side");
}

#[test]
fn an_undead_takes_the_corner_that_a_diagonal_cuts_off_and_not_the_gap_beside_a_pillar() {
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
fn the_hand_reaches_the_door_past_what_stands_in_its_own_cell() {
    let mut scenario = Scenario::on("######\n#D+..#\n#@####\n######");
    scenario.tick(turn(-90.0));
    scenario.for_seconds(1.0, FORWARD).tick(turn(90.0));
    assert!(scenario.player().1 < 2.0, "he is in the cell of the diagonal, at {:?}", scenario.player());
    assert_eq!(scenario.press_use().count(GameEvent::DoorOpens), 1);
}

/// A random map in which every shape stands somewhere: a maze with many doors and other gaps, and some posts missing.
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

/// What somebody wants who runs about without sense.
fn stray(chance: &mut Pcg32, last: Intent) -> Intent {
    if chance.random_range(0..20) > 0 {
        return Intent { use_: false, ..last };
    }
    Intent {
        forward: chance.random_range(-0.5..2.0),
        strafe: chance.random_range(-1.0..1.0),
        turn: if chance.random_bool(0.3) { chance.random_range(-0.1..0.1) } else { 0.0 },
        run: chance.random_bool(0.5),
        fire: chance.random_bool(0.05),
        use_: chance.random_bool(0.5),
        weapon: None,
        board: None,
        jump: false,
        walk_to: None,
    }
}

#[test]
fn on_no_map_does_a_body_get_into_anything_solid() {
    let mut chance = Pcg32::seed_from_u64(11);
    let (mut swung, mut pushed) = (0, 0);
    for number in 0..20 {
        let map = jumble(&mut chance);
        let mut scenario = Scenario::on(&map);
        let mut intent = NOTHING;
        for tick in 0..1200 {
            intent = stray(&mut chance, intent);
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
fn a_run_among_all_shapes_goes_on_from_a_snapshot_as_if_it_had_never_stopped() {
    let mut chance = Pcg32::seed_from_u64(12);
    for _ in 0..15 {
        let map = jumble(&mut chance);
        let start = Start::on(level(&map));
        let mut run = Headless::begin(&start);
        let stop = chance.random_range(0..600);
        let mut intent = NOTHING;
        let mut next = || {
            intent = stray(&mut chance, intent);
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
