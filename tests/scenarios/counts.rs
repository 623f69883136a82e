//! Counters: kills, shots, hits and pickups are counted by kind, and survive snapshots, saves and campaigns.

use crate::scenario::{FIRE, FORWARD, Scenario, armed, turn};
use campaign::{Journey, Save};
use engine::{Counts, Headless, Loadout, Rules, Snapshot, Start};
use std::{path::Path, sync::Arc};

fn counts(scenario: &mut Scenario) -> Counts {
    scenario.headless.snapshot().counts
}

/// Returns a player who has shot a shambler, fired at a wall and taken two clips.
fn fight() -> Scenario {
    let mut scenario = Scenario::on("##########\n#@aa..z..#\n##########");
    scenario.until(FIRE, |scenario| scenario.headless.run().kills == 1);
    scenario.tick(turn(180.0));
    scenario.for_seconds(1.0, FIRE);
    scenario.tick(turn(180.0));
    scenario.for_seconds(1.0, FORWARD);
    scenario
}

#[test]
fn kills_rounds_hits_and_pickups_are_counted_by_kind() {
    let mut scenario = fight();
    let Counts { kills, rounds, hits, finds } = counts(&mut scenario);
    assert_eq!((kills.count("shambler"), kills.total()), (1, 1));
    assert_eq!(kills.total(), u128::from(scenario.headless.run().kills));
    assert_eq!(rounds.count("pistol"), 40 + finds.count("clip") * 10 - scenario.ammo(), "each round was fired");
    assert!(hits.count("pistol") >= 2 && hits.count("pistol") < rounds.count("pistol"), "{hits:?} of {rounds:?}");
    assert_eq!((finds.count("clip"), finds.distinct()), (2, 1));
}

#[test]
fn shots_from_both_hands_count_twice() {
    let mut scenario =
        Scenario::with("########\n#@..z..#\n########", armed(&["pistol"], &[("pistol", 1), ("rounds", 2)]));
    scenario.for_seconds(0.5, FIRE);
    assert_eq!(counts(&mut scenario).rounds.count("pistol"), 2);
    let mut scenario = Scenario::with("########\n#@..z..#\n########", armed(&["nailgun"], &[("nails", 1)]));
    scenario.for_seconds(1.0, FIRE);
    let Counts { rounds, hits, .. } = counts(&mut scenario);
    assert_eq!((rounds.count("nailgun"), hits.count("nailgun")), (1, 1));
}

#[test]
fn counters_survive_snapshots_and_their_bytes() {
    let mut scenario = fight();
    let snapshot = scenario.headless.snapshot();
    let mut restored = scenario.restored();
    assert_eq!(restored.snapshot(), snapshot, "a restored run has the same counters");
    let bytes = snapshot.to_bytes();
    assert_eq!(Snapshot::from_bytes(&bytes).as_ref(), Some(&snapshot));
    let mut older = snapshot.clone();
    older.counts = Counts::default();
    assert_eq!(older.hash(), snapshot.hash(), "no tick depends on the counters");
    // Older versions end after the state or after one of the four parts behind it; the missing parts are empty then.
    let ends: Vec<usize> = (1..=bytes.len()).filter(|end| Snapshot::from_bytes(&bytes[..*end]).is_some()).collect();
    let counts_at = |end: usize| Snapshot::from_bytes(&bytes[..end]).map(|snapshot| snapshot.counts);
    let [state, with_counts, _, _, whole] = ends[..] else { panic!("a state and four parts, not {ends:?}") };
    assert_eq!((counts_at(state), counts_at(with_counts)), (Some(Counts::default()), Some(snapshot.counts.clone())));
    assert_eq!(whole, bytes.len());
    assert_eq!(Snapshot::from_bytes(&[&bytes[..], &[0]].concat()), None);
    scenario.begin_again();
    assert_eq!(counts(&mut scenario), Counts::default(), "a restart resets the counters");
}

#[test]
fn save_contains_the_counters_of_all_decks() {
    let level = crate::scenario::level("#####\n#@.a#\n#####");
    let mut journey = Journey::new("levels/story.ron", 2, 1, None);
    journey.counts.kills.add("brute".to_owned(), 3);
    journey.counts.finds.add("clip".to_owned(), 1);
    let start = Start { loadout: Loadout::default(), ..Start::on(level) };
    let mut run = Headless::begin(&start);
    (0..200).for_each(|_| run.tick(FORWARD));
    let save = Save::of(&journey, &start, "Story", run.world_mut());
    let read = Save::read(&save.bytes().expect("it can be written")).expect("it was just written");
    assert_eq!((read.counts.kills.count("brute"), read.counts.finds.count("clip")), (3, 2));
    assert_eq!((read.journey.counts.clone(), read.counts.clone()), (journey.counts, save.counts));
    let mut other = Headless::begin(&start);
    read.restore(other.world_mut(), &start.level, &Arc::new(Rules::standard())).expect("its own level and rules");
    assert_eq!(other.snapshot().counts.finds.count("clip"), 1);
}

#[test]
fn older_save_has_no_counters() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves/1.save");
    let save = Save::read(&std::fs::read(file).expect("it is there")).expect("it is read");
    assert_eq!((save.counts, save.journey.counts), (Counts::default(), Counts::default()));
}
