//! The words that stand in our sources: the literals of whatever shows some.

use crate::said::{Said, pieces};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The folders and files whose sources show words.
const SHOWN: [&str; 27] = [
    "crates/console/src/acts",
    "crates/console/src/game",
    "crates/console/src/talk",
    "crates/console/src/words",
    "crates/engine/src/events/effects.rs",
    "crates/engine/src/rules/element.rs",
    "crates/game/src/campaign/keeping.rs",
    "crates/game/src/campaign/playback.rs",
    "crates/game/src/campaign/rewind.rs",
    "crates/game/src/campaign/taping.rs",
    "crates/game/src/files/saves_folder.rs",
    "crates/game/src/input/action.rs",
    "crates/game/src/input/bindings.rs",
    "crates/game/src/input/input.rs",
    "crates/game/src/pages",
    "crates/game/src/ui",
    "crates/generate/src/mapper/map.rs",
    "crates/generate/src/ship/plan.rs",
    "crates/journey/src/journey/achieved.rs",
    "crates/journey/src/describe/counts_words.rs",
    "crates/journey/src/describe/filter_words.rs",
    "crates/journey/src/journey/leaving.rs",
    "crates/journey/src/decks/ships.rs",
    "crates/journey/src/describe/suit_words.rs",
    "crates/renderer/src/automap",
    "crates/renderer/src/board",
    "crates/renderer/src/hud",
];

/// What shows nothing but mistakes, which are told in English, and a test.
const NOT_SHOWN: [&str; 2] = ["trouble_page.rs", "every_page.rs"];

/// Words without a blank or a capital, which nothing tells from names of files and the like.
const SMALL: [&str; 43] = [
    "ahead",
    "dire",
    "doomed",
    "elec",
    "end",
    "farther",
    "fire",
    "hint",
    "holy",
    "ice",
    "leave",
    "nearer",
    "physical",
    "poison",
    "quiet",
    "seeking...",
    "stopped",
    "thick",
    "turn",
    "undo",
    "uneasy",
    "white",
    "black",
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
    "door",
    "lift",
    "stairs",
    "switch",
    "table",
    "lock",
    "window",
    "grating",
    "barrier",
    "that",
    "ends",
    "turns",
];

/// Enums of which a player reads what their variants are called, and where they stand.
const ENUMS: [(&str, &str); 5] = [
    ("Crosshair", "crates/renderer/src/stage/options.rs"),
    ("CrosshairColour", "crates/renderer/src/stage/options.rs"),
    ("Curve", "crates/game/src/input/pad.rs"),
    ("Scaling", "crates/game/src/window/screen_options.rs"),
    ("Transition", "crates/renderer/src/wipe/transition.rs"),
];

/// What stands in the parentheses of these is not shown on a picture, or is a mistake: those are told in English.
const SILENT: [&str; 21] = [
    "Err",
    "assert",
    "debug",
    "ends_with",
    "eprintln",
    "error",
    "expect",
    "include_str",
    "info",
    "join",
    "map_err",
    "ok_or",
    "ok_or_else",
    "own",
    "panic",
    "println",
    "sound",
    "strip_prefix",
    "unreachable",
    "warn",
    "writeln",
];

/// All words of the sources.
pub(crate) fn read(root: &Path, said: &mut Said) {
    for shown in SHOWN {
        for file in
            files(&root.join(shown)).into_iter().filter(|file| !NOT_SHOWN.iter().any(|other| file.ends_with(other)))
        {
            let name = file.strip_prefix(root).expect("it lies below").to_string_lossy().into_owned();
            let words = said.entry(name).or_default();
            literals(&tokens(&file), false, &mut |literal| {
                if is_said(literal) {
                    words.extend(pieces(literal));
                }
            });
        }
    }
    for (name, file) in ENUMS {
        let variants = variants(&tokens(&root.join(file)), name).expect("the enum stands there");
        said.entry(file.to_owned()).or_default().extend(variants);
    }
}

fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).expect("a folder of ours");
    entries.flat_map(|entry| files(&entry.expect("an entry of ours").path())).collect()
}

pub(crate) fn tokens(file: &Path) -> Vec<TokenTree> {
    let text = fs::read_to_string(file).expect("a file of ours");
    TokenStream::from_str(&text).expect("it can be taken apart").into_iter().collect()
}

/// Whether somebody reads a literal: it has a word, and a blank or a capital at its beginning.
fn is_said(literal: &str) -> bool {
    let mut last = ' ';
    let has_word = literal.chars().any(|letter| {
        let two = last.is_alphabetic() && letter.is_alphabetic();
        last = letter;
        two
    });
    let has_sign = literal.contains(' ') || literal.trim_start_matches('[').starts_with(char::is_uppercase);
    SMALL.contains(&literal) || has_word && has_sign
}

/// Hands over each literal that is not silent, but for those of tests and attributes.
fn literals(tokens: &[TokenTree], is_silent: bool, hand: &mut impl FnMut(&str)) {
    let mut skips = false;
    for (number, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Literal(literal) if !is_silent && !skips => {
                if let Some(text) = text_of(&literal.to_string()) {
                    hand(&text);
                }
            }
            TokenTree::Group(group) => {
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                let is_inner = is_punct(tokens, number, 1, '!') && is_punct(tokens, number, 2, '#');
                if group.delimiter() == Delimiter::Bracket && (is_inner || is_punct(tokens, number, 1, '#')) {
                    skips |= group.stream().to_string().contains("cfg (test)");
                    continue;
                }
                let ends_item = group.delimiter() == Delimiter::Brace;
                if !skips {
                    let by = caller(tokens, number);
                    literals(&inside, is_silent || by.is_some_and(|by| SILENT.contains(&by.as_str())), hand);
                }
                skips &= !ends_item;
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => skips = false,
            _ => {}
        }
    }
}

fn is_punct(tokens: &[TokenTree], at: usize, back: usize, wanted: char) -> bool {
    let token = at.checked_sub(back).map(|at| &tokens[at]);
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

/// The function or macro in whose parentheses a group stands.
fn caller(tokens: &[TokenTree], at: usize) -> Option<String> {
    let back = if is_punct(tokens, at, 1, '!') { 2 } else { 1 };
    match tokens.get(at.checked_sub(back)?)? {
        TokenTree::Ident(ident) => Some(ident.to_string()),
        _ => None,
    }
}

/// The variants of an enum.
fn variants(tokens: &[TokenTree], name: &str) -> Option<Vec<String>> {
    let is = |at: usize, wanted: &str| matches!(&tokens[at], TokenTree::Ident(ident) if ident == wanted);
    let at = (1..tokens.len()).find(|at| is(at - 1, "enum") && is(*at, name))?;
    let TokenTree::Group(group) = tokens.get(at + 1)? else { return None };
    let idents = group.stream().into_iter().filter_map(|token| match token {
        TokenTree::Ident(ident) => Some(ident.to_string()),
        _ => None,
    });
    Some(idents.collect())
}

/// What a literal says, if it is a text.
pub(crate) fn text_of(literal: &str) -> Option<String> {
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::new();
    let mut letters = inner.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            text.push(letter);
            continue;
        }
        match letters.next()? {
            'n' => text.push('\n'),
            '\n' => while letters.next_if(|letter| letter.is_whitespace()).is_some() {},
            'u' => {
                let code: String = letters.by_ref().take_while(|letter| *letter != '}').skip(1).collect();
                text.extend(char::from_u32(u32::from_str_radix(&code, 16).ok()?));
            }
            other => text.push(other),
        }
    }
    Some(text)
}
