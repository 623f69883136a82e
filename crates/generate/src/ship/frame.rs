//! What the decks of a ship are like before anything stands in them.

use crate::{
    creators::Creator, creators::exit::Exit, creators::finds::Finds, creators::furniture::Furniture,
    creators::hall_treasures::HallTreasures, creators::lamps::Lamps, creators::locks::Locks, creators::packs::Packs,
    creators::screens::Screens, creators::secret_rooms::SecretRooms, creators::start::Start,
    creators::step_lights::StepLights, creators::vaults::Vaults, generators::Generator, mapper::Mapper,
    pipeline::pipeline::Pipeline, translators::Translator,
};
use level::read_stages;
use serde::Deserialize;

/// The file of the frames; whoever changes it changes all ships.
const FRAMES: &str = include_str!("frames.ron");
/// The largest file of frames, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// How light the floor of a deck without lamps becomes where the player has been, in per cent.
const STEP_LIGHT: i64 = 45;
/// What stands in stores.
const PROPS: [&str; 5] = ["crate", "crate", "barrel", "ammunition crate", "medicine crate"];

/// What a deck of a theme is like.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Frame {
    /// What stories call the theme.
    pub(super) theme: String,
    /// What players may read of it.
    pub(super) titles: Vec<String>,
    generators: Vec<Generator>,
    translators: Vec<Translator>,
    mapper: Mapper,
    /// How many locks.
    locks: i64,
    /// The greatest number of rooms behind push-walls.
    secrets: i64,
    /// Of a hundred rooms, so many have pillars.
    pillars: i64,
    /// Of a hundred rooms, so many are stores.
    stores: i64,
    /// The greatest number of vaults.
    vaults: i64,
    /// A lamp to so many tiles; with 0 lights come on as one walks.
    lamps: i64,
    /// Of a hundred rooms, so many are dark.
    dark: i64,
}

/// What stands on a deck.
pub(super) struct Contents {
    /// Start and lift change sides from deck to deck.
    pub(super) turned: bool,
    pub(super) finds: Finds,
    pub(super) packs: Packs,
    pub(super) screens: Screens,
    pub(super) treasures: HallTreasures,
    /// How many moves the boards of vaults need.
    pub(super) moves: (i64, i64),
    /// Undead and what is needed against them.
    pub(super) fights: Vec<Creator>,
}

/// All frames, the first deck's first and the last deck's last.
///
/// # Panics
/// If their file is wrong, which is part of the program and read by every test of ships.
pub(super) fn frames() -> Vec<Frame> {
    read_stages("frames.ron", FRAMES.as_bytes(), MAX_BYTES).expect("the frames of ships are right")
}

/// What is hidden: of value to whoever looks for it, and needed by nobody.
fn treasure_sets() -> Vec<String> {
    vec!["hoard".to_owned(), "first aid".to_owned()]
}

impl Frame {
    /// The pipeline that makes a deck of it.
    pub(super) fn pipeline(self, name: String, contents: Contents) -> Pipeline {
        let props = PROPS.map(str::to_owned).to_vec();
        let mut creators = vec![
            Creator::Start(Start { right: contents.turned }),
            Creator::Exit(Exit { left: contents.turned }),
            Creator::Furniture(Furniture { pillars: self.pillars, stores: self.stores, props }),
            Creator::Locks(Locks { count: self.locks }),
            Creator::Screens(contents.screens),
            Creator::Finds(contents.finds),
            Creator::Vaults(Vaults { count: self.vaults, moves: contents.moves, treasure_sets: treasure_sets() }),
            Creator::HallTreasures(contents.treasures),
            Creator::Packs(contents.packs),
        ];
        creators.extend(contents.fights);
        creators.push(Creator::SecretRooms(SecretRooms { count: self.secrets, treasure_sets: treasure_sets() }));
        creators.push(match self.lamps {
            0 => Creator::StepLights(StepLights { percent: STEP_LIGHT }),
            every => Creator::Lamps(Lamps { every, dark: self.dark }),
        });
        Pipeline::of(name, self.generators, self.translators, creators, self.mapper)
    }
}
