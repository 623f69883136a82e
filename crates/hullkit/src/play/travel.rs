//! `hullkit journey`: lets the bot play the decks of a campaign one after the other.

use crate::{
    command_line::arguments::seconds,
    command_line::failure::{Failure, read_from_game, read_rules, say},
    command_line::known::{read_decks, read_known},
};
use campaign::{Campaign, Deck, Decks, Extras, Journey, ShipCode};
use clap::Args;
use engine::{Headless, Loadout, Outcome, Rules, bot::Bot};
use protocol::outcome_in_words;
use serde_json::{Map, Value, json};
use std::{path::PathBuf, sync::Arc};

/// Lets the bot play the decks of a campaign one after the other, keeping its equipment. Prints a line of JSON for each
/// deck, for each playthrough, and for all of them together.
#[derive(Args)]
pub(crate) struct Travel {
    /// The campaign file.
    #[arg(default_value = "assets/campaign.ron")]
    campaign: PathBuf,
    /// Play generated ships instead, each generated from the seed of its playthrough.
    #[arg(long, conflicts_with_all = ["campaign", "from", "until"])]
    ships: bool,
    /// Danger of the ships, from 1 (quiet) to 4 (doomed).
    #[arg(long, value_name = "N", default_value_t = 2, requires = "ships")]
    danger: u8,
    /// The number of decks per ship, 5 to 9.
    #[arg(long, value_name = "N", default_value_t = 5, requires = "ships")]
    decks: u8,
    /// The seed of the first playthrough; it increases by one for each further one.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The number of playthroughs.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    count: u64,
    /// The skill, from 1 (easiest) to 4.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=4))]
    skill: u8,
    /// The name of the deck where a playthrough begins, with the usual gear of that deck; without it, the campaign's first.
    #[arg(long, value_name = "DECK")]
    from: Option<String>,
    /// The name of the deck before which a playthrough ends; without it, it continues to the end of the campaign.
    #[arg(long, value_name = "DECK")]
    until: Option<String>,
    /// The maximum number of attempts per deck before the bot gives up.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    tries: u32,
    /// The time limit of an attempt, in seconds of game time.
    #[arg(long, value_name = "S", default_value = "600", value_parser = seconds)]
    seconds: u64,
}

/// The maximum number of decks per playthrough, because exits may lead in a circle.
const MAX_DECKS: u32 = 100;

impl Travel {
    /// Plays and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        if self.ships {
            return self.board_ships();
        }
        let (file, rules) = (self.campaign.display().to_string(), read_rules(None)?);
        let campaign = Campaign::read(&file, &read_from_game(&self.campaign)?).map_err(Failure::data)?;
        let decks = read_decks(&file, &campaign, &rules)?;
        let named = |name: &Option<String>| match name {
            Some(name) => decks.named(name).map(Some).ok_or_else(|| Failure::arguments(unknown(&file, name, &decks))),
            None => Ok(None),
        };
        let (from, until) = (named(&self.from)?.unwrap_or(decks.first()), named(&self.until)?);
        let mut ended = 0;
        for seed in (0..self.count).map(|number| self.seed.wrapping_add(number)) {
            let journey = Journey::on(from, self.skill, seed, None);
            ended += u64::from(self.travel(&decks, &rules, journey, until)?);
        }
        say(&json!({ "journeys": self.count, "ended": ended }).to_string())
    }

    /// Plays a generated ship on each playthrough.
    fn board_ships(&self) -> Result<(), Failure> {
        let (rules, mut decks) = (read_rules(None)?, Decks::of(Vec::new(), read_known()?));
        let mut ended = 0;
        for seed in (0..self.count).map(|number| self.seed.wrapping_add(number)) {
            let code = ShipCode::new(seed, self.danger, self.decks).map_err(Failure::arguments)?;
            let ship = decks.make_ship(code).map_err(Failure::data)?;
            let journey = Journey::on(decks.board(ship), self.skill, seed, None);
            ended += u64::from(self.travel(&decks, &rules, journey, None)?);
        }
        say(&json!({ "journeys": self.count, "ended": ended }).to_string())
    }

    /// Plays one playthrough. Returns true if it reaches its end.
    fn travel(
        &self,
        decks: &Decks,
        rules: &Arc<Rules>,
        journey: Journey,
        until: Option<&Deck>,
    ) -> Result<bool, Failure> {
        let (seed, mut journey) = (journey.seed, journey);
        let (mut visited, mut ended) = (0, false);
        while visited < MAX_DECKS {
            visited += 1;
            let Some(leads_on) = self.deck(decks, rules, &mut journey)? else { break };
            let arrived = decks.find(&journey.deck).map(|deck| &deck.name);
            ended = !leads_on || until.is_some() && arrived == until.map(|deck| &deck.name);
            if ended {
                break;
            }
        }
        let deck = journey.deck;
        say(&json!({ "seed": seed, "decks": visited, "ticks": journey.played, "ended": ended, "deck": deck })
            .to_string())?;
        Ok(ended)
    }

    /// Plays a deck until the bot leaves it. Returns whether another deck follows, or `None` if the bot gives up.
    fn deck(&self, decks: &Decks, rules: &Arc<Rules>, journey: &mut Journey) -> Result<Option<bool>, Failure> {
        let level = decks.level(&journey.deck).map_err(Failure::data)?;
        let name = decks.find(&journey.deck).map(|deck| deck.name.clone());
        for tries in 1..=self.tries {
            let mut headless = Headless::begin(&journey.start(&level, rules));
            let (start, _) = journey.begin(decks, &level, rules, headless.world_mut());
            let (mut bot, until) = (Bot::new(start.seed), headless.run().tick.saturating_add(self.seconds));
            while headless.run().outcome == Outcome::Running && headless.run().tick < until {
                let intent = bot.intent(headless.world_mut());
                headless.tick(intent);
            }
            let run = headless.run();
            if run.outcome == Outcome::Dead && tries < self.tries {
                journey.again(Some(&run));
                continue;
            }
            let told = json!({
                "deck": name, "level": journey.deck, "tries": tries, "ticks": run.tick, "outcome": outcome_in_words(run.outcome),
                "way": run.outcome.way_on(&level), "kills": run.kills, "monsters": run.monsters, "found": run.found,
                "secrets": run.secrets, "par": level.par, "brings": brings(&start.loadout),
            });
            say(&told.to_string())?;
            return Ok(run.outcome.is_done().then(|| journey.go_on(decks, headless.world_mut(), Extras::default())));
        }
        Ok(None)
    }
}

/// Returns what a player brings to a deck.
fn brings(loadout: &Loadout) -> Value {
    let items: Map<String, Value> =
        loadout.inventory.iter().map(|(name, count)| (name.clone(), count.into())).collect();
    json!({ "health": loadout.health, "armour": loadout.armour, "held": loadout.held, "items": items })
}

/// Returns the message for an unknown deck.
fn unknown(file: &str, name: &str, decks: &Decks) -> String {
    let known: Vec<&str> = decks.iter().map(|deck| deck.name.as_str()).collect();
    format!("{file}: no deck '{name}'; its decks are '{}'", known.join("', '"))
}
