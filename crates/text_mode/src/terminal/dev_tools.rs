//! Developer tools in a terminal: the time, conditions that stop it, and what the inspector shows, as lines over the
//! image.

use crate::acts::play::Play;
use engine::{Intent, Rules, StateChange, Tape};
use inspect::{COMMANDS, Inspected, Stops, Target, describe, help_on_commands, inspected, number, speed};
use localization::{Said, say};
use std::{collections::VecDeque, sync::Arc};

/// Maximum number of ticks of one command.
const MAX_TICKS: i64 = 12_000;
/// Maximum number of state changes that are remembered.
const MAX_CHANGES: usize = 2000;

/// The tools, and what they show.
#[derive(Debug)]
pub(crate) struct DevTools {
    /// True while no tick runs by itself.
    pub(crate) is_stopped: bool,
    /// Speed of time, as a share of the usual one.
    pub(crate) speed: f32,
    stops: Stops,
    target: Option<Target>,
    changes: VecDeque<StateChange>,
    /// The answer to the last command, if it has more than one line.
    answer: Vec<Said>,
}

impl Default for DevTools {
    fn default() -> Self {
        DevTools {
            is_stopped: false,
            speed: 1.0,
            stops: Stops::default(),
            target: None,
            changes: VecDeque::new(),
            answer: Vec::new(),
        }
    }
}

impl DevTools {
    /// Carries out a line if it is a command other than an act. Returns the answer in one line.
    pub(crate) fn carry_out(&mut self, line: &str, play: &mut Play, rules: &Rules) -> Option<Result<Said, Said>> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        self.answer.clear();
        let lines = match word {
            "help" if rest.is_empty() => Ok(help_on_commands(&COMMANDS, rest).chain(inspect::help(None)).collect()),
            "help" => {
                let lines: Vec<_> = help_on_commands(&COMMANDS, rest).collect();
                if lines.is_empty() {
                    return None;
                }
                Ok(lines)
            }
            "stop" | "resume" | "step" | "back" | "seek" | "slow" | "bookmark" => self.time(play, rules, word, rest),
            "until" | "watch" | "unwatch" => self.conditions(play, word, rest),
            "inspect" => self.inspect(play, rest),
            _ => return None,
        };
        Some(lines.map(|mut lines| match lines.len() {
            0 => Said::literal(word),
            1 => lines.remove(0),
            _ => {
                self.answer = lines;
                Said::literal(line)
            }
        }))
    }

    /// Holds the time, or moves in it.
    fn time(&mut self, play: &mut Play, rules: &Rules, word: &str, rest: &str) -> Result<Vec<Said>, Said> {
        match word {
            "stop" => self.is_stopped = true,
            "resume" => (self.is_stopped, self.speed) = (false, 1.0),
            "slow" => self.speed = speed(rest)?,
            "step" => self.move_by(play, rules, number(rest)?)?,
            "back" => self.move_by(play, rules, -number(rest)?)?,
            "seek" => {
                let marked = self.stops.bookmarks().get(rest).copied();
                let unknown = || say!("{word} is neither a tick nor a bookmark.", word = Said::literal(rest));
                self.move_to(play, rules, marked.or_else(|| rest.parse().ok()).ok_or_else(unknown)?)?;
            }
            _ => return Ok(self.stops.bookmark(rest, play.headless.run().tick)),
        }
        Ok(vec![say!("tick {tick}", tick = play.headless.run().tick)])
    }

    /// Moves the run by some ticks, which may be known, or new ones without input.
    fn move_by(&mut self, play: &mut Play, rules: &Rules, ticks: i64) -> Result<(), Said> {
        let now = play.headless.run().tick;
        let known = play.last_known_tick();
        let to = now.saturating_add_signed(ticks.clamp(-MAX_TICKS, MAX_TICKS));
        self.is_stopped = true;
        if to <= known && to != now {
            return self.move_to(play, rules, to);
        }
        if now < known {
            self.move_to(play, rules, known)?;
        }
        // A message that would interrupt a command does not end the steps.
        (known..to).for_each(|_| drop(play.tick(Intent::default())));
        Ok(())
    }

    /// Moves the run to a tick of the last minute.
    fn move_to(&mut self, play: &mut Play, rules: &Rules, tick: u64) -> Result<(), Said> {
        self.is_stopped = true;
        let level = Arc::clone(&play.deck().0);
        let world = play.headless.world_mut();
        let Some(mut tape) = world.remove_resource::<Tape>() else {
            return Err(say!("The last minute of this run is not kept.").into());
        };
        let went = tape.move_to(tick, world, &level, rules);
        let span = tape.last_minute.span();
        world.insert_resource(tape);
        match went {
            Ok(true) => {
                self.changes.retain(|change| change.tick < tick);
                self.stops.arm(world);
                Ok(())
            }
            Ok(false) => {
                let (from, to) = span.unwrap_or_default();
                Err(say!("Only the ticks {from} to {to} are known.", from, to))
            }
            Err(error) => Err(Said::literal(error.to_string())),
        }
    }

    /// Sets the conditions that stop the time.
    fn conditions(&mut self, play: &mut Play, word: &str, rest: &str) -> Result<Vec<Said>, Said> {
        let lines = self.stops.condition(word, rest)?;
        if word == "until" {
            self.is_stopped = false;
        }
        self.stops.arm(play.headless.world_mut());
        Ok(lines)
    }

    /// Shows a thing or a cell, or lists the things of a name.
    fn inspect(&mut self, play: &mut Play, rest: &str) -> Result<Vec<Said>, Said> {
        let world = play.headless.world_mut();
        match inspected(world, rest)? {
            Inspected::Names(names) => return Ok(names.into_iter().map(Said::literal).collect()),
            Inspected::One(target) => self.target = Some(target),
            Inspected::Off => self.target = None,
        }
        let about = self.target.map(|target| describe(world, target, self.changes.make_contiguous()));
        Ok(about.map(|about| Said::literal(about.title)).into_iter().collect())
    }

    /// Takes note of a tick. Returns a message if a condition has stopped the time.
    pub(crate) fn listen(&mut self, play: &mut Play) -> Option<Said> {
        self.changes.extend(play.headless.changes().iter().copied());
        let over = self.changes.len().saturating_sub(MAX_CHANGES);
        self.changes.drain(..over);
        let (tick, text) = self.stops.take_stopped(play.headless.world_mut())?;
        self.is_stopped = true;
        Some(say!("Stopped at tick {tick}: {text}", tick, text = Said::literal(text)))
    }

    /// Passes the conditions on to a new run, in which state changes begin again.
    pub(crate) fn begin(&mut self, play: &mut Play) {
        self.changes.clear();
        self.stops.arm(play.headless.world_mut());
    }

    /// Returns the lines to show over the image: the last long answer, or the inspected thing as it is now.
    pub(crate) fn lines(&mut self, play: &mut Play) -> Vec<Said> {
        if !self.answer.is_empty() {
            return self.answer.clone();
        }
        let Some(target) = self.target else { return Vec::new() };
        let about = describe(play.headless.world_mut(), target, self.changes.make_contiguous());
        std::iter::once(about.title).chain(about.lines).map(Said::literal).collect()
    }

    /// Hides the last long answer.
    pub(crate) fn close(&mut self) {
        self.answer.clear();
    }
}

