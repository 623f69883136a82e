//! Whole decks in text mode: a player that knows only the replies, and the transcript of a deck in the documentation.

use crate::harness::{length, root, say, setting};
use puzzles::panguru::{Board, solve};
use std::fmt::Write;
use text_mode::{Alone, Played, Setting, ShipCode, Style, Talk};

/// The monsters that attack. The player fights all visible ones.
const UNDEAD: [&str; 6] = ["shambler", "crawler", "bloater", "brute", "cinder", "officer"];
/// The maximum number of messages per deck.
const PATIENCE: usize = 600;

/// A scripted player that types commands and reads replies. It looks around, shoots visible monsters, fetches medicine
/// when it is weak and ammunition when it has little, goes to the lift once it has seen it, and otherwise explores.
struct Reader {
    talk: Talk,
    number: String,
    /// The commands and replies so far.
    transcript: String,
    /// True if the lift of this deck was seen.
    knows_lift: bool,
    /// The locks of this deck that were tried.
    tried: Vec<String>,
    health: u32,
    rounds: u32,
    /// Commands that failed in the last message. They are not repeated immediately.
    failed: Vec<String>,
}

impl Reader {
    fn new(style: Style, skill: u8, seed: u64) -> Reader {
        Reader::of(Played::Campaign, style, skill, seed)
    }

    fn of(played: Played, style: Style, skill: u8, seed: u64) -> Reader {
        let setting = Setting::read(
            &content::Files::of_folder(&root()).expect("the files of the game"),
            played,
            None,
            style,
            skill,
        )
        .expect("the campaign is right");
        let setting = Setting { seed: Some(seed), ..setting };
        let talk = Talk::begin(setting, Alone::default()).expect("it begins");
        let (health, rounds) = (100, 40);
        let transcript = String::new();
        Reader {
            talk,
            number: "1".to_owned(),
            transcript,
            knows_lift: false,
            tried: Vec::new(),
            health,
            rounds,
            failed: Vec::new(),
        }
    }

    /// Sends commands and remembers the contents of the reply.
    fn say(&mut self, words: &str) -> String {
        writeln!(self.transcript, "{} {words}", self.number).expect("it is in memory");
        let reply = say(&mut self.talk, &mut self.number, words);
        writeln!(self.transcript, "{reply}\n").expect("it is in memory");
        let number_after = |what: &str| -> Option<u32> {
            let rest = reply.split(what).nth(1)?;
            rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok()
        };
        self.health = number_after("Health ").or_else(|| number_after("❤️")).unwrap_or(self.health);
        self.rounds = number_after("with ").or_else(|| number_after("🔫")).unwrap_or(0);
        self.knows_lift |= reply.contains("lift 1");
        if reply.contains("Deck complete") {
            self.knows_lift = false;
            self.tried.clear();
        }
        reply
    }

    /// Returns the next command, after a look.
    fn choose(&mut self, look: &str) -> String {
        let seen = look.split("You see: ").nth(1).and_then(|rest| rest.split('.').next()).unwrap_or("");
        // A reply that is too long ends with part of a name and dots.
        let seen: Vec<&str> = seen.split(", ").filter(|item| !item.contains('…')).collect();
        // Direction and distance follow the name.
        let name = |item: &str| {
            let words: Vec<&str> = item.split(' ').collect();
            words[..words.len().saturating_sub(2).max(1)].join(" ")
        };
        let foe = seen.iter().find(|item| UNDEAD.iter().any(|kind| item.starts_with(kind))).map(|item| name(item));
        let lies = |kinds: &[&str]| {
            seen.iter().find(|item| kinds.iter().any(|kind| item.starts_with(kind))).map(|item| name(item))
        };
        let medicine = lies(&["medkit", "serum"]).filter(|_| self.health < 70).map(|thing| format!("take {thing}"));
        let clip = lies(&["clip"]).filter(|_| self.rounds < 30).map(|thing| format!("take {thing}"));
        let key = lies(&["key"]).map(|thing| format!("take {thing}"));
        let fight = foe.clone().map(|foe| format!("shoot {foe}"));
        let approach = foe.map(|foe| format!("go {foe}"));
        let lift = self.knows_lift.then(|| "go lift; use lift".to_owned());
        let explore = Some("explore".to_owned());
        let plans = [fight, medicine, clip, key, lift, explore, approach, Some("wait 2".to_owned())];
        plans.into_iter().flatten().find(|plan| !self.failed.contains(plan)).expect("waiting is always possible")
    }

