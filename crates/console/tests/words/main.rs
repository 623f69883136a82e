//! The game in words, as those use it who have nothing but lines and replies.

mod bad_input;
mod campaign;
mod german;
mod harness;
mod many;
mod playing;
mod saving;
