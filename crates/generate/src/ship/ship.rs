//! A whole ship: decks that lead from one to the next, all made of one code.

use crate::{
    graph::chance::Chance,
    graph::stage::Known,
    pipeline::deck::GenerateError,
    ship::code::ShipCode,
    ship::plan::{DeckPlan, plan},
};
use level::Level;

/// A ship, made of its code.
pub struct Ship {
    /// The code.
    pub code: ShipCode,
    /// What the ship is called.
    pub name: String,
    /// Its decks, from the first to the last: the lift of each leads to where the next starts, and that of the last ends the journey.
    pub decks: Vec<ShipDeck>,
}

/// A deck of a ship.
pub struct ShipDeck {
    /// What players call it without its number, as in `The holds`; its level is called `Deck 3: The holds`.
    pub name: String,
    /// What it is like, as in `holds`.
    pub theme: String,
    /// Its map as rows of characters: see [`Deck::rows`](crate::pipeline::deck::Deck::rows).
    pub rows: Vec<String>,
    /// The deck itself, which is proved: nothing spoils it. Its par is not set.
    pub level: Level,
    /// How long an able player takes for it, in seconds, by [`Level::estimated_par`].
    // Not in the level: what a code makes stays as it was when the estimate is tuned.
    pub par: f32,
}

/// If a deck has no luck with a seed, so many others are tried.
const SEEDS: u64 = 8;

impl Ship {
    /// Makes the ship of a code. The same code gives the same ship on every machine, if the game knows the same undead, treasures and pickups.
    ///
    /// # Errors
    /// A sentence that names the deck, if one cannot be made, not even in a bounded number of attempts; none is known of which that is so.
    pub fn make(code: ShipCode, known: &Known) -> Result<Ship, GenerateError> {
        let (name, plans) = plan(code);
        let mut seeds = Chance::new(code.number(), 1, usize::MAX >> 1);
        let make = |plan: DeckPlan| make_deck(plan, seeds.number(), known);
        let decks = plans.into_iter().map(make).collect::<Result<_, _>>()?;
        Ok(Ship { code, name, decks })
    }
}

/// Makes a deck of its seed, or of one of those that follow.
fn make_deck(plan: DeckPlan, seed: u64, known: &Known) -> Result<ShipDeck, GenerateError> {
    let DeckPlan { name, names, theme, pipeline } = plan;
    let mut told = "it makes no level".to_owned();
    for seed in (0..SEEDS).map(|more| seed.wrapping_add(more)) {
        match pipeline.generate(seed, known, true) {
            Ok(deck) => {
                let rows = deck.rows().unwrap_or_default();
                if let Some(level) = deck.into_level() {
                    let par = level.estimated_par(&known.facts);
                    return Ok(ShipDeck { name, theme, rows, level: Level { names, ..level }, par });
                }
            }
            Err(error) => told = error.what,
        }
    }
    Err(GenerateError { seed, what: format!("{name}: {told}") })
}
