//! `hullkit queue`: runs operations on a priority queue, from a file.

use crate::command_line::failure::{Failure, json_error, read_text, say};
use clap::Args;
use queue::QueueError;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, SeqAccess, Visitor},
};
use serde_json::Number;
use std::{
    cmp::Ordering,
    fmt,
    io::{self, Write},
    path::PathBuf,
};

/// Runs operations on a priority queue and prints the results of `dequeue` (a key or null), `contains` and `count` as
/// one JSON list.
///
/// The file is JSON, such as {"queue": "min", "ops": [["enqueue", "dwarf", 3], ["reprioritize", "dwarf", 0],
/// ["contains", "axe"], ["reprioritize_if_better", "dwarf", 1], ["count"], ["dequeue"]]}. The queue is "min" or "max";
/// among equal priorities, the key that was enqueued first comes first. Enqueueing a key that is already queued, or
/// changing one that is not, has no effect and prints a note on stderr.
#[derive(Args)]
pub(crate) struct Queue {
    /// The file of operations.
    operations: PathBuf,
}

/// The contents of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QueueFile {
    queue: Order,
    ops: Vec<Operation>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Order {
    Min,
    Max,
}

/// An operation with its arguments.
enum Operation {
    Enqueue(String, Priority),
    Reprioritize(String, Priority),
    ReprioritizeIfBetter(String, Priority),
    Contains(String),
    Count,
    Dequeue,
}

/// A finite number.
#[derive(Clone, Copy)]
struct Priority(f64);

/// The printed result of an operation.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Dequeued(Option<String>),
    Contains(bool),
    Count(usize),
}

impl Queue {
    /// Reads the file, runs its operations and prints their results.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let path = self.operations.display();
        let file = parse(&read_text(&self.operations)?).map_err(|what| Failure::data(format!("{path}:{what}")))?;
        let mut queue = match file.queue {
            Order::Min => queue::Queue::min(),
            Order::Max => queue::Queue::max(),
        };
        let mut answers = Vec::new();
        for (number, operation) in file.ops.into_iter().enumerate() {
            match operation.apply(&mut queue) {
                Ok(answer) => answers.extend(answer),
                // Ignore the error if the terminal has hung up.
                Err(note) => _ = writeln!(io::stderr(), "{path}: ops[{number}]: {note}; nothing has changed"),
            }
        }
        say(&serde_json::to_string(&answers).map_err(Failure::data)?)
    }
}

/// Parses a file of operations.
///
/// # Errors
/// What is wrong, after line and column.
fn parse(bytes: &[u8]) -> Result<QueueFile, String> {
    serde_json::from_slice(bytes).map_err(|error| json_error(&error))
}

impl Operation {
    /// Runs the operation. Returns the result to print, if any.
    ///
    /// # Errors
    /// Why nothing has changed.
    fn apply(self, queue: &mut queue::Queue<String, Priority>) -> Result<Option<Answer>, String> {
        let refused = |key: &str, error: QueueError| {
            let state = match error {
                QueueError::AlreadyQueued => "is already queued",
                QueueError::NotQueued => "is not queued",
            };
            format!("{key:?} {state}")
        };
        let done = match self {
            Operation::Enqueue(key, priority) => queue.enqueue(key.clone(), priority).map_err(|error| (key, error)),
            Operation::Reprioritize(key, priority) => queue.reprioritize(&key, priority).map_err(|error| (key, error)),
            Operation::ReprioritizeIfBetter(key, priority) => {
                queue.reprioritize_if_better(&key, priority).map(|_| ()).map_err(|error| (key, error))
            }
            Operation::Contains(key) => return Ok(Some(Answer::Contains(queue.contains(&key)))),
            Operation::Count => return Ok(Some(Answer::Count(queue.count()))),
            Operation::Dequeue => return Ok(Some(Answer::Dequeued(queue.dequeue().map(|(key, _)| key)))),
        };
        done.map(|()| None).map_err(|(key, error)| refused(&key, error))
    }
}

/// The names of the operations.
const OPERATIONS: [&str; 6] = ["enqueue", "reprioritize", "reprioritize_if_better", "contains", "count", "dequeue"];

impl<'de> Deserialize<'de> for Operation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(OperationVisitor)
    }
}

struct OperationVisitor;

impl<'de> Visitor<'de> for OperationVisitor {
    type Value = Operation;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(r#"an operation such as ["enqueue", "dwarf", 3]"#)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Operation, A::Error> {
        let name: String = list.next_element()?.ok_or_else(|| de::Error::invalid_length(0, &self))?;
        let operation = match name.as_str() {
            "enqueue" => Operation::Enqueue(argument(&mut list, &name)?, argument(&mut list, &name)?),
            "reprioritize" => Operation::Reprioritize(argument(&mut list, &name)?, argument(&mut list, &name)?),
            "reprioritize_if_better" => {
                Operation::ReprioritizeIfBetter(argument(&mut list, &name)?, argument(&mut list, &name)?)
            }
            "contains" => Operation::Contains(argument(&mut list, &name)?),
            "count" => Operation::Count,
            "dequeue" => Operation::Dequeue,
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

fn wrong_arguments<E: de::Error>(name: &str) -> E {
    let arguments = match name {
        "count" | "dequeue" => "nothing",
        "contains" => "a key",
        _ => "a key and a priority",
    };
    E::custom(format_args!("`{name}` must be followed by {arguments}"))
}

impl<'de> Deserialize<'de> for Priority {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Number::deserialize(deserializer)?;
        let finite = number.as_f64().filter(|number| number.is_finite());
        let number = finite.ok_or_else(|| de::Error::custom("a priority must be a finite number"))?;
        // -0.0 becomes 0.0, so that the two are equal.
        Ok(Priority(number + 0.0))
    }
}

impl Ord for Priority {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Priority {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Priority {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Priority {}
