//! Numbers in bytes. All of them are little-endian.

/// Error in a damaged compressed plane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Damage {
    /// Offset in the compressed data, in bytes.
    pub(crate) at: usize,
    /// Description of the damage.
    pub(crate) what: String,
}

/// Expanded data, and what each of its words was read from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Expanded {
    pub(crate) words: Vec<u16>,
    /// Offset of each word's source in the compressed data, in bytes.
    pub(crate) from: Vec<u32>,
}

impl Expanded {
    /// Adds words that were read from an offset in the compressed data.
    pub(crate) fn push(&mut self, words: impl IntoIterator<Item = u16>, at: usize) {
        self.words.extend(words);
        // Files are far smaller than 4 GiB.
        self.from.resize(self.words.len(), at as u32);
    }
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
