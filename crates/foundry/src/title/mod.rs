//! The title picture, the word on it, the picture of the ending, and the program's icon.
//!
//! Here lives what is seen before the game begins and after its end, and nothing else.

pub(crate) mod ending;
pub(crate) mod icon;
pub(crate) mod logo;
pub(crate) mod ship;

use crate::{
    tools::job::Job,
    tools::picture::{Drawing, drawn},
};

/// The full-screen pictures, 640x360 and opaque.
const PICTURES: &[Drawing] = &[("title", ship::title), ("ending", ending::ending)];

/// What makes the files of this room.
pub(crate) fn jobs() -> Vec<Job> {
    drawn("pictures", PICTURES).into_iter().chain(icon::jobs()).collect()
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
