//! The behaviour of monsters in the tutorial game, by the ids of its parity list, under `assets/rules/classic.ron`.

use crate::{
    scenario::{BACK, FIRE, FORWARD, NOTHING, Scenario, turn},
    scenario_builder::ScenarioBuilder,
    trail::Trail,
};
use engine::{GameEvent, Grid, Intent, MonsterState, Outcome, Ray, clear};

/// Returns a scenario under the classic rules.
fn classic(map: &str) -> Scenario {
    ScenarioBuilder::on(map).classic().begin()
}

/// Returns the ticks of all events of a type in the next ticks.
fn times(scenario: &mut Scenario, ticks: usize, what: GameEvent) -> Vec<u64> {
    let times = |_| {
        scenario.tick(NOTHING);
        scenario.headless.events().iter().any(|report| report.what == what).then(|| scenario.now())
    };
    (0..ticks).filter_map(times).collect()
}

#[test]
fn m1_monster_passes_all_states() {
    let mut scenario = classic("##########\n#@..z.z..#\n##########");
    let mut seen: Vec<MonsterState> = Vec::new();
    for tick in 0..engine::ticks(12.0) {
        for undead in scenario.monsters() {
            if !seen.contains(&undead.state) {
                seen.push(undead.state);
            }
            assert!(tick < 8 || !undead.state.is_unaware(), "{undead:?} returned to idle");
        }
        let scratched = scenario.count_any(GameEvent::Strikes) > 2;
        scenario.tick(if scratched { FIRE } else { NOTHING });
    }
    use MonsterState::*;
    for state in [Idle, Chase, Blocked, Attack, Hurt, Dead] {
        assert!(seen.contains(&state), "{state:?} is not among {seen:?}");
    }
}

#[test]
fn m2_monster_sees_all_around_without_a_limit() {
    let row = format!("#@{}Z#", ".".repeat(60));
    let mut scenario = classic(&format!("{0}\n{row}\n{0}", "#".repeat(row.len())));
    scenario.wait(0.2);
    assert_eq!(scenario.count_any(GameEvent::Notices), 1, "it looks away, 61 tiles from the player");
}

#[test]
fn m2_one_of_two_eyes_is_enough() {
    let notices = |x: f32, y: f32| {
        let mut scenario = classic("############\n#z.#########\n#..........#\n#.........@#\n############");
        scenario.put_player(x, y).wait(0.1);
        let [from, to] = [(1.5, 1.5), (x, y)].map(|at| scenario.orientation.point(at.into()));
        let middles = clear(scenario.headless.world().resource::<Grid>(), Ray::Sight, from, to);
        (scenario.count_any(GameEvent::Notices), middles)
    };
    assert_eq!(notices(4.5, 2.4), (1, false), "one eye sees a target that the centre does not see");
    assert_eq!(notices(7.5, 2.4), (0, false));
}

#[test]
fn m2_walls_doors_and_push_walls_block_sight() {
    for between in ["#", "+", "B"] {
        let mut scenario = classic(&format!("########\n#@.{between}..z#\n########"));
        scenario.wait(1.0);
        assert_eq!(scenario.count_any(GameEvent::Notices), 0, "{between}");
        if between != "#" {
            scenario.for_seconds(0.3, FORWARD).press_use().for_seconds(1.0, BACK);
            assert_eq!(scenario.count_any(GameEvent::Notices), usize::from(between == "+"), "{between}");
        }
    }
}

/// Fires at the end of a corridor that leads `cells` cells on and then one down, where a monster is.
fn shot_round_the_corner(start: &str, cells: usize) -> Scenario {
    let row = format!("#{start}{}#", ".".repeat(cells + 1 - start.len()));
    let wall = "#".repeat(row.len());
    let nook = format!("{}z#", "#".repeat(row.len() - 2));
    let mut scenario = classic(&format!("{wall}\n{row}\n{nook}\n{wall}"));
    scenario.wait(1.0);
    assert_eq!(scenario.count_any(GameEvent::Notices), 0, "it neither sees nor hears the player");
    scenario.tick(turn(180.0));
    scenario.tick(FIRE);
    scenario.wait(0.2);
    scenario
}

#[test]
fn m3_monster_hears_shots_within_twelve_cells() {
    for (start, cells, heard) in [("@", 11, 1), ("@", 12, 0), ("@.+", 7, 1), ("@.+", 8, 0)] {
        assert_eq!(shot_round_the_corner(start, cells).count_any(GameEvent::Notices), heard, "{start}, {cells}");
    }
}

