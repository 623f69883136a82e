//! Save files, and the folder in which they are kept.
//!
//! The format of a save, the picture that carries it, and the rules of the slots. Files are read and written through `ports`.

pub(crate) mod picture;
pub(crate) mod save;
pub(crate) mod shelf;
