//! The script dialect: rejects or wraps the parts of Luau that differ between machines and that no library can replace.
//!
//! There are two such parts. The operator `^` calls the machine's own `pow`, so it is rejected. A loop over a table
//! whose keys are tables visits them in the order of their addresses. The expression of every loop is therefore wrapped
//! in the prelude's `__each`, which rejects such tables.

/// Name of the function that wraps the expression of a loop.
const EACH: &str = "__each";

/// Translates a script without moving its lines.
///
/// # Errors
/// The line of the rejected code, and the reason.
pub(crate) fn translate(text: &str) -> Result<String, (u32, String)> {
    let mut reader = Reader { text, at: 0, copied: 0, out: String::with_capacity(text.len() + 64), loops: Loop::None };
    // One entry per open interpolated string: the number of braces open in its present expression.
    let mut open: Vec<u32> = Vec::new();
    while let Some(letter) = reader.peek() {
        match letter {
            b'-' if reader.rest().starts_with(b"--") => reader.skip_comment(),
            b'[' if reader.long_bracket(0).is_some() => reader.skip_long_bracket(0),
            b'"' | b'\'' => reader.skip_text(letter),
            b'`' => {
                reader.at += 1;
                reader.skip_interpolated(&mut open);
            }
            b'{' => {
                if let Some(depth) = open.last_mut() {
                    *depth += 1;
                }
                reader.at += 1;
            }
            b'}' => {
                reader.at += 1;
                match open.last_mut() {
                    Some(0) => {
                        open.pop();
                        reader.skip_interpolated(&mut open);
                    }
                    Some(depth) => *depth -= 1,
                    None => {}
                }
            }
            b'^' => {
                return Err(reader.reject("'^' gives different results on different machines: write math.pow(a, b)"));
            }
            b'=' if reader.loops == Loop::Names => {
                reader.loops = Loop::None;
                reader.at += 1;
            }
            letter if letter.is_ascii_digit() => {
                reader.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.');
            }
            letter if letter.is_ascii_alphabetic() || letter == b'_' => reader.take_word()?,
            _ => reader.at += 1,
        }
    }
    reader.copy_up_to(text.len());
    Ok(reader.out)
}

/// Returns the number of names, numbers, texts and symbols in a script, without comments.
pub(crate) fn tokens(text: &str) -> usize {
    let mut reader = Reader { text, at: 0, copied: 0, out: String::new(), loops: Loop::None };
    let mut count = 0;
    while let Some(letter) = reader.peek() {
        match letter {
            b'-' if reader.rest().starts_with(b"--") => {
                reader.skip_comment();
                continue;
            }
            letter if letter.is_ascii_whitespace() => {
                reader.at += 1;
                continue;
            }
            b'[' if reader.long_bracket(0).is_some() => reader.skip_long_bracket(0),
            b'"' | b'\'' => reader.skip_text(letter),
            letter if letter.is_ascii_alphanumeric() || letter == b'_' => {
                reader.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            }
            _ => reader.at += 1,
        }
        count += 1;
    }
    count
}

/// Position of the reader in the head of a loop.
#[derive(Clone, Copy, PartialEq)]
enum Loop {
    /// Outside of a loop head.
    None,
    /// After `for`, among the names.
    Names,
    /// After `in`, in the expression that the loop iterates over.
    Expression,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// End of the text that has been copied to `out`.
    copied: usize,
    out: String,
    loops: Loop,
}

