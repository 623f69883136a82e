//! Collects the texts of the game's data files: names of decks, things and creatures, and captions and messages on
//! decks.

use crate::keys::Keys;
use proc_macro2::{TokenStream, TokenTree};
use std::{fs, path::Path, str::FromStr};

/// A text of a file: the fields and keys around it, from the outermost, whether it is a key itself, and its value if
/// so.
struct Text<'a> {
    within: &'a [String],
    is_key: bool,
    /// The tokens after a key.
    value: &'a str,
    text: &'a str,
}

/// The beginnings of the lines of the credits that are translated.
const OF_CREDITS: [&str; 5] =
    ["Scripts", "Libraries", "The game, its decks", "The scripts of creatures", "For Linux on"];

/// Collects the keys of all data files.
pub(crate) fn read(root: &Path, keys: &mut Keys) {
    let credits = fs::read_to_string(root.join("assets/credits.txt")).expect("the credits");
    // The licences are in English, and the rest are names.
    let is_ours = |line: &&str| OF_CREDITS.iter().any(|beginning| line.starts_with(beginning));
    let ours = credits.lines().map(|line| line.trim_start_matches("# ")).filter(is_ours).map(str::to_owned);
    keys.entry("assets/credits.txt".to_owned()).or_default().extend(ours);
    let mut file = |name: &str, wanted: &dyn Fn(&Text) -> Vec<String>| {
        let words = keys.entry(name.to_owned()).or_default();
        texts(&tokens(&root.join(name)), &mut Vec::new(), &mut |text| words.extend(wanted(text)));
    };
    let field = |names: &'static [&'static str]| {
        move |text: &Text| match text.within.last() {
            Some(last) if !text.is_key && names.contains(&last.as_str()) => vec![text.text.to_owned()],
            _ => Vec::new(),
        }
    };
    file("assets/campaign.ron", &field(&["title", "briefing", "text", "people"]));
    file("crates/generate/src/ship/frames.ron", &field(&["titles"]));
    let names_of_people = ["ships", "captains", "engineers", "doctors", "chaplains"];
    let is_told = |text: &Text| text.text.contains(' ') && !names_of_people.contains(&text.within[0].as_str());
    file("crates/generate/src/ship/story.ron", &|text| {
        if is_told(text) { vec![text.text.to_owned()] } else { Vec::new() }
    });
    file("assets/monsters.ron", &|text| {
        if text.is_key && text.within.is_empty() { named(text.text) } else { Vec::new() }
    });
    file("assets/props.ron", &|text| {
        let is_name = text.is_key && text.within.is_empty();
        match is_name {
            // Things that explode appear in death messages, where the name has its article.
            true if text.value.contains("explodes") => named(text.text),
            true => vec![text.text.to_owned()],
            false => Vec::new(),
        }
    });
    file("assets/weapons.ron", &|text| {
        let is_name = text.is_key && text.within == ["weapons"];
        if is_name { vec![text.text.to_owned()] } else { field(&["ammo"])(text) }
    });
    file("assets/pickups.ron", &|text| {
        let is_name = text.is_key && text.within.is_empty();
        if is_name { vec![text.text.to_owned()] } else { field(&["caption"])(text) }
    });
    for rules in below(root, "assets/rules") {
        file(&rules, &|text| {
            let is_skill = text.within == ["skills", "name"];
            let is_zone = text.is_key && text.within == ["damage_zones"];
            match is_skill || is_zone {
                true => vec![text.text.to_owned()],
                false => field(&["caption"])(text),
            }
        });
    }
    for rooms in below(root, "assets/rooms") {
        file(&rooms, &|text| {
            let is_note = text.within.last().is_some_and(|last| last == "notes");
            if is_note { vec![text.text.to_owned()] } else { Vec::new() }
        });
    }
    for level in below(root, "levels").into_iter().chain(below(root, "assets/pipelines")) {
        file(&level, &|text| {
            let is_title = text.within == ["name"];
            let is_told = text.within.last().is_some_and(|last| ["Say", "text", "texts"].contains(&last.as_str()))
                || text.within == ["called", "name"];
            if is_title || is_told { vec![text.text.to_owned()] } else { Vec::new() }
        });
    }
}

/// Returns a name on its own and with its article, as in "Torn apart by a brute".
fn named(name: &str) -> Vec<String> {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    vec![name.to_owned(), format!("{article} {name}")]
}

/// Returns the RON files of a folder, as paths relative to the root.
fn below(root: &Path, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root.join(folder)).expect("a readable folder");
    let names = entries.map(|entry| entry.expect("a readable entry").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> =
        names.filter(|name| name.ends_with(".ron")).map(|name| format!("{folder}/{name}")).collect();
    names.sort();
    names
}

/// Calls `hand` with each text and its surroundings.
fn texts(tokens: &[TokenTree], within: &mut Vec<String>, hand: &mut impl FnMut(&Text)) {
    let is_colon = |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
    let depth = within.len();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => within.truncate(depth),
            TokenTree::Ident(ident) if is_colon(at + 1) || matches!(tokens.get(at + 1), Some(TokenTree::Group(_))) => {
                within.push(ident.to_string());
            }
            TokenTree::Literal(literal) => {
                let Some(text) = text_of(&literal.to_string()) else { continue };
                let is_key = is_colon(at + 1);
                let value = tokens.get(at + 2).filter(|_| is_key).map(ToString::to_string).unwrap_or_default();
                hand(&Text { within, is_key, value: &value, text: &text });
                if is_key {
                    within.push(text);
                }
            }
            TokenTree::Group(group) => {
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                texts(&inside, within, hand);
            }
            _ => {}
        }
    }
    within.truncate(depth);
}

/// Returns the tokens of a RON file, which are also valid Rust tokens.
fn tokens(file: &Path) -> Vec<TokenTree> {
    let text = fs::read_to_string(file).expect("a readable file");
    TokenStream::from_str(&text).expect("it can be taken apart").into_iter().collect()
}

/// Returns the value of a literal if it is a string.
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
