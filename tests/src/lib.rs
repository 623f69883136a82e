//! The system tests stand in `scenarios/`; this package holds nothing else.
