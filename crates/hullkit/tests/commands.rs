//! The commands as users run them: output, written files and exit codes.

use crate::command::{hullkit, plain, root, scratch};
use serde_json::Value;
use std::{fs, process::Command};

const DECK: &str = "levels/deck1.ron";

/// Returns the output of a run: one line of JSON, and nothing else.
fn summary(arguments: &[&str]) -> Value {
    let (code, stdout, stderr) = hullkit(arguments);
    assert_eq!((code, stdout.lines().count()), (0, 1), "{stdout}{stderr}");
    serde_json::from_str(&stdout).expect("stdout is JSON")
}

#[test]
fn help_and_version_succeed_and_invalid_arguments_fail() {
    for arguments in [&["--help"][..], &["--version"], &["run", "--help"], &["shot", "--help"], &["check", "--help"]] {
        assert_eq!(hullkit(arguments).0, 0, "{arguments:?}");
    }
    let bad: [&[&str]; 15] = [
        &[],
        &["play"],
        &["check"],
        &["run"],
        &["run", DECK, "--bot", "--demo", "x"],
        &["run", DECK, "--seconds", "-1"],
        &["run", DECK, "--seconds", "soon"],
        &["run", DECK, "--demo", "x", "--seed", "2"],
        &["run", DECK, "--arrival", "roof"],
        &["run", DECK, "--demo", "x", "--arrival", "roof"],
        &["shot", DECK],
        &["shot", DECK, "--out", "x.png", "--size", "0x9"],
        &["shot", DECK, "--out", "x.png", "--at", "0.5,0.5"],
        &["shot", DECK, "--out", "x.png", "--at", "-1,1"],
        &["shot", DECK, "--out", "x.png", "--facing", "north"],
    ];
    for arguments in bad {
        let (code, stdout, stderr) = hullkit(arguments);
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}: {stderr}");
        assert!(!stderr.is_empty());
    }
}

#[test]
fn guided_player_follows_the_arrow_to_the_lift() {
    let level = scratch("guided.ron");
    let text = r#"(name: "Guided", legend: {'W': (wall: "hull"), '.': (), '@': (thing: Player), 'k': (thing: Key(A)),
        'A': (door: "door", lock: A), '>': (wall: "lift", overlay: "switch_off", lift: "switch_on")},
        map: ["WWWWWWWWWW", "W..@..A..>", "W.WWWWWW.W", "W....kW..W", "WWWWWWWWWW"])"#;
    fs::write(&level, text).unwrap();
    let (code, stdout, stderr) = hullkit(&["run", plain(&level), "--guided"]);
    assert_eq!(code, 0, "{stderr}");
    let goals: Vec<&str> = stderr.lines().filter_map(|line| line.split_once(": ")).map(|(_, goal)| goal).collect();
    assert_eq!(goals, ["Towards key A", "Key A", "Lock A", "The lift"], "{stderr}");
    assert!(stdout.contains("\"outcome\":\"lift\""), "{stdout}");
}

#[test]
fn check_accepts_valid_levels_and_refuses_invalid_ones() {
    let (code, stdout, _) = hullkit(&["check", DECK, "levels/deck2.ron"]);
    assert_eq!((code, stdout.lines().count()), (0, 2));

    let bad = scratch("bad.ron");
    fs::write(&bad, fs::read_to_string("../../levels/deck1.ron").unwrap().replace("W.@...a.C", "W.@.?.a.C")).unwrap();
    let (code, stdout, stderr) = hullkit(&["check", DECK, plain(&bad)]);
    assert_eq!((code, stdout.lines().count()), (3, 1));
    assert!(stderr.starts_with(&format!("{}:", bad.display())) && stderr.contains("'?'"), "{stderr}");

    let (code, _, stderr) = hullkit(&["check", "levels/none.ron"]);
    assert_eq!(code, 5);
    assert!(stderr.starts_with("levels/none.ron: cannot be read"), "{stderr}");
}

