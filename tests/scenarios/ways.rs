//! Paths of monsters: which ones they take, how straight they walk, and what they do at the end.

use crate::{
    scenario::{FIRE, NOTHING, Scenario, turn},
    scenario_builder::ScenarioBuilder,
    trail::Trail,
};
use bevy::math::ops;
use engine::{DoorState, GameEvent, MonsterKind, MonsterState, Rules};

/// Returns the trail of the only monster until a condition is true.
fn trail(scenario: &mut Scenario, mut done: impl FnMut(&mut Scenario) -> bool) -> Trail {
    let mut trail = Trail::default();
    scenario.until(NOTHING, |scenario| {
        trail.0.push(scenario.monsters()[0].at);
        done(scenario)
    });
    trail
}

/// Returns a dummy that has seen the player, always knows where the player is, and walks at this speed.
fn hunted(map: &str, speed: f32) -> Scenario {
    let hunter =
        |kind: &mut MonsterKind| (kind.speed, kind.senses.near, kind.senses.scent) = (speed, 100.0, u32::MAX >> 8);
    let change = |rules: &mut Rules| {
        let number = usize::from(rules.kind("dummy").expect("it is a kind"));
        hunter(&mut rules.monsters[number].1);
    };
    ScenarioBuilder::on(map).change(change).begin()
}

#[test]
fn monster_walks_straight_to_a_near_player() {
    for place in [(2.5, 5.5), (3.5, 2.1), (7.2, 8.9), (10.5, 3.3)] {
        let mut scenario = Scenario::on(
            "############
             #@.........#
             #..........#
             #..........#
             #..........#
             #......Z...#
             #..........#
             #..........#
             #..........#
             #..........#
             ############",
        );
        scenario.tick(turn(180.0));
        scenario.tick(FIRE);
        scenario.put_player(place.0, place.1);
        let trail = trail(&mut scenario, |scenario| scenario.monsters()[0].state == MonsterState::Attack);
        let (first, last) = (trail.0[0], trail.0[trail.0.len() - 1]);
        assert!(trail.length() < 1.01 * first.distance(last), "{} for {}", trail.length(), first.distance(last));
        assert!(trail.turning() < 5.0, "it turned by {} degrees", trail.turning());
    }
}

#[test]
fn monster_walks_straight_over_open_floor() {
    for place in [(1.5, 9.5), (3.5, 1.5), (3.5, 9.5), (9.3, 9.2)] {
        let mut scenario = Scenario::on(
            "###################
             #@...............z#
             #.................#
             #.................#
             #.................#
             #.................#
             #.................#
             #.................#
             #.................#
             #.................#
             ###################",
        );
        scenario.wait(0.2).put_player(place.0, place.1).wait(0.5);
        let trail = trail(&mut scenario, |scenario| scenario.monsters()[0].state == MonsterState::Attack);
        let way = trail.0[0] - trail.0[trail.0.len() - 1];
        let along_cells = way.x.abs() + way.y.abs();
        assert!(trail.length() < along_cells + 0.1, "{} instead of {along_cells}", trail.length());
        assert!(trail.turning() < 120.0, "to {place:?} it turned by {} degrees", trail.turning());
    }
}

#[test]
fn monster_walks_smoothly_around_corners() {
    let mut scenario = hunted(
        "###################
         #@...............d#
         #.###############.#
         #.####......#####.#
         #.####.####.......#
         #.####.############
         #.................#
         ###################",
        2.0,
    );
    // The monster has seen the player at the other end of the corridor; now the player is on the other side, around
    // five corners.
    scenario.wait(0.2).put_player(6.5, 5.5).put_monster(0, 17.5, 1.5);
    let mut headings = Vec::new();
    let trail = trail(&mut scenario, |scenario| {
        headings.push(scenario.monsters()[0].facing);
        let (x, y) = scenario.player();
        scenario.monsters()[0].at.distance((x, y).into()) < 1.0
    });
    let turned = headings.windows(2).map(|pair| ((pair[1] - pair[0] + 540.0) % 360.0 - 180.0).abs());
    // By cells: down 3, left 6, up 1, left 5 and down 2, minus the remaining tile.
    assert!(trail.length() < 16.0, "it went {} tiles", trail.length());
    let turned: f32 = turned.sum();
    assert!(turned < 4.0 * 90.0 + 60.0, "it turned by {turned} degrees");
    assert!(trail.jogging() < 30);
}

