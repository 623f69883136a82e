//! The commands of the console: developer acts, the time, the inspector, the profiler, and help.

use crate::{
    dev::inspector::{Inspector, look},
    dev::profiler::profile,
    dev::stepping::step,
    dev::time::{Stops, arm, move_by, move_to},
    flow::dev_time::DevTime,
};
use bevy::prelude::*;
use engine::{Intent, Run, Tape};
use inspect::{Target, Watch, read_act, target_ahead, things_called};
use localization::{Key, Said, say};

/// Maximum number of bookmarks and of watches.
const MAX_BOOKMARKS: usize = 32;
/// Maximum number of things that `inspect NAME` lists, the nearest.
const MAX_LISTED: usize = 20;

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

/// The commands other than acts: word, arguments, effect.
pub(crate) const COMMANDS: [(&str, Key, Key); 12] = [
    ("stop", say!(""), say!("Stops the time of the deck.")),
    ("resume", say!(""), say!("Lets the time go on.")),
    ("step", say!("[TICKS]"), say!("Goes forward by ticks, one by default.")),
    ("back", say!("[TICKS]"), say!("Goes back by ticks, one by default.")),
    ("seek", say!("TICK | BOOKMARK"), say!("Goes to a tick of the last minute, or to any tick of a demo.")),
    ("slow", say!("PERCENT"), say!("Slows the time down, from 1 to 100 %.")),
    ("bookmark", say!("[NAME]"), say!("Remembers this tick by a name, or lists the bookmarks.")),
    ("until", say!("CONDITION"), say!("Lets the time go on until a condition becomes true, such as: event Shot.")),
    ("watch", say!("[CONDITION]"), say!("Stops the time whenever a condition becomes true, or lists these.")),
    ("unwatch", say!("NUMBER | all"), say!("Removes a watch.")),
    (
        "inspect",
        say!("[ID | X,Y | NAME | off]"),
        say!("Shows a thing or a cell, by default what you look at; lists things of a name."),
    ),
    (
        "profile",
        say!("[on | off | save]"),
        say!("Shows the times of frames and ticks, or saves them as a Chrome trace."),
    ),
];

/// Returns the number of an argument, which is 1 by default.
fn number(rest: &str) -> Result<i64, Said> {
    let number = if rest.is_empty() { Some(1) } else { rest.parse().ok().filter(|number| *number > 0) };
    number.ok_or_else(|| say!("{word} must be a number above 0.", word = Said::literal(rest)))
}

/// Holds the time, or moves in it.
fn time(world: &mut World, word: &str, rest: &str) -> Result<Vec<Said>, Said> {
    match word {
        "stop" => world.resource_mut::<DevTime>().is_stopped = true,
        "resume" => *world.resource_mut::<DevTime>() = DevTime::default(),
        "step" => move_by(world, number(rest)?)?,
        "back" => move_by(world, -number(rest)?)?,
        "slow" => {
            let percent = number(rest.trim_end_matches('%').trim())?.clamp(1, 100);
            world.resource_mut::<DevTime>().speed = percent as f32 / 100.0;
        }
        "seek" => {
            let marked = world.resource::<Stops>().bookmarks.get(rest).copied();
            let tick = marked.or_else(|| rest.parse().ok());
            let unknown = || say!("{word} is neither a tick nor a bookmark.", word = Said::literal(rest));
            move_to(world, tick.ok_or_else(unknown)?)?;
        }
        _ if rest.is_empty() => {
            let all = &world.resource::<Stops>().bookmarks;
            return Ok(all.iter().map(|(name, tick)| Said::literal(format!("{name}: {tick}"))).collect());
        }
        _ => {
            let tick = world.resource::<Run>().tick;
            let marks = &mut world.resource_mut::<Stops>().bookmarks;
            if marks.len() >= MAX_BOOKMARKS {
                marks.pop_first();
            }
            marks.insert(rest.to_owned(), tick);
        }
    }
    Ok(vec![say!("tick {tick}", tick = world.resource::<Run>().tick)])
}

/// Sets the conditions that stop the time.
fn conditions(world: &mut World, word: &str, rest: &str) -> Result<Vec<Said>, Said> {
    let read = |text: &str| Watch::read(text).map_err(Said::literal);
    let mut stops = world.resource_mut::<Stops>();
    match word {
        "until" => {
            let watch = read(rest)?;
            stops.run_until(rest, watch);
            let mut time = world.resource_mut::<DevTime>();
            (time.is_stopped, time.is_console_open) = (false, false);
        }
        "watch" if rest.is_empty() => {
            let all = stops.watches.iter().enumerate();
            return Ok(all.map(|(number, (text, _))| Said::literal(format!("{}: {text}", number + 1))).collect());
        }
        "watch" => {
            let watch = read(rest)?;
            stops.watches.push((rest.to_owned(), watch));
            let over = stops.watches.len().saturating_sub(MAX_BOOKMARKS);
            stops.watches.drain(..over);
        }
        _ if rest == "all" => stops.watches.clear(),
        _ => {
            let index = rest.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let index = index.filter(|index| *index < stops.watches.len());
            let unknown = || say!("There is no watch {word}.", word = Said::literal(rest));
            stops.watches.remove(index.ok_or_else(unknown)?);
        }
    }
    arm(world);
    Ok(Vec::new())
}

/// Shows a thing or a cell in the panel, or lists the things of a name.
fn inspect(world: &mut World, rest: &str) -> Result<Vec<Said>, Said> {
    if rest == "off" {
        world.resource_mut::<Inspector>().target = None;
        return Ok(Vec::new());
    }
    let target = if rest.is_empty() { target_ahead(world) } else { Target::read(rest) };
    if target.is_none() {
        let called = things_called(world, rest);
        if !called.is_empty() {
            return Ok(called.into_iter().take(MAX_LISTED).map(Said::literal).collect());
        }
    }
    let target = target.ok_or_else(|| {
        say!("{word} is neither a cell such as 6,4 nor the id or name of a thing.", word = Said::literal(rest))
    })?;
    world.resource_mut::<Inspector>().target = Some(target);
    Ok(vec![Said::literal(look(world, target).title)])
}

fn help(word: &str) -> Result<Vec<Said>, Said> {
    let mut lines = inspect::help(Some(word).filter(|word| !word.is_empty()));
    for (name, with, does) in COMMANDS.iter().filter(|(name, ..)| word.is_empty() || *name == word) {
        let name = Said::joined([Said::literal(*name), (*with).into()], " ");
        lines.push(Said::joined([name, (*does).into()], ": "));
    }
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
