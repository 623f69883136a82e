//! What an author is warned of although the level can be played: locks, triggers and lifts that nobody gets to.

use crate::scenario::{Scenario, findings};

/// Locked doors, their keys, a lever and a plate.
const LEGEND: &str = "
    '1': (door: \"door\", lock: A), '2': (door: \"door\", lock: B), '4': (door: \"door\", lock: Sealed, name: \"vault\"),
    'p': (thing: Key(A)), 'q': (thing: Key(B)), 'k': (thing: Key(A), skill: 3),
    's': (wall: \"hull\", switch: \"hull\", name: \"lever\"), '_': (name: \"plate\"),";

fn warnings(map: &str, triggers: &str) -> Vec<String> {
    findings(&Scenario::level_in_words(map, LEGEND, &format!("triggers: [{triggers}]")))
}

#[test]
fn a_lock_without_a_reachable_key_is_warned_of() {
    let findings = warnings("#########\n#@.1.p..L\n#########", "");
    assert_eq!(findings[1], "no way leads to a key A for the locked door in row 2, column 4");
    assert_eq!(warnings("########\n#@p1...L\n########", ""), [] as [&str; 0]);
}

#[test]
fn keys_behind_each_others_locks_are_told_from_keys_in_a_row() {
    let crossed = "##########\n#@..1q.2.L\n##########";
    assert_eq!(warnings(crossed, "").len(), 3, "{:?}", warnings(crossed, ""));
    assert_eq!(warnings("##########\n#@p.1q.2.L\n##########", ""), [] as [&str; 0]);
}

#[test]
fn a_key_that_is_there_on_hard_skills_only_is_warned_of() {
    assert_eq!(warnings("#######\n#@k1..L\n#######", ""), ["no way leads from the player to a lift on skill 1"]);
}

#[test]
fn a_lift_that_looks_away_from_every_way_is_warned_of() {
    let lift = |face: u16| {
        let legend = format!("'S': (wall: \"hull\", overlay: \"a\", lift: \"b\", face: {face}),");
        findings(&Scenario::level_in_words("#######\n#@..S.#\n#######", &legend, ""))
    };
    assert_eq!(lift(180), [] as [&str; 0]);
    assert_eq!(lift(0), ["no way leads from the player to a lift"]);
}

#[test]
fn a_sealed_door_and_a_trigger_out_of_reach_are_warned_of() {
    assert_eq!(
        warnings("########\n#@.....L\n###4####\n###.####\n########", ""),
        ["nothing opens the sealed door in row 3, column 4"]
    );
    let opens = "(at: \"lever\", on: Use, do: [Open(\"vault\")])";
    let findings = warnings("#####s##\n#@..4..L\n########", opens);
    assert_eq!(findings.len(), 3, "{findings:?}");
    assert_eq!(findings[2], "triggers[0]: nobody can get to 'lever' to set it off");
    assert_eq!(warnings("##s#####\n#@..4..L\n########", opens), [] as [&str; 0]);
    let theirs = "(at: \"plate\", on: Step, by: Undead, do: [Exit])";
    assert_eq!(warnings("#######\n#@._.L#\n#######", theirs).len(), 1, "there are no undead");
    assert_eq!(warnings("#######\n#@._zL#\n#######", theirs), [] as [&str; 0]);
    assert_eq!(warnings("#####\n#@._#\n#####", "(at: \"plate\", on: Step, do: [Exit])"), [] as [&str; 0]);
}

#[test]
fn a_pickup_that_nobody_gets_to_is_warned_of() {
    assert_eq!(warnings("########\n#@.a...L\n########", ""), [] as [&str; 0]);
    assert_eq!(
        warnings("########\n#@.....L\n########\n#..a...#\n########", ""),
        ["no way leads to the pickup 'clip' in row 4, column 4"]
    );
    let behind_a_wall = "#########\n#@.B...a#\n#..#....#\n##L######";
    assert_eq!(warnings(behind_a_wall, ""), [] as [&str; 0], "it can be pushed");
}
