//! Breaches at their edges: rooms without air, ships without walls, whoever stands in the hole or is as wide as it, and walls that move
//! while a room drains.

use crate::story::{NOTHING, Story};
use bevy::prelude::{IVec2, Vec2};
use engine::{Air, GameEvent, Intent, Outcome};

const WORDS: &str = r#"
    '~': (space: true), 'K': (window: "glass", name: "pane"), 'e': (air: 0.0), 'Y': (monster: "brute", facing: 180),
    'V': (push: "hull", push_way: 90, push_cells: 1, name: "plug"), 'y': (name: "cabin"),
    'O': (prop: "barrel"),
"#;

/// The player holds on.
const HOLD: Intent = Intent { use_: true, ..NOTHING };

/// The run of a map whose panes all break after half a second, and in which more happens then; the player stands on the cell that
/// sets it off.
fn breaks(map: &str, more: &str) -> Story {
    let rows: Vec<&str> = map.split_whitespace().collect();
    let (y, row) = rows.iter().enumerate().find(|(_, row)| row.contains('@')).expect("a player");
    let x = row.find('@').expect("a player");
    let fields = format!(
        "names: [(name: \"start\", at: ({x}, {y}))],
        triggers: [(at: \"start\", on: Step, after: 0.5, do: [Break(\"pane\")]), {more}]"
    );
    Story::in_words(map, WORDS, &fields)
}

fn pressure(story: &Story, x: i32, y: i32) -> f64 {
    story.headless.world().resource::<Air>().pressure(IVec2::new(x, y))
}

#[test]
fn where_there_was_no_air_a_breach_moves_nothing() {
    // His own cell has none either: what open ways connect has one pressure.
    let map = "~~~~~~~~~~\n~###K####~\n~#eeeeee#~\n~#eeeeee#~\n~#eeee@e#~\n~########~";
    let fields = "names: [(name: \"start\", at: (6, 4))],
        triggers: [(at: \"start\", on: Step, after: 0.5, do: [Break(\"pane\")])]";
    let mut story = Story::in_words(map, WORDS, fields);
    let at = story.player();
    story.wait(5.0);
    let (x, y) = story.player();
    // His own cell alone had air.
    assert!((x - at.0).abs() < 0.01 && (y - at.1).abs() < 0.01, "{x} {y}");
    assert_eq!(
        (story.count(GameEvent::HullBreaks), story.outcome(), pressure(&story, 3, 3)),
        (1, Outcome::Running, 0.0)
    );
}

#[test]
fn a_ship_that_is_open_everywhere_drains_at_once_and_whoever_holds_on_stays() {
    let row = |cells: &str| format!("~{cells}~\n");
    let map = format!(
        "{0}{1}{2}{3}{3}{4}{1}{0}",
        "~~~~~~~~~~~~~~~~~\n",
        row("#K#K#K#K#K#K#K#"),
        row("#.............#"),
        row("K.a.z.O.z.h.O.K"),
        row("#@............#"),
    );
    let mut story = breaks(&map, "");
    let at = story.player();
    story.for_seconds(6.0, HOLD);
    assert_eq!((story.player(), story.outcome()), (at, Outcome::Running));
    assert_eq!((story.count(GameEvent::HullBreaks), pressure(&story, 8, 3)), (18, 0.0));
    assert_eq!(story.stuck_body(), None);
}

#[test]
fn who_stands_in_the_cell_of_the_window_when_it_breaks_is_gone_at_once_unless_he_holds_on() {
    let map = "~~~~~~~~~\n~###K###~\n~#.....#~\n~#..@..#~\n~#######~";
    let mut story = breaks(map, "");
    story.wait(0.1).put_player(4.5, 1.8).until(NOTHING, |story| story.outcome() != Outcome::Running);
    assert_eq!((story.count(GameEvent::PlayerLost), story.health()), (1, 0));
    let mut story = breaks(map, "");
    story.wait(0.1).put_player(4.5, 1.8).for_seconds(6.0, HOLD);
    assert_eq!((story.player(), story.outcome()), ((4.5, 1.8), Outcome::Running));
}

#[test]
fn who_is_nearly_as_wide_as_the_hole_gets_out_and_is_never_in_a_wall() {
    let map = "~~~~~~~~~~~\n~####K####~\n~#.......#~\n~#..Y....#~\n~#.......#~\n~#@......#~\n~#########~";
    let mut story = breaks(map, "");
    for _ in 0..6 * 120 {
        story.tick(HOLD);
        assert_eq!(story.stuck_body(), None);
    }
    assert!(story.undead().is_empty(), "{:?}", story.undead());
}

#[test]
fn a_push_wall_that_closes_a_passage_keeps_the_air_behind_it() {
    let map = "~################\n~######.#########\n~######V#########\n~K.............@#\n~################";
    let mut story = breaks(map, "(at: \"start\", on: Step, after: 1.0, do: [Push(\"plug\")])");
    story.for_seconds(1.4, HOLD);
    let kept = pressure(&story, 12, 3);
    assert!((0.5..1.0).contains(&kept), "{kept}");
    story.wait(5.0);
    assert_eq!((pressure(&story, 3, 3), pressure(&story, 12, 3)), (0.0, kept));
    assert_eq!(story.outcome(), Outcome::Running);
}

#[test]
fn a_lift_carries_whoever_it_takes_out_of_the_wind() {
    let map = "~~~~~~~~~~~~~~~~\n~###K##########~\n~#......#.....#~\n~#....@.#.y...#~\n~##############~";
    let mut story = breaks(map, "(at: \"start\", on: Step, after: 1.2, do: [Carry(\"start\", \"cabin\")])");
    story.for_seconds(1.1, HOLD);
    assert!(pressure(&story, 6, 3) < 1.0);
    story.for_seconds(0.2, HOLD).wait(5.0);
    let at = Vec2::from(story.player());
    assert!(at.x > 9.0 && story.outcome() == Outcome::Running, "{at}");
    assert_eq!(story.oxygen(), engine::ticks(30.0));
}

#[test]
fn a_thousand_ticks_of_a_breach_survive_saves_at_any_of_them() {
    let map = "~~~~~~~~~~~\n~####K####~\n~#a.z.h..#~\n~#..O.z..#~\n~#@......#~\n~#########~";
    let mut story = breaks(map, "");
    for tick in 0..1000_u32 {
        if tick % 97 == 0 {
            let mut restored = story.restored();
            story.tick(HOLD);
            restored.tick(HOLD);
            assert_eq!(restored.snapshot(), story.headless.snapshot(), "tick {tick}");
        }
        story.tick(if tick % 300 < 250 { HOLD } else { NOTHING });
    }
}
