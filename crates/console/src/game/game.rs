//! A game: a journey and the run that it has come to. It begins decks, begins them again, leads on, and goes on from saves.

use crate::{
    acts::event_text::Told,
    acts::play::Play,
    game::keeping::{Kept, Record, keep_language, kept_language},
    seen::memory::Memory,
    words::tongue::Tongue,
};
use bevy::app::App;
use engine::{Counts, Headless, Outcome, RewindBuffer, Rules, Run, Start, Tape, TapePlugin};
use journey::{Decks, Extras, Journey, Save, clock, count_lines, obstacle, seconds, ship_of};
use std::sync::Arc;
use words::{Language, Said, say};

/// What is kept of a deck that was left, beside the state of its run: what is remembered of it.
const MEMORY: &str = "words";

/// What all games have in common.
pub(crate) struct Ship {
    pub(crate) decks: Decks,
    pub(crate) rules: Arc<Rules>,
    /// What is added to the world of each run, such as the renderer.
    pub(crate) adds: fn(&mut App),
    /// Where the last minute of each run is kept, if it is.
    pub(crate) last_minute: Option<RewindBuffer>,
    /// The words of all languages, and the language of whoever has chosen none.
    pub(crate) tongue: Tongue,
}

impl Ship {
    /// Adds to the world of a run what belongs into it.
    fn add_to(&self, app: &mut App) {
        (self.adds)(app);
        if let Some(minute) = &self.last_minute {
            app.add_plugins(TapePlugin);
            app.insert_resource(Tape::keeping(minute.clone()));
        }
    }

    /// The same with the decks of the ship to which a reference belongs.
    ///
    /// # Errors
    /// A sentence, if it belongs to none that can be made here.
    fn aboard(&self, deck: &str) -> Result<Arc<Ship>, Said> {
        let (Some(code), true) = (ship_of(deck), self.decks.can_make_ships()) else {
            return Err(say!("Its deck is none of those that are played here.").into());
        };
        let mut decks = self.decks.clone();
        decks.board(decks.make_ship(code).map_err(Said::literal)?);
        if decks.find(deck).is_none() {
            return Err(say!("The ship {code} has no such deck.", code = Said::literal(code.to_string())));
        }
        Ok(Arc::new(Ship {
            decks,
            rules: Arc::clone(&self.rules),
            adds: self.adds,
            last_minute: self.last_minute.clone(),
            tongue: self.tongue.clone(),
        }))
    }
}

/// What of a game has no deck save yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unsaved {
    /// The deck that is played was saved when it was entered.
    Nothing,
    /// A new game on its first deck: there is nothing to save before its first tick.
    NewGame,
    /// A deck to which the player has come.
    Deck,
}

/// A game.
pub(crate) struct Game {
    pub(crate) ship: Arc<Ship>,
    pub(crate) journey: Journey,
    /// The start of the run.
    start: Start,
    pub(crate) play: Play,
    /// The last lift has left: there is nothing more to play.
    pub(crate) ended: bool,
    /// What the next deck save is for.
    pub(crate) unsaved: Unsaved,
    /// The language that the player has chosen.
    pub(crate) language: Option<Language>,
    record: Option<Record>,
}

impl Game {
    /// A game that begins on the first deck.
    pub(crate) fn new(ship: Arc<Ship>, skill: u8, seed: u64, record: Option<Record>) -> Game {
        let journey = Journey::first(&ship.decks, skill, seed, None);
        let start = journey.start(&ship.decks.level_anyway(&journey.deck), &ship.rules);
        let play = Play::new(Headless::begin_with(&start, |app| ship.add_to(app)), None);
        let mut game =
            Game { ship, journey, start, play, ended: false, unsaved: Unsaved::NewGame, language: None, record };
        game.play.told.extend(game.told_before());
        game.begin_recording(false);
        game
    }

    /// A game that goes on from a save.
    ///
    /// # Errors
    /// A sentence, if its deck is none of those that are here.
    pub(crate) fn from_save(ship: Arc<Ship>, save: &Save, record: Option<Record>) -> Result<Game, Said> {
        let mut game = Game::new(ship, save.head.skill, save.head.seed, None);
        game.record = record;
        // Nobody begins the game that gives way to the save.
        game.play.told.clear();
        game.load(save)?;
        game.language = kept_language(save);
        Ok(game)
    }

    /// The language in which the player is spoken to, and its words.
    pub(crate) fn tongue(&self) -> Tongue {
        let tongue = self.ship.tongue.clone();
        self.language.map_or(tongue.clone(), |language| tongue.speaking(language))
    }

