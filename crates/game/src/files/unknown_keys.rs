//! Merging of settings files: keeps entries that this version does not know, such as settings of a newer version, and
//! settings that another running game has changed.

use std::fmt::Write;

/// Names of entries that newer versions have renamed. They are not kept.
const OLD_NAMES: [&str; 1] = ["fall"];
/// Maximum nesting depth, far deeper than the settings.
const DEEPEST: u32 = 16;

/// Returns the text of some settings with all entries of an earlier text whose names it does not contain.
pub(crate) fn with_unknown(text: &str, before: &str) -> String {
    merged(text, before, 1)
}

fn merged(text: &str, before: &str, depth: u32) -> String {
    let (Some((open, known, close)), Some((_, old, _))) = (entries(text), entries(before)) else {
        return text.trim().to_owned();
    };
    if depth > DEEPEST {
        return text.trim().to_owned();
    }
    let mut all: Vec<(&str, String)> = known.iter().map(|&(key, value)| (key, value.to_owned())).collect();
    for (key, value) in old {
        match all.iter_mut().find(|(other, _)| *other == key) {
            Some((_, now)) => *now = merged(now, value, depth + 1),
            None if OLD_NAMES.contains(&key) => {}
            None => all.push((key, value.to_owned())),
        }
    }
    let (indent, outer) = ("    ".repeat(depth as usize), "    ".repeat(depth as usize - 1));
    let mut merged = format!("{open}\n");
    for (key, value) in all {
        // A comment must not swallow the comma. Writing to a `String` cannot fail.
        let end = if value.contains("//") { format!("\n{indent}") } else { String::new() };
        let _ = writeln!(merged, "{indent}{key}: {value}{end},");
    }
    merged + &format!("{outer}{close}")
}

/// Returns the text that another game has written (`theirs`), with the changes of this game (from `known` to `ours`)
/// applied.
pub(crate) fn with_changes(ours: &str, known: &str, theirs: &str) -> String {
    changed(ours, known, theirs, 1)
}

fn changed(ours: &str, known: &str, theirs: &str, depth: u32) -> String {
    if ours == known {
        return theirs.to_owned();
    }
    let (Some((open, ours_all, close)), Some((_, known, _)), Some((_, theirs, _))) =
        (entries(ours), entries(known), entries(theirs))
    else {
        return ours.to_owned();
    };
    if depth > DEEPEST {
        return ours.to_owned();
    }
    let value_in = |all: &[(&str, &str)], key: &str| {
        all.iter().find(|(other, _)| *other == key).map(|(_, value)| (*value).to_owned())
    };
    let mut parts: Vec<String> = Vec::new();
    for &(key, value) in &ours_all {
        let value = match (value_in(&known, key), value_in(&theirs, key)) {
            (Some(known), Some(theirs)) => changed(value, &known, &theirs, depth + 1),
            // The other game has removed it.
            (Some(known), None) if known == value => continue,
            _ => value.to_owned(),
        };
        parts.push(format!("{key}: {value}"));
    }
    let is_theirs_alone = |key: &str| value_in(&ours_all, key).is_none() && value_in(&known, key).is_none();
    parts.extend(theirs.iter().filter(|(key, _)| is_theirs_alone(key)).map(|(key, value)| format!("{key}: {value}")));
    format!("{open}{}{close}", parts.join(","))
}

/// Returns the brackets of a struct or map and the text of its entries. Returns `None` if the text is neither, or
/// incomplete.
fn entries(text: &str) -> Option<(char, Vec<(&str, &str)>, char)> {
    let text = text.trim();
    let open = text.chars().next()?;
    let close = match open {
        '(' => ')',
        '{' => '}',
        _ => return None,
    };
    let inside = text[1..].strip_suffix(close)?;
    let mut entries = Vec::new();
    for part in parts(inside)? {
        let part = without_comments(part);
        if part.is_empty() {
            continue;
        }
        let (key, value) = part.split_once(':')?;
        let key = key.trim();
        let is_name = !key.is_empty() && key.chars().all(|letter| letter.is_alphanumeric() || "_\"".contains(letter));
        if !is_name {
            return None;
        }
        entries.push((key, value.trim()));
    }
    Some((open, entries, close))
}

/// Returns a text without leading whitespace and comments.
fn without_comments(text: &str) -> &str {
    let mut text = text.trim();
    loop {
        let after = if let Some(comment) = text.strip_prefix("//") {
            comment.split_once('\n').map_or("", |(_, after)| after)
        } else if let Some(comment) = text.strip_prefix("/*") {
            comment.split_once("*/").map_or("", |(_, after)| after)
        } else {
            return text;
        };
        text = after.trim();
    }
}

/// Splits a text at the commas outside of brackets, quotes and comments. Returns `None` if brackets do not match.
fn parts(text: &str) -> Option<Vec<&str>> {
    let bytes = text.as_bytes();
    let (mut parts, mut depth, mut begin, mut at) = (Vec::new(), 0_u32, 0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
            b'"' => at += end_of_quote(&bytes[at..])?,
            b'/' if bytes[at..].starts_with(b"//") => {
                at += bytes[at..].iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len() - at - 1);
            }
            b',' if depth == 0 => {
                parts.push(&text[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    parts.push(&text[begin..]);
    (depth == 0).then_some(parts)
}

/// Returns the end of the quoted string that starts here.
fn end_of_quote(bytes: &[u8]) -> Option<usize> {
    let mut at = 1;
    while *bytes.get(at)? != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_entries_are_kept_at_every_depth() {
        let now = "(a: 1, b: (c: 2), m: {\"x\": [1, 2]})";
        let before =
            "( a: 9, // new, here\n b: (c: 8, d: \"),\\\"\"), m: {\"x\": [], \"y\": ['z']}, e: Some((1, 2)), fall: 4 )";
        let wanted = "(\n    a: 1,\n    b: (\n        c: 2,\n        d: \"),\\\"\",\n    ),\n    m: {\n        \"x\": [1, 2],\n        \
            \"y\": ['z'],\n    },\n    e: Some((1, 2)),\n)";
        assert_eq!(with_unknown(now, before), wanted);
        assert_eq!(with_unknown(wanted, wanted), wanted);
    }

    #[test]
    fn changes_of_two_games_are_merged_at_every_depth() {
        let known = "(a:1,b:(c:2,d:3),m:{\"x\":[1],\"y\":[2]})";
        let ours = "(a:1,b:(c:5,d:3),m:{\"x\":[9]})";
        let theirs = "(a:7,b:(c:2,d:8),m:{\"x\":[1],\"y\":[2],\"z\":[3]})";
        assert_eq!(with_changes(ours, known, theirs), "(a: 7,b: (c: 5,d: 8),m: {\"x\": [9],\"z\": [3]})");
        assert_eq!(with_changes(ours, ours, theirs), theirs);
        assert_eq!(with_changes("5", "6", theirs), "5", "other values must be replaced as a whole");
    }

    #[test]
    fn text_that_is_not_a_struct_adds_nothing() {
        for before in ["", "5", "(a: 1", "(a: 1))", "a: 1", "(a: \"1)", "[1, 2]", "(é: 1, (: )", "(a 1)"] {
            let merged = with_unknown("(b: 2)", before);
            assert!(merged == "(b: 2)" || merged == "(\n    b: 2,\n)" || merged.contains('é'), "{before}: {merged}");
        }
        let deep = "(a: ".repeat(500) + "1" + &")".repeat(500);
        assert!(with_unknown(&deep, &deep).starts_with("(\n    a: (\n"));
    }
}
