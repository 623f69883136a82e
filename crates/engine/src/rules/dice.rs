//! Dice: expressions such as `2d6 + level/2` or `max(1, 3d8 - armour)`, parsed once and rolled often.
//!
//! | | |
//! |---|---|
//! | `2`, `0.5`, `1e3` | numbers |
//! | `3d8`, `d6` | the sum of at most 100 dice of at most 1000 sides |
//! | `level` | a variable: letters, digits and `_`, but not the name of a function, and not `d` with a digit after it |
//! | `+ - * / ( )` and `-` before a value | as in algebra; `-2d6` is the negative of two dice |
//! | `min`, `max` | of two or more values |
//! | `floor`, `ceil`, `round`, `abs` | of one value; `round` takes halves away from 0 |
//! | `clamp(value, low, high)` | `min(max(value, low), high)`, so `high` wins if it is less than `low` |
//!
//! Values are real numbers, rounded only by `floor`, `ceil` and `round`. An [`Expression`] with values for its
//! variables is a [`Throw`]. All checks are done by then: no roll can divide by 0 or exceed 10^100.

pub(crate) mod distribution;
pub(crate) mod parse;
pub(crate) mod print;

use crate::{
    rules::dice::distribution::{Distribution, Work},
    tick::game_rng::GameRng,
};
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use thiserror::Error;

/// Maximum number of dice of one term.
const MAX_DICE: u32 = 100;
/// Maximum number of sides of a die.
const MAX_SIDES: u32 = 1000;
/// Maximum value of any part of an expression. Its square is far below infinity, so weighted sums of values are, too.
const MAX_VALUE: f64 = 1e100;

/// A parsed expression. Data files contain it as a string.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Expression {
    root: Node,
    /// The variables to which [`Node::Variable`] refers, in the order of the text.
    variables: Vec<Variable>,
}

/// A syntax or range error in an expression, with its position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: {what}")]
pub struct DiceError {
    /// Column in characters, from 1.
    pub column: usize,
    /// The problem, as a sentence.
    pub what: String,
}

/// An expression with values for its variables. It can be rolled, and has a minimum, a maximum and a mean.
#[derive(Clone, Debug)]
pub struct Throw<'a> {
    root: &'a Node,
    /// The values of the variables.
    values: Vec<f64>,
    bounds: Bounds,
}

/// A variable of an expression, and the column of its first use. A column of the text. It is ignored when expressions
/// are compared.
#[derive(Clone, Debug, PartialEq)]
struct Variable {
    name: String,
    place: Column,
}

/// A column of the text. It does not tell expressions apart.
#[derive(Clone, Copy, Debug)]
struct Column(usize);

impl PartialEq for Column {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A part of an expression. `min` and `max` of many values are nested to the left; `clamp` is a `max` in a `min`.
#[derive(Clone, Debug, PartialEq)]
enum Node {
    Number(f64),
    Dice { count: u32, sides: u32 },
    Variable(usize),
    Unary(Unary, Box<Node>),
    Binary(Binary, Box<Node>, Box<Node>, Column),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unary {
    Negate,
    Floor,
    Ceil,
    Round,
    Abs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Min,
    Max,
}

/// The range of the values of a part.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bounds {
    low: f64,
    high: f64,
    /// Whether both ends can be rolled. For `abs(d6 - 3.5)`, for example, the bounds only show that no value is below
    /// 0.
    exact: bool,
}

impl Unary {
    fn apply(self, value: f64) -> f64 {
        match self {
            Unary::Negate => -value,
            Unary::Floor => value.floor(),
            Unary::Ceil => value.ceil(),
            Unary::Round => value.round(),
            Unary::Abs => value.abs(),
        }
    }

    fn bounds(self, Bounds { low, high, exact }: Bounds) -> Bounds {
        match self {
            Unary::Abs if low < 0.0 && high > 0.0 => Bounds { low: 0.0, high: high.max(-low), exact: false },
            _ => Bounds::of([self.apply(low), self.apply(high)], exact),
        }
    }
}

impl Binary {
    fn apply(self, left: f64, right: f64) -> f64 {
        match self {
            Binary::Add => left + right,
            Binary::Subtract => left - right,
            Binary::Multiply => left * right,
            Binary::Divide => left / right,
            Binary::Min => left.min(right),
            Binary::Max => left.max(right),
        }
    }

