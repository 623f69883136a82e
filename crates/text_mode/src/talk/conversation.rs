//! A conversation: the recent messages with their replies, and the next number.
//!
//! The connection may lose or repeat lines. Therefore each message has a unique number, and a repeated message gets the
//! same reply and does nothing.

use crate::{
    acts::event_text::Told,
    game::game::Game,
    game::perform::{Outcome, Picture, carry_out},
    game::saving::Keeper,
    talk::reply::{Room, compose},
    words::clean,
    words::message::{Line, MAX_COMMANDS, Message, parse},
};
use campaign::{Save, SaveDir};
use localization::{Said, say};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The number of remembered messages.
pub(crate) const REMEMBERED: usize = 1000;
/// The highest number to suggest. After it they restart, skipping those of remembered messages.
const HIGHEST: u32 = 999_999;
/// The name of the conversation's part of a save.
const PART: &str = "conversation";

/// A conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Conversation {
    next: u32,
    /// The last messages with their replies, the oldest first.
    remembered: VecDeque<(String, String)>,
}

impl Default for Conversation {
    fn default() -> Self {
        Conversation { next: 1, remembered: VecDeque::new() }
    }
}

/// The answer to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The reply; its last line is the next number.
    pub(crate) text: String,
    /// True if the line was a new message, which may have changed something.
    pub(crate) is_new: bool,
    /// True if the player wants to quit.
    pub(crate) quits: bool,
}

impl Conversation {
    /// Returns the next number.
    pub(crate) fn next(&self) -> String {
        self.next.to_string()
    }

    /// Executes the commands in a line and returns the answer.
    pub(crate) fn answer(&mut self, line: &[u8], game: &mut Game, room: Room, shelf: Option<&SaveDir>) -> Answer {
        let (next, tongue) = (self.next(), game.tongue());
        let line = match clean::text(line) {
            Ok(line) => parse(line),
            Err(what) => return self.refuse(&tongue.say(what), room),
        };
        let message = match line {
            Line::Message(message) => message,
            Line::NoNumber(said) => {
                let example = clean::echo(&said);
                let example = if example == "that" { "status".to_owned() } else { example.english().replace('"', "") };
                let (number, example) = (Said::literal(next), Said::literal(example));
                let what = say!("Start with an unused number. Say: {number} {example}", number, example);
                return self.refuse(&tongue.say(what), room);
            }
            Line::NoCommand => {
                return self.refuse(
                    &tongue
                        .say(say!("Say a number and a command, such as: {number} help", number = Said::literal(next))),
                    room,
                );
            }
            Line::TooMany => {
                return self.refuse(&tongue.say(say!("At most {most} commands at a time.", most = MAX_COMMANDS)), room);
            }
        };
        if let Some((_, reply)) = self.remembered.iter().find(|(key, _)| *key == message.key) {
            return Answer { text: reply.clone(), is_new: false, quits: false };
        }
        let adds = |save: &mut Save| self.put_into(save);
        let keeper = shelf.map(|shelf| Keeper { shelf, adds: &adds });
        let outcome = carry_out(game, &message.commands, room.style, keeper);
        self.count(&message);
        let text = compose(game, &outcome, room, &self.next());
        if self.remembered.len() >= REMEMBERED {
            self.remembered.pop_front();
        }
        self.remembered.push_back((message.key, text.clone()));
        Answer { text, is_new: true, quits: outcome.quits }
    }

    /// Returns an answer with only a sentence in the player's language.
    pub(crate) fn refuse(&self, what: &str, room: Room) -> Answer {
        Answer { text: only(what, room, &self.next()), is_new: false, quits: false }
    }

    /// Returns an unprompted reply with the state of the game.
    pub(crate) fn greet(&self, game: &mut Game, room: Room) -> String {
        let told: Vec<Told> = game.play.told.clone();
        game.play.told.retain(|told| !matches!(told, Told::Briefing(_)));
        let outcome = Outcome { told, picture: Picture::View, left: Vec::new(), quits: false };
        compose(game, &outcome, room, &self.next())
    }

    /// Chooses the next number: higher than that of this message, and not among the remembered ones.
    fn count(&mut self, message: &Message) {
        let said = message.number.filter(|number| *number < HIGHEST).unwrap_or(0);
        self.next = self.next.max(said);
        loop {
            self.next = if self.next >= HIGHEST { 1 } else { self.next + 1 };
            let begins = format!("{} ", self.next);
            if !self.remembered.iter().any(|(key, _)| key.starts_with(&begins)) {
                return;
            }
        }
    }

    pub(crate) fn put_into(&self, save: &mut Save) {
        save.extras.put(PART, self);
    }

    /// Returns the conversation in a save, if it is valid.
    pub(crate) fn of(save: &Save) -> Option<Conversation> {
        let conversation: Conversation = save.extras.get(PART)?;
        let is_valid = (1..=HIGHEST).contains(&conversation.next) && conversation.remembered.len() <= REMEMBERED;
        is_valid.then_some(conversation)
    }
}

/// Returns a reply of one sentence.
pub(crate) fn only(what: &str, room: Room, next: &str) -> String {
    let most = crate::talk::reply::MAX.saturating_sub(room.before + 1 + clean::length(next));
    format!("{}\n{next}", clean::cut(what, most))
}
