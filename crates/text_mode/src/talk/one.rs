//! A session with one player.

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
use campaign::{Decks, Save, SaveDir, ShipCode, another};
use content::{ContentError, Files, GivenRules, OwnLevels, read_campaign, read_named_deck, read_rules};
use engine::{RewindBuffer, Rules, Snapshot};
use localization::{Language, say};
use ports::RecordFile;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

/// The setup of all games of a session.
#[derive(Clone)]
pub struct Setting {
    /// The decks.
    pub decks: Decks,
    /// The rules, which define all things on the decks.
    pub rules: Arc<Rules>,
    /// The style of the replies.
    pub style: Style,
    /// The skill of new games, 1 to 4.
    pub skill: u8,
    /// The seed of new games; without it each game gets a different one.
    pub seed: Option<u64>,
    /// The texts of all languages, with the default language.
    pub tongue: Tongue,
    /// The language chosen on the command line.
    pub language: Option<Language>,
    /// The levels of the player's own, to which saves may refer; without it, only the decks can be played.
    pub own_levels: Option<OwnLevels>,
}

/// The decks to play.
#[derive(Clone, Copy, Debug)]
pub enum Played<'a> {
    /// The campaign in the game folder.
    Campaign,
    /// Only the level in this file.
    Level(&'a Path),
    /// The ship with this code.
    Ship(ShipCode),
}

impl Setting {
    /// Reads the decks to play from the files of the game, with the game's rules or those in a file. New games get
    /// different seeds.
    ///
    /// # Errors
    /// If a file cannot be read or is invalid.
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
        let own_levels = Some(OwnLevels::new(files, given.as_ref()));
        Ok(Setting { decks: decks.0, rules, style, skill, seed: None, tongue, language: None, own_levels })
    }
}

/// The files of a session with one player.
#[derive(Clone, Debug, Default)]
pub struct Alone {
    /// The save folder; without it nothing can be saved.
    pub saves: Option<PathBuf>,
    /// The save to continue from.
    pub load: Option<Box<Save>>,
    /// The file into which runs are recorded.
    pub record: Option<PathBuf>,
    /// The folder for demos that cannot be written to that file when the run ends.
    pub demos: Option<PathBuf>,
    /// The buffer for the last minute of each run, for crash reports, if it is kept.
    pub last_minute: Option<RewindBuffer>,
}

impl Alone {
    /// Returns the file into which runs are recorded, if any.
    pub fn record_file(&self) -> Option<RecordFile> {
        self.record.clone().map(|file| RecordFile::new(file, self.demos.clone()))
    }

    /// Checks before a game starts that it can be recorded.
    ///
    /// # Errors
    /// If it cannot; the message is a sentence.
    pub fn check_record(&self) -> Result<(), String> {
        self.record_file().map_or(Ok(()), |file| file.check())
    }
}

/// A session with one player.
pub struct Talk {
    game: Game,
    conversation: Conversation,
    saves: DeckSaves,
    room: Room,
    quits: bool,
}

impl Talk {
    /// Begins a session.
    ///
    /// # Errors
    /// If it continues from a save whose deck is not one of these decks; the message is a sentence.
    pub fn begin(setting: Setting, alone: Alone) -> Result<Talk, String> {
        let Setting { decks, rules, style, skill, seed, tongue, language, own_levels } = setting;
        let record = alone.record_file().map(Record::into);
        let ship = Arc::new(Ship { decks, rules, adds: |_| {}, last_minute: alone.last_minute, tongue, own_levels });
        let conversation = alone.load.as_deref().and_then(Conversation::of).unwrap_or_default();
        let mut game = match &alone.load {
            Some(save) => Game::from_save(ship, save, record).map_err(|what| what.english())?,
            None => Game::new(ship, skill, seed.unwrap_or_else(any_seed), record),
        };
        // The command line overrides the language in the save.
        game.language = language.or(game.language);
        let saves = DeckSaves::in_folder(alone.saves.map(SaveDir::new));
        Ok(Talk { game, conversation, saves, room: Room { style, before: 0 }, quits: false })
    }

    /// Returns an unprompted reply with the state of the game.
    pub fn greet(&mut self) -> String {
        self.conversation.greet(&mut self.game, self.room)
    }

    /// Returns the reply to a line; its last line is the next number.
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

    /// Returns true once the player has quit.
    pub fn has_ended(&self) -> bool {
        self.quits
    }

    /// Returns the state of the current run.
    pub fn snapshot(&mut self) -> Snapshot {
        self.game.play.headless.snapshot()
    }

    /// Returns the file of the current deck.
    pub fn deck(&self) -> &str {
        &self.game.journey.deck
    }

    /// Ends the session for any reason: saves the game and writes the recording.
    ///
    /// # Errors
    /// If either cannot be written; the message is one or two sentences.
    pub fn end(mut self) -> Result<(), String> {
        let saved = self.saves.leave(&mut self.game, |save| self.conversation.put_into(save));
        both(saved.map_err(|what| what.english()), self.game.end_recording())
    }
}

/// Combines the results of two operations that are both done even if the other fails.
pub(crate) fn both(one: Result<(), String>, other: Result<(), String>) -> Result<(), String> {
    match (one, other) {
        (Err(one), Err(other)) => Err(format!("{one} {other}")),
        (one, other) => one.and(other),
    }
}

/// Returns the reply to a line that is too long.
pub(crate) fn too_long(tongue: &Tongue) -> String {
    tongue.say(say!("This line is longer than {most} bytes and was ignored.", most = LONGEST))
}

/// Returns a different seed each time.
pub(crate) fn any_seed() -> u64 {
    another(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64))
}

#[cfg(test)]
#[path = "one_tests.rs"]
pub(crate) mod tests;
