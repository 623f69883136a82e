//! `hullkit serve`: other programs play and inspect runs.

use crate::command::{root, scratch};
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

/// A small deck: a corridor with a door and a monster behind it.
const DECK: &str = "(
    name: \"corridor\",
    legend: {
        '#': (wall: \"hull\"), '.': (), '@': (thing: Player), 'S': (monster: \"shambler\"), '|': (door: \"door\"),
    },
    map: [\"##########\", \"#@...|..S#\", \"##########\"],
)";

/// A running server.
struct Server {
    process: Child,
    requests: ChildStdin,
    replies: BufReader<ChildStdout>,
}

impl Server {
    fn begin() -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_hullkit"))
            .arg("serve")
            .current_dir(root())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("hullkit starts");
        let (requests, replies) =
            (process.stdin.take().expect("a pipe"), BufReader::new(process.stdout.take().expect("a pipe")));
        Server { process, requests, replies }
    }

    fn say(&mut self, line: &str) -> Value {
        writeln!(self.requests, "{line}").expect("the server reads");
        let mut reply = String::new();
        self.replies.read_line(&mut reply).expect("the server answers");
        serde_json::from_str(&reply).unwrap_or_else(|error| panic!("{line}: {error}: {reply}"))
    }

    fn ask(&mut self, request: Value) -> Value {
        let reply = self.say(&request.to_string());
        assert!(reply.get("error").is_none(), "{request}: {reply}");
        reply
    }

    fn error(&mut self, line: &str) -> String {
        let reply = self.say(line);
        reply["error"]["message"].as_str().unwrap_or_else(|| panic!("{line}: {reply}")).to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Begins a run on the small deck.
fn corridor(server: &mut Server) {
    let level = scratch("corridor.ron");
    std::fs::write(&level, DECK).expect("the test's folder can be written");
    assert_eq!(server.ask(json!({"do": "start", "level": level}))["run"], 1);
}

#[test]
fn served_run_has_the_hash_of_hullkit_run() {
    let (_, line, _) = crate::command::hullkit(&["run", "levels/deck1.ron", "--bot", "--seconds", "3"]);
    let run: Value = serde_json::from_str(&line).unwrap();
    let mut server = Server::begin();
    server.ask(json!({"do": "start", "level": "levels/deck1.ron"}));
    let status = server.ask(json!({"do": "step", "run": 1, "ticks": 360, "by": "bot", "id": "a"}));
    assert_eq!((&status["hash"], &status["tick"], &status["id"]), (&run["state_hash"], &json!(360), &json!("a")));
}

#[test]
fn seek_goes_back_and_forth_to_the_same_states() {
    let mut server = Server::begin();
    corridor(&mut server);
    let forward = json!({"do": "step", "run": 1, "ticks": 300, "intent": {"forward": 1.0, "run": true}});
    let end = server.ask(forward.clone());
    let early = server.ask(json!({"do": "seek", "run": 1, "tick": 100}));
    assert_eq!((&early["tick"], &early["known"]), (&json!(100), &json!(300)));
    assert_eq!(server.ask(json!({"do": "seek", "run": 1, "tick": 300}))["hash"], end["hash"]);
    assert_eq!(server.ask(json!({"do": "seek", "run": 1, "tick": 100}))["hash"], early["hash"]);
    // Another intent there is another course, and the later ticks are forgotten.
    let other = server.ask(json!({"do": "step", "run": 1, "ticks": 200, "intent": {"forward": -1.0}}));
    assert_eq!(other["known"], 300);
    assert_ne!(other["hash"], end["hash"]);
    assert_eq!(server.error(r#"{"do":"seek","run":1,"tick":301}"#), "tick 301 is not known yet: the run has 300 ticks");
}

#[test]
fn find_stops_at_the_tick_in_which_the_door_opens() {
    let mut server = Server::begin();
    corridor(&mut server);
    server.ask(json!({"do": "step", "run": 1, "ticks": 400, "intent": {"forward": 1.0}}));
    let found = server.ask(json!({"do": "find", "run": 1, "when": "door at 5,1 opens"}))["found"].as_u64().unwrap();
    let events = server.ask(json!({"do": "events", "run": 1}));
    assert!(
        events["events"].as_array().unwrap().iter().any(|event| event["event"].as_str().unwrap().contains("Door")),
        "{events}"
    );
    server.ask(json!({"do": "seek", "run": 1, "tick": 0}));
    let step = json!({"do": "step", "run": 1, "ticks": 400, "by": "known", "until": "door at 5,1 opens"});
    let stopped = server.ask(step);
    assert_eq!((&stopped["tick"], &stopped["stopped"]), (&json!(found), &json!(true)));
    // A condition that stays true is found by bisection at the same tick.
    let kills = format!("tick >= {found}");
    for stays in [false, true] {
        assert_eq!(server.ask(json!({"do": "find", "run": 1, "when": kills, "stays": stays}))["found"], found);
    }
    assert!(server.ask(json!({"do": "find", "run": 1, "when": "kills > 5"}))["found"].is_null());
}

#[test]
fn door_is_inspected_by_its_name_and_its_cell() {
    let mut server = Server::begin();
    corridor(&mut server);
    let things = server.ask(json!({"do": "inspect", "run": 1, "what": "door"}))["things"].clone();
    let door = things[0].as_str().expect("there is a door");
    assert!(door.ends_with("at 5.50,1.50"), "{door}");
    let id = door.split(' ').nth(1).unwrap();
    let about = server.ask(json!({"do": "inspect", "run": 1, "what": id}));
    assert_eq!((&about["title"], &about["at"]), (&json!(door), &json!([5.5, 1.5])));
    assert!(about["lines"].as_array().unwrap().iter().any(|line| line.as_str().unwrap().contains("Closed")), "{about}");
    let cell = server.ask(json!({"do": "inspect", "run": 1, "what": "5,1"}));
    assert!(cell["title"].as_str().unwrap().contains("5,1"), "{cell}");
    let unknown = server.error(r#"{"do":"inspect","run":1,"what":"piano"}"#);
    assert_eq!(unknown, "piano is neither a cell such as 6,4 nor the id or name of a thing");
}

#[test]
fn diff_names_the_values_that_changed() {
    let mut server = Server::begin();
    corridor(&mut server);
    server.ask(json!({"do": "step", "run": 1, "ticks": 10, "intent": {"forward": 1.0}}));
    let diff = server.ask(json!({"do": "diff", "run": 1, "from": 0, "to": 10}));
    let paths: Vec<&str> =
        diff["differences"].as_array().unwrap().iter().map(|difference| difference["path"].as_str().unwrap()).collect();
    assert!(paths.contains(&"/run/tick") && paths.iter().any(|path| path.starts_with("/player")), "{paths:?}");
    assert_eq!(server.ask(json!({"do": "state", "run": 1, "path": "/run/tick"}))["state"], 10);
    assert!(server.error(r#"{"do":"state","run":1,"path":"/moon"}"#).contains("the state has no /moon"));
}

#[test]
fn frame_is_a_png_or_pixels() {
    let mut server = Server::begin();
    server.ask(json!({"do": "start", "level": "levels/deck1.ron"}));
    let png = server.ask(json!({"do": "frame", "run": 1, "width": 64, "height": 36}));
    assert!(png["base64"].as_str().unwrap().starts_with("iVBORw0KGgo"), "{png}");
    let rgb = server.ask(json!({"do": "frame", "run": 1, "width": 64, "height": 36, "format": "rgb"}));
    assert_eq!(rgb["base64"].as_str().unwrap().len(), 64 * 36 * 4);
    assert!(server.error(r#"{"do":"frame","run":1,"width":900000,"height":36}"#).contains("size"));
}

#[test]
fn drawing_and_looking_change_nothing() {
    let mut server = Server::begin();
    let start = json!({"do": "start", "level": "levels/deck1.ron"});
    server.ask(start.clone());
    server.ask(start);
    for run in [1, 2] {
        for _ in 0..6 {
            server.ask(json!({"do": "step", "run": run, "ticks": 60, "by": "bot"}));
            if run == 2 {
                server.ask(json!({"do": "frame", "run": run, "width": 64, "height": 36}));
                server.ask(json!({"do": "state", "run": run}));
                server.ask(json!({"do": "events", "run": run}));
                server.ask(json!({"do": "parts", "run": run}));
                server.ask(json!({"do": "inspect", "run": run, "what": "player"}));
                server.ask(json!({"do": "status", "run": run}));
                server.ask(json!({"do": "components", "run": run, "what": "player 0"}));
                let resources = server.ask(json!({"do": "resource", "run": run}))["resources"].clone();
                for name in resources.as_array().unwrap() {
                    server.ask(json!({"do": "resource", "run": run, "name": name}));
                }
            }
        }
    }
    let hash =
        |run: u32, server: &mut Server| server.ask(json!({"do": "step", "run": run, "ticks": 0}))["hash"].clone();
    assert_eq!(hash(1, &mut server), hash(2, &mut server));
}

#[test]
fn invalid_requests_are_answered_and_the_session_goes_on() {
    let mut server = Server::begin();
    for (line, what) in [
        ("hello", "the line is not JSON"),
        ("[]", "a request must be a JSON object"),
        (r#"{"do":"dance"}"#, "unknown variant"),
        (r#"{"do":"step","run":9}"#, "there is no run 9"),
        (r#"{"do":"start"}"#, "start needs exactly one of level, demo and save"),
        (r#"{"do":"start","level":"levels/none.ron"}"#, "levels/none.ron: cannot be read"),
        (r#"{"do":"start","level":"levels/deck1.ron","skill":9}"#, "the skill must be 1 to 4, got 9"),
        (r#"{"do":"start","level":"levels/deck1.ron","speed":9}"#, "unknown field"),
    ] {
        let said = server.error(line);
        assert!(said.contains(what), "{line}: {said}");
    }
    corridor(&mut server);
    assert!(
        server.error(r#"{"do":"find","run":1,"when":"moon is full"}"#).contains("'moon' is not a number of the state")
    );
    assert!(server.error(&format!("{{\"do\":\"{}\"}}", "x".repeat(2 << 20))).contains("at most 1048576 bytes"));
    assert_eq!(server.ask(json!({"do": "runs"}))["runs"], json!([1]));
}

#[test]
fn text_mode_answers_through_the_server() {
    let mut server = Server::begin();
    let game = server.ask(json!({"do": "text", "level": "levels/deck1.ron"}));
    let reply = server.ask(json!({"do": "say", "run": game["run"], "line": "1 status"}));
    assert!(reply["reply"].as_str().unwrap().len() > 10, "{reply}");
    assert!(server.error(r#"{"do":"seek","run":1,"tick":0}"#).contains("text mode"));
}
