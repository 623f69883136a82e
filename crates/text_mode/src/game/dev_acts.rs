//! Developer acts in words: `cheat god`, `cheat give shells 20`.

use crate::{
    acts::play::{Play, Stop, cannot},
    words::clean::in_one_line,
};
use engine::Intent;
use inspect::{help, read_act};
use localization::{Said, say};

/// Does the act of a line in a tick of its own, and returns its confirmation. `help` lists the acts, in German `hilfe`.
///
/// # Errors
/// If the line is not an act, or has no effect here.
pub(crate) fn cheat(play: &mut Play, line: &str) -> Result<Said, Stop> {
    let line = in_one_line(line);
    let (first, rest) = line.split_once(' ').unwrap_or((&line, ""));
    if matches!(first, "help" | "hilfe") {
        return help_on(rest);
    }
    match read_act(&line, play.headless.world_mut()) {
        Ok((act, told)) => {
            play.tick(Intent { dev_act: Some(act), ..Intent::default() })?;
            Ok(told)
        }
        Err(why) => cannot(why),
    }
}

/// Returns the help on one act, or the list of all.
fn help_on(word: &str) -> Result<Said, Stop> {
    if word.is_empty() {
        let all = inspect::ACTS.iter().map(|entry| Said::literal(entry.word));
        return Ok(say!("Acts: {acts}. Say cheat help ACT.", acts = Said::joined(all, " ")));
    }
    match help(Some(word)).pop() {
        Some(line) => Ok(line),
        None => cannot(say!("Unknown act {word}: help lists them.", word = Said::literal(word))),
    }
}
