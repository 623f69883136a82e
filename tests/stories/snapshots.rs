//! Snapshots: a run that is stopped and restored is the run that never stopped; damaged ones are refused.

use crate::bot::{bot_run, shipped_decks};
use crate::story::{FORWARD, Story, level};
use engine::{Headless, Rules, Snapshot, SnapshotError, Start};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use std::sync::Arc;

#[test]
fn a_restored_run_goes_on_as_if_it_had_never_stopped() {
    for (number, deck) in (1_u64..).zip(shipped_decks()) {
        let start = Start { seed: number, ..Start::on(Arc::clone(&deck)) };
        let (intents, hashes) = bot_run(&start);
        // The stops are spread over the run and hit doors, fights and walks at every phase; each goes on from the one before.
        let stops = [0, 1, 119, intents.len() / 7, intents.len() / 3, intents.len() / 2, intents.len() - 30];
        let mut run = Headless::begin(&start);
        for (tick, &intent) in intents.iter().enumerate() {
            if stops.contains(&tick) {
                let restored = Headless::restore(&run.snapshot(), Arc::clone(&deck), &Rules::standard());
                run = restored.expect("its own level");
            }
            run.tick(intent);
            if let Some(hash) = hashes.get(&(tick + 1)) {
                assert_eq!(run.snapshot().hash(), *hash, "astray at tick {tick}");
            }
        }
    }
}

#[test]
fn a_snapshot_equals_itself_after_a_restore() {
    let mut story = Story::on("##########\n#.@.+.z.a#\n######L###");
    let snapshot = story.for_seconds(0.9, FORWARD).headless.snapshot();
    let map = level("##########\n#.@.+.z.a#\n######L###");
    let mut restored = Headless::restore(&snapshot, map, &Rules::standard()).expect("its own level");
    assert_eq!(restored.snapshot(), snapshot);
}

#[test]
fn a_snapshot_of_another_level_is_refused() {
    let snapshot = Story::on("######\n#@...#\n######").headless.snapshot();
    let other = level("######\n#.@..#\n######");
    assert_eq!(Headless::restore(&snapshot, other, &Rules::standard()).err(), Some(SnapshotError::OtherLevel));
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

#[test]
fn a_snapshot_that_cannot_be_whole_is_refused() {
    let map = "##########\n#.@.+.z.a#\n######L###";
    let text = ron::to_string(&Story::on(map).headless.snapshot()).expect("a snapshot has a text");
    let cases = [
        ("tick:0", "tick:18446744073709551615", "it is older than the ship"),
        ("position:((2.5,1.5))", "position:((-1,1.5))", "someone is outside the level"),
        ("position:((2.5,1.5))", "position:((NaN,1.5))", "someone is outside the level"),
        ("velocity:((0.0,0.0))", "velocity:((inf,0.0))", "a motion is no number, or somebody is of no kind"),
        ("health:(100)", "health:(0)", "someone is neither alive nor dead"),
        ("radius:0.25", "radius:9.0", "someone is neither alive nor dead"),
        ("state:Closed,age:0", "state:Closing,age:99", "the doors are not those of the level"),
        ("along:Y", "along:X", "the doors are not those of the level"),
        ("(x:6,y:2", "(x:5,y:2", "the lifts are not those of the level"),
    ];
    for (whole, broken, why) in cases {
        assert!(text.contains(whole), "{whole} stands in {text}");
        let snapshot: Snapshot = ron::from_str(&text.replacen(whole, broken, 1)).expect("it can still be read");
        assert_eq!(
            Headless::restore(&snapshot, level(map), &Rules::standard()).err(),
            Some(SnapshotError::Impossible(why)),
            "{broken}"
        );
    }
}

#[test]
fn a_snapshot_with_some_digits_changed_is_refused_or_goes_on_without_a_panic() {
    let map = "##########\n#.@.+.z.a#\n######L###";
    let mut story = Story::on(map);
    let text = ron::to_string(&story.for_seconds(0.9, FORWARD).headless.snapshot()).expect("a snapshot has a text");
    let mut chance = Pcg32::seed_from_u64(2);
    let mut restored = 0;
    for _ in 0..300 {
        let mut bytes = text.clone().into_bytes();
        let digits: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
        bytes[digits[chance.random_range(0..digits.len())]] = chance.random_range(b'0'..=b'9');
        let Ok(damaged) = ron::de::from_bytes::<Snapshot>(&bytes) else { continue };
        if let Ok(mut run) = Headless::restore(&damaged, level(map), &Rules::standard()) {
            restored += 1;
            for _ in 0..120 {
                run.tick(FORWARD);
            }
        }
    }
    assert!(restored > 50, "only {restored} were restored");
}
