//! `hullkit serve`: reads requests and writes replies, each on one line.

use crate::{
    command_line::failure::{Failure, watch_exit_signals},
    serve::request,
    serve::session::Session,
};
use clap::Args;
use protocol::{error, parse};
use serde_json::Value;
use std::{
    io::{self, BufRead, BufReader, Write},
    path::Path,
};
use text_mode::exit_signal;

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
        answer_all(&mut Session::default(), BufReader::new(io::stdin()), io::stdout().lock())
            .map_err(|error| Failure::file(Path::new("stdout"), "written", error))
    }
}

/// Answers the requests of an input until it ends.
fn answer_all(session: &mut Session, input: impl BufRead, output: impl Write) -> io::Result<()> {
    protocol::serve(input, output, || exit_signal().is_none(), |line| Some(reply(session, line)))
}

/// Returns the reply to one line.
pub(crate) fn reply(session: &mut Session, line: &str) -> Value {
    let protocol::Request { id, fields } = match parse(line) {
        Ok(request) => request,
        Err(what) => return error(Value::Null, "arguments", &what),
    };
    match request::read(fields).map_err(Failure::arguments).and_then(|request| session.answer(request)) {
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
            error(id, kind, message.strip_prefix("error: ").unwrap_or(&message))
        }
    }
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
                let _ = answer_all(&mut Session::default(), input, stream);
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
