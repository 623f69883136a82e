//! Contains no code. Its `Cargo.toml` switches on, for every program of the workspace, the features of shared libraries that any of them
//! needs. So the game, the headless programs and the tests are built on one build of each library, and cargo never compiles Bevy twice.
//!
//! `tests/scenarios/one_build.rs` compares what cargo selects and names a feature that is missing here.
