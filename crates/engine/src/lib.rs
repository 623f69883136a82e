//! The simulation of Hullbreach, headless: what is on a deck, how it moves and what it does.
//!
//! A run begins with a [`Start`] (see [`begin`]) or a [`Snapshot`] (see [`restore`]); after that one [`Intent`] a tick
//! is the only way in, and [`Report`]s are the only way out. The same start and intents give the same world, bit for bit.
//!
//! Add [`EnginePlugin`] to an app that runs the fixed schedules, or drive a [`Headless`] tick by tick.

mod attention;
mod blast;
mod blow;
mod body;
mod bolt;
pub mod bot;
mod burning;
mod chance;
mod clutter;
mod counted_set;
mod crowd;
mod damage;
mod demo;
pub mod dice;
mod door;
mod element;
mod errand;
mod fall;
mod field;
mod fields;
mod filter;
mod grid;
mod harm;
mod headless;
mod heard;
mod id;
mod intent;
mod inventory;
mod keys;
mod kind;
mod lift;
mod lighting;
mod meter;
mod mind;
mod missile;
mod monster;
mod noise;
mod outline;
mod patrol;
mod pickup;
mod places;
mod player;
mod prop;
mod pushwall;
mod ray;
mod report;
mod rules;
mod run;
mod shot;
mod sight;
mod snapshot;
mod source;
mod tables;
mod think;
mod tick;
mod trigger;
mod waiting;
mod way;
mod weapon;

pub use blast::{Blast, Explosion};
pub use body::{Body, Heading, Position, Previous, Thrown, Velocity};
pub use bolt::Bolt;
pub use burning::{Burning, BurningRules};
pub use chance::Chance;
pub use counted_set::CountedSet;
pub use damage::Health;
pub use demo::{Demo, DemoError, Recorder, Replay};
pub use door::{Door, DoorState};
pub use element::{Element, ElementalDamage};
pub use fields::Fields;
pub use filter::Filter;
pub use grid::{Grid, Shape};
pub use harm::Harm;
pub use headless::Headless;
pub use id::Id;
pub use intent::{Intent, WeaponChoice};
pub use inventory::CHANGE_TICKS;
pub use keys::Keys;
pub use kind::{Attack, Burst, Fear, Kind, Pain, Senses, Sounds};
pub use lift::{LIFT_TICKS, LiftSwitch};
pub use lighting::Lighting;
pub use meter::{Meter, MeterPlugin};
pub use mind::MonsterState;
pub use missile::Missile;
pub use monster::{Monster, alarm};
pub use noise::{Ears, Noise};
pub use outline::{Circle, Edge, Outline, Stops, outline};
pub use pickup::{Pickup, PickupKind};
pub use player::{MAX_HEALTH, Player};
pub use prop::{Prop, PropKind};
pub use pushwall::{PushWall, PushWallRules, PushWallState};
pub use ray::{Hit, Ray, cast, clear};
pub use report::{Happening, Report, StateChange};
pub use rules::{NoiseRules, PlayerRules, Rules, Skill};
pub use run::{Deck, Loadout, Outcome, Run, Start, begin};
pub use snapshot::{Snapshot, SnapshotError, capture, restore};
pub use source::Table;
pub use tables::Tables;
pub use tick::{TICKS_PER_SECOND, Tick, ticks};
pub use trigger::Triggers;
pub use way::route;
pub use weapon::{Ammunition, Bullets, Load, Mode, Weapon, Weapons};

use bevy::prelude::*;

/// Everything that happens on a deck, in `FixedUpdate` at [`TICKS_PER_SECOND`].
///
/// Nothing happens before [`begin`] or [`restore`] has put a deck into the world.
pub struct EnginePlugin;

impl Plugin for EnginePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            tick::plugin,
            intent::plugin,
            report::plugin,
            grid::plugin,
            clutter::plugin,
            body::plugin,
            damage::plugin,
        ));
        app.add_plugins((
            player::plugin,
            places::plugin,
            attention::plugin,
            noise::plugin,
            fields::plugin,
            sight::plugin,
        ));
        app.add_plugins((think::plugin, fall::plugin, blow::plugin, bolt::plugin, blast::plugin, burning::plugin));
        app.add_plugins((inventory::plugin, shot::plugin, prop::plugin));
        app.add_plugins((door::plugin, pushwall::plugin, lift::plugin, pickup::plugin, run::plugin));
        app.add_plugins((trigger::plugin, lighting::plugin, waiting::plugin));
    }
}
