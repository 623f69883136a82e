//! What a level is: its model, its text and its checks.
//!
//! A level is a RON file whose map is drawn one character a cell. [`Level::read`] turns the bytes of such a file into
//! a [`Level`], or into a [`TextError`] that lists the first mistakes with line and column. It never panics, and no
//! number in the file sizes an allocation.

mod campaign;
mod check;
mod layers;
mod legend;
mod lock;
mod mistake;
mod model;
mod patrol;
mod reach;
mod ron_text;
mod text;
mod things;
mod trigger;
mod wiring;

pub use campaign::{Campaign, SecretDeck};
pub use lock::{Key, Lock};
pub use mistake::{Mistake, TextError};
pub use model::{
    Air, Axis, Cell, CellShape, ClimateIndex, Corner, Direction, Habit, Hang, Lamp, Level, MAX_SIDE, MonsterIndex,
    Mood, PILLAR_RADIUS, PaneKind, PickupIndex, PropIndex, SKY, TextureIndex, Thing, ThingKind, Turn,
};
pub use ron_text::read_ron;
pub use text::MAX_BYTES;
pub use trigger::{Act, Cause, How, Place, PlaceIndex, Trigger, Walker};
