//! Edge cases of breaches: rooms without air, ships without walls, bodies in the hole or as wide as the hole, and walls
//! that move during a breach.

use crate::scenario::{NOTHING, Scenario};
use bevy::prelude::{IVec2, Vec2};
use engine::{Air, GameEvent, Intent, Outcome, Start};
use std::sync::Arc;

const WORDS: &str = r#"
    '~': (space: true), 'K': (window: "glass", name: "pane"), 'e': (air: 0.0), 'Y': (monster: "brute", facing: 180),
    'V': (push: "hull", push_way: 90, push_cells: 1, name: "plug"), 'y': (name: "cabin"),
    'O': (prop: "barrel"),
"#;

/// Intent of a player who holds on.
const HOLD: Intent = Intent { use_: true, ..NOTHING };

/// Returns the run of a map on which a trigger in the player's cell breaks all panes after half a second. `more` adds
/// triggers.
fn breaks(map: &str, more: &str) -> Scenario {
    let rows: Vec<&str> = map.split_whitespace().collect();
    let (y, row) = rows.iter().enumerate().find(|(_, row)| row.contains('@')).expect("a player");
    let x = row.find('@').expect("a player");
    let fields = format!(
        "names: [(name: \"start\", at: ({x}, {y}))],
        triggers: [(at: \"start\", on: Step, after: 0.5, do: [Break(\"pane\")]), {more}]"
    );
    Scenario::in_words(map, WORDS, &fields)
}

fn pressure(scenario: &Scenario, x: i32, y: i32) -> f64 {
    scenario.headless.world().resource::<Air>().pressure(scenario.orientation.cell(IVec2::new(x, y)))
}

#[test]
fn breach_without_air_moves_nothing() {
    // The player's own cell has no air either, because connected open cells share one pressure.
    let map = "~~~~~~~~~~\n~###K####~\n~#eeeeee#~\n~#eeeeee#~\n~#eeee@e#~\n~########~";
    let fields = "names: [(name: \"start\", at: (6, 4))],
        triggers: [(at: \"start\", on: Step, after: 0.5, do: [Break(\"pane\")])]";
    let mut scenario = Scenario::in_words(map, WORDS, fields);
    let at = scenario.player();
    scenario.wait(5.0);
    let (x, y) = scenario.player();
    // Only the player's own cell had air.
    assert!((x - at.0).abs() < 0.01 && (y - at.1).abs() < 0.01, "{x} {y}");
    assert_eq!(
        (scenario.count(GameEvent::HullBreaks), scenario.outcome(), pressure(&scenario, 3, 3)),
        (1, Outcome::Running, 0.0)
    );
}

#[test]
fn open_ship_loses_its_air_at_once() {
    let row = |cells: &str| format!("~{cells}~\n");
    let map = format!(
        "{0}{1}{2}{3}{3}{4}{1}{0}",
        "~~~~~~~~~~~~~~~~~\n",
        row("#K#K#K#K#K#K#K#"),
        row("#.............#"),
        row("K.a.z.O.z.h.O.K"),
        row("#@............#"),
    );
    let mut scenario = breaks(&map, "");
    let at = scenario.player();
    scenario.for_seconds(6.0, HOLD);
    assert_eq!((scenario.player(), scenario.outcome()), (at, Outcome::Running));
    assert_eq!((scenario.count(GameEvent::HullBreaks), pressure(&scenario, 8, 3)), (18, 0.0));
    assert_eq!(scenario.stuck_body(), None);
}

#[test]
fn player_at_a_breaking_window_must_hold_on() {
    let map = "~~~~~~~~~\n~###K###~\n~#.....#~\n~#..@..#~\n~#######~";
    let mut scenario = breaks(map, "");
    scenario.wait(0.1).put_player(4.5, 1.8).until(NOTHING, |scenario| scenario.outcome() != Outcome::Running);
    assert_eq!((scenario.count(GameEvent::PlayerLost), scenario.health()), (1, 0));
    let mut scenario = breaks(map, "");
    scenario.wait(0.1).put_player(4.5, 1.8).for_seconds(6.0, HOLD);
    assert_eq!((scenario.player(), scenario.outcome()), ((4.5, 1.8), Outcome::Running));
}

#[test]
fn new_breach_pulls_weakly_for_a_second_on_the_easy_skills() {
    let room = "~~~~~~~~~~~\n~####K####~\n~#.......#~\n~#.......#~\n~#.......#~\n~#...@...#~\n~#########~";
    let rows: Vec<&str> = room.split_whitespace().collect();
    let triggers = "names: [(name: \"start\", at: (5, 5))],
        triggers: [(at: \"start\", on: Step, after: 0.5, do: [Break(\"pane\")])]";
    let level = Scenario::level_in_words(&rows.join("\n"), WORDS, triggers);
    // Way of a player who does nothing, during the first second of a breach, and whether the player survives who then
    // takes hold of the wall.
    let after = |skill, wait| {
        let mut scenario = Scenario::begin(Start { skill, ..Start::on(Arc::clone(&level)) });
        scenario.until(NOTHING, |scenario| scenario.count(GameEvent::HullBreaks) == 1);
        let from = scenario.player().1;
        scenario.wait(wait);
        let way = from - scenario.player().1;
        scenario.for_seconds(6.0, HOLD);
        (way, scenario.outcome())
    };
    let ((easy, _), (usual, lives), (hard, _)) = (after(1, 0.75), after(2, 0.75), after(3, 0.75));
    assert!(easy < 0.5 * hard && usual < 0.5 * hard, "{easy} {usual} {hard}");
    assert_eq!(lives, Outcome::Running);
    assert_eq!(after(2, 3.0).1, Outcome::Dead, "after the first second the pull is as strong as ever");
}

#[test]
fn wide_body_passes_the_hole_without_touching_walls() {
    let map = "~~~~~~~~~~~\n~####K####~\n~#.......#~\n~#..Y....#~\n~#.......#~\n~#@......#~\n~#########~";
    let mut scenario = breaks(map, "");
    for _ in 0..6 * 120 {
        scenario.tick(HOLD);
        assert_eq!(scenario.stuck_body(), None);
    }
    assert!(scenario.undead().is_empty(), "{:?}", scenario.undead());
}

#[test]
fn push_wall_can_seal_off_air() {
    let map = "~################\n~######.#########\n~######V#########\n~K.............@#\n~################";
    let mut scenario = breaks(map, "(at: \"start\", on: Step, after: 1.0, do: [Push(\"plug\")])");
    scenario.for_seconds(1.4, HOLD);
    let kept = pressure(&scenario, 12, 3);
    assert!((0.5..1.0).contains(&kept), "{kept}");
    scenario.wait(5.0);
    assert_eq!((pressure(&scenario, 3, 3), pressure(&scenario, 12, 3)), (0.0, kept));
    assert_eq!(scenario.outcome(), Outcome::Running);
}

#[test]
fn lift_carries_the_player_out_of_the_wind() {
    let map = "~~~~~~~~~~~~~~~~\n~###K##########~\n~#......#.....#~\n~#....@.#.y...#~\n~##############~";
    let mut scenario = breaks(map, "(at: \"start\", on: Step, after: 1.2, do: [Carry(\"start\", \"cabin\")])");
    scenario.for_seconds(1.1, HOLD);
    assert!(pressure(&scenario, 6, 3) < 1.0);
    scenario.for_seconds(0.2, HOLD).wait(5.0);
    let at = Vec2::from(scenario.player());
    assert!(at.x > 9.0 && scenario.outcome() == Outcome::Running, "{at}");
    assert_eq!(scenario.oxygen(), engine::ticks(30.0));
}

#[test]
fn player_breathes_in_a_lift_that_has_started() {
    let map = "~~~~~~~~~~\n~########~\n~#eeeee@L~\n~#eeeeee#~\n~########~";
    // The cells next to the player's have no air, so the player's own cell soon has too little.
    let mut scenario = Scenario::in_words(map, WORDS, "");
    scenario.wait(31.5);
    let suffocating = scenario.health();
    assert!(scenario.oxygen() == 0 && (50..100).contains(&suffocating), "{suffocating}");
    scenario.press_use().wait(1.0);
    assert_eq!((scenario.outcome(), scenario.health()), (Outcome::Lift, suffocating));
}

#[test]
fn breach_survives_saves_at_any_tick() {
    let map = "~~~~~~~~~~~\n~####K####~\n~#a.z.h..#~\n~#..O.z..#~\n~#@......#~\n~#########~";
    let mut scenario = breaks(map, "");
    for tick in 0..1000_u32 {
        if tick % 97 == 0 {
            let mut restored = scenario.restored();
            scenario.tick(HOLD);
            restored.tick(HOLD);
            assert_eq!(restored.snapshot(), scenario.headless.snapshot(), "tick {tick}");
        }
        scenario.tick(if tick % 300 < 250 { HOLD } else { NOTHING });
    }
}
