//! `hullkit damage`: what filters make of damage.

use crate::failure::{Failure, say};
use crate::json_number::JsonNumber;
use clap::Args;
use engine::{Element, ElementalDamage, Filter};
use serde::{Serialize, Serializer};

/// Passes damage through filters, in the order given; prints what comes out as one JSON object of all elements.
///
/// The elements are physical, poison, fire, ice, holy and elec. The game's order of filters is: weapon, attacker, place,
/// the target's items, the target's nature. What comes out below 0 heals.
#[derive(Args)]
pub(crate) struct Damage {
    /// What goes in, such as "fire=100,physical=20".
    #[arg(long, value_name = "ELEMENT=N,…")]
    damage: String,
    /// How much of a target comes out for one of a source; what is not named passes unchanged.
    #[arg(long = "filter", value_name = "SOURCE>TARGET=N,…")]
    filters: Vec<String>,
}

/// Damage as it is printed.
struct Printed(ElementalDamage);

impl Serialize for Printed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Element::ALL.map(|element| (element, JsonNumber(without_noise(self.0[element])))))
    }
}

impl Damage {
    /// Filters and prints.
    pub(crate) fn go(self) -> Result<(), Failure> {
        let wrong = |option: &str, error: String| Failure::arguments(format!("--{option}: {error}"));
        let damage: ElementalDamage = self.damage.parse().map_err(|error| wrong("damage", error))?;
        let filters: Result<Vec<Filter>, String> = self.filters.iter().map(|text| text.parse()).collect();
        let filter = Filter::in_order(&filters.map_err(|error| wrong("filter", error))?);
        say(&serde_json::to_string(&Printed(filter.apply(&damage))).map_err(Failure::data)?)
    }
}

/// The number to twelve digits: in binary, 100 * (1.5 * 0.7) is not quite 105.
fn without_noise(value: f64) -> f64 {
    format!("{value:.11e}").parse().unwrap_or(value)
}
