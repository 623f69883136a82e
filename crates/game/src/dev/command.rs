//! The commands of the console: developer acts, and help.

use crate::dev::stepping::step;
use bevy::prelude::*;
use engine::{Intent, Tape};
use inspect::read_act;
use localization::{Said, say};

/// Carries out a line of the console. Returns the lines of the answer.
///
/// # Errors
/// The reason why it cannot be carried out.
pub(crate) fn carry_out(world: &mut World, line: &str) -> Result<Vec<Said>, Said> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "help" => help(rest.trim()),
        _ => act(world, line),
    }
}

fn help(word: &str) -> Result<Vec<Said>, Said> {
    match inspect::help(Some(word).filter(|word| !word.is_empty())) {
        lines if lines.is_empty() => Err(say!("Unknown act {word}: help lists them.", word = Said::literal(word))),
        lines => Ok(lines),
    }
}

/// Carries out a developer act in a tick of its own.
fn act(world: &mut World, line: &str) -> Result<Vec<Said>, Said> {
    if world.get_resource::<Tape>().is_some_and(|tape| tape.replay.is_some()) {
        return Err(say!("A demo plays as it was recorded. Take control first.").into());
    }
    let (act, told) = read_act(line, world)?;
    step(world, Intent { dev_act: Some(act), ..Intent::default() });
    Ok(vec![told])
}
