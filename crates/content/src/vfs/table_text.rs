//! Splits and merges tables as text: RON files whose entries or fields have names.
//!
//! Mods change single entries of a table. The text of each entry is taken over as it is, so the reader of the table sees
//! one file and does not know about mods.

use crate::vfs::error::ContentError;
use std::collections::BTreeSet;

/// The entries of a table in the order of its text.
#[derive(Debug)]
pub(crate) struct TableText<'a> {
    /// `{` for a map and `(` for a struct.
    open: char,
    entries: Vec<Entry<'a>>,
    /// The position of the closing bracket in the text without a byte order mark, and whether a comma must come before
    /// another entry.
    end: usize,
    needs_comma: bool,
}

/// An entry of a map, or a field of a struct.
#[derive(Clone, Debug)]
struct Entry<'a> {
    name: String,
    /// The text of its name as it is in the file.
    key: &'a str,
    value: Value<'a>,
}

#[derive(Clone, Debug)]
enum Value<'a> {
    Text(&'a str),
    /// A map whose entries come from more than one file.
    Merged(Vec<Entry<'a>>),
}

/// Merges a table from several files. Entries of later files replace those of earlier ones; new entries are added. In a
/// struct, fields that are maps are merged in the same way, and other fields are replaced.
///
/// # Errors
/// If a file is not a table, with line and column. The files are given with their names for messages.
pub(crate) fn merge(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>, ContentError> {
    let mut tables = files.iter().map(|(name, bytes)| TableText::read(name, bytes).map(|table| (name, table)));
    let Some(first) = tables.next() else { return Ok(Vec::new()) };
    let (_, mut merged) = first?;
    for table in tables {
        let (name, table) = table?;
        if table.open != merged.open {
            let what = format!("{name}:1:1: expected an opening `{}`, as in the game's own file", merged.open);
            return Err(ContentError::wrong(what));
        }
        let is_struct = table.open == '(';
        for entry in table.entries {
            put(&mut merged.entries, entry, is_struct);
        }
    }
    Ok(merged.write().into_bytes())
}

/// Returns the text of a table, followed by the entries of another one that it does not have. What is wrong in the
/// first one is then found at its own line and column.
///
/// # Errors
/// If a file is not a table, with line and column. The files are given with their names for messages.
pub(crate) fn completed(table: &(String, Vec<u8>), other: &(String, Vec<u8>)) -> Result<Vec<u8>, ContentError> {
    let (own, others) = (TableText::read(&table.0, &table.1)?, TableText::read(&other.0, &other.1)?);
    let text = String::from_utf8_lossy(&table.1);
    let mut text = text.trim_start_matches('\u{feff}')[..own.end].to_owned();
    if own.needs_comma {
        text.push(',');
    }
    for entry in others.entries.iter().filter(|entry| own.entries.iter().all(|other| other.name != entry.name)) {
        entry.write(&mut text);
        text.push_str("\n,");
    }
    text.push(if own.open == '(' { ')' } else { '}' });
    Ok(text.into_bytes())
}

/// Returns the names of the entries of a table: `shambler`, or `weapons: pistol` in a struct of maps.
///
/// # Errors
/// If the file is not a table, with line and column.
pub(crate) fn entry_names(file: &str, bytes: &[u8]) -> Result<Vec<String>, ContentError> {
    let table = TableText::read(file, bytes)?;
    let is_struct = table.open == '(';
    let names = table.entries.iter().flat_map(|entry| match entry.inner() {
        Some(inner) if is_struct => inner.iter().map(|below| format!("{}: {}", entry.name, below.name)).collect(),
        _ => vec![entry.name.clone()],
    });
    Ok(names.collect())
}

/// Puts an entry into a table. Maps are merged if `merges` is true.
fn put<'a>(entries: &mut Vec<Entry<'a>>, entry: Entry<'a>, merges: bool) {
    let Some(old) = entries.iter_mut().find(|old| old.name == entry.name) else {
        entries.push(entry);
        return;
    };
    match (old.inner(), entry.inner()) {
        (Some(mut inner), Some(more)) if merges => {
            more.into_iter().for_each(|entry| put(&mut inner, entry, false));
            old.value = Value::Merged(inner);
        }
        _ => *old = entry,
    }
}

impl<'a> Entry<'a> {
    /// Returns the entries of a value that is a map.
    fn inner(&self) -> Option<Vec<Entry<'a>>> {
        match &self.value {
            Value::Merged(entries) => Some(entries.clone()),
            Value::Text(text) if text.starts_with('{') => Some(Scanner::new(text).table().ok()?.entries),
            Value::Text(_) => None,
        }
    }

    fn write(&self, to: &mut String) {
        to.push_str(self.key);
        to.push_str(": ");
        match &self.value {
            Value::Text(text) => to.push_str(text),
            Value::Merged(entries) => write_entries('{', entries, to),
        }
    }
}

