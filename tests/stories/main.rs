//! System tests. Each file tells the stories of one feature: a level drawn in text, some seconds of intents, and what
//! must then be true. They run the engine's own plugins, headless, thousands of ticks in a blink.

mod ambush;
mod architecture;
mod bolts;
mod bot;
mod bursts;
mod crowds;
mod demos;
mod doors;
mod flight;
mod infighting;
mod kinds;
mod levels;
mod lift;
mod locks;
mod memory;
mod parity;
mod patrols;
mod pickups;
mod pistol;
mod placing;
mod player;
mod pushwalls;
mod roaming;
mod rules_files;
mod senses;
mod setting;
mod shapes;
mod skills;
mod snapshots;
mod story;
mod swinging_doors;
mod trail;
mod triggers;
mod undead;
mod ways;
