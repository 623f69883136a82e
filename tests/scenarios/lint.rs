//! Lints: warnings about playable levels with unreachable locks, triggers and lifts.

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
fn lock_without_a_reachable_key_causes_a_warning() {
    let findings = warnings("#########\n#@.1.p..L\n#########", "");
    assert_eq!(findings[1], "there is no path to a key A for the locked door in row 2, column 4");
    assert_eq!(warnings("########\n#@p1...L\n########", ""), [] as [&str; 0]);
}

#[test]
fn keys_behind_each_others_locks_cause_a_warning() {
    let crossed = "##########\n#@..1q.2.L\n##########";
    assert_eq!(warnings(crossed, "").len(), 3, "{:?}", warnings(crossed, ""));
    assert_eq!(warnings("##########\n#@p.1q.2.L\n##########", ""), [] as [&str; 0]);
}

#[test]
fn key_on_hard_skills_only_causes_a_warning() {
    assert_eq!(warnings("#######\n#@k1..L\n#######", ""), ["there is no path from the player to a lift on skill 1"]);
}

#[test]
fn lift_that_faces_no_path_causes_a_warning() {
    let lift = |face: u16| {
        let legend = format!("'S': (wall: \"hull\", overlay: \"a\", lift: \"b\", face: {face}),");
        findings(&Scenario::level_in_words("#######\n#@..S.#\n#######", &legend, ""))
    };
    assert_eq!(lift(180), [] as [&str; 0]);
    assert_eq!(lift(0), ["there is no path from the player to a lift"]);
}

#[test]
fn sealed_doors_and_unreachable_triggers_cause_warnings() {
    assert_eq!(
        warnings("########\n#@.....L\n###4####\n###.####\n########", ""),
        ["nothing opens the sealed door in row 3, column 4"]
    );
    let opens = "(at: \"lever\", on: Use, do: [Open(\"vault\")])";
    let findings = warnings("#####s##\n#@..4..L\n########", opens);
    assert_eq!(findings.len(), 3, "{findings:?}");
    assert_eq!(findings[2], "triggers[0]: 'lever' cannot be reached to set it off");
    assert_eq!(warnings("##s#####\n#@..4..L\n########", opens), [] as [&str; 0]);
    let theirs = "(at: \"plate\", on: Step, by: Undead, do: [Exit])";
    assert_eq!(warnings("#######\n#@._.L#\n#######", theirs).len(), 1, "there are no monsters");
    assert_eq!(warnings("#######\n#@._zL#\n#######", theirs), [] as [&str; 0]);
    assert_eq!(warnings("#####\n#@._#\n#####", "(at: \"plate\", on: Step, do: [Exit])"), [] as [&str; 0]);
}

#[test]
fn unreachable_pickup_causes_a_warning() {
    assert_eq!(warnings("########\n#@.a...L\n########", ""), [] as [&str; 0]);
    assert_eq!(
        warnings("########\n#@.....L\n########\n#..a...#\n########", ""),
        ["there is no path to the pickup 'clip' in row 4, column 4"]
    );
    let behind_a_wall = "#########\n#@.B...a#\n#..#....#\n##L######";
    assert_eq!(warnings(behind_a_wall, ""), [] as [&str; 0], "it can be pushed");
}
