//! `hullkit damage` as its users type it.

use std::process::Command;

/// Exit code, stdout and stderr.
fn damage(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut hullkit = Command::new(env!("CARGO_BIN_EXE_hullkit"));
    let output = hullkit.arg("damage").args(arguments).output().expect("hullkit starts");
    let text = |bytes| String::from_utf8(bytes).expect("hullkit prints text").trim_end().to_owned();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn filters_work_in_the_order_given() {
    const BEFORE: &str = "fire=100,physical=20";
    let (room, ring) = ("fire>fire=1.5", "fire>fire=0, fire>ice=0.7");
    for (arguments, printed) in [
        (
            &["--damage", BEFORE, "--filter", room, "--filter", ring][..],
            r#"{"physical":20,"poison":0,"fire":0,"ice":105,"holy":0,"elec":0}"#,
        ),
        (
            &["--damage", BEFORE, "--filter", ring, "--filter", room],
            r#"{"physical":20,"poison":0,"fire":0,"ice":70,"holy":0,"elec":0}"#,
        ),
        (&["--damage", BEFORE], r#"{"physical":20,"poison":0,"fire":100,"ice":0,"holy":0,"elec":0}"#),
        (
            &["--damage", "physical=50,poison=10", "--filter", "physical>fire=1.0,physical>physical=0.5"],
            r#"{"physical":25,"poison":10,"fire":50,"ice":0,"holy":0,"elec":0}"#,
        ),
        (
            &["--damage", "fire=1,ice=-7", "--filter", "fire>fire=-0.25,fire>elec=1e3"],
            r#"{"physical":0,"poison":0,"fire":-0.25,"ice":-7,"holy":0,"elec":1000}"#,
        ),
    ] {
        assert_eq!(damage(arguments), (Some(0), printed.to_owned(), String::new()));
    }
}

#[test]
fn mistakes_are_told_in_one_sentence() {
    const ELEMENTS: &str = "`physical`, `poison`, `fire`, `ice`, `holy`, `elec`";
    for (arguments, sentence) in [
        (
            ["--damage", "water=1", "--filter", "fire>fire=1"],
            format!("error: --damage: there is no element `water`; there are {ELEMENTS}"),
        ),
        (
            ["--damage", "fire=1", "--filter", "fire>steam=1"],
            format!("error: --filter: there is no element `steam`; there are {ELEMENTS}"),
        ),
        (["--damage", "fire=1", "--filter", "fire=1"], "error: --filter: `fire=1` is not like fire>ice=0.7".to_owned()),
        (
            ["--damage", "fire=1", "--filter", "fire>fire=nan"],
            "error: --filter: NaN is not a number from -10^100 to 10^100".to_owned(),
        ),
    ] {
        assert_eq!(damage(&arguments), (Some(2), String::new(), sentence));
    }
    assert_eq!(damage(&[]).0, Some(2));
}
