//! How the release program is linked: small.
//!
//! Bevy makes tens of thousands of functions that only differ in their names, and a table of a third of a million addresses to be put
//! right at each start. Rust's own linker for 64-bit Linux, LLD, keeps each function once and packs that table.

use std::env;
use std::process::Command;

/// The first version of the C library that reads a packed table.
const PACKED_SINCE: (u32, u32) = (2, 36);

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|is| is == value);
    let has_lld = is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ARCH", "x86_64")
        && is("CARGO_CFG_TARGET_ENV", "gnu");
    if !has_lld || !is("PROFILE", "release") {
        return;
    }
    println!("cargo::rustc-link-arg-bins=-Wl,--icf=all");
    if c_library().is_some_and(|version| version >= PACKED_SINCE) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// The version of this machine's C library: `./play` builds for the machine that it runs on.
fn c_library() -> Option<(u32, u32)> {
    let told = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?;
    let told = String::from_utf8(told.stdout).ok()?;
    let (major, minor) = told.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
