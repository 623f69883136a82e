//! Lines of arbitrary bytes, with a maximum length.

use std::io::{self, BufRead};

/// The maximum length of a line, in bytes. Longer lines are refused as a whole.
pub(crate) const LONGEST: usize = 500;

/// A raw line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RawLine {
    /// The bytes, without the line break.
    Bytes(Vec<u8>),
    /// The beginning of a line that was longer than [`LONGEST`].
    TooLong(Vec<u8>),
}

/// Reads the next line. Returns `None` at the end of the input. The bytes after the last line break are a line, too.
///
/// # Errors
/// If the input cannot be read.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<RawLine>> {
    let mut line = Vec::new();
    let (mut is_long, mut began) = (false, false);
    loop {
        let bytes = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if bytes.is_empty() {
            return Ok(began.then_some(finished(line, is_long)));
        }
        began = true;
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        let room = LONGEST - line.len();
        is_long |= part.len() > room;
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(finished(line, is_long)));
        }
    }
}

fn finished(line: Vec<u8>, is_long: bool) -> RawLine {
    if is_long { RawLine::TooLong(line) } else { RawLine::Bytes(line) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(text: &[u8]) -> Vec<RawLine> {
        let mut input = BufReader::with_capacity(7, text);
        std::iter::from_fn(|| next_line(&mut input).expect("it is in memory")).collect()
    }

    #[test]
    fn too_long_line_is_skipped_to_its_end() {
        let text = [&b"1 status\n"[..], &vec![b'x'; 10_000], b"\n2 look"].concat();
        let long = RawLine::TooLong(vec![b'x'; LONGEST]);
        assert_eq!(lines(&text), [RawLine::Bytes(b"1 status".to_vec()), long, RawLine::Bytes(b"2 look".to_vec())]);
        let just = vec![b'x'; LONGEST];
        assert_eq!(lines(&just), [RawLine::Bytes(just.clone())]);
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [RawLine::Bytes(Vec::new())]);
    }
}
