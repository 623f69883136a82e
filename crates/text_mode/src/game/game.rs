//! A game: a playthrough and its current run. Starts and restarts decks, leads to the next one, and continues from
//! saves.

use crate::{
    acts::event_text::Told,
    acts::play::Play,
    game::keeping::{Kept, Record, keep_language, kept_language},
    perception::memory::Memory,
    words::tongue::Tongue,
};
use bevy::app::App;
use campaign::{Decks, Extras, Journal, Journey, Save, clock, count_lines, obstacle, seconds, ship_of};
use content::OwnLevels;
use engine::{Counts, Headless, Outcome, RewindBuffer, Rules, Run, Start, Tape, TapePlugin};
use localization::{Language, Said, say};
use std::sync::Arc;

/// The name of the additional data that is kept with the run of a deck after the player leaves it: the player's memory
/// of the deck.
const MEMORY: &str = "words";

/// The data that all games share.
pub(crate) struct Ship {
    pub(crate) decks: Decks,
    pub(crate) rules: Arc<Rules>,
    /// Adds plugins to the world of each run, such as the renderer.
    pub(crate) adds: fn(&mut App),
    /// The buffer for the last minute of each run, if it is kept.
    pub(crate) last_minute: Option<RewindBuffer>,
    /// The texts of all languages, and the default language.
    pub(crate) tongue: Tongue,
    /// The levels of the player's own, to which saves may refer.
    pub(crate) own_levels: Option<OwnLevels>,
}

impl Ship {
    /// Adds plugins and resources to the world of a run.
    fn add_to(&self, app: &mut App) {
        (self.adds)(app);
        if let Some(minute) = &self.last_minute {
            app.add_plugins(TapePlugin);
            app.insert_resource(Tape::keeping(minute.clone()));
        }
    }

    /// Returns a copy with the deck of this reference: one of a ship, or a level of the player's own.
    ///
    /// # Errors
    /// If there is no such deck, or if it cannot be read or generated; the message is a sentence.
    fn with_deck_of(&self, deck: &str) -> Result<Arc<Ship>, Said> {
        let decks = match (ship_of(deck), &self.own_levels) {
            (Some(code), _) if self.decks.can_make_ships() => {
                let mut decks = self.decks.clone();
                decks.board(decks.make_ship(code).map_err(Said::literal)?);
                if decks.find(deck).is_none() {
                    return Err(say!("The ship {code} has no such deck.", code = Said::literal(code.to_string())));
                }
                decks
            }
            (None, Some(own)) if OwnLevels::contains(deck) => {
                let level = own.read(deck).map_err(|error| Said::literal(error.what))?;
                let wrong = |what| Said::literal(format!("{deck}: {what}"));
                self.rules.check(&level).map_err(wrong)?;
                Decks::of_level(deck, level)
            }
            _ => return Err(say!("The deck \"{deck}\" is not installed.", deck = Said::literal(deck))),
        };
        Ok(Arc::new(Ship {
            decks,
            rules: Arc::clone(&self.rules),
            adds: self.adds,
            last_minute: self.last_minute.clone(),
            tongue: self.tongue.clone(),
            own_levels: self.own_levels.clone(),
        }))
    }
}

/// Contents of the next deck save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unsaved {
    /// Nothing: the current deck was saved when it was entered.
    Nothing,
    /// A new game on its first deck: there is nothing to save before its first tick.
    NewGame,
    /// A deck that the player has entered.
    Deck,
}

/// A game.
pub(crate) struct Game {
    pub(crate) ship: Arc<Ship>,
    pub(crate) journey: Journey,
    /// The texts that the player has read on it.
    journal: Journal,
    /// The start of the run.
    start: Start,
    pub(crate) play: Play,
    /// True once the player has left the last deck. There is nothing left to play.
    pub(crate) ended: bool,
    /// Contents of the next deck save.
    pub(crate) unsaved: Unsaved,
    /// The language that the player has chosen.
    pub(crate) language: Option<Language>,
    record: Option<Record>,
}

impl Game {
    /// Creates a game that starts on the first deck.
    pub(crate) fn new(ship: Arc<Ship>, skill: u8, seed: u64, record: Option<Record>) -> Game {
        let journey = Journey::first(&ship.decks, skill, seed, None);
        let start = journey.start(&ship.decks.level_anyway(&journey.deck), &ship.rules);
        let play = Play::new(Headless::begin_with(&start, |app| ship.add_to(app)), None);
        let mut game = Game {
            ship,
            journey,
            journal: Journal::default(),
            start,
            play,
            ended: false,
            unsaved: Unsaved::NewGame,
            language: None,
            record,
        };
        game.play.told.extend(game.told_before());
        game.begin_recording(false);
        game
    }

