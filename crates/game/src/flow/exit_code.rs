//! Exit codes of the program. Except for [`NO_DISPLAY`], they are those of `hullkit`.

/// No window can be opened.
pub(crate) const NO_DISPLAY: u8 = 1;
/// A file has invalid content.
pub(crate) const BAD_DATA: u8 = 3;
/// A demo diverges from its recording.
pub(crate) const OUT_OF_STEP: u8 = 4;
/// A file cannot be read, or stdout cannot be written.
pub(crate) const UNREADABLE: u8 = 5;
