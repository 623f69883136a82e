//! `hullkit bench serve`: requests per second of `hullkit serve`, with and without frames, compared with plain ticks.

use crate::{
    command_line::failure::{Failure, read_level, read_rules, say},
    serve::server::reply,
    serve::session::Session,
};
use clap::Args;
use engine::{Headless, Intent, Start};
use serde::Serialize;
use std::{
    path::Path,
    time::{Duration, Instant},
};

/// The deck that is played.
const DECK: &str = "levels/deck1.ron";
/// The ticks per observation, as in environments for learning programs: 30 observations per second of game time.
const FRAME_SKIP: u32 = 4;
/// The duration of each measurement.
const LASTS: Duration = Duration::from_secs(2);

/// Times the requests that a learning program sends: steps of one deck, with and without frames, on one core.
#[derive(Args)]
pub(crate) struct Serve {
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The printed results, per second.
#[derive(Serialize)]
struct Figures {
    /// The baseline: ticks of the same deck without requests.
    plain_ticks: f64,
    /// Ticks in requests of one tick each.
    single_steps: f64,
    /// Ticks in requests of [`FRAME_SKIP`] ticks each.
    ticks: f64,
    /// Requests of that kind, each followed by a frame of 160 by 120 pixels.
    observations_160x120: f64,
    /// The same with 320 by 240 pixels.
    observations_320x240: f64,
    frame_skip: u32,
}

impl Serve {
    /// Measures and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let figures = Figures {
            plain_ticks: plain_ticks()?,
            single_steps: requests(1, None)?,
            ticks: requests(FRAME_SKIP, None)? * f64::from(FRAME_SKIP),
            observations_160x120: requests(FRAME_SKIP, Some((160, 120)))?,
            observations_320x240: requests(FRAME_SKIP, Some((320, 240)))?,
            frame_skip: FRAME_SKIP,
        };
        say(&if self.json { serde_json::to_string(&figures).map_err(Failure::data)? } else { figures.text() })
    }
}

impl Figures {
    /// Returns the figures as lines for people.
    fn text(&self) -> String {
        let Figures { plain_ticks, single_steps, ticks, observations_160x120, observations_320x240, frame_skip } = self;
        format!(
            "ticks without requests               {plain_ticks:>9.0} per second\n\
             steps of one tick                    {single_steps:>9.0} per second\n\
             ticks in steps of {frame_skip}                  {ticks:>9.0} per second\n\
             observations of 160x120 pixels       {observations_160x120:>9.0} per second, {frame_skip} ticks each\n\
             observations of 320x240 pixels       {observations_320x240:>9.0} per second, {frame_skip} ticks each"
        )
    }
}

/// Returns how often per second a function returns.
fn rate(mut once: impl FnMut() -> Result<(), Failure>) -> Result<f64, Failure> {
    let (began, mut number) = (Instant::now(), 0_u32);
    while began.elapsed() < LASTS {
        once()?;
        number += 1;
    }
    Ok(f64::from(number) / began.elapsed().as_secs_f64())
}

fn plain_ticks() -> Result<f64, Failure> {
    let start = Start { rules: read_rules(None)?, ..Start::on(read_level(Path::new(DECK))?) };
    let mut headless = Headless::begin(&start);
    rate(|| {
        headless.tick(Intent { turn: 0.01, ..Intent::default() });
        Ok(())
    })
}

/// Returns the requests per second of a client that turns in steps, and looks at a frame of this size after each.
fn requests(ticks: u32, frame: Option<(usize, usize)>) -> Result<f64, Failure> {
    let mut session = Session::default();
    let mut ask = |line: String| {
        let reply = reply(&mut session, &line);
        reply.get("error").map_or(Ok(()), |error| Err(Failure::data(error)))
    };
    ask(format!(r#"{{"do":"start","level":"{DECK}"}}"#))?;
    let step = format!(r#"{{"do":"step","run":1,"ticks":{ticks},"intent":{{"turn":0.01}}}}"#);
    let picture = frame
        .map(|(width, height)| format!(r#"{{"do":"frame","run":1,"width":{width},"height":{height},"format":"rgb"}}"#));
    // The first frame reads the art.
    picture.clone().map_or(Ok(()), &mut ask)?;
    rate(|| {
        ask(step.clone())?;
        picture.clone().map_or(Ok(()), &mut ask)
    })
}
