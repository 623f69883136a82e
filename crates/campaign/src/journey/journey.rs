//! The journey: the current deck, its seed, the loadout that the player brought, and the statistics of earlier decks.

use crate::{
    decks::another_seed::another,
    decks::decks::{Deck, Decks},
    decks::ship_code::ship_of,
    journey::deck_stats::DeckStats,
    journey::kept_run::{Extras, KeptRun},
    journey::visits::{StoredDeck, Visits},
};
use bevy::ecs::world::World;
use engine::{Counts, DevState, Head, Health, Loadout, Player, Rules, Run, Start, capture, come_back};
use level::Level;
use std::{path::Path, sync::Arc};

/// Progress of the player.
#[derive(Clone, Debug, PartialEq)]
pub struct Journey {
    /// Reference of the current deck; see [`Deck::reference`].
    pub deck: String,
    /// Skill, 1 to 4.
    pub skill: u8,
    /// Seed of this attempt.
    pub seed: u64,
    /// Loadout that the player brought to the deck. Restarting the deck restores it.
    pub loadout: Loadout,
    /// Arrival on the deck, unless it is the start.
    pub arrival: Option<String>,
    /// Statistics of the completed decks.
    pub achieved: DeckStats,
    /// Counts of the completed decks.
    pub counts: Counts,
    /// Ticks played before this attempt, on all decks and in all attempts.
    pub played: u64,
    /// Seed of the whole journey, from which the seeds of generated decks are derived.
    pub ship: u64,
    /// Visits of each deck, with the state of decks that the player has left.
    pub visits: Visits,
    /// True if there were developer acts on a completed deck.
    pub dev_acts: bool,
    /// What is played: the file of the campaign or of a single level, or the code of a ship. Saves of one course do not
    /// replace those of another.
    pub course: String,
}

/// File of the game's campaign.
const CAMPAIGN: &str = "assets/campaign.ron";

/// Returns the course of a journey that does not name one, by the reference of its deck.
pub(crate) fn usual_course(deck: &str) -> String {
    match ship_of(deck) {
        Some(code) => code.to_string(),
        None if Path::new(deck).is_absolute() => deck.to_owned(),
        None => CAMPAIGN.to_owned(),
    }
}

impl Journey {
    /// Returns a journey that begins on the deck with this reference, with the initial loadout.
    pub fn new(deck: &str, skill: u8, seed: u64, arrival: Option<String>) -> Journey {
        let course = usual_course(deck);
        let (deck, loadout, visits) = (deck.to_owned(), Loadout::default(), Visits::default());
        let (achieved, counts) = (DeckStats::default(), Counts::default());
        Journey {
            deck,
            skill,
            seed,
            loadout,
            arrival,
            achieved,
            counts,
            played: 0,
            ship: seed,
            visits,
            dev_acts: false,
            course,
        }
    }

    /// Returns a journey that begins on the first deck.
    pub fn first(decks: &Decks, skill: u8, seed: u64, arrival: Option<String>) -> Journey {
        Journey::in_course(decks, decks.first(), skill, seed, arrival)
    }

    /// Returns a journey that begins on one of these decks.
    pub fn in_course(decks: &Decks, deck: &Deck, skill: u8, seed: u64, arrival: Option<String>) -> Journey {
        let journey = Journey::on(deck, skill, seed, arrival);
        Journey { course: decks.course(&journey.deck), ..journey }
    }

    /// Returns a journey that begins on this deck, with the usual gear of that deck or with the initial loadout.
    pub fn on(deck: &Deck, skill: u8, seed: u64, arrival: Option<String>) -> Journey {
        let mut journey = Journey::new("", skill, seed, arrival);
        journey.enter(deck);
        journey.course = usual_course(&journey.deck);
        if let Some(gear) = &deck.gear {
            journey.loadout = gear.clone();
        }
        journey
    }

    /// Returns the journey of a save.
    pub(crate) fn of(
        head: &Head,
        (achieved, counts): (DeckStats, Counts),
        played: u64,
        (ship, visits): (u64, Visits),
    ) -> Journey {
        let Head { level, skill, seed, arrival, .. } = head.clone();
        let (course, deck, loadout) = (usual_course(&level), level, head.loadout());
        Journey { deck, skill, seed, loadout, arrival, achieved, counts, played, ship, visits, dev_acts: false, course }
    }

    /// Returns the start of this attempt.
    pub fn start(&self, level: &Arc<Level>, rules: &Arc<Rules>) -> Start {
        let Journey { skill, seed, ref loadout, ref arrival, .. } = *self;
        let (level, rules) = (Arc::clone(level), Arc::clone(rules));
        Start { level, rules, skill, seed, loadout: loadout.clone(), arrival: arrival.clone() }
    }

