//! System tests. Each file tells the stories of one feature: a level drawn in text, some seconds of intents, and what
//! must then be true. They run the engine's own plugins, headless, thousands of ticks in a blink.

mod architecture;
mod bot;
mod crowds;
mod demos;
mod doors;
mod levels;
mod lift;
mod memory;
mod pickups;
mod pistol;
mod placing;
mod player;
mod pushwalls;
mod senses;
mod shapes;
mod snapshots;
mod story;
mod swinging_doors;
mod undead;
