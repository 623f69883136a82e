//! The journey: which deck is played, what the player brought to it, with which seed, and what was achieved before.

use crate::{
    decks::another_seed::another,
    decks::decks::{Deck, Decks},
    journey::achieved::Achieved,
    journey::kept_run::{Extras, KeptRun},
    journey::visits::{Left, Visits},
};
use bevy::ecs::world::World;
use engine::{Counts, Head, Health, Loadout, Player, Rules, Run, Start, capture, come_back};
use level::Level;
use std::sync::Arc;

/// How far the player has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Journey {
    /// The deck: its file as the campaign or the command line names it, and of a deck that is made the seed; see [`Deck::reference`].
    pub deck: String,
    /// The skill that it was begun on, 1 to 4.
    pub skill: u8,
    /// The seed of this try.
    pub seed: u64,
    /// What the player brought to the deck: what he gets back when he must begin it again.
    pub loadout: Loadout,
    /// The arrival at which he comes onto the deck, if that is not where it starts.
    pub arrival: Option<String>,
    /// What was achieved on the decks that are done.
    pub achieved: Achieved,
    /// What was counted on the decks that are done.
    pub counts: Counts,
    /// The ticks that he has played before this try, on all decks and in all tries.
    pub played: u64,
    /// The seed of the whole journey: of it the decks are made that nobody has drawn.
    pub ship: u64,
    /// How often he has come to which deck, and how he left it.
    pub visits: Visits,
}

impl Journey {
    /// A journey that begins on the deck of this reference, with what a player has at first.
    pub fn new(deck: &str, skill: u8, seed: u64, arrival: Option<String>) -> Journey {
        let (deck, loadout, visits) = (deck.to_owned(), Loadout::default(), Visits::default());
        let (achieved, counts) = (Achieved::default(), Counts::default());
        Journey { deck, skill, seed, loadout, arrival, achieved, counts, played: 0, ship: seed, visits }
    }

    /// A journey that begins on the first of some decks.
    pub fn first(decks: &Decks, skill: u8, seed: u64, arrival: Option<String>) -> Journey {
        Journey::on(decks.first(), skill, seed, arrival)
    }

    /// A journey that begins on this deck, with what a player has at first.
    pub fn on(deck: &Deck, skill: u8, seed: u64, arrival: Option<String>) -> Journey {
        let mut journey = Journey::new("", skill, seed, arrival);
        journey.enter(deck);
        journey
    }

    /// The journey that a save tells of.
    pub(crate) fn of(
        head: &Head,
        (achieved, counts): (Achieved, Counts),
        played: u64,
        (ship, visits): (u64, Visits),
    ) -> Journey {
        let Head { level, skill, seed, arrival, .. } = head.clone();
        let (deck, loadout) = (level, head.loadout());
        Journey { deck, skill, seed, loadout, arrival, achieved, counts, played, ship, visits }
    }

    /// The start of this try on its deck.
    pub fn start(&self, level: &Arc<Level>, rules: &Arc<Rules>) -> Start {
        let Journey { skill, seed, ref loadout, ref arrival, .. } = *self;
        let (level, rules) = (Arc::clone(level), Arc::clone(rules));
        Start { level, rules, skill, seed, loadout: loadout.clone(), arrival: arrival.clone() }
    }

    /// Puts the run that the journey has come to into a world: the deck as it was left, or as it begins. With the start of the run it
    /// tells whether it goes on as it was left.
    pub fn begin(&self, decks: &Decks, level: &Arc<Level>, rules: &Arc<Rules>, world: &mut World) -> (Start, bool) {
        let start = self.start(level, rules);
        let snapshot = self.left(decks).and_then(|left| left.run.snapshot());
        // Rules or level may have changed since a save was written: then the deck begins anew.
        let goes_on = snapshot.is_some_and(|snapshot| come_back(world, &snapshot, &start).is_ok());
        if !goes_on {
            engine::begin(world, &start);
        }
        (start, goes_on)
    }

    /// How the deck of this try was left before, if it goes on from there.
    pub fn left(&self, decks: &Decks) -> Option<&Left> {
        let deck = decks.find(&self.deck)?;
        self.visits.left(&deck.name).filter(|left| left.deck == self.deck)
    }

    /// True if the player comes to the deck for the first time, and so is told its briefing.
    pub fn is_first_here(&self, decks: &Decks) -> bool {
        decks.find(&self.deck).is_some_and(|deck| self.visits.is_first(&deck.name))
    }

    /// The ticks of a run that were played in this try: one that came back to its deck began with those of before.
    fn ticks_of(&self, run: &Run) -> u64 {
        let before = self.visits.of_reference(&self.deck).map_or(0, |left| left.tick);
        // If the deck as it was left could not be put back, the run began at its first tick.
        if run.tick < before { run.tick } else { run.tick - before }
    }

    /// The ticks that he has played in all, this run among them.
    pub fn played_with(&self, run: &Run) -> u64 {
        self.played.saturating_add(self.ticks_of(run))
    }

    /// What was counted in all, on the decks that are done and in this run.
    pub fn counts_with(&self, run: &Counts) -> Counts {
        let mut counts = self.counts.clone();
        let before = self.visits.of_reference(&self.deck).and_then(|left| left.run.snapshot());
        counts.take(&before.map(|snapshot| snapshot.counts).unwrap_or_default());
        counts.add(run);
        counts
    }

    /// The deck is to begin again after this run, with what the player brought to it and other luck.
    pub fn again(&mut self, run: Option<&Run>) {
        self.played = run.map_or(self.played, |run| self.played_with(run));
        self.seed = another(self.seed);
    }

    /// The player has left his deck in this world by a lift or by stairs; he takes with him what he has. The extras are kept
    /// next to the state of the run. True if another deck follows; else the journey ends.
    pub fn go_on(&mut self, decks: &Decks, world: &mut World, extras: Extras) -> bool {
        let (run, level) = (*world.resource::<Run>(), Arc::clone(&world.resource::<engine::Deck>().0));
        let mut players = world.query::<(&Player, &Health)>();
        if let Ok((player, health)) = players.single(world) {
            self.loadout = Loadout::of(player, *health);
        }
        let done = decks.find(&self.deck);
        let way = run.outcome.way_on(&level);
        let next = done.zip(way).and_then(|(done, way)| decks.after(done, way));
        let achieved = Achieved::of(&run, &level);
        if let Some((before, snapshot)) = self.left(decks).map(|left| (left.achieved, left.run.snapshot())) {
            self.achieved.take(&before);
            self.counts.take(&snapshot.map(|snapshot| snapshot.counts).unwrap_or_default());
        }
        self.achieved.add(&achieved);
        self.counts.add(world.resource());
        self.again(Some(&run));
        if let Some(done) = done.filter(|done| !done.anew) {
            let (deck, kept) = (self.deck.clone(), KeptRun::of(&capture(world)));
            let left = Left { deck, tick: run.tick, achieved, run: kept, extras };
            self.visits.leave(&done.name, left);
        }
        let Some((next, arrival)) = next else { return false };
        self.arrival = arrival;
        self.enter(next);
        true
    }

    /// Comes onto a deck: one that begins anew, or that nobody has come to, is made now.
    pub fn enter(&mut self, deck: &Deck) {
        let entries = self.visits.enter(&deck.name, deck.anew);
        self.deck = deck.entered(self.ship, entries);
    }
}
