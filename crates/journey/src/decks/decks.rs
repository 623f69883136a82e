//! The decks of a campaign, as they are played: levels that were read, pipelines that make levels, and which ways lead where.

use crate::{
    decks::another_seed::another,
    decks::campaign::{Campaign, CampaignDeck, WayOn},
    decks::facts::facts,
    decks::ways,
};
use engine::Rules;
use generate::{Destination, Known, Pipeline, TreasureSet, read_treasure_sets};
use level::Level;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};
use words::Said;

/// The file of the treasures that pipelines lay out.
pub const TREASURE_SETS: &str = "assets/treasure_sets.ron";
/// The seed of which each deck is made when a campaign is read, to see which ways lead on from it: the same from every seed.
pub(crate) const PROVED: u64 = 1;
/// Levels that were made are remembered, so many at most: a list of saves asks for the same ones again and again.
const MOST_MADE: usize = 16;

/// A deck.
#[derive(Clone)]
pub struct Deck {
    /// What ways call it.
    pub name: String,
    /// What players call it, if the campaign says so; else it is called as its level is.
    pub title: Option<Said>,
    /// What players are told before they come there for the first time.
    pub briefing: Vec<Said>,
    /// The file of its level or of its pipeline.
    pub file: String,
    /// Where its level comes from.
    pub source: Source,
    /// Where its lifts and stairs lead.
    pub ways: Vec<WayOn>,
    /// It begins anew, and is made anew, whenever somebody comes.
    pub anew: bool,
}

/// Where the level of a deck comes from.
#[derive(Clone)]
pub enum Source {
    /// Somebody drew it.
    Level(Arc<Level>),
    /// It is made.
    Pipeline(Arc<Pipeline>),
}

/// The decks that are played, at least one; the first is where a journey begins.
#[derive(Clone)]
pub struct Decks {
    decks: Vec<Deck>,
    known: Arc<Known>,
    made: Arc<Mutex<BTreeMap<String, Arc<Level>>>>,
}

impl Deck {
    /// A deck that is known by the file of its level alone, and from which no way leads on.
    pub fn of_level(file: &str, level: Arc<Level>) -> Deck {
        let (name, file) = (file.to_owned(), file.to_owned());
        let (briefing, ways) = (Vec::new(), Vec::new());
        Deck { name, title: None, briefing, file, source: Source::Level(level), ways, anew: false }
    }

    /// What saves and demos call the deck, if it is made with this seed: its file, and the seed if there is anything to make.
    pub fn reference(&self, seed: u64) -> String {
        match self.source {
            Source::Level(_) => self.file.clone(),
            Source::Pipeline(_) => format!("{}#{seed:016x}", self.file),
        }
    }

    /// The reference of the deck as it is made when it is entered for the time of this number on a journey of this seed.
    pub(crate) fn entered(&self, ship: u64, entries: u32) -> String {
        let bytes = self.name.bytes().chain(entries.to_le_bytes());
        self.reference(bytes.fold(ship, |seed, byte| another(seed ^ u64::from(byte))))
    }
}

impl Source {
    /// A pipeline, from the bytes of its file.
    ///
    /// # Errors
    /// What is wrong with it, in sentences.
    pub fn of_pipeline(file: &str, bytes: &[u8]) -> Result<Source, String> {
        Ok(Source::Pipeline(Arc::new(Pipeline::read(file, bytes)?)))
    }
}

/// The file and the seed of a reference.
pub fn file_and_seed(reference: &str) -> (&str, Option<u64>) {
    let parts = reference.rsplit_once('#').and_then(|(file, seed)| Some((file, u64::from_str_radix(seed, 16).ok()?)));
    parts.map_or((reference, None), |(file, seed)| (file, Some(seed)))
}

impl Decks {
    /// These decks and no others; at least one.
    pub fn of(decks: Vec<Deck>, known: Known) -> Decks {
        Decks { decks, known: Arc::new(known), made: Arc::default() }
    }

    /// These decks, none of which is made.
    pub fn drawn(decks: Vec<Deck>) -> Decks {
        Decks::of(decks, Known::default())
    }

    /// A level and no other; `file` is what saves and demos call it.
    pub fn of_level(file: &str, level: Arc<Level>) -> Decks {
        Decks::drawn(vec![Deck::of_level(file, level)])
    }

    /// The decks of a campaign, which is proved: whatever its levels and pipelines name is there, and from each deck ways lead to the
    /// end. `read` reads a file below the folder of the game.
    ///
    /// # Errors
    /// A sentence: why a file cannot be read, or the first mistake in one.
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

    /// The same of files that have been read: `source` returns what is in the file of a deck.
    ///
    /// # Errors
    /// As `source`, or a sentence on what is wrong with how the decks are connected.
    pub fn of_sources(
        file: &str,
        campaign: &Campaign,
        rules: &Rules,
        treasure_sets: BTreeMap<String, TreasureSet>,
        mut source: impl FnMut(&CampaignDeck) -> Result<Source, String>,
    ) -> Result<Decks, String> {
        let decks =
            campaign.decks.iter().map(|deck| Ok(with_source(deck, source(deck)?))).collect::<Result<_, String>>()?;
        let decks = Decks::of(decks, Known { treasure_sets, facts: facts(rules) });
        ways::check(&decks).map_err(|what| format!("{file}: {what}"))?;
        Ok(decks)
    }

