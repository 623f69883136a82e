//! The lift: its switch, the end of the deck, and the next one.

use crate::scenario::{FORWARD, Scenario, turn};
use engine::{GameEvent, Outcome, Position, PreviousPosition};

const CABIN: &str = "
    #######
    #.@...L
    #######";

#[test]
fn lift_switch_ends_the_deck_after_a_moment() {
    let mut scenario = Scenario::on(CABIN);
    scenario.for_seconds(1.5, FORWARD).press_use();
    assert_eq!(scenario.count(GameEvent::LiftThrown), 1);
    assert_eq!(scenario.outcome(), Outcome::Running);
    assert_eq!(scenario.wait(0.6).outcome(), Outcome::Lift);
    assert_eq!(scenario.count(GameEvent::DeckDone), 1);
}

#[test]
fn secret_switch_leads_to_the_secret_deck() {
    let legend = "'S': (wall: \"lift_switch\", lift: \"lift_switch_on\", secret: true),";
    let mut scenario = Scenario::in_words("#####\n#.@.S\n#####", legend, "");
    scenario.for_seconds(0.5, FORWARD).press_use();
    assert_eq!(scenario.wait(0.6).outcome(), Outcome::SecretLift);
    assert_eq!(scenario.count(GameEvent::DeckDone), 1);
}

#[test]
fn lift_within_a_deck_carries_the_player_instantly() {
    // Two cabins of two cells; the monster in the first one stays there.
    let legend = "'s': (wall: \"hull\", switch: \"hull\", name: \"below\"), 't': (wall: \"hull\", switch: \"hull\", name: \"above\"),
        '1': (name: \"cabin\"), '2': (name: \"attic\"),";
    let fields = "triggers: [(at: \"below\", on: Use, repeat: Always, after: 0.5, do: [Carry(\"cabin\", \"attic\")]),
        (at: \"above\", on: Use, repeat: Always, do: [Carry(\"attic\", \"cabin\")])],
        things: [(at: (2, 1), thing: Player), (at: (2, 1), name: \"cabin\")]";
    let mut scenario = Scenario::in_words("##########\n#1.s#22tz#\n##########", legend, fields);
    scenario.for_seconds(0.15, FORWARD);
    let (from, _) = scenario.player();
    scenario.press_use().wait(0.4);
    assert!((scenario.player().0 - from).abs() < 0.2, "it takes its time");
    let before = scenario.player().0;
    scenario.wait(0.2);
    assert!((scenario.player().0 - before - 4.0).abs() < 0.01, "four columns on, at {}", scenario.player().0);
    assert_eq!(scenario.count(GameEvent::Carried), 1);
    let world = scenario.headless.world_mut();
    let (at, previous) =
        world.query::<(&Position, &PreviousPosition)>().iter(world).next().expect("the player is there");
    assert!(at.0.distance(previous.0) < 0.1, "the jump is not interpolated");
    let (x, _) = scenario.press_use().wait(0.1).player();
    assert!((x - before).abs() < 0.01, "and back, to {x}");
}

#[test]
fn lift_with_a_face_only_starts_from_inside_its_cabin() {
    // The cabin is the row above; outside is the row below the wall with the switch.
    let legend = "'S': (wall: \"lift\", overlay: \"switch_off\", lift: \"switch_on\", face: 270),";
    let map = "#######\n#..@..#\n#+#S###\n#.....#\n#######";
    let thrown = |y: f32, looks: f32| {
        let mut scenario = Scenario::in_words(map, legend, "");
        scenario.put_player(3.5, y).tick(turn(looks));
        scenario.press_use().count(GameEvent::LiftThrown)
    };
    assert_eq!((thrown(1.5, 90.0), thrown(3.5, -90.0)), (1, 0));
}

#[test]
fn nothing_happens_after_the_lift_has_left() {
    let mut scenario = Scenario::on(CABIN);
    scenario.for_seconds(1.5, FORWARD).press_use().wait(1.0);
    let end = scenario.headless.snapshot();
    scenario.for_seconds(1.0, FORWARD);
    assert_eq!(scenario.headless.snapshot(), end);
}

#[test]
fn switch_must_be_in_reach_and_in_view() {
    let mut scenario = Scenario::on(CABIN);
    assert_eq!(scenario.press_use().count(GameEvent::LiftThrown), 0, "it is three tiles away");
    scenario.for_seconds(1.5, FORWARD).tick(turn(90.0));
    assert_eq!(scenario.press_use().count(GameEvent::LiftThrown), 0, "the player looks at the wall next to it");
    scenario.tick(turn(-90.0));
    assert_eq!(scenario.press_use().count(GameEvent::LiftThrown), 1);
}
