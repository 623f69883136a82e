//! `hullkit body`: simulates how the player's body walks, floats, falls and lands on a deck.

use crate::command_line::failure::{Failure, read_level, read_rules, read_text, say};
use bevy::{ecs::query::With, math::Vec2};
use clap::Args;
use engine::{Headless, Height, Intent, Knockback, Player, Position, PreviousPosition, Start, TICKS_PER_SECOND};
use serde::{Deserialize, Serialize};
use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

/// The maximum ticks and events of a script. 100 000 ticks are about a quarter of an hour.
const MAX_TICKS: u64 = 100_000;
const MAX_EVENTS: usize = 100_000;
/// The maximum absolute value of a position or a push in a script.
const MAX: f32 = 1e6;

/// Runs the player on a deck for a number of ticks, following a script of walking, jumping, holding on and pushes.
///
/// The deck is played as in the game. Prints the body's position and velocity after each tick.
#[derive(Args)]
pub(crate) struct Body {
    /// The script file.
    #[arg(value_name = "SCRIPT.ron")]
    script: PathBuf,
    /// Print JSON: `[[tick, x, y, height, vx, vy, vheight, on_floor], …]`.
    #[arg(long)]
    json: bool,
}

/// The contents of the file. Lengths are in tiles, times in ticks, 120 per second; speeds are in tiles per second.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    /// The level file, relative to the script's folder.
    level: PathBuf,
    /// The number of ticks to simulate.
    ticks: u64,
    /// The events, each with the number of ticks that have passed before it.
    #[serde(default)]
    events: Vec<(u64, Event)>,
}

#[derive(Clone, Copy, Deserialize)]
enum Event {
    /// A push, in tiles per second.
    Push(f32, f32),
    /// The player walks to a point.
    Target(f32, f32),
    /// The player stands still.
    NoTarget,
    /// The player jumps.
    Jump,
    /// The player holds on to something nearby.
    Hold,
    /// The player lets go.
    LetGo,
}

/// The state after a tick: the tick, x, y, height, their velocities, and whether the body is on the floor.
#[derive(Serialize)]
struct Row(u64, f32, f32, f64, f32, f32, f64, bool);

impl Body {
    /// Runs the script and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let file = self.script.display();
        let script: Script =
            ron::de::from_bytes(&read_text(&self.script)?).map_err(|error| Failure::data(format!("{file}:{error}")))?;
        script.check().map_err(|what| Failure::data(format!("{file}: {what}")))?;
        let level = read_level(&self.script.parent().unwrap_or(Path::new("")).join(&script.level))?;
        let rules = read_rules(None)?;
        rules.check(&level).map_err(Failure::data)?;
        let rows = script.run(Headless::begin(&Start { rules, ..Start::on(level) }));
        if self.json {
            return say(&serde_json::to_string(&rows).map_err(Failure::data)?);
        }
        let mut text = String::from("  tick        x        y   height       vx       vy  vheight");
        for Row(tick, x, y, height, vx, vy, vheight, on_floor) in rows {
            let touches = if on_floor { "  on floor" } else { "" };
            let _ = write!(text, "\n{tick:6} {x:8.3} {y:8.3} {height:8.3} {vx:8.3} {vy:8.3} {vheight:8.3}{touches}");
        }
        say(&text)
    }
}

impl Script {
    /// Returns the first error as a sentence.
    fn check(&self) -> Result<(), String> {
        if self.ticks > MAX_TICKS || self.events.len() > MAX_EVENTS {
            return Err(format!("a script has at most {MAX_TICKS} ticks and {MAX_EVENTS} events"));
        }
        for (_, event) in &self.events {
            let (Event::Push(x, y) | Event::Target(x, y)) = event else { continue };
            if let Some(number) = [x, y].into_iter().find(|number| !(-MAX..=MAX).contains(*number)) {
                return Err(format!("the numbers of `Push` and `Target` must be from -{MAX} to {MAX}, got {number}"));
            }
        }
        Ok(())
    }

    /// Returns the state after each tick.
    fn run(&self, mut headless: Headless) -> Vec<Row> {
        let mut events: Vec<&(u64, Event)> = self.events.iter().collect();
        events.sort_by_key(|(tick, _)| *tick);
        let mut events = events.into_iter().peekable();
        let mut holds = false;
        let mut player = headless
            .world_mut()
            .query_filtered::<(&Position, &PreviousPosition, &Height, &mut Knockback), With<Player>>();
        let mut rows = Vec::new();
        for passed in 0..self.ticks {
            let mut intent = Intent::default();
            while let Some((_, event)) = events.next_if(|(tick, _)| *tick <= passed) {
                let Ok((at, _, _, mut thrown)) = player.single_mut(headless.world_mut()) else { break };
                match *event {
                    Event::Push(x, y) => thrown.throw(Vec2::new(x, y)),
                    Event::Target(x, y) => intent.walk_to = Some(Vec2::new(x, y)),
                    Event::NoTarget => intent.walk_to = Some(at.0),
                    Event::Jump => intent.jump = true,
                    Event::Hold => holds = true,
                    Event::LetGo => holds = false,
                }
            }
            headless.tick(Intent { use_: holds, ..intent });
            let Ok((at, before, height, _)) = player.single(headless.world()) else { break };
            let speed = (at.0 - before.0) * TICKS_PER_SECOND as f32;
            let on_floor = !height.is_in_the_air();
            rows.push(Row(passed + 1, at.0.x, at.0.y, height.at, speed.x, speed.y, height.rises, on_floor));
        }
        rows
    }
}
