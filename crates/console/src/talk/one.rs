//! A talk with one player.

use crate::{
    acts::event_text::Told,
    game::deck_saves::DeckSaves,
    game::decks::{check, ship},
    game::game::{Game, Ship},
    game::keeping::Record,
    talk::conversation::Conversation,
    talk::line_reader::{LONGEST, RawLine},
    talk::reply::Room,
    words::style::Style,
    words::tongue::Tongue,
};
use content::{ContentError, Files, GivenRules, read_campaign, read_named_deck, read_rules};
use engine::{RewindBuffer, Rules, Snapshot};
use journey::{Decks, Save, SaveDir, ShipCode, another};
use ports::RecordFile;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};
use words::{Language, say};

/// What all games of a talk begin with.
#[derive(Clone)]
pub struct Setting {
    /// The decks that are played.
    pub decks: Decks,
    /// The rules, which know all that stands on them.
    pub rules: Arc<Rules>,
    /// The style of the replies.
    pub style: Style,
    /// The skill of new games, 1 to 4.
    pub skill: u8,
    /// The seed of new games; without it each is another.
    pub seed: Option<u64>,
    /// The words of all languages, and the language in which players are spoken to unless they or the command line choose another.
    pub tongue: Tongue,
    /// The language that the command line chooses.
    pub language: Option<Language>,
}

/// What is played.
#[derive(Clone, Copy, Debug)]
pub enum Played<'a> {
    /// The campaign of the game's folder.
    Campaign,
    /// The level of this file, and no other.
    Level(&'a Path),
    /// The ship of a code.
    Ship(ShipCode),
}

impl Setting {
    /// Reads the decks that are played from the files of the game, with the game's rules or those of a file. The seed is another one each
    /// time.
    ///
    /// # Errors
    /// If a file cannot be read, or for the first mistake in one.
    pub fn read(
        files: &Files,
        played: Played,
        rules: Option<&Path>,
        style: Style,
        skill: u8,
    ) -> Result<Setting, ContentError> {
        let given = rules.map(GivenRules::read).transpose()?;
        let rules = read_rules(files, given.as_ref())?.0;
        let tongue = Tongue::read(files, &rules)?;
        let decks = match played {
            Played::Campaign => read_campaign(files, &rules)?,
            Played::Level(level) => read_named_deck(level, files, given.as_ref())?,
            Played::Ship(code) => ship(files, code, &rules)?,
        };
        check(&decks, &rules)?;
        Ok(Setting { decks: decks.0, rules, style, skill, seed: None, tongue, language: None })
    }
}

/// What a talk with one player begins with, and what is kept of it.
#[derive(Clone, Debug, Default)]
pub struct Alone {
    /// The folder of his saves; without it nothing can be saved.
    pub saves: Option<PathBuf>,
    /// The save from which he goes on.
    pub load: Option<Box<Save>>,
    /// The file into which his runs are recorded.
    pub record: Option<PathBuf>,
    /// The folder into which a demo is written that cannot be written there when its run ends.
    pub demos: Option<PathBuf>,
    /// Where the last minute of each run is kept for whoever reports a crash, if somebody does.
    pub last_minute: Option<RewindBuffer>,
}

impl Alone {
    /// The file into which his runs are recorded, if they are.
    pub fn record_file(&self) -> Option<RecordFile> {
        self.record.clone().map(|file| RecordFile::new(file, self.demos.clone()))
    }

    /// Checks before a game begins whether it can be recorded.
    ///
    /// # Errors
    /// A sentence, if it cannot.
    pub fn check_record(&self) -> Result<(), String> {
        self.record_file().map_or(Ok(()), |file| file.check())
    }
}

/// A talk with one player.
pub struct Talk {
    game: Game,
    conversation: Conversation,
    saves: DeckSaves,
    room: Room,
    quits: bool,
}

impl Talk {
    /// A talk that begins.
    ///
    /// # Errors
    /// A sentence, if he goes on from a save whose deck is none of these.
    pub fn begin(setting: Setting, alone: Alone) -> Result<Talk, String> {
        let Setting { decks, rules, style, skill, seed, tongue, language } = setting;
        let record = alone.record_file().map(Record::into);
        let ship = Arc::new(Ship { decks, rules, adds: |_| {}, last_minute: alone.last_minute, tongue });
        let conversation = alone.load.as_deref().and_then(Conversation::of).unwrap_or_default();
        let mut game = match &alone.load {
            Some(save) => Game::from_save(ship, save, record).map_err(|what| what.english())?,
            None => Game::new(ship, skill, seed.unwrap_or_else(any_seed), record),
        };
        // What the command line says now holds, and not what was said before the save.
        game.language = language.or(game.language);
        let saves = DeckSaves::in_folder(alone.saves.map(SaveDir::new));
        Ok(Talk { game, conversation, saves, room: Room { style, before: 0 }, quits: false })
    }

    /// How the game stands, for somebody who has not said anything yet.
    pub fn greet(&mut self) -> String {
        self.conversation.greet(&mut self.game, self.room)
    }

    /// The reply to a line; its last line is the next number.
    pub fn answer(&mut self, line: &[u8]) -> String {
        let line = if line.len() > LONGEST { RawLine::TooLong(Vec::new()) } else { RawLine::Bytes(line.to_vec()) };
        self.answer_raw(&line)
    }

    pub(crate) fn answer_raw(&mut self, line: &RawLine) -> String {
        let answer = match line {
            RawLine::Bytes(line) => self.conversation.answer(line, &mut self.game, self.room, self.saves.shelf()),
            RawLine::TooLong(_) => self.conversation.refuse(&too_long(&self.game.tongue()), self.room),
        };
        self.quits |= answer.quits;
        if let Err(what) = self.saves.enter(&mut self.game, |save| self.conversation.put_into(save)) {
            self.game.play.told.push(Told::Says(what));
        }
        answer.text
    }

    /// True once the player has said that he goes.
    pub fn has_ended(&self) -> bool {
        self.quits
    }

    /// The state of the run that is played.
    pub fn snapshot(&mut self) -> Snapshot {
        self.game.play.headless.snapshot()
    }

    /// The file of the deck that is played.
    pub fn deck(&self) -> &str {
        &self.game.journey.deck
    }

    /// Ends the talk, however it came to that: the game is saved, and what was recorded is written.
    ///
    /// # Errors
    /// A sentence or two, if either cannot be written.
    pub fn end(mut self) -> Result<(), String> {
        let saved = self.saves.leave(&mut self.game, |save| self.conversation.put_into(save));
        both(saved.map_err(|what| what.english()), self.game.end_recording())
    }
}

/// Joins what two things have come to that are both done, whether the other fails or not.
pub(crate) fn both(one: Result<(), String>, other: Result<(), String>) -> Result<(), String> {
    match (one, other) {
        (Err(one), Err(other)) => Err(format!("{one} {other}")),
        (one, other) => one.and(other),
    }
}

/// What is said to a line that is too long.
pub(crate) fn too_long(tongue: &Tongue) -> String {
    tongue.say(say!("This line has more than {most} bytes: nothing of it was done.", most = LONGEST))
}

/// A seed that is another each time.
pub(crate) fn any_seed() -> u64 {
    another(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64))
}
