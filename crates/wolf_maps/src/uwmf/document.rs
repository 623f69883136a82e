//! The structure of a UWMF text: fields, blocks and the map of the plane.

use crate::{
    problem::Problem,
    uwmf::tokens::{Token, Tokens},
};
use std::collections::BTreeMap;

/// Value of a field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Text(String),
    Number(f64),
    Is(bool),
}

/// Fields by their keys, in lower case.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Fields(BTreeMap<String, Value>);

impl Fields {
    /// Returns a number, or the default if the field is missing or has another type.
    pub(crate) fn number(&self, key: &str, default: f64) -> f64 {
        if let Some(Value::Number(number)) = self.0.get(key) { *number } else { default }
    }

    /// Returns a text, or an empty one. Some editors write names without quotation marks, and types as numbers.
    pub(crate) fn text(&self, key: &str) -> String {
        match self.0.get(key) {
            Some(Value::Text(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            Some(Value::Is(_)) | None => String::new(),
        }
    }

    /// Returns a truth value, or the default if the field is missing or has another type.
    pub(crate) fn is(&self, key: &str, default: bool) -> bool {
        if let Some(Value::Is(is)) = self.0.get(key) { *is } else { default }
    }
}

/// A block, such as `thing { … }`.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// Name, in lower case.
    pub(crate) name: String,
    /// Offset of its beginning, in bytes.
    pub(crate) at: usize,
    pub(crate) fields: Fields,
}

/// A parsed UWMF text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Document {
    pub(crate) fields: Fields,
    pub(crate) blocks: Vec<Block>,
    /// Numbers of each cell of the first plane: tile, sector and zone.
    pub(crate) cells: Vec<[f64; 3]>,
    /// Offset of the cells, in bytes.
    pub(crate) cells_at: usize,
    /// Number of planes with cells.
    pub(crate) planes: usize,
    /// Offset of the width or the height, in bytes, if there is one of them.
    pub(crate) size_at: Option<usize>,
}

/// A parser with the name of its file.
struct Parser<'a> {
    file: &'a str,
    tokens: Tokens<'a>,
}

impl Document {
    /// Parses a text that begins at an offset of its file.
    pub(crate) fn parse(file: &str, bytes: &[u8], start: usize) -> Result<Document, Problem> {
        let mut parser = Parser { file, tokens: Tokens::new(bytes, start) };
        let mut document = Document::default();
        while let Some((at, token)) = parser.next()? {
            let Token::Word(name) = token else { return Err(parser.problem(at, "a key or the name of a block")) };
            match parser.need()? {
                (_, Token::Mark(b'=')) => {
                    if matches!(name.as_str(), "width" | "height") {
                        document.size_at = document.size_at.or(Some(at));
                    }
                    parser.value(&mut document.fields, name)?;
                }
                (at, Token::Mark(b'{')) if name == "planemap" => {
                    let cells = parser.cells()?;
                    document.planes += 1;
                    if document.planes == 1 {
                        (document.cells, document.cells_at) = (cells, at);
                    }
                }
                (_, Token::Mark(b'{')) => {
                    let fields = parser.fields()?;
                    document.blocks.push(Block { name, at, fields });
                }
                (at, _) => return Err(parser.problem(at, "'=' or '{'")),
            }
        }
        Ok(document)
    }

    /// Returns the blocks with a name, in order.
    pub(crate) fn blocks<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Block> {
        self.blocks.iter().filter(move |block| block.name == name)
    }
}

impl Parser<'_> {
    fn problem(&self, at: usize, expected: &str) -> Problem {
        Problem::at(self.file, at, format!("expected {expected}"))
    }

    fn next(&mut self) -> Result<Option<(usize, Token)>, Problem> {
        self.tokens.next().map_err(|(at, what)| Problem::at(self.file, at, what))
    }

    fn need(&mut self) -> Result<(usize, Token), Problem> {
        let end = self.tokens.offset();
        self.next()?.ok_or_else(|| Problem::at(self.file, end, "the file ends inside a block or a field"))
    }

    /// Parses the value of a field after its equals sign.
    fn value(&mut self, fields: &mut Fields, key: String) -> Result<(), Problem> {
        let value = match self.need()? {
            (_, Token::Text(text)) => Value::Text(text),
            (_, Token::Number(number)) => Value::Number(number),
            (_, Token::Word(word)) if word == "true" => Value::Is(true),
            (_, Token::Word(word)) if word == "false" => Value::Is(false),
            (_, Token::Word(word)) => Value::Text(word),
            (at, Token::Mark(_)) => return Err(self.problem(at, "a value")),
        };
        match self.need()? {
            (_, Token::Mark(b';')) => {}
            (at, _) => return Err(self.problem(at, "';' after the value")),
        }
        fields.0.insert(key, value);
        Ok(())
    }

    /// Parses the fields of a block up to its closing brace.
    fn fields(&mut self) -> Result<Fields, Problem> {
        let mut fields = Fields::default();
        loop {
            match self.need()? {
                (_, Token::Mark(b'}')) => return Ok(fields),
                (_, Token::Word(key)) => match self.need()? {
                    (_, Token::Mark(b'=')) => self.value(&mut fields, key)?,
                    (at, _) => return Err(self.problem(at, "'='")),
                },
                (at, _) => return Err(self.problem(at, "a key or '}'")),
            }
        }
    }

    /// Parses cells, each a list of numbers in braces, up to the closing brace.
    fn cells(&mut self) -> Result<Vec<[f64; 3]>, Problem> {
        let mut cells = Vec::new();
        loop {
            match self.need()? {
                (_, Token::Mark(b'}')) => return Ok(cells),
                (_, Token::Mark(b',')) => {}
                (_, Token::Mark(b'{')) => cells.push(self.cell()?),
                (at, _) => return Err(self.problem(at, "a cell in braces or '}'")),
            }
        }
    }

    fn cell(&mut self) -> Result<[f64; 3], Problem> {
        let (mut cell, mut count) = ([-1.0; 3], 0);
        loop {
            match self.need()? {
                (_, Token::Mark(b'}')) => return Ok(cell),
                (_, Token::Mark(b',')) => {}
                (_, Token::Number(number)) => {
                    if let Some(place) = cell.get_mut(count) {
                        *place = number;
                    }
                    count += 1;
                }
                (at, _) => return Err(self.problem(at, "a number or '}'")),
            }
        }
    }
}
