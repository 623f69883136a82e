//! The commands of a console other than acts: the time, and the inspector.

use crate::{
    describe::things_called,
    target::{Target, target_ahead},
};
use bevy::prelude::World;
use localization::{Key, Said, say};

/// Maximum number of things that `inspect NAME` lists, the nearest.
const MAX_LISTED: usize = 20;

/// The commands: word, arguments, effect.
pub const COMMANDS: [(&str, Key, Key); 11] = [
    ("stop", say!(""), say!("Stops the time of the deck.")),
    ("resume", say!(""), say!("Lets the time go on.")),
    ("step", say!("[TICKS]"), say!("Goes forward by ticks, one by default.")),
    ("back", say!("[TICKS]"), say!("Goes back by ticks, one by default.")),
    ("seek", say!("TICK | BOOKMARK"), say!("Goes to a tick of the last minute, or to any tick of a demo.")),
    ("slow", say!("PERCENT"), say!("Slows the time down, from 1 to 100 %.")),
    ("bookmark", say!("[NAME]"), say!("Remembers this tick by a name, or lists the bookmarks.")),
    ("until", say!("CONDITION"), say!("Lets the time go on until a condition becomes true, such as: event Shot.")),
    ("watch", say!("[CONDITION]"), say!("Stops the time whenever a condition becomes true, or lists these.")),
    ("unwatch", say!("NUMBER | all"), say!("Removes a watch.")),
    (
        "inspect",
        say!("[ID | X,Y | NAME | off]"),
        say!("Shows a thing or a cell, by default what you look at; lists things of a name."),
    ),
];

/// Returns the number of an argument, which is 1 by default.
///
/// # Errors
/// If it is not a number above 0.
pub fn number(rest: &str) -> Result<i64, Said> {
    let number = if rest.is_empty() { Some(1) } else { rest.parse().ok().filter(|number| *number > 0) };
    number.ok_or_else(|| say!("{word} must be a number above 0.", word = Said::literal(rest)))
}

/// Returns the speed of `slow PERCENT`, as a share of the usual one.
///
/// # Errors
/// If it is not a number above 0.
pub fn speed(rest: &str) -> Result<f32, Said> {
    Ok(number(rest.trim_end_matches('%').trim())?.clamp(1, 100) as f32 / 100.0)
}

/// Returns the help on the command of this word, or on all.
pub fn help_on_commands<'a>(
    commands: impl IntoIterator<Item = &'a (&'static str, Key, Key)>,
    word: &str,
) -> impl Iterator<Item = Said> {
    commands.into_iter().filter(move |(name, ..)| word.is_empty() || *name == word).map(|(name, with, does)| {
        let name = Said::joined([Said::literal(*name), (*with).into()], " ");
        Said::joined([name, (*does).into()], ": ")
    })
}

/// What `inspect` asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Inspected {
    /// Nothing any more.
    Off,
    /// A thing or a cell.
    One(Target),
    /// The things of a name, the nearest first.
    Names(Vec<String>),
}

/// Returns what `inspect` with these arguments asks for.
///
/// # Errors
/// If there is no such thing.
pub fn inspected(world: &mut World, rest: &str) -> Result<Inspected, Said> {
    if rest == "off" {
        return Ok(Inspected::Off);
    }
    let target = if rest.is_empty() { target_ahead(world) } else { Target::read(rest) };
    if let Some(target) = target {
        return Ok(Inspected::One(target));
    }
    let mut called = things_called(world, rest);
    called.truncate(MAX_LISTED);
    if called.is_empty() {
        let word = Said::literal(rest);
        return Err(say!("{word} is neither a cell such as 6,4 nor the id or name of a thing.", word));
    }
    Ok(Inspected::Names(called))
}
