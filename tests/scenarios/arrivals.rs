//! Arrivals: a deck may be come onto at more than one place.

use crate::levels::refusal;
use crate::scenario::{FORWARD, Scenario, findings, text_in_words};
use engine::{ContainerError, Demo, DemoError, Heading, Headless, Player, Recorder, Start};

/// Two ways onto a hall beside its start.
const ARRIVALS: &str = "arrivals: [(name: \"dock\", at: (6, 2), facing: 90), (name: \"ladder\", at: (2, 2))]";

fn start(arrival: Option<&str>) -> Start {
    let level = Scenario::level_in_words("#########\n#@...z.L#\n#.......#\n#########", "", ARRIVALS);
    Start { arrival: arrival.map(str::to_owned), ..Start::on(level) }
}

/// Column, row and direction in degrees of whoever has just come.
fn comes(arrival: Option<&str>) -> (f32, f32, f32) {
    let mut scenario = Scenario::begin(start(arrival));
    let (x, y) = scenario.player();
    let world = scenario.headless.world_mut();
    let heading = world.query_filtered::<&Heading, bevy::prelude::With<Player>>().single(world).expect("one player");
    (x, y, heading.0.to_degrees().round())
}

#[test]
fn a_player_comes_where_the_start_says_or_where_the_level_says() {
    assert_eq!(comes(None), (1.5, 1.5, 0.0));
    assert_eq!(comes(Some("dock")), (6.5, 2.5, 90.0));
    assert_eq!(comes(Some("ladder")), (2.5, 2.5, 0.0));
}

#[test]
fn an_unknown_arrival_is_told_with_those_that_there_are() {
    let level = start(None).level;
    assert_eq!(level.arrival("dok"), Err("no arrival is called 'dok'; there are 'dock', 'ladder'".to_owned()));
    let bare = Scenario::level_in_words("#####\n#@..L\n#####", "", "");
    assert_eq!(bare.arrival("dock"), Err("no arrival is called 'dock': the level has only its start".to_owned()));
    assert_eq!(comes(Some("dok")), comes(None), "a run begins all the same");
}

#[test]
fn a_death_leads_back_to_where_he_came() {
    let mut scenario = Scenario::begin(start(Some("dock")));
    scenario.for_seconds(0.2, FORWARD);
    assert_ne!(scenario.player(), (6.5, 2.5));
    assert_eq!(scenario.begin_again().player(), (6.5, 2.5));
}

#[test]
fn a_demo_remembers_where_he_came() {
    let start = start(Some("ladder"));
    let mut headless = Headless::begin(&start);
    let mut recorder = Recorder::new(&start, "levels/story.ron");
    for _ in 0..120 {
        headless.tick(FORWARD);
        recorder.record(FORWARD, headless.world_mut());
    }
    let demo = recorder.finish(headless.world_mut());
    let read = Demo::read(&demo.bytes().expect("it can be written")).expect("what was written can be read");
    let again = read.start(&start.level, &start.rules).expect("its own level and rules");
    assert_eq!(again.arrival.as_deref(), Some("ladder"));
}

#[test]
fn a_demo_that_came_where_nobody_can_is_refused() {
    let nowhere = Start { arrival: Some("dok".to_owned()), ..start(None) };
    let mut headless = Headless::begin(&nowhere);
    let demo = Recorder::new(&nowhere, "levels/story.ron").finish(headless.world_mut());
    let error = demo.start(&nowhere.level, &nowhere.rules).expect_err("there is no such arrival");
    assert!(matches!(error, DemoError::Container(ContainerError::Damaged(_))), "{error}");
}

#[test]
fn every_mistake_of_an_arrival_is_told_with_its_place() {
    for (arrivals, what) in [
        ("(name: \"a\", at: (9, 1))", "arrivals[0]: (9, 1) is outside: the map has only 5 by 4 cells"),
        ("(name: \"a\", at: (0, 1))", "arrivals[0]: a wall stands at (0, 1): an arrival needs open floor"),
        ("(name: \"a\", at: (3, 1))", "arrivals[0]: something stands at (3, 1) already"),
        ("(name: \"a\", at: (1, 2)), (name: \"a\", at: (2, 2))", "arrivals[1]: another arrival is called 'a' already"),
    ] {
        let text = text_in_words("#####\n#@.z#\n#...#\n#####", "", &format!("\narrivals: [{arrivals}]"));
        let line = text.lines().count();
        let column = 20 + arrivals.find("), (").map_or(0, |end| end + 3);
        assert_eq!(refusal(&text), format!("deck.ron:{line}:{column}: {what}"));
    }
    let many: String = (0..33).map(|number| format!("(name: \"{number}\", at: (1, 2)), ")).collect();
    let text = text_in_words("#####\n#@.z#\n#...#\n#####", "", &format!("arrivals: [{many}]"));
    assert!(refusal(&text).contains("there are 33 arrivals; at most 32 can be"), "{}", refusal(&text));
    let unknown = text_in_words("#####\n#@..#\n#####", "", "arrivals: [(name: \"a\", at: (2, 1), face: 90)]");
    assert!(refusal(&unknown).contains("there is no field `face` here; there are `name`, `at`, `facing`"));
}

#[test]
fn who_arrives_must_be_able_to_finish_and_may_come_to_what_others_cannot() {
    let cell = "##########\n#@.L#.4..#\n##########";
    let warnings =
        |arrivals: &str| findings(&Scenario::level_in_words(cell, "'4': (door: \"door\", lock: Sealed),", arrivals));
    let sealed = "nothing opens the sealed door in row 2, column 7";
    assert_eq!(warnings(""), [sealed]);
    let shut_in = "arrivals: [(name: \"cell\", at: (5, 1))]";
    assert_eq!(warnings(shut_in), ["no way leads from the arrival 'cell' to a lift", sealed]);

    let map = "#########\n#@..#..a#\n#..L#..L#\n#########";
    let warnings = |arrivals: &str| findings(&Scenario::level_in_words(map, "", arrivals));
    let unseen =
        ["no way leads to the lift in row 3, column 8", "no way leads to the pickup 'clip' in row 2, column 8"];
    assert_eq!(warnings(""), unseen);
    assert_eq!(warnings("arrivals: [(name: \"side door\", at: (5, 1))]"), [] as [&str; 0]);
}
