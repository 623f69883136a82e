//! The campaign file: its decks and the connections between them.

use crate::decks::story::{Clue, Ending, Story};
use engine::Loadout;
use level::{CountedSet, Diagnostic, MAX_BYTES, TextError, read_ron};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A campaign. A journey begins on the first deck.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Campaign {
    /// Title for players, who choose between campaigns; default: the name of its file.
    #[serde(default)]
    pub title: Option<String>,
    /// Decks, at least one.
    pub decks: Vec<CampaignDeck>,
    /// Names of the people who speak in its texts, for the log page.
    #[serde(default)]
    pub people: Vec<String>,
    /// Clues on which the endings depend.
    #[serde(default)]
    pub clues: Vec<Clue>,
    /// Endings; without them, the last screen only says that the player is out.
    #[serde(default)]
    pub endings: Vec<Ending>,
}

/// A deck of the campaign: hand-drawn or generated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CampaignDeck {
    /// Unique name, to which connections refer.
    pub name: String,
    /// Title for players; default: the name of the level.
    pub title: Option<String>,
    /// Briefing before the first visit: three sentences, or none.
    pub briefing: Vec<String>,
    /// File of the level, relative to the folder that contains `assets` and `levels`.
    pub level: Option<String>,
    /// File of the pipeline that generates the deck, instead of a level.
    pub pipeline: Option<String>,
    /// Whether each visit generates and starts the deck again. Otherwise the deck is as the player left it.
    #[serde(alias = "anew")]
    pub regenerate: bool,
    /// Destinations of its lifts and stairs. The stairs of a pipeline define it themselves.
    pub ways: Vec<WayOn>,
    /// What a player carries whose journey begins here; default: wrench, pistol and 40 rounds. It is what players usually
    /// bring from the decks before.
    pub gear: Option<Gear>,
}

/// What a player carries whose journey begins on a deck, with full health.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Gear {
    /// Armour, 0 to 100.
    pub armour: u8,
    /// Name of the weapon in hand.
    pub held: Option<String>,
    /// Numbers of weapons, ammunition and other items, by their names in the rules.
    pub items: BTreeMap<String, u32>,
}

impl Gear {
    /// Returns the gear as a loadout.
    pub(crate) fn into_loadout(self) -> Loadout {
        let mut loadout = Loadout { armour: i32::from(self.armour), held: self.held, ..Loadout::with_pistol(100, 0) };
        loadout.inventory = CountedSet::default();
        self.items.into_iter().for_each(|(item, count)| loadout.inventory.set(item, u64::from(count)));
        loadout
    }
}

/// Destination of a lift or of stairs.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WayOn {
    /// `lift`, `secret lift`, or the name of the stairs; see [`Level::exit_names`](level::Level::exit_names).
    pub by: String,
    /// Name of the deck to which it leads; without one it ends the journey.
    #[serde(default)]
    pub to: Option<String>,
    /// Arrival on that deck, or a cell such as `6,22`; default: the start of the deck.
    #[serde(default)]
    pub arrive: Option<String>,
}

/// Number of sentences of a briefing, and maximum number of characters of each. Each sentence fits into a message of
/// the text mode.
const BRIEFING_SENTENCES: usize = 3;
const MAX_SENTENCE_CHARS: usize = 110;

impl CampaignDeck {
    /// Returns the file of its level or of its pipeline.
    pub fn file(&self) -> &str {
        self.level.as_deref().or(self.pipeline.as_deref()).unwrap_or_default()
    }

    /// Returns what is wrong with the gear, if anything. Rules of a mod may limit or lack its items: a run takes as many as
    /// they allow.
    fn gear_mistake(&self) -> Option<String> {
        let gear = self.gear.as_ref()?;
        let failed = |what: String| Some(format!("deck '{}': its `gear` {what}", self.name));
        if gear.armour > 100 {
            return failed(format!("must have an `armour` of 0 to 100, got {}", gear.armour));
        }
        let held = gear.held.as_ref().filter(|held| !gear.items.contains_key(*held))?;
        failed(format!("has '{held}' in hand, which is not among its `items`"))
    }

