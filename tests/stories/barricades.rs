//! Barricades: what the undead do about a prop that bars their way.

use crate::story::{FIRE, NOTHING, Story};
use engine::{GameEvent, MonsterState};

#[test]
fn who_cannot_go_round_a_crate_breaks_it() {
    let mut story = Story::on("##############\n#@....C....z.#\n##############");
    story.until(NOTHING, |story| story.count_any(GameEvent::PropHit) > 0);
    assert_eq!(story.monster("shambler").state, MonsterState::Attack, "it strikes, and is seen to");
    let at = story.monster("shambler").at.x;
    assert!((7.0..7.5).contains(&at), "it stands before the crate, at {at}");
    story.until(NOTHING, |story| story.count_any(GameEvent::PropBreaks) > 0);
    story.until(NOTHING, |story| story.count(GameEvent::PlayerHurt) > 0);
    assert!(story.monster("shambler").at.x < 3.0, "it came through");
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
    let mut story = Story::on(map);
    story.tick(FIRE);
    story.until(NOTHING, |story| story.count_any(GameEvent::PropBreaks) > 0);
    story.until(NOTHING, |story| story.count(GameEvent::PlayerHurt) > 0);
}

#[test]
fn who_can_go_round_a_crate_leaves_it_whole() {
    let map = "
        ##############
        #............#
        #@....C....z.#
        #............#
        ##############";
    let mut story = Story::on(map);
    story.until(NOTHING, |story| story.count(GameEvent::PlayerHurt) > 0);
    assert_eq!(story.count_any(GameEvent::PropHit) + story.count_any(GameEvent::PropBreaks), 0);
}

#[test]
fn it_lets_the_crate_be_as_soon_as_the_player_is_in_reach() {
    let mut story = Story::on("############\n#.@...C...z#\n############");
    story.until(NOTHING, |story| story.count_any(GameEvent::PropHit) > 0);
    story.put_player(8.2, 1.5);
    let hits = story.count_any(GameEvent::PropHit);
    story.until(NOTHING, |story| story.count(GameEvent::PlayerHurt) > 0);
    assert!(story.count_any(GameEvent::PropHit) <= hits + 1, "one blow may be on its way");
}
