//! The campaign: which decks are played, and in which order.

use crate::model::{Act, CellShape, Level};
use crate::source::{Mistake, TextError, read_ron};
use crate::text::MAX_BYTES;
use serde::Deserialize;
use std::sync::Arc;

/// The decks of the ship, from the first to the last.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Campaign {
    /// The decks in turn; at least one.
    pub decks: Vec<MainDeck>,
    /// The secret decks.
    #[serde(default)]
    pub secrets: Vec<SecretDeck>,
}

/// A deck that the lift of the one before it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MainDeck {
    /// The level's file, relative to the folder that holds `assets` and `levels`.
    pub deck: String,
    /// What the deck is called on this campaign; without a name, what its level is called.
    #[serde(default)]
    pub name: Option<String>,
}

/// A deck that only a secret lift leads to. Its own lift goes on to the deck that follows the one before it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecretDeck {
    /// The file of the deck whose secret lift leads here, as `decks` has it.
    pub after: String,
    /// The level's file.
    pub deck: String,
    /// What the deck is called on this campaign; without a name, what its level is called.
    #[serde(default)]
    pub name: Option<String>,
    /// The arrival of the following deck at which its lift ends; without one, where that deck starts.
    #[serde(default)]
    pub leads_to: Option<String>,
}

impl Campaign {
    /// Reads a campaign from the bytes of its file; `file` is what messages call it.
    ///
    /// # Errors
    /// The first mistake, with line and column.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Campaign, TextError> {
        let campaign: Campaign = read_ron(file, bytes, MAX_BYTES)?;
        match campaign.mistake() {
            Some(what) => Err(TextError::new(file, vec![Mistake { line: 1, column: 1, what }])),
            None => Ok(campaign),
        }
    }

    fn mistake(&self) -> Option<String> {
        if self.decks.is_empty() {
            return Some("the campaign has no deck: name at least one level".to_owned());
        }
        let is_known = |secret: &&SecretDeck| self.decks.iter().any(|main| main.deck == secret.after);
        if let Some(SecretDeck { after, deck, .. }) = self.secrets.iter().find(|secret| !is_known(secret)) {
            return Some(format!("the secret deck '{deck}' comes after '{after}', which is none of the `decks`"));
        }
        let is_last = |secret: &&SecretDeck| self.decks.last().is_some_and(|last| last.deck == secret.after);
        if let Some(SecretDeck { deck, .. }) = self.secrets.iter().filter(is_last).find(|last| last.leads_to.is_some())
        {
            return Some(format!("no deck follows the secret deck '{deck}': it needs no `leads_to`"));
        }
        let second = |(number, secret): &(usize, &SecretDeck)| {
            self.secrets[..*number].iter().any(|other| other.after == secret.after)
        };
        let (_, twice) = self.secrets.iter().enumerate().find(second)?;
        Some(format!("two secret decks come after '{}'; a deck leads to one at most", twice.after))
    }

    /// The files of all decks: those in turn, then the secret ones.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.decks
            .iter()
            .map(|main| &main.deck)
            .chain(self.secrets.iter().map(|secret| &secret.deck))
            .map(String::as_str)
    }

    /// What each of [`Campaign::files`] is called on this campaign, if it has a name here.
    pub fn names(&self) -> impl Iterator<Item = Option<&str>> {
        let names = self.decks.iter().map(|main| &main.name).chain(self.secrets.iter().map(|secret| &secret.name));
        names.map(|name| name.as_deref().map(str::trim).filter(|name| !name.is_empty()))
    }

    /// The number among [`Campaign::files`] of the deck that follows that of a number, by its lift or by its secret one;
    /// none at the end of the ship. A secret lift that leads nowhere is like any other.
    pub fn next(&self, deck: usize, by_secret_lift: bool) -> Option<usize> {
        let after = |number: usize| self.decks.iter().position(|main| main.deck == self.secrets[number].after);
        let main = match deck.checked_sub(self.decks.len()) {
            Some(secret) => after(secret)?,
            None => deck,
        };
        let leads = || (0..self.secrets.len()).find(|&secret| after(secret) == Some(deck));
        let secret = by_secret_lift.then(leads).flatten().map(|secret| self.decks.len() + secret);
        secret.or((main + 1 < self.decks.len()).then_some(main + 1))
    }

    /// The name of the arrival at which the lift of the deck of a number ends, if that is not where the next deck starts.
    pub fn leads_to(&self, deck: usize) -> Option<&str> {
        self.secrets.get(deck.checked_sub(self.decks.len())?)?.leads_to.as_deref()
    }

    /// Checks that all arrivals are there that its lifts lead to. `levels` are those of [`Campaign::files`], in that order.
    ///
    /// # Errors
    /// A sentence, for the first one that is not.
    pub fn check_arrivals(&self, levels: &[Arc<Level>]) -> Result<(), String> {
        let files: Vec<&str> = self.files().collect();
        for (number, file) in files.iter().enumerate() {
            let Some((arrival, next)) = self.leads_to(number).zip(self.next(number, false)) else { continue };
            let wrong = |what| format!("the lift of '{file}' does not lead to '{}': {what}", files[next]);
            levels[next].arrival(arrival).map_err(wrong)?;
        }
        Ok(())
    }

    /// What its author will want to know although it can be played: decks without a name, secret lifts that lead to no
    /// secret deck, and secret decks that no secret lift leads to. `levels` are those of [`Campaign::files`], in that order.
    pub fn warnings(&self, levels: &[Arc<Level>]) -> Vec<String> {
        let mut warnings = Vec::new();
        for (number, ((file, name), level)) in self.files().zip(self.names()).zip(levels).enumerate() {
            if name.is_none() {
                warnings.push(format!("'{file}' has no name here: it is called {:?}, as its level is", level.name));
            }
            let leads_aside = self.next(number, true) != self.next(number, false);
            match (level.has_secret_exit(), leads_aside) {
                (true, false) => warnings
                    .push(format!("the secret lift of '{file}' is like any other: no secret deck comes after it")),
                (false, true) => warnings
                    .push(format!("nobody gets to the secret deck after '{file}': that deck has no secret lift")),
                _ => {}
            }
        }
        warnings
    }
}

