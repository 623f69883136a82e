//! Numbers in JSON, with whole numbers written without a fraction.

use serde::{Serialize, Serializer};

/// Up to this value every whole number is exact in a 64-bit float.
const MAX_WHOLE: f64 = 9e15;

/// A number that is written as `7` if it is whole, and otherwise as `7.5`. It must be finite.
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