fn write_entries(open: char, entries: &[Entry], to: &mut String) {
    to.push(open);
    for entry in entries {
        to.push('\n');
        entry.write(to);
        // The value may end in a comment.
        to.push_str("\n,");
    }
    to.push(if open == '(' { ')' } else { '}' });
}

impl<'a> TableText<'a> {
    fn read(file: &str, bytes: &'a [u8]) -> Result<TableText<'a>, ContentError> {
        let text = std::str::from_utf8(bytes)
            .map_err(|_| ContentError::wrong(format_args!("{file}: it must be UTF-8 text")))?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Scanner::new(text).table().map_err(|(at, what)| {
            let before = &text[..at];
            let line = 1 + before.matches('\n').count();
            let column = 1 + before.rsplit('\n').next().unwrap_or_default().chars().count();
            ContentError::wrong(format_args!("{file}:{line}:{column}: {what}"))
        })
    }

    fn write(&self) -> String {
        let mut text = String::new();
        write_entries(self.open, &self.entries, &mut text);
        text
    }
}

/// A position in the text, in bytes, and what is wrong there.
type Wrong = (usize, &'static str);

/// Finds the ends of names and values without interpreting the values.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str) -> Scanner<'a> {
        Scanner { text, at: 0 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn wrong<T>(&self, what: &'static str) -> Result<T, Wrong> {
        Err((self.at, what))
    }

    /// Reads the table that is the whole text.
    fn table(mut self) -> Result<TableText<'a>, Wrong> {
        self.skip_space()?;
        while self.rest().starts_with("#!") {
            self.at += self.rest().find(']').map_or(self.rest().len(), |end| end + 1);
            self.skip_space()?;
        }
        let open = match self.peek() {
            Some(open @ ('{' | '(')) => open,
            _ => return self.wrong("expected a table: entries by name in `{ }`, or fields in `( )`"),
        };
        let close = if open == '(' { ')' } else { '}' };
        self.at += 1;
        let (mut entries, mut names, mut needs_comma) = (Vec::new(), BTreeSet::new(), false);
        loop {
            self.skip_space()?;
            match self.peek() {
                Some(letter) if letter == close => break,
                None => return self.wrong("the table ends before its closing bracket"),
                Some(_) => {}
            }
            let from = self.at;
            let entry = self.entry(open)?;
            if !names.insert(entry.name.clone()) {
                return Err((from, "this name is listed twice: remove one of the two"));
            }
            entries.push(entry);
            self.skip_space()?;
            needs_comma = self.peek() != Some(',');
            match self.peek() {
                Some(',') => self.at += 1,
                Some(letter) if letter == close => {}
                _ => return self.wrong("expected a comma or the closing bracket"),
            }
        }
        let end = self.at;
        self.at += 1;
        self.skip_space()?;
        match self.peek() {
            None => Ok(TableText { open, entries, end, needs_comma }),
            Some(_) => self.wrong("expected the end of the file"),
        }
    }

    fn entry(&mut self, open: char) -> Result<Entry<'a>, Wrong> {
        let from = self.at;
        let name = if open == '{' { self.quoted_name()? } else { self.field_name()? };
        let key = &self.text[from..self.at];
        self.skip_space()?;
        if self.peek() != Some(':') {
            return self.wrong("expected a colon after the name");
        }
        self.at += 1;
        self.skip_space()?;
        let from = self.at;
        self.skip_value()?;
        let value = self.text[from..self.at].trim_end();
        if value.is_empty() {
            self.wrong("expected a value")
        } else {
            Ok(Entry { name, key, value: Value::Text(value) })
        }
    }

