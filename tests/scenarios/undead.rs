//! The undead: they see, chase, strike, are hurt, die and stay as corpses.

use crate::scenario::{BACK, FIRE, FORWARD, NOTHING, Scenario, turn};
use bevy::math::ops;
use engine::{GameEvent, Intent, Loadout, MonsterState, Outcome};

#[test]
fn one_that_sees_the_player_comes_for_him() {
    let mut scenario = Scenario::on("############\n#@........z#\n############");
    scenario.wait(0.1);
    assert_eq!(scenario.undead()[0].0, MonsterState::Alert);
    assert_eq!(scenario.count_any(GameEvent::Notices), 1);
    scenario.wait(0.4);
    assert_eq!(scenario.undead()[0].0, MonsterState::Chase);
    let (_, (x, _)) = scenario.wait(3.0).undead()[0];
    assert!((6.0..8.0).contains(&x), "after three seconds it is at {x}");
}

#[test]
fn one_that_looks_away_or_stands_behind_a_wall_sees_nothing() {
    let mut away = Scenario::on("############\n#@........Z#\n############");
    assert_eq!(away.wait(3.0).undead()[0].0, MonsterState::Idle);
    let mut wall = Scenario::on("############\n#@..#.....z#\n#...#......#\n############");
    assert_eq!(wall.wait(3.0).undead()[0].0, MonsterState::Idle);
    let mut door = Scenario::on("############\n#@..+.....z#\n############");
    assert_eq!(door.wait(3.0).undead()[0].0, MonsterState::Idle);
}

#[test]
fn one_that_looks_away_notices_who_comes_close() {
    let mut scenario = Scenario::on("############\n#@........Z#\n############");
    scenario.for_seconds(3.0, FORWARD);
    assert_eq!(scenario.count_any(GameEvent::Notices), 1);
}

#[test]
fn one_that_is_shot_from_behind_turns_round() {
    let mut scenario = Scenario::on("############\n#@........Z#\n############");
    scenario.tick(FIRE);
    scenario.wait(2.0);
    assert!(scenario.undead()[0].1.0 < 10.0);
}

#[test]
fn it_goes_round_corners_to_where_it_last_saw_the_player() {
    let mut scenario = Scenario::on(
        "##########
         #.......z#
         #@######.#
         #.######.#
         #........#
         ##########",
    );
    scenario.tick(turn(-90.0));
    // Up into its sight, then back down round the corner.
    scenario.for_seconds(0.6, FORWARD).for_seconds(1.5, BACK);
    assert_eq!(scenario.count_any(GameEvent::Notices), 1);
    let health = scenario.health();
    scenario.wait(9.0);
    assert!(scenario.health() < health, "it found the player round the corner");
}

#[test]
fn it_strikes_who_is_in_reach_until_he_is_dead() {
    let mut scenario = Scenario::on("########\n#@..z..#\n########");
    scenario.wait(3.0);
    let health = scenario.health();
    assert!(health < 100, "it has struck");
    assert!(health > 50, "but it takes its time");
    scenario.wait(20.0);
    assert_eq!(scenario.outcome(), Outcome::Dead);
    assert_eq!(scenario.count_any(GameEvent::PlayerDies), 1);
    let strikes = scenario.count_any(GameEvent::Strikes);
    assert_eq!(scenario.wait(2.0).count_any(GameEvent::Strikes), strikes, "the dead are left alone");
}

#[test]
fn stepping_back_in_time_avoids_the_claws() {
    let mut scenario = Scenario::on("###########\n#....@.z..#\n###########");
    scenario.until(NOTHING, |scenario| scenario.undead()[0].0 == MonsterState::Attack).for_seconds(0.4, BACK);
    assert_eq!(scenario.count_any(GameEvent::Strikes), 1);
    assert_eq!(scenario.health(), 100);
}

#[test]
fn claws_that_are_on_the_way_do_not_reach_through_a_shut_door() {
    let mut scenario = Scenario::on("#########\n#..+@z..#\n#########");
    scenario.until(NOTHING, |scenario| scenario.undead()[0].0 == MonsterState::Attack);
    // Now the door stands between them, with less than the reach of the claws from one to the other.
    scenario.place(3.04, 4.01).wait(0.4);
    assert_eq!(scenario.count_any(GameEvent::Strikes), 1);
    assert_eq!(scenario.health(), 100);
}