    /// Creates a game that continues from a save.
    ///
    /// # Errors
    /// If its deck is not one of these decks; the message is a sentence.
    pub(crate) fn from_save(ship: Arc<Ship>, save: &Save, record: Option<Record>) -> Result<Game, Said> {
        let mut game = Game::new(ship, save.head.skill, save.head.seed, None);
        game.record = record;
        // The game that is replaced by the save was never started.
        game.play.told.clear();
        game.load(save)?;
        game.language = kept_language(save);
        Ok(game)
    }

    /// Returns the player's language, with its texts.
    pub(crate) fn tongue(&self) -> Tongue {
        let tongue = self.ship.tongue.clone();
        self.language.map_or(tongue.clone(), |language| tongue.speaking(language))
    }

    /// Returns the name of the current deck.
    pub(crate) fn deck_name(&self) -> Said {
        self.ship.decks.title(&self.journey.deck)
    }

    /// Returns the briefing of the current deck, in sentences.
    pub(crate) fn briefing(&self) -> Vec<Said> {
        let deck = self.ship.decks.find(&self.journey.deck);
        deck.map_or_else(Vec::new, |deck| deck.briefing.clone())
    }

    /// Returns the statistics of all decks, in sentences.
    pub(crate) fn counted(&self) -> Vec<Said> {
        let counts = self.journey.counts_with(self.play.world().resource());
        count_lines(&counts).into_iter().map(|line| line.then(Said::literal("."))).collect()
    }

    /// Returns the briefing of a deck that the player enters for the first time.
    fn told_before(&self) -> Vec<Told> {
        if self.journey.is_first_here(&self.ship.decks) {
            self.briefing().into_iter().map(Told::Briefing).collect()
        } else {
            Vec::new()
        }
    }

    /// Returns true while there is something that a living player can do.
    pub(crate) fn goes_on(&self) -> bool {
        !self.ended && obstacle(Some(self.play.headless.run().outcome)).is_none()
    }

    /// Starts the current run of the playthrough.
    fn begin(&mut self) {
        self.leave_run();
        let (level, name) = (self.ship.decks.level_anyway(&self.journey.deck), self.deck_name());
        let start = self.journey.start(&level, &self.ship.rules);
        let mut headless = Headless::begin_with(&start, |app| self.ship.add_to(app));
        let (start, goes_on) = self.journey.begin(&self.ship.decks, &level, &self.ship.rules, headless.world_mut());
        self.start = start;
        let memory = self.journey.left(&self.ship.decks).filter(|_| goes_on).and_then(|left| left.extras.get(MEMORY));
        let mut told = std::mem::take(&mut self.play.told);
        self.play = Play::new(headless, memory);
        told.push(Told::Reads(name));
        told.extend(self.told_before());
        told.append(&mut self.play.told);
        self.play.told = told;
        self.begin_recording(goes_on);
    }

    /// Restarts the deck or, after the end, the first one.
    pub(crate) fn restart(&mut self) {
        if self.ended {
            let (skill, seed) = (self.journey.skill, campaign::another(self.journey.seed));
            self.journey = Journey::first(&self.ship.decks, skill, seed, None);
            self.ended = false;
            self.journal = Journal::default();
            self.unsaved = Unsaved::NewGame;
        } else {
            // What was read in a failed attempt stays read.
            self.note_texts();
            let run = self.play.headless.run();
            self.journey.again(Some(&run));
        }
        self.begin();
    }

    /// Ends the run: reports its result, and continues with the next deck if the player has left this one.
    pub(crate) fn finish_run(&mut self) {
        let run = self.play.headless.run();
        if !run.outcome.is_done() || self.ended {
            return;
        }
        if let Outcome::Stairs(_) = run.outcome {
            self.play.told.push(Told::Says(say!("You take the stairs.").into()));
        } else {
            self.play.told.push(Told::Says(tally(&run)));
            let counted = count_lines(self.play.world().resource::<Counts>());
            let told = counted.into_iter().map(|line| Told::Briefing(line.then(Said::literal("."))));
            self.play.told.extend(told);
        }
        self.note_texts();
        let exit = run.outcome.way_on(&self.play.deck().0).unwrap_or_default().to_owned();
        let mut extras = Extras::default();
        extras.put(MEMORY, &self.play.memory);
        if self.journey.go_on(&self.ship.decks, self.play.headless.world_mut(), extras) {
            self.begin();
            self.unsaved = Unsaved::Deck;
        } else {
            self.leave_run();
            self.ended = true;
            let ending = self.journal.ending(&self.ship.decks, &exit);
            if let Some(page) = ending {
                self.play.told.extend([page.title].into_iter().chain(page.lines).map(Told::Briefing));
            }
            self.play.told.push(Told::Says(say!("You have left the ship. Say restart to play again.").into()));
        }
    }

