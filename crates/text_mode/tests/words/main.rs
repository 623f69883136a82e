//! The text mode, as users with nothing but lines and replies experience it.

mod bad_input;
mod campaign;
mod german;
mod harness;
mod many;
mod playing;
mod saving;