#[test]
fn journey_plays_the_decks_of_a_campaign() {
    let play = |more: &[&str]| hullkit(&[&["journey", "--seconds", "2"][..], more].concat());
    let (code, stdout, stderr) = play(&["--from", "labyrinth a", "--seed", "3", "--count", "2"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let lines: Vec<&str> = stdout.lines().collect();
    assert_eq!(lines.len(), 5, "{stdout}");
    for line in [lines[0], lines[2]] {
        assert!(line.contains("\"deck\":\"labyrinth a\"") && line.contains("\"outcome\":\"running\""), "{line}");
    }
    assert!(lines[1].contains("\"ended\":false") && lines[3].contains("\"seed\":4"), "{stdout}");
    assert_eq!(lines[4], r#"{"ended":0,"journeys":2}"#);
    for words in [["--from", "attic"], ["--until", "attic"]] {
        let (code, _, stderr) = play(&words);
        assert_eq!(code, 2);
        assert!(stderr.contains("no deck 'attic'; its decks are 'cryogenics', 'holds', 'crew quarters'"), "{stderr}");
    }
}

#[test]
fn check_reads_a_campaign_with_all_its_decks() {
    let (code, stdout, stderr) = hullkit(&["check", "--campaign", "assets/campaign.ron"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.ends_with("assets/campaign.ron: is fine (10 decks, 15 exits)\n"), "{stdout}");
    assert!(stdout.contains("assets/pipelines/labyrinth_a.ron: 10 generated decks are proved\n"), "{stdout}");

    let own = scratch("campaign.ron");
    let check = |decks: &str| {
        fs::write(&own, format!("(decks: [{decks}])")).unwrap();
        let (code, _, stderr) = hullkit(&["check", "--campaign", own.to_str().unwrap()]);
        (code, stderr)
    };
    let (code, stderr) = check("(name: \"a\", level: \"levels/deck1.ron\", ways: [(by: \"lift\")])");
    assert_eq!(code, 0);
    assert!(
        stderr.contains("deck 'a' has no title: it gets the name of its level, \"Deck 1: Cryogenics\""),
        "{stderr}"
    );
    assert!(stderr.contains("deck 'a' has no briefing"), "{stderr}");
    for file in ["level: \"levels/none.ron\"", "pipeline: \"assets/pipelines/none.ron\""] {
        let (code, stderr) = check(&format!("(name: \"a\", {file}, ways: [(by: \"lift\")])"));
        assert_eq!(code, 5);
        assert!(stderr.contains("none.ron: cannot be read"), "{stderr}");
    }
    let one = |ways: &str| format!("(name: \"a\", level: \"levels/deck1.ron\", ways: [{ways}])");
    let last = "(name: \"b\", level: \"levels/deck4.ron\", ways: [(by: \"lift\"), (by: \"secret lift\")])";
    let maze = "(name: \"maze\", pipeline: \"assets/pipelines/labyrinth_b.ron\", ways: [(by: \"up\"), (by: \"down\")])";
    for (decks, told) in [
        (String::new(), "campaign.ron:1:1: the campaign must have at least one deck"),
        (one(""), "deck 'a': the exit 'lift' leads nowhere: add it to the deck's `ways`"),
        (one("(by: \"lift\"), (by: \"up\")"), "deck 'a' has no exit 'up'; its exits are 'lift'"),
        (one("(by: \"lift\", to: \"b\")"), "leads to the unknown deck 'b'; the decks are 'a'"),
        (one("(by: \"lift\", to: \"a\")"), "deck 'a': no path leads to the end of the campaign"),
        (format!("{}, {last}", one("(by: \"lift\")")), "no path leads to deck 'b'"),
        (format!("{}, {last}", one("(by: \"lift\", to: \"b\", arrive: \"roof\")")), "no arrival named 'roof'"),
        (format!("{}, {last}", one("(by: \"lift\", to: \"b\", arrive: \"0,0\")")), "an arrival must be on open floor"),
        (
            format!("{}, {maze}", one("(by: \"lift\", to: \"maze\", arrive: \"left\")")),
            "no arrival named 'left', expected one of",
        ),
        (format!("{}, {maze}", one("(by: \"lift\", to: \"maze\", arrive: \"1,1\")")), "'maze'"),
        (format!("{}, {}", one("(by: \"lift\")"), one("(by: \"lift\")")), "two decks have the name 'a'"),
        (
            format!(
                "{}, (name: \"maze\", pipeline: \"assets/pipelines/labyrinth_b.ron\")",
                one("(by: \"lift\", to: \"maze\")")
            ),
            "deck 'maze': the exit 'up' leads to the unknown deck 'labyrinth a'",
        ),
    ] {
        let (code, stderr) = check(&decks);
        assert_eq!(code, 3, "{decks}: {stderr}");
        assert!(stderr.contains(told), "{decks}: {stderr}");
    }
}

#[test]
fn check_reports_missing_textures_and_invalid_utf8() {
    let level = fs::read_to_string("../../levels/deck1.ron").unwrap();
    let untextured = scratch("untextured.ron");
    fs::write(&untextured, level.replace("wall: \"cryo_wall\"", "wall: \"hulk\"")).unwrap();
    let (code, _, stderr) = hullkit(&["check", plain(&untextured)]);
    assert_eq!(code, 3);
    assert!(stderr.contains("no texture 'hulk'"), "{stderr}");

    let binary = scratch("binary.ron");
    fs::write(&binary, [b'(', 0xff, 0xfe]).unwrap();
    for command in
        [&["check", plain(&binary)][..], &["run", plain(&binary)], &["shot", plain(&binary), "--out", "x.png"]]
    {
        let (code, stdout, stderr) = hullkit(command);
        assert_eq!((code, stdout.as_str()), (3, ""), "{stderr}");
        assert!(stderr.contains(":1:2: a byte that is not UTF-8"), "{stderr}");
    }
}

#[test]
fn check_reports_missing_sprites_and_sounds_of_the_rules() {
    let classic = fs::read_to_string("../../assets/rules/classic.ron").unwrap();
    let with = |name: &str, rules_text: String| {
        let rules = scratch(name);
        fs::write(&rules, rules_text).unwrap();
        let (code, _, stderr) = hullkit(&["check", DECK, "--rules", plain(&rules)]);
        (code, stderr.replace(plain(&rules), "RULES"))
    };
    assert_eq!(with("fine.ron", classic.clone()), (0, String::new()));
    let (code, stderr) = with("sprites.ron", classic.replace("sprites: \"shambler\"", "sprites: \"ghoul\""));
    assert_eq!(code, 3);
    assert!(
        stderr.starts_with("RULES: shambler: no sprite 'ghoul_corpse' in assets/sheets or assets/sprites\n"),
        "{stderr}"
    );
    let (code, stderr) = with("sounds.ron", classic.replace("\"swipe\"", "\"swipes\""));
    assert_eq!((code, stderr.as_str()), (3, "RULES: shambler: no sound 'swipes' in assets/sounds\n"));
    let (code, stderr) = with("numbers.ron", classic.replace("health: 50", "health: -50"));
    assert_eq!(code, 3);
    let line = 1 + classic.lines().position(|line| line.contains("health: 50")).unwrap();
    assert!(
        stderr.starts_with(&format!("RULES:{line}:22: ")) && stderr.contains("health must be a whole number"),
        "{stderr}"
    );

    let level = fs::read_to_string("../../levels/deck1.ron").unwrap();
    let haunted = scratch("haunted.ron");
    fs::write(&haunted, level.replace("monster: \"shambler\"", "monster: \"ghost\"")).unwrap();
    for command in
        [&["check", plain(&haunted)][..], &["run", plain(&haunted)], &["shot", plain(&haunted), "--out", "x.png"]]
    {
        let (code, stdout, stderr) = hullkit(command);
        assert_eq!((code, stdout.as_str()), (3, ""));
        assert!(stderr.contains("haunted.ron: no monster 'ghost' in the rules"), "{stderr}");
    }
}

#[test]
fn bot_finishes_the_first_two_decks() {
    for deck in [DECK, "levels/deck2.ron"] {
        let run = summary(&["run", deck, "--bot", "--seed", "6"]);
        assert_eq!((&run["level"], &run["seed"], &run["outcome"]), (&deck.into(), &6.into(), &"lift".into()));
        assert!(run["kills"].as_u64() > Some(0) && run["kills"].as_u64() <= run["monsters"].as_u64());
        assert!(run["ticks"].as_u64() > Some(0) && run["ticks_per_second"].as_f64() > Some(0.0));
        let hash = run["state_hash"].as_str().unwrap();
        assert!(hash.len() == 16 && hash.chars().all(|digit| digit.is_ascii_hexdigit()), "{hash}");
        let again = summary(&["run", deck, "--bot", "--seed", "6"]);
        assert_eq!(run["state_hash"], again["state_hash"]);
    }
}

#[test]
fn trace_prints_every_state_change_and_has_no_effect() {
    let run = |more: &[&str]| {
        let arguments = [&["run", DECK, "--bot", "--seed", "5", "--seconds", "60"][..], more].concat();
        let (code, stdout, stderr) = hullkit(&arguments);
        assert_eq!(code, 0);
        let run: Value = serde_json::from_str(&stdout).unwrap();
        (run["state_hash"].clone(), run["kills"].as_u64().unwrap() as usize, stderr)
    };
    let (hash, kills, silence) = run(&[]);
    let (traced_hash, _, trace) = run(&["--trace", "monsters"]);
    assert_eq!((hash, silence.as_str()), (traced_hash, ""));

    // Each change starts from the monster's previous state, and ticks never decrease.
    let mut states = std::collections::BTreeMap::<&str, &str>::new();
    let (mut last, mut deaths) = (0, 0);
    for line in trace.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let ["tick", tick, _, id, "at", x, y, from, "->", to, why, ..] = words[..] else { panic!("{line}") };
        let tick = tick.parse::<u64>().unwrap();
        assert!(tick >= last && x.parse::<f32>().is_ok() && y.ends_with(':') && why.starts_with('('), "{line}");
        last = tick;
        assert!(states.insert(id, to).is_none_or(|before| before == from), "{line}");
        deaths += usize::from(to == "Dying");
    }
    assert!(kills > 0 && deaths == kills, "{deaths} of {kills}");
    assert!(trace.contains(": Idle -> Alert (hears)") || trace.contains(": Idle -> Alert (sees)"), "{trace}");
    assert!(trace.contains(": Alert -> Chase (reacts)"), "{trace}");
    assert_eq!(hullkit(&["run", DECK, "--trace", "doors"]).0, 2);
}

#[test]
fn run_ends_at_its_time_limit() {
    let run = summary(&["run", DECK, "--seconds", "2.5"]);
    assert_eq!((&run["ticks"], &run["outcome"], &run["seed"]), (&300.into(), &"running".into(), &1.into()));
}

#[test]
#[cfg(target_os = "linux")]
fn endless_files_and_full_disks_are_reported() {
    let (code, _, stderr) = hullkit(&["check", "/dev/zero"]);
    assert_eq!(code, 3);
    assert!(stderr.contains("at most"), "{stderr}");
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_hullkit"))
        .args(["run", "../../levels/deck1.ron", "--seconds", "1"])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(5));
}

#[test]
fn shot_is_reproducible_and_depends_on_the_position() {
    let shot = |name: &str, more: &[&str]| {
        let out = scratch(name);
        let arguments = [&["shot", DECK, "--size", "320x180", "--out", plain(&out)][..], more].concat();
        let (code, _, stderr) = hullkit(&arguments);
        assert_eq!(code, 0, "{stderr}");
        fs::read(out).unwrap()
    };
    let start = shot("start.png", &[]);
    assert!(start.starts_with(b"\x89PNG"));
    assert_eq!(&start[16..24], [0, 0, 1, 64, 0, 0, 0, 180], "the header says 320 by 180");
    assert_eq!(start, shot("again.png", &[]));
    assert_eq!(start, shot("plain.png", &["--kernel", "plain"]));
    assert_ne!(start, shot("later.png", &["--at", "6.5,3.5"]));
    assert_ne!(start, shot("turned.png", &["--facing", "-90"]));
    assert_ne!(start, shot("debug.png", &["--debug"]));
    assert_eq!(hullkit(&["shot", DECK, "--out", "none/x.png"]).0, 5);
}

#[test]
fn shot_at_the_start_is_not_black() {
    let out = scratch("bright.png");
    assert_eq!(hullkit(&["shot", DECK, "--out", plain(&out)]).0, 0);
    // A black frame would compress to almost nothing.
    assert!(fs::metadata(out).unwrap().len() > 20_000);
}

#[test]
fn log_has_the_decisions_of_the_engine_and_changes_nothing() {
    let arguments = ["run", DECK, "--bot", "--seed", "1", "--seconds", "20"];
    let hash = |stdout: &str| serde_json::from_str::<Value>(stdout).expect("stdout is JSON")["state_hash"].clone();
    let (code, stdout, log) = hullkit(&arguments);
    assert_eq!((code, log.as_str()), (0, ""), "without the variable there is no log");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hullkit"));
    let logged = command.args(arguments).env("RUST_LOG", "engine=debug").current_dir(root()).output().unwrap();
    assert_eq!(hash(&String::from_utf8(logged.stdout).unwrap()), hash(&stdout));
    let log = String::from_utf8(logged.stderr).unwrap();
    for line in ["monster changes its state tick=", "from=Idle to=Alert", "trigger is set off trigger="] {
        assert!(log.contains(line), "{line}: {log}");
    }
}
