//! `hullkit mod` and `hullkit --mod`: mods are created, checked, tested, packed and played.

use crate::command::{hullkit, plain, root, scratch};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Returns the path of an example.
fn example(name: &str) -> String {
    format!("mods/examples/{name}")
}

/// Copies an example into a folder of the test.
fn copied(name: &str) -> PathBuf {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).expect("a folder can be made");
        for entry in fs::read_dir(from).expect("the folder exists").flatten() {
            let target = to.join(entry.file_name());
            match entry.path().is_dir() {
                true => copy(&entry.path(), &target),
                false => _ = fs::copy(entry.path(), target).expect("a file can be copied"),
            }
        }
    }
    let folder = scratch(name);
    copy(&root().join(example(name)), &folder);
    folder
}

#[test]
fn new_mod_passes_its_check_and_its_test() {
    let folder = scratch("");
    let (code, told, error) = hullkit(&["mod", "new", "My Kennel", "--dir", plain(&folder)]);
    assert_eq!(code, 0, "{told}{error}");
    let path = folder.join("my_kennel");
    let path = plain(&path);
    let (code, told, error) = hullkit(&["mod", "check", "--strict", path]);
    assert_eq!((code, error.as_str()), (0, ""), "{told}");
    assert!(told.contains("adds my_kennel in assets/monsters.ron"), "{told}");
    assert!(told.ends_with("my_kennel: \"My Kennel\" 0.1.0 is fine (6 files)\n"), "{told}");
    let (code, told, error) = hullkit(&["mod", "test", path]);
    assert_eq!(code, 0, "{told}{error}");
    let (code, _, error) = hullkit(&["mod", "new", "my kennel", "--dir", plain(&folder)]);
    assert!(code == 2 && error.contains("my_kennel: exists already"), "{error}");
}

#[test]
fn examples_are_under_100_lines_and_pass_their_checks_and_tests() {
    for (name, count) in [("stripes", 4), ("kennel", 6), ("overtime", 7)] {
        let path = example(name);
        let (code, told, error) = hullkit(&["mod", "check", "--strict", &path]);
        assert_eq!((code, error.as_str()), (0, ""), "{told}");
        let (code, told, error) = hullkit(&["mod", "test", &path]);
        assert_eq!(code, 0, "{told}{error}");
        let mut files = Vec::new();
        list(&root().join(&path), &mut files);
        let texts = files.iter().filter_map(|file| fs::read_to_string(file).ok());
        let lines: usize = texts.map(|text| text.lines().count()).sum();
        assert!(lines < 100 && files.len() >= count, "{name} has {lines} lines in {} files", files.len());
    }
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder exists").flatten() {
        match entry.path().is_dir() {
            true => list(&entry.path(), files),
            false => files.push(entry.path()),
        }
    }
}

#[test]
fn test_of_a_mod_reports_what_is_not_true() {
    let folder = copied("kennel");
    let test = r#"(level: "levels/kennel.ron", play: Text(["go e 2", "status"]), expect: [
        Outcome(Lift), Monsters(kind: "hound", max: 0), Has(item: "rounds", min: 1000), Reply("no such reply"),
        Reply("Health 100"),
    ])"#;
    fs::write(folder.join("tests/wrong.ron"), test).unwrap();
    fs::write(folder.join("tests/broken.ron"), "(level: 1)").unwrap();
    let (code, told, error) = hullkit(&["mod", "test", plain(&folder)]);
    assert_eq!(code, 3);
    assert!(told.contains("tests/growl.ron: passed\n") && told.contains("tests/wrong.ron: FAILED\n"), "{told}");
    for what in [
        "tests/wrong.ron: the outcome must be Lift, got Running",
        "tests/wrong.ron: the number of living monsters of kind 'hound' must be at most 0, got 1",
        "tests/wrong.ron: the number of 'rounds' must be at least 1000, got ",
        "tests/wrong.ron: a reply must contain \"no such reply\", got:\n",
        "tests/broken.ron:1:8: Expected string",
    ] {
        assert!(error.contains(what), "{what}: {error}");
    }
    assert!(!error.contains("must contain \"Health 100\""), "{error}");
}

