//! The system tests stand in `stories/`; this package holds nothing else.
