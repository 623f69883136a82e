//! Recognition of files that are not demos or saves themselves, but what became of one when it was sent.

/// Base64 digits in their order.
const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Returns what a file is in which another one may be wrapped, and what to do with it: an archive, a web page or an empty
/// file.
pub fn wrapping(file: &[u8]) -> Option<&'static str> {
    let begins = |starts: &[&[u8]]| starts.iter().any(|start| file.starts_with(start));
    if file.is_empty() {
        Some("an empty file: copy it again from an intact copy")
    } else if begins(&[b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf\x27\x1c", b"Rar!", b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd"])
    {
        Some("an archive: unpack it and use the file that is in it")
    } else if begins(&[b"<!DOCTYPE", b"<!doctype", b"<html", b"<HTML"]) {
        Some("a web page: download the file itself")
    } else {
        None
    }
}

/// Returns what a file is that does not begin with these magic bytes, which contain a line break, if it was made from one
/// that does, or is another known file.
pub(crate) fn converted(file: &[u8], magic: &[u8; 8]) -> Option<&'static str> {
    let [a, b, c, d, e, f, ..] = *magic;
    let number = u64::from_be_bytes([0, 0, a, b, c, d, e, f]);
    let digits: [u8; 8] = std::array::from_fn(|digit| BASE64[(number >> (42 - 6 * digit) & 63) as usize]);
    if file.starts_with(&magic[..6]) {
        Some("a file that was sent as text, which changes it: send it as a file, for example in a zip")
    } else if file.starts_with(&digits) {
        Some("a file in Base64: decode it first")
    } else if file.starts_with(b"\x89PNG") {
        Some("an image, perhaps a save: the title loads saves, and `hullkit save` prints what is in one")
    } else {
        wrapping(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sent_files_are_recognised() {
        let magic = b"HBdemo\r\n";
        for (file, what) in [
            (&b"HBdemo\n\x0e\0\0\0"[..], "sent as text"),
            (b"HBdemo\r\r\n\x0e", "sent as text"),
            (b"SEJkZW1vDQoOAAAA", "Base64"),
            (b"\x1f\x8b\x08\0", "an archive"),
            (b"<!DOCTYPE html>", "a web page"),
            (b"", "an empty file"),
            (b"\x89PNG\r\n\x1a\n", "perhaps a save"),
        ] {
            let told = converted(file, magic).unwrap_or("nothing");
            assert!(told.contains(what), "{what}: {told}");
        }
        assert_eq!(converted(b"(version: 1)", magic), None);
    }
}
