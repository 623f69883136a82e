//! Reading files up to a size limit, because a device file may be endless.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

/// Reads a file of at most `most` bytes.
///
/// # Errors
/// If it cannot be read or is larger.
pub(crate) fn read_file(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
    bounded(bytes, most)
}

fn bounded(bytes: Vec<u8>, most: usize) -> io::Result<Vec<u8>> {
    let too_large = || io::Error::new(io::ErrorKind::FileTooLarge, format!("the file has more than {most} bytes"));
    if bytes.len() > most { Err(too_large()) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_is_read_completely_or_rejected() {
        let path = std::env::temp_dir().join(format!("hullbreach-bytes-{}", std::process::id()));
        std::fs::write(&path, b"12345").unwrap();
        assert_eq!(read_file(&path, 5).unwrap(), b"12345");
        assert_eq!(read_file(&path, 4).unwrap_err().to_string(), "the file has more than 4 bytes");
        std::fs::remove_file(&path).unwrap();
        assert!(read_file(&path, 5).is_err_and(|error| error.kind() == io::ErrorKind::NotFound));
    }

    #[cfg(unix)]
    #[test]
    fn endless_device_is_rejected() {
        assert!(read_file(Path::new("/dev/zero"), 1 << 20).is_err_and(|error| error.to_string().contains("1048576")));
    }
}
