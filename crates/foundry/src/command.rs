//! The command line of `foundry`.

use crate::manifest;
use crate::measure;
use crate::tools::job::FoundryError;
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

/// Exit code for files that differ from the generated ones.
const DIFFERENT: u8 = 1;
/// Exit code for limits that are not met, or that have got worse.
const SHORT: u8 = 1;
/// Exit code for files that cannot be generated, read or written.
const FAILED: u8 = 5;

/// Generates every texture, sprite, sound and the font of Hullbreach.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Folder of the files.
    #[arg(long, value_name = "DIR", default_value = "assets")]
    out: PathBuf,
    /// Compares the files with what would be generated, and writes nothing.
    #[arg(long)]
    check: bool,
    /// Measures the files, prints each value with its limit, and writes nothing. The exit code shows whether all limits
    /// are met.
    #[arg(long, conflicts_with = "check")]
    measure: bool,
    /// Also measures the decks, from a folder with the images of `hullkit shot --views`.
    #[arg(long, value_name = "DIR", requires = "measure")]
    views: Option<PathBuf>,
    /// Also measures the music. All of it is rendered, which takes a while.
    #[arg(long, requires = "measure")]
    music: bool,
    /// Prints the values as JSON.
    #[arg(long, requires = "measure")]
    json: bool,
    /// Fails only if a limit is not met and its value is worse than the one stored in this file.
    #[arg(long, value_name = "FILE.json", requires = "measure")]
    not_worse: Option<PathBuf>,
    /// Writes all sounds and a part of each piece of music to this folder, as WAV files with pages of spectrograms.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["check", "measure"])]
    listen: Option<PathBuf>,
    /// Writes contact sheets of all images to this folder, one for each theme and each kind of monster.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["check", "measure", "listen"])]
    sheet: Option<PathBuf>,
}

/// Runs the command line and returns the exit code.
#[must_use]
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    execute(&arguments).unwrap_or_else(|error| {
        eprintln!("foundry: {error}");
        ExitCode::from(FAILED)
    })
}

fn execute(arguments: &Arguments) -> Result<ExitCode, Box<dyn Error>> {
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

/// Generates all files, with a progress bar on a terminal.
fn make() -> Result<Vec<Made>, FoundryError> {
    let jobs = manifest::jobs();
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} jobs, {eta} left")?;
    // No progress bar if the output goes to a file or a pipe.
    let bar = ProgressBar::new(jobs.len() as u64).with_style(style);
    let made = manifest::all(&jobs, || bar.inc(1));
    bar.finish_and_clear();
    made
}

/// Measures the files in the folders.
fn measured(arguments: &Arguments) -> Result<ExitCode, Box<dyn Error>> {
    let Arguments { out, views, music, json, not_worse, .. } = arguments;
    let verdict = measure::measure(out, views.as_deref(), *music, *json, not_worse.as_deref())?;
    for sentence in &verdict.behind {
        eprintln!("foundry: fallen behind: {sentence}");
    }
    let fine = if not_worse.is_some() { verdict.behind.is_empty() } else { verdict.holds };
    Ok(if fine { ExitCode::SUCCESS } else { ExitCode::from(SHORT) })
}
