//! `hullkit loa` and `hullkit panguru` as users run them.

use crate::command::hullkit;
use serde_json::{Value, json};
use std::{
    io::Write,
    process::{Command, Stdio},
};

const START: &str = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b";
/// Black to move connects its pieces at once with c1-b2.
const ONE_MOVE: &str = "8/8/8/8/5w1w/b7/8/b1b5 b";
/// The example board of Panguru's author.
const EXAMPLE: [&str; 2] = ["WCBRBOGYGPCORPY", "-PCBRYOGYGBCORP"];

/// Runs `hullkit` with input. Returns the exit code, stdout and stderr.
fn hullkit_reading(input: &str, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hullkit"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().expect("hullkit starts");
    // The program may end before it has read everything.
    let _ = running.stdin.take().expect("it reads").write_all(input.as_bytes());
    let output = running.wait_with_output().expect("hullkit ends");
    let text = |bytes| String::from_utf8(bytes).expect("hullkit prints text");
    (output.status.code().expect("hullkit ends by itself"), text(output.stdout), text(output.stderr))
}

/// Returns the output of a command that succeeds without messages.
fn printed(arguments: &[&str]) -> String {
    let (code, stdout, stderr) = hullkit(arguments);
    assert_eq!((code, stderr.as_str()), (0, ""), "{arguments:?}");
    stdout
}

/// Returns the printed line of JSON.
fn figures(arguments: &[&str]) -> Value {
    let stdout = printed(&[arguments, &["--json"]].concat());
    assert_eq!(stdout.lines().count(), 1, "{stdout}");
    serde_json::from_str(&stdout).expect("stdout is JSON")
}

/// Returns the error message for refused arguments.
fn refused(arguments: &[&str], code: i32) -> String {
    let (ended, stdout, stderr) = hullkit(arguments);
    assert_eq!((ended, stdout.as_str()), (code, ""), "{arguments:?}: {stderr}");
    assert!(!stderr.is_empty() && !stderr.contains("panicked"), "{stderr}");
    stderr
}

/// Returns the error message, which must be one line.
fn refused_in_a_line(arguments: &[&str], code: i32) -> String {
    let sentence = refused(arguments, code);
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    sentence
}

#[test]
fn perft_counts_leaves_and_captures() {
    let counted = figures(&["loa", "perft", "4"]);
    assert_eq!((&counted["leaves"], &counted["captures"]), (&json!(1_563_208), &json!(219_140)));
    assert!(counted["seconds"].as_f64() > Some(0.0) && counted["leaves_per_second"].as_f64() > Some(0.0), "{counted}");
    let from_start = figures(&["loa", "perft", "2", START]);
    assert_eq!((&from_start["leaves"], &from_start["captures"]), (&json!(1244), &json!(156)));
    assert!(printed(&["loa", "perft", "0"]).starts_with("1 leaves"));
    let blocked = "bw4wb/ww4ww/8/8/8/8/8/8 b";
    assert_eq!(figures(&["loa", "perft", "1", blocked])["leaves"], json!(1), "a pass");
    assert_eq!(figures(&["loa", "perft", "1", blocked, "--no-move", "loses"])["leaves"], json!(0));
}

#[test]
fn moves_are_listed_even_if_the_game_is_over() {
    let all = printed(&["loa", "moves", START]);
    assert_eq!(all.lines().count(), 36);
    assert!(all.lines().any(|line| line == "f8xh6") && all.lines().any(|line| line == "b1-d3"), "{all}");
    assert_eq!(printed(&["loa", "moves", "8/8/8/8/8/8/8/b7 b"]), "a1-b1\na1-a2\na1-b2\n");
    assert_eq!(printed(&["loa", "moves", "8/8/8/8/8/8/8/b7 w"]), "");
}

