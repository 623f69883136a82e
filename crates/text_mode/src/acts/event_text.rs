//! Messages about events: short ones for replies with few characters, and whole sentences.

use crate::{words::compass::Compass, words::tongue::Tongue};
use localization::{Said, say};

/// A message to the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// The player sees something for the first time: its name, direction, and distance in cells.
    Sees(String, Compass, i32),
    /// The player loses this much health.
    Hurt(i32),
    /// The player hears something that is not visible.
    Hears(&'static str, Compass, i32),
    /// The player hits a creature.
    Hits(String),
    /// A creature dies.
    Falls(String),
    /// A creature attacks the player and misses.
    Misses(String),
    /// A sentence of the briefing or of the statistics. In short replies the player must ask for it.
    Briefing(Said),
    /// A text of a deck, a creature or a rule that the player reads or hears. It may lack the capital and the full stop
    /// of a sentence.
    Reads(Said),
    /// Any other message, as a sentence.
    Says(Said),
}

impl Told {
    /// Returns the short form, in the player's language.
    pub(crate) fn brief(&self, tongue: &Tongue) -> String {
        let letters = |compass: &Compass| Said::literal(compass.letters(tongue.language()));
        match self {
            Told::Sees(name, compass, cells) => {
                let (thing, direction) = (named(name), letters(compass));
                tongue.say(say!("See {thing} {direction} {cells}.", thing, direction, cells = *cells))
            }
            Told::Hurt(health) => tongue.say(say!("Hurt -{health}!", health = *health)),
            Told::Hears(what, compass, cells) => {
                let (what, direction) = (Said::data(*what), letters(compass));
                tongue.say(say!("Hear: {what} {direction} {cells}.", what, direction, cells = *cells))
            }
            Told::Hits(name) => tongue.say(say!("Hit {thing}.", thing = named(name))),
            Told::Misses(name) => tongue.say(say!("{thing} misses.", thing = named(name).capital())),
            Told::Briefing(_) => String::new(),
            _ => self.whole(tongue),
        }
    }

    /// Returns the whole sentence, in the player's language.
    pub(crate) fn whole(&self, tongue: &Tongue) -> String {
        let said = match self {
            Told::Sees(name, compass, cells) => {
                let (thing, way, direction) = (named(name), cells_off(*cells), compass.name());
                say!("You see {thing}, {way} to the {direction}.", thing, way, direction)
            }
            Told::Hurt(health) => say!("You are hurt and lose {health} health.", health = *health),
            Told::Hears(what, compass, cells) => {
                let (direction, way, what) = (compass.name(), cells_off(*cells), Said::data(*what));
                say!("You hear something {way} to the {direction}: {what}.", direction, way, what)
            }
            Told::Hits(name) => say!("You hit {thing}.", thing = named(name)),
            Told::Falls(name) => say!("{thing} falls.", thing = named(name).capital()),
            Told::Misses(name) => say!("{thing} misses you.", thing = named(name).capital()),
            Told::Reads(text) => {
                let said = tongue.say(text.clone().capital());
                let dot = if said.ends_with(['!', '?', '.', '…']) { "" } else { "." };
                return format!("{said}{dot}");
            }
            Told::Briefing(sentence) | Told::Says(sentence) => sentence.clone(),
        };
        tongue.say(said)
    }
}

/// Returns a number of cells in words.
pub(crate) fn cells_off(cells: i32) -> Said {
    say!("{cells} cell" | "{cells} cells", cells)
}

/// Returns the name of a thing. Numbers after it stay, as in `shambler 2` and `shambler 2 ×3`.
pub(crate) fn named(english: &str) -> Said {
    match english.rsplit_once(' ') {
        Some((name, number)) if !number.contains(char::is_alphabetic) => {
            Said::joined([named(name), Said::literal(number)], " ")
        }
        _ => Said::data(english),
    }
}

/// Joins messages. Equal messages in a row are combined into one with their number.
pub(crate) fn join(told: &[Told], say: impl Fn(&Told) -> String) -> String {
    let groups = told.chunk_by(|one, other| one == other).map(|same| match same {
        [Told::Hurt(health), .., _] => say(&Told::Hurt(health * same.len() as i32)),
        [Told::Hits(name), .., _] => say(&Told::Hits(format!("{name} ×{}", same.len()))),
        [one] => say(one),
        [one, ..] => format!("{} ×{}", say(one), same.len()),
        [] => String::new(),
    });
    groups.filter(|said| !said.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_messages_are_combined() {
        let hit = Told::Hits("shambler 2".to_owned());
        let told = [hit.clone(), hit.clone(), hit, Told::Falls("shambler 2".to_owned())];
        let english = Tongue::default();
        let brief = |told: &Told| told.brief(&english);
        assert_eq!(join(&told, brief), "Hit shambler 2 ×3. Shambler 2 falls.");
        assert_eq!(join(&[Told::Hurt(4), Told::Hurt(4)], brief), "Hurt -8!");
        let seen = Told::Sees("door 1".to_owned(), Compass::NorthEast, 1);
        assert_eq!(
            (seen.brief(&english), seen.whole(&english)),
            ("See door 1 NE 1.".to_owned(), "You see door 1, 1 cell to the north-east.".to_owned())
        );
    }
}
