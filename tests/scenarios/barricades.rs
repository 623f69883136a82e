//! Barricades: how monsters deal with a prop that bars their path.

use crate::scenario::{FIRE, NOTHING, Scenario};
use engine::{GameEvent, MonsterState};

#[test]
fn monster_breaks_a_crate_without_a_detour() {
    let mut scenario = Scenario::on("##############\n#@....C....z.#\n##############");
    scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::PropHit) > 0);
    assert_eq!(scenario.monster("shambler").state, MonsterState::Attack, "it strikes, which is reported");
    let at = scenario.monster("shambler").at.x;
    assert!((7.0..7.5).contains(&at), "it is in front of the crate, at {at}");
    scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::PropBreaks) > 0);
    scenario.until(NOTHING, |scenario| scenario.count(GameEvent::PlayerHurt) > 0);
    assert!(scenario.monster("shambler").at.x < 3.0, "it came through");
}

#[test]
fn crate_in_a_doorway_does_not_stop_monsters() {
    let map = "
        #########
        #..@....#
        #.......#
        ###C#####
        ###+#####
        #...z...#
        #########";
    let mut scenario = Scenario::on(map);
    scenario.tick(FIRE);
    scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::PropBreaks) > 0);
    scenario.until(NOTHING, |scenario| scenario.count(GameEvent::PlayerHurt) > 0);
}

#[test]
fn monster_walks_around_a_crate_if_possible() {
    let map = "
        ##############
        #............#
        #@....C....z.#
        #............#
        ##############";
    let mut scenario = Scenario::on(map);
    scenario.until(NOTHING, |scenario| scenario.count(GameEvent::PlayerHurt) > 0);
    assert_eq!(scenario.count_any(GameEvent::PropHit) + scenario.count_any(GameEvent::PropBreaks), 0);
}

#[test]
fn monster_ignores_the_crate_once_the_player_is_in_reach() {
    let mut scenario = Scenario::on("############\n#.@...C...z#\n############");
    scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::PropHit) > 0);
    scenario.put_player(8.2, 1.5);
    let hits = scenario.count_any(GameEvent::PropHit);
    scenario.until(NOTHING, |scenario| scenario.count(GameEvent::PlayerHurt) > 0);
    assert!(scenario.count_any(GameEvent::PropHit) <= hits + 1, "one strike may be under way");
}
