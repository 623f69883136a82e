//! Many players over the same two pipes: a game for each name, written to a file after each message.
//!
//! A message is executed, then the game is written to disk with the reply, and only then the reply is sent. So after a
//! crash at any time, a repeated message gets the lost reply or is executed for the first time.

use crate::{
    game::game::{Game, Ship},
    talk::conversation::{Conversation, only},
    talk::line_reader::RawLine,
    talk::one::{Setting, any_seed, too_long},
    talk::reply::Room,
    words::clean,
};
use campaign::{Save, SaveDir, SaveError};
use localization::{Said, say};
use ports::{Clock, Store};
use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

/// The maximum length of a name, in perceived characters and in bytes.
const MAX_NAME_LENGTH: usize = 24;
const MAX_BYTES: usize = 64;
/// The number of games in memory. The others stay in their files.
const IN_MEMORY: usize = 8;
/// The maximum size of a game file, in bytes.
const MAX_SIZE: usize = 20 << 20;
/// The extension of game files.
const ENDING: &str = ".game";

/// The limits of a folder of games.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum number of games.
    pub games: usize,
    /// The number of days without play after which a game makes room for a new one, if the folder is full.
    pub days: u32,
}

/// A player whose game is in memory.
struct Session {
    name: String,
    game: Game,
    conversation: Conversation,
    shelf: SaveDir,
}

/// All players of a folder.
pub(crate) struct GameServer {
    /// The folder of games.
    store: Store,
    clock: Clock,
    limits: Limits,
    setting: Setting,
    ship: Arc<Ship>,
    /// Loaded games, least recently used first.
    seats: Vec<Session>,
    /// The lock that keeps other processes from using this folder.
    _lock: Option<File>,
}

