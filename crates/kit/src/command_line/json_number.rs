//! Numbers as a person writes them: whole ones without a fraction.

use serde::{Serialize, Serializer};

/// Up to here every whole number is exact.
const MAX_WHOLE: f64 = 9e15;

/// A number that JSON shows as `7` if it is whole, and as `7.5` if it is not. It must be finite.
pub(crate) struct JsonNumber(pub(crate) f64);

impl Serialize for JsonNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 && self.0.abs() <= MAX_WHOLE {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}
