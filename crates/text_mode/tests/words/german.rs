//! The game in German: replies contain no English, and commands of both languages are understood.

use crate::harness::{all, deck, length, next, root, say, setting};
use content::Files;
use std::io::Cursor;
use text_mode::{Alone, Language, Limits, Played, Setting, Style, Talk, Tongue, Who, text};

/// Words that are English and not German.
const ENGLISH: &str = "change takes each put rest rounds found the you your is are of and to not say there see seen hear hit with from off cell cells north south east door wall \
    nothing something who what which that this where here have has do does can cannot it its for by at on health armour key crate \
    dead done more help go shoot take open use look wait save load run turn weapon push throw language restart quit";

/// Returns the setting of a game in German.
fn german(map: &str, style: Style) -> Setting {
    speaking_german(setting(deck(map), style))
}

fn speaking_german(setting: Setting) -> Setting {
    let tongue = Tongue::read(&files(), &setting.rules).expect("the catalogues are valid");
    Setting { tongue, language: Some(Language::German), ..setting }
}

fn files() -> Files {
    Files::of_folder(&root()).expect("the files of the game")
}

fn begin(setting: Setting) -> Talk {
    Talk::begin(setting, Alone::default()).expect("it begins")
}

/// Fails if a reply contains an English word, except for words that the player has typed.
fn is_german(said: &str, reply: &str) {
    let english: Vec<&str> = reply
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| ENGLISH.split_whitespace().any(|other| other == word.to_lowercase()))
        .filter(|word| !said.split_whitespace().any(|other| other == *word))
        .collect();
    assert!(english.is_empty(), "{said}: {english:?} in {reply}");
}

/// Commands that trigger almost every sentence.
const MESSAGES: [&str; 76] = [
    "stand",
    "anzug",
    "anzug 2",
    "anzug 3",
    "bilanz",
    "schau",
    "schau o",
    "schau w",
    "karte",
    "inventar",
    "auftrag",
    "auftrag 9",
    "hilfe",
    "hilfe mehr",
    "hilfe richtungen",
    "hilfe zeichen",
    "hilfe xyzzy",
    "xyzzy",
    "geh",
    "geh o viele",
    "geh o 3 4",
    "geh n",
    "geh o 2",
    "geh tür",
    "geh schlurfer 9",
    "geh kiste",
    "geh altar",
    "geh quark",
    "geh 90,90",
    "schieß schlurfer",
    "schieß",
    "schieß kiste",
    "ziel",
    "ziel schlurfer",
    "waffe",
    "waffe 12",
    "waffe 9",
    "waffe schrotflinte",
    "waffe quark",
    "waffe pistole",
    "benutze",
    "benutze n",
    "öffne",
    "öffne tür",
    "drück n",
    "nimm",
    "nimm magazin",
    "nimm verbandskasten",
    "nimm wand",
    "wirf",
    "spring",
    "spring o",
    "warte",
    "warte bald",
    "speicher",
    "speicher x",
    "lade",
    "lade y",
    "brett",
    "hinweis",
    "dreh s",
    "dreh links",
    "lauf vor",
    "renn o 3; stand; schau",
    "erkunde",
    "erkunde",
    "erkunde",
    "erkunde",
    "erkunde",
    "geh lift",
    "benutze lift",
    "geh schalter",
    "sprache fr",
    "neustart",
    "warte 20",
    "ende",
];

#[test]
fn every_reply_is_german_in_every_style() {
    let map = "############ #@...+..z..# #.CR.#...c.# #..a.#h..O.# #..B.+..P.L# ###J########";
    for style in [Style::Emoji, Style::Ascii, Style::Long] {
        let folder = tempfile::tempdir().expect("a folder");
        let alone = Alone { saves: Some(folder.path().to_owned()), ..Alone::default() };
        let mut talk = Talk::begin(german(map, style), alone).expect("it begins");
        is_german("", &talk.greet());
        let mut number = "1".to_owned();
        for words in MESSAGES {
            let reply = say(&mut talk, &mut number, words);
            is_german(words, &reply);
            assert!(style != Style::Emoji || length(&reply) <= 140, "{words}: {reply}");
        }
        for words in ["status", "", "\u{202e}1 x", &"x".repeat(600), &format!("7 {}", "schau;".repeat(30))] {
            is_german(words, &talk.answer(words.as_bytes()));
        }
        is_german("", &talk.answer(b"1 \xff"));
    }
}

