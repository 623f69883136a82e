//! The title picture and the word on it.
//!
//! Here lives what is seen before the game begins, and nothing else.

mod logo;
mod ship;

use crate::tools::picture::{Drawing, drawn};
use crate::tools::store::Made;
use png::EncodingError;

/// The full-screen pictures, 640x360 and opaque.
const PICTURES: &[Drawing] = &[("title", ship::title)];

/// The files of this room.
pub(crate) fn made() -> Result<Vec<Made>, EncodingError> {
    drawn("pictures", PICTURES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_fill_the_screen() {
        for (name, draw) in PICTURES {
            let canvas = draw();
            assert_eq!((canvas.width(), canvas.height()), (640, 360), "{name}");
            assert!(canvas.alphas().all(|alpha| alpha == 255), "{name} has holes");
        }
    }
}