#[test]
fn monster_walks_smoothly_around_pillars() {
    let mut scenario = hunted(
        "##################
         #................#
         #......P.P.......#
         #@.....P.P......d#
         #......P.P.......#
         #................#
         #................#
         ##################",
        2.0,
    );
    // The monster has seen the player on its own side of the pillars.
    scenario.put_player(14.5, 5.5).wait(0.2).put_player(1.5, 3.5).put_monster(0, 16.5, 3.5);
    let trail = trail(&mut scenario, |scenario| scenario.monsters()[0].at.x < 2.6);
    let shortest = 2.0 * ops::hypot(7.5_f32, 2.0);
    // There are many paths of equally few cells. The one that is taken depends on how the map is turned.
    assert!(trail.length() < shortest, "{} tiles instead of {shortest}", trail.length());
    assert!(trail.turning() < 200.0, "it turned by {} degrees", trail.turning());
}

#[test]
fn monster_passes_doorways_straight() {
    for door in ["+", "%"] {
        let map = format!("###########\n#Z...#....#\n#....#....#\n#....{door}.@..#\n#....#....#\n###########");
        let mut scenario = Scenario::on(&map);
        scenario.tick(FIRE);
        scenario.put_player(8.5, 3.5);
        let trail = trail(&mut scenario, |scenario| scenario.monsters()[0].at.x > 6.2);
        let within: Vec<_> = trail.0.iter().filter(|at| at.x > 4.7).collect();
        assert!(within.iter().all(|at| (at.y - 3.5).abs() < 0.16), "{door}: it came in askew");
        assert!(trail.length() < 8.0, "{door}: it went {} tiles", trail.length());
        assert!(trail.jogging() < 75, "{door}: it jogged for {} ticks", trail.jogging());
    }
}

#[test]
fn monster_prefers_short_detours_to_closed_doors() {
    let opened = |map: &str| {
        let mut scenario = Scenario::on(map);
        scenario.tick(FIRE);
        scenario.until(NOTHING, |scenario| scenario.health() < 100);
        scenario.count(GameEvent::DoorOpens)
    };
    assert_eq!(opened("#########\n#..+...@#\n#Z#####.#\n#.......#\n#########"), 0);
    assert_eq!(opened("#########\n#Z.+.@..#\n#.#####.#\n#.......#\n#########"), 1);
}

#[test]
fn monster_prefers_open_doors_to_detours() {
    let mut scenario = Scenario::on("#########\n#..+...@#\n#Z#####.#\n#.......#\n#########");
    scenario.put_player(4.6, 1.5).tick(turn(180.0));
    scenario.press_use().wait(0.6).put_player(7.5, 1.5);
    assert_eq!(scenario.door().0, DoorState::Open);
    scenario.tick(FIRE);
    let trail = trail(&mut scenario, |scenario| scenario.health() < 100);
    assert!(trail.0.iter().all(|at| at.y < 2.6), "it came through the door");
}

#[test]
fn push_wall_in_its_path_makes_a_monster_turn_back() {
    let mut scenario = Scenario::on(
        "#########
         ####Z...#
         ####.##.#
         #.@B.##.#
         #.##.##.#
         #.......#
         #########",
    );
    scenario.tick(FIRE);
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].at.y > 1.7).press_use();
    assert_eq!(scenario.count(GameEvent::PushWallMoves), 1);
    let trail = trail(&mut scenario, |scenario| scenario.health() < 100);
    assert!(trail.0.iter().any(|at| at.x > 7.0), "it went around the other side");
    assert!(trail.0.iter().all(|at| at.x > 3.6 || at.y > 4.0 || at.x < 3.0), "and not through the wall");
}

#[test]
fn monster_uses_a_path_that_a_push_wall_opens() {
    let mut scenario = Scenario::on(
        "###########
         ####.######
         ####.######
         #...B...Z.#
         #.##@####.#
         #.#######.#
         #.........#
         ###########",
    );
    scenario.tick(turn(-90.0));
    scenario.press_use().wait(2.2).put_player(1.5, 3.5).tick(FIRE);
    let trail = trail(&mut scenario, |scenario| scenario.health() < 100);
    assert!(trail.0.iter().all(|at| at.y < 4.0), "it took the new path");
}

#[test]
fn monster_stops_at_the_end_of_its_path() {
    // The monster sees the player behind glass, without a path.
    let mut scenario = Scenario::on("###########\n#.......z.#\n#@........#\n#WWWWWWWWW#\n#.........#\n###########");
    scenario.wait(0.5).put_player(5.5, 4.5).wait(8.0);
    let at = scenario.monsters()[0].at;
    let trail = trail(&mut scenario, |scenario| scenario.now() > 2400);
    assert!(trail.length() < 0.05, "it is at the glass, at {at}, and has moved {} tiles", trail.length());
    // The player walks along behind the glass, and the monster follows on its side.
    scenario.put_player(2.5, 4.5).wait(6.0);
    assert!((scenario.monsters()[0].at.x - 2.5).abs() < 1.3, "it is at {}", scenario.monsters()[0].at);
}

