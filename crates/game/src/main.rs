//! Hullbreach, the game in its window: displays and plays what the engine simulates and the renderer draws.
//!
//! Each file implements one feature with its own plugin. None of them adds a system to the fixed schedules, which
//! belong to the engine. Only the [`Intent`](engine::Intent) reaches the simulation.

// Modules in layers: each uses only those above it.
mod flow;

mod window;

mod arguments;

mod input;

mod ui;

mod files;

mod campaign;

mod sound;

mod dev;

mod pages;

mod leaving;

mod app;

#[cfg(not(target_family = "wasm"))]
mod without_window;

#[cfg(not(target_family = "wasm"))]
mod self_check;

#[cfg(not(target_family = "wasm"))]
mod native;

#[cfg(target_family = "wasm")]
mod browser;

#[cfg(target_family = "wasm")]
mod self_test;

#[cfg(test)]
mod testing;

#[cfg(test)]
mod fault_world_tests;
#[cfg(test)]
mod frame_rate_tests;
#[cfg(test)]
mod whole_game;

#[cfg(not(target_family = "wasm"))]
fn main() -> bevy::app::AppExit {
    native::main()
}

/// Does nothing: the page calls [`browser::start`] once it has loaded the files.
#[cfg(target_family = "wasm")]
fn main() {}
