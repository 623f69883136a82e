//! Ambushes: who lies in wait ignores all noise, until he sees somebody.

use crate::setting::Setting;
use crate::story::{FIRE, NOTHING, Story, turn};
use engine::{GameEvent, Intent, MonsterState};

/// One in ambush beside one that is not, round a corner from the player.
const NOOK: &str = "
    ########
    #@.....#
    ######.#
    #..w.z.#
    ########";

#[test]
fn it_ignores_shots_that_wake_the_others() {
    let mut story = Story::on(NOOK);
    story.tick(turn(180.0));
    story.tick(FIRE);
    story.wait(1.0);
    let states: Vec<_> = story.monsters().iter().map(|undead| undead.state).collect();
    assert_eq!(states, [MonsterState::Idle, MonsterState::Chase]);
    assert_eq!(story.count_any(GameEvent::Notices), 1);
}

#[test]
fn it_ignores_cries_and_feet() {
    let mut story = Story::on("#########\n#@....z.#\n#######.#\n#######.#\n####w...#\n#########");
    story.wait(1.0);
    assert_eq!(story.count_any(GameEvent::Notices), 1, "the other one cried two cells away");
    let mut story = Story::on("#######\n#@....#\n#####.#\n##w...#\n#######");
    for _ in 0..3 {
        story.for_seconds(0.4, Intent { run: true, forward: 1.0, ..NOTHING });
        story.for_seconds(0.4, Intent { run: true, forward: -1.0, ..NOTHING });
    }
    assert_eq!(story.count_any(GameEvent::Notices), 0);
}

#[test]
fn it_strikes_when_it_sees_the_player_and_then_it_hears_him_too() {
    let mut story = Story::on("############\n#.@......w.#\n#.########.#\n#..........#\n############");
    story.wait(0.1);
    assert_eq!(story.count_any(GameEvent::Notices), 1);
    story.wait(0.5);
    assert_eq!(story.monsters()[0].state, MonsterState::Chase);
    // Out of its sight, he fires: it comes to him as any other.
    story.put_player(5.5, 3.5).wait(0.2).tick(FIRE);
    story.within(8.0, NOTHING, |story| story.health() < 100);
}

/// A corridor in which somebody looks away from the player.
fn from_behind(undead: &str) -> Story {
    Setting::on("############\n#@....x....#\n############")
        .legend(&format!("'x': (monster: \"shambler\"{undead})"))
        .begin()
}

#[test]
fn it_suspects_nothing_however_loud_it_is_and_takes_double_damage() {
    let damage = |undead: &str| {
        let mut story = from_behind(undead);
        story.tick(turn(180.0));
        story.tick(FIRE);
        story.wait(0.3).tick(turn(180.0));
        story.tick(FIRE);
        assert_eq!(story.count_any(GameEvent::MonsterHurt), 1);
        50 - story.monsters()[0].health
    };
    // The same seed rolls the same number for the shot that hits.
    assert_eq!(damage(", ambush: true"), 2 * damage(""));
}

#[test]
fn one_that_is_hit_waits_no_longer() {
    let mut story = from_behind(", ambush: true");
    story.tick(FIRE);
    story.within(4.0, NOTHING, |story| story.health() < 100);
}

#[test]
fn after_a_chase_it_goes_back_and_lies_in_wait_again() {
    let mut story = Story::on("###########\n#@......w.#\n#.####....#\n###########\n#.........#\n###########");
    story.wait(1.0);
    assert_eq!(story.monsters()[0].state, MonsterState::Chase);
    story.put_player(1.5, 4.5);
    story.until(NOTHING, |story| story.monsters()[0].state == MonsterState::Search);
    story.until(NOTHING, |story| story.monsters()[0].state == MonsterState::Idle);
    assert!(story.monsters()[0].at.distance((8.5, 1.5).into()) < 0.2);
    // The nook is not in its sight.
    story.put_player(1.5, 2.7).tick(FIRE);
    story.wait(1.0);
    assert_eq!((story.monsters()[0].state, story.count_any(GameEvent::Notices)), (MonsterState::Idle, 1));
}