#[test]
fn searching_monster_does_not_run_against_walls() {
    let mut scenario =
        Scenario::on("##########\n#@.....z.#\n#..##....#\n#....#...#\n##########\n#........#\n##########");
    scenario.wait(0.6).put_player(1.5, 5.5);
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Search);
    let trail = trail(&mut scenario, |scenario| scenario.monsters()[0].state != MonsterState::Search);
    assert!(trail.jogging() < 60, "it ran on the spot for {} ticks", trail.jogging());
    assert!(trail.length() > 2.0);
}

#[test]
fn monster_returns_to_its_post_through_doors() {
    let mut scenario = Scenario::on(
        "###########
         #Z.+.....@#
         ###########
         #.........#
         ###########",
    );
    let home = scenario.monsters()[0].at;
    scenario.put_player(5.5, 1.5).tick(FIRE);
    scenario.put_player(9.5, 3.5);
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Search);
    assert!(scenario.monsters()[0].at.x > 4.0);
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Return);
    assert!(scenario.monsters()[0].at.x > 4.0, "the door is between it and its post");
    let opened = scenario.count(GameEvent::DoorOpens);
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].state == MonsterState::Idle);
    assert!(scenario.monsters()[0].at.distance(home) < 0.2);
    assert_eq!(scenario.count(GameEvent::DoorOpens), opened + 1);
}

#[test]
fn fast_distant_monsters_pass_doorways() {
    let far = ".".repeat(60);
    let wall = "#".repeat(60);
    let map = format!(
        "#########{wall}##
         #.....##{wall}.##
         #.d...+.{far}.@#
         #.@...##{wall}.##
         #########{wall}##"
    )
    .replacen(".@#", "..#", 1);
    // A monster far away thinks every 16 ticks. At 2.6 tiles per second, the speed of a crawler, it walks three times as
    // far in them as it may be away from the middle of a doorway.
    let starts = [(1.7, 1.3), (1.7, 3.7), (2.2, 3.4), (4.4, 3.5), (4.9, 3.7)];
    let runs = [2.0, 2.6, 4.0, 6.0, 8.0].into_iter().flat_map(|speed| starts.map(|start| (speed, start)));
    for (speed, (x, y)) in runs {
        let mut scenario = hunted(&map, speed);
        scenario.wait(0.2).put_monster(0, x, y).put_player(66.5, 2.5);
        let began = scenario.now();
        let trail = trail(&mut scenario, |scenario| scenario.monsters()[0].at.x > 8.0);
        let seconds = (scenario.now() - began) as f32 / 120.0;
        assert!(trail.length() < 9.5, "at speed {speed} it went {} tiles in {seconds} seconds", trail.length());
    }
}

#[test]
fn monster_walks_around_an_adjacent_barrel() {
    let map = "
        ################
        #..............#
        #..........0n..#
        #...........##.#
        #..............#
        #....####......#
        #....#@........#
        #....#.........#
        ################";
    let mut scenario = Scenario::in_words(map.trim(), "'0': (prop: \"barrel\"), 'n': (monster: \"shambler\"),", "");
    scenario.tick(FIRE);
    scenario.wait(8.0);
    assert!(scenario.health() < 100, "it has come, and not stayed at {:?}", scenario.undead());
}

#[test]
fn paths_change_when_a_crate_is_broken() {
    let map = "###########\n#.........#\n#.###.###.#\n#@.0.....d#\n#.###.###.#\n#.........#\n###########";
    let legend = "'0': (prop: \"crate\"), 'd': (monster: \"shambler\", facing: 180),";
    let mut scenario = Scenario::in_words(map, legend, "");
    let row = |scenario: &mut Scenario| {
        let trail = trail(scenario, |scenario| scenario.monsters()[0].at.x < 2.5);
        trail.0.iter().all(|at| (at.y - 3.5).abs() < 0.6)
    };
    scenario.wait(2.0);
    assert!(!row(&mut scenario), "the crate is in its row, so it takes another row");
    let mut again = Scenario::in_words(map, legend, "");
    again.until(FIRE, |scenario| scenario.props() == (0, 1)).put_monster(0, 9.5, 3.5);
    let mut restored = again.restored();
    again.wait(0.5);
    (0..engine::ticks(0.5)).for_each(|_| restored.tick(NOTHING));
    assert_eq!(
        restored.snapshot().hash(),
        again.headless.snapshot().hash(),
        "a loaded world has the props as obstacles"
    );
    assert!(row(&mut again), "straight on");
}
