//! Readers of lines that are typed, or sent by another program.

use crate::oracle::{check_message, checked};
use campaign::{Decks, ShipCode, TypedLevel};
use engine::{Headless, Rules, Start};
use inspect::{Target, Watch, read_act};
use level::Level;
use protocol::Look;
use puzzles::{
    loa::{Position, WrittenMove},
    panguru::Board,
};
use std::{
    cell::RefCell,
    sync::{Arc, LazyLock},
};
use text_mode::{Alone, Setting, Style, Talk, Tongue};

/// Maximum number of lines of a conversation.
const LINES: usize = 20;

const ROOM: &str = r#"(name: "Test", legend: {
    'H': (wall: "hull"), '.': (), '@': (thing: Player), '+': (door: "door"), 'L': (wall: "hull", lift: "hull"),
    'z': (monster: "shambler", facing: 180), 'c': (monster: "crawler"), 'a': (pickup: "clip"), 'h': (pickup: "medkit"),
    'O': (prop: "barrel"), 'B': (push: "hull"), 'T': (table: (level: 1)),
    'J': (wall: "hull", conduit: (optimum: 2, seed: 4)) },
    map: ["HHHHHHHHHHHH", "H@..+...z..H", "H.T.H..c...H", "H..a.h...O.H", "H....B..L..H", "HJHHHHHHHHHH"])"#;

/// The level of all lines.
static LEVEL: LazyLock<Arc<Level>> =
    LazyLock::new(|| Arc::new(Level::read("test.ron", ROOM.as_bytes()).unwrap_or_else(|error| panic!("{error}"))));
static RULES: LazyLock<Arc<Rules>> = LazyLock::new(|| Arc::new(Rules::standard()));

thread_local! {
    /// The world in which acts are typed.
    static WORLD: RefCell<Headless> = RefCell::new(Headless::begin(&Start::on(Arc::clone(&LEVEL))));
}

/// Returns a text line by line.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &str> {
    str::from_utf8(bytes).unwrap_or_default().lines()
}

/// Plays a game in words. Each line is a message.
pub(crate) fn words(bytes: &[u8]) {
    let setting = Setting {
        decks: Decks::of_level("test.ron", Arc::clone(&LEVEL)),
        rules: Arc::clone(&RULES),
        style: Style::Emoji,
        skill: 2,
        seed: Some(1),
        tongue: Tongue::default(),
        language: None,
        own_levels: None,
    };
    let mut talk = Talk::begin(setting, Alone::default()).expect("no save is loaded");
    for line in bytes.split(|byte| *byte == b'\n').take(LINES) {
        let reply = talk.answer(line);
        assert!(!reply.trim().is_empty() && !reply.contains("\n\n"), "a reply is one paragraph: {reply:?}");
    }
}

pub(crate) fn conversations() -> Vec<Vec<u8>> {
    let texts = [
        "1 status\n2 go e 2; take clip\n3 open door; shoot shambler",
        "1 look\n2 map\n3 go 2,2; use\n4 table b8-b6\n5 help",
        "@bot 7 explore\n8 weapon 2; reload; wait 3\n9 inventory",
        "1 say hi\n2 push\n3 turn left; run n 9",
    ];
    texts.map(|text| text.as_bytes().to_vec()).into()
}

/// Reads acts, targets and conditions of the console.
pub(crate) fn console(bytes: &[u8]) {
    WORLD.with_borrow_mut(|headless| {
        for line in lines(bytes).take(LINES) {
            match read_act(line, headless.world_mut()) {
                Ok((_, said)) | Err(said) => check_message(said.english()),
            }
            line.split_whitespace().for_each(|word| {
                Target::read(word);
            });
            if let Some(watch) = checked(Watch::read(line)) {
                watch.holds(headless.world_mut(), &[]);
            }
        }
    });
}

pub(crate) fn console_lines() -> Vec<Vec<u8>> {
    let texts = [
        "god on\nnoclip off\nfreeze\ngive shells 20",
        "go 6,1\nbreak 2,2\nair 50 3,1\nskill 3\nspawn crawler 4,1",
        "health of player < 50 and door at 5,1 opens\nmonster 3 dies\ntick >= 100",
        "close 5,1\nopen 5,1\nkill all\nheal\nkeys",
    ];
    texts.map(|text| text.as_bytes().to_vec()).into()
}

/// Reads requests of the protocol.
pub(crate) fn request(bytes: &[u8]) {
    for line in lines(bytes).take(LINES) {
        if let Some(request) = checked(protocol::parse(line))
            && let Some(look) = Look::read(&request.fields)
        {
            checked(look);
        }
    }
}

pub(crate) fn requests() -> Vec<Vec<u8>> {
    let texts = [
        r#"{"do":"status","id":1}"#,
        r#"{"do":"state","run":2,"at":[1,2]}"#,
        r#"{"do":"inspect","run":0,"what":"3"}"#,
        r#"{"do":"resource","name":"Air","id":"x"}"#,
    ];
    texts.map(|text| text.as_bytes().to_vec()).into()
}

/// Reads ship codes, and levels with seeds.
pub(crate) fn code(bytes: &[u8]) {
    for line in lines(bytes).take(LINES) {
        if let Some(code) = checked(ShipCode::read(line)) {
            assert_eq!(ShipCode::read(&code.to_string()), Ok(code), "a code must not change when it is written");
        }
        checked(TypedLevel::read(line));
    }
}

pub(crate) fn codes() -> Vec<Vec<u8>> {
    let code = ShipCode::new(7, 3, 5).expect("a ship").to_string();
    vec![code.into_bytes(), b"levels/deck1.ron#1f\nassets/pipelines/holds.ron#0".to_vec()]
}

/// Reads positions, boards and moves.
pub(crate) fn board(bytes: &[u8]) {
    for line in lines(bytes).take(LINES) {
        if let Some(position) = checked(line.parse::<Position>()) {
            assert_eq!(position.to_string().parse(), Ok(position), "a position must not change when it is written");
        }
        checked(WrittenMove::read(line));
        if let Some((plates, pebbles)) = line.split_once(" / ")
            && let Some(board) = checked(Board::read(plates, pebbles, line.len().is_multiple_of(2)))
        {
            board.moves().for_each(|position| board.clone().slide(position).expect("a move of the list"));
            board.can_be_solved();
        }
    }
}

pub(crate) fn boards() -> Vec<Vec<u8>> {
    let texts = [
        ".bbbbbb./w6w/w6w/w6w/w6w/w6w/w6w/.bbbbbb. b",
        "b8-b6\nb8b6\nb8xb6",
        "WCBRBOGYGPCORPY / WCBRBOGYGPCORP-\nABCDEFGHIJKLMNO / -BCDEFGHIJKLMNO",
    ];
    texts.map(|text| text.as_bytes().to_vec()).into()
}
