//! Extracts the documentation of structs and enums from source code.

/// A struct or an enum.
pub(crate) struct Item {
    /// First paragraph of its documentation.
    pub(crate) text: String,
    /// Its fields or variants, by their names in files, each with the first paragraph of its documentation.
    pub(crate) parts: Vec<(String, String)>,
}

/// Returns the struct or enum with this name in a source file.
pub(crate) fn item(source: &str, name: &str) -> Item {
    let lines: Vec<&str> = source.lines().collect();
    let is_head = |line: &&str| {
        let line = line.strip_prefix("pub(crate) ").or(line.strip_prefix("pub ")).unwrap_or(line);
        let rest = line.strip_prefix("struct ").or(line.strip_prefix("enum ")).and_then(|line| line.strip_prefix(name));
        rest.is_some_and(|rest| rest.starts_with([' ', '<']))
    };
    let start = lines.iter().position(is_head).unwrap_or_else(|| panic!("no item named {name}"));
    let before = lines[..start].iter().rev().take_while(|line| line.starts_with("///") || line.starts_with("#["));
    let mut text: Vec<&str> = before.filter_map(|line| line.strip_prefix("///")).map(str::trim).collect();
    text.reverse();
    let body = lines[start + 1..].iter().take_while(|line| **line != "}");
    let body = if lines[start].ends_with("{}") { Vec::new() } else { body.copied().collect() };
    Item { text: first_paragraph(&text), parts: parts(&body) }
}

/// Returns the fields or variants in the lines of a body.
fn parts(body: &[&str]) -> Vec<(String, String)> {
    let (mut parts, mut text, mut renamed, mut is_read) = (Vec::new(), Vec::new(), None, true);
    // Fields of variants have a larger indentation.
    for line in body.iter().filter(|line| !line.starts_with("     ")) {
        let line = line.trim();
        if let Some(doc) = line.strip_prefix("///") {
            text.push(doc.trim());
        } else if line.starts_with("#[") {
            let name = line.split_once("rename = \"").and_then(|(_, rest)| rest.split_once('"'));
            renamed = renamed.or(name.map(|(name, _)| name.to_owned()));
            is_read &= !line.contains("skip_deserializing");
        } else if line.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            let line = line.strip_prefix("pub(crate) ").or(line.strip_prefix("pub ")).unwrap_or(line);
            let name: String = line.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
            if is_read {
                parts.push((renamed.take().unwrap_or(name), first_paragraph(&text)));
            }
            (text, renamed, is_read) = (Vec::new(), None, true);
        }
    }
    parts
}

fn first_paragraph(lines: &[&str]) -> String {
    let lines: Vec<&str> = lines.iter().copied().take_while(|line| !line.is_empty()).collect();
    // A bar would end the cell of a table.
    lines.join(" ").replace('|', "\\|")
}
