//! `hullkit roll`: rolls dice.

use crate::{
    command_line::failure::{Failure, say},
    command_line::json_number::JsonNumber,
};
use clap::Args;
use engine::{GameRng, dice::Expression};
use serde::Serialize;

/// Rolls a dice expression. Prints its minimum, maximum and mean, and the rolls, as one line of JSON.
///
/// Expressions have numbers, dice such as 2d6 or d20 (at most 100 dice with at most 1000 sides), variables, + - * / and
/// parentheses, and min, max, floor, ceil, round, abs and clamp(value, low, high). A result that would need more than a
/// million outcomes to compute is null.
#[derive(Args)]
pub(crate) struct Roll {
    /// Expression to roll, such as "2d6 + level/2".
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    expression: String,
    /// The value of a variable.
    #[arg(long = "var", value_name = "NAME=N", value_parser = variable)]
    variables: Vec<(String, f64)>,
    /// The seed of the random numbers.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The number of rolls.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    times: u32,
    /// Also print the probability of each value: pairs of value and probability, in ascending order of value.
    #[arg(long)]
    distribution: bool,
}

/// The printed result.
#[derive(Serialize)]
struct Rolled {
    min: Option<JsonNumber>,
    max: Option<JsonNumber>,
    mean: Option<JsonNumber>,
    rolls: Vec<JsonNumber>,
    /// Values and their probabilities, if requested; null if they need too many outcomes to compute.
    #[serde(skip_serializing_if = "Option::is_none")]
    distribution: Option<Option<Vec<[JsonNumber; 2]>>>,
}

impl Roll {
    /// Rolls and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let mut names: Vec<&str> = self.variables.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Failure::arguments(format!("--var {} is given twice", twice[0])));
        }
        let value = |name: &str| Some(self.variables.iter().find(|(known, _)| known == name)?.1);
        let wrong = |error| Failure::arguments(format!("the expression, {error}"));
        let expression: Expression = self.expression.parse().map_err(wrong)?;
        let throw = expression.with(value).map_err(wrong)?;
        let mut chance = GameRng::new(self.seed);
        let (min, max) = throw.range().unzip();
        let rolled = Rolled {
            min: min.map(JsonNumber),
            max: max.map(JsonNumber),
            mean: throw.mean().map(JsonNumber),
            rolls: (0..self.times).map(|_| JsonNumber(throw.roll(&mut chance))).collect(),
            distribution: self.distribution.then(|| {
                Some(
                    throw
                        .distribution()?
                        .into_iter()
                        .map(|(value, chance)| [JsonNumber(value), JsonNumber(chance)])
                        .collect(),
                )
            }),
        };
        if rolled.mean.is_none() || matches!(rolled.distribution, Some(None)) {
            eprintln!("note: null values would need more than a million outcomes to compute");
        }
        say(&serde_json::to_string(&rolled).map_err(Failure::data)?)
    }
}

/// Parses a variable's name and value, such as `level=3`.
fn variable(text: &str) -> Result<(String, f64), String> {
    let (name, value) = text.split_once('=').ok_or("it must be like level=3")?;
    let named = name.parse::<Expression>().is_ok_and(|expression| expression.variables().eq([name]));
    if !named {
        return Err(format!("`{name}` cannot be the name of a variable"));
    }
    let value = value.parse().ok().filter(|value: &f64| value.is_finite());
    Ok((name.to_owned(), value.ok_or("its value must be a number")?))
}
