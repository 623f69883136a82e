//! Reads XML: elements with attributes, text and position, with limits on size and depth. Declarations of document types
//! are rejected, so entities cannot expand, and no other files are read.

use crate::{
    source::diagnostic::{Diagnostic, TextError},
    source::ron_text::decode,
};
use quick_xml::{
    Reader, XmlVersion,
    errors::IllFormedError,
    escape::resolve_predefined_entity,
    events::{BytesRef, BytesStart, Event},
};

/// Maximum nesting depth of elements.
const MAX_DEPTH: usize = 32;

/// An element of an XML file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XmlElement {
    /// Name of the element.
    pub name: String,
    /// Names and values of the attributes, each name once, in the order of the text.
    pub attributes: Vec<(String, String)>,
    /// Child elements, in the order of the text.
    pub children: Vec<XmlElement>,
    /// Text directly inside the element, without surrounding white space.
    pub text: String,
    /// Line in which it begins, from 1.
    pub line: usize,
    /// Column in which it begins, in characters, from 1.
    pub column: usize,
}

impl XmlElement {
    /// Returns the value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// Returns an error at the position of this element.
    pub fn error(&self, file: &str, what: String) -> TextError {
        TextError::new(file, vec![Diagnostic { line: self.line, column: self.column, what }])
    }
}

/// Reads the root element of an XML file of at most `max_bytes`. `file` is the name for messages.
///
/// Declarations, comments and the five predefined entities, such as `&lt;`, are supported.
///
/// # Errors
/// The first error, with line and column: the file is too large, is not UTF-8 or not well-formed, nests more than 32
/// deep, or has a document type with declarations of its own. A document type without declarations, as in maps of old
/// versions of Tiled, is ignored, and a file that it names is not read.
pub fn read_xml(file: &str, bytes: &[u8], max_bytes: usize) -> Result<XmlElement, TextError> {
    let source = decode(file, bytes, max_bytes)?;
    let mut tree = Tree { place: Location { offset: 0, line: 1, column: 1 }, open: Vec::new(), root: None };
    tree.read(source).map_err(|what| {
        let Location { line, column, .. } = tree.place;
        TextError::new(file, vec![Diagnostic { line, column, what }])
    })
}

/// Position in the text.
#[derive(Clone, Copy)]
struct Location {
    /// Offset in bytes.
    offset: usize,
    line: usize,
    column: usize,
}

impl Location {
    /// Advances to a later byte.
    fn go_to(&mut self, source: &str, offset: usize) {
        for character in source.get(self.offset..offset).unwrap_or_default().chars() {
            (self.line, self.column) =
                if character == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        }
        self.offset = self.offset.max(offset);
    }
}

/// The tree that has been read so far.
struct Tree {
    /// Start of the current token, at which errors are reported.
    place: Location,
    /// Open elements, each inside the one before.
    open: Vec<XmlElement>,
    root: Option<XmlElement>,
}

impl Tree {
    /// Reads the whole text. Errors refer to `place`.
    fn read(&mut self, source: &str) -> Result<XmlElement, String> {
        let mut reader = Reader::from_str(source);
        reader.config_mut().enable_all_checks(true);
        loop {
            self.place.go_to(source, reader.buffer_position() as usize);
            let event = reader.read_event().map_err(|error| {
                self.place.go_to(source, reader.error_position() as usize);
                sentence(&error)
            })?;
            match event {
                Event::Start(start) => self.begin(&start)?,
                Event::Empty(start) => {
                    self.begin(&start)?;
                    self.end();
                }
                Event::End(_) => self.end(),
                Event::Text(text) => self.write(&text.decode().map_err(|error| error.to_string())?)?,
                Event::CData(text) => self.write(&text.decode().map_err(|error| error.to_string())?)?,
                Event::GeneralRef(entity) => {
                    let text = resolved(&entity)?;
                    self.write(&text)?;
                }
                Event::DocType(doctype) if doctype.contains(&b'[') => {
                    return Err("a document type with declarations is not supported: remove it".to_owned());
                }
                Event::DocType(_) | Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
                Event::Eof => break,
            }
        }
        if let Some(open) = self.open.last() {
            return Err(format!("`<{}>` of line {} is not closed", open.name, open.line));
        }
        self.root.take().ok_or_else(|| "the file must have one root element, found none".to_owned())
    }

    /// Opens an element.
    fn begin(&mut self, start: &BytesStart) -> Result<(), String> {
        let name = String::from_utf8_lossy(start.name().as_ref()).into_owned();
        if self.root.is_some() {
            return Err(format!("the file must have one root element, found a second one, `<{name}>`"));
        }
        if self.open.len() == MAX_DEPTH {
            return Err(format!("`<{name}>` is nested more than {MAX_DEPTH} deep"));
        }
        let mut attributes = Vec::new();
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|error| format!("in `<{name}>`: {error}"))?;
            let key = String::from_utf8_lossy(attribute.key.as_ref()).into_owned();
            let value = attribute.normalized_value(XmlVersion::Explicit1_0);
            let value = value.map_err(|error| format!("in `{key}` of `<{name}>`: {error}"))?;
            attributes.push((key, value.into_owned()));
        }
        let Location { line, column, .. } = self.place;
        self.open.push(XmlElement { name, attributes, children: Vec::new(), text: String::new(), line, column });
        Ok(())
    }

    /// Closes the innermost element and adds it to its parent.
    fn end(&mut self) {
        let Some(mut ended) = self.open.pop() else { return };
        ended.text = ended.text.trim().to_owned();
        match self.open.last_mut() {
            Some(round) => round.children.push(ended),
            None => self.root = Some(ended),
        }
    }

    /// Adds text to the innermost element.
    fn write(&mut self, text: &str) -> Result<(), String> {
        match self.open.last_mut() {
            Some(element) => element.text.push_str(text),
            None if text.trim().is_empty() => {}
            None => return Err("text must be inside the root element".to_owned()),
        }
        Ok(())
    }
}

