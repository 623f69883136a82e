//! The decks of a campaign as they are played: levels, pipelines that generate levels, and the connections between
//! them.

use crate::{
    decks::another_seed::another,
    decks::campaign::{Campaign, CampaignDeck, Gear, WayOn},
    decks::game_data::game_data,
    decks::ship_code::ship_of,
    decks::story::Story,
    decks::ways,
};
use engine::{Loadout, Rules};
use generate::{Destination, GeneratorData, Pipeline, RoomSet, TreasureSet, read_treasure_sets};
use level::Level;
use localization::Said;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

/// File of the treasure sets that pipelines place.
pub const TREASURE_SETS: &str = "assets/treasure_sets.ron";
/// Seed with which each generated deck is checked when a campaign is read. The exits of a deck do not depend on its
/// seed.
pub(crate) const CHECKED_SEED: u64 = 1;
/// Maximum number of generated levels in the cache. Lists of saves request the same levels repeatedly.
const MAX_CACHED: usize = 16;

/// A deck.
#[derive(Clone)]
pub struct Deck {
    /// Unique name, to which connections refer.
    pub name: String,
    /// Title for players, if the campaign has one; otherwise the name of the level is used.
    pub title: Option<Said>,
    /// Briefing for players before their first visit.
    pub briefing: Vec<Said>,
    /// File of its level or of its pipeline.
    pub file: String,
    /// Source of its level.
    pub source: Source,
    /// Destinations of its lifts and stairs.
    pub ways: Vec<WayOn>,
    /// Whether each visit generates and starts the deck again.
    pub regenerate: bool,
    /// Gear of a journey that begins here, if the campaign has one.
    pub gear: Option<Loadout>,
}

/// Source of a deck's level.
#[derive(Clone)]
pub enum Source {
    /// A hand-drawn level.
    Level(Arc<Level>),
    /// A pipeline, which generates the level.
    Pipeline(Arc<Pipeline>),
}

/// The decks that can be played, at least one. A journey begins on the first.
#[derive(Clone)]
pub struct Decks {
    /// File of the campaign, or of the single level.
    course: String,
    decks: Vec<Deck>,
    known: Arc<GeneratorData>,
    story: Arc<Story>,
    made: Arc<Mutex<BTreeMap<String, Arc<Level>>>>,
}

impl Deck {
    /// Returns a deck that is identified by the file of its level, without connections.
    pub fn of_level(file: &str, level: Arc<Level>) -> Deck {
        let (name, file) = (file.to_owned(), file.to_owned());
        let (briefing, ways) = (Vec::new(), Vec::new());
        Deck { name, title: None, briefing, file, source: Source::Level(level), ways, regenerate: false, gear: None }
    }

    /// Returns the reference by which saves and demos identify the deck: its file, and the seed if it is generated.
    pub fn reference(&self, seed: u64) -> String {
        match self.source {
            Source::Level(_) => self.file.clone(),
            Source::Pipeline(_) => format!("{}#{seed:016x}", self.file),
        }
    }

    /// Returns the reference of the deck for its visit number `entries` on a journey with this seed.
    pub(crate) fn entered(&self, ship: u64, entries: u32) -> String {
        let bytes = self.name.bytes().chain(entries.to_le_bytes());
        self.reference(bytes.fold(ship, |seed, byte| another(seed ^ u64::from(byte))))
    }
}

impl Source {
    /// Reads a pipeline from the bytes of its file.
    ///
    /// # Errors
    /// What is wrong with the pipeline.
    pub fn of_pipeline(file: &str, bytes: &[u8]) -> Result<Source, String> {
        Ok(Source::Pipeline(Arc::new(Pipeline::read(file, bytes)?)))
    }
}

/// Splits a reference into the file and the seed.
pub fn file_and_seed(reference: &str) -> (&str, Option<u64>) {
    let parts = reference.rsplit_once('#').and_then(|(file, seed)| Some((file, u64::from_str_radix(seed, 16).ok()?)));
    parts.map_or((reference, None), |(file, seed)| (file, Some(seed)))
}

impl Decks {
    /// Returns these decks, at least one.
    pub fn of(decks: Vec<Deck>, known: GeneratorData) -> Decks {
        let course = decks.first().map(|deck| deck.file.clone()).unwrap_or_default();
        Decks { course, decks, known: Arc::new(known), story: Arc::default(), made: Arc::default() }
    }

