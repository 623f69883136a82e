//! Loudness of a sound in each ear.

use serde::{Deserialize, Serialize};

/// Loudness of a sound in each ear, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ears {
    /// Loudness in the left ear.
    pub left: f32,
    /// Loudness in the right ear.
    pub right: f32,
    /// Clearness from 0 to 1: the coefficient of a one-pole low-pass filter, where 1 passes everything.
    pub clear: f32,
}

impl Ears {
    /// Returns the loudness in the louder ear, from 0 to 1.
    #[must_use]
    pub fn loudest(self) -> f32 {
        self.left.max(self.right)
    }

    /// Scales the loudness.
    #[must_use]
    pub fn times(self, times: f32) -> Ears {
        Ears { left: self.left * times, right: self.right * times, ..self }
    }

    /// Moves a share of the way to other ears. A jump would click.
    #[must_use]
    pub(crate) fn towards(self, wanted: Ears, share: f32) -> Ears {
        let between = |from: f32, to: f32| from + (to - from) * share;
        Ears {
            left: between(self.left, wanted.left),
            right: between(self.right, wanted.right),
            clear: between(self.clear, wanted.clear),
        }
    }
}
