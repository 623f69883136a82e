//! Crashes of the real program, tested in text mode, which needs no window.

use engine::{Demo, Headless, Replay, Rules};
use level::Level;
use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Output, Stdio},
    sync::Arc,
};

const DECK: &str = "levels/deck1.ron";

/// Plays these lines in text mode from the game's folder, with user data in `folder`.
fn play(folder: &Path, arguments: &[&str], lines: &str) -> Output {
    let mut game = Command::new(env!("CARGO_BIN_EXE_hullbreach"))
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .args([DECK, "--text=ascii", "--seed", "5", "--data-dir"])
        .arg(folder)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the game must start");
    let mut stdin = game.stdin.take().expect("stdin must be a pipe");
    // Ignore the error: a crashing game does not read all of its input.
    let _ = stdin.write_all(lines.as_bytes());
    drop(stdin);
    game.wait_with_output().expect("the game must end")
}

#[test]
fn crash_writes_report_and_demo_and_is_announced_once() {
    let folder = tempfile::tempdir().unwrap();
    let crash = play(folder.path(), &["--crash-at", "200"], "1 wait 10\n2 wait 10\n3 wait 10\n4 quit\n");
    let said = String::from_utf8_lossy(&crash.stderr);
    assert!(!crash.status.success(), "{said}");
    let report = folder.path().join("crashes/crash.txt");
    assert!(said.contains(&format!("a report was written to {}", report.display())), "{said}");

    let words = fs::read_to_string(&report).unwrap();
    for line in ["What: the game was asked to crash in tick 200", "Seed: 5", "Skill: 2", "Tick: 200", "Backtrace:\n"] {
        assert!(words.contains(line), "{line} is not in\n{words}");
    }
    let demo = Demo::read(&fs::read(report.with_extension("demo")).unwrap()).unwrap();
    assert_eq!((demo.ticks(), demo.head().seed), (201, 5));
    let text = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(DECK)).unwrap();
    let (level, rules) = (Arc::new(Level::read(DECK, &text).unwrap()), Arc::new(Rules::standard()));
    let start = demo.start(&level, &rules).expect("the demo must fit level and rules");
    let mut again = Headless::begin(&start);
    let mut replay = Replay::new(demo, &level, &rules).unwrap();
    replay.begin(again.world_mut()).unwrap();
    while replay.advance(again.world_mut()).expect("the replay must not diverge") {}
    assert_eq!(again.run().tick, 201);

    let told = |output: Output| {
        assert!(output.status.success());
        String::from_utf8_lossy(&output.stderr).contains(&report.display().to_string())
    };
    assert!(told(play(folder.path(), &[], "1 quit\n")));
    assert!(!told(play(folder.path(), &[], "1 quit\n")), "once");
}

#[test]
fn missing_display_or_driver_is_reported_in_one_line() {
    let says = |variables: &[(&str, &str)]| {
        let mut game = Command::new(env!("CARGO_BIN_EXE_hullbreach"));
        game.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).args(["--mute", "--data-dir"]);
        game.arg(tempfile::tempdir().unwrap().path());
        game.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").envs(variables.iter().copied());
        let output = game.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.starts_with("hullbreach: ") && said.lines().count() == 1 && !said.contains("panicked"), "{said}");
        said
    };
    let wanted = "hullbreach: there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set\n";
    assert_eq!(says(&[]), wanted);
    let wrong = says(&[("DISPLAY", ":4711")]);
    assert!(wrong.contains("cannot show a window") && !wrong.contains(".rs"), "{wrong}");
}
