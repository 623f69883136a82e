//! Plain English: phrases that readers stumble over occur in no page, comment, text or test name, nor in comments of
//! data files. `CONTRIBUTING.md` lists what to write instead.

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

/// Phrases that contain one of [`PHRASES`] and are plain English, or names in code.
const PLAIN: [&str; 8] = [
    "answer is no",
    "is no longer",
    "is no more than",
    "is no less than",
    "there are none",
    "there is no",
    "there is none",
    "option is none",
];

/// Files that quote the phrases, or that are fiction.
const ALLOWED: [&str; 4] = ["CONTRIBUTING.md", "docs/glossary.md", "docs/story.md", "tests/scenarios/language.rs"];

/// Texts that are fiction, file names, or words that earlier versions and other programs wrote.
const TEXTS: [&str; 5] = [
    "A ship nobody has ever seen",
    "Permission is hereby granted",
    "anew",
    "nearest('nobody', 8)",
    "regenerate: true, anew",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the phrases in a text. Code in backticks, placeholders in braces and targets of links do not count.
fn phrases(text: &str) -> Vec<&'static str> {
    let mut parts = text.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    let text = first + &parts.map(|part| part.split_once(')').map_or("", |(_, after)| after)).collect::<String>();
    let prose = text.split('`').step_by(2).collect::<Vec<_>>().join(" code ");
    let mut parts = prose.split('{');
    let first = parts.next().unwrap_or_default().to_owned();
    let prose = first + &parts.map(|part| part.split_once('}').map_or(part, |(_, after)| after)).collect::<String>();
    let prose = prose.to_ascii_lowercase();
    let words: Vec<&str> = prose.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    let is_at =
        |phrase: &str, at: usize| phrase.split(' ').enumerate().all(|(i, word)| words.get(at + i) == Some(&word));
    let is_plain = |at: usize| PLAIN.iter().any(|plain| (0..3).any(|back| at >= back && is_at(plain, at - back)));
    let found = |phrase: &&str| (0..words.len()).any(|at| is_at(phrase, at) && !is_plain(at));
    PHRASES.into_iter().filter(found).collect()
}

/// Returns the comments, texts and test names of a source file, each with its line, from 1. Consecutive comment lines
/// are one text, so that phrases across a line break are found.
fn texts(source: &str) -> Vec<(usize, String)> {
    let starts = ["//", "\"", "'\"'", "'\\\"'", "#[test]", "fn "];
    let mut starts: Vec<usize> =
        starts.iter().flat_map(|start| source.match_indices(start)).map(|(at, _)| at).collect();
    starts.sort_unstable();
    let mut found = Vec::<(usize, String)>::new();
    let (mut end, mut line, mut last_comment, mut is_test) = (0, 1, 0, false);
    for start in starts {
        if start < end {
            continue;
        }
        line += source[end..start].matches('\n').count();
        let rest = &source[start..];
        let mut add = |text: &str| found.push((line, text.to_owned()));
        let length = if rest.starts_with("//") {
            let length = rest.find('\n').unwrap_or(rest.len());
            let text = rest[..length].trim_start_matches(['/', '!']);
            match found.last_mut() {
                Some((_, before)) if last_comment != 0 && last_comment + 1 == line => before.push_str(text),
                _ => found.push((line, text.to_owned())),
            }
            length
        } else if let Some(text) = rest.strip_prefix('"') {
            let hashes = source[..start].chars().rev().take_while(|c| *c == '#').count();
            let is_raw = source[..start - hashes].ends_with('r');
            let closing = format!("\"{}", "#".repeat(hashes));
            let length = if is_raw { text.find(&closing).unwrap_or(text.len()) } else { end_of_text(text) };
            add(&text[..length].replace("\\n", " "));
            (length + 2).min(rest.len())
        } else if rest.starts_with('\'') {
            rest.find("\"'").map_or(1, |at| at + 2)
        } else if rest.starts_with("#[test]") {
            is_test = true;
            1
        } else {
            let name: String = rest[3..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if is_test {
                add(&name.replace('_', " "));
            }
            is_test = false;
            3
        };
        last_comment = if rest.starts_with("//") { line } else { 0 };
        line += rest[..length].matches('\n').count();
        end = start + length;
    }
    found
}

/// Returns the length of a text up to its closing quote.
fn end_of_text(text: &str) -> usize {
    let is_end = |at: &usize| text[..*at].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 0;
    text.match_indices('"').map(|(at, _)| at).find(is_end).unwrap_or(text.len())
}

/// Adds all sources, pages and data files below a folder, except those that tools generate.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && !["target", "golden", "patches"].contains(&name.as_str()) {
                files(&path, found);
            }
        } else if path.extension().is_some_and(|ending| ending == "rs" || ending == "md" || ending == "ron") {
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
        let texts = match path.extension().and_then(|ending| ending.to_str()) {
            Some("md") => vec![(0, outside_code(&text))],
            Some("ron") => vec![(0, comments(&text))],
            _ => texts(&text),
        };
        for (line, text) in texts {
            if !TEXTS.iter().any(|known| text == *known || known.contains(' ') && text.contains(known)) {
                found.extend(phrases(&text).into_iter().map(|phrase| format!("{name}:{line}: {phrase}")));
            }
        }
    }
    assert!(found.is_empty(), "{} phrases that CONTRIBUTING.md replaces:\n{}", found.len(), found.join("\n"));
}

/// Returns a page without its blocks of code. The lines that open and close them are left out too, because their
/// backticks would swap prose and code for the rest of the page.
fn outside_code(page: &str) -> String {
    let (mut kept, mut is_code) = (String::new(), false);
    for line in page.lines() {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        if !is_code && !is_fence && !line.starts_with("    ") {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// Returns the comments of a data file. Its texts are names or fiction.
fn comments(file: &str) -> String {
    file.lines().filter_map(|line| line.trim_start().strip_prefix("//")).collect::<Vec<_>>().join("\n")
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

#[test]
fn phrases_are_found_after_a_block_of_code() {
    let page = "A page.\n\n```rust\nlet he = `nobody`;\n```\n\nAfter it, nobody reads `his` code.\n";
    assert_eq!(phrases(&outside_code(page)), ["nobody"]);
}

#[test]
fn phrases_of_data_files_are_found_in_comments_only() {
    let file = "(\n    // Whoever reads\n    // this.\n    name: \"nobody\", // a name\n)\n";
    assert_eq!(phrases(&comments(file)), ["whoever"]);
}
