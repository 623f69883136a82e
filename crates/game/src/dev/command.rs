//! The commands of the console: developer acts, the time, the inspector, the profiler, and help.

use crate::{
    dev::inspector::{Inspector, look},
    dev::profiler::profile,
    dev::stepping::step,
    dev::time::{arm, move_by, move_to},
    flow::dev_time::DevTime,
};
use bevy::prelude::*;
use engine::{Intent, Run, Tape};
use inspect::{COMMANDS, Inspected, Stops, help_on_commands, inspected, number, read_act, speed};
use localization::{Key, Said, say};

/// Carries out a line of the console. Returns the lines of the answer.
///
/// # Errors
/// The reason why it cannot be carried out.
pub(crate) fn carry_out(world: &mut World, line: &str) -> Result<Vec<Said>, Said> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = rest.trim();
    match word {
        "help" => help(rest),
        "stop" | "resume" | "step" | "back" | "seek" | "slow" | "bookmark" => time(world, word, rest),
        "until" | "watch" | "unwatch" => conditions(world, word, rest),
        "inspect" => inspect(world, rest),
        "profile" => profile(world, rest),
        _ => act(world, line),
    }
}

/// The command that only the window has: word, arguments, effect.
const PROFILE: (&str, Key, Key) = (
    "profile",
    say!("[on | off | save]"),
    say!("Shows the times of frames and ticks, or saves them as a Chrome trace."),
);

/// Returns the commands other than acts: word, arguments, effect.
pub(crate) fn commands() -> impl Iterator<Item = &'static (&'static str, Key, Key)> {
    COMMANDS.iter().chain([&PROFILE])
}

/// Holds the time, or moves in it.
fn time(world: &mut World, word: &str, rest: &str) -> Result<Vec<Said>, Said> {
    match word {
        "stop" => world.resource_mut::<DevTime>().is_stopped = true,
        "resume" => *world.resource_mut::<DevTime>() = DevTime::default(),
        "step" => move_by(world, number(rest)?)?,
        "back" => move_by(world, -number(rest)?)?,
        "slow" => world.resource_mut::<DevTime>().speed = speed(rest)?,
        "seek" => {
            let marked = world.resource::<Stops>().bookmarks().get(rest).copied();
            let tick = marked.or_else(|| rest.parse().ok());
            let unknown = || say!("{word} is neither a tick nor a bookmark.", word = Said::literal(rest));
            move_to(world, tick.ok_or_else(unknown)?)?;
        }
        _ => {
            let tick = world.resource::<Run>().tick;
            return Ok(world.resource_mut::<Stops>().bookmark(rest, tick));
        }
    }
    Ok(vec![say!("tick {tick}", tick = world.resource::<Run>().tick)])
}

/// Sets the conditions that stop the time.
fn conditions(world: &mut World, word: &str, rest: &str) -> Result<Vec<Said>, Said> {
    let lines = world.resource_mut::<Stops>().condition(word, rest)?;
    if word == "until" {
        let mut time = world.resource_mut::<DevTime>();
        (time.is_stopped, time.is_console_open) = (false, false);
    }
    arm(world);
    Ok(lines)
}

/// Shows a thing or a cell in the panel, or lists the things of a name.
fn inspect(world: &mut World, rest: &str) -> Result<Vec<Said>, Said> {
    let target = match inspected(world, rest)? {
        Inspected::Names(names) => return Ok(names.into_iter().map(Said::literal).collect()),
        Inspected::One(target) => Some(target),
        Inspected::Off => None,
    };
    world.resource_mut::<Inspector>().target = target;
    Ok(target.map(|target| Said::literal(look(world, target).title)).into_iter().collect())
}

fn help(word: &str) -> Result<Vec<Said>, Said> {
    let mut lines = inspect::help(Some(word).filter(|word| !word.is_empty()));
    lines.extend(help_on_commands(commands(), word));
    match lines {
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