#[test]
fn best_move_is_reproducible_and_reports_a_win() {
    let best = figures(&["loa", "best", ONE_MOVE, "--nodes", "2000"]);
    assert_eq!((&best["verdict"], &best["line"].as_array().map(Vec::len)), (&json!("win"), &Some(1)), "{best}");
    assert_eq!(best["line"][0], best["move"]);
    let [one, two] = [(); 2].map(|()| figures(&["loa", "best", START, "--nodes", "3000"]));
    assert_eq!((&one, &one["nodes"], &one["verdict"]), (&two, &json!(3000), &json!("open")));
    let legal = printed(&["loa", "moves", START]);
    for bound in [["--nodes", "0"], ["--ms", "0"], ["--ms", "20"]] {
        let best = figures(&[&["loa", "best", START], &bound[..]].concat());
        assert!(legal.lines().any(|line| best["move"] == line), "{bound:?}: {best}");
    }
    let blocked = "bw4wb/ww4ww/8/8/8/8/8/8 b";
    assert_eq!(figures(&["loa", "best", blocked, "--nodes", "100"])["move"], json!("pass"));
    assert!(printed(&["loa", "best", ONE_MOVE, "--nodes", "100"]).contains("(win)"));
}

#[test]
fn invalid_positions_and_limits_are_refused() {
    for wrong in ["", "hello", "8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/9 b", "8/8/8/8/8/8/8/7 b", "8/8/8/8/8/8/8/8 x", "é b"]
    {
        for command in ["moves", "perft", "best"] {
            let arguments = match command {
                "perft" => vec!["loa", "perft", "1", wrong],
                "best" => vec!["loa", "best", wrong, "--nodes", "1"],
                _ => vec!["loa", "moves", wrong],
            };
            assert!(refused_in_a_line(&arguments, 2).starts_with("error: the position: "));
        }
    }
    let over = refused_in_a_line(&["loa", "best", "8/8/8/8/8/8/8/bb3w1w w", "--nodes", "10"], 3);
    assert_eq!(over, "the game is over: black has won\n");
    let drawn = ["bwbwbwbw"; 8].join("/") + " b";
    assert_eq!(refused_in_a_line(&["loa", "best", &drawn, "--ms", "10"], 3), "the game is over: it is a draw\n");
    for wrong in [
        &["loa", "best", START][..],
        &["loa", "best", START, "--nodes", "1", "--ms", "1"],
        &["loa", "best", START, "--nodes", "-1"],
        &["loa", "best", START, "--ms", "99999999999"],
        &["loa", "perft", "8"],
        &["loa", "perft", "-1"],
        &["loa", "play", "--level", "7"],
        &["loa", "play", "--level", "0"],
        &["loa", "play", "--white", "--black"],
        &["loa"],
    ] {
        refused(wrong, 2);
    }
}

#[test]
fn loa_game_is_played_line_by_line() {
    let input = "e4-e5\na2-c2\nb1-b4\nb1xb3\nnonsense\nb9-b8\npass\n\n  B1-B3 \n";
    let (code, stdout, stderr) = hullkit_reading(input, &["loa", "play", "--level", "1"]);
    assert_eq!((code, stderr.as_str()), (0, "the input ended before the game\n"));
    let lines: Vec<&str> = stdout.lines().collect();
    assert!(lines[..7].iter().all(|line| line.starts_with("illegal: ")), "{stdout}");
    assert!(lines[0].contains("e4 is empty") && lines[6].contains("pass only when"), "{stdout}");
    let answer = lines[7].strip_prefix("move ").expect("the computer moves");
    assert!(answer.len() == 5 && lines.len() == 7 + 1 + 8, "{stdout}");
    let rows = lines[8..].iter().all(|row| row.len() == 8 && row.chars().all(|piece| "bw.".contains(piece)));
    assert!(rows && lines[8 + 5].as_bytes()[1] == b'b', "b3 is black: {stdout}");
}

