//! The lift: a switch, the end of the deck, and the next one.

use crate::story::{FORWARD, Story, turn};
use engine::{Happening, Outcome};

const CABIN: &str = "
    #######
    #.@...L
    #######";

#[test]
fn throwing_the_switch_ends_the_deck_after_a_moment() {
    let mut story = Story::on(CABIN);
    story.for_seconds(1.5, FORWARD).press_use();
    assert_eq!(story.count(Happening::LiftThrown), 1);
    assert_eq!(story.outcome(), Outcome::Running);
    assert_eq!(story.wait(0.6).outcome(), Outcome::Lift);
    assert_eq!(story.count(Happening::DeckDone), 1);
}

#[test]
fn nothing_happens_after_the_lift_has_left() {
    let mut story = Story::on(CABIN);
    story.for_seconds(1.5, FORWARD).press_use().wait(1.0);
    let end = story.headless.snapshot();
    story.for_seconds(1.0, FORWARD);
    assert_eq!(story.headless.snapshot(), end);
}

#[test]
fn the_switch_wants_a_hand_that_reaches_it_and_eyes_on_it() {
    let mut story = Story::on(CABIN);
    assert_eq!(story.press_use().count(Happening::LiftThrown), 0, "it is three tiles away");
    story.for_seconds(1.5, FORWARD).tick(turn(90.0));
    assert_eq!(story.press_use().count(Happening::LiftThrown), 0, "the player looks at the wall beside it");
    story.tick(turn(-90.0));
    assert_eq!(story.press_use().count(Happening::LiftThrown), 1);
}
