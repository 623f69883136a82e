//! Ambushes: a monster in ambush ignores noises that are not next to it until it sees the player.

use crate::{
    scenario::{FIRE, NOTHING, Scenario, turn},
    scenario_builder::ScenarioBuilder,
};
use engine::{GameEvent, Intent, MonsterState};

/// A monster in ambush and another one next to it, around a corner from the player.
const NOOK: &str = "
    ########
    #@.....#
    ######.#
    #..w.z.#
    ########";

#[test]
fn ambush_ignores_shots_that_wake_others() {
    let mut scenario = Scenario::on(NOOK);
    scenario.tick(turn(180.0));
    scenario.tick(FIRE);
    scenario.wait(1.0);
    let states: Vec<_> = scenario.monsters().iter().map(|undead| undead.state).collect();
    assert_eq!(states, [MonsterState::Idle, MonsterState::Chase]);
    assert_eq!(scenario.count_any(GameEvent::Notices), 1);
}

/// Returns how many monsters notice a shot to the left, in a corridor with a monster in ambush around its right corner.
fn notices_a_shot(map: &str, turned: f32, change: impl FnOnce(&mut engine::Rules)) -> usize {
    let mut scenario = ScenarioBuilder::on(map).change(change).begin();
    scenario.tick(turn(turned));
    scenario.tick(FIRE);
    scenario.wait(1.0);
    scenario.count_any(GameEvent::Notices)
}

#[test]
fn shot_within_four_cells_rouses_an_ambush() {
    let near = "######\n#@...#\n####.#\n####w#\n######";
    let far = "#######\n#@....#\n#####.#\n#####w#\n#######";
    let corner = |map| notices_a_shot(map, 180.0, |_| ());
    assert_eq!((corner(near), corner(far)), (0, 0), "five and six cells away");
    let close = "#####\n#@..#\n###.#\n###w#\n#####";
    assert_eq!((corner(close), notices_a_shot(close, 180.0, |rules| rules.noises.ambush = 0.0)), (1, 0));
}

#[test]
fn bullet_that_hits_the_wall_next_to_an_ambush_rouses_it() {
    let nook = "##############\n#@...........#\n############.#\n############w#\n##############";
    assert_eq!(notices_a_shot(nook, 0.0, |_| ()), 1, "the bullet hits the wall two cells away");
    assert_eq!(notices_a_shot(nook, 0.0, |rules| rules.noises.impact = 0), 0);
}

#[test]
fn ambush_ignores_cries_and_footsteps() {
    let mut scenario = Scenario::on("#########\n#@....z.#\n#######.#\n#######.#\n####w...#\n#########");
    scenario.wait(1.0);
    assert_eq!(scenario.count_any(GameEvent::Notices), 1, "the other one cried two cells away");
    let mut scenario = Scenario::on("#######\n#@....#\n#####.#\n##w...#\n#######");
    for _ in 0..3 {
        scenario.for_seconds(0.4, Intent { run: true, forward: 1.0, ..NOTHING });
        scenario.for_seconds(0.4, Intent { run: true, forward: -1.0, ..NOTHING });
    }
    assert_eq!(scenario.count_any(GameEvent::Notices), 0);
}

#[test]
fn ambush_ends_when_the_player_is_seen() {
    let mut scenario = Scenario::on("############\n#.@......w.#\n#.########.#\n#..........#\n############");
    scenario.wait(0.1);
    assert_eq!(scenario.count_any(GameEvent::Notices), 1);
    scenario.wait(0.5);
    assert_eq!(scenario.monsters()[0].state, MonsterState::Chase);
    // The player fires out of its sight, and it comes like any other monster.
    scenario.put_player(5.5, 3.5).wait(0.2).tick(FIRE);
    scenario.within(8.0, NOTHING, |scenario| scenario.health() < 100);
}

/// Returns a scenario in which a monster in a corridor looks away from the player.
fn from_behind(undead: &str) -> Scenario {
    ScenarioBuilder::on("############\n#@....x....#\n############")
        .legend(&format!("'x': (monster: \"shambler\"{undead})"))
        .begin()
}

#[test]
fn monster_in_ambush_is_unaware_and_takes_double_damage() {
    let damage = |undead: &str| {
        let mut scenario = from_behind(undead);
        scenario.tick(turn(180.0));
        scenario.tick(FIRE);
        scenario.wait(0.3).tick(turn(180.0));
        scenario.tick(FIRE);
        assert_eq!(scenario.count_any(GameEvent::MonsterHurt), 1);
        50 - scenario.monsters()[0].health
    };
    // The same seed rolls the same damage for the shot that hits.
    assert_eq!(damage(", ambush: true"), 2 * damage(""));
}

#[test]
fn hit_ends_the_ambush() {
    let mut scenario = from_behind(", ambush: true");
    scenario.tick(FIRE);
    scenario.within(4.0, NOTHING, |scenario| scenario.health() < 100);
}

#[test]
fn monster_returns_to_its_ambush_after_a_chase() {
    let mut scenario = Scenario::on("###########\n#@......w.#\n#.####....#\n###########\n#.........#\n###########");
    scenario.wait(1.0);
    assert_eq!(scenario.monsters()[0].state, MonsterState::Chase);
    scenario.put_player(1.5, 4.5);
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Search);
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Idle);
    assert!(scenario.monsters()[0].at.distance((8.5, 1.5).into()) < 0.2);
    // The nook is out of its sight.
    scenario.put_player(1.5, 2.7).tick(FIRE);
    scenario.wait(1.0);
    assert_eq!((scenario.monsters()[0].state, scenario.count_any(GameEvent::Notices)), (MonsterState::Idle, 1));
}
