//! Push-walls: the player pushes them away; they hide and reveal, push bodies along, and crush those that cannot give
//! way.

use crate::scenario::{BACK, FIRE, FORWARD, NOTHING, Scenario, turn};
use bevy::math::{IVec2, Vec2};
use engine::{GameEvent, Grid, Headless, MonsterState, Outcome, Pickup, PushWallState, Shape};

const CORRIDOR: &str = "
    #########
    #.@B....#
    #########";

/// Returns the shapes of the cells of a corridor, starting with the third.
fn row(scenario: &Scenario, y: i32) -> Vec<Shape> {
    let grid = scenario.headless.world().resource::<Grid>();
    (3..7).map(|x| grid.shape(scenario.orientation.cell((x, y).into()))).collect()
}

#[test]
fn push_wall_slides_two_cells_in_two_seconds() {
    let mut scenario = Scenario::on(CORRIDOR);
    assert_eq!(
        scenario.for_seconds(0.5, FORWARD).push_wall().0,
        PushWallState::Still,
        "to walk against it is not enough"
    );
    let (state, (x, _)) = scenario.press_use().wait(0.5).push_wall();
    assert_eq!(state, PushWallState::Moving);
    assert!((0.5..0.53).contains(&x), "half a second, half a tile: {x}");
    assert!(matches!(row(&scenario, 1)[..2], [Shape::PushWall { .. }, Shape::PushWall { .. }]));
    assert_eq!(scenario.wait(1.5).push_wall(), (PushWallState::Done, (2.0, 0.0)));
    assert_eq!(row(&scenario, 1), [Shape::Open, Shape::Open, Shape::Solid, Shape::Open]);
    assert_eq!((scenario.count(GameEvent::PushWallMoves), scenario.count(GameEvent::PushWallStops)), (1, 1));
    let (x, _) = scenario.for_seconds(1.5, FORWARD).press_use().wait(1.0).player();
    assert!((4.7..4.76).contains(&x), "the player followed it to {x}");
    assert_eq!(scenario.push_wall(), (PushWallState::Done, (2.0, 0.0)), "it is pushed once");
}

#[test]
fn push_wall_does_not_carry_a_follower() {
    let mut scenario = Scenario::on(CORRIDOR);
    scenario.for_seconds(0.5, FORWARD).press_use();
    for _ in 0..engine::ticks(2.0) {
        scenario.tick(FORWARD);
        assert_eq!(scenario.stuck_body(), None);
        let (wall, x) = (3.0 + scenario.push_wall().1.0, scenario.player().0);
        assert!((wall - 0.27..wall - 0.24).contains(&x), "the wall begins at {wall}, the player is at {x}");
    }
}

#[test]
fn push_wall_must_be_in_reach() {
    let mut far = Scenario::on("#########\n#@..B...#\n#########");
    assert_eq!(far.press_use().wait(0.1).push_wall().0, PushWallState::Still);
    let mut aside = Scenario::on(CORRIDOR);
    aside.tick(turn(90.0));
    assert_eq!(aside.press_use().wait(0.1).push_wall().0, PushWallState::Still);
}

#[test]
fn push_wall_moves_away_from_the_player() {
    let map = "#######\n#.....#\n#.....#\n#..B..#\n#..@..#\n#.....#\n#######";
    let mut scenario = Scenario::on(map);
    scenario.tick(turn(-90.0));
    assert_eq!(scenario.press_use().wait(2.1).push_wall(), (PushWallState::Done, (0.0, -2.0)));
    let mut scenario = Scenario::on("#######\n#.....#\n#..@..#\n#..B..#\n#.....#\n#.....#\n#######");
    scenario.tick(turn(90.0));
    assert_eq!(scenario.press_use().wait(2.1).push_wall(), (PushWallState::Done, (0.0, 2.0)));
    let mut scenario = Scenario::on("#######\n#.....#\n#...B@#\n#.....#\n#######");
    scenario.tick(turn(180.0));
    assert_eq!(scenario.press_use().wait(2.1).push_wall(), (PushWallState::Done, (-2.0, 0.0)));
}

#[test]
fn push_wall_stops_before_walls_doors_pillars_and_bodies() {
    let stops = |map: &str| {
        let mut scenario = Scenario::on(map);
        scenario.press_use().wait(3.0);
        assert_eq!(scenario.stuck_body(), None);
        (scenario.push_wall(), scenario.count(GameEvent::PushWallStuck))
    };
    let done = |x| ((PushWallState::Done, (x, 0.0)), 0);
    assert_eq!(stops("######\n#@B.##\n######"), done(1.0));
    assert_eq!(stops("#######\n#@B.+.#\n#######"), done(1.0));
    assert_eq!(stops("#######\n#@B.P.#\n#...#.#\n#######"), done(1.0));
    let stuck = ((PushWallState::Still, (0.0, 0.0)), 1);
    assert_eq!(stops("#######\n#@BZ..#\n#######"), stuck);
    assert_eq!(stops("#######\n#@B+..#\n#######"), stuck);
}