#[test]
fn loa_game_continues_until_a_side_wins() {
    // White tries every possible move again and again. Illegal moves change nothing.
    let squares: Vec<String> =
        ('a'..='h').flat_map(|file| ('1'..='8').map(move |row| format!("{file}{row}"))).collect();
    let pairs = squares.iter().flat_map(|from| squares.iter().map(move |to| format!("{from}{to}\n")));
    let input: String = pairs.collect::<String>().repeat(3);
    let (code, stdout, stderr) = hullkit_reading(&input, &["loa", "play", "--white", "--level", "4"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.starts_with("move "), "the computer begins");
    assert_eq!(stdout.lines().last(), Some("result black"));
}

#[test]
fn panguru_board_is_solved() {
    let solved = figures(&[&["panguru"][..], &EXAMPLE].concat());
    let moves = solved["moves"].as_str().expect("moves are one string");
    assert_eq!((&solved["optimum"], &solved["sequences"]), (&json!(16), &json!(12)));
    assert_eq!(
        (&solved["first_moves"], moves.split('-').count()),
        (&json!([3, 4, 10]), 17),
        "the first position is that of the hole"
    );
    let pebbles_alone = figures(&[&["panguru", "--without-hole"][..], &EXAMPLE].concat());
    assert_eq!(pebbles_alone["moves"].as_str().map(|moves| format!("0-{moves}")).as_deref(), Some(moves));
    let [plates, pebbles] = EXAMPLE;
    let without = figures(&["panguru", plates, pebbles, "--no-centreline"]);
    assert_eq!(
        (&without["optimum"], &without["sequences"], &without["first_moves"]),
        (&json!(16), &json!(6), &json!([10]))
    );
    let hard = figures(&["panguru", "YGBWPCYRPOOGRCB", "PRRCGOCBBGYPOY-"]);
    assert_eq!((&hard["optimum"], &hard["sequences"]), (&json!(21), &json!(6529)));
    let home = figures(&["panguru", plates, "-CBRBOGYGPCORPY"]);
    assert_eq!(home, json!({"optimum": 0, "first_moves": [], "sequences": 1, "moves": "0"}));
    assert!(printed(&["panguru", plates, pebbles]).starts_with("16 moves in 12 ways, the first one of 3, 4, 10: 0-"));
    assert_eq!(figures(&["panguru", "ABCDEFGHIJKLMNO", "BADCFEHGJILKNM-"])["sequences"], Value::Null);
}

#[test]
fn invalid_panguru_boards_are_refused() {
    let [plates, pebbles] = EXAMPLE;
    for (wrong, part) in [
        ([plates, "-PCB"], "15 letters"),
        (["", pebbles], "15 letters"),
        ([plates, "PPCBRYOGYGBCORP"], "got 0"),
        ([plates, "--CBRYOGYGBCORP"], "got 2"),
        ([plates, "-PCBRYOGY1BCORP"], "'1'"),
        ([plates, "-PCBRYOGYÄBCORP"], "'Ä'"),
    ] {
        let sentence = refused_in_a_line(&["panguru", wrong[0], wrong[1], "--json"], 2);
        assert!(sentence.contains(part), "{sentence}");
    }
    let sentence = refused_in_a_line(&["panguru", plates, "-pCBRYOGYGBCORP", "--json"], 3);
    assert!(sentence.contains("more pebbles of colour p"), "{sentence}");
    for wrong in [&["panguru", plates][..], &["panguru"], &["panguru", plates, pebbles, "more"]] {
        refused(wrong, 2);
    }
}

#[test]
fn panguru_boards_are_generated() {
    for optimum in ["0", "9", "17"] {
        let line = printed(&["panguru", "generate", "--optimum", optimum, "--seed", "5"]);
        let board: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(figures(&[&["panguru"], &board[..]].concat())["optimum"].to_string(), optimum);
        let made = figures(&["panguru", "generate", "--optimum", optimum, "--seed", "5"]);
        assert_eq!((&made["plates"], &made["pebbles"]), (&json!(board[0]), &json!(board[1])));
    }
    refused(&["panguru", "generate", "--optimum", "22"], 2);
    refused(&["panguru", "generate"], 2);
}

#[test]
fn puzzle_benchmarks_print_their_results() {
    let loa = figures(&["bench", "loa", "--depth", "3"]);
    assert_eq!((&loa["depth"], &loa["leaves"]), (&json!(3), &json!(44_952)));
    for key in ["leaves_per_second", "mailbox_leaves_per_second", "ratio"] {
        assert!(loa[key].as_f64() > Some(0.0), "{key}: {loa}");
    }
    let lines = printed(&["bench", "panguru", "--boards", "20", "--bare", "--json"]);
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    assert_eq!((lines.len(), &lines[0]["count"], &lines[1]["boards"]), (2, &json!(20), &json!("hard")));
    assert_eq!((&lines[1]["most_moves"], &lines[0]["plain_mean_ms"]), (&json!(21), &Value::Null));
    assert!(lines.iter().all(|line| line["most_mib"].as_f64().is_some_and(|mib| mib > 0.0 && mib < 64.0)), "{lines:?}");
}
