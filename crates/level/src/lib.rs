//! What a level is: its model, its text and its checks.
//!
//! A level is a RON file whose map is drawn one character a cell. [`Level::read`] turns the bytes of such a file into
//! a [`Level`], or into a [`TextError`] that lists the first mistakes with line and column. It never panics, and no
//! number in the file sizes an allocation.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

// The rooms, each of which uses only those before it.
mod counted_set;

mod source;

mod model;

mod check;

mod proof;

mod text;

mod write;

pub use counted_set::CountedSet;
pub use model::{
    Act, Allowance, Arrival, Axis, BARRIER_HEIGHT, BARRIER_TOP, Cause, Cell, CellShape, ClimateIndex, Conduit, Corner,
    Direction, Fog, Habit, Hang, How, Key, LIFT, Lamp, Level, Lint, Lock, MAX_OPTIMUM, MAX_SIDE, MonsterIndex, Mood,
    PILLAR_RADIUS, PaneKind, PickupIndex, Place, PlaceIndex, PropIndex, Pull, SECRET_LIFT, SKY, Stairs, TABLE_RADIUS,
    TableGame, Terminal, TerminalGame, TextureIndex, Thing, ThingKind, Trigger, Turn, USUAL_SKY, Walker,
};
pub use proof::{Facts, Fights, Finding, MonsterFacts, PickupFacts};
pub use source::{Mistake, TextError, XmlElement, read_ron, read_stages, read_table, read_xml, table};
pub use text::MAX_BYTES;
pub use write::{Field, LevelFields, Listed, Value};
