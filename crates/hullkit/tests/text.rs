//! `hullkit text` as a program between two pipes.

use crate::command::{plain, root, scratch};
use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio},
};

/// Returns the command `hullkit text` with these arguments in the game folder, not yet started.
fn command(arguments: &[&str]) -> Command {
    let root = root();
    let mut command = Command::new(env!("CARGO_BIN_EXE_hullkit"));
    command.arg("text").args(arguments).current_dir(root);
    // Keep the game's autosaves away from the saves of the person who runs the tests.
    command.env("XDG_DATA_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("text-data"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Sends the whole input and waits for the end.
fn ended(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = command(arguments).spawn().expect("hullkit starts");
    // A program that rejects its arguments does not read its input.
    let _ = child.stdin.take().expect("it has one").write_all(input);
    child.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("hullkit prints text")
}

/// A session that is held line by line.
struct Pipes {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Pipes {
    fn open(arguments: &[&str]) -> Pipes {
        let mut child = command(arguments).spawn().expect("hullkit starts");
        let (input, output) = (child.stdin.take().expect("it has one"), child.stdout.take().expect("it has one"));
        Pipes { child, input, output: BufReader::new(output) }
    }

    /// Sends a line and returns the reply.
    fn say(&mut self, line: &str) -> String {
        self.input.write_all(format!("{line}\n").as_bytes()).expect("it listens");
        let mut reply = String::new();
        while !reply.ends_with("\n\n") {
            assert!(self.output.read_line(&mut reply).expect("it answers") > 0, "the process has ended: {reply}");
        }
        reply
    }

    /// Ends the session as `kill -9` does.
    fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it is gone");
    }
}

#[test]
fn text_game_is_recorded_as_a_demo() {
    let demo = scratch("words.demo");
    let input = b"1 go e 2; status\n2 go s 2; shoot e; wait 1\n3 weapon 1; use\n4 quit\n5 status\n";
    let said = ended(&["levels/deck1.ron", "--ascii", "--seed", "3", "--record", plain(&demo)], input);
    assert!(said.status.success(), "{}", text(&said.stderr));
    assert_eq!(
        text(&said.stdout).matches("\n\n").count(),
        4,
        "there are no replies after quit: {}",
        text(&said.stdout)
    );
    let played = command(&[]).get_program().to_owned();
    let root = root();
    let played =
        Command::new(played).args(["demo", plain(&demo), "--json"]).current_dir(root).output().expect("it starts");
    assert!(played.status.success(), "{}", text(&played.stderr));
    let json: serde_json::Value = serde_json::from_slice(&played.stdout).expect("it is JSON");
    assert!(json["ticks"].as_u64().is_some_and(|ticks| ticks > 120), "{json}");
}

#[test]
fn games_survive_a_kill_and_ignore_repeated_messages() {
    let folder = scratch("text-many");
    let arguments = ["levels/deck1.ron", "--ascii", "--seed", "3", "--many", plain(&folder)];
    let mut first = Pipes::open(&arguments);
    let reply = first.say("anna 1 go e 2; status");
    assert!(reply.starts_with("anna: "), "{reply}");
    first.say("bert 1 status");
    let refused = ended(&arguments, b"anna 2 status\n");
    assert_eq!((refused.status.code(), text(&refused.stdout)), (Some(5), ""), "only one process uses a folder");
    assert!(text(&refused.stderr).contains("another process plays"), "{}", text(&refused.stderr));
    // Nothing waits for the reply to this message: it is carried out once or not at all.
    first.input.write_all(b"anna 2 go e 2\n").expect("it listens");
    first.kill();
    let mut second = Pipes::open(&arguments);
    assert_eq!(second.say("anna 1 go e 2; status"), reply);
    second.say("anna 2 go e 2");
    let status = second.say("anna 3 status");
    assert!(status.contains("at 8,4") || status.contains("at 7,4"), "four cells from the start: {status}");
    second.kill();
}

#[test]
fn closed_output_ends_the_game_without_a_panic() {
    let mut child = command(&["levels/deck1.ron"]).spawn().expect("hullkit starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("it has one");
    // The program may end before all input is written.
    let _ = input.write_all(&b"1 status\n".repeat(100));
    drop(input);
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!((ended.status.code(), text(&ended.stderr)), (Some(0), ""));
}

#[test]
fn invalid_arguments_and_files_are_reported() {
    for (arguments, code) in [
        (&["none.ron"][..], 5),
        (&["Cargo.toml"], 3),
        (&["--ascii", "--long"], 2),
        (&["--skill", "5"], 2),
        (&["--language", "fr"], 2),
        (&["--games", "3"], 2),
        (&["--many", "x", "--record", "y"], 2),
        (&["--load", "README.md"], 3),
        (&["--many", "README.md"], 5),
    ] {
        let ended = ended(arguments, b"1 status\n");
        assert_eq!(ended.status.code(), Some(code), "{arguments:?}: {}", text(&ended.stderr));
        assert!(!ended.stderr.is_empty() && ended.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn classic_rules_support_campaign_and_ships() {
    let rules = ["--rules", "assets/rules/classic.ron"];
    for played in [&[][..], &["--ship", "4M00K-AA827"], &["assets/pipelines/holds.ron#7"], &["levels/deck2.ron"]] {
        let ended = ended(&[&rules[..], played].concat(), b"1 status\n");
        assert_eq!((ended.status.code(), text(&ended.stderr)), (Some(0), ""), "{played:?}");
        assert!(text(&ended.stdout).contains("100"), "{played:?}: {}", text(&ended.stdout));
    }
}

#[test]
fn early_end_of_input_is_not_an_error() {
    let nothing = ended(&["levels/deck1.ron"], b"");
    assert_eq!((nothing.status.code(), text(&nothing.stdout)), (Some(0), ""));
    let half = ended(&["levels/deck1.ron"], b"1 go");
    assert_eq!(half.status.code(), Some(0));
    assert!(text(&half.stdout).contains("Say where"), "{}", text(&half.stdout));
}

#[test]
fn text_replies_in_the_language_of_its_option() {
    let said = ended(&["levels/deck1.ron", "--language", "de", "--long"], b"1 stand\n2 language en; status\n");
    let replies: Vec<&str> = text(&said.stdout).split("\n\n").collect();
    assert!(replies[0].contains("Gesundheit 100") && replies[1].contains("Health 100"), "{replies:?}");
}

#[test]
fn ship_is_boarded_by_code_and_wrong_letters_are_reported() {
    let said = ended(&["--ship", "4M00K-AA827", "--long"], b"1 status\n");
    let reply = text(&said.stdout);
    assert!(said.status.success() && reply.contains("Her code is 4M00K-AA827"), "{reply}{}", text(&said.stderr));
    for (arguments, what) in [
        (&["--ship", "4M00K-AA287"][..], "--ship 4M00K-AA287: this ship's code has a wrong letter"),
        (&["levels/deck1.ron", "--ship", "4M00K-AA827"], "cannot be used with"),
    ] {
        let said = ended(arguments, b"");
        assert!(said.status.code() == Some(2) && text(&said.stderr).contains(what), "{}", text(&said.stderr));
    }
}