/// Returns the commands that begin with a text.
pub(crate) fn candidates(text: &str) -> impl Iterator<Item = String> {
    COMMANDS.iter().map(|(word, ..)| *word).filter(move |word| word.starts_with(text)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Headless, RewindBuffer, Start, TapePlugin};
    use level::Level;

    /// Creates a play whose last minute is kept, with a crawler, and the rules.
    fn game() -> (Play, Arc<Rules>) {
        let text = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player), 'z': (monster: \"crawler\")},
            map: [\"########\", \"#@....z#\", \"########\"])";
        let start = Start::on(Arc::new(Level::read("x", text).unwrap()));
        let headless = Headless::begin_with(&start, |app| {
            app.add_plugins(TapePlugin).insert_resource(Tape::keeping(RewindBuffer::default()));
        });
        (Play::new(headless, None), start.rules)
    }

    /// Carries out a command, and returns its answer in English.
    fn told(tools: &mut DevTools, (play, rules): &mut (Play, Arc<Rules>), line: &str) -> Result<String, String> {
        let answer = tools.carry_out(line, play, rules).expect("it is a command");
        answer.map(|said| said.english()).map_err(|why| why.english())
    }

    #[test]
    fn time_goes_back_and_forward_and_stops_at_a_condition() {
        let (mut game, mut tools) = (game(), DevTools::default());
        (0..100).for_each(|_| drop(game.0.tick(Intent { forward: 1.0, ..Intent::default() })));
        let (now, hash) = (game.0.headless.run().tick, game.0.headless.snapshot().hash());
        assert_eq!(told(&mut tools, &mut game, "back 60"), Ok(format!("tick {}", now - 60)));
        assert!(tools.is_stopped && game.0.last_known_tick() == now);
        assert_eq!(told(&mut tools, &mut game, "step 60"), Ok(format!("tick {now}")));
        assert_eq!(game.0.headless.snapshot().hash(), hash);
        assert!(
            told(&mut tools, &mut game, &format!("seek {}", now + 1))
                .is_err_and(|why| why.starts_with("Only the ticks"))
        );
        told(&mut tools, &mut game, &format!("until tick = {}", now + 7)).unwrap();
        assert!(!tools.is_stopped);
        let stopped = (0..20).find_map(|_| {
            drop(game.0.tick(Intent::default()));
            tools.listen(&mut game.0)
        });
        assert_eq!(stopped.unwrap().english(), format!("Stopped at tick {0}: tick = {0}", now + 7));
        assert!(tools.is_stopped && game.0.headless.run().tick == now + 7);
    }

    #[test]
    fn inspector_shows_a_thing_over_the_image_and_changes_nothing() {
        let (mut game, mut tools) = (game(), DevTools::default());
        let before = game.0.headless.snapshot();
        let title = told(&mut tools, &mut game, "inspect").unwrap();
        assert!(title.starts_with("crawler "), "{title}");
        let lines: Vec<String> = tools.lines(&mut game.0).iter().map(Said::english).collect();
        assert!(lines[0] == title && lines.iter().any(|line| line.contains("health")), "{lines:?}");
        assert!(told(&mut tools, &mut game, "inspect nothing").is_err());
        told(&mut tools, &mut game, "inspect off").unwrap();
        assert!(tools.lines(&mut game.0).is_empty());
        told(&mut tools, &mut game, "help").unwrap();
        assert!(tools.lines(&mut game.0).len() > COMMANDS.len());
        assert_eq!(game.0.headless.snapshot(), before);
    }
}
