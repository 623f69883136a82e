//! `hullkit serve`: reads requests and writes replies, each on one line.

use crate::{
    command_line::failure::{Failure, watch_exit_signals},
    serve::request,
    serve::session::Session,
};
use clap::Args;
use serde_json::{Value, json};
use std::{
    io::{self, BufRead, BufReader, Read, Write},
    path::Path,
};
use text_mode::exit_signal;

/// The maximum length of a request, in bytes.
const MAX_LINE: u64 = 1 << 20;

/// Lets other programs play and inspect runs: reads one request per line as JSON from stdin, and writes one reply per
/// line to stdout. docs/serve.md describes the requests.
#[derive(Args)]
pub(crate) struct Serve {
    /// Use this Unix socket instead of stdin and stdout: one client at a time. The socket must not exist yet.
    #[cfg(unix)]
    #[arg(long, value_name = "PATH")]
    socket: Option<std::path::PathBuf>,
}

impl Serve {
    /// Serves until the input ends or a signal arrives.
    pub(crate) fn run(self) -> Result<(), Failure> {
        watch_exit_signals()?;
        #[cfg(unix)]
        if let Some(path) = &self.socket {
            return serve_socket(path);
        }
        serve(&mut Session::default(), BufReader::new(io::stdin()), io::stdout().lock())
            .map_err(|error| Failure::file(Path::new("stdout"), "written", error))
    }
}

/// Answers the requests of an input until it ends. A reader that has gone away is not an error.
fn serve(session: &mut Session, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    while exit_signal().is_none() {
        line.clear();
        let length = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
        if length == 0 {
            break;
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let reply = match length as u64 == MAX_LINE && !line.ends_with(b"\n") {
            true => {
                skip_line(&mut input)?;
                error(Value::Null, "arguments", format!("a request has at most {MAX_LINE} bytes"))
            }
            false => reply(session, &String::from_utf8_lossy(&line)),
        };
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

/// Returns the reply to one line.
pub(crate) fn reply(session: &mut Session, line: &str) -> Value {
    let (id, request) = match request::read(line) {
        Ok(read) => read,
        Err((id, what)) => return error(id, "arguments", what),
    };
    match session.answer(request) {
        Ok(mut reply) => {
            if !id.is_null() {
                reply["id"] = id;
            }
            reply
        }
        Err(Failure { code, message }) => {
            let kind = match code {
                2 => "arguments",
                5 => "file",
                _ => "data",
            };
            error(id, kind, message.strip_prefix("error: ").unwrap_or(&message).to_owned())
        }
    }
}

fn error(id: Value, kind: &str, message: String) -> Value {
    json!({"id": id, "error": {"kind": kind, "message": message}})
}

/// Serves one client after the other on a Unix socket, which is removed at the end.
#[cfg(unix)]
fn serve_socket(path: &Path) -> Result<(), Failure> {
    use std::os::unix::net::UnixListener;
    let unusable = |error| Failure::file(path, "written", error);
    let listener = UnixListener::bind(path).map_err(unusable)?;
    listener.set_nonblocking(true).map_err(unusable)?;
    let _removed = Removed(path);
    while exit_signal().is_none() {
        match listener.accept() {
            Ok((stream, _)) => {
                stream.set_nonblocking(false).map_err(unusable)?;
                let input = BufReader::new(stream.try_clone().map_err(unusable)?);
                // A client that breaks off does not end the server.
                let _ = serve(&mut Session::default(), input, stream);
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                std::thread::sleep(std::time::Duration::from_millis(50));
            }
            Err(error) => return Err(unusable(error)),
        }
    }
    Ok(())
}

/// Removes the socket when it is dropped.
#[cfg(unix)]
struct Removed<'a>(&'a Path);

#[cfg(unix)]
impl Drop for Removed<'_> {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(self.0);
    }
}
