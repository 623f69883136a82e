//! The contents of a level's RON file, before validation.

use crate::{
    text::legend::{self, Base, FogText, Legend, Listed},
    text::numbers::{Par, SkyText},
    text::place_text::{ArrivalText, NameText},
    text::quoted::Quoted,
    text::trigger_text::TriggerText,
};
use serde::Deserialize;

/// Maximum size of a level's file, in bytes. It bounds everything that reading a level allocates.
pub const MAX_BYTES: usize = 4 << 20;

/// A level's file as serde reads it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LevelText<'a> {
    /// Name of the deck.
    pub(crate) name: String,
    /// Defaults for the entries of the legend.
    #[serde(default)]
    pub(crate) base: Base,
    /// Meaning of each character: `'#': (wall: "hull")`.
    #[serde(deserialize_with = "legend::read")]
    pub(crate) legend: Legend,
    /// Walls, doors and things: rows in quotes, one character per cell, 3 to 512 cells per side.
    #[serde(borrow)]
    pub(crate) map: Vec<Quoted<'a>>,
    /// Floors, ceilings, damage zones and air that the map's characters do not define. It has the size of the map, with
    /// spaces where it changes nothing.
    #[serde(borrow, default)]
    pub(crate) floors: Vec<Quoted<'a>>,
    /// Lights and lamps that the map's characters do not define. It has the size of the map, with spaces where it
    /// changes nothing.
    #[serde(borrow, default)]
    pub(crate) lights: Vec<Quoted<'a>>,
    /// Entries for single cells: additional things, or more fields for what the map draws.
    #[serde(default)]
    pub(crate) things: Vec<Listed>,
    /// Names of cells, in addition to those in the legend and in `things`.
    #[serde(borrow, default)]
    pub(crate) names: Vec<NameText<'a>>,
    /// Entrances of the deck, besides the start.
    #[serde(borrow, default)]
    pub(crate) arrivals: Vec<ArrivalText<'a>>,
    /// Triggers, which connect causes with actions.
    #[serde(borrow, default)]
    pub(crate) triggers: Vec<TriggerText<'a>>,
    /// Lints to suppress.
    #[serde(borrow, default)]
    pub(crate) allow: Vec<AllowText<'a>>,
    /// Names of things and switches, for players: `(at: "makk", name: "Makk, cargo master")` names what is in the cell
    /// `makk`.
    #[serde(borrow, default)]
    pub(crate) called: Vec<CalledText<'a>>,
    /// Fog, into which distant surfaces fade.
    #[serde(default)]
    pub(crate) fog: FogText,
    /// Sky that is visible through windows and where there is no ceiling: the name of an image in `assets/skies`, 1 to
    /// 64 lower-case letters, digits and `_`. There are `"nebula"` (default), `"limb"` (the night side of a nearby
    /// planet), `"sun"`, `"moon"` (a dead world and its moon) and `"wreck"` (a broken station).
    #[serde(default)]
    pub(crate) sky: SkyText,
    /// Par time in seconds, 1 to 36000.
    #[serde(default)]
    pub(crate) par: Option<Par>,
}

/// An entry of `allow`, as written in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AllowText<'a> {
    /// Name of the lint.
    #[serde(borrow)]
    pub(crate) lint: Quoted<'a>,
    /// Name of the cells for which it is suppressed; default: the whole deck.
    #[serde(borrow, default)]
    pub(crate) at: Option<Quoted<'a>>,
    /// Reason, for human readers.
    #[serde(borrow)]
    pub(crate) because: Quoted<'a>,
}

/// An entry of `called`, as written in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CalledText<'a> {
    /// Name of the cell with the thing.
    #[serde(borrow)]
    pub(crate) at: Quoted<'a>,
    /// Name of the thing, 1 to 40 characters.
    #[serde(borrow)]
    pub(crate) name: Quoted<'a>,
}