    /// All of these operations are monotonic in each operand, so their extremes are at the extremes of the operands.
    fn bounds(self, left: Bounds, right: Bounds, place: Column) -> Result<Bounds, DiceError> {
        if self == Binary::Divide && right.low <= 0.0 && right.high >= 0.0 {
            let what = if right.low == right.high {
                "this is a division by 0".to_owned()
            } else {
                format!("this may be a division by 0: the divisor is from {} to {}", right.low, right.high)
            };
            return Err(DiceError { column: place.0, what });
        }
        let corner = |left, right| self.apply(left, right);
        let corners = [
            corner(left.low, right.low),
            corner(left.low, right.high),
            corner(left.high, right.low),
            corner(left.high, right.high),
        ];
        let bounds = Bounds::of(corners, left.exact && right.exact);
        if bounds.low < -MAX_VALUE || bounds.high > MAX_VALUE {
            return Err(DiceError { column: place.0, what: "the result may exceed 10^100".to_owned() });
        }
        Ok(bounds)
    }
}

impl Bounds {
    fn of<const N: usize>(ends: [f64; N], exact: bool) -> Self {
        let low = ends.into_iter().fold(f64::INFINITY, f64::min);
        let high = ends.into_iter().fold(f64::NEG_INFINITY, f64::max);
        Bounds { low, high, exact }
    }
}

impl Expression {
    /// Returns an expression for each whole number from `low` to `high` with equal probability: `low - 1` plus a die
    /// with one side per number. The die may have more sides than data files allow.
    pub(crate) fn of_range(low: i32, high: i32) -> Self {
        let root = match u32::try_from(i64::from(high) - i64::from(low)) {
            Err(_) | Ok(0) => Node::Number(f64::from(low)),
            Ok(wide) => {
                let die = Box::new(Node::Dice { count: 1, sides: wide.saturating_add(1) });
                let base = Box::new(Node::Number(f64::from(low) - 1.0));
                Node::Binary(Binary::Add, base, die, Column(1))
            }
        };
        Expression { root, variables: Vec::new() }
    }

    /// Returns the expression, multiplied by `factor`.
    pub(crate) fn times(&self, factor: f64) -> Self {
        if factor == 1.0 {
            return self.clone();
        }
        let (of, factor) = (Box::new(self.root.clone()), Box::new(Node::Number(factor)));
        let root = Node::Binary(Binary::Multiply, of, factor, Column(1));
        Expression { root, variables: self.variables.clone() }
    }

    /// Returns the names of the variables, each once, in the order of the text.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.variables.iter().map(|variable| variable.name.as_str())
    }

    /// Returns the expression with values for its variables, ready to be rolled.
    ///
    /// # Errors
    /// If a variable has no value or one beyond ±10^100, if the range of a divisor contains 0, or if a part may exceed
    /// 10^100.
    pub fn with(&self, value_of: impl Fn(&str) -> Option<f64>) -> Result<Throw<'_>, DiceError> {
        let value = |Variable { name, place }: &Variable| {
            let error = |what| DiceError { column: place.0, what };
            let value = value_of(name).ok_or_else(|| error(format!("the variable `{name}` has no value")))?;
            let fits = value.abs() <= MAX_VALUE;
            fits.then_some(value).ok_or_else(|| error(format!("the variable `{name}` cannot be {value}")))
        };
        let values = self.variables.iter().map(value).collect::<Result<Vec<f64>, DiceError>>()?;
        let bounds = self.root.bounds(&values)?;
        Ok(Throw { root: &self.root, values, bounds })
    }
}

impl FromStr for Expression {
    type Err = DiceError;

    fn from_str(text: &str) -> Result<Self, DiceError> {
        parse::expression(text)
    }
}

impl TryFrom<String> for Expression {
    type Error = DiceError;

    fn try_from(text: String) -> Result<Self, DiceError> {
        text.parse()
    }
}

impl From<Expression> for String {
    fn from(expression: Expression) -> Self {
        expression.to_string()
    }
}

