//! Monster memory: the last position of the player, the post, and the cries of other monsters.

use crate::scenario::{FIRE, NOTHING, Scenario, turn};
use bevy::math::ops;
use engine::{GameEvent, MonsterState};

/// A hall in which the player is visible, and a cell next to it that is out of sight.
const HALL: &str = "
    ###############
    #@..........z.#
    #...#.....#...#
    ###############
    #.............#
    ###############";

/// Returns a monster that saw the player, who is gone now.
fn gone() -> Scenario {
    let mut scenario = Scenario::on(HALL);
    scenario.wait(1.0);
    assert_eq!(scenario.undead()[0].0, MonsterState::Chase);
    scenario.put_player(1.5, 4.5);
    scenario
}

#[test]
fn monster_searches_where_it_last_saw_the_player() {
    let mut scenario = gone();
    scenario.until(NOTHING, |scenario| scenario.undead()[0].0 == MonsterState::Search);
    let (x, y) = scenario.undead()[0].1;
    assert!(ops::hypot(x - 1.5, y - 1.5) < 0.2, "it is where it last saw the player, at {x}, {y}");
    let mut walked = 0.0;
    let mut last = (x, y);
    scenario.until(NOTHING, |scenario| {
        let at = scenario.undead()[0].1;
        assert!(ops::hypot(at.0 - x, at.1 - y) < 9.0, "it searches nearby, not at {at:?}");
        walked += ops::hypot(at.0 - last.0, at.1 - last.1);
        last = at;
        scenario.undead()[0].0 == MonsterState::Return
    });
    assert!(walked > 2.0, "it searched over {walked} tiles");
    scenario.until(NOTHING, |scenario| scenario.undead()[0].0 == MonsterState::Idle);
    let (x, y) = scenario.undead()[0].1;
    assert!(ops::hypot(x - 12.5, y - 1.5) < 0.2, "it is back at its post, at {x}, {y}");
    assert_eq!(scenario.only_undead().0.rem_euclid(360.0), 180.0, "and has its old direction");
    let at = scenario.undead();
    assert_eq!(scenario.wait(3.0).undead(), at, "it stays there");
}

#[test]
fn searching_monster_follows_noises() {
    let mut scenario = Scenario::on(
        "############
         #@.......z.#
         ########.###
         ########.###
         ########...#
         ############",
    );
    scenario.wait(0.6);
    scenario.put_player(10.5, 4.5).until(NOTHING, |scenario| scenario.undead()[0].0 == MonsterState::Search);
    assert_eq!(scenario.count_any(GameEvent::Notices), 1);
    scenario.tick(FIRE);
    scenario.until(NOTHING, |scenario| scenario.health() < 100);
    assert_eq!(scenario.count_any(GameEvent::Notices), 1, "it groans once");
}

#[test]
fn returning_monster_is_unaware_and_can_be_alerted() {
    let mut scenario = gone();
    scenario.until(NOTHING, |scenario| scenario.undead()[0].0 == MonsterState::Return);
    scenario.until(NOTHING, |scenario| scenario.undead()[0].1.0 > 6.0);
    let (x, y) = scenario.undead()[0].1;
    scenario.put_player(x - 3.0, y).wait(1.0);
    assert_eq!(scenario.undead()[0].0, MonsterState::Return, "the player is behind it");
    let (x, y) = scenario.undead()[0].1;
    scenario.put_player(x + 3.0, y).wait(0.2);
    assert_eq!(scenario.undead()[0].0, MonsterState::Alert);
    assert_eq!(scenario.count_any(GameEvent::Notices), 2);
}

#[test]
fn monster_without_a_path_home_stays() {
    let mut scenario = Scenario::on(
        "###########
         #@....W.z.#
         ###########
         #.........#
         ###########",
    );
    // The monster has seen the player, and is on the other side of the glass now; the player is gone.
    scenario.wait(0.5).place(1.5, 4.5).put_player(1.5, 3.5);
    scenario.until(NOTHING, |scenario| scenario.undead()[0].0 == MonsterState::Return);
    scenario.until(NOTHING, |scenario| scenario.undead()[0].0 == MonsterState::Idle);
    assert!(scenario.undead()[0].1.0 < 6.5);
    let at = scenario.undead();
    assert_eq!(scenario.wait(2.0).undead(), at);
}

#[test]
fn cries_wake_nearby_monsters_in_turn() {
    let mut scenario = Scenario::on("########################\n#@.......z..Z..Z......Z#\n########################");
    scenario.wait(1.0);
    assert_eq!(scenario.count_any(GameEvent::Notices), 3);
    assert_eq!(scenario.undead()[3].0, MonsterState::Idle);
    // Monsters that only heard of the player know where the player is.
    scenario.wait(2.0);
    assert!(scenario.undead()[2].1.0 < 14.0);
}

#[test]
fn cries_do_not_pass_closed_doors() {
    let mut scenario = Scenario::on("###########\n#@....z+Z.#\n###########");
    scenario.wait(1.0);
    assert_eq!(scenario.count_any(GameEvent::Notices), 1);
}

#[test]
fn unaware_monster_takes_double_damage() {
    let shot = |map: &str, wait: f32| {
        let mut scenario = Scenario::on(map);
        scenario.wait(wait).tick(FIRE);
        50 - scenario.only_undead().1
    };
    let unaware = shot("#########\n#@....Z.#\n#########", 0.0);
    let aware = shot("#########\n#@....z.#\n#########", 0.5);
    // The same seed rolls the same damage for the first shot.
    assert_eq!(unaware, 2 * aware);
}

#[test]
fn noises_and_memories_survive_a_save() {
    let mut scenario = gone();
    scenario.until(NOTHING, |scenario| scenario.undead()[0].0 == MonsterState::Search).put_player(1.5, 2.5);
    scenario.tick(turn(90.0));
    scenario.tick(FIRE); // the shot is heard in the next tick only
    let mut restored = scenario.restored();
    for tick in 0..2400 {
        scenario.tick(NOTHING);
        restored.tick(NOTHING);
        if tick % 10 == 0 {
            assert_eq!(restored.snapshot().hash(), scenario.headless.snapshot().hash(), "after {tick} ticks");
        }
    }
}
