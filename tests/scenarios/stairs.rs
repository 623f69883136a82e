//! Stairs: walls that lead to other decks, by name, and decks to which the player returns.

use crate::scenario::{FORWARD, Scenario};
use engine::{Headless, Loadout, Outcome, Pickup, Player, Snapshot, Start, bot::Bot, come_back};
use std::sync::Arc;

/// Stairs up at the left end, stairs down at the right end.
const LEGEND: &str =
    "'u': (wall: \"hull\", overlay: \"stairs_up\", stairs: \"up\"), 'v': (wall: \"hull\", stairs: \"down\"),";
const ARRIVALS: &str = "arrivals: [(name: \"up\", at: (1, 1)), (name: \"down\", at: (7, 1), facing: 180)]";

fn landing(map: &str) -> Start {
    Start::on(Scenario::level_in_words(map, LEGEND, ARRIVALS))
}

#[test]
fn stairs_end_the_deck_with_their_name() {
    let start = landing("#########\nu...@...v\n#########");
    let (mut scenario, level) = (Scenario::begin(start.clone()), start.level);
    assert_eq!(level.exit_names(), ["up", "down"]);
    scenario.for_seconds(1.5, FORWARD).press_use();
    assert_eq!(scenario.outcome(), Outcome::Running);
    scenario.wait(0.6);
    assert_eq!(scenario.outcome(), Outcome::Stairs(1));
    assert!(scenario.outcome().is_done());
    assert_eq!(scenario.outcome().way_on(&level), Some("down"));
}

#[test]
fn bot_only_takes_stairs_back_if_there_are_no_others() {
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

/// Returns the state of a run that has ended at the stairs down, after a clip was taken.
fn left() -> (Start, Snapshot) {
    let start = landing("#########\nu...@a..v\n#########");
    let mut scenario = Scenario::begin(start.clone());
    scenario.for_seconds(1.5, FORWARD).press_use().wait(1.0);
    assert_eq!(scenario.outcome(), Outcome::Stairs(1));
    (start, scenario.headless.snapshot())
}

fn pickups(headless: &mut Headless) -> usize {
    headless.world_mut().query::<&Pickup>().iter(headless.world()).count()
}

#[test]
fn revisited_deck_is_as_it_was_left() {
    let (start, left) = left();
    let brought = Loadout { armour: 7, ..Loadout::with_pistol(33, 5) };
    let back = Start { arrival: Some("down".to_owned()), loadout: brought.clone(), seed: 9, ..start };
    let mut fresh = Headless::begin(&back);
    assert_eq!(pickups(&mut fresh), 1);
    let mut scenario = Scenario::begin(back.clone());
    come_back(scenario.headless.world_mut(), &left, &back).expect("its own level and rules");
    assert_eq!(scenario.outcome(), Outcome::Running);
    assert_eq!(scenario.player(), (7.5, 1.5));
    assert_eq!(pickups(&mut scenario.headless), 0, "taken pickups stay taken");
    let (player, health) = {
        let world = scenario.headless.world_mut();
        let (player, health) = world.query::<(&Player, &engine::Health)>().single(world).expect("one player");
        (player.clone(), *health)
    };
    assert_eq!(Loadout::of(&player, health), brought, "the player has the present loadout");
    assert_eq!(scenario.headless.run().seed, 9);
    let now = scenario.headless.snapshot();
    let mut again = Headless::restore(&now, Arc::clone(&back.level), &back.rules).expect("the state is consistent");
    for _ in 0..240 {
        [&mut again, &mut scenario.headless].into_iter().for_each(|run| run.tick(FORWARD));
        assert_eq!(again.snapshot().hash(), scenario.headless.snapshot().hash());
    }
    scenario.for_seconds(3.0, FORWARD).press_use().wait(0.6);
    assert_eq!(scenario.outcome(), Outcome::Stairs(0));
}

#[test]
fn returning_player_appears_next_to_a_monster() {
    let start = landing("#########\nu...@.z.v\n#########");
    let mut scenario = Scenario::begin(start.clone());
    scenario.put_monster(0, 7.5, 1.5);
    let left = scenario.headless.snapshot();
    let back = Start { arrival: Some("down".to_owned()), ..start };
    come_back(scenario.headless.world_mut(), &left, &back).expect("its own level and rules");
    assert_eq!(scenario.player(), (6.5, 1.5));
    scenario.put_monster(0, 5.5, 1.5);
    let left = scenario.headless.snapshot();
    come_back(scenario.headless.world_mut(), &left, &back).expect("its own level and rules");
    assert_eq!(scenario.player(), (7.5, 1.5));
}
