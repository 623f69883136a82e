//! `hullkit generate` as users run it.

use crate::command::root;
use std::{
    path::PathBuf,
    process::{Command, Output},
};

fn generate(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hullkit"));
    command.arg("generate").args(args).current_dir(root()).output().expect("hullkit runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns a path for a file of this test.
fn file(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("hullkit-generate-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder.join(name)
}

const MOOSECASTLE: &str = "assets/pipelines/moosecastle_2.xml";

#[test]
fn ascii_maps_are_printed_with_an_empty_line_between_them() {
    let made = generate(&[MOOSECASTLE, "--seed", "1", "--ascii", "--count", "3"]);
    let out = text(&made.stdout);
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    let maps: Vec<Vec<&str>> = out.trim_end().split("\n\n").map(|map| map.lines().collect()).collect();
    assert_eq!(maps.len(), 3);
    for map in &maps {
        assert!(map.len() == 25 && map.iter().all(|row| row.len() == 25), "{map:?}");
        assert_eq!(map.iter().flat_map(|row| row.chars()).filter(|cell| *cell != '#').count(), 144 + 143);
    }
    assert!(maps[0] != maps[1] && maps[1] != maps[2]);
    // The second of three decks is the first one of the next seed.
    let second = text(&generate(&[MOOSECASTLE, "--seed", "2", "--ascii"]).stdout);
    assert_eq!(second.trim_end().lines().collect::<Vec<_>>(), maps[1]);
    // The maps that the stairs lead to do not exist here.
    let told = text(&made.stderr);
    assert!(
        told.contains("warning: the stairs 'initial' lead to map 'moosecastle_1', which is not next to the pipeline"),
        "{told}"
    );
    assert_eq!(told.lines().count(), 2, "one warning per stairs: {told}");
}

#[test]
fn map_without_start_exit_or_mapper_is_printed_as_ascii() {
    let pipeline = file("bare.ron");
    let text_of = "(generators: [MazeGrowTree(size: (width: 3, height: 2), newest: 1)], translators: [SimpleMaze(block_width: 1)])";
    std::fs::write(&pipeline, text_of).expect("it can be written");
    let pipeline = pipeline.to_str().expect("a plain path");
    let printed = generate(&[pipeline, "--seed", "0", "--ascii"]);
    assert_eq!(
        (printed.status.code(), text(&printed.stdout).lines().count()),
        (Some(0), 3),
        "{}",
        text(&printed.stderr)
    );
    let level = generate(&[pipeline, "--seed", "0"]);
    assert_eq!(level.status.code(), Some(3));
    assert!(text(&level.stderr).contains("seed 0: the pipeline must have a `mapper`"), "{}", text(&level.stderr));
}

#[test]
fn decks_are_written_into_numbered_valid_level_files() {
    let out = file("deck.ron");
    let out = out.to_str().expect("a plain path");
    for (pipeline, size) in [("labyrinth", "25 by 25"), ("crew_deck", "80 by 52"), ("wreck", "54 by 42")] {
        let pipeline = format!("assets/pipelines/{pipeline}.ron");
        let made = generate(&[&pipeline, "--seed", "7", "--count", "2", "--force", "--out", out]);
        assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
        let said = text(&made.stdout);
        assert!(said.contains(size) && said.contains("deck1.ron") && said.contains("seed 8"), "{said}");
        let files = ["deck1.ron", "deck2.ron"].map(file);
        let check = Command::new(env!("CARGO_BIN_EXE_hullkit")).arg("check").args(&files).current_dir(root()).output();
        let check = check.expect("hullkit runs");
        assert_eq!(check.status.code(), Some(0), "{}", text(&check.stderr));
        assert_eq!(text(&check.stderr), "", "no warning");
        // Printed and written decks are the same.
        let printed = generate(&[&pipeline, "--seed", "7"]);
        assert_eq!(text(&printed.stdout), std::fs::read_to_string(&files[0]).expect("it was written"));
    }
}

#[test]
fn invalid_arguments_and_pipelines_are_reported() {
    let bad = file("bad.xml");
    std::fs::write(&bad, "<layout><generators>").expect("it can be written");
    let bad = bad.to_str().expect("a plain path");
    let largest = u64::MAX.to_string();
    for (args, code, what) in [
        (&[MOOSECASTLE][..], 2, "--seed"),
        (&[MOOSECASTLE, "--seed", "-1"], 2, "invalid digit"),
        (&[MOOSECASTLE, "--seed", "1", "--count", "0"], 2, "0 is not in 1..=1000000"),
        (
            &[MOOSECASTLE, "--seed", &largest, "--count", "2"],
            2,
            "--count 2: seeds starting at 18446744073709551615 would exceed",
        ),
        (&["none.ron", "--seed", "1"], 5, "none.ron: cannot be read"),
        (&[bad, "--seed", "1"], 3, "bad.xml:1:21: `<generators>` of line 1 is not closed"),
        (&["levels/deck1.ron", "--seed", "1"], 3, "levels/deck1.ron:"),
    ] {
        let made = generate(args);
        let told = text(&made.stderr);
        assert_eq!(made.status.code(), Some(code), "{args:?}: {told}");
        assert!(told.contains(what), "{args:?}: {told}");
    }
    // The largest seed is accepted.
    assert_eq!(generate(&[MOOSECASTLE, "--seed", &largest, "--ascii"]).status.code(), Some(0));
}

#[test]
fn stairs_without_a_valid_target_are_warned_about() {
    let stairs = |to: &str, destination: &str| {
        let pipeline = file("stairs.ron");
        let text = format!(
            "(generators: [MazeGrowTree(size: (width: 4, height: 4), newest: 1)], translators: [SimpleMaze(block_width: 1)],
            content_creators: [Stairs(stairs: [(id: \"up\", to_map: \"{to}\", destination: {destination})])])"
        );
        std::fs::write(&pipeline, text).expect("it can be written");
        text_of(&generate(&[pipeline.to_str().expect("a plain path"), "--seed", "1", "--ascii"]))
    };
    fn text_of(output: &Output) -> String {
        assert_eq!(output.status.code(), Some(0), "a warning is not a failure: {}", text(&output.stderr));
        text(&output.stderr)
    }
    let drawn = "(name: \"\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player)}, map: [\"####\", \"#@.#\", \"####\"],
        arrivals: [(name: \"dock\", at: (2, 1))])";
    std::fs::write(file("drawn.ron"), drawn).expect("it can be written");
    // Stairs may lead back to their own map.
    for (to, destination, what) in [
        ("drawn", "Coord(x: 2, y: 1)", None),
        ("drawn", "Coord(x: 0, y: 0)", Some("lead to cell (0, 0) of map 'drawn', which is not open floor")),
        ("drawn", "Coord(x: 9, y: 9)", Some("lead to cell (9, 9) of map 'drawn', which has only 4 by 3 cells")),
        ("drawn", "Target(location_id: \"dock\")", None),
        ("drawn", "Target(location_id: \"deck\")", Some("no arrival named 'deck', expected one of 'dock'")),
        ("stairs", "Target(location_id: \"up\")", None),
        (
            "stairs",
            "Target(location_id: \"down\")",
            Some("lead to 'down' of map 'stairs', which has no stairs of that name"),
        ),
        ("stairs", "Coord(x: 1, y: 1)", Some("lead to cell (1, 1) of generated map 'stairs', whose layout changes")),
        ("elsewhere", "Coord(x: 1, y: 1)", Some("lead to map 'elsewhere', which is not next to the pipeline")),
        ("../drawn", "Coord(x: 2, y: 1)", Some("lead to map '../drawn', which is not next to the pipeline")),
    ] {
        let told = stairs(to, destination);
        match what {
            Some(what) => assert!(told.contains(what), "{to}, {destination}: {told}"),
            None => assert_eq!(told, "", "{to}, {destination}"),
        }
    }
}

#[test]
fn bench_generate_prints_one_json_object_per_kind() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hullkit"));
    let output = command.args(["bench", "generate", "--json", "--seconds", "0"]).current_dir(root()).output();
    let output = output.expect("hullkit runs");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let lines: Vec<serde_json::Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect();
    let kinds: Vec<&str> = lines.iter().filter_map(|line| line["kind"].as_str()).collect();
    let rooms = ["plain crew deck", "crew deck", "plain holds", "holds", "plain engineering", "engineering"];
    let wanted = [
        &["tree", "maze of the example", "labyrinth"][..],
        &rooms,
        &["ship", "cave", "maze 1000x1000", "60 imported maps"],
    ]
    .concat();
    assert_eq!(kinds, wanted);
    for line in &lines {
        assert_eq!(line["refused"], 0, "{line}");
        assert!(line["count"].as_u64() >= Some(1) && line["per_second"].as_f64() > Some(0.0), "{line}");
        assert!(line["worst_ms"].as_f64() > Some(0.0), "{line}");
    }
}

#[test]
fn ship_is_printed_and_written_as_a_campaign() {
    let told = generate(&["--ship", "--seed", "20261122", "--decks", "5"]);
    assert_eq!(told.status.code(), Some(0), "{}", text(&told.stderr));
    let told = text(&told.stdout);
    let lines: Vec<&str> = told.lines().collect();
    let (code, _) = lines[0].split_once(':').expect("the code and the name");
    assert!(lines.len() == 6 && lines[0].ends_with("danger 2, 5 decks"), "{told}");
    assert!(lines[1].starts_with("Deck 1: ") && lines[5].starts_with("Deck 5: "), "{told}");
    // The code on its own gives the same ship.
    let folder = file("ship");
    let written = generate(&["--ship", &code.to_lowercase(), "--out", folder.to_str().expect("a name")]);
    assert!(text(&written.stdout).starts_with(&told), "{}{}", text(&written.stdout), text(&written.stderr));
    let campaign = std::fs::read_to_string(folder.join("campaign.ron")).expect("a campaign");
    assert!(
        campaign.contains(code) && campaign.contains("(name: \"deck 5\"") && campaign.contains("to: \"deck 2\""),
        "{campaign}"
    );
    let maps = generate(&["--ship", code, "--ascii"]);
    let maps = text(&maps.stdout);
    assert_eq!(maps.trim_end().split("\n\n").count(), 5);
    for (number, line) in lines.iter().enumerate().skip(1) {
        let name = folder.join(format!("deck{number}.ron"));
        let level = level::Level::read("x", &std::fs::read(&name).expect("a deck")).expect("a level");
        assert!(line.starts_with(&level.name), "{}", level.name);
    }
    let proved = generate(&["--ship", "--seed", "0", "--prove", "--count", "3"]);
    assert!(text(&proved.stdout).contains("3 are proved, with 21 decks\n"), "{}", text(&proved.stdout));
}

#[test]
fn invalid_ship_codes_and_options_are_reported() {
    for (args, told) in [
        (
            &["--ship", "4M00K-AA287"][..],
            "--ship 4M00K-AA287: this ship's code has a wrong letter, or two that have changed places",
        ),
        (&["--ship", "4M00K"], "must have 10 letters, got fewer"),
        (&["--ship", "4M00K-AA8U7"], "except U, got 'U'"),
        (&["--ship", "4M00K-AA827", "--seed", "1"], "the code contains seed, danger and decks already"),
        (&["--ship", "4M00K-AA827", "--decks", "5"], "the code contains seed, danger and decks already"),
        (&["--ship"], "--ship needs a code or a seed"),
        (&["--ship", "--seed", "68719476736"], "a whole number from 0 to 68719476735, got 68719476736"),
        (&["--ship", "--seed", "1", "--danger", "5"], "a whole number from 1 to 4, got 5"),
        (&["--ship", "--seed", "1", "--decks", "4"], "a whole number from 5 to 9, got 4"),
        (&["--ship", "--seed", "1", "--count", "2"], "several ships are made with --prove only"),
        (&["--seed", "1"], "PIPELINE"),
        (&[MOOSECASTLE, "--seed", "1", "--danger", "2"], "--ship"),
        (&[MOOSECASTLE, "--ship", "--seed", "1"], "cannot be used with"),
    ] {
        let made = generate(args);
        let what = text(&made.stderr);
        assert!(made.status.code() == Some(2) && what.contains(told), "{args:?}: {what}");
    }
}
