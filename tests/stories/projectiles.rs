//! Bolts: what is thrown flies straight on until it meets somebody or something, and can be dodged.

use crate::setting::Setting;
use crate::story::{NOTHING, Story, turn};
use engine::{GameEvent, Intent, Rules};

/// A gunner eight tiles from the player, in a hall with room to all sides.
const HALL: &str = "
    ############
    #..........#
    #..........#
    #.@.......g#
    #..........#
    #..........#
    ############";

/// The gunner has thrown.
fn thrown(story: &mut Story) -> &mut Story {
    story.until(NOTHING, |story| !story.projectiles().is_empty())
}

#[test]
fn it_flies_straight_at_the_one_who_stands_still_and_hurts_him() {
    let mut story = Setting::on(HALL).begin();
    thrown(&mut story);
    let (first, began) = (story.projectiles()[0], story.now());
    assert!(first.distance(story.monsters()[0].at) < 0.5);
    story.wait(0.5);
    let later = story.projectiles()[0];
    assert!((first.x - later.x - 2.5).abs() < 0.05 && (later.y - 3.5).abs() < 0.01, "from {first} to {later}");
    story.until(NOTHING, |story| story.health() < 100);
    assert_eq!(
        (story.health(), story.projectiles().len(), story.count_any(GameEvent::MonsterProjectileHits)),
        (90, 0, 1)
    );
    let seconds = (story.now() - began) as f32 / 120.0;
    assert!((1.2..1.7).contains(&seconds), "it flew for {seconds} seconds");
}

#[test]
fn one_step_aside_is_enough_to_dodge_it() {
    let mut story = Setting::on(HALL).begin();
    thrown(&mut story).for_seconds(0.4, Intent { strafe: 1.0, ..NOTHING }).wait(1.5);
    assert_eq!(
        (story.health(), story.count_any(GameEvent::MonsterProjectileHits)),
        (100, 1),
        "it hit the wall behind him"
    );
}

#[test]
fn one_who_runs_on_is_missed_by_him_who_aims_where_he_is_and_hit_by_him_who_aims_where_he_will_be() {
    // Under these rules only the lead differs.
    let health = |lead: f32| {
        let mut story = Setting::on(
            "##############
             #@..........g#
             #............#
             #............#
             #............#
             #............#
             #............#
             ##############",
        )
        .change(|rules: &mut Rules| {
            rules.skills[1].lead = lead;
            let gunner = usize::from(rules.kind("gunner").expect("it is a kind"));
            rules.monsters[gunner].1.attacks[0].rest = engine::ticks(10.0);
        })
        .begin();
        story.put_player(3.5, 1.5).tick(turn(90.0));
        // He walks while it aims, so it can see where to.
        story.wait(0.5).until(Intent { forward: 0.5, ..NOTHING }, |story| !story.projectiles().is_empty());
        story.until(Intent { forward: 0.5, ..NOTHING }, |story| story.projectiles().is_empty());
        story.health()
    };
    assert_eq!(health(0.0), 100);
    assert_eq!(health(1.0), 90);
}

#[test]
fn an_easy_skill_aims_where_one_is_and_the_hardest_where_one_will_be() {
    let lead = |skill: u8| {
        let mut story = Setting::on(HALL).skill(skill).begin();
        story.tick(turn(90.0));
        story.until(Intent { forward: 0.3, ..NOTHING }, |story| !story.projectiles().is_empty());
        let (first, player) = (story.projectiles()[0], story.player().1);
        story.tick(NOTHING);
        let way = story.projectiles()[0] - first;
        // Where it would pass the player's column, below where he is now.
        first.y + way.y / way.x * (2.5 - first.x) - player
    };
    let leads = [1, 2, 3, 4].map(lead);
    assert!(leads[0].abs() < 0.05, "{leads:?}");
    assert!(leads.is_sorted() && leads[3] > leads[1] + 0.3, "{leads:?}");
}

#[test]
fn walls_doors_glass_and_pillars_stop_it_and_gratings_do_not() {
    for (between, passes) in [("#", false), ("+", false), ("W", false), ("P", false), ("G", true), (".", true)] {
        let mut story = Setting::on(&format!("#############\n#@...{between}.....g#\n#############")).begin();
        // He shows himself, and hides when the bolt is on its way.
        story.put_player(8.5, 1.5);
        thrown(&mut story).put_player(4.2, 1.5);
        story.until(NOTHING, |story| story.count_any(GameEvent::MonsterProjectileHits) == 1);
        let at = story.reports_any(GameEvent::MonsterProjectileHits)[0].at.x;
        assert_eq!((story.health() < 100, at < 5.0), (passes, passes), "{between}: it ended at {at}");
    }
}

#[test]
fn it_throws_at_nobody_behind_glass_or_a_pillar() {
    for between in ["W", "P"] {
        let mut story = Setting::on(&format!("###########\n#@...{between}...g#\n###########")).begin();
        story.wait(5.0);
        assert_eq!((story.count_any(GameEvent::Strikes), story.health()), (0, 100), "{between}");
    }
}