    /// Returns these decks, none of which is generated.
    pub fn drawn(decks: Vec<Deck>) -> Decks {
        Decks::of(decks, GeneratorData::default())
    }

    /// Returns a single deck. `file` is the name by which saves and demos identify it.
    pub fn of_level(file: &str, level: Arc<Level>) -> Decks {
        Decks::drawn(vec![Deck::of_level(file, level)])
    }

    /// Returns the decks of a campaign after checking that all levels and pipelines exist and that the end can be
    /// reached from each deck. `read` reads a file relative to the folder of the game.
    ///
    /// # Errors
    /// If a file cannot be read or has an error.
    pub fn of_campaign(
        file: &str,
        campaign: &Campaign,
        rules: &Rules,
        mut read: impl FnMut(&str) -> Result<Vec<u8>, String>,
    ) -> Result<Decks, String> {
        let treasure_sets = match campaign.decks.iter().any(|deck| deck.pipeline.is_some()) {
            true => read_treasure_sets(TREASURE_SETS, &read(TREASURE_SETS)?).map_err(|error| error.to_string())?,
            false => BTreeMap::new(),
        };
        Decks::of_sources(file, campaign, rules, treasure_sets, |deck| read_source(deck, &read(deck.file())?))
    }

    /// Returns the decks of a campaign whose files have been read. `source` returns the contents of the file of a deck.
    ///
    /// # Errors
    /// Those of `source`, and errors in the connections between the decks.
    pub fn of_sources(
        file: &str,
        campaign: &Campaign,
        rules: &Rules,
        treasure_sets: BTreeMap<String, TreasureSet>,
        mut source: impl FnMut(&CampaignDeck) -> Result<Source, String>,
    ) -> Result<Decks, String> {
        let decks =
            campaign.decks.iter().map(|deck| Ok(with_source(deck, source(deck)?))).collect::<Result<_, String>>()?;
        let mut decks =
            Decks::of(decks, GeneratorData { treasure_sets, game_data: game_data(rules), ..Default::default() });
        (decks.story, decks.course) = (Arc::new(campaign.story()), file.to_owned());
        ways::check(&decks).map_err(|what| format!("{file}: {what}"))?;
        Ok(decks)
    }

    /// Returns these decks with other prefab rooms than those that are built into the program.
    #[must_use]
    pub fn with_rooms(mut self, rooms: RoomSet) -> Decks {
        Arc::make_mut(&mut self.known).rooms = rooms;
        self
    }

    /// Returns the story of the campaign; a ship or a single level has none.
    pub fn story(&self) -> &Story {
        &self.story
    }

    /// Returns the data of the game for which decks are generated.
    pub(crate) fn known(&self) -> &GeneratorData {
        &self.known
    }

