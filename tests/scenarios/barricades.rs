//! Barricades: what the undead do about a prop that bars their way.

use crate::scenario::{FIRE, NOTHING, Scenario};
use engine::{GameEvent, MonsterState};

#[test]
fn who_cannot_go_round_a_crate_breaks_it() {
    let mut scenario = Scenario::on("##############\n#@....C....z.#\n##############");
    scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::PropHit) > 0);
    assert_eq!(scenario.monster("shambler").state, MonsterState::Attack, "it strikes, and is seen to");
    let at = scenario.monster("shambler").at.x;
    assert!((7.0..7.5).contains(&at), "it stands before the crate, at {at}");
    scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::PropBreaks) > 0);
    scenario.until(NOTHING, |scenario| scenario.count(GameEvent::PlayerHurt) > 0);
    assert!(scenario.monster("shambler").at.x < 3.0, "it came through");
}

#[test]
fn a_crate_in_a_doorway_is_no_shelter() {
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
fn who_can_go_round_a_crate_leaves_it_whole() {
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
fn it_lets_the_crate_be_as_soon_as_the_player_is_in_reach() {
    let mut scenario = Scenario::on("############\n#.@...C...z#\n############");
    scenario.until(NOTHING, |scenario| scenario.count_any(GameEvent::PropHit) > 0);
    scenario.put_player(8.2, 1.5);
    let hits = scenario.count_any(GameEvent::PropHit);
    scenario.until(NOTHING, |scenario| scenario.count(GameEvent::PlayerHurt) > 0);
    assert!(scenario.count_any(GameEvent::PropHit) <= hits + 1, "one blow may be on its way");
}
