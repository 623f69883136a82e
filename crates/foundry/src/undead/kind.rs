//! A kind of the undead: its name, how it is drawn, and the moments in which every kind is drawn.

use super::pose::Pose;
use crate::tools::canvas::Canvas;

/// The views of a moment: from the front, turned by eighths towards the picture's left, and at last from behind.
pub(crate) const VIEWS: u8 = 5;

/// The moments that are drawn from all sides.
const MOMENTS: [&str; 8] = ["stand", "walk1", "walk2", "walk3", "walk4", "strike1", "strike2", "hurt"];

/// The moments by which it is judged how well a kind is told apart: how it stands, winds up for a blow and is hurt.
pub(crate) const STANDS: &str = "stand";
pub(crate) const AIMS: &str = "strike1";
pub(crate) const HURTS: &str = "hurt";
/// The steps of its walk, one after the other.
pub(crate) const WALKS: [&str; 4] = ["walk1", "walk2", "walk3", "walk4"];

/// The moments of dying, which are drawn from one side only.
const FALLS: [&str; 4] = ["die1", "die2", "die3", "corpse"];

/// One kind of the undead.
pub(crate) struct Kind {
    /// What the names of its sprites begin with.
    pub(crate) name: &'static str,
    /// Draws it in a pose, turned by some eighths of a whole turn towards the picture's left.
    pub(crate) figure: fn(&Pose, u8) -> Canvas,
    /// How it is held in each of the [`MOMENTS`].
    pub(crate) poses: [Pose; MOMENTS.len()],
    /// Draws each of its [`FALLS`].
    pub(crate) falls: [fn() -> Canvas; FALLS.len()],
}

impl Kind {
    /// The sprites from one of the [`VIEWS`], counted from 0, each with the name of its moment.
    pub(crate) fn seen(&self, view: u8) -> impl Iterator<Item = (String, Canvas)> {
        let moments = MOMENTS.iter().zip(&self.poses);
        moments.map(move |(moment, pose)| (format!("{}_{moment}.{}", self.name, view + 1), (self.figure)(pose, view)))
    }

    /// The sprites of its death.
    pub(crate) fn dying(&self) -> impl Iterator<Item = (String, Canvas)> {
        FALLS.iter().zip(&self.falls).map(|(fall, draw)| (format!("{}_{fall}", self.name), draw()))
    }
}
