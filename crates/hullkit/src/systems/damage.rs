//! `hullkit damage`: passes damage through filters.

use crate::{
    command_line::failure::{Failure, read, say},
    command_line::json_number::JsonNumber,
};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use engine::{Element, ElementalDamage, Filter};
use serde::{Serialize, Serializer};
use std::path::PathBuf;

/// Passes damage through filters, in the given order, and prints the result as one JSON object of all elements.
///
/// The elements are physical, poison, fire, ice, holy and elec. The game's order of filters is: weapon, attacker,
/// place, the target's items, the target's nature. A negative result heals.
#[derive(Args)]
pub(crate) struct Damage {
    /// The damage to filter, such as "fire=100,physical=20".
    #[arg(long, value_name = "ELEMENT=N,…")]
    damage: String,
    #[command(flatten)]
    filters: Filters,
}

/// The options that specify filters.
#[derive(Args)]
struct FilterOptions {
    /// A filter: the amount of a target element per unit of a source element. Elements that it does not name pass
    /// unchanged.
    #[arg(long = "filter", value_name = "SOURCE>TARGET=N,…")]
    filters: Vec<String>,
    /// A file of filters in XML, such as `<filter><set source="fire" target="ice" value="0.7"/></filter>`; `<filters>`
    /// holds several.
    #[arg(long = "filter-file", value_name = "FILE.xml")]
    files: Vec<PathBuf>,
}

/// The sources of the filters, in the order of the command line.
struct Filters(Vec<FilterSource>);

enum FilterSource {
    Text(String),
    File(PathBuf),
}

impl FilterSource {
    fn read(&self) -> Result<Vec<Filter>, Failure> {
        match self {
            FilterSource::Text(text) => Ok(vec![text.parse().map_err(|error| wrong("filter", error))?]),
            FilterSource::File(path) => {
                Filter::read_xml(&path.display().to_string(), &read(path)?).map_err(Failure::data)
            }
        }
    }
}

impl FromArgMatches for Filters {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let FilterOptions { filters, files } = FilterOptions::from_arg_matches(matches)?;
        let places = |option| matches.indices_of(option).into_iter().flatten();
        let texts = places("filters").zip(filters.into_iter().map(FilterSource::Text));
        let files = places("files").zip(files.into_iter().map(FilterSource::File));
        let mut all: Vec<(usize, FilterSource)> = texts.chain(files).collect();
        all.sort_by_key(|(place, _)| *place);
        Ok(Filters(all.into_iter().map(|(_, source)| source).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Filters::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Filters {
    fn augment_args(command: Command) -> Command {
        FilterOptions::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        FilterOptions::augment_args_for_update(command)
    }
}

/// Damage in the printed format.
struct Printed(ElementalDamage);

impl Serialize for Printed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Element::ALL.map(|element| (element, JsonNumber(without_noise(self.0[element])))))
    }
}

impl Damage {
    /// Filters and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let damage: ElementalDamage = self.damage.parse().map_err(|error| wrong("damage", error))?;
        let filters: Result<Vec<Vec<Filter>>, Failure> = self.filters.0.iter().map(FilterSource::read).collect();
        let filter = Filter::in_order(filters?.iter().flatten());
        say(&serde_json::to_string(&Printed(filter.apply(&damage))).map_err(Failure::data)?)
    }
}

/// Returns the error for an invalid value of an option.
fn wrong(option: &str, error: String) -> Failure {
    Failure::arguments(format!("--{option}: {error}"))
}

/// Rounds to twelve digits, because in binary 100 * (1.5 * 0.7) is not exactly 105.
fn without_noise(value: f64) -> f64 {
    format!("{value:.11e}").parse().unwrap_or(value)
}