#[test]
fn m3_monster_only_hears_shots() {
    let mut scenario = classic("########\n#@.....#\n######.#\n#z.....#\n########");
    for _ in 0..4 {
        scenario.for_seconds(1.5, Intent { run: true, ..FORWARD }).for_seconds(1.5, Intent { run: true, ..BACK });
    }
    assert_eq!(scenario.count_any(GameEvent::Notices), 0);
    scenario.tick(FIRE);
    scenario.wait(0.2);
    assert_eq!(scenario.count_any(GameEvent::Notices), 1);
}

#[test]
fn m4_and_m5_monster_chases_through_doors() {
    let mut scenario = classic(
        "#########
         #@......#
         #######+#
         #z.+....#
         #########",
    );
    // The monster hears the player through two doors: its own door is open for that.
    scenario.put_player(7.5, 1.5).tick(turn(-90.0));
    scenario.tick(FIRE);
    scenario.wait(0.5);
    assert_eq!(scenario.count_any(GameEvent::Notices), 0, "two closed doors are too many");
    scenario.put_player(7.5, 3.5).tick(FIRE);
    scenario.wait(0.1).put_player(1.5, 1.5);
    assert_eq!(scenario.count_any(GameEvent::Notices), 1);
    let opened = scenario.count(GameEvent::DoorOpens);
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].at.x > 4.5);
    assert_eq!(scenario.count(GameEvent::DoorOpens), opened + 1, "it opened the door");
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Search);
    scenario.put_player(7.5, 1.5).tick(FIRE);
    scenario.put_player(3.5, 1.5);
    scenario.until(NOTHING, |scenario| scenario.outcome() == Outcome::Dead);
    assert!(scenario.count(GameEvent::DoorOpens) > opened + 1, "and the second one");
    assert!(scenario.monsters()[0].at.y < 2.0);
}

#[test]
fn m6_monster_scratches_every_two_fifths_of_a_second() {
    let mut scenario = classic("########\n#@...z.#\n########");
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Attack);
    let reach = scenario.monsters()[0].at.x - scenario.player().0;
    assert!((0.98..=1.0).contains(&reach), "it reaches {reach} tiles");
    assert_eq!((scenario.health(), scenario.count_any(GameEvent::Strikes)), (90, 1), "the first scratch is immediate");
    let first = scenario.now();
    let hits = times(&mut scenario, 500, GameEvent::PlayerHurt);
    let expected: Vec<u64> = (1..=8).map(|hit| first + 48 * hit).collect();
    assert_eq!(hits, expected, "each does 10 damage until no health is left");
    assert_eq!(scenario.outcome(), Outcome::Dead);
    let died = scenario.reports_any(GameEvent::PlayerDies).len();
    assert_eq!((died, scenario.count_any(GameEvent::Strikes)), (1, 10), "3.6 seconds after the first");
}

#[test]
fn m6_monster_chases_a_player_who_leaves_its_reach() {
    let mut scenario = classic("##########\n#..@..z..#\n##########");
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Attack);
    scenario.for_seconds(0.5, BACK);
    assert_eq!(scenario.monsters()[0].state, MonsterState::Chase);
    let health = scenario.health();
    scenario.until(NOTHING, |scenario| scenario.health() < health);
}

#[test]
fn m7_hit_stuns_and_interrupts_the_attack() {
    let mut scenario = classic("########\n#@.z...#\n########");
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Attack).wait(0.1);
    let health = scenario.health();
    scenario.tick(FIRE);
    let mut stunned = 0;
    while scenario.monsters()[0].state == MonsterState::Hurt {
        assert_eq!(scenario.health(), health, "it does not scratch");
        scenario.tick(NOTHING);
        stunned += 1;
    }
    assert_eq!(stunned, 24);
    assert_eq!(scenario.monsters()[0].health, 40);
    scenario.wait(0.1);
    assert_eq!(
        (scenario.monsters()[0].state, scenario.health()),
        (MonsterState::Attack, health - 10),
        "it begins again"
    );
}

#[test]
fn m8_blocked_monster_waits_one_second() {
    let mut scenario = classic("############\n#@W....z..z#\n############");
    scenario.until(NOTHING, |scenario| scenario.monsters()[1].state == MonsterState::Blocked);
    let gap = scenario.monsters()[1].at.x - scenario.monsters()[0].at.x;
    // The sum of the radii and half a tile; it looks every four ticks.
    assert!((1.35..=1.375).contains(&gap), "it waits {gap} tiles behind the other");
    let (since, at) = (scenario.now(), scenario.monsters()[1].at);
    scenario.until(NOTHING, |scenario| {
        let behind = scenario.monsters().remove(1);
        assert!(behind.state != MonsterState::Blocked || behind.at == at, "it does not move");
        behind.state != MonsterState::Blocked
    });
    assert!((120..=124).contains(&(scenario.now() - since)), "it waited {} ticks", scenario.now() - since);
    assert_eq!(scenario.monsters()[1].state, MonsterState::Chase);
}

