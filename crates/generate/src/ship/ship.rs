//! A whole ship: decks connected by lifts, generated from one code.

use crate::{
    graph::rng::Rng,
    graph::stage::GeneratorData,
    pipeline::deck::GenerateError,
    ship::code::ShipCode,
    ship::plan::{DeckPlan, plan},
};
use level::Level;

/// A ship, generated from its code.
pub struct Ship {
    /// The code.
    pub code: ShipCode,
    /// Name of the ship.
    pub name: String,
    /// The decks in order. Each lift leads to the start of the next deck, and the last one ends the journey.
    pub decks: Vec<ShipDeck>,
}

/// A deck of a ship.
pub struct ShipDeck {
    /// Name for players without its number, such as `The holds`; its level is called `Deck 3: The holds`.
    pub name: String,
    /// Theme, such as `holds`.
    pub theme: String,
    /// The map as rows of characters: see [`Deck::rows`](crate::pipeline::deck::Deck::rows).
    pub rows: Vec<String>,
    /// The level, which has no serious lint findings. Its par is not set.
    pub level: Level,
    /// Estimated par time in seconds, by [`Level::estimated_par`].
    // This is not part of the level, so that tuning the estimate does not change the levels of a code.
    pub par: f32,
}

/// Number of further seeds that are tried if a deck fails.
const SEEDS: u64 = 8;

impl Ship {
    /// Generates the ship of a code. The same code gives the same ship on every machine, if the game has the same
    /// monsters, treasures and pickups.
    ///
    /// # Errors
    /// A sentence that names the deck, if a deck fails in all attempts. No such code is known.
    pub fn make(code: ShipCode, known: &GeneratorData) -> Result<Ship, GenerateError> {
        let (name, plans) = plan(code);
        let mut seeds = Rng::new(code.number(), 1, usize::MAX >> 1);
        let make = |plan: DeckPlan| make_deck(plan, seeds.number(), known);
        let decks = plans.into_iter().map(make).collect::<Result<_, _>>()?;
        Ok(Ship { code, name, decks })
    }
}

/// Generates a deck with its seed, or with one of the following seeds.
fn make_deck(plan: DeckPlan, seed: u64, known: &GeneratorData) -> Result<ShipDeck, GenerateError> {
    let DeckPlan { name, names, theme, pipeline } = plan;
    let mut last_error = "the pipeline makes no level".to_owned();
    for seed in (0..SEEDS).map(|more| seed.wrapping_add(more)) {
        match pipeline.generate(seed, known, true) {
            Ok(deck) => {
                let rows = deck.rows().unwrap_or_default();
                if let Some(level) = deck.into_level() {
                    let par = level.estimated_par(&known.game_data);
                    return Ok(ShipDeck { name, theme, rows, level: Level { names, ..level }, par });
                }
            }
            Err(error) => last_error = error.what,
        }
    }
    Err(GenerateError { place: String::new(), seed, what: format!("{name}: {last_error}") })
}