    /// What is known of the game for which decks are made.
    pub(crate) fn known(&self) -> &Known {
        &self.known
    }

    /// Changes which decks there are; the first stays.
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut Vec<Deck>)) {
        change(&mut self.decks);
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Deck> {
        self.decks.iter()
    }

    /// The one where a journey begins.
    pub fn first(&self) -> &Deck {
        &self.decks[0]
    }

    /// The deck of a reference: see [`Deck::reference`].
    pub fn find(&self, reference: &str) -> Option<&Deck> {
        let (file, _) = file_and_seed(reference);
        self.decks.iter().find(|deck| deck.file == reference || deck.file == file)
    }

    /// The deck of a name.
    pub fn named(&self, name: &str) -> Option<&Deck> {
        self.decks.iter().find(|deck| deck.name == name)
    }

    /// The level of a reference; it is made if it was not before, which may take its time.
    ///
    /// # Errors
    /// A sentence, if there is no such deck, or if it cannot be made.
    pub fn level(&self, reference: &str) -> Result<Arc<Level>, String> {
        let deck = self.find(reference).ok_or_else(|| format!("{reference} is none of the decks that are here"))?;
        let pipeline = match &deck.source {
            Source::Level(level) => return Ok(Arc::clone(level)),
            Source::Pipeline(pipeline) => pipeline,
        };
        let (_, Some(seed)) = file_and_seed(reference) else {
            return Err(format!("{reference} does not say the seed of which the deck is made"));
        };
        if let Some(level) = self.remembered(reference) {
            return Ok(level);
        }
        let made = pipeline.generate(seed, &self.known, true).map_err(|error| format!("{}: {error}", deck.file))?;
        let level = made.into_level().ok_or_else(|| format!("{}: it makes no level", deck.file))?;
        let level = Arc::new(level);
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if made.len() >= MOST_MADE {
            made.clear();
        }
        made.insert(reference.to_owned(), Arc::clone(&level));
        Ok(level)
    }

    /// The level of a reference; if it cannot be made, the deck as it was made when the decks were read.
    ///
    /// # Panics
    /// If there is neither: then nobody has [checked](Decks::of_campaign) the decks.
    pub fn level_anyway(&self, reference: &str) -> Arc<Level> {
        let proved = || self.level(&self.find(reference).unwrap_or(self.first()).reference(PROVED));
        self.level(reference).or_else(|_| proved()).expect("each deck was made of this seed when the decks were read")
    }

    /// The level of a reference, if nothing has to be made for it any more.
    pub fn remembered(&self, reference: &str) -> Option<Arc<Level>> {
        match &self.find(reference)?.source {
            Source::Level(level) => Some(Arc::clone(level)),
            Source::Pipeline(_) => self.made.lock().unwrap_or_else(PoisonError::into_inner).get(reference).cloned(),
        }
    }

    /// What players call the deck of a reference.
    pub fn title(&self, reference: &str) -> Said {
        let of_level = || self.level(reference).map(|level| Said::data(&level.name)).ok();
        let title = self.find(reference).and_then(|deck| deck.title.clone());
        title.or_else(of_level).unwrap_or_else(|| Said::literal(reference))
    }

    /// The deck to which a way of a deck leads, and the arrival there.
    pub fn after(&self, deck: &Deck, way: &str) -> Option<(&Deck, Option<String>)> {
        let way = deck.ways.iter().find(|other| other.by == way)?;
        Some((self.named(way.to.as_ref()?)?, way.arrive.clone()))
    }

    /// Takes a level in the place of the one of this file.
    pub fn replace(&mut self, file: &str, level: Arc<Level>) {
        if let Some(deck) = self.decks.iter_mut().find(|deck| deck.file == file) {
            deck.source = Source::Level(level);
        }
    }

    /// Adds a deck of a level, unless one of its file is here.
    pub fn add(&mut self, file: &str, level: Arc<Level>) {
        if self.find(file).is_none() {
            self.decks.push(Deck::of_level(file, level));
        }
    }
}

/// The level or pipeline of a deck, from the bytes of its file.
fn read_source(deck: &CampaignDeck, bytes: &[u8]) -> Result<Source, String> {
    let file = deck.file();
    if deck.level.is_some() {
        Ok(Source::Level(Arc::new(Level::read(file, bytes).map_err(|error| error.to_string())?)))
    } else {
        Source::of_pipeline(file, bytes)
    }
}

/// A deck of a campaign, with its level or pipeline.
fn with_source(deck: &CampaignDeck, source: Source) -> Deck {
    let mut ways = deck.ways.clone();
    if let Source::Pipeline(pipeline) = &source {
        // What the campaign says of stairs goes before what the pipeline says.
        let stairs = pipeline.stairs().filter(|stair| deck.ways.iter().all(|way| way.by != stair.id));
        ways.extend(stairs.map(|stair| {
            let arrive = match &stair.destination {
                Destination::Target { location_id } => location_id.clone(),
                Destination::Coord { x, y } => format!("{x},{y}"),
            };
            WayOn { by: stair.id.clone(), to: Some(stair.to_map.clone()), arrive: Some(arrive) }
        }));
    }
    let CampaignDeck { name, title, briefing, anew, .. } = deck.clone();
    let title = title.filter(|title| !title.trim().is_empty()).map(Said::data);
    let briefing = briefing.into_iter().map(Said::data).collect();
    Deck { name, title, briefing, file: deck.file().to_owned(), source, ways, anew }
}
