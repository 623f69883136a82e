//! Incoming lines: another thread reads them, so that an exit signal ends the wait for the next one.

use crate::{
    exits::signals::{exit_signal, wake_on_exit_signal},
    talk::line_reader::{RawLine, next_line},
};
use std::{
    io::{self, BufRead},
    sync::mpsc::{Receiver, sync_channel},
    thread,
};

/// The maximum number of lines in the queue.
const WAITING: usize = 16;

/// The events that end the wait for the next line.
enum News {
    /// A line, or the end of the input.
    Line(io::Result<Option<RawLine>>),
    /// An exit signal.
    Signal,
}

/// The lines of an input.
pub(crate) struct Incoming(Receiver<News>);

impl Incoming {
    /// Starts to read an input.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub(crate) fn of(mut input: impl BufRead + Send + 'static) -> io::Result<Incoming> {
        let (news, incoming) = sync_channel(WAITING);
        let signals = news.clone();
        // If the queue is full, the main loop is not waiting and sees the signal before the next line.
        wake_on_exit_signal(move || drop(signals.try_send(News::Signal)));
        thread::Builder::new().name("input".to_owned()).spawn(move || {
            loop {
                let line = next_line(&mut input);
                let is_last = !matches!(line, Ok(Some(_)));
                if news.send(News::Line(line)).is_err() || is_last {
                    return;
                }
            }
        })?;
        Ok(Incoming(incoming))
    }

    /// Returns the next line, or `None` at the end of the input or after an exit signal.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub(crate) fn next(&mut self) -> io::Result<Option<RawLine>> {
        if exit_signal().is_some() {
            return Ok(None);
        }
        match self.0.recv() {
            Ok(News::Line(line)) => line,
            Ok(News::Signal) | Err(_) => Ok(None),
        }
    }
}