/// Returns the positions of all pickups.
fn lying(scenario: &mut Scenario) -> Vec<Vec2> {
    let turned = scenario.orientation;
    let world = scenario.headless.world_mut();
    world.query::<&Pickup>().iter(world).map(|pickup| turned.point_as_drawn(pickup.at)).collect()
}

#[test]
fn push_wall_moves_pickups_behind_it() {
    for map in ["########\n#@Ba...#\n########", "########\n#@B.a..#\n########", "########\n#@Baa..#\n########"] {
        let mut scenario = Scenario::on(map);
        let count = lying(&mut scenario).len();
        scenario.press_use().wait(2.1);
        assert_eq!(scenario.push_wall(), (PushWallState::Done, (2.0, 0.0)), "{map}");
        let behind = lying(&mut scenario).iter().filter(|at| (2.0..4.0).contains(&at.x)).count();
        assert_eq!(behind, count, "{map}: {:?}", lying(&mut scenario));
        scenario.for_seconds(1.5, FORWARD);
        assert_eq!(lying(&mut scenario), [], "{map}: it can be taken");
    }
}

#[test]
fn dropped_item_does_not_stop_a_push_wall() {
    // The passage to the lift is next to the first cell of the wall's path, and the officer's clip is in the second
    // cell.
    let words = "'=': (grating: \"bars\"), 'q': (monster: \"officer\", facing: 90, ambush: true), '|': (push: \"hull\", push_cells: 2),";
    let map = "#########\n####...L#\n####.####\n#..|.q..#\n#.###=###\n#....@###\n#########";
    let mut scenario = Scenario::in_words(map, words, "");
    scenario.tick(turn(-90.0));
    scenario.until(FIRE, |scenario| !lying(scenario).is_empty());
    scenario.put_player(2.5, 3.5).tick(turn(90.0));
    scenario.press_use().wait(3.0);
    assert_eq!(scenario.push_wall(), (PushWallState::Done, (2.0, 0.0)));
    scenario.for_seconds(1.0, FORWARD);
    assert_eq!(lying(&mut scenario), [], "it is in the player's path");
}

#[test]
fn push_wall_moves_pickups_to_a_reachable_place() {
    // The wall closes the passage: behind it is the niche, and the player is on the left.
    let words = "'_': (name: \"plate\"), 'n': (push: \"hull\", push_way: 90, push_cells: 1, name: \"slab\"),";
    let map = "########\n####n###\n#.@.a..#\n##.#####\n##_#####\n########";
    let mut scenario = Scenario::in_words(map, words, "triggers: [(at: \"plate\", on: Step, do: [Push(\"slab\")])]");
    scenario.put_player(2.5, 4.5).wait(1.5);
    assert_eq!(scenario.push_wall(), (PushWallState::Done, (0.0, 1.0)));
    let at = lying(&mut scenario)[0];
    assert!((3.0..4.0).contains(&at.x) && (2.0..3.0).contains(&at.y), "it is at {at}");
}

