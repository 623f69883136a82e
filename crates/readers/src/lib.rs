//! Table of everything that reads files and lines from strangers, each as a function from any bytes to nothing.
//!
//! A reader must refuse bad input with one clear sentence. It must not panic, use much memory or take long. Three things
//! play this table: the fuzz targets in `fuzz/`, the inputs that were found to break a reader (`fuzz/found/`), and tests
//! that damage the files of the game.

// Modules are listed in layer order: each uses only those before it.
mod oracle;

mod seeds;

mod maps;

mod rules;

mod runs;

mod lines;

mod assets;

mod player;

mod reader;

pub use reader::{READERS, Reader, named};
