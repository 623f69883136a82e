use super::*;
use crate::talk::one::tests::setting;
use ports::{FaultWorld, assert_message};
use rand::RngExt;

const NAMES: [&str; 3] = ["a", "b", "c"];

#[test]
fn names_are_case_insensitive_words_and_never_paths() {
    assert_eq!(name_of(b"Anna"), Some("anna".to_owned()));
    assert_eq!(name_of("Zoë:".as_bytes()), Some("zoë".to_owned()));
    assert_eq!(name_of(b"@emojirogue"), Some("@emojirogue".to_owned()));
    let long = "x".repeat(25);
    for wrong in ["", ":", "a/b", "a\u{202e}b", "<b>", "🧟", long.as_str()] {
        assert_eq!(name_of(wrong.as_bytes()), None, "{wrong}");
    }
    assert_eq!(name_of(b"\xff"), None);
    assert_eq!((file_of("anna-2").as_str(), saves_of("anna-2.game").as_str()), ("anna-2.game", "anna-2.saves"));
    assert_eq!(file_of(".."), "%2e%2e.game");
    assert_ne!(file_of("zoë"), file_of("zoe"));
}

fn server(store: &Store, clock: &Clock) -> GameServer {
    GameServer::of(store.clone(), clock.clone(), Limits { games: 9, days: 30 }, setting())
}

/// The games of three players, and the same games in a world without faults.
struct World {
    faults: FaultWorld,
    server: GameServer,
    twin: GameServer,
    /// The messages of each player, with the replies of the twin.
    sent: [Vec<(String, String)>; NAMES.len()],
}

impl World {
    fn new(seed: u64) -> World {
        let faults = FaultWorld::new(seed, 0.2, 0.3);
        let server_here = server(&faults.store, &faults.clock);
        let twin = server(&Store::in_memory(Clock::default()).0, &Clock::default());
        World { faults, server: server_here, twin, sent: Default::default() }
    }

    fn restart(&mut self) {
        self.server = server(&self.faults.store, &self.faults.clock);
    }

    fn go_on(&mut self) {
        let player = self.faults.rng.random_range(0..NAMES.len());
        match self.faults.rng.random_range(0..8) {
            0 => self.restart(),
            1 => self.faults.jump(),
            2 => self.damage(),
            3 => {
                // The connection repeats an old message.
                let number = self.sent[player].len();
                if number > 0 {
                    let (line, reply) = self.sent[player][self.faults.rng.random_range(0..number)].clone();
                    self.send(player, &line, &reply);
                }
            }
            _ => {
                let words = ["go e", "go s", "go w", "status", "wait 1"][self.faults.rng.random_range(0..5)];
                let last = self.sent[player].last().map(|(_, reply)| reply.lines().last().unwrap());
                let line = format!("{} {} {words}", NAMES[player], last.unwrap_or("1"));
                let reply = self.twin.answer(&RawLine::Bytes(line.clone().into_bytes()));
                self.send(player, &line, &reply);
                self.sent[player].push((line, reply));
            }
        }
    }

    /// Sends a line until it is answered. The answer must be that of the twin, which got the line once.
    fn send(&mut self, player: usize, line: &str, expected: &str) {
        for _ in 0..4 {
            let before = self.faults.contents();
            let server = &mut self.server;
            let (reply, happened) = self.faults.act(|| server.answer(&RawLine::Bytes(line.as_bytes().to_vec())));
            let own = file_of(NAMES[player]);
            let now = self.faults.contents();
            let is_other = |name: &String| *name != own;
            assert!(before.keys().filter(|name| is_other(name)).all(|name| now.get(name) == before.get(name)));
            assert!(happened.was_read(&own) || now.get(&own) == before.get(&own), "it could not be read: {happened:?}");
            if happened.is_over() {
                // The reply is lost.
                self.restart();
            } else if reply == expected {
                return;
            } else {
                let words = reply.strip_prefix(&format!("{}: ", NAMES[player])).unwrap();
                let is_failure =
                    words.starts_with("This game cannot be saved") || words.starts_with("Cannot read your game");
                assert!(is_failure, "{line}: {reply}\nexpected: {expected}\n{happened:?}");
                words.lines().for_each(assert_message);
            }
        }
        assert_eq!(self.server.answer(&RawLine::Bytes(line.as_bytes().to_vec())), expected, "without faults");
    }

    /// Another program damages a game while the server does not run. The operator repairs it later.
    fn damage(&mut self) {
        let before = self.faults.contents();
        let Some((file, damaged)) = self.faults.damage() else { return };
        self.restart();
        let name = file.strip_suffix(".game").unwrap();
        let reply = self.server.answer(&RawLine::Bytes(format!("{name} status").into_bytes()));
        assert!(reply.starts_with(&format!("{name}: Cannot read your game (")), "{reply}");
        assert_eq!(self.faults.files.bytes(&file), Some(damaged), "a damaged game must not be overwritten");
        self.faults.store.write(&file, &before[&file]).unwrap();
    }
}

/// Three players send messages while accesses fail, the server ends at any moment and other programs damage its files.
#[test]
fn each_message_of_many_players_counts_once_whatever_fails() {
    for seed in 0..6 {
        let mut world = World::new(seed);
        for _ in 0..16 {
            world.go_on();
        }
    }
}
