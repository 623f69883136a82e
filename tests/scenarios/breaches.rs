//! Breaches: what breaks the hull, what the wind carries out, and what stays.

use crate::scenario::{FIRE, FORWARD, NOTHING, Scenario, armed};
use bevy::prelude::{IVec2, Vec2, With, Without};
use engine::{
    Air, Body, DoorState, GameEvent, Grid, Headless, Hull, Intent, KindId, MonsterState, Outcome, Player, Position,
    Ray, Shape, Start, cast, restore,
};
use std::sync::Arc;

/// Characters of these maps, in addition to those of all scenarios.
const WORDS: &str = r#"
    '~': (space: true), 'K': (window: "glass", name: "pane"), 'T': (wall: "hull", thin: true),
    'k': (thing: Key(A)), 'e': (air: 0.0), 'f': (name: "grate"),
"#;

/// A room with a window to space, which breaks half a second after the start of the run, and a room behind a door.
const ROOMS: &str = "
    ~~~~~~~~~~~~~~
    ~###K#########
    ~#.......#...#
    ~#...z...+...#
    ~#.......#...#
    ~#@......#...#
    ~#############";

/// Returns the run of a map whose pane breaks after half a second; the cell of the player triggers it.
fn breaks(map: &str) -> Scenario {
    Scenario::in_words(map, WORDS, &fields(map, "Break(\"pane\")"))
}

/// Returns the fields of a level in which the player's own cell triggers an action after half a second.
fn fields(map: &str, act: &str) -> String {
    let rows: Vec<&str> = map.split_whitespace().collect();
    let (y, row) = rows.iter().enumerate().find(|(_, row)| row.contains('@')).expect("a player");
    let x = row.find('@').expect("a player");
    format!(
        "names: [(name: \"start\", at: ({x}, {y}))], triggers: [(at: \"start\", on: Step, after: 0.5, do: [{act}])]"
    )
}

/// The player holds on.
const HOLD: Intent = Intent { use_: true, ..NOTHING };

fn pressure(scenario: &Scenario, x: i32, y: i32) -> f64 {
    scenario.headless.world().resource::<Air>().pressure(scenario.orientation.cell(IVec2::new(x, y)))
}

fn shape(scenario: &Scenario, x: i32, y: i32) -> Shape {
    scenario.headless.world().resource::<Grid>().shape(scenario.orientation.cell(IVec2::new(x, y)))
}

#[test]
fn breach_empties_the_room_except_a_holding_player() {
    let mut scenario = breaks(ROOMS);
    let (x, y) = scenario.player();
    scenario.for_seconds(6.0, HOLD);
    assert_eq!(scenario.count(GameEvent::HullBreaks), 1);
    assert_eq!((scenario.count_any(|_: u16| GameEvent::MonsterLost(KindId(0))), scenario.headless.run().kills), (1, 1));
    assert!(scenario.undead().is_empty(), "the monster is gone");
    assert_eq!((scenario.player(), scenario.outcome()), ((x, y), Outcome::Running));
    assert_eq!((pressure(&scenario, 5, 3), pressure(&scenario, 11, 3)), (0.0, 1.0), "the door stays closed");
}

#[test]
fn wind_moves_breakable_props_only() {
    let map = "
        ~~~~~~~~~~~~~~
        ~#############
        ~#.....#@....#
        ~K.....#.....#
        ~#.........Ü.#
        ~#.....#.....#
        ~#############";
    for (kind, goes) in [("crate", true), ("tool trolley", false), ("chains", false)] {
        let words = format!("{WORDS} 'Ü': (prop: \"{kind}\"),");
        let mut scenario = Scenario::in_words(map, &words, &fields(map, "Break(\"pane\")"));
        scenario.for_seconds(4.0, HOLD);
        let at = |scenario: &mut Scenario| scenario.bodies().into_iter().find(|(_, radius)| *radius != 0.25);
        let stays = at(&mut scenario).is_some_and(|(at, _)| at == (11.5, 4.5));
        assert_eq!(stays, !goes, "{kind}: {:?}", at(&mut scenario));
    }
}

