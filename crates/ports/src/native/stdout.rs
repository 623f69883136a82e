//! Output of programs on stdout.

use std::io::{self, Write};

/// Prints text on stdout. A closed pipe is not an error, because its reader has seen enough.
///
/// # Errors
/// If stdout cannot be written, for example because the disk is full.
pub fn print_text(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}
