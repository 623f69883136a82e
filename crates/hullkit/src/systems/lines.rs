//! `hullkit spread` and `hullkit line`: even spacing, and straight lines on a grid.

use crate::command_line::failure::Failure;
use clap::Args;
use even::{grid_line, spread};
use std::{
    fmt::Display,
    io::{self, BufWriter, Write},
    path::Path,
};

/// The maximum number of letters or steps to print.
const MAX: u64 = 2_000_000_000;

/// Puts NA letters a and NB letters b into a row as evenly as possible, and prints it.
///
/// The more frequent letter forms groups, and the other one stands alone between them. The groups have at most two
/// sizes, which are themselves spread evenly.
#[derive(Args)]
pub(crate) struct Spread {
    /// The number of letters a.
    #[arg(value_name = "NA", allow_negative_numbers = true)]
    a: u64,
    /// The number of letters b.
    #[arg(value_name = "NB", allow_negative_numbers = true)]
    b: u64,
}

impl Spread {
    /// Prints the row.
    pub(crate) fn run(self) -> Result<(), Failure> {
        check(self.a.saturating_add(self.b), "letters")?;
        print(spread('a', 'b', self.a, self.b), "")
    }
}

/// Prints the steps of the straight line to the cell X to the right and Y down: E, SE, S, SW, W, NW, N and NE.
///
/// Y grows downwards, so N is a step towards a smaller Y. Numbers may be negative. A line to the same cell has no
/// steps.
#[derive(Args)]
pub(crate) struct Line {
    /// The number of columns to the right.
    #[arg(value_name = "X", allow_negative_numbers = true)]
    x: i64,
    /// The number of rows down.
    #[arg(value_name = "Y", allow_negative_numbers = true)]
    y: i64,
}

impl Line {
    /// Prints the steps.
    pub(crate) fn run(self) -> Result<(), Failure> {
        check(self.x.unsigned_abs().max(self.y.unsigned_abs()), "steps")?;
        print(grid_line(self.x, self.y), " ")
    }
}

/// Fails if the count is too large to print.
fn check(count: u64, what: &str) -> Result<(), Failure> {
    if count <= MAX {
        return Ok(());
    }
    Err(Failure::arguments(format!("more than {MAX} {what} would be printed")))
}

/// Prints all items on one line as they are produced. A closed pipe is not an error.
fn print<T: Display>(all: impl Iterator<Item = T>, between: &str) -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    let write = || -> io::Result<()> {
        for (number, one) in all.enumerate() {
            let gap = if number == 0 { "" } else { between };
            write!(out, "{gap}{one}")?;
        }
        writeln!(out)?;
        out.flush()
    };
    match write() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::file(Path::new("stdout"), "written", error))
        }
        _ => Ok(()),
    }
}
