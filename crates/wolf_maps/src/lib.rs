#![doc = include_str!("../README.md")]

// The modules; each uses only those before it.
mod problem;

mod plane_map;

mod found_map;

mod format;

mod game;

mod campaign;

mod notes;

mod uwmf;

mod archive;

mod import;

mod export;

mod convert;

pub use archive::read_maps;
pub use campaign::{CampaignDeck, CampaignOptions, write_campaign};
pub use convert::{ConvertedMap, convert};
pub use export::export::{Exported, export};
pub use format::gamemaps::{Container, MAX_MAPS, Packing, Written, write_gamemaps};
pub use found_map::{FoundMap, Offsets, Part};
pub use game::{Door, Episode, Game, Guard, Item, Kind, Leaves, Numbers, StandIns, Switch, Wall};
pub use import::import::{ImportError, Imported, import};
pub use plane_map::{PLANES, PlaneMap};
pub use problem::Problem;
pub use uwmf::{
    read::{TextMap, read_uwmf},
    write::write_uwmf,
};
