//! The trace: events of a run, line by line on stderr.

use clap::ValueEnum;
use engine::{Headless, Rules};
use inspect::change_line;
use std::io::{self, Write};

/// Subject of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Trace {
    /// Each state change of a monster, with its reason.
    Monsters,
}

impl Trace {
    /// Writes the events of the last tick. A closed stderr is not an error.
    pub(crate) fn write(self, headless: &Headless) {
        let rules = headless.world().resource::<Rules>();
        let mut stderr = io::stderr().lock();
        match self {
            Trace::Monsters => {
                let lines = headless.changes().iter().map(|change| change_line(change, rules));
                lines.for_each(|line| drop(writeln!(stderr, "{line}")));
            }
        }
    }
}