#[test]
fn m8_monsters_side_by_side_do_not_wait() {
    let mut scenario = classic("###############\n#............z#\n#@............#\n#............z#\n###############");
    scenario.until(NOTHING, |scenario| {
        let both = scenario.monsters();
        assert!(both.iter().all(|undead| undead.state != MonsterState::Blocked), "{both:?}");
        both[0].at.distance(both[1].at) < 1.0
    });
}

#[test]
fn m9_overlapping_bodies_move_half_each() {
    let mut scenario = classic("#########\n#@......#\n#...z...#\n#.......#\n#########");
    scenario.put_player(4.3, 2.5);
    let (player, undead) = (scenario.player(), scenario.monsters()[0].at);
    scenario.tick(NOTHING);
    let pushed = (scenario.player().0 - player.0, scenario.player().1 - player.1);
    let back = scenario.monsters()[0].at - undead;
    assert!((pushed.0 + back.x).abs() < 1e-4 && (pushed.1 + back.y).abs() < 1e-4, "{pushed:?} and {back}");
    assert!(pushed.0 < -0.05, "the player went {pushed:?}");

    let mut scenario = classic("#########\n#@#.....#\n###.zz..#\n###.....#\n#########");
    scenario.put_monster(0, 4.9, 2.5);
    let before = scenario.monsters();
    scenario.tick(NOTHING);
    let moves: Vec<_> = scenario.monsters().iter().zip(&before).map(|(now, then)| now.at - then.at).collect();
    assert!((moves[0] + moves[1]).length() < 1e-4 && moves[0].x < -0.05, "{moves:?}");
    scenario.wait(0.5);
    let apart = scenario.monsters()[0].at.distance(scenario.monsters()[1].at);
    assert!((0.85..0.9).contains(&apart), "their distance is {apart}");
}

#[test]
fn m10_monster_groans_once() {
    let mut scenario = classic("###########\n#@.......z#\n#.######..#\n###########");
    scenario.wait(1.0);
    assert_eq!(scenario.count_any(GameEvent::Notices), 1);
    // It loses the player, sees the player again, and is shot.
    scenario.put_player(1.5, 2.4).wait(1.0).put_player(1.5, 1.5).wait(1.0).tick(FIRE);
    scenario.wait(2.0);
    assert_eq!((scenario.count_any(GameEvent::Notices), scenario.count_any(GameEvent::MonsterHurt)), (1, 1));
}

#[test]
fn m11_corpse_stays_and_does_not_block() {
    let mut scenario = classic("##########\n#@....z..#\n##########");
    scenario.until(FIRE, |scenario| scenario.count_any(GameEvent::MonsterDies) == 1);
    assert_eq!(scenario.count_any(GameEvent::MonsterHurt), 4, "the fifth shot kills: 50 health, 10 each");
    let died = scenario.now();
    assert_eq!(scenario.monsters()[0].state, MonsterState::Dying);
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Dead);
    assert!((60..=61).contains(&(scenario.now() - died)), "it fell for {} ticks", scenario.now() - died);
    let corpse = scenario.monsters()[0].at;
    scenario.for_seconds(3.0, FORWARD);
    assert!(scenario.player().0 > corpse.x + 0.5, "the player walked over it");
    let impacts = scenario.count(GameEvent::Impact);
    scenario.tick(turn(180.0));
    scenario.tick(FIRE);
    assert_eq!(scenario.count(GameEvent::Impact), impacts + 1, "shots pass the corpse");
    assert_eq!((scenario.wait(20.0).monsters()[0].state, scenario.monsters()[0].at), (MonsterState::Dead, corpse));
}

#[test]
fn numbers_match_the_tutorial_game() {
    let mut scenario = classic("##############\n#@..........z#\n##############");
    scenario.wait(0.2);
    let mut trail = Trail::default();
    for _ in 0..=engine::ticks(4.0) {
        trail.0.push(scenario.monsters()[0].at);
        scenario.tick(NOTHING);
    }
    assert!((trail.length() - 2.0).abs() < 0.01, "half a tile per second, not {} in four", trail.length());
    assert_eq!(scenario.monsters()[0].health, 50);
    let bodies = scenario.bodies();
    assert!(bodies.iter().any(|body| body.1 == 0.4375) && bodies.iter().any(|body| body.1 == 0.25));
}
