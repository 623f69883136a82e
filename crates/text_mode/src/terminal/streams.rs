//! Input and output of the terminal, each on its own thread, so that a terminal that is gone or does not read cannot
//! keep the game from noticing an exit signal.

use crate::terminal::{report::Report, taken::is_taken};
use std::{
    io::{self, Write},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, channel, sync_channel},
    thread,
    time::Duration,
};

/// The result of reading the terminal.
#[cfg(unix)]
type Read = Vec<u8>;
#[cfg(not(unix))]
type Read = Report;

/// The reports of the terminal, as they arrive.
pub(super) struct Reports {
    reads: Receiver<io::Result<Read>>,
    #[cfg(unix)]
    reader: crate::terminal::report_reader::ReportReader,
    /// The time since which an incomplete report has been pending.
    #[cfg(unix)]
    since: std::time::Instant,
}

/// The time between reads of a terminal that another program has made non-blocking.
#[cfg(unix)]
const AGAIN: Duration = Duration::from_millis(5);

impl Reports {
    /// Starts to read. If the terminal hangs up, the last reports may be lost.
    ///
    /// # Errors
    /// If the thread cannot be started.
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

    /// Waits for at most this time. Returns the new reports, or `None` if the terminal is gone.
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
        let is_over = self.reader.waits().is_some_and(|pause| self.since.elapsed() >= pause);
        if is_over { self.reader.pause() } else { Vec::new() }
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

/// Reads bytes from the terminal. Returns `None` if it is gone.
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

/// Reads an event from the terminal.
#[cfg(not(unix))]
fn read() -> io::Result<Option<Read>> {
    loop {
        if let Some(report) = Report::of_event(crossterm::event::read()?) {
            return Ok(Some(report));
        }
    }
}

/// A thread that writes frames to the terminal, one at a time.
pub(super) struct Output {
    frames: SyncSender<Vec<u8>>,
    written: Receiver<io::Result<()>>,
    is_busy: bool,
}

impl Output {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub(super) fn start() -> io::Result<Output> {
        let (frames, to_write) = sync_channel::<Vec<u8>>(1);
        let (sender, written) = channel();
        thread::Builder::new().name("frames".to_owned()).spawn(move || {
            for frame in to_write {
                let mut terminal = io::stdout().lock();
                // Before the terminal is restored, this flag is cleared, so that no frame follows the last sequences.
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

    /// Returns true if the last frame has been written.
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

    /// Starts to write a frame. Call this only if [`Output::is_free`].
    pub(super) fn write(&mut self, frame: Vec<u8>) {
        self.is_busy = self.frames.try_send(frame).is_ok();
    }
}
