//! The headless simulation of Hullbreach: everything on a deck, how it moves and what it does.
//!
//! A run starts from a [`Start`] (see [`begin`]) or a [`Snapshot`] (see [`restore`]). From then on, one [`Intent`] per
//! tick is the only input, and [`EventRecord`]s are the only output. The same start and the same intents always produce
//! the same world, bit for bit.
//!
//! Add [`EnginePlugin`] to an app that runs the fixed schedules, or advance a [`Headless`] simulation tick by tick.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

// The modules in layer order: each one uses only those above it.
mod tick;

mod rules;

mod state;

mod events;

mod deck;

mod bodies;

mod air;

mod player;

mod weapons;

mod things;

mod monsters;

mod machines;

mod scripts;

mod combat;

mod dev_acts;

#[cfg(feature = "dev")]
mod debugging;

mod plugin;

mod session;

pub use air::air::Air;
pub use air::hull::Hull;
pub use air::sections::{Passage, SectionView};
pub use bodies::body::{Body, Heading, Knockback, Position, PreviousPosition, Velocity};
pub use bodies::gravity::Gravity;
pub use bodies::height::Height;
pub use bodies::keys::Keys;
pub use bodies::walk::Walk;
pub use bodies::wound::{Burning, Health};
pub use combat::suit::Suit;
pub use deck::cell_geometry::{CellGeometry, Circle, Edge, Stops, outline};
pub use deck::grid::Grid;
pub use deck::nav_grid::{NavGrid, Way};
pub use deck::noise::Ears;
pub use deck::paths::{ground_for, route, stand};
pub use deck::ray::{Hit, Ray, cast, clear};
pub use deck::shape::Shape;
pub use deck::visibility::{VisibleCells, visible_cells};
pub use events::counts::Counts;
pub use events::damage_source::DamageSource;
pub use events::effects::{Bus, Caption, CaptionKind, Effects, Mark, Rumble, Sound, SoundName, Sting};
pub use events::event_log::EventRecord;
pub use events::game_event::{Foot, Gait, GameEvent};
pub use events::noises::Noise;
pub use level::CountedSet;
pub use machines::conduit::ConduitLock;
pub use machines::door::{Door, DoorState};
pub use machines::interact::{HAND_REACH, is_usable_ahead};
pub use machines::lift::{LIFT_TICKS, LiftSwitch};
pub use machines::lighting::Lighting;
pub use machines::pushwall::{PushWall, PushWallState};
pub use machines::table::TableBoard;
pub use machines::terminal::{AtTerminal, Terminal, TerminalBoard, hint_price};
pub use machines::trigger::Triggers;
pub use monsters::fields::Fields;
pub use monsters::monster::{Monster, alarm};
pub use monsters::scripted::Scripted;
pub use monsters::state_machine::{MonsterState, StateChange};
pub use player::explored::Explored;
pub use player::inventory::CHANGE_TICKS;
pub use player::player::{OXYGEN_TICKS, Player};
pub use plugin::EnginePlugin;
pub use rules::attack::Attack;
pub use rules::burning_rules::BurningRules;
pub use rules::damage_dice::DamageDice;
pub use rules::dice;
pub use rules::element::{Element, ElementalDamage};
pub use rules::explosion_kind::ExplosionKind;
pub use rules::filter::Filter;
pub use rules::ids::{KindId, PickupId, PropId, WeaponId};
pub use rules::monster_kind::{Fear, MonsterKind, Pain, Senses, Sounds};
pub use rules::path_rules::PathRules;
pub use rules::pickup_kind::{MAX_HEALTH, PickupKind};
pub use rules::projectile_kind::{Glow, Landing, ProjectileKind};
pub use rules::prop_kind::PropKind;
pub use rules::push_wall_rules::PushWallRules;
pub use rules::rules::{NoiseRules, PlayerRules, Rules, SkillRules};
pub use rules::source::Table;
pub use rules::tables::Tables;
pub use rules::weapon::{Ammunition, Bullets, Load, Mode, Weapon, Weapons};
pub use sandbox::{MAX_MEMORY, MAX_SCRIPT, Script, ScriptError};
pub use scripts::mod_budget::{MAX_MOD_MEMORY, MAX_MOD_STEPS};
pub use scripts::script_output::{Excess, Utterance, Words};
pub use scripts::scripts::Scripts;
pub use session::begin::{Start, begin};
pub use session::bot;
pub use session::bot::lead::Lead;
pub use session::container::{ContainerError, Format, Head, NeededMod, few};
pub use session::demo::{Demo, DemoError};
pub use session::foreign::wrapping;
pub use session::headless::Headless;
pub use session::loadout::Loadout;
pub use session::profiler::{ProfilerPlugin, TickTiming};
pub use session::recorder::Recorder;
pub use session::reload::replace_script;
pub use session::replay::Replay;
pub use session::revisit::come_back;
pub use session::rewind_buffer::{EarlierRun, RewindBuffer, RunUnderWay};
pub use session::snapshot::{Snapshot, SnapshotError, capture, restore};
pub use session::spawns::{beginnings, called};
pub use session::step_times::{MeasuredTick, StepName, StepTimes, measure_steps, step_names};
pub use session::tape::{StopAfter, Tape, TapePlugin};
pub use state::dev_state::DevState;
pub use things::pickup::{Pickup, collect_rest};
pub use things::prop::{Prop, break_all_props};
pub use tick::dev_act::{DevAct, Gift, Quarry, SpawnKind};
pub use tick::game_rng::GameRng;
pub use tick::id::Id;
pub use tick::intent::{BoardAct, Intent, IntentError, WeaponChoice};
pub use tick::run::{Deck, Outcome, Run, RunBegan};
pub use tick::tick::{TICKS_PER_SECOND, Tick, ticks};
pub use weapons::explosion::Explosion;
pub use weapons::projectile::Projectile;
