//! The developer port: other programs look into the running game and send lines to its console, over TCP on this machine
//! only. docs/serve.md describes the requests.

use crate::{dev::command::carry_out, flow::phase::Flow};
use base64::{Engine, engine::general_purpose::STANDARD};
use bevy::prelude::*;
use engine::{Deck, EventRecord, Run, StateChange};
use localization::Said;
use protocol::{Look, error, parse, serve};
use renderer::{Screen, encode_png};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    io::{self, BufReader},
    net::{Ipv4Addr, TcpListener, TcpStream},
    sync::{
        Mutex,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

/// Maximum number of state changes that are kept.
const MAX_CHANGES: usize = 2000;
/// The number of the run on the screen.
const RUN: u32 = 1;

/// Lines that clients have sent, each with the way back for its reply.
#[derive(Resource)]
struct Port(Mutex<Receiver<(String, Sender<Option<Value>>)>>);

/// The events of the last frame that had any, and the last state changes of monsters.
#[derive(Resource, Default)]
struct Heard {
    events: Vec<EventRecord>,
    changes: Vec<StateChange>,
}

/// A request that does something.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum Other {
    /// Lists the runs: the one on the screen, or none.
    Runs,
    /// Carries out a line of the console.
    Say {
        #[serde(default)]
        run: Option<u32>,
        line: String,
    },
    /// Returns the last frame.
    Frame {
        #[serde(default)]
        run: Option<u32>,
    },
}

/// Opens the port, and prints its address. Without a port the game runs as usual.
pub(crate) fn plugin(app: &mut App) {
    match open() {
        Ok((address, port)) => {
            eprintln!("hullbreach: developer port {address}, see docs/serve.md");
            app.insert_resource(port).init_resource::<Heard>();
            app.add_systems(Update, (listen.run_if(resource_exists::<Messages<EventRecord>>), answer_all).chain());
        }
        Err(what) => eprintln!("hullbreach: there is no developer port: {what}"),
    }
}

/// Opens a free port of this machine. A thread per client waits for lines and writes the replies.
fn open() -> io::Result<(std::net::SocketAddr, Port)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let address = listener.local_addr()?;
    let (asks, asked) = channel();
    thread::Builder::new().name("developer port".to_owned()).spawn(move || {
        for client in listener.incoming().flatten() {
            let asks = asks.clone();
            thread::spawn(move || talk(&client, &asks));
        }
    })?;
    Ok((address, Port(Mutex::new(asked))))
}

/// Passes the lines of a client on, until it leaves.
fn talk(client: &TcpStream, asks: &Sender<(String, Sender<Option<Value>>)>) {
    let ask = |line: &str| {
        let (reply, replied) = channel();
        asks.send((line.to_owned(), reply)).ok()?;
        replied.recv().ok()?
    };
    // A client that breaks off is not an error.
    let _ = serve(BufReader::new(client), client, || true, ask);
}

fn listen(mut events: MessageReader<EventRecord>, mut changes: MessageReader<StateChange>, mut heard: ResMut<Heard>) {
    if !events.is_empty() {
        heard.events = events.read().copied().collect();
    }
    heard.changes.extend(changes.read().copied());
    let over = heard.changes.len().saturating_sub(MAX_CHANGES);
    heard.changes.drain(..over);
}

/// Answers the lines that have arrived since the last frame.
fn answer_all(world: &mut World) {
    let asked: Vec<_> = {
        let Ok(port) = world.resource::<Port>().0.lock() else { return };
        port.try_iter().collect()
    };
    for (line, reply) in asked {
        // A client that has gone needs no reply.
        let _ = reply.send(answer(world, &line));
    }
}

/// Returns the reply to a line. Without one the connection ends: a line that is not an object may come from a web page,
/// which must not get any further.
fn answer(world: &mut World, line: &str) -> Option<Value> {
    let protocol::Request { id, fields } = parse(line).ok()?;
    let reply = match Look::read(&fields) {
        Some(Ok((run, look))) => look_into(world, run, look),
        Some(Err(what)) => Err(what),
        None => match serde_json::from_value(fields.into()) {
            Ok(other) => carry_out_other(world, other),
            Err(error) => Err(error.to_string()),
        },
    };
    Some(match reply {
        Ok(mut reply) => {
            if !id.is_null() {
                reply["id"] = id;
            }
            reply
        }
        Err(what) => error(id, "arguments", &what),
    })
}

/// Returns true if there is a deck on the screen.
fn has_run(world: &World) -> bool {
    let is_running = world.get_resource::<State<Flow>>().is_some_and(|flow| *flow.get() == Flow::Running);
    is_running && world.contains_resource::<Run>()
}

/// Checks that the run exists.
fn check(world: &World, run: Option<u32>) -> Result<(), String> {
    let run = run.unwrap_or(RUN);
    if run == RUN && has_run(world) { Ok(()) } else { Err(format!("there is no run {run}")) }
}

fn look_into(world: &mut World, run: Option<u32>, look: Look) -> Result<Value, String> {
    check(world, run)?;
    let is_status = matches!(look, Look::Status {});
    let mut reply =
        world.resource_scope(|world, heard: Mut<Heard>| look.answer(world, &heard.events, &heard.changes))?;
    if is_status {
        reply["run"] = RUN.into();
        reply["level"] = world.get_resource::<Deck>().map(|deck| deck.0.name.clone()).into();
    }
    Ok(reply)
}

