//! Arrivals: a deck can have several places at which players appear.

use crate::{
    levels::refusal,
    scenario::{FORWARD, Scenario, findings, text_in_words},
};
use engine::{ContainerError, Demo, DemoError, Headless, Recorder, Start};

/// Two arrivals in a hall, in addition to its start.
const ARRIVALS: &str = "arrivals: [(name: \"dock\", at: (6, 2), facing: 90), (name: \"ladder\", at: (2, 2))]";

fn start(arrival: Option<&str>) -> Start {
    let level = Scenario::level_in_words("#########\n#@...z.L#\n#.......#\n#########", "", ARRIVALS);
    Start { arrival: arrival.map(str::to_owned), ..Start::on(level) }
}

/// Returns column, row and direction in degrees of a player who has just arrived.
fn comes(arrival: Option<&str>) -> (f32, f32, f32) {
    let mut scenario = Scenario::begin(start(arrival));
    let (x, y) = scenario.player();
    (x, y, scenario.heading_degrees().round())
}

#[test]
fn player_appears_at_the_arrival_or_the_start() {
    assert_eq!(comes(None), (1.5, 1.5, 0.0));
    assert_eq!(comes(Some("dock")), (6.5, 2.5, 90.0));
    assert_eq!(comes(Some("ladder")), (2.5, 2.5, 0.0));
}

#[test]
fn unknown_arrival_is_reported_with_the_known_ones() {
    let level = start(None).level;
    assert_eq!(level.arrival("dok"), Err("no arrival named 'dok', expected one of 'dock', 'ladder'".to_owned()));
    let bare = Scenario::level_in_words("#####\n#@..L\n#####", "", "");
    assert_eq!(bare.arrival("dock"), Err("no arrival named 'dock': the level has none".to_owned()));
    assert_eq!(comes(Some("dok")), comes(None), "the run begins anyway");
}

#[test]
fn player_returns_to_the_arrival_after_death() {
    let mut scenario = Scenario::begin(start(Some("dock")));
    scenario.for_seconds(0.2, FORWARD);
    assert_ne!(scenario.player(), (6.5, 2.5));
    assert_eq!(scenario.begin_again().player(), (6.5, 2.5));
}

#[test]
fn demo_contains_the_arrival() {
    let start = start(Some("ladder"));
    let mut headless = Headless::begin(&start);
    let mut recorder = Recorder::new(&start, "levels/story.ron");
    for _ in 0..120 {
        headless.tick(FORWARD);
        recorder.record(FORWARD, headless.world_mut());
    }
    let demo = recorder.finish(headless.world_mut());
    let read = Demo::read(&demo.bytes().expect("it can be written")).expect("a written file can be read");
    let again = read.start(&start.level, &start.rules).expect("its own level and rules");
    assert_eq!(again.arrival.as_deref(), Some("ladder"));
}

#[test]
fn demo_with_unknown_arrival_is_rejected() {
    let nowhere = Start { arrival: Some("dok".to_owned()), ..start(None) };
    let mut headless = Headless::begin(&nowhere);
    let demo = Recorder::new(&nowhere, "levels/story.ron").finish(headless.world_mut());
    let error = demo.start(&nowhere.level, &nowhere.rules).expect_err("there is no such arrival");
    assert!(matches!(error, DemoError::Container(ContainerError::Damaged(_))), "{error}");
}

#[test]
fn arrival_errors_are_reported_with_their_position() {
    for (arrivals, what) in [
        ("(name: \"a\", at: (9, 1))", "arrivals[0]: (9, 1) is outside the map, which has 5 by 4 cells"),
        ("(name: \"a\", at: (0, 1))", "arrivals[0]: an arrival must be on open floor, found a wall at (0, 1)"),
        ("(name: \"a\", at: (3, 1))", "arrivals[0]: the cell (3, 1) is already occupied"),
        (
            "(name: \"a\", at: (1, 2)), (name: \"a\", at: (2, 2))",
            "arrivals[1]: another arrival already has the name 'a'",
        ),
    ] {
        let text = text_in_words("#####\n#@.z#\n#...#\n#####", "", &format!("\narrivals: [{arrivals}]"));
        let line = text.lines().count();
        let column = 20 + arrivals.find("), (").map_or(0, |end| end + 3);
        assert_eq!(refusal(&text), format!("deck.ron:{line}:{column}: {what}"));
    }
    let many: String = (0..33).map(|number| format!("(name: \"{number}\", at: (1, 2)), ")).collect();
    let text = text_in_words("#####\n#@.z#\n#...#\n#####", "", &format!("arrivals: [{many}]"));
    assert!(refusal(&text).contains("the level must have at most 32 arrivals, got 33"), "{}", refusal(&text));
    let unknown = text_in_words("#####\n#@..#\n#####", "", "arrivals: [(name: \"a\", at: (2, 1), face: 90)]");
    assert!(refusal(&unknown).contains("unknown field `face`, expected one of `name`, `at`, `facing`"));
}

#[test]
fn each_arrival_must_be_able_to_finish() {
    let cell = "##########\n#@.L#.4..#\n##########";
    let warnings =
        |arrivals: &str| findings(&Scenario::level_in_words(cell, "'4': (door: \"door\", lock: Sealed),", arrivals));
    let sealed = "nothing opens the sealed door in row 2, column 7";
    assert_eq!(warnings(""), [sealed]);
    let shut_in = "arrivals: [(name: \"cell\", at: (5, 1))]";
    assert_eq!(warnings(shut_in), ["there is no path from the arrival 'cell' to a lift", sealed]);

    let map = "#########\n#@..#..a#\n#..L#..L#\n#########";
    let warnings = |arrivals: &str| findings(&Scenario::level_in_words(map, "", arrivals));
    let unseen =
        ["there is no path to the lift in row 3, column 8", "there is no path to the pickup 'clip' in row 2, column 8"];
    assert_eq!(warnings(""), unseen);
    assert_eq!(warnings("arrivals: [(name: \"side door\", at: (5, 1))]"), [] as [&str; 0]);
}
