//! A number of a score that lies between two bounds, so that no file asks for an hour of music or a hundred bars a second.

use serde::Deserialize;

/// A number from `LOW` to `HIGH`.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "f64")]
pub(crate) struct Within<const LOW: i32, const HIGH: i32>(f64);

impl<const LOW: i32, const HIGH: i32> Within<LOW, HIGH> {
    pub(crate) fn get(self) -> f64 {
        self.0
    }
}

impl<const LOW: i32, const HIGH: i32> From<i32> for Within<LOW, HIGH> {
    fn from(number: i32) -> Self {
        Self(f64::from(number.clamp(LOW, HIGH)))
    }
}

impl<const LOW: i32, const HIGH: i32> TryFrom<f64> for Within<LOW, HIGH> {
    type Error = String;

    fn try_from(number: f64) -> Result<Self, String> {
        let fits = (f64::from(LOW)..=f64::from(HIGH)).contains(&number);
        if fits { Ok(Self(number)) } else { Err(format!("{number} is not from {LOW} to {HIGH}")) }
    }
}