#[test]
fn props_stop_when_the_wind_ends_also_after_loading() {
    let map = "################\n#@.f........Ü..#\n################";
    let words = format!("{WORDS} 'Ü': (prop: \"crate\"),");
    let actions = fields(map, "Vent(\"grate\")")
        .replace("triggers: [", "triggers: [(at: \"start\", on: Step, after: 1.5, do: [Seal(\"grate\")]), ");
    let level = Scenario::level_in_words(map, &words, &actions);
    let start = Start::on(Arc::clone(&level));
    let (mut run, mut calm) = (Headless::begin(&start), Headless::begin(&start));
    let place = |run: &mut Headless| {
        let mut crates = run.world_mut().query_filtered::<&Position, (With<Body>, Without<Player>)>();
        crates.single(run.world()).expect("one crate").0
    };
    calm.tick(NOTHING);
    let calm = calm.snapshot();
    let mut loaded = Headless::begin(&start);
    let mut places = Vec::new();
    for tick in 0..300 {
        let snapshot = run.snapshot();
        run.tick(HOLD);
        // Loading from a run without any wind must give the same result.
        for (snapshot, ticks) in [(&calm, 2), (&snapshot, 1)] {
            restore(loaded.world_mut(), snapshot, Arc::clone(&level), &start.rules).expect("its own level and rules");
            (0..ticks).for_each(|_| loaded.tick(HOLD));
        }
        assert_eq!(loaded.snapshot().parts(), run.snapshot().parts(), "tick {tick}");
        places.push(place(&mut run));
    }
    assert!(places[179].x < 11.5, "it was dragged: {}", places[179]);
    assert!(places[185..].iter().all(|place| *place == places[185]), "and does not move: {:?}", &places[180..]);
}

#[test]
fn player_who_does_not_hold_on_is_lost_in_space() {
    let mut scenario = breaks(&ROOMS.replace("@......", "..@....").replace('z', "."));
    scenario.until(NOTHING, |scenario| scenario.outcome() != Outcome::Running);
    assert_eq!((scenario.outcome(), scenario.count(GameEvent::PlayerLost)), (Outcome::Dead, 1));
    assert!(scenario.now() < 5 * 120, "within the seconds in which the room drains");
    assert!(scenario.player().1 < 1.3, "the player went through the hole: {:?}", scenario.player());
    assert_eq!((scenario.health(), scenario.stuck_body()), (0, None));
}

#[test]
fn door_to_vacuum_pulls_weakly_at_first_on_easy_skills() {
    let map = "
        ~~~~~~~~~~~~~~~~
        ~#############~~
        ~#.......#...~~~
        ~#....@..+...~~~
        ~#.......#...~~~
        ~#############~~";
    let pulled = |skill: u8| {
        let level = Scenario::level_in_words(
            map,
            WORDS,
            &fields(map, "Open(\"door\")").replace("names: [", "names: [(name: \"door\", at: (9, 3)), "),
        );
        let mut scenario = Scenario::begin(Start { skill, ..Start::on(level) });
        scenario.until(NOTHING, |scenario| scenario.count(GameEvent::DoorOpens) == 1).wait(0.6);
        scenario.player().0 - 6.5
    };
    let (easy, usual, hard) = (pulled(1), pulled(2), pulled(3));
    assert_eq!(easy, usual);
    assert!(hard > 1.0 && easy < hard / 3.0, "tiles in the first half second: {easy} and {hard}");
}

#[test]
fn new_hole_lets_bodies_and_rays_pass_in_the_same_tick() {
    let mut scenario = breaks(ROOMS);
    let sees_out = |scenario: &Scenario| {
        let grid = scenario.headless.world().resource::<Grid>();
        let turned = scenario.orientation;
        let (from, up) = (turned.point(Vec2::new(4.5, 3.5)), turned.vector(Vec2::NEG_Y));
        cast(grid, Ray::Shot, from, up, 99.0).expect("the map ends").cell == turned.cell(IVec2::new(4, 0))
    };
    let mut last = 1.0;
    while scenario.count(GameEvent::HullBreaks) == 0 {
        assert!(!sees_out(&scenario) && shape(&scenario, 4, 1) != Shape::Open);
        last = pressure(&scenario, 5, 3);
        scenario.tick(NOTHING);
    }
    assert!(sees_out(&scenario) && shape(&scenario, 4, 1) == Shape::Open);
    assert!(last == 1.0 && pressure(&scenario, 5, 3) < 1.0, "and to the air");
}