impl Throw<'_> {
    /// Rolls all dice, from left to right.
    pub fn roll(&self, chance: &mut GameRng) -> f64 {
        self.root.roll(&self.values, chance)
    }

    /// Returns the minimum and the maximum of all rolls, or `None` if they depend on [too many outcomes](Throw::mean).
    pub fn range(&self) -> Option<(f64, f64)> {
        if self.bounds.exact {
            Some((self.bounds.low, self.bounds.high))
        } else {
            self.root.distribution(&self.values, &mut Work::new()).map(|distribution| distribution.range())
        }
    }

    /// Returns the mean of all rolls, or `None` if it takes more than a million outcomes to compute it.
    ///
    /// Sums, differences and products of dice, divided by constants, take no outcomes. Inside `min`, `max`, `floor`,
    /// `ceil`, `round`, `abs` and divisors, each term of dice takes as many outcomes as it has values. There, an
    /// operation takes the number of values of one side times that of the other.
    pub fn mean(&self) -> Option<f64> {
        self.root.mean(&self.values, &mut Work::new())
    }

    /// Returns every value that can be rolled, in ascending order, with its probability from 0 to 1. Returns `None` if
    /// it takes more than a million [outcomes](Throw::mean) to compute them.
    pub fn distribution(&self) -> Option<Vec<(f64, f64)>> {
        Some(self.root.distribution(&self.values, &mut Work::new())?.chances().collect())
    }
}

impl Node {
    fn roll(&self, values: &[f64], chance: &mut GameRng) -> f64 {
        match self {
            Node::Number(number) => *number,
            Node::Dice { count, sides } => (0..*count).map(|_| f64::from(chance.roll(1..=*sides as i32))).sum(),
            Node::Variable(index) => values[*index],
            Node::Unary(unary, of) => unary.apply(of.roll(values, chance)),
            Node::Binary(binary, left, right, _) => {
                let left = left.roll(values, chance);
                binary.apply(left, right.roll(values, chance))
            }
        }
    }

    fn bounds(&self, values: &[f64]) -> Result<Bounds, DiceError> {
        Ok(match self {
            Node::Number(number) => Bounds::of([*number], true),
            Node::Dice { count, sides } => Bounds::of([f64::from(*count), f64::from(count * sides)], true),
            Node::Variable(index) => Bounds::of([values[*index]], true),
            Node::Unary(unary, of) => unary.bounds(of.bounds(values)?),
            Node::Binary(binary, left, right, place) => {
                binary.bounds(left.bounds(values)?, right.bounds(values)?, *place)?
            }
        })
    }

    /// No die is part of two operands, so they are independent, and the mean of a product is the product of the means.
    fn mean(&self, values: &[f64], work: &mut Work) -> Option<f64> {
        match self {
            Node::Number(number) => Some(*number),
            Node::Dice { count, sides } => Some(f64::from(count * (sides + 1)) / 2.0),
            Node::Variable(index) => Some(values[*index]),
            Node::Unary(Unary::Negate, of) => Some(-of.mean(values, work)?),
            Node::Binary(Binary::Divide, left, right, _) => {
                let left = left.mean(values, work)?;
                Some(right.distribution(values, work)?.mean_of(|right| left / right))
            }
            Node::Binary(binary @ (Binary::Add | Binary::Subtract | Binary::Multiply), left, right, _) => {
                Some(binary.apply(left.mean(values, work)?, right.mean(values, work)?))
            }
            Node::Unary(..) | Node::Binary(..) => Some(self.distribution(values, work)?.mean_of(|value| value)),
        }
    }

    fn distribution(&self, values: &[f64], work: &mut Work) -> Option<Distribution> {
        match self {
            Node::Number(number) => Some(Distribution::certain(*number)),
            Node::Dice { count, sides } => Distribution::of_dice(*count, *sides, work),
            Node::Variable(index) => Some(Distribution::certain(values[*index])),
            Node::Unary(unary, of) => Some(of.distribution(values, work)?.map(|value| unary.apply(value))),
            Node::Binary(binary, left, right, _) => {
                let (left, right) = (left.distribution(values, work)?, right.distribution(values, work)?);
                match binary {
                    Binary::Max => Some(left.greater(&right)),
                    Binary::Min => {
                        Some(left.map(|value| -value).greater(&right.map(|value| -value)).map(|value| -value))
                    }
                    _ => left.combine(&right, |left, right| binary.apply(left, right), work),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
