//! Input and output of the terminal, each on a thread of its own: a terminal that has gone, or that does not listen, must not keep the game
//! from noticing an exit signal.

use crate::terminal::{report::Report, taken::is_taken};
use std::{
    io::{self, Write},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, channel, sync_channel},
    thread,
    time::Duration,
};

/// What a read of the terminal gives.
#[cfg(unix)]
type Read = Vec<u8>;
#[cfg(not(unix))]
type Read = Report;

/// The reports of the terminal, as they come.
pub(super) struct Reports {
    reads: Receiver<io::Result<Read>>,
    #[cfg(unix)]
    reader: crate::terminal::report_reader::ReportReader,
    /// Since when bytes wait that are no report yet.
    #[cfg(unix)]
    since: std::time::Instant,
}

/// An escape that nothing follows for so long is the key.
#[cfg(unix)]
const ESCAPE: Duration = Duration::from_millis(25);
/// How long to wait for a terminal that somebody has told not to wait for bytes.
#[cfg(unix)]
const AGAIN: Duration = Duration::from_millis(5);

impl Reports {
    /// Begins to read. If the terminal hangs up, the last reports may never come.
    ///
    /// # Errors
    /// If there can be no other thread.
    pub(super) fn start() -> io::Result<Reports> {
        let (sender, reads) = channel();
        thread::Builder::new().name("keys".to_owned()).spawn(move || {
            loop {
                let read = read();
                let is_last = !matches!(read, Ok(Some(_)));
                let read = read.transpose();
                if read.is_some_and(|read| sender.send(read).is_err()) || is_last {
                    return;
                }
            }
        })?;
        Ok(Reports {
            reads,
            #[cfg(unix)]
            reader: Default::default(),
            #[cfg(unix)]
            since: std::time::Instant::now(),
        })
    }

    /// Waits at most so long; what was reported, or nothing more if the terminal has gone.
    ///
    /// # Errors
    /// If the terminal cannot be read.
    pub(super) fn next(&mut self, wait: Duration) -> io::Result<Option<Vec<Report>>> {
        match self.reads.recv_timeout(wait) {
            Ok(read) => Ok(Some(self.taken_in(read?))),
            Err(RecvTimeoutError::Timeout) => Ok(Some(self.after_pause())),
            Err(RecvTimeoutError::Disconnected) => Ok(None),
        }
    }

    #[cfg(unix)]
    fn taken_in(&mut self, read: Read) -> Vec<Report> {
        self.since = std::time::Instant::now();
        self.reader.read(&read)
    }

    #[cfg(unix)]
    fn after_pause(&mut self) -> Vec<Report> {
        if self.reader.waits() && self.since.elapsed() >= ESCAPE { self.reader.pause() } else { Vec::new() }
    }

    #[cfg(not(unix))]
    fn taken_in(&mut self, read: Read) -> Vec<Report> {
        vec![read]
    }

    #[cfg(not(unix))]
    fn after_pause(&mut self) -> Vec<Report> {
        Vec::new()
    }
}

/// Reads bytes of the terminal; none if it has gone.
#[cfg(unix)]
fn read() -> io::Result<Option<Read>> {
    use std::io::Read as _;
    let mut bytes = [0; 4096];
    loop {
        match io::stdin().lock().read(&mut bytes) {
            Ok(count) => return Ok(Some(bytes[..count].to_vec()).filter(|bytes| !bytes.is_empty())),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => thread::sleep(AGAIN),
            Err(error) => return Err(error),
        }
    }
}

/// Reads an event of the terminal.
#[cfg(not(unix))]
fn read() -> io::Result<Option<Read>> {
    loop {
        if let Some(report) = Report::of_event(crossterm::event::read()?) {
            return Ok(Some(report));
        }
    }
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
