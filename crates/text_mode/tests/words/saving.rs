//! Autosaves: each deck is saved when it is entered and when the game is left alive, in any way.

use crate::harness::{deck, say, setting};
use campaign::{Ring, Save, SaveDir, WayOn};
use engine::Outcome;
use level::Level;
use std::{
    io::{self, Cursor, Write},
    path::{Path, PathBuf},
    sync::Arc,
};
use text_mode::{Alone, Decks, Style, Talk, Who, text};

const ROOM: &str = "######## #@.....# #......# ########";

/// Returns a player whose saves are in a folder.
fn alone(folder: &Path) -> Alone {
    Alone { saves: Some(folder.join("saves")), ..Alone::default() }
}

/// Returns the deck saves in a folder, the newest first.
fn deck_saves(folder: &Path) -> Vec<Save> {
    let shelf = SaveDir::new(folder.join("saves"));
    let entries = shelf.list().into_iter().map(|entry| (entry.slot, entry.save.expect("it is whole")));
    let saves = entries.filter(|(slot, _)| Ring::Auto.slots().any(|auto| auto == *slot));
    saves.map(|(_, save)| save).collect()
}

/// Returns two decks; the lift of the first leads to the second.
fn two_decks() -> Decks {
    let text = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player),
        'L': (wall: \"lift_switch\", lift: \"lift_switch_on\")}, map: [\"#####\", \"#@.L#\", \"#####\"])";
    let level = Arc::new(Level::read("x", text).expect("it is a level"));
    let deck = |number: u32, to: Option<&str>| campaign::Deck {
        name: number.to_string(),
        ways: vec![WayOn { by: "lift".to_owned(), to: to.map(str::to_owned), arrive: None }],
        ..campaign::Deck::of_level(&format!("{number}.ron"), Arc::clone(&level))
    };
    Decks::drawn(vec![deck(1, Some("2")), deck(2, None)])
}

/// An output that closes after the first reply.
struct Goes(bool);

impl Write for Goes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if std::mem::replace(&mut self.0, true) { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn text_game_is_saved_and_recorded_however_it_ends() {
    let quits = "1 go e 2\n2 go s\n3 quit\n4 go w\n";
    let ends = "1 go e 2\n2 go s\n";
    for (name, input, output) in [
        ("quit", quits, Box::new(io::sink()) as Box<dyn Write>),
        ("the end of the input", ends, Box::new(io::sink())),
        ("a broken pipe", ends, Box::new(Goes(false))),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let demo: PathBuf = folder.path().join("r.demo");
        let alone = Alone { record: Some(demo.clone()), ..alone(folder.path()) };
        let who = Who::One { alone, greets: false };
        text(setting(deck(ROOM), Style::Ascii), who, Cursor::new(input), output)
            .expect("no way to end a game is an error");
        let demo = engine::Demo::read(&std::fs::read(demo).expect("it is recorded")).expect("it is whole");
        let saves = deck_saves(folder.path());
        let ticks: Vec<u64> = saves.iter().map(|save| save.tick).collect();
        assert_eq!(ticks.first(), Some(&demo.ticks()), "{name}: {ticks:?}");
        assert_eq!(ticks.len(), 2, "{name}: as it was entered and as it was left: {ticks:?}");
    }
}

#[test]
fn text_game_is_saved_on_each_new_deck() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut talk = Talk::begin(setting(two_decks(), Style::Ascii), alone(folder.path())).expect("it begins");
    let mut number = "1".to_owned();
    say(&mut talk, &mut number, "go e; use lift");
    assert_eq!(talk.deck(), "2.ron");
    let saves = deck_saves(folder.path());
    assert_eq!(saves.first().map(|save| save.head.level.as_str()), Some("2.ron"));
    talk.end().expect("it is written");
    assert_eq!(deck_saves(folder.path()).len(), saves.len(), "nothing has happened since");
}

#[test]
fn text_game_continues_from_its_deck_save() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut talk = Talk::begin(setting(deck(ROOM), Style::Ascii), alone(folder.path())).expect("it begins");
    let reply = talk.answer(b"1 go e 2; status");
    let state = talk.snapshot().hash();
    talk.end().expect("it is written");
    let load = deck_saves(folder.path()).into_iter().next().map(Box::new);
    let mut other =
        Talk::begin(setting(deck(ROOM), Style::Ascii), Alone { load, ..Alone::default() }).expect("it goes on");
    assert_eq!(other.snapshot().hash(), state);
    assert_eq!(other.answer(b"1 go e 2; status"), reply, "the conversation is kept, too");
}

#[test]
fn dead_or_untouched_game_is_not_saved_when_it_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let talk = Talk::begin(setting(deck(ROOM), Style::Ascii), alone(folder.path())).expect("it begins");
    talk.end().expect("nothing must be written");
    assert!(deck_saves(folder.path()).is_empty(), "nothing was done in it");
    let mut talk =
        Talk::begin(setting(deck("##### #@z## #####"), Style::Ascii), alone(folder.path())).expect("it begins");
    let mut number = "1".to_owned();
    say(&mut talk, &mut number, "wait 0.1");
    assert_eq!(deck_saves(folder.path()).len(), 1, "it was entered");
    assert!((0..100).any(|_| say(&mut talk, &mut number, "wait 60").contains("You are dead")));
    talk.end().expect("nothing must be written");
    let saves = deck_saves(folder.path());
    assert_eq!(saves.len(), 1, "a dead player saves nothing");
    assert!(saves[0].tick < 120 && campaign::obstacle(Some(Outcome::Dead)).is_some());
}
