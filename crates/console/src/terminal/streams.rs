//! Input and output of the terminal, each on a thread of its own: a terminal that has gone, or that does not listen, must not keep the game
//! from noticing an exit signal.

use crate::terminal::taken::is_taken;
use crossterm::event::{self, Event};
use std::{
    io::{self, Write},
    sync::mpsc::{Receiver, SyncSender, TryRecvError, channel, sync_channel},
    thread,
};

/// Begins to read the events of the terminal. If it hangs up, the last of them may never come.
///
/// # Errors
/// If there can be no other thread.
pub(super) fn events() -> io::Result<Receiver<io::Result<Event>>> {
    let (sender, events) = channel();
    thread::Builder::new().name("keys".to_owned()).spawn(move || {
        loop {
            let event = event::read();
            let is_last = event.is_err();
            if sender.send(event).is_err() || is_last {
                return;
            }
        }
    })?;
    Ok(events)
}

/// What writes frames to the terminal, one at a time.
pub(super) struct Output {
    frames: SyncSender<Vec<u8>>,
    written: Receiver<io::Result<()>>,
    is_busy: bool,
}

impl Output {
    /// Starts it.
    ///
    /// # Errors
    /// If there can be no other thread.
    pub(super) fn start() -> io::Result<Output> {
        let (frames, to_write) = sync_channel::<Vec<u8>>(1);
        let (sender, written) = channel();
        thread::Builder::new().name("frames".to_owned()).spawn(move || {
            for frame in to_write {
                let mut terminal = io::stdout().lock();
                // Whoever gives the terminal back says so before writing the last sequences to it.
                let frame = if is_taken() { &frame[..] } else { &[] };
                let result = terminal.write_all(frame).and_then(|()| terminal.flush());
                drop(terminal);
                if sender.send(result).is_err() {
                    return;
                }
            }
        })?;
        Ok(Output { frames, written, is_busy: false })
    }

    /// Returns whether the last frame has been written.
    ///
    /// # Errors
    /// If it could not be written.
    pub(super) fn is_free(&mut self) -> io::Result<bool> {
        if self.is_busy {
            match self.written.try_recv() {
                Ok(written) => {
                    written?;
                    self.is_busy = false;
                }
                Err(TryRecvError::Empty) => return Ok(false),
                Err(TryRecvError::Disconnected) => return Err(io::ErrorKind::BrokenPipe.into()),
            }
        }
        Ok(true)
    }

    /// Lets a frame be written, if [`Output::is_free`].
    pub(super) fn write(&mut self, frame: Vec<u8>) {
        self.is_busy = self.frames.try_send(frame).is_ok();
    }
}