impl GameServer {
    /// Opens a folder of games, which is created if necessary.
    ///
    /// # Errors
    /// If the folder cannot be used, or another process uses it. The message is a sentence.
    pub(crate) fn open(folder: PathBuf, limits: Limits, setting: Setting) -> Result<GameServer, String> {
        let unusable = |error: io::Error| format!("{}: cannot be used: {error}", folder.display());
        fs::create_dir_all(&folder).map_err(unusable)?;
        // Do not truncate the file: it may belong to something else.
        let lock = OpenOptions::new().write(true).create(true).truncate(false).open(folder.join("lock"));
        let lock = lock.map_err(unusable)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(format!("{}: another process plays the games of this folder", folder.display()));
            }
            Err(TryLockError::Error(error)) => return Err(unusable(error)),
        }
        Ok(GameServer {
            _lock: Some(lock),
            ..GameServer::of(Store::in_folder(folder), Clock::default(), limits, setting)
        })
    }

    /// Creates the players of the games in a store that no other process uses.
    fn of(store: Store, clock: Clock, limits: Limits, setting: Setting) -> GameServer {
        store.sweep_beside(&file_of("x"));
        let (decks, rules) = (setting.decks.clone(), Arc::clone(&setting.rules));
        let tongue = setting.tongue.clone();
        let tongue = setting.language.map_or(tongue.clone(), |language| tongue.speaking(language));
        let own_levels = setting.own_levels.clone();
        let ship = Arc::new(Ship { decks, rules, adds: |_| {}, last_minute: None, tongue, own_levels });
        GameServer { store, clock, limits, setting, ship, seats: Vec::new(), _lock: None }
    }

    /// Returns the reply to a line, which begins with the player's name.
    pub(crate) fn answer(&mut self, line: &RawLine) -> String {
        let (RawLine::Bytes(bytes) | RawLine::TooLong(bytes)) = line;
        let blank = |byte: &u8| byte.is_ascii_whitespace();
        let start = bytes.iter().position(|byte| !blank(byte)).unwrap_or(bytes.len());
        let (name, said) =
            bytes[start..].split_at(bytes[start..].iter().position(blank).unwrap_or(bytes.len() - start));
        let Some(name) = name_of(name) else {
            let most = MAX_NAME_LENGTH;
            let what = say!("A line is NAME NUMBER words; a name has 1 to {most} letters, digits or -_.@+", most);
            let what = self.ship.tongue.say(what);
            return format!("? {}", only(&what, Room { style: self.setting.style, before: 2 }, "1"));
        };
        let room = Room { style: self.setting.style, before: clean::length(&name) + 2 };
        let seat = match self.seat(&name) {
            Ok(number) => &mut self.seats[number],
            Err(what) => return format!("{name}: {}", only(&self.ship.tongue.say(what), room, "1")),
        };
        let number = seat.conversation.next();
        let answer = match line {
            RawLine::Bytes(_) => seat.conversation.answer(said, &mut seat.game, room, Some(&seat.shelf)),
            RawLine::TooLong(_) => seat.conversation.refuse(&too_long(&seat.game.tongue()), room),
        };
        let (mut text, mut leaves) = (answer.text, answer.quits);
        if answer.is_new
            && let Err(what) = seat.keep(&self.store)
        {
            let what = seat.game.tongue().say(say!("This game cannot be saved: {what}", what = Said::literal(what)));
            // The game continues from its file, as if the message had not been received.
            (text, leaves) = (only(&what, room, &number), true);
        }
        if leaves {
            self.seats.pop();
        }
        format!("{name}: {text}")
    }

    /// Moves a player to the end of the loaded games, loading or starting the game if necessary. Returns the index.
    fn seat(&mut self, name: &str) -> Result<usize, Said> {
        let seat = match self.seats.iter().position(|seat| seat.name == name) {
            Some(number) => self.seats.remove(number),
            None => self.fetch(name)?,
        };
        if self.seats.len() >= IN_MEMORY {
            self.seats.remove(0);
        }
        self.seats.push(seat);
        Ok(self.seats.len() - 1)
    }

    /// Loads a player's game from its file, or starts a new one.
    fn fetch(&mut self, name: &str) -> Result<Session, Said> {
        let ship = Arc::clone(&self.ship);
        let (game, conversation) = match self.store.read(&file_of(name), MAX_SIZE) {
            Ok(bytes) => {
                let damaged = |error: SaveError| {
                    let what = Said::literal(error.to_string());
                    say!("Cannot read your game ({what}). Ask the operator.", what)
                };
                let save = Save::read(&bytes).map_err(damaged)?;
                (Game::from_save(ship, &save, None)?, Conversation::of(&save).unwrap_or_default())
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.make_room()?;
                let seed = self.setting.seed.unwrap_or_else(any_seed);
                (Game::new(ship, self.setting.skill, seed, None), Conversation::default())
            }
            Err(error) => {
                return Err(say!("Cannot read your game: {error}.", error = Said::literal(error.to_string())));
            }
        };
        let shelf = SaveDir::in_store(self.store.clone(), &saves_of(&file_of(name)), self.clock.clone());
        Ok(Session { name: name.to_owned(), game, conversation, shelf })
    }

    /// Makes room for a new game by evicting the longest-idle one, if it has been idle long enough.
    fn make_room(&self) -> Result<(), Said> {
        let mut games = self.store.list("");
        games.retain(|file| file.name.ends_with(ENDING));
        if games.len() < self.limits.games {
            return Ok(());
        }
        let rest = Duration::from_secs(u64::from(self.limits.days) * 24 * 60 * 60);
        let idle = |written: Duration| self.clock.wall().saturating_sub(written);
        let Some(oldest) = games.iter().min().filter(|oldest| idle(oldest.written) >= rest) else {
            return Err(say!("All {count} games are in use. Come back later.", count = games.len()));
        };
        let unusable =
            |error: io::Error| say!("Cannot start a game: {error}.", error = Said::literal(error.to_string()));
        self.store.remove(&oldest.name).map_err(unusable)?;
        // A failed deletion is harmless: leftover saves do not block new games.
        let _ = self.store.remove_folder(&saves_of(&oldest.name));
        Ok(())
    }
}

impl Session {
    /// Writes the game and the conversation to their file.
    fn keep(&mut self, store: &Store) -> Result<(), String> {
        let mut save = self.game.save();
        self.conversation.put_into(&mut save);
        let bytes = save.bytes().map_err(|error| error.to_string())?;
        store.write(&file_of(&self.name), &bytes).map_err(|error| error.to_string())
    }
}

/// Returns the name in some bytes, in lower case, if it is valid.
fn name_of(bytes: &[u8]) -> Option<String> {
    let name = clean::text(bytes).ok().filter(|name| name.len() <= MAX_BYTES)?.trim_end_matches(':').to_lowercase();
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_.@+".contains(letter);
    let fits = (1..=MAX_NAME_LENGTH).contains(&clean::length(&name)) && name.len() <= MAX_BYTES;
    (fits && name.chars().all(is_plain)).then_some(name)
}

/// Returns the name of the file of a player's game. All characters of the name except plain letters and digits are
/// escaped as numbers.
fn file_of(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_".contains(&byte);
    let letter = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02x}") };
    let name: String = name.bytes().map(letter).collect();
    name + ENDING
}

/// Returns the folder of the saves that belong to a game file.
fn saves_of(file: &str) -> String {
    format!("{}.saves", file.strip_suffix(ENDING).unwrap_or(file))
}

#[cfg(test)]
#[path = "game_server_tests.rs"]
mod tests;
