//! Finds the words that a level's text uses, with their parent words.

use std::collections::BTreeSet;

/// Returns the words of a level's text: fields, each with the field or list that contains it, and words that are
/// values, each with its field.
pub(crate) fn used_words(text: &str) -> BTreeSet<(String, String)> {
    let mut used = BTreeSet::new();
    // Parent word of each open bracket, and the field whose value comes next.
    let (mut open, mut field): (Vec<String>, Option<String>) = (Vec::new(), None);
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let length = match letter {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '"' => 2 + rest[1..].find('"').expect("a text ends"),
            '\'' => 2 + letter_in_quotes(rest),
            '(' | '[' | '{' => {
                let below = field.take().or(open.last().cloned()).unwrap_or_default();
                // Entries of `things` have the same fields as those of the legend.
                open.push(if below == "things" { "legend".to_owned() } else { below });
                1
            }
            ')' | ']' | '}' => {
                open.pop();
                field = None;
                1
            }
            ',' => {
                field = None;
                1
            }
            _ if letter.is_ascii_alphabetic() => {
                let length = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
                let below = open.last().cloned().unwrap_or_default();
                let word = rest[..length].to_owned();
                if rest[length..].starts_with(':') {
                    used.insert((below, word.clone()));
                    field = Some(word);
                } else {
                    used.insert((field.clone().unwrap_or(below), word));
                }
                length
            }
            _ => letter.len_utf8(),
        };
        rest = &rest[length..];
    }
    used
}

/// Returns the length of the letter in single quotes, in bytes.
fn letter_in_quotes(rest: &str) -> usize {
    rest[1..].chars().next().map_or(0, char::len_utf8)
}
