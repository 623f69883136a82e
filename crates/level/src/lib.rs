//! Levels: the data model, the text format, the checks and the solver.
//!
//! A level is a RON file whose map is drawn with one character per cell. [`Level::read`] turns the bytes of such a file
//! into a [`Level`], or into a [`TextError`] that lists the first errors with line and column. It never panics, and no
//! number in the file sizes an allocation.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

// Modules are listed in layer order: each uses only those before it.
mod counted_set;

mod source;

mod model;

mod check;

mod proof;

mod text;

mod write;

pub use counted_set::CountedSet;
pub use model::allowance::Allowance;
pub use model::arrival::Arrival;
pub use model::called::Called;
pub use model::cell::{
    Axis, BARRIER_HEIGHT, BARRIER_TOP, Cell, CellShape, Corner, DamageZoneIndex, Hang, PILLAR_RADIUS, PaneKind,
    TABLE_RADIUS, TextureIndex,
};
pub use model::direction::Direction;
pub use model::lamp::{Lamp, LevelFog, Mood};
pub use model::level::{Level, MAX_SIDE, SKY};
pub use model::lint::Lint;
pub use model::lock::{Key, Lock};
pub use model::named_area::{NamedArea, NamedAreaIndex};
pub use model::patrol_direction::PatrolDirection;
pub use model::stairs::{LIFT, SECRET_LIFT, Stairs};
pub use model::symmetry::Symmetry;
pub use model::terminal::{Conduit, MAX_OPTIMUM, PlacedTerminal, TableGame, TerminalGame};
pub use model::thing::{IdleBehaviour, MonsterIndex, PickupIndex, PropIndex, Thing, ThingKind, Turn};
pub use model::trigger::{Pull, Repeat, Trigger, TriggerAction, TriggerCause, Walker};
pub use proof::fights::Fights;
pub use proof::findings::Finding;
pub use proof::game_data::{GameData, MonsterData, PUSH_CELLS, PickupData};
pub use source::diagnostic::{Diagnostic, TextError};
pub use source::ron_text::{read_borrowed, read_ron, read_stages};
pub use source::table::{read_table, table};
pub use source::xml::{XmlElement, read_xml};
pub use text::level_text::MAX_BYTES;
pub use text::quoted::Quoted;
pub use write::field::{Field, Listed, Value};
pub use write::fields::LevelFields;
