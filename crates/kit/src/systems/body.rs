//! `hullkit body`: how one body walks, falls and lands.

use crate::command_line::failure::{Failure, read, say};
use bevy::math::{DVec2, DVec3};
use clap::Args;
use engine::{Flight, Surface, SurfaceKind, towards};
use serde::{Deserialize, Serialize};
use std::{fmt::Write, path::PathBuf};

/// The most ticks, floors and events of a script: some minutes on more floors than a deck has.
const MOST_TICKS: u64 = 100_000;
const MOST_FLOORS: usize = 1000;
const MOST_EVENTS: usize = 100_000;
/// The greatest number that a script may say of a place, a speed or a push.
const MOST: f64 = 1e6;

/// Runs one body for some ticks, as a script says: what it stands on, what pushes it, and where it wants to go.
///
/// Prints its place and its velocity after each tick: in the air nothing but gravity changes it; where it touches floor, platform,
/// ladder or rail it goes to its target at its speed, or stands still.
#[derive(Args)]
pub(crate) struct Body {
    /// The script's file.
    #[arg(value_name = "SCRIPT.ron")]
    script: PathBuf,
    /// Print JSON: `[[tick, x, y, height, vx, vy, vheight, on_floor], …]`.
    #[arg(long)]
    json: bool,
}

/// What is in the file. Lengths are in tiles, times in ticks, 120 a second; speeds and gravity are in tiles and seconds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    /// How many ticks pass.
    ticks: u64,
    /// What pulls it down.
    gravity: f64,
    body: BodyText,
    #[serde(default)]
    floors: Vec<FloorText>,
    /// What happens once so many ticks have passed.
    #[serde(default)]
    events: Vec<(u64, Event)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BodyText {
    mass: f64,
    at: (f64, f64, f64),
    velocity: (f64, f64, f64),
    /// How fast it goes to its target.
    speed: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FloorText {
    from: (f64, f64),
    to: (f64, f64),
    height: f64,
    kind: Kind,
    /// It is no longer there once so many ticks have passed.
    #[serde(default)]
    gone_at: Option<u64>,
}

#[derive(Clone, Copy, Deserialize)]
enum Kind {
    Floor,
    Ladder,
    Rail,
    Platform,
}

#[derive(Clone, Copy, Deserialize)]
enum Event {
    /// A push, in mass times tiles a second.
    Impulse(f64, f64, f64),
    /// It wants to go to a point.
    Target(f64, f64),
    /// It wants to stand still.
    NoTarget,
}

/// Its state after a tick: the tick, x, y, height, their velocities, and whether it touches something.
#[derive(Serialize)]
struct Row(u64, f64, f64, f64, f64, f64, f64, bool);

impl Body {
    /// Runs the script and prints.
    pub(crate) fn go(self) -> Result<(), Failure> {
        let file = self.script.display();
        let script: Script =
            ron::de::from_bytes(&read(&self.script)?).map_err(|error| Failure::data(format!("{file}:{error}")))?;
        script.check().map_err(|what| Failure::data(format!("{file}: {what}")))?;
        let rows = script.run();
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
    /// What is wrong with it, in a sentence, if anything.
    fn check(&self) -> Result<(), String> {
        let Script { ticks, gravity, body, floors, events } = self;
        if *ticks > MOST_TICKS || floors.len() > MOST_FLOORS || events.len() > MOST_EVENTS {
            return Err(format!(
                "a script has at most {MOST_TICKS} ticks, {MOST_FLOORS} floors and {MOST_EVENTS} events"
            ));
        }
        let within = |what: &str, number: f64, least: f64| {
            let fits = (least..=MOST).contains(&number);
            if fits { Ok(()) } else { Err(format!("{what} is a number from {least} to {MOST}, not {number}")) }
        };
        within("`gravity`", *gravity, 0.0)?;
        within("the `speed` of the body", body.speed, 0.0)?;
        if !(body.mass > 0.0 && body.mass <= MOST) {
            return Err(format!(
                "the `mass` of the body is a number greater than 0, at most {MOST}, not {}",
                body.mass
            ));
        }
        let ((x, y, height), (vx, vy, vh)) = (body.at, body.velocity);
        for number in [x, y, height, vx, vy, vh] {
            within("a number of the body's `at` or `velocity`", number, -MOST)?;
        }
        for FloorText { from, to, height, .. } in floors {
            for number in [from.0, from.1, to.0, to.1, *height] {
                within("a number of a floor's `from`, `to` or `height`", number, -MOST)?;
            }
        }
        for (_, event) in events {
            let (what, numbers) = match *event {
                Event::Impulse(x, y, h) => ("a number of an `Impulse`", [x, y, h]),
                Event::Target(x, y) => ("a number of a `Target`", [x, y, 0.0]),
                Event::NoTarget => continue,
            };
            numbers.into_iter().try_for_each(|number| within(what, number, -MOST))?;
        }
        Ok(())
    }

    /// The state after each tick.
    fn run(&self) -> Vec<Row> {
        let mut flight = Flight { at: DVec3::from(self.body.at), velocity: DVec3::from(self.body.velocity) };
        let mut target = None;
        let mut events: Vec<&(u64, Event)> = self.events.iter().collect();
        events.sort_by_key(|(tick, _)| *tick);
        let mut events = events.into_iter().peekable();
        let mut rows = Vec::new();
        for passed in 0..self.ticks {
            while let Some((_, event)) = events.next_if(|(tick, _)| *tick <= passed) {
                match *event {
                    Event::Impulse(x, y, h) => flight.push(DVec3::new(x, y, h), self.body.mass),
                    Event::Target(x, y) => target = Some(DVec2::new(x, y)),
                    Event::NoTarget => target = None,
                }
            }
            let floors = self.floors_at(passed);
            let wanted = target.map_or(DVec2::ZERO, |to| towards(flight.at.truncate(), to, self.body.speed));
            flight.tick(wanted, self.gravity, &floors);
            let Flight { at, velocity } = flight;
            let touches = flight.touches(&self.floors_at(passed + 1));
            rows.push(Row(passed + 1, at.x, at.y, at.z, velocity.x, velocity.y, velocity.z, touches));
        }
        rows
    }

    /// The floors that are there once so many ticks have passed.
    fn floors_at(&self, passed: u64) -> Vec<Surface> {
        let there = self.floors.iter().filter(|floor| floor.gone_at.is_none_or(|gone| passed < gone));
        there.map(FloorText::surface).collect()
    }
}

impl FloorText {
    fn surface(&self) -> Surface {
        let kind = match self.kind {
            Kind::Floor => SurfaceKind::Floor,
            Kind::Ladder => SurfaceKind::Ladder,
            Kind::Rail => SurfaceKind::Rail,
            Kind::Platform => SurfaceKind::Platform,
        };
        Surface { from: DVec2::from(self.from), to: DVec2::from(self.to), height: self.height, kind }
    }
}
