//! Stairs: walls that lead to other decks, each by its name.

use crate::story::{FORWARD, Story};
use engine::bot::Bot;
use engine::{Headless, Outcome, Start};

/// Stairs up at the left end, down at the right one.
const LEGEND: &str =
    "'u': (wall: \"hull\", overlay: \"stairs_up\", stairs: \"up\"), 'v': (wall: \"hull\", stairs: \"down\"),";
const ARRIVALS: &str = "arrivals: [(name: \"up\", at: (1, 1)), (name: \"down\", at: (7, 1), facing: 180)]";

fn landing(map: &str) -> Start {
    Start::on(Story::level_in_words(map, LEGEND, ARRIVALS))
}

#[test]
fn stairs_are_used_as_a_lift_is_and_tell_by_which_name_the_deck_was_left() {
    let start = landing("#########\nu...@...v\n#########");
    let (mut story, level) = (Story::begin(start.clone()), start.level);
    story.for_seconds(1.5, FORWARD).press_use();
    assert_eq!(story.outcome(), Outcome::Running);
    story.wait(0.6);
    assert_eq!(story.outcome(), Outcome::Stairs(1));
    assert!(story.outcome().is_done());
    assert_eq!(story.outcome().way_on(&level), Some("down"));
}

#[test]
fn the_bot_takes_no_stairs_back_unless_there_are_no_others() {
    let leaves_by = |map: &str, arrival: &str| {
        let start = Start { arrival: Some(arrival.to_owned()), ..landing(map) };
        let (mut headless, mut bot) = (Headless::begin(&start), Bot::new(1));
        for _ in 0..1200 {
            let intent = bot.intent(headless.world_mut());
            headless.tick(intent);
        }
        headless.run().outcome.way_on(&start.level).map(str::to_owned)
    };
    assert_eq!(leaves_by("#########\nu...@...v\n#########", "up").as_deref(), Some("down"));
    assert_eq!(leaves_by("#########\nu...@...v\n#########", "down").as_deref(), Some("up"));
    assert_eq!(leaves_by("#########\nu...@...#\n#########", "up").as_deref(), Some("up"));
}
