//! Numbers with bounds, so that no file can ask for an hour of music or a hundred bars per second.

use serde::Deserialize;

/// A number from `LOW` to `HIGH`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "f64")]
pub(crate) struct Bounded<const LOW: i32, const HIGH: i32>(f64);

impl<const LOW: i32, const HIGH: i32> Bounded<LOW, HIGH> {
    pub(crate) fn get(self) -> f64 {
        self.0
    }
}

impl<const LOW: i32, const HIGH: i32> From<i32> for Bounded<LOW, HIGH> {
    fn from(number: i32) -> Self {
        Self(f64::from(number.clamp(LOW, HIGH)))
    }
}

impl<const LOW: i32, const HIGH: i32> TryFrom<f64> for Bounded<LOW, HIGH> {
    type Error = String;

    fn try_from(number: f64) -> Result<Self, String> {
        let fits = (f64::from(LOW)..=f64::from(HIGH)).contains(&number);
        if fits { Ok(Self(number)) } else { Err(format!("the number must be from {LOW} to {HIGH}, got {number}")) }
    }
}