/// Returns the text of an entity.
fn resolved(entity: &BytesRef) -> Result<String, String> {
    let name = String::from_utf8_lossy(entity).into_owned();
    let known = match entity.resolve_char_ref() {
        Ok(Some(character)) => Some(character.to_string()),
        _ => resolve_predefined_entity(&name).map(str::to_owned),
    };
    known.ok_or_else(|| format!("unknown entity `&{name};`"))
}

/// Returns the parser's message, or a clearer one.
fn sentence(error: &quick_xml::Error) -> String {
    match error {
        quick_xml::Error::IllFormed(IllFormedError::MismatchedEndTag { expected, found }) => {
            format!("expected `</{expected}>`, found `</{found}>`")
        }
        quick_xml::Error::IllFormed(IllFormedError::UnmatchedEndTag(name)) => {
            format!("`</{name}>` has no start tag")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<XmlElement, String> {
        read_xml("f.xml", text.as_bytes(), 10_000).map_err(|error| error.to_string())
    }

    #[test]
    fn elements_have_attributes_text_and_a_position() {
        let text = "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- ü --><size unit='a &lt; b'>\n  <width> 1<![CDATA[2]]>\
            &#x33; </width>\n ä <fill/>\n</size>\n";
        let root = read(text).unwrap();
        assert_eq!((root.name.as_str(), root.line, root.column), ("size", 2, 11));
        assert_eq!((root.attribute("unit"), root.attribute("none")), (Some("a < b"), None));
        let [width, fill] = &root.children[..] else { panic!("{root:?}") };
        assert_eq!((width.name.as_str(), width.text.as_str(), width.line, width.column), ("width", "123", 3, 3));
        assert_eq!((fill.name.as_str(), fill.text.as_str(), fill.line, fill.column), ("fill", "", 4, 4));
        assert_eq!(root.text, "ä");
    }

    #[test]
    fn document_type_without_declarations_is_ignored() {
        for doctype in
            ["<!DOCTYPE a>", "<!doctype a SYSTEM 'http://b/c.dtd' >", "<!DOCTYPE a PUBLIC \"-//B//C\" \"d.dtd\">"]
        {
            let root = read(&format!("<?xml version='1.0'?>\n{doctype}\n<a>1</a>")).unwrap();
            assert_eq!((root.text.as_str(), root.line), ("1", 3), "{doctype}");
        }
    }

    #[test]
    fn errors_have_line_and_column() {
        let deep = format!("{}{}", "<a>".repeat(33), "</a>".repeat(33));
        for (text, what) in [
            ("", "1:1: the file must have one root element, found none"),
            (" x <a/>", "1:1: text must be inside the root element"),
            ("<a/>\n<b/>", "2:1: the file must have one root element, found a second one, `<b>`"),
            ("<a>\n <b>\n", "3:1: `<b>` of line 2 is not closed"),
            ("<a>\n <b></a>", "2:5: expected `</b>`, found `</a>`"),
            ("<a/></a>", "1:5: `</a>` has no start tag"),
            ("<a>\n <b", "2:2: syntax error: tag not closed: `>` not found before end of input"),
            ("<a x='1' x='2'/>", "1:1: in `<a>`: "),
            ("<a x=1/>", "1:1: in `<a>`: "),
            (
                "<!DOCTYPE a [<!ENTITY b 'bb'>]><a>&b;</a>",
                "1:1: a document type with declarations is not supported: remove it",
            ),
            ("<!DOCTYPE a SYSTEM \"b.dtd\"><a>&b;</a>", "1:31: unknown entity `&b;`"),
            ("<!DOCTYPE a", "1:1: syntax error: "),
            ("<a>\n&b;</a>", "2:1: unknown entity `&b;`"),
            ("<a>&#x0;</a>", "1:4: unknown entity `&#x0;`"),
            ("<a x='&b;'/>", "1:1: in `x` of `<a>`: "),
            (&deep, "1:97: `<a>` is nested more than 32 deep"),
            (&" ".repeat(10_001), "1:1: the file must have at most 10000 bytes, got 10001"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(&format!("f.xml:{what}")), "{text}: {error}");
            assert_eq!(error.lines().count(), 1);
        }
        let latin = read_xml("f.xml", b"<a>\n\xfc</a>", 100).unwrap_err().to_string();
        assert_eq!(latin, "f.xml:2:1: a byte that is not UTF-8; save the file as UTF-8 text");
        assert!(read(&format!("{}{}", "<a>".repeat(32), "</a>".repeat(32))).is_ok());
    }

    proptest! {
        #[test]
        fn reader_does_not_panic_on_any_text(text in "[<>/!?&;'\"=a#x0 \n\\[\\]CDAT-]{0,60}") {
            let _ = read(&text);
        }
    }
}
