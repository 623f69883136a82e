//! Monsters: they see, chase, attack, get hurt, die and stay as corpses.

use crate::scenario::{BACK, FIRE, FORWARD, NOTHING, Scenario, turn};
use bevy::math::ops;
use engine::{GameEvent, Intent, Loadout, MonsterState, Outcome};

#[test]
fn monster_chases_a_visible_player() {
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
fn monster_does_not_see_behind_itself_or_walls() {
    let mut away = Scenario::on("############\n#@........Z#\n############");
    assert_eq!(away.wait(3.0).undead()[0].0, MonsterState::Idle);
    let mut wall = Scenario::on("############\n#@..#.....z#\n#...#......#\n############");
    assert_eq!(wall.wait(3.0).undead()[0].0, MonsterState::Idle);
    let mut door = Scenario::on("############\n#@..+.....z#\n############");
    assert_eq!(door.wait(3.0).undead()[0].0, MonsterState::Idle);
}

#[test]
fn monster_notices_a_close_player_behind_it() {
    let mut scenario = Scenario::on("############\n#@........Z#\n############");
    scenario.for_seconds(3.0, FORWARD);
    assert_eq!(scenario.count_any(GameEvent::Notices), 1);
}

#[test]
fn monster_turns_to_a_shot_from_behind() {
    let mut scenario = Scenario::on("############\n#@........Z#\n############");
    scenario.tick(FIRE);
    scenario.wait(2.0);
    assert!(scenario.undead()[0].1.0 < 10.0);
}

#[test]
fn monster_goes_to_the_last_known_position() {
    let mut scenario = Scenario::on(
        "##########
         #.......z#
         #@######.#
         #.######.#
         #........#
         ##########",
    );
    scenario.tick(turn(-90.0));
    // Up into its sight, then back down around the corner.
    scenario.for_seconds(0.6, FORWARD).for_seconds(1.5, BACK);
    assert_eq!(scenario.count_any(GameEvent::Notices), 1);
    let health = scenario.health();
    scenario.wait(9.0);
    assert!(scenario.health() < health, "it found the player around the corner");
}

#[test]
fn monster_attacks_in_reach_until_the_player_is_dead() {
    let mut scenario = Scenario::on("########\n#@..z..#\n########");
    scenario.wait(3.0);
    let health = scenario.health();
    assert!(health < 100, "it has struck");
    assert!(health > 50, "but it takes its time");
    scenario.wait(20.0);
    assert_eq!(scenario.outcome(), Outcome::Dead);
    assert_eq!(scenario.count_any(GameEvent::PlayerDies), 1);
    let strikes = scenario.count_any(GameEvent::Strikes);
    assert_eq!(scenario.wait(2.0).count_any(GameEvent::Strikes), strikes, "dead players are not attacked");
}

#[test]
fn player_avoids_claws_by_stepping_back_in_time() {
    let mut scenario = Scenario::on("###########\n#....@.z..#\n###########");
    scenario.until(NOTHING, |scenario| scenario.undead()[0].0 == MonsterState::Attack).for_seconds(0.4, BACK);
    assert_eq!(scenario.count_any(GameEvent::Strikes), 1);
    assert_eq!(scenario.health(), 100);
}

#[test]
fn claws_do_not_reach_through_a_door_that_has_closed() {
    let mut scenario = Scenario::on("#########\n#..+@z..#\n#########");
    scenario.until(NOTHING, |scenario| scenario.undead()[0].0 == MonsterState::Attack);
    // Now the door is between them, and their distance is less than the reach of the claws.
    scenario.place(3.04, 4.01).wait(0.4);
    assert_eq!(scenario.count_any(GameEvent::Strikes), 1);
    assert_eq!(scenario.health(), 100);
}

#[test]
fn closed_door_protects_from_claws() {
    let mut scenario = Scenario::on("########\n#@+z...#\n########");
    scenario.wait(3.0);
    assert_eq!(scenario.health(), 100);
    scenario.press_use().wait(3.0);
    assert!(scenario.health() < 100);
}

#[test]
fn corpse_of_a_monster_does_not_block() {
    let mut scenario = Scenario::on("##########\n#@....z..#\n##########");
    scenario.tick(FIRE);
    assert_eq!(scenario.undead()[0].0, MonsterState::Hurt);
    let (_, hit) = scenario.undead()[0];
    scenario.wait(0.2);
    assert_eq!(scenario.undead()[0].1, hit, "it stays in place while stunned");
    scenario.for_seconds(3.0, FIRE);
    let (state, corpse) = scenario.undead()[0];
    assert_eq!(state, MonsterState::Dead);
    let (x, _) = scenario.for_seconds(3.0, FORWARD).player();
    assert!(x > corpse.0 + 0.5, "the player walked over it");
    assert_eq!(scenario.undead()[0], (MonsterState::Dead, corpse));
}

#[test]
fn bodies_do_not_push_each_other_into_walls() {
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
fn run_after_death_is_like_the_first() {
    let map = "########\n#@..z..#\n########";
    let mut scenario = Scenario::on(map);
    let first = scenario.headless.snapshot();
    scenario.wait(30.0);
    assert_eq!(scenario.outcome(), Outcome::Dead);
    assert_eq!(scenario.begin_again().headless.snapshot(), first);
}

#[test]
fn monsters_that_meet_in_a_bend_do_not_block_each_other() {
    let mut scenario = Scenario::on(
        "###########
         #Z...@...z#
         #####.#####
         #####.#####
         #####.#####
         #####....##
         ###########",
    );
    // Both see the player, who runs down the passage between them and hides around the corner.
    scenario.wait(0.1).tick(turn(90.0));
    scenario.for_seconds(1.5, Intent { run: true, ..FORWARD }).tick(turn(-90.0));
    scenario.for_seconds(1.0, FORWARD);
    assert_eq!(scenario.count_any(GameEvent::Notices), 2);
    scenario.until(NOTHING, |scenario| scenario.undead().iter().all(|(_, at)| at.1 > 2.0));
}

#[test]
fn crowd_follows_through_a_passage() {
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
    // All five see the player, who hides in the passage down the left side, and they follow.
    scenario.for_seconds(0.5, Intent { strafe: 1.0, ..BACK }).for_seconds(1.0, Intent { strafe: 1.0, ..NOTHING });
    assert!(scenario.player().1 > 4.0);
    scenario.until(NOTHING, |scenario| scenario.outcome() == Outcome::Dead);
    let (x, y) = scenario.player();
    for (_, at) in scenario.undead() {
        assert!(ops::hypot(at.0 - x, at.1 - y) < 4.0, "one was left behind at {at:?}, the player died at {x}, {y}");
    }
}
