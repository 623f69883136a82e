//! The level as the engine and the renderer use it: plain data.
//!
//! Here lives what a level is made of, and questions that its own data answer. How it is read, and what must hold of it,
//! does not.

mod alike;
mod allowance;
mod arrival;
mod cell;
mod direction;
mod lamp;
mod level;
mod lint;
mod lock;
mod place;
mod stairs;
mod terminal;
mod thing;
mod trigger;

pub use allowance::Allowance;
pub use arrival::Arrival;
pub use cell::{
    Axis, BARRIER_HEIGHT, BARRIER_TOP, Cell, CellShape, ClimateIndex, Corner, Hang, PILLAR_RADIUS, PaneKind,
    TABLE_RADIUS, TextureIndex,
};
pub use direction::Direction;
pub use lamp::{Fog, Lamp, Mood};
pub use level::{Level, MAX_SIDE, SKY, USUAL_SKY};
pub(crate) use level::{MAX_ARRIVALS, MAX_LAMPS, MAX_STAIRS, MAX_TERMINALS, MAX_THINGS};
pub use lint::Lint;
pub use lock::{Key, Lock};
pub use place::{Place, PlaceIndex};
pub use stairs::{LIFT, SECRET_LIFT, Stairs};
pub use terminal::{Conduit, MAX_OPTIMUM, TableGame, Terminal, TerminalGame};
pub use thing::{Habit, MonsterIndex, PickupIndex, PropIndex, Thing, ThingKind, Turn};
pub use trigger::{Act, Cause, How, Pull, Trigger, Walker};
