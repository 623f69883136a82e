//! Bursts: what they hurt, what protects from them, and how far they are heard.

use crate::setting::Setting;
use crate::story::{FIRE, NOTHING, Story};
use engine::{GameEvent, MonsterState, Rules};

/// The player shoots the first one down, and waits until it has burst.
fn burst(map: &str) -> Story {
    let mut story = Setting::on(map).begin();
    story.until(FIRE, |story| story.count_any(GameEvent::MonsterDies) == 1);
    assert_eq!(story.count_any(GameEvent::Bursts), 0, "it falls first");
    story.until(NOTHING, |story| story.count_any(GameEvent::Bursts) == 1);
    // Its wave takes a moment.
    story.wait(0.2);
    story
}

/// How much health those who are no bombs have lost, in the order of the map's text.
fn damage(story: &mut Story) -> Vec<i32> {
    story.monsters().iter().filter(|undead| undead.kind == "dummy").map(|undead| 1000 - undead.health).collect()
}

#[test]
fn it_hurts_all_round_and_less_what_is_farther() {
    let mut story = burst("#############\n#...........#\n#@...bd.....#\n#.......d...#\n#############");
    let damage = damage(&mut story);
    assert!(damage[0] > 2 * damage[1] && damage[0] <= 2 * 40, "{damage:?}");
    assert_eq!(story.health(), 100, "the player is too far");
}

#[test]
fn it_hurts_the_player_who_stands_near() {
    let story = &mut burst("#########\n#.@b....#\n#########");
    let health = story.health();
    assert!((60..90).contains(&health), "he is left with {health}");
}

#[test]
fn it_does_not_go_through_walls_doors_or_glass_and_does_through_gratings() {
    for (between, hurts) in [("#", false), ("+", false), ("W", false), ("P", false), ("G", true), (".", true)] {
        let mut story = burst(&format!("###########\n#@...b{between}d..#\n###########"));
        assert_eq!(damage(&mut story)[0] > 0, hurts, "{between}");
    }
}

#[test]
fn one_sets_off_the_next_and_each_bursts_once() {
    let mut story = burst("##############\n#@...b.b.b.b.#\n#......b.....#\n##############");
    let first = story.now();
    story.until(NOTHING, |story| story.count_any(GameEvent::Bursts) == 5);
    // Each falls for a quarter of a second before it bursts.
    let last = story.now() - first;
    assert!((80..200).contains(&last), "the last one came {last} ticks after the first");
    story.wait(5.0);
    assert_eq!((story.count_any(GameEvent::Bursts), story.headless.run().kills), (5, 5));
    assert!(story.monsters().iter().all(|undead| undead.state == MonsterState::Dead));
}

#[test]
fn it_is_heard_farther_than_a_shot() {
    // Under these rules a shot is heard by nobody.
    let heard = |cells: usize| {
        let row = format!("#@.b{}Z#", ".".repeat(cells - 1));
        let mut story = Setting::on(&format!("{0}\n{row}\n{0}", "#".repeat(row.len())))
            .change(|rules: &mut Rules| rules.noises.shot = 0)
            .begin();
        story.until(FIRE, |story| story.count_any(GameEvent::Bursts) == 1).wait(0.3);
        story.monster("shambler").state != MonsterState::Idle
    };
    assert!(heard(13) && heard(18) && !heard(19));
}

#[test]
fn one_far_off_hears_a_burst_as_made_where_it_was() {
    let mut story = burst("#################\n#@..b.........Z.#\n#.###############\n#################");
    story.put_player(1.5, 2.5);
    story.within(10.0, NOTHING, |story| story.monster("shambler").at.x < 6.0);
}
