//! Snapshots: a run that is stopped and restored is the run that never stopped; damaged ones are refused.

use crate::bot::{bot_run, shipped_decks};
use crate::story::{FORWARD, Story, level};
use engine::{Headless, SnapshotError, Start};
use std::sync::Arc;

#[test]
fn a_restored_run_goes_on_as_if_it_had_never_stopped() {
    for (number, deck) in (1_u64..).zip(shipped_decks()) {
        let start = Start { level: Arc::clone(&deck), seed: number, loadout: engine::Loadout::default() };
        let (intents, hashes) = bot_run(&start);
        // The ticks are spread over the run and hit doors, fights and walks at every phase.
        for stop in [0, 1, 119, intents.len() / 7, intents.len() / 3, intents.len() / 2, intents.len() - 30] {
            let mut run = Headless::begin(&start);
            for &intent in &intents[..stop] {
                run.tick(intent);
            }
            let mut run = Headless::restore(&run.snapshot(), Arc::clone(&deck)).expect("its own level");
            for (tick, &intent) in intents.iter().enumerate().skip(stop) {
                run.tick(intent);
                if tick % 25 == 0 || tick + 1 == intents.len() {
                    assert_eq!(run.snapshot().hash(), hashes[tick], "stopped at tick {stop}, astray at tick {tick}");
                }
            }
        }
    }
}

#[test]
fn a_snapshot_equals_itself_after_a_restore() {
    let mut story = Story::on("##########\n#.@.+.z.a#\n######L###");
    let snapshot = story.for_seconds(0.9, FORWARD).headless.snapshot();
    let map = level("##########\n#.@.+.z.a#\n######L###");
    let mut restored = Headless::restore(&snapshot, map).expect("its own level");
    assert_eq!(restored.snapshot(), snapshot);
}

#[test]
fn a_snapshot_of_another_level_is_refused() {
    let snapshot = Story::on("######\n#@...#\n######").headless.snapshot();
    let other = level("######\n#.@..#\n######");
    assert_eq!(Headless::restore(&snapshot, other).err(), Some(SnapshotError::OtherLevel));
}

#[test]
fn the_hash_tells_states_apart() {
    let map = "########\n#@....z#\n########";
    let mut one = Story::on(map);
    let mut two = Story::on(map);
    assert_eq!(one.headless.snapshot().hash(), two.headless.snapshot().hash());
    one.wait(0.5);
    two.for_seconds(0.5, FORWARD);
    assert_ne!(one.headless.snapshot().hash(), two.headless.snapshot().hash());
}
