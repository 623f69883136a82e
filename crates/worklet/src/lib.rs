#![doc = include_str!("../README.md")]

pub(crate) mod instance;

#[expect(unsafe_code, reason = "the exports of the module need names")]
pub mod exports;
