//! `hullkit count`: runs operations on a counted set (multiset), from a file.

use crate::command_line::failure::{Failure, json_error, read_text, say};
use clap::Args;
use level::CountedSet;
use serde::{
    Deserialize, Deserializer,
    de::{self, SeqAccess, Visitor},
};
use serde_json::Number;
use std::{fmt, path::PathBuf};

/// Runs operations on a counted set (multiset) and prints the results of `count`, `total` and `distinct` as one JSON
/// list.
///
/// The file is a JSON list, such as [["add", "Ale"], ["add_n", "Ale", 3], ["remove", "Ale"], ["remove_n", "Ale", 2],
/// ["set", "Ale", 5], ["count", "Ale"], ["total"], ["distinct"]]. Counts and their total are from 0 to
/// 18446744073709551615. Removing more of an item than there is removes all of it, and an item with count 0 is no
/// longer in the set.
#[derive(Args)]
pub(crate) struct Count {
    /// The file of operations.
    operations: PathBuf,
}

impl Count {
    /// Reads the file, runs its operations and prints their results.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let (path, bytes) = (self.operations.display(), read_text(&self.operations)?);
        if bytes.trim_ascii().is_empty() {
            return Err(Failure::data(format!("{path}: the file must be a JSON list of operations, but it is empty")));
        }
        let Answers(answers) =
            serde_json::from_slice(&bytes).map_err(|error| Failure::data(format!("{path}:{}", json_error(&error))))?;
        say(&serde_json::to_string(&answers).map_err(Failure::data)?)
    }
}

/// The results of the operations of a file. The operations run while the file is read, so that each error has its line
/// and column.
struct Answers(Vec<u64>);

/// An operation with its arguments.
enum Operation {
    Add(String, u64),
    Remove(String, u64),
    Set(String, u64),
    Count(String),
    Total,
    Distinct,
}

/// A set that keeps its total.
#[derive(Default)]
struct Totalled {
    set: CountedSet<String>,
    total: u64,
}

impl Totalled {
    /// Runs an operation. Returns the number that it prints, if any.
    ///
    /// # Errors
    /// If a total would be too large.
    fn apply(&mut self, operation: Operation) -> Result<Option<u64>, String> {
        match operation {
            Operation::Add(item, count) => {
                let sum = u128::from(self.set.count(&item)) + u128::from(count);
                self.set(item, sum)?;
            }
            Operation::Remove(item, count) => self.total -= self.set.remove(&item, count),
            Operation::Set(item, count) => self.set(item, u128::from(count))?,
            Operation::Count(item) => return Ok(Some(self.set.count(&item))),
            Operation::Total => return Ok(Some(self.total)),
            Operation::Distinct => return Ok(Some(self.set.distinct() as u64)),
        }
        Ok(None)
    }

    /// Sets the count of an item.
    ///
    /// # Errors
    /// If the total would be too large.
    fn set(&mut self, item: String, count: u128) -> Result<(), String> {
        let total = u128::from(self.total - self.set.count(&item)) + count;
        // No count is larger than the total.
        let (Ok(fitting), Ok(count)) = (u64::try_from(total), u64::try_from(count)) else {
            return Err(format!("the total of all counts must be at most {}, got {total}", u64::MAX));
        };
        self.total = fitting;
        self.set.set(item, count);
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Answers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(AnswersVisitor)
    }
}

struct AnswersVisitor;

impl<'de> Visitor<'de> for AnswersVisitor {
    type Value = Answers;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a list of operations")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Answers, A::Error> {
        let (mut set, mut answers) = (Totalled::default(), Vec::new());
        while let Some(operation) = list.next_element()? {
            answers.extend(set.apply(operation).map_err(de::Error::custom)?);
        }
        Ok(Answers(answers))
    }
}

/// The names of the operations.
const OPERATIONS: [&str; 8] = ["add", "add_n", "remove", "remove_n", "set", "count", "total", "distinct"];

impl<'de> Deserialize<'de> for Operation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(OperationVisitor)
    }
}

struct OperationVisitor;

impl<'de> Visitor<'de> for OperationVisitor {
    type Value = Operation;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(r#"an operation such as ["add_n", "Ale", 3]"#)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Operation, A::Error> {
        let name: String = list.next_element()?.ok_or_else(|| de::Error::invalid_length(0, &self))?;
        let operation = match name.as_str() {
            "add" => Operation::Add(argument(&mut list, &name)?, 1),
            "add_n" => Operation::Add(argument(&mut list, &name)?, amount(&mut list, &name)?),
            "remove" => Operation::Remove(argument(&mut list, &name)?, 1),
            "remove_n" => Operation::Remove(argument(&mut list, &name)?, amount(&mut list, &name)?),
            "set" => Operation::Set(argument(&mut list, &name)?, amount(&mut list, &name)?),
            "count" => Operation::Count(argument(&mut list, &name)?),
            "total" => Operation::Total,
            "distinct" => Operation::Distinct,
            _ => return Err(de::Error::unknown_variant(&name, &OPERATIONS)),
        };
        match list.next_element::<de::IgnoredAny>()? {
            None => Ok(operation),
            Some(_) => Err(wrong_arguments(&name)),
        }
    }
}

/// Reads the next argument of an operation.
fn argument<'de, A: SeqAccess<'de>, T: Deserialize<'de>>(list: &mut A, name: &str) -> Result<T, A::Error> {
    list.next_element()?.ok_or_else(|| wrong_arguments(name))
}

/// Reads the next argument, which is a count.
fn amount<'de, A: SeqAccess<'de>>(list: &mut A, name: &str) -> Result<u64, A::Error> {
    let number: Number = argument(list, name)?;
    let out_of_range = || format!("a count must be a whole number from 0 to {}, got {number}", u64::MAX);
    number.as_u64().ok_or_else(|| de::Error::custom(out_of_range()))
}

fn wrong_arguments<E: de::Error>(name: &str) -> E {
    let arguments = match name {
        "total" | "distinct" => "nothing",
        "add" | "remove" | "count" => "an item",
        _ => "an item and a count",
    };
    E::custom(format_args!("`{name}` must be followed by {arguments}"))
}