    fn quoted_name(&mut self) -> Result<String, Wrong> {
        let from = self.at;
        if !matches!(self.peek(), Some('"' | 'r')) {
            return self.wrong("expected a name in quotes");
        }
        self.skip_literal()?;
        let literal = &self.text[from..self.at];
        let plain = literal.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        match plain.filter(|text| !text.contains('\\')) {
            Some(plain) => Ok(plain.to_owned()),
            None => {
                level::read_ron("", literal.as_bytes(), literal.len()).map_err(|_| (from, "expected a name in quotes"))
            }
        }
    }

    fn field_name(&mut self) -> Result<String, Wrong> {
        let rest = self.rest();
        let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
        if end == 0 {
            return self.wrong("expected the name of a field");
        }
        self.at += end;
        Ok(rest[..end].to_owned())
    }

    /// Moves to the comma or bracket after a value.
    fn skip_value(&mut self) -> Result<(), Wrong> {
        let mut open: Vec<char> = Vec::new();
        while let Some(letter) = self.peek() {
            match letter {
                ',' if open.is_empty() => return Ok(()),
                ')' | ']' | '}' => match open.pop() {
                    None => return Ok(()),
                    Some(expected) if expected == letter => self.at += 1,
                    Some(_) => return self.wrong("this bracket does not match the one that was opened"),
                },
                '(' | '[' | '{' => {
                    open.push(if letter == '(' {
                        ')'
                    } else if letter == '[' {
                        ']'
                    } else {
                        '}'
                    });
                    self.at += 1;
                }
                '"' | '\'' => self.skip_literal()?,
                'r' if self.rest().starts_with("r\"") || self.rest().starts_with("r#") => self.skip_literal()?,
                '/' => self.skip_comment()?,
                // A word, so that an `r` within it does not look like the start of a raw string.
                _ if letter.is_alphanumeric() || letter == '_' => {
                    let rest = self.rest();
                    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
                    self.at += rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
                }
                _ => self.at += letter.len_utf8(),
            }
        }
        self.wrong("the file ends before a closing bracket")
    }

    /// Moves behind a string, a raw string or a character.
    fn skip_literal(&mut self) -> Result<(), Wrong> {
        let (rest, unclosed) = (self.rest(), (self.at, "this quote is not closed"));
        if let Some(raw) = rest.strip_prefix('r') {
            let hashes = raw.len() - raw.trim_start_matches('#').len();
            let Some(body) = raw[hashes..].strip_prefix('"') else { return Err(unclosed) };
            let close = format!("\"{}", "#".repeat(hashes));
            let end = body.find(&close).ok_or(unclosed)?;
            self.at += 1 + hashes + 1 + end + close.len();
            return Ok(());
        }
        let quote = self.peek().unwrap_or('"');
        let mut letters = rest.char_indices().skip(1);
        while let Some((at, letter)) = letters.next() {
            match letter {
                '\\' => drop(letters.next()),
                // A character is one letter, which may be a quote itself.
                '\'' if quote == '\'' && at == 1 => {}
                _ if letter == quote => {
                    self.at += at + 1;
                    return Ok(());
                }
                _ => {}
            }
        }
        Err(unclosed)
    }

    fn skip_space(&mut self) -> Result<(), Wrong> {
        while let Some(letter) = self.peek() {
            match letter {
                '/' => self.skip_comment()?,
                _ if letter.is_whitespace() => self.at += letter.len_utf8(),
                _ => break,
            }
        }
        Ok(())
    }

