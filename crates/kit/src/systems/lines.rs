//! `hullkit spread` and `hullkit line`: even separation, and straight lines on a grid.

use crate::command_line::failure::Failure;
use clap::Args;
use even::{grid_line, spread};
use std::{
    fmt::Display,
    io::{self, BufWriter, Write},
    path::Path,
};

/// The most letters or steps that are printed: nobody waits for more.
const MAX: u64 = 2_000_000_000;

/// Puts NA letters a and NB letters b into a row, each as far from its like as can be, and prints it.
///
/// Whatever there is more of stands in groups, between which the others stand singly. The groups are of two sizes at most, and
/// these are spread in the same way.
#[derive(Args)]
pub(crate) struct Spread {
    /// How many letters a.
    #[arg(value_name = "NA", allow_negative_numbers = true)]
    a: u64,
    /// How many letters b.
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

/// Prints the steps of the straight line to the cell that lies X to the right and Y down: E, SE, S, SW, W, NW, N and NE.
///
/// Y grows downwards, so N is a step to a lesser Y. Numbers may be negative. A line to where one stands has no steps.
#[derive(Args)]
pub(crate) struct Line {
    /// How many columns to the right.
    #[arg(value_name = "X", allow_negative_numbers = true)]
    x: i64,
    /// How many rows down.
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

/// Fails if so many are too many to print.
fn check(count: u64, what: &str) -> Result<(), Failure> {
    if count <= MAX {
        return Ok(());
    }
    Err(Failure::arguments(format!("more than {MOST} {what} would be printed")))
}

/// Prints all on one line as they come. Nobody reading it any more is no failure.
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