    /// What the deck is called that is played.
    pub(crate) fn deck_name(&self) -> Said {
        self.ship.decks.title(&self.journey.deck)
    }

    /// What is told before the deck that is played, in sentences.
    pub(crate) fn briefing(&self) -> Vec<Said> {
        let deck = self.ship.decks.find(&self.journey.deck);
        deck.map_or_else(Vec::new, |deck| deck.briefing.clone())
    }

    /// What was counted on all decks, in sentences.
    pub(crate) fn counted(&self) -> Vec<Said> {
        let counts = self.journey.counts_with(self.play.world().resource());
        count_lines(&counts).into_iter().map(|line| line.then(Said::literal("."))).collect()
    }

    /// What is told before a deck on which the player has never been.
    fn told_before(&self) -> Vec<Told> {
        if self.journey.is_first_here(&self.ship.decks) {
            self.briefing().into_iter().map(Told::Briefing).collect()
        } else {
            Vec::new()
        }
    }

    /// True while there is something that a living player can do.
    pub(crate) fn goes_on(&self) -> bool {
        !self.ended && obstacle(Some(self.play.headless.run().outcome)).is_none()
    }

    /// Begins the run that the journey has come to.
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

    /// Begins the deck again or, once all is over, the first one.
    pub(crate) fn restart(&mut self) {
        if self.ended {
            let (skill, seed) = (self.journey.skill, journey::another(self.journey.seed));
            self.journey = Journey::first(&self.ship.decks, skill, seed, None);
            self.ended = false;
            self.unsaved = Unsaved::NewGame;
        } else {
            let run = self.play.headless.run();
            self.journey.again(Some(&run));
        }
        self.begin();
    }

    /// The run is over: tells how, and goes on to the next deck if a lift has left.
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
        let mut extras = Extras::default();
        extras.put(MEMORY, &self.play.memory);
        if self.journey.go_on(&self.ship.decks, self.play.headless.world_mut(), extras) {
            self.begin();
            self.unsaved = Unsaved::Deck;
        } else {
            self.leave_run();
            self.ended = true;
            self.play.told.push(Told::Says(say!("You have left the ship behind. Say restart to begin anew.").into()));
        }
    }

    /// A save of the game as it is.
    pub(crate) fn save(&mut self) -> Save {
        let name = self.deck_name();
        let mut save = Save::of(&self.journey, &self.start, &name.english(), self.play.headless.world_mut());
        Kept { memory: self.play.memory.clone(), ended: self.ended }.put_into(&mut save);
        keep_language(self.language, &mut save);
        save
    }

    /// Goes on from a save; its deck begins anew if level or rules have changed since.
    ///
    /// # Errors
    /// A sentence, if its deck is none of those that are here; nothing has changed then.
    pub(crate) fn load(&mut self, save: &Save) -> Result<(), Said> {
        if self.ship.decks.find(&save.head.level).is_none() {
            self.ship = self.ship.aboard(&save.head.level)?;
        }
        let level = self.ship.decks.level(&save.head.level).map_err(Said::literal)?;
        let rules = Arc::clone(&self.ship.rules);
        self.journey = save.journey.clone();
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
                self.play.told.push(Told::Says(say!("The deck begins anew: {why}.", why = Said::literal(why))));
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

    /// Writes what was recorded of the run.
    ///
    /// # Errors
    /// A sentence, if it cannot be written.
    pub(crate) fn end_recording(&mut self) -> Result<(), String> {
        match (&mut self.record, self.play.recorder.take()) {
            (Some(record), Some(recorder)) => record.end(recorder, self.play.headless.world_mut()),
            _ => Ok(()),
        }
    }

    /// The run gives way to another: what cannot be written of it is told.
    fn leave_run(&mut self) {
        if let Err(what) = self.end_recording() {
            self.play.told.push(Told::Says(Said::literal(what)));
        }
    }

    /// What is remembered of the deck.
    pub(crate) fn memory(&self) -> &Memory {
        &self.play.memory
    }
}

/// What was achieved in a run, in a sentence.
fn tally(run: &Run) -> Said {
    let (kills, monsters, time) = (run.kills, run.monsters, Said::literal(clock(seconds(run.tick))));
    if run.secrets == 0 {
        return say!("The deck is done: {kills} of {monsters} undead, {time}.", kills, monsters, time);
    }
    let (found, secrets) = (run.found, run.secrets);
    say!(
        "The deck is done: {kills} of {monsters} undead, {found} of {secrets} secrets, {time}.",
        kills,
        monsters,
        found,
        secrets,
        time
    )
}