#[test]
fn broken_scripts_and_tests_and_unknown_names_fail() {
    let folder = copied("kennel");
    let replace = |file: &str, from: &str, to: &str| {
        let path = folder.join(file);
        let text = fs::read_to_string(&path).expect("a file of the example");
        assert!(text.contains(from), "{text}");
        fs::write(&path, text.replacen(from, to, 1)).expect("it can be written");
        text
    };
    let path = plain(&folder);
    let check = |wanted: &str| {
        let (code, told, error) = hullkit(&["mod", "check", path]);
        assert!(code == 3 && error.contains(wanted), "{told}{error}");
    };
    let script = replace("assets/scripts/hound.lua", "function process", "function process(");
    check("assets/scripts/hound.lua:");
    fs::write(folder.join("assets/scripts/hound.lua"), format!("{script}\nerror('now')")).expect("it can be written");
    let (code, told, error) = hullkit(&["mod", "test", path]);
    assert!(code == 3 && error.contains("tests/growl.ron: error: "), "{told}{error}");
    // Errors that only occur while the script runs, near the player and on its own level.
    check("assets/scripts/hound.lua:");
    fs::write(folder.join("assets/scripts/hound.lua"), script.replace("strike(near)", "strik(near)")).unwrap();
    check("assets/scripts/hound.lua:13: attempt to call a nil value");
    fs::write(folder.join("assets/scripts/hound.lua"), script.replace("process", "proces")).unwrap();
    check("assets/scripts/hound.lua: the script must define a function process");
    fs::write(folder.join("assets/scripts/hound.lua"), script).expect("it can be written");
    let test = replace("tests/growl.ron", "\"hound\"", "\"hund\"");
    let (code, _, error) = hullkit(&["mod", "test", path]);
    assert!(code == 3 && error.contains("there is no monster 'hund'"), "{error}");
    fs::write(folder.join("tests/growl.ron"), test.replace("play:", "ply:")).expect("it can be written");
    check("tests/growl.ron:");
    let (code, _, error) = hullkit(&["--mod", path, "mod", "check", "mods/examples/stripes"]);
    assert!(code == 2 && error.contains("--with"), "{error}");
}

#[test]
fn level_of_a_campaign_is_checked_once() {
    let (_, told, _) = hullkit(&["mod", "check", "mods/examples/overtime"]);
    assert_eq!(told.matches("levels/overtime_early.ron: ").count(), 1, "{told}");
}

#[test]
fn check_reports_errors_with_file_and_line_and_warns_of_what_is_not_used() {
    let folder = copied("kennel");
    let path = plain(&folder).to_owned();
    fs::copy(root().join("assets/scripts/fox.lua"), folder.join("assets/scripts/fox.lua")).unwrap();
    fs::write(folder.join("assets/scripts/idle.lua"), "function process(me) end").unwrap();
    fs::write(folder.join("assets/sonuds.txt"), "typing error").unwrap();
    let words = "(name: \"Deutsch\", words: {\n\"a hound\": \"ein Hund\", \"Grrr\": \"Knurr\", \"New game\": \"Neu\",\n\"A hund\": \"\" })";
    fs::create_dir(folder.join("assets/words")).unwrap();
    fs::write(folder.join("assets/words/de.ron"), words).unwrap();
    fs::write(folder.join("mod.ron"), "(name: \"Kennel\", version: \"1.0\", authors: [\"Ann\"])").unwrap();
    let (code, told, error) = hullkit(&["mod", "check", &path]);
    assert_eq!(code, 0, "{told}{error}");
    for what in [
        "mod.ron: `licence` is missing",
        "assets/scripts/fox.lua: it is the same as the game's file: remove it",
        "assets/scripts/idle.lua: no monster has this script",
        "assets/sonuds.txt: the game does not read this file",
        "assets/words/de.ron:3: no text of the game or of the mod is \"A hund\"",
    ] {
        assert!(error.contains(what), "{what}: {error}");
    }
    assert_eq!(error.matches("no text of the game").count(), 1, "{error}");
    assert_eq!(hullkit(&["mod", "check", "--strict", &path]).0, 3);
    fs::write(folder.join("assets/monsters.ron"), "{\n  \"hound\": (sprites: 1),\n}").unwrap();
    fs::write(folder.join("assets/NUL.png"), "").unwrap();
    let (code, _, error) = hullkit(&["mod", "check", &path]);
    assert_eq!(code, 3);
    assert!(error.contains("kennel/assets/monsters.ron:2:"), "{error}");
    assert!(error.contains("assets/NUL.png is not read: the name must not be that of a device on Windows"), "{error}");
    fs::remove_file(folder.join("mod.ron")).unwrap();
    assert!(hullkit(&["mod", "check", &path]).2.contains("mod.ron: the file is missing"));
}

#[test]
fn packed_mod_has_the_same_bytes_each_time_and_plays_the_same_run() {
    let folder = scratch("");
    let [one, other] = ["one.hull", "other.hull"].map(|name| plain(&folder.join(name)).to_owned());
    for out in [&one, &other] {
        let (code, _, error) = hullkit(&["mod", "pack", &example("kennel"), "--out", out]);
        assert_eq!((code, error.as_str()), (0, ""));
    }
    assert_eq!(fs::read(&one).unwrap(), fs::read(&other).unwrap());
    assert_eq!(hullkit(&["mod", "pack", &example("kennel"), "--out", &one]).0, 2, "it is not replaced");
    let run = |path: &str| {
        let (code, told, error) = hullkit(&["--mod", path, "run", "levels/kennel.ron", "--seconds", "5"]);
        assert_eq!((code, error.as_str()), (0, ""));
        let from = told.find("\"state_hash\":\"").unwrap() + 14;
        told[from..from + 16].to_owned()
    };
    assert_eq!(run(&one), run(&example("kennel")));
    let (code, told, error) = hullkit(&["mod", "test", &one]);
    assert_eq!(code, 0, "{told}{error}");
}

