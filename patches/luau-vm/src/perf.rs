/// Hullbreach: scripts and their VM have no clock. Only statistics of the garbage collector use the result.
pub fn clock() -> f64 {
    0.0
}