    fn validate(&self) -> Option<String> {
        let name = &self.name;
        if name.trim().is_empty() {
            return Some(format!("the deck of '{}' has no `name`", self.file()));
        }
        if self.level.is_some() == self.pipeline.is_some() {
            return Some(format!("deck '{name}' must have either a `level` or a `pipeline`"));
        }
        if self.file().is_empty() || self.file().contains('#') {
            return Some(format!("deck '{name}': the file name must not be empty or contain '#'"));
        }
        let fits = |sentence: &String| (1..=MAX_SENTENCE_CHARS).contains(&sentence.trim().chars().count());
        if !self.briefing.is_empty() && (self.briefing.len() != BRIEFING_SENTENCES || !self.briefing.iter().all(fits)) {
            return Some(format!(
                "deck '{name}': the `briefing` must be {BRIEFING_SENTENCES} sentences of 1 to {MAX_SENTENCE_CHARS} \
                 characters"
            ));
        }
        let is_second = |(number, way): &(usize, &WayOn)| self.ways[..*number].iter().any(|other| other.by == way.by);
        if let Some((_, way)) = self.ways.iter().enumerate().find(is_second) {
            return Some(format!("deck '{name}' has two entries in `ways` for '{}'", way.by));
        }
        if let Some(what) = self.gear_mistake() {
            return Some(what);
        }
        let way = self.ways.iter().find(|way| way.to.is_none() && way.arrive.is_some())?;
        Some(format!("deck '{name}': the entry for '{}' in `ways` has `arrive` but no `to`", way.by))
    }
}