impl Reader<'_> {
    fn rest(&self) -> &[u8] {
        &self.text.as_bytes()[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    fn skip_while(&mut self, is_in: impl Fn(u8) -> bool) {
        let length = self.rest().iter().take_while(|byte| is_in(**byte)).count();
        self.at += length;
    }

    fn reject(&self, message: &str) -> (u32, String) {
        let lines = self.text.as_bytes()[..self.at].iter().filter(|byte| **byte == b'\n').count();
        (u32::try_from(lines + 1).unwrap_or(u32::MAX), message.to_owned())
    }

    fn copy_up_to(&mut self, at: usize) {
        self.out.push_str(&self.text[self.copied..at]);
        self.copied = at;
    }

    /// Returns the number of `=` in the long bracket that opens `ahead` bytes further on, as in `[==[`.
    fn long_bracket(&self, ahead: usize) -> Option<usize> {
        let inner = self.rest().get(ahead..)?.strip_prefix(b"[")?;
        let level = inner.iter().take_while(|byte| **byte == b'=').count();
        (inner.get(level) == Some(&b'[')).then_some(level)
    }

    fn skip_long_bracket(&mut self, ahead: usize) {
        let level = self.long_bracket(ahead).unwrap_or_default();
        let end = format!("]{}]", "=".repeat(level));
        self.at += ahead;
        self.at = self.text[self.at..].find(&end).map_or(self.text.len(), |found| self.at + found + end.len());
    }

    fn skip_comment(&mut self) {
        if self.long_bracket(2).is_some() {
            self.skip_long_bracket(2);
        } else {
            self.skip_while(|byte| byte != b'\n');
        }
    }

    /// Skips a quoted string. The compiler reports a string that does not end.
    fn skip_text(&mut self, quote: u8) {
        self.at += 1;
        while let Some(letter) = self.peek() {
            self.skip_letter();
            if letter == quote {
                return;
            }
        }
    }

    /// Skips a letter of a string, or an escape.
    fn skip_letter(&mut self) {
        let length = if self.peek() == Some(b'\\') { 2 } else { 1 };
        self.at = (self.at + length).min(self.text.len());
    }

    /// Skips an interpolated string up to its end or up to its next expression.
    fn skip_interpolated(&mut self, open: &mut Vec<u32>) {
        while let Some(letter) = self.peek() {
            self.skip_letter();
            match letter {
                b'`' => return,
                b'{' => return open.push(0),
                _ => {}
            }
        }
    }

    /// Reads a name or keyword, and wraps the expression of a loop.
    fn take_word(&mut self) -> Result<(), (u32, String)> {
        let begin = self.at;
        self.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        match (&self.text[begin..self.at], self.loops) {
            ("for", Loop::None) => self.loops = Loop::Names,
            ("in", Loop::Names) => {
                self.copy_up_to(self.at);
                self.out.push_str(&format!(" {EACH}("));
                self.loops = Loop::Expression;
            }
            ("do", Loop::Expression) => {
                self.copy_up_to(begin);
                self.out.push_str(") ");
                self.loops = Loop::None;
            }
            ("if" | "function", Loop::Expression) => {
                return Err(self.reject(
                    "the expression after 'in' must not contain 'if' or 'function': assign it to a local first",
                ));
            }
            (EACH, _) => return Err(self.reject("'__each' is reserved by the sandbox: choose another name")),
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{tokens, translate};

    #[test]
    fn loop_expressions_are_wrapped() {
        let of = |text| translate(text).unwrap();
        assert_eq!(of("for k, v in t do end"), "for k, v in __each( t ) do end");
        assert_eq!(of("for k in pairs(t)\ndo end"), "for k in __each( pairs(t)\n) do end");
        assert_eq!(of("for i = 1, 3 do x = y.inner end"), "for i = 1, 3 do x = y.inner end");
        assert_eq!(
            of("-- for x in y do\nlocal format = 'for x in y do'"),
            "-- for x in y do\nlocal format = 'for x in y do'"
        );
    }

    #[test]
    fn power_operators_are_rejected_only_in_code() {
        let line = |text| translate(text).unwrap_err().0;
        assert_eq!(line("local a = 1\nreturn a ^ 2"), 2);
        assert_eq!(line("a ^= 2"), 1);
        assert_eq!(line("return `{ {2 ^ 3}[1] }`"), 1);
        assert_eq!(line("return `{ `{2 ^ 3}` }`"), 1);
        for innocent in
            ["x = '^a'", "x = \"\\\"^\"", "-- ^", "--[[ \n^ ]]", "x = [==[ ]] ^ ]==]", "x = `^ {y} ^`", "x = [[^"]
        {
            assert!(translate(innocent).is_ok(), "{innocent}");
        }
    }

    #[test]
    fn tokens_are_counted_without_comments() {
        for (text, count) in [("", 0), ("x = x + 1 -- y", 5), ("--[[ a\nb ]] f('a b', [[c d]])", 6), ("t[1]=2", 6)] {
            assert_eq!(tokens(text), count, "{text}");
        }
    }

    #[test]
    fn any_text_is_translated_without_panic() {
        for text in ["'", "\"\\", "`{", "`\\", "[=[", "--[[", "}", "{{", "for", "for x in", "ä'ö`ü{ß}", "\\"] {
            assert!(translate(text).is_ok(), "{text}");
            assert!(tokens(text) <= text.len(), "{text}");
        }
    }
}
