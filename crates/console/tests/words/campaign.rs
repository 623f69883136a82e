//! Whole decks by words alone: a player who knows nothing but the replies, and the transcript of a deck in the docs.

use crate::harness::{length, root, say};
use console::{Alone, Played, Setting, ShipCode, Style, Talk};
use puzzles::panguru::{Board, solve};
use std::fmt::Write;

/// The undead that shoot or bite: whoever is in sight is fought.
const UNDEAD: [&str; 6] = ["shambler", "crawler", "bloater", "brute", "cinder", "officer"];
/// The most messages for a deck.
const PATIENCE: usize = 600;

/// A player who says words and reads replies. He looks about him, shoots whom he sees, fetches medicine when he is weak and
/// ammunition when he has little, goes to the lift once he has seen it, and explores as long as he has not.
struct Reader {
    talk: Talk,
    number: String,
    /// What he has said and what was answered.
    transcript: String,
    /// The lift was seen on this deck.
    knows_lift: bool,
    /// The locks of this deck that he has tried.
    tried: Vec<String>,
    health: u32,
    rounds: u32,
    /// What was of no use in the last message is not said again at once.
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

    /// Says words; what he reads in the reply he remembers.
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
        if reply.contains("The deck is done") {
            self.knows_lift = false;
            self.tried.clear();
        }
        reply
    }

    /// What he says next, after he has looked.
    fn choose(&mut self, look: &str) -> String {
        let seen: Vec<&str> =
            look.split("You see: ").nth(1).and_then(|rest| rest.split('.').next()).unwrap_or("").split(", ").collect();
        // Behind the name stand the direction and how far it is.
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
        plans.into_iter().flatten().find(|plan| !self.failed.contains(plan)).expect("one can always wait")
    }

    /// Solves the board of a lock that he sees for the first time, from the letters in the reply. False if there is none.
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
        // He was stopped on the way: he looks about him, and tries again when nobody is there.
        !UNDEAD.iter().any(|kind| seen.contains(kind)) && !reply.contains("no way")
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
            if reply.contains("The deck is done") {
                return;
            }
            let is_of_no_use = [
                "have seen no",
                "no way",
                "behind something",
                "too far off",
                "all that you can get to",
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
fn a_player_who_only_reads_replies_finishes_two_decks() {
    let mut reader = Reader::new(Style::Ascii, 1, 1);
    assert_eq!(reader.talk.deck(), "levels/deck1.ron");
    reader.finish_deck();
    assert_eq!(reader.talk.deck(), "levels/deck2.ron");
    reader.finish_deck();
    assert!(reader.talk.deck().starts_with("assets/pipelines/crew_deck.ron#"), "{}", reader.talk.deck());
}

#[test]
fn a_player_who_only_reads_replies_goes_through_a_ship_deck_by_deck() {
    let code = "2M00K-AA82H";
    let read = ShipCode::read(code).expect("a good code");
    let mut reader = Reader::of(Played::Ship(read), Style::Ascii, 1, 1);
    assert_eq!(reader.talk.deck(), format!("ship {code}/1"));
    assert!(reader.say("briefing").contains("drifts without an answer"));
    reader.finish_deck();
    assert_eq!(reader.talk.deck(), format!("ship {code}/2"));
}

#[test]
fn a_save_of_a_ship_is_gone_on_with_by_whoever_plays_the_campaign() {
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
    let (code, mut number) = (ShipCode::read("2M00K-AA82H").expect("a good code"), "1".to_owned());
    let mut aboard = talk(Played::Ship(code));
    say(&mut aboard, &mut number, "save drifting");
    let (mut other, mut number) = (talk(Played::Campaign), "1".to_owned());
    say(&mut other, &mut number, "load drifting");
    assert_eq!(other.deck(), format!("ship {code}/1"));
}

#[test]
fn a_briefing_is_told_once_and_again_to_whoever_asks() {
    let sentences = ["You wake in the cryo bay", "The crew is still aboard", "Find the lift, and leave"];
    let mut reader = Reader::new(Style::Long, 2, 1);
    let first = reader.say("status");
    assert!(sentences.iter().all(|sentence| first.contains(sentence)), "{first}");
    assert!(!reader.say("status").contains(sentences[0]));
    let asked = reader.say("briefing");
    assert!(sentences.iter().all(|sentence| asked.contains(sentence)), "{asked}");
    // Where there is little room, it comes sentence by sentence.
    let mut reader = Reader::new(Style::Emoji, 2, 1);
    assert!(!reader.say("status").contains(sentences[0]));
    for (words, sentence) in [("briefing", 0), ("briefing 1", 0), ("briefing 2", 1), ("orders 3", 2)] {
        let reply = reader.say(words);
        assert!(reply.contains(sentences[sentence]) && length(&reply) <= 140, "{words}: {reply}");
    }
    for words in ["briefing 0", "briefing 4", "briefing x"] {
        assert!(reader.say(words).contains("There are 3 sentences: say briefing 1."), "{words}");
    }
}

/// The page of the docs, and the line before its transcript.
const PAGE: &str = "docs/text-transcript.md";
const MARK: &str =
    "<!-- generated by crates/console/tests/words/campaign.rs: set HULLBREACH_WRITE_DOCS=1 to regenerate it -->\n";

#[test]
fn the_transcript_in_the_docs_is_what_is_said_and_answered() {
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
        assert!(
            text == made,
            "{PAGE} is not what the game says now: set HULLBREACH_WRITE_DOCS=1 and run this test again"
        );
    }
}