    fn skip_comment(&mut self) -> Result<(), Wrong> {
        let rest = self.rest();
        if rest.starts_with("//") {
            self.at += rest.find('\n').unwrap_or(rest.len());
            return Ok(());
        }
        if !rest.starts_with("/*") {
            return self.wrong("unexpected `/`");
        }
        let mut depth = 0;
        let mut at = 0;
        while at < rest.len() {
            match &rest.as_bytes()[at..] {
                [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
                [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
                _ => at += 1,
            }
            if depth == 0 {
                self.at += at;
                return Ok(());
            }
        }
        self.wrong("this comment is not closed")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn merged(files: &[&str]) -> Result<String, String> {
        let number = |(number, text): (usize, &&str)| (format!("{number}.ron"), text.as_bytes().to_vec());
        let files: Vec<_> = files.iter().enumerate().map(number).collect();
        merge(&files).map(|bytes| String::from_utf8(bytes).unwrap()).map_err(|error| error.what)
    }

    fn read<T: serde::de::DeserializeOwned>(text: &str) -> T {
        level::read_ron("merged", text.as_bytes(), 1 << 20).unwrap()
    }

    #[test]
    fn entries_replace_those_of_the_same_name_and_others_are_added() {
        let text = merged(&[
            "// The base.\n{ \"a\": 1, /* { \"x\": 9 } */ \"b\": 2 // two, }\n}",
            "#![enable(implicit_some)]\n{\n \"b\": 20,\n \"c\": 3,\n}",
            "{\"c\":30}",
        ]);
        let table: BTreeMap<String, i32> = read(&text.unwrap());
        assert_eq!(table, [("a", 1), ("b", 20), ("c", 30)].map(|(name, value)| (name.to_owned(), value)).into());
    }

    #[test]
    fn maps_in_fields_are_merged_and_other_fields_are_replaced() {
        #[derive(serde::Deserialize, PartialEq, Debug)]
        struct Rules {
            name: String,
            list: Vec<char>,
            zones: BTreeMap<String, (i32, String)>,
        }
        let text = merged(&[
            r##"(name: "One, (two)", list: ['(', '\'', '"', ','], zones: { "hot": (1, r#"a "quoted" } text"#), "cold": (2, "\"}") })"##,
            r#"(zones: { "cold": (3, "new"), "dry": (4, "") }, name: "Two")"#,
        ]);
        let rules: Rules = read(&text.unwrap());
        let zones = [("hot", 1, "a \"quoted\" } text"), ("cold", 3, "new"), ("dry", 4, "")];
        let zones = zones.map(|(name, number, text)| (name.to_owned(), (number, text.to_owned())));
        assert_eq!(rules, Rules { name: "Two".to_owned(), list: vec!['(', '\'', '"', ','], zones: zones.into() });
    }

    #[test]
    fn completed_table_keeps_the_lines_of_the_first_file() {
        let of = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
        let base = of("base", "(\n  a: 1, // one\n  b: { \"x\": 2 }\n)");
        for (own, lines) in [("(\n\n b: 3 // )\n)", 3), ("(\n b: 3,\n)", 2), ("()", 1)] {
            let text = String::from_utf8(completed(&of("own", own), &base).unwrap()).unwrap();
            assert!(text.starts_with(own.trim_end_matches(')')), "{text}");
            assert!(text.lines().skip(lines).any(|line| line.contains("a: 1")) || lines == 1, "{text}");
            assert_eq!(entry_names("t", text.as_bytes()).unwrap().len(), 2, "{text}");
        }
    }

    #[test]
    fn errors_name_file_line_and_column() {
        for (text, message) in [
            ("[1]", "1.ron:1:1: expected a table: entries by name in `{ }`, or fields in `( )`"),
            ("(a: 1)", "1.ron:1:1: expected an opening `{`, as in the game's own file"),
            ("{\n  \"a\" 1 }", "1.ron:2:7: expected a colon after the name"),
            ("{ a: 1 }", "1.ron:1:3: expected a name in quotes"),
            ("{ \"a\": (1] }", "1.ron:1:10: this bracket does not match the one that was opened"),
            ("{ \"a\": 1, \"a\": 2 }", "1.ron:1:11: this name is listed twice: remove one of the two"),
            ("{ \"a\": \"1 }", "1.ron:1:8: this quote is not closed"),
            ("{ \"a\": , }", "1.ron:1:8: expected a value"),
            ("{ \"a\": 1 /* }", "1.ron:1:10: this comment is not closed"),
            ("{ \"a\": 1 } x", "1.ron:1:12: expected the end of the file"),
        ] {
            assert_eq!(merged(&["{ \"a\": 1 }", text]), Err(message.to_owned()), "{text}");
        }
    }

    #[test]
    fn entries_of_a_struct_of_maps_are_named_with_their_field() {
        let names = |text: &str| entry_names("x.ron", text.as_bytes()).unwrap();
        assert_eq!(names("{ \"a\": {\"b\": 1}, r\"c\": 2, \"\\u{64}\": 3 }"), ["a", "c", "d"]);
        assert_eq!(names("(weapons: { \"pistol\": (slot: 2) }, unaware: 3)"), ["weapons: pistol", "unaware"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5_000))]

        #[test]
        fn arbitrary_text_is_merged_or_rejected(text in "[{}()\\[\\]\"'#r,:/*a\\\\ \n]{0,60}") {
            let _ = merged(&["{ \"a\": (1) }", &text]);
            let _ = merged(&[&text, "(a: { \"b\": 1 })"]);
        }
    }
}