    /// Changes the list of decks. The first deck must stay.
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut Vec<Deck>)) {
        change(&mut self.decks);
    }

    /// Returns all decks.
    pub fn iter(&self) -> impl Iterator<Item = &Deck> {
        self.decks.iter()
    }

    /// Returns what a journey on the deck of this reference belongs to: the code of its ship, or the file of the campaign
    /// or of the single level.
    pub fn course(&self, reference: &str) -> String {
        ship_of(reference).map_or_else(|| self.course.clone(), |code| code.to_string())
    }

    /// Returns the deck on which a journey begins.
    pub fn first(&self) -> &Deck {
        &self.decks[0]
    }

    /// Returns the deck of a reference; see [`Deck::reference`].
    pub fn find(&self, reference: &str) -> Option<&Deck> {
        let (file, _) = file_and_seed(reference);
        self.decks.iter().find(|deck| deck.file == reference || deck.file == file)
    }

    /// Returns the deck with this name.
    pub fn named(&self, name: &str) -> Option<&Deck> {
        self.decks.iter().find(|deck| deck.name == name)
    }

    /// Returns the level of a reference. If it must be generated first, this can be slow.
    ///
    /// # Errors
    /// If there is no such deck, or if it cannot be generated.
    pub fn level(&self, reference: &str) -> Result<Arc<Level>, String> {
        let deck = self.find(reference).ok_or_else(|| format!("no deck {reference}"))?;
        let pipeline = match &deck.source {
            Source::Level(level) => return Ok(Arc::clone(level)),
            Source::Pipeline(pipeline) => pipeline,
        };
        let (_, Some(seed)) = file_and_seed(reference) else {
            return Err(format!("{reference}: a generated deck needs a seed, such as {reference}#1"));
        };
        if let Some(level) = self.remembered(reference) {
            return Ok(level);
        }
        let made = pipeline.generate(seed, &self.known, true).map_err(|error| error.to_string())?;
        let level =
            made.into_level().ok_or_else(|| format!("{}: the pipeline does not generate a level", deck.file))?;
        let level = Arc::new(level);
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if made.len() >= MAX_CACHED {
            made.clear();
        }
        made.insert(reference.to_owned(), Arc::clone(&level));
        Ok(level)
    }

    /// Returns the level of a reference. If it cannot be generated, returns the deck as it was generated when the decks
    /// were read.
    ///
    /// # Panics
    /// If neither exists, which means that the decks were not [checked](Decks::of_campaign).
    pub fn level_anyway(&self, reference: &str) -> Arc<Level> {
        let proved = || self.level(&self.find(reference).unwrap_or(self.first()).reference(CHECKED_SEED));
        self.level(reference)
            .or_else(|_| proved())
            .expect("each deck was generated from this seed when the decks were read")
    }

    /// Returns the level of a reference if it does not have to be generated.
    pub fn remembered(&self, reference: &str) -> Option<Arc<Level>> {
        match &self.find(reference)?.source {
            Source::Level(level) => Some(Arc::clone(level)),
            Source::Pipeline(_) => self.made.lock().unwrap_or_else(PoisonError::into_inner).get(reference).cloned(),
        }
    }

    /// Returns the title of the deck with this reference, for players.
    pub fn title(&self, reference: &str) -> Said {
        let of_level = || self.level(reference).map(|level| Said::data(&level.name)).ok();
        let title = self.find(reference).and_then(|deck| deck.title.clone());
        title.or_else(of_level).unwrap_or_else(|| Said::literal(reference))
    }

    /// Returns the deck to which an exit of a deck leads, and the arrival there.
    pub fn after(&self, deck: &Deck, way: &str) -> Option<(&Deck, Option<String>)> {
        let way = deck.ways.iter().find(|other| other.by == way)?;
        Some((self.named(way.to.as_ref()?)?, way.arrive.clone()))
    }

    /// Replaces the level of the deck with this file.
    pub fn replace(&mut self, file: &str, level: Arc<Level>) {
        if let Some(deck) = self.decks.iter_mut().find(|deck| deck.file == file) {
            deck.source = Source::Level(level);
        }
    }

    /// Adds a deck with this level, unless there is one with the same file.
    pub fn add(&mut self, file: &str, level: Arc<Level>) {
        if self.find(file).is_none() {
            self.decks.push(Deck::of_level(file, level));
        }
    }
}

/// Reads the level or pipeline of a deck from the bytes of its file.
fn read_source(deck: &CampaignDeck, bytes: &[u8]) -> Result<Source, String> {
    let file = deck.file();
    if deck.level.is_some() {
        Ok(Source::Level(Arc::new(Level::read(file, bytes).map_err(|error| error.to_string())?)))
    } else {
        Source::of_pipeline(file, bytes)
    }
}

/// Combines a deck of a campaign with its level or pipeline.
fn with_source(deck: &CampaignDeck, source: Source) -> Deck {
    let mut ways = deck.ways.clone();
    if let Source::Pipeline(pipeline) = &source {
        // Connections in the campaign take precedence over those in the pipeline.
        let stairs = pipeline.stairs().filter(|stair| deck.ways.iter().all(|way| way.by != stair.id));
        ways.extend(stairs.map(|stair| {
            let arrive = match &stair.destination {
                Destination::Target { location_id } => location_id.clone(),
                Destination::Coord { x, y } => format!("{x},{y}"),
            };
            WayOn { by: stair.id.clone(), to: Some(stair.to_map.clone()), arrive: Some(arrive) }
        }));
    }
    let CampaignDeck { name, title, briefing, regenerate, gear, .. } = deck.clone();
    let title = title.filter(|title| !title.trim().is_empty()).map(Said::data);
    let briefing = briefing.into_iter().map(Said::data).collect();
    let gear = gear.map(Gear::into_loadout);
    Deck { name, title, briefing, file: deck.file().to_owned(), source, ways, regenerate, gear }
}
