//! The actual target of a write: links are followed, and targets that are not regular files are recognised.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

/// Maximum number of links to follow, as on Linux.
const MAX_LINKS: usize = 40;
/// How long to wait for a reader of a pipe, and for the reader to accept data.
const PATIENCE: Duration = Duration::from_millis(if cfg!(test) { 100 } else { 2000 });
/// Time between two attempts.
const PAUSE: Duration = Duration::from_millis(10);

/// Target of a write after all links have been followed.
pub(crate) enum Target {
    /// A regular file.
    File(PathBuf, Metadata),
    /// A file that does not exist yet.
    New(PathBuf),
    /// A pipe, a character device, or an open file of a process, which is written through.
    Stream(PathBuf),
}

impl Target {
    /// Follows all links of a path.
    ///
    /// # Errors
    /// If a link cannot be read, the links form a loop, or the target cannot be written like a file.
    pub(crate) fn of(path: &Path) -> io::Result<Target> {
        let mut path = path.to_owned();
        for _ in 0..=MAX_LINKS {
            let data = match fs::symlink_metadata(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Target::New(path)),
                data => data?,
            };
            if !data.is_symlink() {
                return Target::of_kind(path, data);
            }
            // `/dev/stdout` refers to an open file of the process, which may not have a name at all.
            if is_of_process(&path) {
                let open = Target::of_kind(path.clone(), fs::metadata(&path)?)?;
                return Ok(if matches!(open, Target::File(..)) { Target::Stream(path) } else { open });
            }
            path = folder_of(&path).join(fs::read_link(&path)?);
        }
        Err(io::Error::new(io::ErrorKind::InvalidInput, "its links form a loop"))
    }

    #[cfg(unix)]
    fn of_kind(path: PathBuf, data: Metadata) -> io::Result<Target> {
        use std::os::unix::fs::FileTypeExt;
        let kind = data.file_type();
        if kind.is_fifo() || kind.is_char_device() {
            return Ok(Target::Stream(path));
        }
        let refused = |what| Err(io::Error::new(io::ErrorKind::InvalidInput, what));
        if kind.is_socket() {
            return refused("it is a socket, not a file");
        }
        if kind.is_block_device() {
            return refused("it is a block device, not a file");
        }
        Target::of_plain(path, data)
    }

    #[cfg(not(unix))]
    fn of_kind(path: PathBuf, data: Metadata) -> io::Result<Target> {
        Target::of_plain(path, data)
    }

    fn of_plain(path: PathBuf, data: Metadata) -> io::Result<Target> {
        if data.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        }
        Ok(Target::File(path, data))
    }
}

/// Returns true for the links through which the system exposes the open files of processes.
fn is_of_process(link: &Path) -> bool {
    fs::canonicalize(folder_of(link)).is_ok_and(|folder| folder.starts_with("/proc") || folder.starts_with("/dev/fd"))
}

/// Returns the folder of a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Creates a folder and its parents. If the folder is a dangling link, its target is created.
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let folder = match Target::of(folder) {
        Ok(Target::New(folder)) => folder,
        _ => folder.to_owned(),
    };
    fs::create_dir_all(&folder).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            io::Error::new(io::ErrorKind::NotADirectory, format!("{} is not a folder", folder.display()))
        }
        _ => error,
    })
}

/// Writes to a pipe or a device, with a timeout for the reader.
pub(crate) fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let began = Instant::now();
    let stream = loop {
        match open_stream(path) {
            Err(error) if has_no_reader(&error) && began.elapsed() < PATIENCE => thread::sleep(PAUSE),
            Err(error) if has_no_reader(&error) => {
                return Err(io::Error::new(io::ErrorKind::NotConnected, "it is a pipe without a reader"));
            }
            stream => break stream?,
        }
    };
    pour(stream, bytes)
}

fn pour(mut stream: File, mut bytes: &[u8]) -> io::Result<()> {
    let mut last = Instant::now();
    while !bytes.is_empty() {
        match stream.write(bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(taken) => (bytes, last) = (&bytes[taken..], Instant::now()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock && last.elapsed() < PATIENCE => {
                thread::sleep(PAUSE);
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "the reader does not accept data"));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Opens a stream without blocking, in append mode, so that earlier output of other processes is kept.
#[cfg(unix)]
fn open_stream(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    OpenOptions::new().append(true).custom_flags(libc::O_NONBLOCK).open(path)
}

#[cfg(not(unix))]
fn open_stream(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).open(path)
}

#[cfg(unix)]
fn has_no_reader(error: &io::Error) -> bool {
    error.raw_os_error() == Some(libc::ENXIO)
}

#[cfg(not(unix))]
fn has_no_reader(_: &io::Error) -> bool {
    false
}