#[test]
fn a_shut_door_protects_from_claws_until_it_opens() {
    let mut scenario = Scenario::on("########\n#@+z...#\n########");
    scenario.wait(3.0);
    assert_eq!(scenario.health(), 100);
    scenario.press_use().wait(3.0);
    assert!(scenario.health() < 100);
}

#[test]
fn a_hit_stuns_and_death_leaves_a_corpse_that_blocks_nobody() {
    let mut scenario = Scenario::on("##########\n#@....z..#\n##########");
    scenario.tick(FIRE);
    assert_eq!(scenario.undead()[0].0, MonsterState::Hurt);
    let (_, hit) = scenario.undead()[0];
    scenario.wait(0.2);
    assert_eq!(scenario.undead()[0].1, hit, "it reels on the spot");
    scenario.for_seconds(3.0, FIRE);
    let (state, corpse) = scenario.undead()[0];
    assert_eq!(state, MonsterState::Dead);
    let (x, _) = scenario.for_seconds(3.0, FORWARD).player();
    assert!(x > corpse.0 + 0.5, "the player walked over it");
    assert_eq!(scenario.undead()[0], (MonsterState::Dead, corpse));
}

#[test]
fn bodies_push_each_other_aside_and_no_one_into_a_wall() {
    let mut scenario = Scenario::with(
        "##########
         #......z.#
         #@....zzz#
         #......z.#
         ##########",
        Loadout::with_pistol(100, 0),
    );
    for _ in 0..80 {
        scenario.wait(0.1);
        for ((x, y), radius) in scenario.bodies() {
            let free = radius - 1e-3;
            assert!((1.0 + free..9.0 - free).contains(&x) && (1.0 + free..4.0 - free).contains(&y), "at {x}, {y}");
        }
    }
    let bodies = scenario.bodies();
    for (number, ((x, y), radius)) in bodies.iter().enumerate() {
        for ((other_x, other_y), other_radius) in &bodies[number + 1..] {
            let apart = ops::hypot(x - other_x, y - other_y);
            assert!(apart > 0.8 * (radius + other_radius), "{apart} apart");
        }
    }
}

#[test]
fn a_new_start_after_death_is_as_the_first() {
    let map = "########\n#@..z..#\n########";
    let mut scenario = Scenario::on(map);
    let first = scenario.headless.snapshot();
    scenario.wait(30.0);
    assert_eq!(scenario.outcome(), Outcome::Dead);
    let start = engine::Start::on(crate::scenario::level(map));
    engine::begin(scenario.headless.world_mut(), &start);
    assert_eq!(scenario.headless.snapshot(), first);
}

#[test]
fn two_that_meet_head_on_where_both_must_turn_do_not_hold_each_other_off() {
    let mut scenario = Scenario::on(
        "###########
         #Z...@...z#
         #####.#####
         #####.#####
         #####.#####
         #####....##
         ###########",
    );
    // Both see the player; he runs down the passage between them and hides round the corner.
    scenario.wait(0.1).tick(turn(90.0));
    scenario.for_seconds(1.5, Intent { run: true, ..FORWARD }).tick(turn(-90.0));
    scenario.for_seconds(1.0, FORWARD);
    assert_eq!(scenario.count_any(GameEvent::Notices), 2);
    scenario.until(NOTHING, |scenario| scenario.undead().iter().all(|(_, at)| at.1 > 2.0));
}

#[test]
fn a_crowd_follows_through_a_passage() {
    let mut scenario = Scenario::with(
        "############
         #......zzz.#
         #.@........#
         #......zz..#
         #.####.....#
         #.#..#.....#
         #.####.....#
         #..........#
         ############",
        Loadout::with_pistol(100, 0),
    );
    // All five see the player; he hides in the passage down the left side, and they come after him.
    scenario.for_seconds(0.5, Intent { strafe: 1.0, ..BACK }).for_seconds(1.0, Intent { strafe: 1.0, ..NOTHING });
    assert!(scenario.player().1 > 4.0);
    scenario.until(NOTHING, |scenario| scenario.outcome() == Outcome::Dead);
    let (x, y) = scenario.player();
    for (_, at) in scenario.undead() {
        assert!(ops::hypot(at.0 - x, at.1 - y) < 4.0, "one was left behind at {at:?}, the player died at {x}, {y}");
    }
}
