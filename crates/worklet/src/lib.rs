#![doc = include_str!("../README.md")]

mod instance;

#[expect(unsafe_code, reason = "the exports of the module need names")]
pub mod exports;
