//! Files as bytes, of a bounded number: a device has no end, and nobody has so much memory.

use crate::files::wrong_file::WrongFile;
use bevy::asset::io::Reader;
use bevy::asset::{Asset, AssetLoader, LoadContext};
use bevy::reflect::TypePath;
use bevy::tasks::futures_lite::AsyncReadExt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most bytes that a file of the assets has.
const MAX_ASSET_BYTES: usize = 64 << 20;

/// The bytes of a file, `most` at most.
///
/// # Errors
/// If it cannot be read, or has more.
pub(crate) fn read_file(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
    bounded(bytes, most)
}

/// The bytes of a file of the assets.
///
/// # Errors
/// If it cannot be read, or has more than any of them should have.
pub(crate) async fn read_asset(reader: &mut dyn Reader) -> Result<Vec<u8>, WrongFile> {
    let mut bytes = Vec::new();
    reader.take(MAX_ASSET_BYTES as u64 + 1).read_to_end(&mut bytes).await.map_err(WrongFile::new)?;
    bounded(bytes, MAX_ASSET_BYTES).map_err(WrongFile::new)
}

fn bounded(bytes: Vec<u8>, most: usize) -> io::Result<Vec<u8>> {
    let too_large = || io::Error::new(io::ErrorKind::FileTooLarge, format!("there are more than {most} bytes"));
    if bytes.len() > most { Err(too_large()) } else { Ok(bytes) }
}

/// The bytes of a file.
#[derive(Asset, TypePath)]
pub(crate) struct FileBytes(pub(crate) Vec<u8>);

/// Loads [`FileBytes`]; what is in them is read when all files are there.
#[derive(Default, TypePath)]
pub(crate) struct FileBytesLoader;

impl AssetLoader for FileBytesLoader {
    type Asset = FileBytes;
    type Settings = ();
    type Error = WrongFile;

    async fn load(&self, reader: &mut dyn Reader, _: &(), _: &mut LoadContext<'_>) -> Result<FileBytes, WrongFile> {
        read_asset(reader).await.map(FileBytes)
    }

    fn extensions(&self) -> &[&str] {
        &["png", "ttf"]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::asset::io::VecReader;
    use bevy::tasks::block_on;

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

    #[test]
    fn an_asset_is_read_whole_or_refused() {
        let read = |length| block_on(read_asset(&mut VecReader::new(vec![7; length])));
        assert_eq!(read(1000), Ok(vec![7; 1000]));
        assert!(read(MAX_ASSET_BYTES + 1).is_err_and(|what| what.to_string().contains("more than 67108864 bytes")));
    }
}
