//! XML writer with escaping.

use level::XmlElement;
use std::fmt::{Display, Write};

/// An XML file that is being written.
pub(crate) struct Xml {
    out: String,
    /// Open elements.
    open: Vec<String>,
}

impl Xml {
    /// Creates a file with its declaration.
    pub(crate) fn new() -> Xml {
        Xml { out: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned(), open: Vec::new() }
    }

    /// Begins an element.
    pub(crate) fn begin(&mut self, name: &str, attributes: &[(&str, &dyn Display)]) {
        self.start(name, attributes);
        self.out.push_str(">\n");
        self.open.push(name.to_owned());
    }

    /// Writes an empty element.
    pub(crate) fn empty(&mut self, name: &str, attributes: &[(&str, &dyn Display)]) {
        self.start(name, attributes);
        self.out.push_str("/>\n");
    }

    /// Writes an element that contains only text.
    pub(crate) fn text(&mut self, name: &str, attributes: &[(&str, &dyn Display)], text: &str) {
        self.start(name, attributes);
        let _ = writeln!(self.out, ">{}</{name}>", escaped(text));
    }

    /// Writes the tile numbers of a layer, row by row.
    pub(crate) fn numbers(&mut self, numbers: &[String], width: usize) {
        self.start("data", &[("encoding", &"csv")]);
        let rows: Vec<String> = numbers.chunks(width).map(|row| row.join(",")).collect();
        let _ = writeln!(self.out, ">\n{}\n</data>", rows.join(",\n"));
    }

    /// Ends the innermost element.
    pub(crate) fn end(&mut self) {
        if let Some(name) = self.open.pop() {
            let _ = writeln!(self.out, "{:1$}</{name}>", "", self.open.len());
        }
    }

    /// Writes an element with all its contents, except elements and attributes with a namespace prefix.
    pub(crate) fn tree(&mut self, element: &XmlElement) {
        let plain = |name: &str| !name.contains(':');
        let attributes = element.attributes.iter().filter(|(name, _)| plain(name));
        let attributes: Vec<(&str, &dyn Display)> =
            attributes.map(|(name, value)| (name.as_str(), value as &dyn Display)).collect();
        if element.children.is_empty() && element.text.is_empty() {
            // The library mistakes the end tag of an external tileset for that of the map.
            return self.empty(&element.name, &attributes);
        } else if element.children.is_empty() {
            return self.text(&element.name, &attributes, &element.text);
        }
        self.begin(&element.name, &attributes);
        element.children.iter().filter(|child| plain(&child.name)).for_each(|child| self.tree(child));
        self.end();
    }

    /// Returns the text of the file.
    pub(crate) fn finish(self) -> String {
        self.out
    }

    fn start(&mut self, name: &str, attributes: &[(&str, &dyn Display)]) {
        let _ = write!(self.out, "{:1$}<{name}", "", self.open.len());
        for (key, value) in attributes {
            let _ = write!(self.out, " {key}=\"{}\"", escaped(&value.to_string()));
        }
    }
}

/// Escapes markup, and white space that parsers would normalise.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => {
                let _ = write!(escaped, "&#{};", u32::from(letter));
            }
            _ => escaped.push(letter),
        }
    }
    escaped
}