fn carry_out_other(world: &mut World, other: Other) -> Result<Value, String> {
    match other {
        Other::Runs if has_run(world) => Ok(json!({"runs": [RUN]})),
        Other::Runs => Ok(json!({"runs": []})),
        Other::Say { run, line } => {
            check(world, run)?;
            let told = carry_out(world, line.trim()).map_err(|what| what.english())?;
            Ok(json!({"run": RUN, "reply": told.iter().map(Said::english).collect::<Vec<_>>()}))
        }
        Other::Frame { run } => {
            check(world, run)?;
            let frame = &world.resource::<Screen>().0;
            let bytes = encode_png(frame).map_err(|error| error.to_string())?;
            Ok(json!({"width": frame.width(), "height": frame.height(), "base64": STANDARD.encode(bytes)}))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{dev, testing};
    use engine::{Start, capture};
    use std::io::{BufRead, Write};

    /// Sends lines to the port of a game from another thread, and returns the replies.
    fn ask(app: &mut App, lines: &'static str) -> Vec<Value> {
        let (address, port) = open().expect("a free port");
        app.insert_resource(port).init_resource::<Heard>();
        let client = thread::spawn(move || {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(lines.as_bytes()).unwrap();
            stream.shutdown(std::net::Shutdown::Write).unwrap();
            let replies = BufReader::new(stream).lines().map_while(Result::ok);
            replies.map(|line| serde_json::from_str(&line).unwrap()).collect()
        });
        while !client.is_finished() {
            answer_all(app.world_mut());
            thread::yield_now();
        }
        client.join().unwrap()
    }

    fn game() -> App {
        let mut app = testing::game(20, |app| {
            app.add_plugins((engine::TapePlugin, dev::time::plugin, dev::inspector::plugin));
            app.init_resource::<renderer::Marks>().init_resource::<renderer::DebugArrows>();
        });
        testing::play(&mut app, &Start::on(testing::level(&["########", "#@....z#", "########"])));
        app
    }

    #[test]
    fn port_looks_into_the_run_without_changing_it() {
        let mut app = game();
        let before = capture(app.world_mut());
        let replies = ask(
            &mut app,
            "{\"do\":\"runs\",\"id\":3}\n{\"do\":\"status\"}\n{\"do\":\"components\",\"what\":\"0\",\"path\":\"/Health\"}\n\
             {\"do\":\"inspect\",\"run\":1,\"what\":\"crawler\"}\n{\"do\":\"parts\",\"run\":2}\n",
        );
        assert_eq!(replies[0], json!({"id": 3, "runs": [1]}));
        assert_eq!(replies[1]["hash"], protocol::hex(before.hash()), "{replies:?}");
        assert_eq!(replies[2], json!({"components": 100}));
        assert!(replies[3]["things"][0].as_str().is_some_and(|thing| thing.starts_with("crawler ")), "{replies:?}");
        assert_eq!(replies[4]["error"]["message"], "there is no run 2");
        assert_eq!(capture(app.world_mut()), before);
    }

    #[test]
    fn line_of_the_console_is_an_act_and_other_lines_end_the_connection() {
        let mut app = game();
        let replies =
            ask(&mut app, "{\"do\":\"say\",\"line\":\"god\"}\nGET / HTTP/1.1\n{\"do\":\"say\",\"line\":\"god off\"}\n");
        assert_eq!(replies.len(), 1, "{replies:?}");
        let snapshot = capture(app.world_mut());
        assert!(snapshot.has_dev_acts() && replies[0]["reply"].is_array(), "{replies:?}");
    }

    #[test]
    fn every_tool_open_changes_nothing() {
        let played = |has_tools: bool| {
            let mut app = testing::game(100, |app| {
                app.add_plugins((engine::TapePlugin, renderer::RendererPlugin));
                if has_tools {
                    app.add_plugins((dev::time::plugin, dev::inspector::plugin, dev::profiler::plugin));
                    app.insert_resource(renderer::DebugView { shown: true }).init_resource::<Heard>();
                }
            });
            testing::play(&mut app, &Start::on(testing::level(&["##########", "#@..+...z#", "##########"])));
            if has_tools {
                let lines = ["inspect crawler", "inspect 2", "watch health of player < -50", "profile on", "slow 100"];
                for line in lines {
                    carry_out(app.world_mut(), line).unwrap_or_else(|what| panic!("{line}: {}", what.english()));
                }
            }
            for _ in 0..50 {
                app.update();
                app.world_mut().run_schedule(renderer::DrawFrame);
                if has_tools {
                    for line in ["events", "state", "parts", "status", "resource"] {
                        assert!(
                            answer(app.world_mut(), &format!("{{\"do\":\"{line}\"}}"))
                                .is_some_and(|reply| reply.get("error").is_none())
                        );
                    }
                    let reply = answer(app.world_mut(), "{\"do\":\"components\",\"what\":\"player 0\"}");
                    assert!(reply.is_some_and(|reply| reply["components"]["Player"].is_object()));
                }
            }
            capture(app.world_mut())
        };
        let (plain, looked_at) = (played(false), played(true));
        assert_eq!(plain.hash(), looked_at.hash());
        assert!(!looked_at.has_dev_acts());
    }
}
