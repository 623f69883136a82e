//! Frames: the decks of a ship before they are populated.

use crate::{
    creators::Creator,
    creators::districts::{Bays, District, Districts},
    creators::exit::Exit,
    creators::finds::Finds,
    creators::furniture::Furniture,
    creators::hall_treasures::HallTreasures,
    creators::lamps::Lamps,
    creators::locks::Locks,
    creators::packs::Packs,
    creators::screens::Screens,
    creators::secret_rooms::SecretRooms,
    creators::shortcuts::Shortcuts,
    creators::signs::Signs,
    creators::start::Start,
    creators::step_lights::StepLights,
    creators::vaults::Vaults,
    generators::Generator,
    mapper::Mapper,
    pipeline::pipeline::Pipeline,
    translators::Translator,
    translators::rooms::Rooms,
};
use level::read_stages;
use serde::Deserialize;

/// The frames file. Changing it changes all ships.
const FRAMES: &str = include_str!("frames.ron");
/// Maximum size of the frames file, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// Light of visited floor in the labyrinth, in percent.
const STEP_LIGHT: i64 = 45;
/// Theme of the deck that every ship has between the first and the last.
pub(super) const LABYRINTH: &str = "labyrinth";
/// Theme of the rooms that can be on any deck of a ship.
const SHARED: &str = "ship";
/// Minimum number of steps that a shortcut saves.
const SAVES: i64 = 16;
/// Percentage of places along the walls of halls with a prop.
const HALL_PROPS: i64 = 8;
/// Props in stores.
const PROPS: [&str; 5] = ["crate", "crate", "barrel", "ammunition crate", "medicine crate"];

/// The frame of a deck.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Frame {
    /// Name of the theme in stories.
    pub(super) theme: String,
    /// Possible titles of the deck.
    pub(super) titles: Vec<String>,
    generators: Vec<Generator>,
    translators: Vec<Translator>,
    mapper: Mapper,
    /// Number of locks.
    locks: i64,
    /// Maximum number of secret rooms.
    secrets: i64,
    /// Maximum number of push-walls that open shortcuts.
    shortcuts: i64,
    /// Percentage of rooms with pillars.
    pillars: i64,
    /// Percentage of rooms that are stores.
    stores: i64,
    /// Maximum number of vaults.
    vaults: i64,
    /// Number of tiles per lamp.
    lamps: i64,
    /// Percentage of dark rooms.
    dark: i64,
    /// Districts of the halls and paths, if they differ from each other.
    #[serde(default)]
    districts: Vec<District>,
    /// Bays of the halls.
    #[serde(default)]
    bays: Option<Bays>,
}

/// The contents of a deck.
pub(super) struct Contents {
    /// True if start and lift are at opposite sides; this alternates between decks.
    pub(super) turned: bool,
    pub(super) finds: Finds,
    pub(super) packs: Packs,
    pub(super) screens: Screens,
    pub(super) treasures: HallTreasures,
    /// Minimum and maximum number of moves for the boards of vaults.
    pub(super) moves: (i64, i64),
    /// Monsters, and supplies for the fights.
    pub(super) fights: Vec<Creator>,
    /// Names or tags of rooms of the theme [`SHARED`] that the deck must have.
    pub(super) rooms: Vec<String>,
}

/// Returns all frames; the first one is for the first deck, and the last one for the last deck.
///
/// # Panics
/// If the embedded file is invalid, which every test of ships would detect.
pub(super) fn frames() -> Vec<Frame> {
    read_stages("frames.ron", FRAMES.as_bytes(), MAX_BYTES).expect("the frames of ships are right")
}

/// Returns the treasure sets for secrets: valuable but optional.
fn treasure_sets() -> Vec<String> {
    vec!["hoard".to_owned(), "first aid".to_owned()]
}

impl Frame {
    /// Returns the pipeline that generates a deck of this frame.
    pub(super) fn pipeline(self, name: String, contents: Contents) -> Pipeline {
        // What stands in its halls is also in its rooms.
        let of_theme = self.districts.iter().flat_map(|district| &district.props);
        let props = PROPS.map(str::to_owned).into_iter().chain(of_theme.cloned()).collect();
        let mut creators = vec![
            Creator::Start(Start { right: contents.turned }),
            Creator::Exit(Exit { left: contents.turned, far: false }),
            Creator::Furniture(Furniture { pillars: self.pillars, stores: self.stores, props }),
            Creator::Locks(Locks { count: self.locks, lift: true }),
            Creator::Screens(contents.screens),
            Creator::Finds(contents.finds),
            Creator::Vaults(Vaults { count: self.vaults, moves: contents.moves, treasure_sets: treasure_sets() }),
            Creator::HallTreasures(contents.treasures),
            Creator::Packs(contents.packs),
        ];
        creators.extend(contents.fights);
        creators.push(Creator::Shortcuts(Shortcuts { count: self.shortcuts, saves: SAVES }));
        creators.push(Creator::SecretRooms(SecretRooms { count: self.secrets, treasure_sets: treasure_sets() }));
        creators.push(Creator::Lamps(Lamps { every: self.lamps, dark: self.dark }));
        if !self.districts.is_empty() {
            creators.push(Creator::Districts(Districts {
                districts: self.districts,
                props: HALL_PROPS,
                bays: self.bays,
            }));
        }
        if self.theme == LABYRINTH {
            creators.push(Creator::StepLights(StepLights { percent: STEP_LIGHT }));
        }
        creators.push(Creator::Signs(Signs::default()));
        let translators = with_shared(self.translators, contents.rooms);
        Pipeline::new(name, self.generators, translators, creators, self.mapper)
    }
}

/// Returns the translators of a deck with the rooms that it must have in addition to those of its theme, which come
/// first so that there is space for them.
fn with_shared(mut translators: Vec<Translator>, rooms: Vec<String>) -> Vec<Translator> {
    let first = translators.iter().position(|translator| matches!(translator, Translator::Rooms(_)));
    if let Some(first) = first.filter(|_| !rooms.is_empty()) {
        let count = rooms.len() as i64;
        let shared = Rooms { theme: SHARED.to_owned(), count: (count, count), must: rooms, doors: 0 };
        translators.insert(first, Translator::Rooms(shared));
    }
    translators
}