#[test]
fn furniture_stops_a_push_wall() {
    let words = "'f': (push: \"hull\", push_cells: 4), 'c': (prop: \"cryo pod\"),";
    let mut scenario = Scenario::in_words("#########\n#@.f..c.#\n#########", words, "");
    scenario.for_seconds(0.6, FORWARD).press_use().wait(12.0);
    assert_eq!(scenario.push_wall(), (PushWallState::Done, (2.0, 0.0)));
    assert_eq!((scenario.count(GameEvent::PushWallStops), scenario.count(GameEvent::Crushed)), (1, 0));
    let mut near = Scenario::in_words("#########\n#@fc....#\n#########", words, "");
    near.press_use().wait(3.0);
    assert_eq!((near.push_wall().0, near.count(GameEvent::PushWallStuck)), (PushWallState::Still, 1));
    let called = "'_': (name: \"plate\"), 'n': (push: \"hull\", push_way: 0, push_cells: 3, name: \"slab\"),
        'c': (prop: \"cryo pod\", waits: true, name: \"pod\"),";
    let calls = "triggers: [(at: \"plate\", on: Step, do: [Spawn(\"pod\"), Push(\"slab\")])]";
    let mut called = Scenario::in_words("########\n#@_#####\n##n..c.#\n########", called, calls);
    called.for_seconds(0.4, FORWARD).wait(8.0);
    assert_eq!((called.push_wall(), called.count(GameEvent::PushWallStops)), ((PushWallState::Done, (2.0, 0.0)), 1));
    let mut breaks = Scenario::on("#########\n#@B.C...#\n#########");
    breaks.press_use().wait(8.0);
    assert_eq!(breaks.push_wall(), (PushWallState::Done, (2.0, 0.0)), "a crate breaks");
}

#[test]
fn stuck_push_wall_can_be_pushed_again() {
    let mut scenario = Scenario::on("########\n#@BZ...#\n########");
    scenario.press_use().wait(0.1);
    assert_eq!(scenario.push_wall().0, PushWallState::Still);
    scenario.place(1.5, 6.5).press_use().wait(3.0);
    assert_eq!(scenario.push_wall(), (PushWallState::Done, (2.0, 0.0)));
}

#[test]
fn push_wall_pushes_bodies_along() {
    let mut scenario = Scenario::on("##########\n#@B.....Z#\n##########");
    scenario.press_use().wait(0.3).place(1.5, 3.95);
    for _ in 0..engine::ticks(2.0) {
        scenario.tick(NOTHING);
        assert_eq!(scenario.stuck_body(), None);
    }
    assert_eq!(scenario.push_wall(), (PushWallState::Done, (2.0, 0.0)));
    assert_eq!((scenario.only_undead().1, scenario.count(GameEvent::Crushed)), (50, 0), "there was room");
}

/// A push-wall that only moves in one direction, and one that moves until something stops it.
const WALLS: &str = "'o': (push: \"hull\", push_way: 0), 'f': (push: \"hull\", push_cells: 512),";

#[test]
fn push_wall_crushes_wedged_bodies_and_goes_on() {
    let mut scenario = Scenario::in_words("########\n#@f...Z#\n########", WALLS, "");
    scenario.press_use().wait(2.0);
    assert_eq!(scenario.only_undead().1, 50, "it is pushed along while there is room");
    let mut last = 50;
    while scenario.undead()[0].0 != MonsterState::Dying {
        scenario.tick(NOTHING);
        assert_eq!(scenario.stuck_body(), None);
        assert!(last - scenario.only_undead().1 <= 20, "it does not kill at once, even unaware monsters");
        last = scenario.only_undead().1;
    }
    assert!((3..=5).contains(&scenario.count(GameEvent::Crushed)), "{}", scenario.count(GameEvent::Crushed));
    assert_eq!(scenario.wait(3.0).push_wall(), (PushWallState::Done, (4.0, 0.0)));
}

#[test]
fn wedged_player_dies_unless_it_leaves() {
    let map = "##########\n#..f.....#\n#.########\n#@########\n##########";
    let wedge = || {
        let mut scenario = Scenario::in_words(map, WALLS, "");
        scenario.put_player(2.5, 1.5).press_use().put_player(6.5, 1.5).wait(4.7);
        assert!(scenario.health() < 100, "the wall has reached the player");
        scenario
    };
    assert_eq!(wedge().wait(2.0).outcome(), Outcome::Dead);
    let mut leaves = wedge();
    leaves.put_player(1.5, 1.5);
    let health = leaves.health();
    assert_eq!((leaves.wait(2.0).health(), leaves.outcome()), (health, Outcome::Running));
}

#[test]
fn push_wall_sweeps_corpses() {
    let mut scenario = Scenario::on("##########\n#@B.....Z#\n##########");
    scenario.place(4.5, 7.0).until(FIRE, |scenario| scenario.undead()[0].0 == MonsterState::Dead);
    scenario.place(1.5, 3.4).press_use().wait(1.0);
    let (_, (x, _)) = scenario.undead()[0];
    assert!(x > 4.2, "it was moved along, to {x}");
    assert_eq!(scenario.wait(1.2).push_wall(), (PushWallState::Done, (2.0, 0.0)));
}

#[test]
fn one_way_push_wall_only_moves_in_its_direction() {
    let mut scenario = Scenario::in_words("########\n#@o....#\n########", WALLS, "");
    assert_eq!(scenario.press_use().wait(2.1).push_wall(), (PushWallState::Done, (2.0, 0.0)));
    let mut scenario = Scenario::in_words("########\n#..o.@.#\n########", WALLS, "");
    scenario.tick(turn(180.0));
    scenario.for_seconds(0.3, FORWARD).press_use().wait(1.0);
    assert_eq!((scenario.push_wall().0, scenario.count(GameEvent::PushWallStuck)), (PushWallState::Still, 1));
}

#[test]
fn unlimited_push_wall_moves_until_it_is_stopped() {
    let mut scenario = Scenario::in_words("##########\n#@f......#\n##########", WALLS, "");
    assert_eq!(scenario.press_use().wait(5.9).push_wall().0, PushWallState::Moving);
    assert_eq!(scenario.wait(0.2).push_wall(), (PushWallState::Done, (6.0, 0.0)));
}

#[test]
fn push_walls_count_as_secrets_once_per_run() {
    let map = "#########\n#@B...B.#\n#.......#\n#########";
    let mut scenario = Scenario::on(map);
    assert_eq!((scenario.headless.run().found, scenario.headless.run().secrets), (0, 2));
    scenario.press_use().wait(1.0).press_use();
    assert_eq!((scenario.headless.run().found, scenario.count(GameEvent::SecretFound)), (1, 1));
    scenario.begin_again();
    assert_eq!((scenario.headless.run().found, scenario.headless.run().secrets), (0, 2));
    assert!(matches!(
        scenario.headless.world().resource::<Grid>().shape(scenario.orientation.cell((2, 1).into())),
        Shape::Solid
    ));
    let mut stuck = Scenario::on("#########\n#@BZ....#\n#########");
    assert_eq!(
        stuck.press_use().for_seconds(0.2, BACK).headless.run().found,
        0,
        "a monster that does not move is still hidden"
    );
}

#[test]
fn push_wall_hides_and_reveals_a_monster() {
    let mut scenario = Scenario::on(
        "#######
         ###.###
         #Z..###
         ###B###
         #..@..#
         #######",
    );
    scenario.tick(turn(-90.0));
    scenario.wait(2.0);
    assert_eq!(scenario.count_any(GameEvent::Notices), 0);
    scenario.press_use().wait(1.0);
    assert_eq!(scenario.count_any(GameEvent::Notices), 0, "it slides past the passage");
    scenario.wait(1.2).for_seconds(1.0, FORWARD);
    assert_eq!(scenario.count_any(GameEvent::Notices), 1);
    scenario.until(NOTHING, |scenario| scenario.health() < 100);
}

#[test]
fn push_continues_from_a_snapshot() {
    let shapes = |run: &Headless| {
        let grid = run.world().resource::<Grid>();
        (0..9).map(|x| grid.shape((x, 1).into())).collect::<Vec<_>>()
    };
    let mut scenario = Scenario::on(CORRIDOR);
    scenario.for_seconds(0.5, FORWARD).press_use();
    let mut copies: Vec<Headless> = Vec::new();
    for tick in 0..600 {
        if tick % 13 == 0 && tick < 260 {
            copies.push(scenario.restored());
        }
        scenario.tick(FORWARD);
        for copy in &mut copies {
            copy.tick(FORWARD);
            assert_eq!(shapes(copy), shapes(&scenario.headless), "tick {tick}");
        }
    }
    let state = scenario.headless.snapshot();
    assert!(copies.iter_mut().all(|copy| copy.snapshot() == state), "the copy diverged");
    assert_eq!(scenario.push_wall().0, PushWallState::Done);
}

#[test]
fn snapshot_with_invalid_push_walls_is_rejected() {
    let mut scenario = Scenario::on(CORRIDOR);
    scenario.press_use();
    let text = ron::to_string(&scenario.wait(0.5).headless.snapshot()).expect("a snapshot has a text");
    let turned = scenario.orientation;
    let step = |x, y| {
        let step = turned.vector(Vec2::new(x, y)).as_ivec2();
        format!("step:({},{})", step.x, step.y)
    };
    let place = |x| {
        let cell = turned.cell(IVec2::new(x, 1));
        format!("(x:{},y:{},state:Moving", cell.x, cell.y)
    };
    for (whole, broken) in [
        ("state:Moving".to_owned(), "state:Still".to_owned()),
        (step(1.0, 0.0), step(1.0, 1.0)),
        (step(1.0, 0.0), step(0.0, 1.0)),
        (place(3), place(4)),
        ("moved:62".to_owned(), "moved:4000000000".to_owned()),
    ] {
        assert!(text.contains(&whole), "{text} contains {whole}");
        let damaged = ron::from_str(&text.replacen(&whole, &broken, 1)).expect("it can still be read");
        let told = scenario.restore(&damaged).err().map(|error| error.to_string());
        assert_eq!(told.as_deref(), Some("it is damaged: the push-walls do not match the level"), "{broken}");
    }
}