    /// Solves the board of a newly seen lock, from the letters in the reply. Returns false if there is none.
    fn plays_lock(&mut self, look: &str) -> bool {
        let seen = look.split("You see: ").nth(1).and_then(|rest| rest.split('.').next()).unwrap_or("");
        let locks = seen.split(", ").filter_map(|item| item.strip_prefix("lock ")?.split(' ').next());
        let Some(lock) = locks.map(|number| format!("lock {number}")).find(|lock| !self.tried.contains(lock)) else {
            return false;
        };
        let reply = self.say(&format!("go {lock}; use {lock}"));
        let letters = |what: &str| reply.split(what).nth(1)?.split([',', ';']).next();
        if let (Some(plates), Some(pebbles)) = (letters("Plates "), letters("pebbles ")) {
            let board = Board::read(plates, pebbles, true).expect("the reply shows a board");
            let solution = solve(&board).expect("a lock can be solved");
            let moves: Vec<String> =
                solution.moves.iter().take(solution.optimum as usize).map(ToString::to_string).collect();
            self.say(&format!("board {}", moves.join(" ")));
            self.tried.push(lock);
            return true;
        }
        // The player was interrupted on the way. It looks around, and tries again if no monster is visible.
        !UNDEAD.iter().any(|kind| seen.contains(kind)) && !reply.contains("no known route")
    }

    /// Plays until a deck is done.
    fn finish_deck(&mut self) {
        for _ in 0..PATIENCE {
            let look = self.say("look");
            if look.contains("You are dead") {
                self.say("restart");
                self.knows_lift = false;
                continue;
            }
            if self.plays_lock(&look) {
                continue;
            }
            let plan = self.choose(&look);
            let reply = self.say(&plan);
            if reply.contains("Deck complete") {
                return;
            }
            let is_of_no_use = [
                "not seen any",
                "no known route",
                "behind something",
                "out of range",
                "everything you can reach",
                "in the way",
                "of no use",
            ]
            .iter()
            .any(|what| reply.contains(what));
            if is_of_no_use {
                self.failed.push(plan);
            } else {
                self.failed.clear();
            }
            if let Some((before, _)) = reply.split_once(" is in the way.") {
                let words: Vec<&str> = before.split(['.', '!', '️']).next_back().unwrap_or(before).split(' ').collect();
                let thing = words.iter().rev().take(3).rev().copied().collect::<Vec<_>>().join(" ");
                self.say(&format!("shoot {}", thing.trim()));
            }
        }
        panic!(
            "the deck is not done after {PATIENCE} messages:\n{}",
            &self.transcript[self.transcript.len().saturating_sub(6000)..]
        );
    }
}

#[test]
fn scripted_player_finishes_two_decks() {
    let mut reader = Reader::new(Style::Ascii, 1, 1);
    assert_eq!(reader.talk.deck(), "levels/deck1.ron");
    reader.finish_deck();
    assert_eq!(reader.talk.deck(), "levels/deck2.ron");
    reader.finish_deck();
    assert!(reader.talk.deck().starts_with("assets/pipelines/crew_deck.ron#"), "{}", reader.talk.deck());
}

#[test]
fn scripted_player_finishes_a_ship() {
    let code = "4M00K-AA827";
    let read = ShipCode::read(code).expect("a valid code");
    let mut reader = Reader::of(Played::Ship(read), Style::Ascii, 1, 1);
    assert_eq!(reader.talk.deck(), format!("ship {code}/1"));
    assert!(reader.say("briefing").contains("drifts and does not answer"));
    reader.finish_deck();
    assert_eq!(reader.talk.deck(), format!("ship {code}/2"));
}

#[test]
fn save_of_a_ship_continues_in_a_campaign_session() {
    let folder = tempfile::tempdir().expect("there is room");
    let saves = Some(folder.path().to_owned());
    let talk = |played| {
        let setting = Setting::read(
            &content::Files::of_folder(&root()).expect("the files of the game"),
            played,
            None,
            Style::Ascii,
            1,
        )
        .expect("all is right");
        Talk::begin(setting, Alone { saves: saves.clone(), ..Alone::default() }).expect("it begins")
    };
    let (code, mut number) = (ShipCode::read("4M00K-AA827").expect("a valid code"), "1".to_owned());
    let mut aboard = talk(Played::Ship(code));
    say(&mut aboard, &mut number, "save drifting");
    let (mut other, mut number) = (talk(Played::Campaign), "1".to_owned());
    say(&mut other, &mut number, "load drifting");
    assert_eq!(other.deck(), format!("ship {code}/1"));
}