impl Campaign {
    /// Reads a campaign from the bytes of its file. `file` is the name for messages.
    ///
    /// # Errors
    /// The first error, with line and column.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Campaign, TextError> {
        let campaign: Campaign = read_ron(file, bytes, MAX_BYTES)?;
        match campaign.validate() {
            Some(what) => {
                let diagnostics = vec![Diagnostic { line: 1, column: 1, what }];
                Err(TextError { file: file.to_owned(), diagnostics })
            }
            None => Ok(campaign),
        }
    }

    /// Returns the people, the clues and the endings.
    pub(crate) fn story(&self) -> Story {
        Story { people: self.people.clone(), clues: self.clues.clone(), endings: self.endings.clone() }
    }

    fn validate(&self) -> Option<String> {
        if self.decks.is_empty() {
            return Some("the campaign must have at least one deck".to_owned());
        }
        if let Some(what) = self.decks.iter().find_map(CampaignDeck::validate) {
            return Some(what);
        }
        for (number, deck) in self.decks.iter().enumerate() {
            if self.decks[..number].iter().any(|other| other.name == deck.name) {
                return Some(format!("two decks have the name '{}'", deck.name));
            }
            if self.decks[..number].iter().any(|other| other.file() == deck.file()) {
                return Some(format!(
                    "two decks have the file '{}', but saves identify decks by their file",
                    deck.file()
                ));
            }
        }
        let names: Vec<&str> = self.decks.iter().map(|deck| deck.name.as_str()).collect();
        self.story().validate(&names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(decks: &str) -> Result<Campaign, String> {
        Campaign::read("campaign.ron", format!("(decks: [{decks}])").as_bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn campaigns_are_read_with_decks_and_connections() {
        let campaign = read(
            "(name: \"holds\", title: \"Deck 2: Holds\", level: \"levels/deck2.ron\", ways: [(by: \"lift\", to: \"maze\", arrive: \"up\")]),
            (name: \"maze\", pipeline: \"assets/pipelines/labyrinth.ron\", regenerate: true, ways: [(by: \"lift\")])",
        )
        .expect("a valid campaign");
        let [holds, maze] = &campaign.decks[..] else { panic!("two decks") };
        assert_eq!(
            (holds.file(), holds.title.as_deref(), holds.regenerate),
            ("levels/deck2.ron", Some("Deck 2: Holds"), false)
        );
        assert_eq!(
            holds.ways,
            [WayOn { by: "lift".to_owned(), to: Some("maze".to_owned()), arrive: Some("up".to_owned()) }]
        );
        assert_eq!((maze.file(), maze.regenerate, &maze.ways[0].to), ("assets/pipelines/labyrinth.ron", true, &None));
    }

    #[test]
    fn gear_of_a_later_deck_is_the_loadout_of_a_journey_that_begins_there() {
        let text = r#"(name: "a", level: "a.ron", gear: (armour: 25, held: "shotgun", items: { "shotgun": 1, "shells": 12 }))"#;
        let campaign = read(text).expect("a valid campaign");
        let deck = &campaign.decks[0];
        let loadout = deck.gear.clone().expect("it has gear").into_loadout();
        assert_eq!((loadout.health, loadout.armour, loadout.held.as_deref()), (100, 25, Some("shotgun")));
        assert_eq!((loadout.inventory.count("shells"), loadout.inventory.count("pistol")), (12, 0));
        for (gear, what) in [
            ("armour: 101", "must have an `armour` of 0 to 100, got 101"),
            (r#"held: "pistol""#, "has 'pistol' in hand, which is not among its `items`"),
        ] {
            let error = read(&format!(r#"(name: "a", level: "a.ron", gear: ({gear}))"#)).expect_err("it is invalid");
            assert!(error.contains(what), "{error}");
        }
    }

    #[test]
    fn gear_of_the_games_campaign_is_within_the_limits_of_its_rules() {
        let text = include_bytes!("../../../../assets/campaign.ron");
        let campaign = Campaign::read("assets/campaign.ron", text).expect("it is valid");
        let rules = engine::Rules::standard();
        let decks: Vec<&CampaignDeck> = campaign.decks.iter().filter(|deck| deck.gear.is_some()).collect();
        assert_eq!(decks.len() + 1, campaign.decks.len(), "each deck but the first has gear");
        for deck in decks {
            let items = &deck.gear.as_ref().expect("it has gear").items;
            let excess: Vec<_> = items.iter().filter(|(item, count)| u64::from(**count) > rules.limit(item)).collect();
            assert!(excess.is_empty(), "{}: {excess:?}", deck.name);
        }
    }

    #[test]
    fn invalid_campaigns_are_reported() {
        let one = "(name: \"a\", level: \"a.ron\")";
        for (decks, message) in [
            ("", "the campaign must have at least one deck"),
            ("(level: \"a.ron\")", "the deck of 'a.ron' has no `name`"),
            ("(name: \"a\")", "deck 'a' must have either a `level` or a `pipeline`"),
            ("(name: \"a\", level: \"a\", pipeline: \"b\")", "deck 'a' must have either a `level` or a `pipeline`"),
            ("(name: \"a\", level: \"a#1\")", "deck 'a': the file name must not be empty or contain '#'"),
            (&format!("{one}, (name: \"a\", level: \"b.ron\")"), "two decks have the name 'a'"),
            (
                &format!("{one}, (name: \"b\", level: \"a.ron\")"),
                "two decks have the file 'a.ron', but saves identify decks by their file",
            ),
            (
                "(name: \"a\", level: \"a.ron\", briefing: [\"Go.\", \"Fight.\"])",
                "deck 'a': the `briefing` must be 3 sentences of 1 to 110 characters",
            ),
            (
                "(name: \"a\", level: \"a.ron\", briefing: [\"Go.\", \" \", \"Fight.\"])",
                "deck 'a': the `briefing` must be 3 sentences of 1 to 110 characters",
            ),
            (
                "(name: \"a\", level: \"a.ron\", ways: [(by: \"lift\"), (by: \"lift\", to: \"a\")])",
                "deck 'a' has two entries in `ways` for 'lift'",
            ),
            (
                "(name: \"a\", level: \"a.ron\", ways: [(by: \"lift\", arrive: \"dock\")])",
                "deck 'a': the entry for 'lift' in `ways` has `arrive` but no `to`",
            ),
        ] {
            assert_eq!(read(decks), Err(format!("campaign.ron:1:1: {message}")));
        }
    }
}
