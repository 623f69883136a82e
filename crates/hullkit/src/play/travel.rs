//! `hullkit journey`: lets the bot play the decks of a campaign one after the other.

use crate::{
    command_line::arguments::seconds,
    command_line::failure::{Failure, read_from_game, read_rules, say},
    command_line::known::{read_decks, read_known},
    command_line::mods::needed_mods,
};
use campaign::{Campaign, Deck, Decks, Extras, Journey, ShipCode};
use clap::Args;
use engine::{Demo, Headless, Loadout, Outcome, Recorder, Rules, bot::Bot};
use ports::{Folders, RecordFile};
use protocol::outcome_in_words;
use serde_json::{Map, Value, json};
use std::{fs, path::PathBuf, sync::Arc};

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
    /// Record each attempt that does not reach an exit as a demo in this folder, such as `seed-5-deck-3.demo`. Existing
    /// files are never replaced.
    #[arg(long, value_name = "FOLDER")]
    record: Option<PathBuf>,
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
            let Some(leads_on) = self.deck(decks, rules, &mut journey, (seed, visited))? else { break };
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

    /// Plays a deck until the bot leaves it; a demo of a lost attempt is named by the seed of the playthrough and the
    /// number of the deck. Returns whether another deck follows, or `None` if the bot gives up.
    fn deck(
        &self,
        decks: &Decks,
        rules: &Arc<Rules>,
        journey: &mut Journey,
        (seed, number): (u64, u32),
    ) -> Result<Option<bool>, Failure> {
        let level = decks.level(&journey.deck).map_err(Failure::data)?;
        let name = decks.find(&journey.deck).map(|deck| deck.name.clone());
        for tries in 1..=self.tries {
            let mut headless = Headless::begin(&journey.start(&level, rules));
            let (start, _) = journey.begin(decks, &level, rules, headless.world_mut());
            let recorder =
                self.record.as_ref().map(|_| Recorder::from_here(&start, &journey.deck, headless.world_mut()));
            let mut recorder = recorder.map(|recorder| recorder.with_mods(needed_mods()));
            let (mut bot, until) = (Bot::new(start.seed), headless.run().tick.saturating_add(self.seconds));
            while headless.run().outcome == Outcome::Running && headless.run().tick < until {
                let intent = bot.intent(headless.world_mut());
                headless.tick(intent);
                if let Some(recorder) = &mut recorder {
                    recorder.record(intent, headless.world_mut());
                }
            }
            let run = headless.run();
            if let Some(recorder) = recorder.filter(|_| !run.outcome.is_done()) {
                self.write(&recorder.finish(headless.world_mut()), seed, number)?;
            }
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

    /// Writes the demo of a lost attempt.
    fn write(&self, demo: &Demo, seed: u64, number: u32) -> Result<(), Failure> {
        let Some(folder) = &self.record else { return Ok(()) };
        fs::create_dir_all(folder).map_err(|error| Failure::file(folder, "created", error))?;
        let file = folder.join(format!("seed-{seed}-deck-{number}.demo"));
        let file = RecordFile::new(file, Folders::of_player().path("demos"));
        file.write(&demo.bytes().map_err(Failure::data)?).map_err(|message| Failure { code: 5, message })?;
        Ok(())
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