#[test]
fn pickups_fly_out_but_keys_stop_at_the_edge() {
    let mut scenario = breaks(&ROOMS.replace("...z...", ".a.k.h."));
    scenario.for_seconds(6.0, HOLD);
    let left = scenario.pickups();
    assert_eq!(left.len(), 1, "{left:?}");
    let (_, at) = &left[0];
    assert!(at.distance(Vec2::new(4.5, 1.5)) < 1.6, "the key is at the hole: {at}");
    // The player can take it there.
    scenario.put_player(at.x, at.y).tick(NOTHING);
    assert!(scenario.pickups().is_empty());
}

#[test]
fn keys_are_not_blown_behind_fixed_obstacles() {
    let map = "
        ~~~~~~~~~~~
        ~##########
        ~K..Nk...@#
        ~##########";
    let words = format!("{WORDS} 'N': (prop: \"altar\"),");
    let mut scenario = Scenario::in_words(map, &words, &fields(map, "Break(\"pane\")"));
    scenario.for_seconds(6.0, HOLD);
    let left = scenario.pickups();
    assert!(left.len() == 1 && left[0].1.x >= 5.0, "the altar is in the next cell: {left:?}");
    scenario.put_player(5.4, 2.5).tick(NOTHING);
    assert!(scenario.pickups().is_empty());
}

#[test]
fn shutter_closes_a_breach_and_air_returns() {
    let mut scenario = breaks(ROOMS);
    scenario.for_seconds(8.0, HOLD);
    assert_eq!((scenario.count(GameEvent::ShutterFalls), pressure(&scenario, 5, 3)), (0, 0.0));
    scenario.for_seconds(1.0, HOLD);
    assert_eq!(scenario.count(GameEvent::ShutterFalls), 1);
    assert!(matches!(shape(&scenario, 4, 1), Shape::Locked { .. }));
    scenario.wait(5.0);
    assert_eq!(pressure(&scenario, 5, 3), 1.0);
}

#[test]
fn shutter_does_not_crush_bodies() {
    let mut scenario = breaks(&ROOMS.replace('z', "."));
    scenario.for_seconds(6.0, HOLD).put_player(4.5, 1.6).wait(6.0);
    assert_eq!((scenario.count(GameEvent::ShutterFalls), scenario.outcome()), (0, Outcome::Running));
    scenario.put_player(4.5, 4.5).wait(0.1);
    assert_eq!(scenario.count(GameEvent::ShutterFalls), 1);
}

#[test]
fn oxygen_lasts_half_a_minute_and_then_health_drops() {
    let mut scenario = Scenario::in_words("#####\n#@ee#\n#####", WORDS, "");
    scenario.wait(29.5);
    assert_eq!((scenario.health(), scenario.oxygen()), (100, 60));
    scenario.wait(2.0);
    assert!(scenario.health() < 100);
    scenario.until(NOTHING, |scenario| scenario.outcome() == Outcome::Dead);
    assert!((38.0..45.0).contains(&(scenario.now() as f32 / 120.0)), "{}", scenario.now());
}

#[test]
fn suit_fills_up_in_air() {
    let mut scenario = Scenario::in_words("########\n#@ee+..#\n########", WORDS, "");
    scenario.wait(10.0);
    let empty = scenario.oxygen();
    scenario.until(FORWARD, |scenario| scenario.player().0 > 6.0);
    assert!(pressure(&scenario, 2, 1) > 0.3, "the air of both rooms has mixed");
    scenario.wait(5.0);
    assert!(scenario.oxygen() > empty);
}

#[test]
fn shots_only_break_windows_to_space() {
    let map = "
        ~~~~~~~~~
        ~#######~
        ~#@....K~
        ~#######~";
    let mut scenario = Scenario::in_words(map, WORDS, "");
    scenario.until(FIRE, |scenario| scenario.count(GameEvent::HullCracks) > 0);
    let cracked = scenario.now();
    scenario.until(NOTHING, |scenario| scenario.count(GameEvent::HullBreaks) > 0);
    assert!((100..=121).contains(&(scenario.now() - cracked)), "a second later");
    let mut scenario = Scenario::in_words("##########\n#@....K..#\n##########", WORDS, "");
    scenario.for_seconds(20.0, FIRE);
    assert_eq!(scenario.count(GameEvent::HullCracks), 0);
}

