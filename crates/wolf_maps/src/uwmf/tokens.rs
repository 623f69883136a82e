//! Words, texts, numbers and marks of a UWMF text.

/// A piece of the text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    /// A key or a plain word, in lower case.
    Word(String),
    /// A text in quotation marks.
    Text(String),
    /// A number.
    Number(f64),
    /// A brace, a comma, a semicolon or an equals sign.
    Mark(u8),
}

/// The tokens of a text, one by one.
pub(crate) struct Tokens<'a> {
    bytes: &'a [u8],
    /// Offset of the text in its file, in bytes.
    start: usize,
    /// Index of the next token's first byte.
    at: usize,
}

impl<'a> Tokens<'a> {
    /// Begins a text at an offset of its file, which all offsets count from.
    pub(crate) fn new(bytes: &'a [u8], start: usize) -> Tokens<'a> {
        Tokens { start, at: if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 }, bytes }
    }

    /// Returns the offset of the next token in the file, in bytes.
    pub(crate) fn offset(&self) -> usize {
        self.start + self.at
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    /// Skips whitespace and comments.
    fn skip(&mut self) {
        while let Some(byte) = self.peek(0) {
            match (byte, self.peek(1)) {
                (b'/', Some(b'/')) => self.skip_until(b"\n"),
                (b'/', Some(b'*')) => {
                    self.at += 2;
                    self.skip_until(b"*/");
                }
                _ if byte.is_ascii_whitespace() => self.at += 1,
                _ => return,
            }
        }
    }

    fn skip_until(&mut self, end: &[u8]) {
        let rest = &self.bytes[self.at.min(self.bytes.len())..];
        self.at += rest.windows(end.len()).position(|here| here == end).map_or(rest.len(), |found| found + end.len());
    }

    /// Returns the next token with its offset, or `None` at the end.
    ///
    /// # Errors
    /// If no token begins here, or a text has no end; with its offset.
    pub(crate) fn next(&mut self) -> Result<Option<(usize, Token)>, (usize, String)> {
        self.skip();
        let start = self.offset();
        let Some(byte) = self.peek(0) else { return Ok(None) };
        let token = match byte {
            b'{' | b'}' | b'=' | b';' | b',' => {
                self.at += 1;
                Token::Mark(byte)
            }
            b'"' => {
                Token::Text(self.text().ok_or_else(|| (start, "a text must end with a quotation mark".to_owned()))?)
            }
            b'-' | b'+' | b'.' | b'0'..=b'9' => {
                let word = self.word(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.'));
                Token::Number(number(&word).ok_or_else(|| (start, format!("expected a number, got '{word}'")))?)
            }
            _ if byte.is_ascii_alphabetic() || byte == b'_' => {
                Token::Word(self.word(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').to_ascii_lowercase())
            }
            _ => return Err((start, format!("a character that has no meaning here: {:?}", char::from(byte)))),
        };
        Ok(Some((start, token)))
    }

    fn word(&mut self, belongs: impl Fn(&u8) -> bool) -> String {
        let length = self.bytes[self.at..].iter().take_while(|byte| belongs(byte)).count();
        let word = String::from_utf8_lossy(&self.bytes[self.at..self.at + length]).into_owned();
        self.at += length;
        word
    }

    fn text(&mut self) -> Option<String> {
        let mut text = Vec::new();
        self.at += 1;
        loop {
            let byte = self.peek(0)?;
            self.at += 1;
            match byte {
                b'"' => return Some(String::from_utf8_lossy(&text).into_owned()),
                b'\\' => {
                    text.push(self.peek(0)?);
                    self.at += 1;
                }
                _ => text.push(byte),
            }
        }
    }
}

/// Parses a number: decimal, hexadecimal or with a fraction.
fn number(word: &str) -> Option<f64> {
    let hexadecimal = word.strip_prefix("0x").or(word.strip_prefix("0X"));
    let number = match hexadecimal {
        Some(digits) => f64::from(u32::from_str_radix(digits, 16).ok()?),
        None => word.parse().ok()?,
    };
    number.is_finite().then_some(number)
}
