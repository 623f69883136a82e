//! Files as bytes, of a bounded number: a device has no end, and nobody has so much memory.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

/// The bytes of a file, `most` at most.
///
/// # Errors
/// If it cannot be read, or has more.
pub(crate) fn read_file(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
    bounded(bytes, most)
}

fn bounded(bytes: Vec<u8>, most: usize) -> io::Result<Vec<u8>> {
    let too_large = || io::Error::new(io::ErrorKind::FileTooLarge, format!("there are more than {most} bytes"));
    if bytes.len() > most { Err(too_large()) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_whole_or_refused() {
        let path = std::env::temp_dir().join(format!("hullbreach-bytes-{}", std::process::id()));
        std::fs::write(&path, b"12345").unwrap();
        assert_eq!(read_file(&path, 5).unwrap(), b"12345");
        assert_eq!(read_file(&path, 4).unwrap_err().to_string(), "there are more than 4 bytes");
        std::fs::remove_file(&path).unwrap();
        assert!(read_file(&path, 5).is_err_and(|error| error.kind() == io::ErrorKind::NotFound));
    }

    #[cfg(unix)]
    #[test]
    fn a_device_without_an_end_is_refused() {
        assert!(read_file(Path::new("/dev/zero"), 1 << 20).is_err_and(|error| error.to_string().contains("1048576")));
    }
}