#[test]
fn briefing_is_shown_once_and_on_request() {
    let sentences = ["You wake in the cryo bay", "The clock on pod 31", "Find the lift and get off"];
    let mut reader = Reader::new(Style::Long, 2, 1);
    let first = reader.say("status");
    assert!(sentences.iter().all(|sentence| first.contains(sentence)), "{first}");
    assert!(!reader.say("status").contains(sentences[0]));
    let asked = reader.say("briefing");
    assert!(sentences.iter().all(|sentence| asked.contains(sentence)), "{asked}");
    // In short replies, the briefing is shown sentence by sentence.
    let mut reader = Reader::new(Style::Emoji, 2, 1);
    assert!(!reader.say("status").contains(sentences[0]));
    for (words, sentence) in [("briefing", 0), ("briefing 1", 0), ("briefing 2", 1), ("orders 3", 2)] {
        let reply = reader.say(words);
        assert!(reply.contains(sentences[sentence]) && length(&reply) <= 140, "{words}: {reply}");
    }
    for words in ["briefing 0", "briefing 4", "briefing x"] {
        assert!(reader.say(words).contains("There are 3 lines: say briefing 1."), "{words}");
    }
}

/// The page of the documentation, and the line before its transcript.
const PAGE: &str = "docs/text-transcript.md";
const MARK: &str =
    "<!-- generated by crates/text_mode/tests/words/campaign.rs: set HULLBREACH_WRITE_DOCS=1 to regenerate it -->\n";

#[test]
fn transcript_in_the_docs_is_current() {
    let mut reader = Reader::new(Style::Emoji, 2, 7);
    for words in ["help", "help go", "status"] {
        reader.say(words);
    }
    reader.finish_deck();
    let page = root().join(PAGE);
    let text = std::fs::read_to_string(&page).expect("the page is there");
    let head = text.split(MARK).next().expect("a text has a beginning");
    let made = format!("{head}{MARK}\n```text\n{}```\n", reader.transcript);
    if std::env::var_os("HULLBREACH_WRITE_DOCS").is_some() {
        std::fs::write(&page, made).expect("the page can be written");
    } else {
        assert!(text == made, "{PAGE} is not current: set HULLBREACH_WRITE_DOCS=1 and run this test again");
    }
}

#[test]
fn ending_depends_on_what_was_read_even_before_a_restart() {
    let campaign = br#"(
        decks: [(name: "a", level: "a.ron", ways: [(by: "lift")])],
        clues: [(name: "rule", deck: "a", part: "relief")],
        endings: [
            (by: "lift", read: ["rule"], title: "Relieved", lines: [(text: "You say it.")]),
            (by: "lift", title: "All hands", lines: [(text: "You are expected.")]),
        ],
    )"#;
    let level = r#"(name: "x", legend: {'W': (wall: "hull"), '@': (thing: Player), 'L': (wall: "lift", lift: "on"),
        ',': (name: "line"), '.': ()}, map: ["WWWWWW", "W,.@.L", "WWWWWW"],
        triggers: [(at: "line", on: Step, do: [Say("Wait for the relief.")])])"#;
    let ends = |commands: &[&str]| {
        let campaign = campaign::Campaign::read("campaign.ron", campaign).expect("a campaign");
        let read = |_: &str| Ok(level.as_bytes().to_vec());
        let decks = text_mode::Decks::of_campaign("campaign.ron", &campaign, &engine::Rules::standard(), read);
        let setting = setting(decks.expect("its decks"), Style::Ascii);
        let mut talk = Talk::begin(setting, Alone::default()).expect("no save is loaded");
        let mut number = "1".to_owned();
        commands.iter().map(|words| say(&mut talk, &mut number, words)).last().expect("a reply")
    };
    let lift = "go 4,1; use e";
    assert!(ends(&[lift]).contains("You are expected."), "{}", ends(&[lift]));
    let read = ["go 1,1", "restart", lift];
    assert!(ends(&read).contains("You say it."), "{}", ends(&read));
}
