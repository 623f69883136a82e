//! What is told of what happens: briefly, for a reply of few characters, and in whole sentences.

use crate::{words::compass::Compass, words::tongue::Tongue};
use words::{Said, say};

/// Something that a player is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// He sees something for the first time: its name, direction, and how many cells off.
    Sees(String, Compass, i32),
    /// He loses so much health.
    Hurt(i32),
    /// He hears something that he does not see.
    Hears(&'static str, Compass, i32),
    /// He hits somebody.
    Hits(String),
    /// Somebody falls.
    Falls(String),
    /// Somebody strikes at him and misses.
    Misses(String),
    /// What he is told before a deck, or what was counted on it; where there is little room he must ask for it.
    Briefing(Said),
    /// He reads or hears what a deck, a creature or a rule says; it may lack the capital and the dot of a sentence.
    Reads(Said),
    /// Anything else, as a sentence.
    Says(Said),
}

impl Told {
    /// In few characters, in the player's language.
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

    /// As a whole sentence, in the player's language.
    pub(crate) fn whole(&self, tongue: &Tongue) -> String {
        let said = match self {
            Told::Sees(name, compass, cells) => {
                let (thing, way, direction) = (named(name), cells_off(*cells), compass.name());
                say!("You see {thing}, {way} to the {direction}.", thing, way, direction)
            }
            Told::Hurt(health) => say!("You are hurt and lose {health} health.", health = *health),
            Told::Hears(what, compass, cells) => {
                let (direction, way, what) = (compass.name(), cells_off(*cells), Said::data(*what));
                say!("You hear from the {direction}, {way} off: {what}.", direction, way, what)
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

/// A number of cells in words.
pub(crate) fn cells_off(cells: i32) -> Said {
    say!("{cells} cell" | "{cells} cells", cells)
}

/// The name of a thing; numbers behind it stay, such as `shambler 2` and `shambler 2 ×3`.
pub(crate) fn named(english: &str) -> Said {
    match english.rsplit_once(' ') {
        Some((name, number)) if !number.contains(char::is_alphabetic) => {
            Said::joined([named(name), Said::literal(number)], " ")
        }
        _ => Said::data(english),
    }
}

/// All of it, one after the other; what is told several times in a row is told once, with its number.
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
    fn what_is_told_again_and_again_is_told_once() {
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
