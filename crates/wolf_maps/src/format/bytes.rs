//! Numbers in bytes. All of them are little-endian.

/// Error in a damaged compressed plane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Damage {
    /// Offset in the compressed data, in bytes.
    pub(crate) at: usize,
    /// Description of the damage.
    pub(crate) what: String,
}

/// Returns the byte at an offset.
pub(crate) fn byte(bytes: &[u8], at: usize) -> Option<u8> {
    bytes.get(at).copied()
}

/// Returns the 16-bit number at an offset.
pub(crate) fn word(bytes: &[u8], at: usize) -> Option<u16> {
    let end = at.checked_add(2)?;
    bytes.get(at..end).and_then(|two| two.try_into().ok()).map(u16::from_le_bytes)
}

/// Returns the 32-bit number at an offset.
pub(crate) fn long(bytes: &[u8], at: usize) -> Option<u32> {
    let end = at.checked_add(4)?;
    bytes.get(at..end).and_then(|four| four.try_into().ok()).map(u32::from_le_bytes)
}

/// Returns the 16-bit numbers in a piece of data. A last odd byte is ignored.
pub(crate) fn words(bytes: &[u8]) -> Vec<u16> {
    let (pairs, _) = bytes.as_chunks::<2>();
    pairs.iter().map(|pair| u16::from_le_bytes(*pair)).collect()
}

/// Returns 16-bit numbers as bytes.
pub(crate) fn from_words(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