impl Level {
    /// True if a lift or a trigger of the deck leads to the secret deck, if the campaign has one.
    fn has_secret_exit(&self) -> bool {
        let is_lift = self.cells.iter().any(|cell| matches!(cell.shape, CellShape::Lift { secret: true, .. }));
        is_lift || self.triggers.iter().any(|trigger| trigger.acts.contains(&Act::SecretExit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Campaign, String> {
        Campaign::read("campaign.ron", text.as_bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_secret_lift_leads_off_the_way_and_the_secret_decks_lift_back_to_it() {
        let campaign =
            read("(decks: [(deck: \"a\"), (deck: \"b\"), (deck: \"c\")], secrets: [(after: \"b\", deck: \"s\"), (after: \"c\", deck: \"t\")])")
                .expect("a good campaign");
        assert_eq!(campaign.files().collect::<Vec<_>>(), ["a", "b", "c", "s", "t"]);
        let by_lift = [0, 1, 2, 3, 4].map(|deck| campaign.next(deck, false));
        assert_eq!(by_lift, [Some(1), Some(2), None, Some(2), None]);
        let by_secret_lift = [0, 1, 2, 3, 4].map(|deck| campaign.next(deck, true));
        assert_eq!(by_secret_lift, [Some(1), Some(3), Some(4), Some(2), None]);
    }

    #[test]
    fn a_secret_lift_to_nowhere_and_a_secret_deck_without_one_are_warned_of() {
        let level = |secret| {
            let text = format!(
                "(name: \"x\", legend: {{ '#': (wall: \"hull\"), '@': (thing: Player),
                'L': (wall: \"lift\", lift: \"on\", secret: {secret}) }}, map: [\"###\", \"#@L\", \"###\"])"
            );
            Arc::new(Level::read("x.ron", text.as_bytes()).expect("a sound level"))
        };
        let campaign =
            read("(decks: [(deck: \"a\", name: \"A\"), (deck: \"b\", name: \"B\")], secrets: [(after: \"a\", deck: \"s\", name: \"S\")])").expect("a good campaign");
        let warnings = |secret: [bool; 3]| campaign.warnings(&secret.map(level));
        assert_eq!(warnings([true, false, false]), [] as [&str; 0]);
        assert_eq!(
            warnings([false, true, false]),
            [
                "nobody gets to the secret deck after 'a': that deck has no secret lift",
                "the secret lift of 'b' is like any other: no secret deck comes after it",
            ]
        );
    }

    #[test]
    fn a_deck_without_a_name_is_warned_of_and_called_as_its_level_is() {
        let text = "(decks: [(deck: \"a\", name: \"Holds\"), (deck: \"b\"), (deck: \"c\", name: \" \")])";
        let campaign = read(text).expect("a good campaign");
        assert_eq!(campaign.names().collect::<Vec<_>>(), [Some("Holds"), None, None]);
        let level =
            "(name: \"x\", legend: { '#': (wall: \"hull\"), '@': (thing: Player) }, map: [\"###\", \"#@#\", \"###\"])";
        let level = Arc::new(Level::read("x.ron", level.as_bytes()).expect("a sound level"));
        let warned = ["b", "c"].map(|file| format!("'{file}' has no name here: it is called \"x\", as its level is"));
        assert_eq!(campaign.warnings(&vec![level; 3]), warned);
    }

    #[test]
    fn a_secret_decks_lift_leads_to_an_arrival_that_is_there() {
        let campaign = |leads_to: &str| {
            read(&format!(
                "(decks: [(deck: \"a\"), (deck: \"b\")], secrets: [(after: \"a\", deck: \"s\", leads_to: \"{leads_to}\")])"
            ))
            .expect("a good campaign")
        };
        let level = "(name: \"x\", legend: { '#': (wall: \"hull\"), '.': (), '@': (thing: Player) },
            map: [\"####\", \"#@.#\", \"####\"], arrivals: [(name: \"dock\", at: (2, 1))])";
        let level = Arc::new(Level::read("x.ron", level.as_bytes()).expect("a sound level"));
        let levels = vec![level; 3];
        assert_eq!(
            [0, 1, 2].map(|deck| campaign("dock").leads_to(deck).map(str::to_owned)),
            [None, None, Some("dock".to_owned())]
        );
        assert_eq!(campaign("dock").check_arrivals(&levels), Ok(()));
        let told = "the lift of 's' does not lead to 'b': no arrival is called 'dok'; there are 'dock'";
        assert_eq!(campaign("dok").check_arrivals(&levels), Err(told.to_owned()));
    }

    #[test]
    fn a_secret_deck_after_none_or_beside_another_is_refused() {
        for (text, told) in [
            ("(decks: [])", "campaign.ron:1:1: the campaign has no deck: name at least one level"),
            (
                "(decks: [(deck: \"a\")], secrets: [(after: \"b\", deck: \"s\")])",
                "campaign.ron:1:1: the secret deck 's' comes after 'b', which is none of the `decks`",
            ),
            (
                "(decks: [(deck: \"a\")], secrets: [(after: \"a\", deck: \"s\"), (after: \"a\", deck: \"t\")])",
                "campaign.ron:1:1: two secret decks come after 'a'; a deck leads to one at most",
            ),
            (
                "(decks: [(deck: \"a\")], secrets: [(after: \"a\", deck: \"s\", leads_to: \"dock\")])",
                "campaign.ron:1:1: no deck follows the secret deck 's': it needs no `leads_to`",
            ),
        ] {
            assert_eq!(read(text), Err(told.to_owned()));
        }
    }
}