#[test]
fn commands_are_explained_in_140_characters() {
    let mut talk = begin(german("##### #@.z# #####", Style::Emoji));
    let lists = all(&mut talk, &["hilfe"]) + " " + &all(&mut talk, &["hilfe mehr"]);
    assert!(lists.contains("geh") && lists.contains("sprache") && !lists.contains('…'), "{lists}");
    let mut number = next(&talk.answer(b"")).to_owned();
    let names =
        lists.split([' ', '.', '\n']).filter(|word| word.chars().all(char::is_lowercase) && word.chars().count() > 2);
    for name in names.filter(|name| !["gibt", "hilfe", "mehr", "den", "auf"].contains(name)) {
        let reply = say(&mut talk, &mut number, &format!("hilfe {name}"));
        assert!(reply.starts_with(name) && !reply.contains("…\n"), "{reply}");
        is_german(name, &reply);
    }
}

#[test]
fn commands_of_both_languages_work_in_either() {
    let map = "######### #@....z.# #.a.C...# #########";
    for (english, other) in [
        ("go e 3; status", "geh o 3; stand"),
        ("shoot shambler 1; status", "schieß schlurfer 1; stand"),
        ("shoot shambler 1; status", "SCHIESS Schlurfer 1; STAND"),
        ("take clip; status", "nimm magazin; stand"),
        ("go to the crate; status", "geh zu der kiste; stand"),
        ("turn left; go ahead; status", "dreh links; geh geradeaus; stand"),
        ("throw; status", "wirf; stand"),
    ] {
        for (first, second) in [(english, other), (other, english)] {
            let run = |words: &str| {
                let mut talk = begin(german(map, Style::Ascii));
                all(&mut talk, &[words]);
                talk.snapshot().hash()
            };
            assert_eq!(run(first), run(second), "{first} / {second}");
        }
    }
    let reply = all(&mut begin(setting(deck(map), Style::Ascii)), &["geh o 3; stand"]);
    assert!(reply.contains("at 4,1"), "German is understood where English is spoken: {reply}");
}

#[test]
fn chosen_language_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let replies = |language: Option<Language>, input: &str| {
        let setting = Setting { language, ..german("##### #@..# #####", Style::Ascii) };
        let mut output = Vec::new();
        let who = Who::Many { folder: folder.path().to_owned(), limits: Limits { games: 9, days: 30 } };
        text(setting, who, Cursor::new(input.as_bytes().to_vec()), &mut output).expect("the folder can be used");
        let output = String::from_utf8(output).expect("replies are text");
        output.split_terminator("\n\n").map(str::to_owned).collect::<Vec<String>>()
    };
    let said = replies(None, "anna 1 language de\nanna 2 status\nbert 1 status\n");
    assert!(said[0].contains("Ich spreche jetzt Deutsch.") && said[1].contains("Gesundheit"), "{said:?}");
    assert!(said[2].contains("Health"), "{said:?}");
    let later = replies(None, "anna 3 status\nanna 4 sprache\nanna 5 status\n");
    assert!(later[0].contains("Gesundheit") && later[1].contains("I speak English now."), "{later:?}");
    assert!(later[2].contains("Health"), "{later:?}");
    let others = replies(Some(Language::German), "anna 6 status\ncarl 1 status\n? \n");
    assert!(others[0].contains("Health"), "this player has chosen English: {others:?}");
    assert!(others[1].contains("Gesundheit") && others[2].contains("Eine Zeile ist"), "{others:?}");
}

#[test]
fn campaign_deck_is_playable_in_german() {
    let setting = Setting::read(&files(), Played::Campaign, None, Style::Long, 2).expect("the campaign is valid");
    let mut talk = begin(Setting { seed: Some(1), language: Some(Language::German), ..setting });
    let mut number = "1".to_owned();
    for turn in 0..60 {
        let words = match turn % 3 {
            0 => "erkunde",
            1 => "schau",
            _ => "schieß",
        };
        let reply = say(&mut talk, &mut number, words);
        is_german(words, &reply);
    }
}
