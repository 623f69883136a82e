//! Transitions: the ways in which one frame turns into the next.

use crate::{
    canvas::canvas::{Canvas, Colour},
    wipe::{blood, fizzle, melt},
};
use raycast::Frame;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

/// A transition from one frame to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
pub enum Transition {
    /// None: the next frame is shown at once.
    #[default]
    Off,
    /// The old frame fades to black, and the new one fades in.
    Fade,
    /// The old frame disappears dot by dot in a random order.
    Fizzle,
    /// The old frame slides down in columns.
    Melt,
    /// Blood drips down over the old frame, and then off the new one.
    Blood,
}

/// Working memory for the columns of a frame, so that transitions do not allocate for each frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    pub(crate) melting: Vec<usize>,
    pub(crate) bleeding: Vec<blood::Column>,
}

impl Transition {
    /// Returns its duration, in seconds.
    pub const fn seconds(self) -> f32 {
        match self {
            Transition::Off => 0.0,
            Transition::Fade => 0.6,
            Transition::Fizzle => 0.9,
            Transition::Melt => 1.1,
            Transition::Blood => 1.4,
        }
    }

    /// Shows the transition at `part` (0 to 1), from the old frame to the new one, which is in `frame`.
    ///
    /// If the old frame has a different size, only the new one is shown.
    pub(crate) fn show(self, old: &Frame, part: f32, frame: &mut Frame, columns: &mut Columns) {
        if (old.width(), old.height()) != (frame.width(), frame.height()) {
            return;
        }
        let part = part.clamp(0.0, 1.0);
        match self {
            Transition::Off => {}
            Transition::Fade => fade(old, part, frame),
            Transition::Fizzle => fizzle::show(old, part, frame),
            Transition::Melt => melt::show(old, part, frame, &mut columns.melting),
            Transition::Blood => blood::show(old, part, frame, &mut columns.bleeding),
        }
    }
}

fn fade(old: &Frame, part: f32, frame: &mut Frame) {
    if part < 0.5 {
        frame.pixels_mut().copy_from_slice(old.pixels());
    }
    Canvas::new(frame).tint(Colour::rgb(0, 0, 0).covering(1.0 - (2.0 * part - 1.0).abs()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        reference::compare,
        testing::{game, picture, put, wait},
    };
    use engine::Intent;

    const SIZES: [(usize, usize); 8] = [(1, 1), (1, 200), (200, 1), (2, 3), (7, 5), (64, 36), (321, 181), (500, 720)];
    const OLD: u32 = 0xff00_00ff;
    const NEW: u32 = 0xff00_ff00;

    /// Returns a frame of one colour.
    fn plain(width: usize, height: usize, colour: u32) -> Frame {
        let mut frame = Frame::new(width, height);
        frame.pixels_mut().fill(colour);
        frame
    }

    /// Returns what is shown on a frame of this size, for an old and a new frame of one colour each.
    fn shown(transition: Transition, (width, height): (usize, usize), part: f32) -> Frame {
        let mut frame = plain(width, height, NEW);
        transition.show(&plain(width, height, OLD), part, &mut frame, &mut Columns::default());
        frame
    }

    #[test]
    fn transitions_begin_with_the_old_frame_and_end_with_the_new() {
        for &transition in &Transition::VARIANTS[1..] {
            for size in SIZES {
                let is = |part: f32, colour: u32| {
                    shown(transition, size, part).pixels().iter().all(|&pixel| pixel == colour)
                };
                assert!(is(0.0, OLD) && is(-1.0, OLD), "{transition:?} at {size:?} must begin with the old frame");
                assert!(is(1.0, NEW) && is(9.0, NEW), "{transition:?} at {size:?} must end with the new frame");
            }
            let half = shown(transition, (64, 36), 0.5);
            assert!(half.pixels().iter().any(|&pixel| pixel != NEW), "{transition:?} must be visible");
        }
        assert_eq!(shown(Transition::Off, (9, 9), 0.0), plain(9, 9, NEW));
    }

    #[test]
    fn new_pixels_stay_new_except_in_the_fade() {
        for transition in [Transition::Fizzle, Transition::Melt, Transition::Blood] {
            for size in SIZES {
                let mut last = shown(transition, size, 0.0);
                for step in 1..=40 {
                    let next = shown(transition, size, step as f32 / 40.0);
                    let turns_back = |(&before, &now): (&u32, &u32)| before == NEW && now != NEW;
                    let comes_back = |(&before, &now): (&u32, &u32)| before != OLD && now == OLD;
                    let pairs = || last.pixels().iter().zip(next.pixels());
                    assert!(!pairs().any(turns_back) && !pairs().any(comes_back), "{transition:?} at {size:?}");
                    last = next;
                }
            }
        }
    }

    #[test]
    fn old_frame_of_another_size_is_not_shown() {
        for &transition in Transition::VARIANTS {
            let mut frame = plain(30, 20, NEW);
            transition.show(&plain(20, 30, OLD), 0.3, &mut frame, &mut Columns::default());
            assert_eq!(frame, plain(30, 20, NEW));
        }
    }

    #[test]
    fn transitions_allocate_only_once() {
        let mut columns = Columns::default();
        let old = plain(320, 180, OLD);
        let mut places = Vec::new();
        for part in [0.2, 0.7, 0.1] {
            for &transition in Transition::VARIANTS {
                transition.show(&old, part, &mut plain(320, 180, NEW), &mut columns);
            }
            places.push((columns.melting.as_ptr(), columns.bleeding.as_ptr()));
        }
        assert!(places.iter().all(|place| *place == places[0]));
    }

    /// Golden images of the transitions between two levels, reviewed by hand.
    #[test]
    fn transitions_look_like_the_golden_images() {
        let mut game =
            game(&["#########", "#@      #", "#    #  #", "#  z    #", "##+######", "#   h   #", "#########"]);
        put(&mut game, 1.5, 1.6, 0.5);
        wait(&mut game, 400, Intent::default());
        let old = picture(&mut game, 240, 136);
        put(&mut game, 6.5, 2.6, 2.8);
        let new = picture(&mut game, 240, 136);
        for (name, transition, part) in [
            ("fade.png", Transition::Fade, 0.3),
            ("fizzle.png", Transition::Fizzle, 0.5),
            ("melt.png", Transition::Melt, 0.5),
            ("blood_early.png", Transition::Blood, 0.3),
            ("blood.png", Transition::Blood, 0.5),
            ("blood_late.png", Transition::Blood, 0.72),
        ] {
            let mut frame = new.clone();
            transition.show(&old, part, &mut frame, &mut Columns::default());
            compare(name, &frame);
        }
    }
}
