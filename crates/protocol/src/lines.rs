//! Lines: requests are read from an input, and each reply is written as one line.

use serde_json::{Map, Value, json};
use std::io::{self, BufRead, Read, Write};

/// The maximum length of a request, in bytes.
pub const MAX_LINE: u64 = 1 << 20;

/// A request: its fields without the id, and the id that the reply repeats.
pub struct Request {
    /// The id, or null.
    pub id: Value,
    /// All other fields.
    pub fields: Map<String, Value>,
}

/// Answers the requests of an input until it ends or `goes_on` returns false. Empty lines are skipped, and a reader that
/// has gone away is not an error. Without an answer, the connection ends.
///
/// # Errors
/// If the input cannot be read, or the output cannot be written.
pub fn serve(
    mut input: impl BufRead,
    mut output: impl Write,
    goes_on: impl Fn() -> bool,
    mut answer: impl FnMut(&str) -> Option<Value>,
) -> io::Result<()> {
    let mut line = Vec::new();
    while goes_on() {
        line.clear();
        let length = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
        if length == 0 {
            break;
        }
        let is_too_long = length as u64 == MAX_LINE && !line.ends_with(b"\n");
        if line.trim_ascii().is_empty() && !is_too_long {
            continue;
        }
        let reply = if is_too_long {
            skip_line(&mut input)?;
            Some(error(Value::Null, "arguments", &format!("a request has at most {MAX_LINE} bytes")))
        } else {
            answer(&String::from_utf8_lossy(&line))
        };
        let Some(reply) = reply else { break };
        match writeln!(output, "{reply}").and_then(|()| output.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            written => written?,
        }
    }
    Ok(())
}

/// Reads the rest of a line, without keeping it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let (used, is_over) = (end.map_or(buffer.len(), |end| end + 1), end.is_some() || buffer.is_empty());
        input.consume(used);
        if is_over {
            return Ok(());
        }
    }
}

/// Splits a line into the fields of a request and its id.
///
/// # Errors
/// A sentence about the line.
pub fn parse(line: &str) -> Result<Request, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| format!("the line is not JSON: {error}"))?;
    let Value::Object(mut fields) = value else {
        return Err("a request must be a JSON object such as {\"do\":\"runs\"}".to_owned());
    };
    Ok(Request { id: fields.remove("id").unwrap_or_default(), fields })
}

/// Returns the reply to a request that cannot be carried out.
pub fn error(id: Value, kind: &str, message: &str) -> Value {
    json!({"id": id, "error": {"kind": kind, "message": message}})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_gets_a_reply_and_none_ends_the_connection() {
        let long = format!("{}\n", "x".repeat(MAX_LINE as usize + 5));
        let input = format!("one\n\n{long}two\nend\nthree\n");
        let (mut asked, mut output) = (Vec::new(), Vec::new());
        let answer = |line: &str| {
            asked.push(line.trim().to_owned());
            (line.trim() != "end").then(|| json!(line.trim()))
        };
        serve(input.as_bytes(), &mut output, || true, answer).unwrap();
        assert_eq!(asked, ["one", "two", "end"]);
        let output = String::from_utf8(output).unwrap();
        let lines: Vec<&str> = output.lines().collect();
        assert!(
            matches!(lines[..], ["\"one\"", too_long, "\"two\""] if too_long.contains("1048576 bytes")),
            "{lines:?}"
        );
    }

    #[test]
    fn id_is_split_off_and_other_values_are_refused() {
        let request = parse(r#"{"do":"runs","id":7}"#).unwrap();
        assert_eq!((request.id, request.fields.len()), (json!(7), 1));
        assert!(parse("[1]").is_err_and(|what| what.contains("must be a JSON object")));
        assert!(parse("GET / HTTP/1.1").is_err_and(|what| what.contains("is not JSON")));
    }
}
