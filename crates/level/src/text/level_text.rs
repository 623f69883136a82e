//! What stands in a level's RON file, before it is checked.

use crate::{
    text::legend::{self, Base, FogText, Legend, Listed},
    text::numbers::{Par, SkyText},
    text::place_text::{ArrivalText, NameText},
    text::quoted::Quoted,
    text::trigger_text::TriggerText,
};
use serde::Deserialize;

/// The largest file that is read, in bytes; it bounds everything that reading a level allocates.
pub const MAX_BYTES: usize = 4 << 20;

/// A level's file as serde reads it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LevelText<'a> {
    /// The deck's name.
    pub(crate) name: String,
    /// What a character leaves out.
    #[serde(default)]
    pub(crate) base: Base,
    /// What each character means: `'#': (wall: "hull")`.
    #[serde(deserialize_with = "legend::read")]
    pub(crate) legend: Legend,
    /// The walls, doors and things: rows in quotes, one character a cell, 3 to 512 of them a side.
    #[serde(borrow)]
    pub(crate) map: Vec<Quoted<'a>>,
    /// Floors, ceilings, climates and air where the map's characters do not say them; as large as the map, with blanks
    /// where it says nothing.
    #[serde(borrow, default)]
    pub(crate) floors: Vec<Quoted<'a>>,
    /// Lights and lamps where the map's characters do not say them; as large as the map, with blanks where it says
    /// nothing.
    #[serde(borrow, default)]
    pub(crate) lights: Vec<Quoted<'a>>,
    /// Single cells: what stands in them, and more about what the map draws.
    #[serde(default)]
    pub(crate) things: Vec<Listed>,
    /// Names of cells, beside those that the legend and `things` give.
    #[serde(borrow, default)]
    pub(crate) names: Vec<NameText<'a>>,
    /// Where the player may come onto the deck, beside the start.
    #[serde(borrow, default)]
    pub(crate) arrivals: Vec<ArrivalText<'a>>,
    /// What somebody sets off, and what comes of it.
    #[serde(borrow, default)]
    pub(crate) triggers: Vec<TriggerText<'a>>,
    /// The lints that are let be.
    #[serde(borrow, default)]
    pub(crate) allow: Vec<AllowText<'a>>,
    /// What far things fade into.
    #[serde(default)]
    pub(crate) fog: FogText,
    /// What is seen through windows and where there is no ceiling, the name of a picture in `assets/skies`: `"nebula"`, which is usual, `"limb"`
    /// (the night side of a planet close by), `"sun"`, `"moon"` (a dead world and its moon) or `"wreck"` (a broken station); 1 to 64 small
    /// letters, digits and `_`.
    #[serde(default)]
    pub(crate) sky: SkyText,
    /// How many seconds a good player takes, 1 to 36000.
    #[serde(default)]
    pub(crate) par: Option<Par>,
}

/// An allowance as the text has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AllowText<'a> {
    /// The name of the lint.
    #[serde(borrow)]
    pub(crate) lint: Quoted<'a>,
    /// The name of the cells where it is let be; if left out, it is let be on the whole deck.
    #[serde(borrow, default)]
    pub(crate) at: Option<Quoted<'a>>,
    /// Why, for people.
    #[serde(borrow)]
    pub(crate) because: Quoted<'a>,
}