    /// Begins the current run in a world: restores the deck as it was left, or starts it. Returns the start of the run,
    /// and true if the deck was restored.
    pub fn begin(&self, decks: &Decks, level: &Arc<Level>, rules: &Arc<Rules>, world: &mut World) -> (Start, bool) {
        let start = self.start(level, rules);
        let snapshot = self.left(decks).and_then(|left| left.run.snapshot());
        // If rules or level have changed since a save was written, the deck starts again.
        let goes_on = snapshot.is_some_and(|snapshot| come_back(world, &snapshot, &start).is_ok());
        if !goes_on {
            engine::begin(world, &start);
        }
        (start, goes_on)
    }

    /// Returns the stored state of the current deck, if it continues from there.
    pub fn left(&self, decks: &Decks) -> Option<&StoredDeck> {
        let deck = decks.find(&self.deck)?;
        self.visits.left(&deck.name).filter(|left| left.deck == self.deck)
    }

    /// Returns true on the first visit of the deck, when its briefing is shown.
    pub fn is_first_here(&self, decks: &Decks) -> bool {
        decks.find(&self.deck).is_some_and(|deck| self.visits.is_first(&deck.name))
    }

    /// Returns the ticks that were played in this attempt. A restored run starts with the ticks of earlier visits.
    fn ticks_of(&self, run: &Run) -> u64 {
        let before = self.visits.of_reference(&self.deck).map_or(0, |left| left.tick);
        // If the stored state could not be restored, the run started at tick 0.
        if run.tick < before { run.tick } else { run.tick - before }
    }

    /// Returns all played ticks, including this run.
    pub fn played_with(&self, run: &Run) -> u64 {
        self.played.saturating_add(self.ticks_of(run))
    }

    /// Returns all counts, including this run.
    pub fn counts_with(&self, run: &Counts) -> Counts {
        let mut counts = self.counts.clone();
        let before = self.visits.of_reference(&self.deck).and_then(|left| left.run.snapshot());
        counts.take(&before.map(|snapshot| snapshot.counts).unwrap_or_default());
        counts.add(run);
        counts
    }

    /// Returns true if there were developer acts, including the run in this world.
    pub fn has_dev_acts(&self, world: &World) -> bool {
        self.dev_acts || world.get_resource::<DevState>().is_some_and(|state| state.used)
    }

    /// Prepares a restart of the deck after this run, with the initial loadout of the deck and another seed.
    pub fn again(&mut self, run: Option<&Run>) {
        self.played = run.map_or(self.played, |run| self.played_with(run));
        self.seed = another(self.seed);
    }

    /// Moves on after the player has left the deck in this world by a lift or by stairs, with the current loadout. The
    /// extras are stored next to the state of the run. Returns true if another deck follows, and false at the end of
    /// the journey.
    pub fn go_on(&mut self, decks: &Decks, world: &mut World, extras: Extras) -> bool {
        let (run, level) = (*world.resource::<Run>(), Arc::clone(&world.resource::<engine::Deck>().0));
        let mut players = world.query::<(&Player, &Health)>();
        if let Ok((player, health)) = players.single(world) {
            self.loadout = Loadout::of(player, *health);
        }
        let done = decks.find(&self.deck);
        let way = run.outcome.way_on(&level);
        let next = done.zip(way).and_then(|(done, way)| decks.after(done, way));
        let achieved = DeckStats::of(&run, &level);
        if let Some((before, snapshot)) = self.left(decks).map(|left| (left.achieved, left.run.snapshot())) {
            self.achieved.take(&before);
            self.counts.take(&snapshot.map(|snapshot| snapshot.counts).unwrap_or_default());
        }
        self.achieved.add(&achieved);
        self.counts.add(world.resource());
        self.dev_acts = self.has_dev_acts(world);
        self.again(Some(&run));
        if let Some(done) = done.filter(|done| !done.regenerate) {
            let (deck, kept) = (self.deck.clone(), KeptRun::of(&capture(world)));
            let left = StoredDeck { deck, tick: run.tick, achieved, run: kept, extras };
            self.visits.leave(&done.name, left);
        }
        let Some((next, arrival)) = next else { return false };
        self.arrival = arrival;
        self.enter(next);
        true
    }

    /// Enters a deck. A deck that is regenerated, or that has not been visited, gets its seed now.
    pub fn enter(&mut self, deck: &Deck) {
        let entries = self.visits.enter(&deck.name, deck.regenerate);
        self.deck = deck.entered(self.ship, entries);
    }
}
