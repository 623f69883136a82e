//! The command line of `foundry`.

use crate::manifest;
use crate::measure;
use crate::tools::job::Trouble;
use crate::tools::store::{self, Difference, Made};
use crate::tour::{listen, sheet};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    error::Error,
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};

/// The exit code for files that are not as they are made.
const DIFFERENT: u8 = 1;
/// The exit code for bars that do not hold, or have fallen behind.
const SHORT: u8 = 1;
/// The exit code for files that cannot be made, read or written.
const FAILED: u8 = 5;

/// Makes every texture, sprite, sound and the font of Hullbreach.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// The folder the files are in.
    #[arg(long, value_name = "DIR", default_value = "assets")]
    out: PathBuf,
    /// Compare the files with what would be made and write nothing.
    #[arg(long)]
    check: bool,
    /// Measure the files, print each figure with its bar, and write nothing. The exit code says whether all bars hold.
    #[arg(long, conflicts_with = "check")]
    measure: bool,
    /// Measure the decks, too: the folder with the pictures that `hullkit shot --views` draws.
    #[arg(long, value_name = "DIR", requires = "measure")]
    views: Option<PathBuf>,
    /// Measure the music, too: all of it is played, which takes a while.
    #[arg(long, requires = "measure")]
    music: bool,
    /// Print the figures as JSON.
    #[arg(long, requires = "measure")]
    json: bool,
    /// Fail only if a bar does not hold and its figure is worse than the one that is kept in this file.
    #[arg(long, value_name = "FILE.json", requires = "measure")]
    not_worse: Option<PathBuf>,
    /// Lay out all sounds and a stretch of each piece of music in this folder, as WAV files with pages of spectrograms.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["check", "measure"])]
    listen: Option<PathBuf>,
    /// Lay out all pictures in this folder, on a sheet for each theme and each kind of undead.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["check", "measure", "listen"])]
    sheet: Option<PathBuf>,
}

/// Does what the command line says, and answers with the exit code.
#[must_use]
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    go(&arguments).unwrap_or_else(|error| {
        eprintln!("foundry: {error}");
        ExitCode::from(FAILED)
    })
}

fn go(arguments: &Arguments) -> Result<ExitCode, Box<dyn Error>> {
    if arguments.measure {
        return measured(arguments);
    }
    if let Some(folder) = &arguments.listen {
        store::write(folder, &listen::listen(&arguments.out)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(folder) = &arguments.sheet {
        store::write(folder, &sheet::sheets(&arguments.out)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let made = make().map_err(|trouble| -> Box<dyn Error> { trouble })?;
    if !arguments.check {
        store::write(&arguments.out, &made)?;
        return Ok(ExitCode::SUCCESS);
    }
    let Some(difference) = store::compare(&arguments.out, &made)? else {
        writeln!(io::stdout(), "assets are as foundry makes them")
            .map_err(|error| format!("cannot print the result: {error}"))?;
        return Ok(ExitCode::SUCCESS);
    };
    let make = format!("cargo run -p foundry -- --out {}", arguments.out.display());
    match difference {
        Difference::Differs(path) => eprintln!("{} is not as foundry makes it; run: {make}", path.display()),
        Difference::Missing(path) => eprintln!("{} is missing; run: {make}", path.display()),
        Difference::Superfluous(path) => {
            eprintln!("{0} is not made by foundry; run: rm {0}", path.display());
        }
    }
    Ok(ExitCode::from(DIFFERENT))
}

/// Makes everything, with a bar on a terminal that says how far it has come.
fn make() -> Result<Vec<Made>, Trouble> {
    let jobs = manifest::jobs();
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} jobs, {eta} left")?;
    // It draws nothing where nobody looks: into a file or a pipe.
    let bar = ProgressBar::new(jobs.len() as u64).with_style(style);
    let made = manifest::all(&jobs, || bar.inc(1));
    bar.finish_and_clear();
    made
}

/// Measures what lies in the folders.
fn measured(arguments: &Arguments) -> Result<ExitCode, Box<dyn Error>> {
    let Arguments { out, views, music, json, not_worse, .. } = arguments;
    let verdict = measure::measure(out, views.as_deref(), *music, *json, not_worse.as_deref())?;
    for sentence in &verdict.behind {
        eprintln!("foundry: fallen behind: {sentence}");
    }
    let fine = if not_worse.is_some() { verdict.behind.is_empty() } else { verdict.holds };
    Ok(if fine { ExitCode::SUCCESS } else { ExitCode::from(SHORT) })
}