#[test]
fn demos_and_saves_name_their_mods_and_which_are_missing() {
    let folder = scratch("");
    let [demo, save] = ["a.demo", "a.save"].map(|name| plain(&folder.join(name)).to_owned());
    let kennel = example("kennel");
    let run = ["--mod", &kennel, "run", "levels/kennel.ron", "--seconds", "2", "--record", &demo, "--save", &save];
    assert_eq!(hullkit(&run).0, 0);
    let stripes = example("stripes");
    let (code, told, error) = hullkit(&["--mod", &kennel, "--mod", &stripes, "demo", &demo]);
    assert_eq!(code, 0, "a texture does not change a run: {told}{error}");
    assert!(hullkit(&["demo", "--show", &demo]).1.contains("\"mods\":[\"Kennel 1.0.0\"]"));
    let (code, _, error) = hullkit(&["demo", &demo]);
    assert!(code != 0 && error.contains("The mod Kennel 1.0.0 is missing."), "{error}");
    let (_, told, _) = hullkit(&["save", &save]);
    assert!(told.contains("  mods     Kennel 1.0.0\n"), "{told}");
    assert!(
        told.contains("neither its run nor its deck can be played here: levels/kennel.ron: cannot be read"),
        "{told}"
    );
    assert!(told.ends_with(". The mod Kennel 1.0.0 is missing\n"), "{told}");
    let (_, told, _) = hullkit(&["--mod", &kennel, "save", &save]);
    assert!(told.contains("its run can continue here"), "{told}");
}

#[test]
fn mods_apply_in_their_order_and_required_ones_must_be_there() {
    let folder = scratch("needy");
    fs::create_dir_all(folder.join("levels")).unwrap();
    fs::write(folder.join("mod.ron"), "(name: \"Needy\", version: \"1\", requires: [\"Kennel\"])").unwrap();
    let needy = plain(&folder);
    let (code, _, error) = hullkit(&["--mod", needy, "check", "levels/deck1.ron"]);
    assert!(code == 3 && error.contains("it is not used, because it requires the mod 'Kennel'"), "{error}");
    let (code, _, error) = hullkit(&["--mod", needy, "--mod", &example("kennel"), "check", "levels/kennel.ron"]);
    assert_eq!((code, error.as_str()), (0, ""));
    let (code, _, error) = hullkit(&["check", "levels/kennel.ron"]);
    assert!(code == 5 && error.contains("levels/kennel.ron: cannot be read"), "{error}");
}

#[test]
fn errors_in_entries_of_tables_are_at_the_line_of_the_mod() {
    let folder = copied("kennel");
    let file = folder.join("assets/monsters.ron");
    let text = fs::read_to_string(&file).expect("the table of the example");
    for (from, to, wanted) in [
        ("sprites: \"fox\", script: \"hound\"", "sprites: \"hund\", script: \"hound\"", "no sprite 'hund_corpse'"),
        ("dies: \"fox_death\"", "dies: \"fox_deth\"", "no sound 'fox_deth' in assets/sounds"),
        ("lured_by: [\"ration\"]", "lured_by: [\"bone\"]", "there is no pickup 'bone' to be lured by"),
    ] {
        fs::write(&file, text.replacen(from, to, 1)).expect("it can be written");
        let (code, _, error) = hullkit(&["mod", "check", plain(&folder)]);
        assert!(code == 3 && error.contains(&format!("kennel/assets/monsters.ron:3: hound: {wanted}")), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    fs::create_dir(folder.join("assets/rules")).expect("a folder can be made");
    fs::write(&file, text).expect("it can be written");
    fs::write(folder.join("assets/rules/standard.ron"), "(\n  unawere: 3,\n)").expect("it can be written");
    let (code, _, error) = hullkit(&["mod", "check", plain(&folder)]);
    assert!(code == 3 && error.contains("kennel/assets/rules/standard.ron:2:"), "{error}");
}

#[test]
fn names_of_the_game_and_of_mods_are_listed() {
    let names = |of: &str| {
        let (code, told, error) = hullkit(&["mod", "names", of, "--with", &example("kennel")]);
        assert_eq!((code, error.as_str()), (0, ""));
        told.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    for (of, name, other) in [
        ("monsters", "hound", "hull"),
        ("ammunition", "rounds", "pistol"),
        ("sounds", "step_steel", "step_steel~2"),
        ("textures", "cryo_wall", "medkit"),
        ("sprites", "medkit", "cryo_wall"),
        ("scripts", "hound", "hound.lua"),
    ] {
        let names = names(of);
        assert!(names.iter().any(|one| one == name) && names.iter().all(|one| one != other), "{of}: {names:?}");
    }
}

#[test]
fn script_of_a_mod_runs_by_its_name_in_the_mod() {
    let script = ["--mod", &example("kennel"), "lua", "assets/scripts/hound.lua", "--deck", "levels/kennel.ron"];
    let (code, told, error) = hullkit(&script);
    assert!(code == 0 && told.contains(" calls, "), "{told}{error}");
}

#[test]
fn bot_finishes_the_campaign_of_a_mod() {
    let overtime = example("overtime");
    let (code, told, error) = hullkit(&["--mod", &overtime, "journey", "assets/campaigns/overtime.ron"]);
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(told.ends_with("{\"ended\":1,\"journeys\":1}\n"), "{told}");
}
