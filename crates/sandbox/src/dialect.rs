//! The dialect: what of Luau the scripts do without, since it differs between machines and no library can replace it.
//!
//! Two things are such. The operator `^` asks the machine's own `pow`: it is refused. And a loop over a table whose keys are
//! tables goes by their addresses: what a loop walks is put into the prelude's `__each`, which refuses such tables.

/// The function that is put round what a loop walks.
const EACH: &str = "__each";

/// Translates a script; its lines stay where they are.
///
/// # Errors
/// The line of what is refused, and why.
pub(crate) fn translate(text: &str) -> Result<String, (u32, String)> {
    let mut reader = Reader { text, at: 0, copied: 0, out: String::with_capacity(text.len() + 64), loops: Loop::None };
    // For each string with expressions in it that is open: how many braces are open in the present expression.
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
            b'^' => return Err(reader.refuse("'^' differs between machines: write math.pow(a, b)")),
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

/// The number of names, numbers, texts and signs in a script, whose comments do not count.
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

/// Where in the head of a loop the reader is.
#[derive(Clone, Copy, PartialEq)]
enum Loop {
    /// In none.
    None,
    /// Behind `for`, among the names.
    Names,
    /// Behind `in`, in what the loop walks.
    Walked,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Up to here the text has been copied.
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

    fn refuse(&self, words: &str) -> (u32, String) {
        let lines = self.text.as_bytes()[..self.at].iter().filter(|byte| **byte == b'\n').count();
        (u32::try_from(lines + 1).unwrap_or(u32::MAX), words.to_owned())
    }

    fn copy_up_to(&mut self, at: usize) {
        self.out.push_str(&self.text[self.copied..at]);
        self.copied = at;
    }

    /// The signs between the brackets of a long text that opens so far ahead, as in `[==[`.
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

    /// Skips a text in quotes; of one that does not end the compiler will tell.
    fn skip_text(&mut self, quote: u8) {
        self.at += 1;
        while let Some(letter) = self.peek() {
            self.skip_letter();
            if letter == quote {
                return;
            }
        }
    }

    /// Skips a letter of a text, or an escape.
    fn skip_letter(&mut self) {
        let length = if self.peek() == Some(b'\\') { 2 } else { 1 };
        self.at = (self.at + length).min(self.text.len());
    }

    /// Skips the text up to its end or up to the next expression in it.
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

    /// Reads a name or keyword, and puts the function round what a loop walks.
    fn take_word(&mut self) -> Result<(), (u32, String)> {
        let begin = self.at;
        self.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        match (&self.text[begin..self.at], self.loops) {
            ("for", Loop::None) => self.loops = Loop::Names,
            ("in", Loop::Names) => {
                self.copy_up_to(self.at);
                self.out.push_str(&format!(" {EACH}("));
                self.loops = Loop::Walked;
            }
            ("do", Loop::Walked) => {
                self.copy_up_to(begin);
                self.out.push_str(") ");
                self.loops = Loop::None;
            }
            ("if" | "function", Loop::Walked) => {
                return Err(self.refuse("what a loop walks is too long: give it a name in a line before the loop"));
            }
            (EACH, _) => return Err(self.refuse("'__each' is a name of the sandbox: choose another one")),
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{tokens, translate};

    #[test]
    fn what_a_loop_walks_goes_through_the_prelude() {
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
    fn powers_are_refused_where_they_are_powers() {
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
    fn tokens_are_what_runs_and_no_comments() {
        for (text, count) in [("", 0), ("x = x + 1 -- y", 5), ("--[[ a\nb ]] f('a b', [[c d]])", 6), ("t[1]=2", 6)] {
            assert_eq!(tokens(text), count, "{text}");
        }
    }

    #[test]
    fn any_text_is_read_to_its_end() {
        for text in ["'", "\"\\", "`{", "`\\", "[=[", "--[[", "}", "{{", "for", "for x in", "ä'ö`ü{ß}", "\\"] {
            assert!(translate(text).is_ok(), "{text}");
            assert!(tokens(text) <= text.len(), "{text}");
        }
    }
}