    /// Returns a save of the current state.
    pub(crate) fn save(&mut self) -> Save {
        self.note_texts();
        let name = self.deck_name();
        let mut save = Save::of(&self.journey, &self.start, &name.english(), self.play.headless.world_mut());
        Kept { memory: self.play.memory.clone(), ended: self.ended }.put_into(&mut save);
        keep_language(self.language, &mut save);
        self.journal.put_into(&mut save.extras);
        save
    }

    /// Adds the briefing of the deck, and the texts that the player has read since the last call, to the journal.
    fn note_texts(&mut self) {
        let Some(deck) = self.ship.decks.find(&self.journey.deck) else { return };
        let briefing = deck.briefing.iter().map(Said::english);
        briefing.chain(self.play.read.drain(..)).for_each(|text| self.journal.note(&deck.name, &text));
    }

    /// Continues from a save. Its deck restarts if level or rules have changed since.
    ///
    /// # Errors
    /// If its deck is not one of these decks. Then nothing changes.
    pub(crate) fn load(&mut self, save: &Save) -> Result<(), Said> {
        if self.ship.decks.find(&save.head.level).is_none() {
            self.ship = self.ship.with_deck_of(&save.head.level)?;
        }
        let level = self.ship.decks.level(&save.head.level).map_err(Said::literal)?;
        let rules = Arc::clone(&self.ship.rules);
        self.journey = save.journey.clone();
        self.journal = Journal::of(&save.extras);
        let restored = save.snapshot(&level, &rules).map_err(|misfit| misfit.to_string());
        let restored = restored.and_then(|snapshot| {
            Headless::restore_with(&snapshot, Arc::clone(&level), &rules, |app| self.ship.add_to(app))
                .map_err(|error| error.to_string())
        });
        match restored {
            Ok(headless) => {
                self.leave_run();
                self.unsaved = Unsaved::Nothing;
                let kept = Kept::of(save);
                self.start = save.head.start_anyway(&level, &rules);
                self.ended = kept.as_ref().is_some_and(|kept| kept.ended);
                let told = std::mem::take(&mut self.play.told);
                self.play = Play::new(headless, kept.map(|kept| kept.memory));
                self.play.told.splice(0..0, told);
                self.begin_recording(true);
            }
            Err(why) => {
                self.ended = false;
                self.play.told.push(Told::Says(say!("Restarting the deck: {why}.", why = Said::literal(why))));
                self.begin();
                self.unsaved = Unsaved::Deck;
            }
        }
        Ok(())
    }

    fn begin_recording(&mut self, goes_on: bool) {
        if let Some(minute) = &self.ship.last_minute {
            minute.begin(&self.start, &self.journey.deck);
        }
        if let Some(record) = &mut self.record {
            let world = self.play.headless.world_mut();
            self.play.recorder = Some(record.begin(&self.start, &self.journey.deck, goes_on, world));
        }
    }

    /// Writes the recording of the run.
    ///
    /// # Errors
    /// If it cannot be written; the message is a sentence.
    pub(crate) fn end_recording(&mut self) -> Result<(), String> {
        match (&mut self.record, self.play.recorder.take()) {
            (Some(record), Some(recorder)) => record.end(recorder, self.play.headless.world_mut()),
            _ => Ok(()),
        }
    }

    /// Ends the recording of a run that is replaced, and reports errors to the player.
    fn leave_run(&mut self) {
        if let Err(what) = self.end_recording() {
            self.play.told.push(Told::Says(Said::literal(what)));
        }
    }

    /// Returns the player's memory of the deck.
    pub(crate) fn memory(&self) -> &Memory {
        &self.play.memory
    }
}

/// Returns the result of a run, in a sentence.
fn tally(run: &Run) -> Said {
    let (kills, monsters, time) = (run.kills, run.monsters, Said::literal(clock(seconds(run.tick))));
    if run.secrets == 0 {
        return say!("Deck complete: {kills} of {monsters} enemies, {time}.", kills, monsters, time);
    }
    let (found, secrets) = (run.found, run.secrets);
    say!(
        "Deck complete: {kills} of {monsters} enemies, {found} of {secrets} secrets, {time}.",
        kills,
        monsters,
        found,
        secrets,
        time
    )
}
