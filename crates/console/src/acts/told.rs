//! What is told of what happens: briefly, for a reply of few characters, and in whole sentences.

use crate::{words::compass::Compass, words::tongue::Tongue};

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
    Briefing(String),
    /// He reads or hears what a deck, a creature or a rule says; it may lack the capital and the dot of a sentence.
    Reads(String),
    /// Anything else, as a sentence.
    Says(String),
    /// A text that is in the player's language already.
    Translated(String),
}

impl Told {
    /// In few characters, in the player's language.
    pub(crate) fn brief(&self, tongue: &Tongue) -> String {
        let letters = |compass: &Compass| compass.letters(tongue.language());
        match self {
            Told::Sees(name, compass, cells) => {
                tongue.fill("See {1} {2} {3}.", &[&tongue.name(name), letters(compass), &cells.to_string()])
            }
            Told::Hurt(health) => tongue.fill("Hurt -{1}!", &[&health.to_string()]),
            Told::Hears(what, compass, cells) => {
                tongue.fill("Hear: {1} {2} {3}.", &[&tongue.say(what), letters(compass), &cells.to_string()])
            }
            Told::Hits(name) => tongue.fill("Hit {1}.", &[&tongue.name(name)]),
            Told::Misses(name) => tongue.fill("{1} misses.", &[&capital(&tongue.name(name))]),
            Told::Briefing(_) => String::new(),
            _ => self.whole(tongue),
        }
    }

    /// As a whole sentence, in the player's language.
    pub(crate) fn whole(&self, tongue: &Tongue) -> String {
        let off = |cells: &i32| tongue.say(&cells_off(*cells)).into_owned();
        match self {
            Told::Sees(name, compass, cells) => {
                let gaps = [&*tongue.name(name), &off(cells), &tongue.say(compass.name())];
                tongue.fill("You see {1}, {2} to the {3}.", &gaps)
            }
            Told::Hurt(health) => tongue.fill("You are hurt and lose {1} health.", &[&health.to_string()]),
            Told::Hears(what, compass, cells) => {
                let gaps = [&*tongue.say(compass.name()), &off(cells), &tongue.say(what)];
                tongue.fill("You hear from the {1}, {2} off: {3}.", &gaps)
            }
            Told::Hits(name) => tongue.fill("You hit {1}.", &[&tongue.name(name)]),
            Told::Falls(name) => tongue.fill("{1} falls.", &[&capital(&tongue.name(name))]),
            Told::Misses(name) => tongue.fill("{1} misses you.", &[&capital(&tongue.name(name))]),
            Told::Reads(text) => {
                let said = capital(&tongue.say(text));
                let dot = if said.ends_with(['!', '?', '.', '…']) { "" } else { "." };
                format!("{said}{dot}")
            }
            Told::Briefing(sentence) | Told::Says(sentence) => tongue.say(sentence).into_owned(),
            Told::Translated(text) => text.clone(),
        }
    }
}

/// A number of cells in words.
pub(crate) fn cells_off(cells: i32) -> String {
    if cells == 1 { "1 cell".to_owned() } else { format!("{cells} cells") }
}

/// A text whose first letter is a capital.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
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
