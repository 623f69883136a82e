//! Parsing of words that name a target: "shambler 2", "door", "12,7", an emoji.

use crate::{
    acts::play::{Play, Stop, cannot},
    perception::symbols,
    perception::things::Thing,
    words::clean::echo,
    words::compass::{Bearing, Compass},
    words::tongue::{FITTINGS, names_of},
    words::vocabulary::nearest_of,
};
use bevy::math::IVec2;
use localization::{Key, Said, say};

/// The maximum number of digits in a number of cells, shots or creatures.
const MAX_NUMBER_LENGTH: usize = 6;

/// The target of a command.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Target {
    /// A direction, optionally with a number.
    To(Compass, Option<u32>),
    /// A cell of the map.
    Cell(IVec2),
    /// A thing.
    Thing(Thing),
}

/// Parses a number. Returns `None` if it is invalid or far too large.
pub(crate) fn number(word: &str) -> Option<u32> {
    (word.len() <= MAX_NUMBER_LENGTH && word.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| word.parse().ok())
        .flatten()
}

/// Parses the target of a command.
///
/// # Errors
/// If the words name nothing that the player has met, or too many things.
pub(crate) fn target(play: &mut Play, words: &[String]) -> Result<Target, Stop> {
    let words: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .filter(|word| {
            !matches!(
                *word,
                "to" | "the" | "at" | "zu" | "zum" | "zur" | "nach" | "auf" | "der" | "die" | "das" | "den" | "dem"
            )
        })
        .collect();
    let Some(first) = words.first() else { return cannot(say!("Say where or at what.")) };
    if let Some(to) = direction(play, first) {
        return match words.get(1..) {
            Some([]) | None => Ok(Target::To(to, None)),
            Some([count]) => match number(count) {
                Some(count) => Ok(Target::To(to, Some(count))),
                None => cannot(say!("Unknown number {word}.", word = echo(count))),
            },
            Some(_) => cannot(say!("Say one direction and one number; separate commands with ;")),
        };
    }
    if let Some(cell) = cell(&words) {
        return Ok(Target::Cell(cell));
    }
    thing(play, &words).map(Target::Thing)
}

/// Returns the direction that a word means for the player.
pub(crate) fn direction(play: &mut Play, word: &str) -> Option<Compass> {
    Bearing::named(word).map(|bearing| bearing.for_one_who_looks(play.own().heading))
}

/// Parses a cell such as `12,7`.
fn cell(words: &[&str]) -> Option<IVec2> {
    let (x, y) = words.concat().split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)))?;
    Some(IVec2::new(x as i32, y as i32))
}

/// Finds a thing that the player has met: the one with the given number, or otherwise the nearest, with visible ones
/// first.
fn thing(play: &mut Play, words: &[&str]) -> Result<Thing, Stop> {
    let (wanted, words) = match words {
        [words @ .., last] if !words.is_empty() && number(last).is_some() => (number(last), words),
        words => (None, words),
    };
    let said: Vec<&str> = words.iter().map(|word| symbols::name_of(word).unwrap_or(word)).collect();
    let said = said.join(" ");
    let at = play.own().at;
    let view = play.view();
    let mut all = play.things();
    all.retain(|thing| thing.sort.is_spoken_of() && play.memory.number(thing.key).is_some());
    all.sort_by(|a, b| {
        let rank = |thing: &Thing| (!view.contains(thing.cell()), thing.at.distance_squared(at));
        let ((hidden, far), (other_hidden, other_far)) = (rank(a), rank(b));
        hidden.cmp(&other_hidden).then(far.total_cmp(&other_far))
    });
    let is_said = |thing: &&Thing| thing.is_meant_by(&said);
    let is_wanted = |thing: &&Thing| wanted.is_none_or(|wanted| play.memory.number(thing.key) == Some(wanted));
    if let Some(found) = all.iter().find(|thing| is_said(thing) && is_wanted(thing)) {
        return Ok(found.clone());
    }
    if all.iter().any(|thing| is_said(&thing)) {
        return cannot(say!("You have not seen a {said} with that number.", said = Said::data(said)));
    }
    match nearest_of(&said, all.iter().map(|thing| thing.kind.as_str())) {
        Some(kind) => cannot(say!(
            "You have not seen any {thing}; the closest name is {kind}.",
            thing = named(play, &said),
            kind = Said::data(kind)
        )),
        None => cannot(say!("You have not seen any {thing}.", thing = named(play, &said))),
    }
}

/// Returns a word of the player for use in a reply. The name of a thing has no quotation marks and is translated.
fn named(play: &Play, said: &str) -> Said {
    let is_thing = names_of(play.rules()).chain(FITTINGS.map(Key::english)).any(|name| name == said);
    if is_thing { Said::data(said) } else { echo(said) }
}

/// Returns the slot of the weapon with this number or name.
pub(crate) fn slot(play: &mut Play, word: &str) -> Result<u8, Stop> {
    if let Some(number) = number(word) {
        return match u8::try_from(number) {
            Ok(slot @ 1..=9) => Ok(slot),
            _ => cannot(say!("Weapons are numbered 1 to 9.")),
        };
    }
    let (player, rules) = (play.player(), play.rules());
    let mut owned = rules.weapons.iter().filter(|(name, _)| player.inventory.count(name) > 0);
    if let Some((_, weapon)) = owned.clone().find(|(name, _)| name == word) {
        return Ok(weapon.slot);
    }
    let near = nearest_of(word, owned.by_ref().map(|(name, _)| name.as_str())).map(str::to_owned);
    let said = named(play, word);
    match near {
        Some(near) => {
            cannot(say!("You have no weapon called {said}; the closest name is {near}.", said, near = Said::data(near)))
        }
        None => cannot(say!("You have no weapon called {said}.", said)),
    }
}
