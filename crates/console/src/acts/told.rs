//! What is told of what happens: briefly, for a reply of few characters, and in whole sentences.

use crate::words::compass::Compass;

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
    /// What he is told beforehand; where there is little room he must ask for it.
    Briefing(String),
    /// Anything else, as a sentence.
    Says(String),
}

impl Told {
    /// In few characters.
    pub(crate) fn brief(&self) -> String {
        match self {
            Told::Sees(name, compass, cells) => format!("See {name} {} {cells}.", compass.letters()),
            Told::Hurt(health) => format!("Hurt -{health}!"),
            Told::Hears(what, compass, cells) => format!("Hear: {what} {} {cells}.", compass.letters()),
            Told::Hits(name) => format!("Hit {name}."),
            Told::Falls(name) => format!("{} falls.", capital(name)),
            Told::Misses(name) => format!("{} misses.", capital(name)),
            Told::Briefing(_) => String::new(),
            Told::Says(sentence) => sentence.clone(),
        }
    }

    /// As a whole sentence.
    pub(crate) fn whole(&self) -> String {
        match self {
            Told::Sees(name, compass, cells) => {
                format!("You see {name}, {} to the {}.", cells_off(*cells), compass.name())
            }
            Told::Hurt(health) => format!("You are hurt and lose {health} health."),
            Told::Hears(what, compass, cells) => {
                format!("You hear from the {}, {} off: {what}.", compass.name(), cells_off(*cells))
            }
            Told::Hits(name) => format!("You hit {name}."),
            Told::Falls(name) => format!("{} falls.", capital(name)),
            Told::Misses(name) => format!("{} misses you.", capital(name)),
            Told::Briefing(sentence) | Told::Says(sentence) => sentence.clone(),
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
        assert_eq!(join(&told, Told::brief), "Hit shambler 2 ×3. Shambler 2 falls.");
        assert_eq!(join(&[Told::Hurt(4), Told::Hurt(4)], Told::brief), "Hurt -8!");
        let seen = Told::Sees("door 1".to_owned(), Compass::NorthEast, 1);
        assert_eq!(
            (seen.brief(), seen.whole()),
            ("See door 1 NE 1.".to_owned(), "You see door 1, 1 cell to the north-east.".to_owned())
        );
    }
}
