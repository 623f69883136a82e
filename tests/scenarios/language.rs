//! Plain English: phrases that readers stumble over occur in no page, comment, text or test name. `CONTRIBUTING.md` lists
//! what to write instead.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Words and phrases in lower case. Each matches whole words only.
const PHRASES: [&str; 22] = [
    "anew",
    "are none",
    "beside",
    "by turns",
    "comes of",
    "for ever",
    "he",
    "him",
    "himself",
    "his",
    "in its turn",
    "is no",
    "is none",
    "let be",
    "muster",
    "nobody",
    "so many",
    "somebody",
    "tells",
    "told",
    "whoever",
    "whom",
];

/// Phrases that begin like one of [`PHRASES`] and are plain English.
const PLAIN: [&str; 3] = ["is no longer", "is no more than", "is no less than"];

/// Files that quote the phrases, or that are fiction.
const ALLOWED: [&str; 2] = ["CONTRIBUTING.md", "tests/scenarios/language.rs"];

/// Texts that are fiction, or that other programs and earlier versions of the game wrote: the test accepts their phrases.
const FICTION: [&str; 0] = [];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the phrases in a text. Code in backticks does not count.
fn phrases(text: &str) -> Vec<&'static str> {
    let prose: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" code ");
    let words: String = prose.chars().map(|c| if c.is_alphabetic() { c.to_ascii_lowercase() } else { ' ' }).collect();
    let mut words = format!(" {} ", words.split_whitespace().collect::<Vec<_>>().join(" "));
    for plain in PLAIN {
        words = words.replace(&format!(" {plain} "), " ");
    }
    PHRASES.into_iter().filter(|phrase| words.contains(&format!(" {phrase} "))).collect()
}

/// Returns the comments, texts and test names of a source file, each with its line, from 1. Consecutive comment lines
/// are one text, so that phrases across a line break are found.
fn texts(source: &str) -> Vec<(usize, String)> {
    let (mut found, mut at_line) = (Vec::<(usize, String)>::new(), 1);
    let mut rest = source;
    let mut last_comment = 0;
    let mut is_test = false;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            let length = rest.find('\n').unwrap_or(rest.len());
            let text = rest[..length].trim_start_matches(['/', '!']);
            match found.last_mut() {
                Some((_, before)) if last_comment + 1 == at_line => before.push_str(text),
                _ => found.push((at_line, text.to_owned())),
            }
            last_comment = at_line;
            length
        } else if first == '"' {
            let length = 2 + end_of_text(&rest[1..]);
            found.push((at_line, rest[1..(length - 1).min(rest.len())].replace("\\n", " ")));
            length.min(rest.len())
        } else if let Some(raw) = raw_text(rest) {
            found.push((at_line, raw.to_owned()));
            raw.len()
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\\"'") {
            rest.find("'").map_or(1, |_| if rest.starts_with("'\\") { 4 } else { 3 })
        } else if rest.starts_with("#[test]") {
            is_test = true;
            7
        } else if is_test && rest.starts_with("fn ") {
            is_test = false;
            let name: String = rest[3..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            found.push((at_line, name.replace('_', " ")));
            3
        } else {
            first.len_utf8()
        };
        at_line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    found
}

/// Returns the length of a text up to its closing quote.
fn end_of_text(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.char_indices().find(|(_, c)| {
        let ends = *c == '"' && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at)
}

/// Returns the raw text at the beginning of a source, with its quotes.
fn raw_text(source: &str) -> Option<&str> {
    let hashes = source.strip_prefix('r')?.chars().take_while(|c| *c == '#').count();
    let inner = source[1 + hashes..].strip_prefix('"')?;
    let end = inner.find(&format!("\"{}", "#".repeat(hashes)))?;
    Some(&source[..2 * hashes + 3 + end])
}

/// Returns all files below a folder with one of these endings, except those that tools generate.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && !["target", "golden"].contains(&name.as_str()) {
                files(&path, found);
            }
        } else if path.extension().is_some_and(|ending| ending == "rs" || ending == "md") {
            found.push(path);
        }
    }
}

#[test]
fn prose_comments_texts_and_test_names_are_plain_english() {
    let root = root();
    let mut all = Vec::new();
    files(&root, &mut all);
    let mut found = Vec::new();
    for path in all {
        let name = path.strip_prefix(&root).expect("it is below the root").display().to_string();
        if ALLOWED.contains(&name.as_str()) {
            continue;
        }
        let text = fs::read_to_string(&path).expect("it is text");
        let texts = if name.ends_with(".md") { vec![(0, outside_code(&text))] } else { texts(&text) };
        for (line, text) in texts {
            if !FICTION.iter().any(|fiction| text.contains(fiction)) {
                found.extend(phrases(&text).into_iter().map(|phrase| format!("{name}:{line}: {phrase}")));
            }
        }
    }
    assert!(found.is_empty(), "{} phrases that CONTRIBUTING.md replaces:\n{}", found.len(), found.join("\n"));
}

/// Returns a page without its blocks of code.
fn outside_code(page: &str) -> String {
    let (mut kept, mut is_code) = (String::new(), false);
    for line in page.lines() {
        is_code ^= line.trim_start().starts_with("```");
        if !is_code && !line.starts_with("    ") {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

#[test]
fn phrases_are_found_in_comments_texts_and_names() {
    let source = "// Whoever reads\n// this is told.\nlet x = \"a \\\"no\\\" is no yes\"; // It is no longer\n#[test]\nfn who_is_told() {}\nlet y = r#\"he\"#;";
    let found: Vec<(usize, Vec<&str>)> = texts(source).into_iter().map(|(line, text)| (line, phrases(&text))).collect();
    assert_eq!(
        found,
        [(1, vec!["told", "whoever"]), (3, vec!["is no"]), (3, vec![]), (5, vec!["told"]), (6, vec!["he"]),]
    );
}
