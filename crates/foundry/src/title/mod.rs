//! The title screen with its logo, the ending screen, and the program's icon.
//!
//! Everything that is seen during the game is elsewhere.

pub(crate) mod ending;
pub(crate) mod icon;
pub(crate) mod last_pages;
pub(crate) mod logo;
pub(crate) mod ship;

use crate::{
    tools::job::Job,
    tools::picture::{Drawing, drawn},
};

/// The full-screen images, 640x360 and opaque.
const PICTURES: &[Drawing] = &[
    ("title", ship::title),
    ("ending", ending::ending),
    ("ending_absent", last_pages::absent),
    ("ending_hands", last_pages::all_hands),
    ("ending_chair", last_pages::chair),
    ("ending_relieved", last_pages::relieved),
];

/// Returns the jobs that make this module's files.
pub(crate) fn jobs() -> Vec<Job> {
    drawn("pictures", PICTURES).into_iter().chain(icon::jobs()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_images_fill_the_screen() {
        for (name, draw) in PICTURES {
            let canvas = draw();
            assert_eq!((canvas.width(), canvas.height()), (640, 360), "{name}");
            assert!(canvas.alphas().all(|alpha| alpha == 255), "{name} has holes");
        }
    }
}
