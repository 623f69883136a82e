//! Package of the system tests, which are in `scenarios/`.