#[test]
fn thin_inner_walls_break_without_a_breach() {
    let mut scenario = Scenario::in_words("##########\n#@....T..#\n##########", WORDS, "");
    scenario.until(FIRE, |scenario| scenario.count(GameEvent::WallBreaks) > 0);
    let pressure = pressure(&scenario, 8, 1);
    assert!((0.8..1.0).contains(&pressure), "the air of eight cells in nine: {pressure}");
    let before = scenario.player().0;
    scenario.wait(12.0);
    assert_eq!((scenario.player().0, scenario.count(GameEvent::ShutterFalls)), (before, 0));
    scenario.until(FORWARD, |scenario| scenario.player().0 > 8.0);
}

#[test]
fn vents_release_air_until_they_are_sealed() {
    let map = "########\n#@.f...#\n########";
    let actions = fields(map, "Vent(\"grate\")")
        .replace("triggers: [", "triggers: [(at: \"start\", on: Step, after: 2.5, do: [Seal(\"grate\")]), ");
    let mut scenario = Scenario::in_words(map, WORDS, &actions);
    scenario.for_seconds(2.6, HOLD);
    let left = pressure(&scenario, 6, 1);
    assert!((0.4..0.6).contains(&left), "{left}");
    scenario.wait(5.0);
    assert_eq!(pressure(&scenario, 6, 1), left);
    assert_eq!(scenario.outcome(), Outcome::Running, "bodies do not pass vents");
}

#[test]
fn vented_shutter_opens_again() {
    let actions = fields(ROOMS, "Break(\"pane\")").replace(
        "triggers: [",
        "triggers: [(at: \"start\", on: Step, after: 1.0, do: [Seal(\"pane\")]), (at: \"start\", on: Step, after: 2.0, do: [Vent(\"pane\")]), ",
    );
    let mut scenario = Scenario::in_words(&ROOMS.replace('z', "."), WORDS, &actions);
    scenario.for_seconds(1.5, HOLD);
    let pane = scenario.orientation.index(14 + 4);
    assert!(scenario.headless.world().resource::<Hull>().is_sealed(pane));
    scenario.for_seconds(1.0, HOLD);
    let counts =
        [GameEvent::HullBreaks, GameEvent::ShutterFalls, GameEvent::ShutterOpens].map(|what| scenario.count(what));
    assert_eq!(counts, [1, 1, 1]);
    assert_eq!(shape(&scenario, 4, 1), Shape::Open);
}

#[test]
fn doors_do_not_close_against_the_wind() {
    let map = ROOMS.replace("#@......#...#", "#......@+...#").replace("z...+", "....#");
    let mut scenario = breaks(&map);
    scenario.for_seconds(0.4, FORWARD);
    assert_eq!(scenario.door().0, DoorState::Opening);
    scenario.until(HOLD, |scenario| scenario.now() > 4 * 120);
    assert_eq!(scenario.door().0, DoorState::Open, "it would have closed three seconds after it opened");
    scenario.until(HOLD, |scenario| scenario.door().0 == DoorState::Closing);
    assert!(scenario.now() < 12 * 120);
}

#[test]
fn skeletons_rise_again_unless_lost_in_space() {
    let words = "'k': (monster: \"skeleton\", facing: 180),";
    let mut scenario = Scenario::in_words("######\n#@.k.#\n######", words, "");
    scenario.until(FIRE, |scenario| scenario.headless.run().kills == 1);
    scenario.wait(9.0);
    assert_eq!(scenario.undead()[0].0, MonsterState::Dead);
    scenario.wait(2.5);
    assert_ne!(scenario.undead()[0].0, MonsterState::Dead);
    let counts = |scenario: &Scenario| scenario.headless.world().resource::<engine::Counts>().kills.count("skeleton");
    assert_eq!((scenario.headless.run().kills, counts(&scenario)), (0, 0), "the list adds up to the total");
    scenario.until(FIRE, |scenario| scenario.headless.run().kills == 1);
    assert_eq!(counts(&scenario), 1);
    // Its bones fly out like everything on the floor.
    let map = ROOMS.replace('z', "s");
    let words = format!("{WORDS} 's': (monster: \"skeleton\", facing: 180),");
    let mut scenario = Scenario::in_words(&map, &words, &fields(&map, "Break(\"pane\")"));
    scenario.for_seconds(15.0, HOLD);
    assert!(scenario.undead().is_empty() && scenario.headless.run().kills == 1);
}

#[test]
fn bones_blasted_in_vacuum_do_not_rise() {
    let words = format!("{WORDS} 's': (monster: \"skeleton\", facing: 180),");
    let shoot = |map: &str| {
        let level = Scenario::level_in_words(map, &words, "");
        let loadout = armed(&["launcher"], &[("rockets", 9)]);
        let mut scenario = Scenario::begin(Start { loadout, ..Start::on(level) });
        scenario.until(FIRE, |scenario| scenario.headless.run().kills == 1);
        scenario.for_seconds(2.5, FIRE).wait(11.0);
        (scenario.undead().len(), scenario.headless.run().kills)
    };
    assert_eq!(shoot("##########\n#@eeeee.s#\n##########"), (0, 1));
    assert_eq!(shoot("##########\n#@......s#\n##########"), (1, 0));
}

#[test]
fn bloated_monsters_burst_in_thin_air() {
    let map = "############\n#@....+e.b.#\n############";
    let words = format!("{WORDS} 'b': (monster: \"bloater\", facing: 0),");
    let mut scenario = Scenario::in_words(map, &words, "");
    scenario.wait(4.0);
    assert_eq!((scenario.headless.run().kills, scenario.count_any(|_: u16| GameEvent::Bursts(KindId(0)))), (1, 1));
}

#[test]
fn flames_go_out_without_air() {
    let mut scenario = Scenario::in_words("########\n#@ee+..#\n########", WORDS, "");
    let world = scenario.headless.world_mut();
    let player = world.query::<(bevy::prelude::Entity, &Player)>().single(world).expect("a player").0;
    world.get_mut::<engine::Burning>(player).expect("all bodies can burn").clone_from(&burning());
    scenario.wait(3.0);
    assert_eq!((scenario.count(GameEvent::Burns), scenario.health()), (0, 100));
}

/// Returns a body that burns for three seconds.
fn burning() -> engine::Burning {
    ron::from_str("(left: 360, by: None)").expect("burning is data")
}

#[test]
fn restored_run_during_a_breach_is_identical() {
    let map = ROOMS.replace("@......", "@.a.k.z");
    let level = Scenario::level_in_words(&map, WORDS, &fields(&map, "Break(\"pane\")"));
    let start = Start::on(Arc::clone(&level));
    let (mut run, mut restored) = (Headless::begin(&start), Headless::begin(&start));
    let mut other = Headless::begin(&start);
    for tick in 0..1500 {
        let intent = if tick % 400 < 350 { HOLD } else { FORWARD };
        let snapshot = restored.snapshot();
        restore(other.world_mut(), &snapshot, Arc::clone(&level), &start.rules).expect("its own level and rules");
        std::mem::swap(&mut restored, &mut other);
        run.tick(intent);
        restored.tick(intent);
        let (one, two) = (run.snapshot().parts(), restored.snapshot().parts());
        let differ: Vec<_> = one.iter().zip(&two).filter(|(one, two)| one != two).map(|(one, _)| one.0).collect();
        assert!(differ.is_empty(), "tick {tick}: {differ:?} differ");
    }
    let world = run.world_mut();
    assert!(world.query::<(&Position, &Player)>().iter(world).count() == 1);
}

/// Returns a player in front of the window, with a patch gun in hand.
fn with_patches(map: &str, patches: u64) -> Scenario {
    let level = Scenario::level_in_words(map, WORDS, &fields(map, "Break(\"pane\")"));
    Scenario::begin(Start { loadout: armed(&["patcher"], &[("patches", patches)]), ..Start::on(level) })
}

#[test]
fn patch_gun_closes_a_hole_and_air_returns() {
    let map = "
        ~~~~~~~~~
        ~#######~
        ~#@....K~
        ~#######~";
    let mut scenario = with_patches(map, 1);
    scenario.for_seconds(0.4, FIRE);
    assert_eq!((scenario.has("patches"), scenario.count(GameEvent::NoHole)), (1, 1), "intact walls use no charge");
    scenario.until(NOTHING, |scenario| scenario.count(GameEvent::HullBreaks) > 0);
    scenario.for_seconds(0.1, HOLD);
    scenario.tick(FIRE);
    assert_eq!((scenario.has("patches"), scenario.count(GameEvent::HoleCloses)), (0, 1));
    assert!(matches!(shape(&scenario, 7, 2), Shape::Locked { .. }));
    let left = pressure(&scenario, 4, 2);
    scenario.wait(4.0);
    assert!(left < 1.0 && pressure(&scenario, 4, 2) == 1.0, "{left}");
}
